import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { pageOf, staticRoutes, takesPage } from './static.ts';
import type { AllTranslations } from '../core/translations.ts';

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

test('probes, curl and link previews get the console at /', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'ops-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  writeFileSync(join(dist, 'index.html'), '<head></head><body>the console</body>');
  const app = fastify();
  await staticRoutes(app, {
    translations: { namespace: () => null } as unknown as AllTranslations,
    deployment: { version: '1.2.3', environment: 'Test' },
    dist: pathToFileURL(`${dist}/`),
  });
  const get = (url: string, accept?: string) =>
    app.inject({ method: 'GET', url, headers: accept === undefined ? {} : { accept } });
  for (const accept of ['*/*', undefined, 'text/html'])
    expect(await get('/', accept)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: expect.stringContaining('the console'),
    });
  expect((await get('/', 'application/json')).body).not.toContain('the console');
  expect((await get('/commands/nowhere', '*/*')).body).not.toContain('the console');
});

test('the page names the installation, and cannot be broken out of', () => {
  const html = '<head>\n<title>Ops Console</title></head><body></body>';
  const page = pageOf(html, { version: '1.2.3', environment: 'Test $& "A<B"' });
  expect(page).toContain('<meta name="app-version" content="1.2.3" />');
  expect(page).toContain('<meta name="environment" content="Test $&amp; &quot;A&lt;B&quot;" />');
  expect(page.endsWith('</head><body></body>')).toBe(true);
});
