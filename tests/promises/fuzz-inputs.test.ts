import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Service } from '#shared/core/view.ts';
import { allFeeds, allStreams, allViews } from '#server/core/registers.ts';
import { openPoller } from '#server/sources/poll.ts';
import { sources } from '#server/sources/register.ts';
import { hostile } from '#tests/kit/from-schema.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/** Input that no schema describes: files, answers of polled services, events written by a newer version. */
let t: TestServer;
let agent: Person;
let it: SourcesServer;
let stub: StubService;
beforeAll(async () => {
  t = await openTestServer();
  agent = await t.signIn('agent1');
  it = await openSourcesServer({ outside: new Set<Service>(['lead']) });
  stub = await openStub((_q, response) => json(response, 404, {}));
});
afterAll(async () => {
  await stub?.close();
  await it?.close();
  await t?.close();
});

const jpg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64, 7)]);
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(64, 7),
]);
const pdf = Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF');
const contents: readonly (readonly [string, Buffer, boolean])[] = [
  ['jpg', jpg, true],
  ['png', png, true],
  ['pdf with a script in it', pdf, true],
  [
    'a page that begins like a picture',
    Buffer.concat([jpg, Buffer.from('<html><script>alert(1)</script>')]),
    true,
  ],
  ['html', Buffer.from('<html><script>alert(1)</script></html>'), false],
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), false],
  ['program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), false],
  ['archive', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(300)]), false],
  [
    'test virus',
    Buffer.from(String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`),
    false,
  ],
  ['nothing', Buffer.alloc(0), false],
  ['gif', Buffer.from('GIF89a............'), false],
  ['pdf not at the beginning', Buffer.concat([Buffer.from('x'), pdf]), false],
];
const fileNames = [
  'scan.jpg',
  '../../etc/passwd',
  '..\\..\\x.exe',
  'a'.repeat(300),
  'x.jpg\u0000.html',
  '"; filename="x.html',
  '=cmd|calc.pdf',
  '<script>.png',
  '\u202egpj.exe',
  '',
  '.',
  'con',
  'ñ 日本.pdf',
  'x\r\nSet-Cookie: a=b.pdf',
];

/** A hand-written multipart body, so that it can be wrong in any way. */
function multipart(
  name: string,
  bytes: Buffer,
  how: 'well' | 'cut' | 'many' | 'no boundary' | 'other field',
  edge = 'edge',
): { body: Buffer; type: string } {
  const part = (field: string): Buffer =>
    Buffer.concat([
      Buffer.from(
        `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replace(/[\r\n"]/g, '_')}"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]);
  const end = Buffer.from(`--${edge}--\r\n`);
  const body =
    how === 'many'
      ? Buffer.concat([...Array.from({ length: 200 }, (_, n) => part(`f${n}`)), end])
      : how === 'cut'
        ? part('file').subarray(0, -Math.min(40, bytes.length + 10))
        : Buffer.concat([part(how === 'other field' ? '__proto__' : 'file'), end]);
  return {
    body,
    type: how === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${edge}`,
  };
}

test(
  `fuzz: ${count('fuzzUploads')} uploads of every kind under every name: kept inert or refused`,
  async () => {
    const uploads = fc.record({
      content: fc.constantFrom(...contents),
      name: fc.oneof(
        fc.constantFrom(...fileNames),
        fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
      ),
      how: fc.constantFrom('well', 'well', 'well', 'cut', 'many', 'no boundary', 'other field'),
      tail: fc.uint8Array({ maxLength: 200 }),
    });
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(uploads, async ({ content: [what, bytes, allowed], name, how, tail }) => {
        const { body, type } = multipart(
          name,
          bytes.length > 0 ? Buffer.concat([bytes, Buffer.from(tail)]) : bytes,
          how,
        );
        const answer = await t.server.app.inject({
          method: 'POST',
          url: '/file',
          headers: {
            host: new URL(t.url).host,
            cookie: agent.cookie,
            authtoken: agent.token,
            'content-type': type,
          },
          payload: body,
        });
        expect(answer.statusCode, `${what} ${how}`).toBeLessThan(500);
        if (answer.statusCode !== 201) return;
        kept += 1;
        expect(allowed, what).toBe(true);
        const { fileId, name: keptName } = answer.json() as { fileId: string; name: string };
        expect(fileId).toMatch(/^[\w-]{32}$/);
        expect(keptName).not.toMatch(/[/\\\p{Cc}]/u);
        const back = await t.server.app.inject({
          method: 'GET',
          url: `/file/${fileId}`,
          headers: { host: new URL(t.url).host, cookie: agent.cookie, authtoken: agent.token },
        });
        expect(back.statusCode).toBe(200);
        expect(back.headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        });
        expect(String(back.headers['content-disposition'])).toMatch(/^attachment; filename="[\w .-]*"/);
        expect(String(back.headers['content-security-policy'])).toContain('sandbox');
      }),
      { numRuns: count('fuzzUploads'), seed: seed() },
    );
    expect(kept).toBeGreaterThan(2);
    expect(
      readdirSync(join(t.server.config.dataDir, 'files')).filter((name) => !/^[\w-]{32}$/.test(name)),
    ).toEqual([]);
    expect(t.faults).toEqual([]);
  },
  limitFor('fuzzUploads'),
);

const path = `/lead/${sources.lead.resources[0]!.path}`;
const good = (n: number): unknown => leadMessage(90_000 + n, 1, { n });
const answers = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.array(
          fc.oneof({ weight: 2, arbitrary: fc.nat(500).map(good) }, { weight: 3, arbitrary: hostile }),
          { maxLength: 8 },
        ),
        fc.constantFrom('items', 'data', 'rows', 'content', null),
      )
      .map(([rows, under]) => JSON.stringify(under === null ? rows : { [under]: rows, total: rows.length })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.nat(300),
        fc.constantFrom('id', 'version', 'modifiedAt', 'change', 'data', 'service', 'entity'),
        hostile,
      )
      .map(([n, key, value]) => JSON.stringify([{ ...(good(n) as object), [key]: value }])),
  },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'null',
      '[',
      '[[[]]]',
      '{"items":{"length":3}}',
      '[{"id":{"a":1}}]',
      `[${'['.repeat(5_000)}${']'.repeat(5_000)}]`,
      '{"total":-1,"items":[]}',
      '{"total":1e308,"items":[{}]}',
    ),
  },
);
test(
  `fuzz: ${count('fuzzAnswers')} answers of a polled service: applied, dead-lettered or failed, never half applied`,
  async () => {
    const output: unknown[] = [];
    const poller = openPoller(it.server, it.health, {
      urls: new Map([['lead' as Service, stub.url]]),
      pollMs: 3_600_000,
      timeoutMs: 5_000,
      onError: (error) => output.push(error),
    });
    try {
      await fc.assert(
        fc.asyncProperty(
          answers,
          fc.constantFrom(200, 200, 200, 206, 304, 404, 503),
          async (body, status) => {
            stub.answer = (_q, response, url) => {
              if (url.pathname !== path) return json(response, 404, {});
              if (url.searchParams.get('pageNo') !== '0') return json(response, 200, []);
              response
                .writeHead(status, { 'content-type': 'application/json' })
                .end(status === 304 ? undefined : body);
            };
            const before = (await it.events()).length;
            const polled = await poller.pollNow('lead', true);
            // A failed poll wrote nothing beyond the rows read before it failed: each complete, each by its
            // own key.
            const after = (await it.events()).slice(before);
            for (const event of after) expect(event.type).toMatch(/^SourceMessage(Recorded|Ignored)$/);
            if (polled === null) expect(poller.status()[0]!.lastError).toMatch(/\S/);
          },
        ),
        { numRuns: count('fuzzAnswers'), seed: seed() },
      );
      stub.answer = (_q, response, url) =>
        url.pathname === path && url.searchParams.get('pageNo') === '0'
          ? json(response, 200, [good(999)])
          : json(response, url.pathname === path ? 200 : 404, []);
      expect(await poller.pollNow('lead', true)).not.toBeNull();
      expect(await it.state('mirror-lead-lead-90999')).toMatchObject({ version: 1 });
    } finally {
      await poller.close();
    }
  },
  limitFor('fuzzAnswers'),
);

test(
  `fuzz: ${count('fuzzStates')} events of unknown types or with unknown fields: every stream and view ignores them, the same way each time`,
  () => {
    const streams = [...allStreams().values()];
    const views = [
      ...new Map(
        [...allViews(), ...[...allFeeds().values()].map((feed) => feed.view)].map((view) => [
          view.name,
          view,
        ]),
      ).values(),
    ];
    const unknown = fc.record({
      type: fc.oneof(
        fc.constantFrom('SignupTeleported', '__proto__', 'constructor', 'toString', ''),
        fc.string({ maxLength: 30 }).map((text) => `X${text}`),
      ),
      data: fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
    });
    fc.assert(
      fc.property(unknown, fc.nat(streams.length - 1), ({ type, data }, n) => {
        const stream = streams[n]!;
        const event = {
          position: 7,
          stream: `${stream.name}-1`,
          version: 1,
          id: 'x',
          type,
          at: '2026-11-18T05:00:00.000Z',
          actor: { kind: 'system', empId: null, name: 'server' },
          data,
          correlationId: 'c',
          causationId: null,
          schemaVersion: 99,
        } as StoredEvent;
        const state = stream.initial('1');
        const folded = JSON.stringify(stream.evolve(state, event));
        expect(JSON.stringify(stream.evolve(stream.initial('1'), structuredClone(event)))).toBe(folded);
        for (const view of views.filter((one) => one.streams.includes(stream.name)))
          for (const id of view.ids(event)) JSON.stringify(view.row(undefined, event, id));
      }),
      { numRuns: count('fuzzStates'), seed: seed() },
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  },
  limitFor('fuzzStates'),
);
