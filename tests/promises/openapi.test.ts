import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeSummaries } from '#server/http/route-summaries.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { lint } from '#tests/kit/spectral.ts';

let t: TestServer;
beforeAll(async () => {
  t = await openTestServer();
});
afterAll(() => t?.close());

test('every command open to people and every route is in openapi.json, with its need and its shape', async () => {
  const document = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        {
          description: string;
          requestBody?: { content: Record<string, { schema: { properties?: object } }> };
        }
      >
    >;
  };
  expect(document.openapi).toBe('3.1.0');
  const claim = document.paths['/commands/queueitem/{id}/claim']!['post']!;
  expect(claim.description).toBe('Needs: signedIn');
  const save = document.paths['/commands/signup/{id}/save']!['post']!;
  expect(Object.keys(save.requestBody!.content['application/json']!.schema.properties!)).toEqual(
    expect.arrayContaining(['applicant', 'address', 'patients', 'documents', 'consents']),
  );
  for (const path of [
    '/relay/webhooks/{service}',
    '/employee/api/v2/SignIn/login',
    '/customer/api/v2/signup',
    '/healthz',
    '/feeds/{group}/{name}',
  ])
    expect(Object.keys(document.paths), path).toContain(path);
  expect(Object.keys(document.paths).filter((path) => path.endsWith('/expireLease'))).toEqual([]);
  const page = await fetch(`${t.url}/docs`);
  expect(page.headers.get('content-type')).toMatch('text/html');
  expect(await page.text()).toContain('/commands/signup/{id}/save');
});

test('every operation has a summary, a unique id and responses in the shape of the contract, and no summary is left over', async () => {
  const { paths, servers } = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    servers: unknown[];
    paths: Record<
      string,
      Record<
        string,
        {
          summary?: string;
          operationId: string;
          tags: string[];
          security: unknown[];
          responses: Record<string, { $ref?: string }>;
        }
      >
    >;
  };
  expect(servers).toHaveLength(1);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ name: `${method.toUpperCase()} ${path}`, one })),
  );
  expect(all.length).toBeGreaterThan(700);
  expect(all.filter(({ one }) => !one.summary || one.tags.length !== 1).map(({ name }) => name)).toEqual([]);
  expect(new Set(all.map(({ one }) => one.operationId)).size).toBe(all.length);
  for (const { name, one } of all) {
    expect(one.responses['503'], name).toEqual({ $ref: '#/components/responses/Unavailable' });
    if (name.startsWith('POST /commands/'))
      expect(Object.keys(one.responses), name).toEqual(
        expect.arrayContaining(['401', '403', '409', '422', '423', '428']),
      );
  }
  const names = new Set(all.map(({ name }) => name));
  expect(Object.keys(routeSummaries).filter((name) => !names.has(name))).toEqual([]);
});

test('openapi.json passes the recommended rules of a public linter', { tags: ['full'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-openapi-'));
  const file = join(folder, 'openapi.json');
  const text = await (await fetch(`${t.url}/openapi.json`)).text();
  writeFileSync(file, text);
  const { paths } = JSON.parse(text) as { paths: Readonly<Record<string, unknown>> };
  // Spectral decodes the percent signs of a path's key and then finds nothing under the decoded key.
  const missed = (where: readonly string[]): boolean => where[0] === 'paths' && !(where[1]! in paths);
  expect(
    lint(file).flatMap(({ code, message, path }) =>
      missed(path) ? [] : [`${code} at ${path.join(' > ')}: ${message}`],
    ),
  ).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
