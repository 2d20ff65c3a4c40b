import { expect, test } from 'vitest';
import { pageOf, takesPage } from './static.ts';

test.each([
  ['text/html,application/xhtml+xml', 'masters/nowhere', true],
  ['*/*', '', true],
  [undefined, '', true],
  ['*/*', 'masters/emplist', true],
  ['*/*', 'commands/nowhere', false],
  ['application/json', '', false],
])('requested with %s, /%s is a page: %s', (accept, path, page) => {
  expect(takesPage(accept, path)).toBe(page);
});

test('the page names the installation, and cannot be broken out of', () => {
  const html = '<head>\n<title>Ops Console</title></head><body></body>';
  const page = pageOf(html, { version: '1.2.3', environment: 'Test $& "A<B"' });
  expect(page).toContain('<meta name="app-version" content="1.2.3" />');
  expect(page).toContain('<meta name="environment" content="Test $&amp; &quot;A&lt;B&quot;" />');
  expect(page.endsWith('</head><body></body>')).toBe(true);
});
