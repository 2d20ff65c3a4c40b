import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';

let t: TestHouse;
beforeAll(async () => {
  t = await openTestHouse();
});
afterAll(() => t?.close());

test('every order a person may give and every door stands in openapi.json, with its need and its shape', async () => {
  const document = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { description: string; requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const claim = document.paths['/commands/queueitem/{id}/claim']!['post']!;
  expect(claim.description).toBe('Needs: signedIn');
  const save = document.paths['/commands/signup/{id}/save']!['post']!;
  expect(Object.keys(save.requestBody!.content['application/json']!.schema.properties!)).toEqual(
    expect.arrayContaining(['applicant', 'address', 'patients', 'documents', 'consents']),
  );
  for (const path of ['/relay/webhooks/{service}', '/employee/api/v2/SignIn/login', '/customer/api/v2/signup', '/healthz', '/feeds/{group}/{name}'])
    expect(Object.keys(document.paths), path).toContain(path);
  expect(Object.keys(document.paths).filter((path) => path.endsWith('/expireLease'))).toEqual([]);
  const page = await fetch(`${t.url}/docs`);
  expect(page.headers.get('content-type')).toMatch('text/html');
  expect(await page.text()).toContain('/commands/signup/{id}/save');
});
