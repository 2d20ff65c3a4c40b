import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { hostile } from '#tests/kit/from-schema.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/**
 * Frames that no console sends, over both socket endpoints, before and after joining: the server lives,
 * others are not affected.
 */
let t: TestServer;
let mad: Person;
let calm: FeedClient;
beforeAll(async () => {
  t = await openTestServer();
  mad = await t.signIn('verifier2');
  calm = await new FeedClient(t.url, await t.signIn('verifier'), 'queue/signup-queue').ready();
});
afterAll(async () => {
  calm?.close();
  await t?.close();
});

const names = [
  'feed:open',
  'feed:close',
  'presence',
  'heartbeat',
  'session:revoked',
  'disconnect',
  'connect',
  '__proto__',
  'constructor',
  'feed:delta',
];
const feeds = ['queue/signup-queue', 'approvals/inbox', 'queue/none', '__proto__', '../x', 'wall/floor', ''];
const nearly = fc.record(
  {
    type: fc.constantFrom('hello', 'feed:open', 'feed:close', 'ping', 'x'),
    authtoken: fc.oneof(fc.string(), fc.constant('x'.repeat(300))),
    feed: fc.oneof(fc.constantFrom(...feeds), hostile),
    epoch: fc.oneof(fc.string({ maxLength: 70 }), hostile),
    seq: fc.oneof(fc.integer(), fc.double(), hostile),
    id: hostile,
    state: fc.constantFrom('viewing', 'editing', 'gone', 'x'),
    items: fc.oneof(fc.array(fc.string(), { maxLength: 60 }), hostile),
    ref: hostile,
  },
  { requiredKeys: [] },
);
const event = fc
  .tuple(fc.constantFrom(...names), fc.oneof(nearly, hostile))
  .map(([name, body]) => `42${JSON.stringify([name, body])}`);
const packet = fc.oneof(
  { weight: 5, arbitrary: event },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(1_000_000), fc.constantFrom(...names), nearly)
      .map(([ack, name, body]) => `42${ack}${JSON.stringify([name, body])}`),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '2',
      '3',
      '1',
      '5',
      '6',
      '0{}',
      '41',
      '40',
      '40/other,',
      '40/__proto__,{}',
      '44{}',
      '45-',
      '450-["feed:open"]',
      '451-["feed:open",{"_placeholder":true,"num":0}]',
      '451000000-["x"]',
      '42[',
      '42{}',
      '42["feed:open"',
      '42["feed:open",{"feed":{"_placeholder":true,"num":9}}]',
      '43999["x"]',
      '42'.repeat(1_000),
    ),
  },
);
const frame = fc.oneof(
  { weight: 4, arbitrary: nearly.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value) ?? 'x') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);
const piece = (text: fc.Arbitrary<string>): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  );

/** Sends these over a new connection and waits until it is closed or answers a ping. */
async function send(path: string, first: string | null, pieces: readonly (string | Buffer)[]): Promise<void> {
  const ws = new WebSocket(`${t.url.replace('http', 'ws')}${path}`, { headers: { cookie: mad.cookie } });
  let over = false;
  ws.on('close', () => {
    over = true;
  });
  ws.on('error', () => {
    over = true;
  });
  // The listener is added first: the server's first frame arrives with the open connection.
  let joined = first === null;
  ws.on('message', (data) => {
    const text = String(data);
    if (first !== null && text.startsWith('0')) ws.send(first);
    if (text.startsWith('40') || text.startsWith('44') || text.includes('"hello"')) joined = true;
  });
  await until('open', () => over || ws.readyState === ws.OPEN);
  if (first !== null && path.startsWith('/ws') && !over) ws.send(first);
  await until('joined', () => over || joined);
  for (const one of pieces) if (ws.readyState === ws.OPEN) ws.send(one);
  let ponged = false;
  ws.on('pong', () => {
    ponged = true;
  });
  if (ws.readyState === ws.OPEN) ws.ping();
  await until('closed or alive', () => over || ponged || ws.readyState !== ws.OPEN);
  ws.terminate();
}

for (const [name, path, first, made] of [
  [
    'Socket.IO, joined',
    '/socket.io/?EIO=4&transport=websocket',
    (): string => `40${JSON.stringify({ authtoken: mad.token })}`,
    packet,
  ],
  ['Socket.IO, not joined', '/socket.io/?EIO=4&transport=websocket', null, packet],
  [
    'raw WebSocket, joined',
    '/ws/feeds',
    (): string => JSON.stringify({ type: 'hello', authtoken: mad.token }),
    frame,
  ],
  ['raw WebSocket, not joined', '/ws/feeds', null, frame],
] as const)
  test(
    `fuzz: ${Math.ceil(count('fuzzFrames') / 4)} frames over ${name}`,
    async () => {
      const each = 25;
      const before = process.memoryUsage().rss;
      await fc.assert(
        fc.asyncProperty(fc.array(piece(made), { minLength: each, maxLength: each }), async (pieces) => {
          await send(path, first === null ? null : first(), pieces);
        }),
        { numRuns: Math.max(1, Math.ceil(count('fuzzFrames') / 4 / each)), seed: seed(), endOnFailure: true },
      );
      expect(calm.socket.connected).toBe(true);
      const pinned = await t.server.handle({
        stream: 'queueitem-signup-queue-301',
        command: 'pin',
        input: { pinned: calm.deltas % 2 === 0 },
        viewer: t.server.access.people.viewer(1, null)!,
        correlationId: 'test',
      });
      expect(pinned).not.toHaveProperty('refused');
      expect((await mad.get('/access/me')).status).toBe(200);
      expect(({} as { feed?: unknown }).feed).toBeUndefined();
      // An invalid frame ends its connection with an error of the library; that is logged, but it is no error
      // of the server.
      expect(
        t.faults.filter(
          (fault) =>
            !/frame|payload|UTF-8|opcode|RSV|MASK/i.test(String((fault as { error: unknown }).error)),
        ),
      ).toEqual([]);
      expect((process.memoryUsage().rss - before) / 1048576).toBeLessThan(150);
    },
    limitFor('fuzzFrames'),
  );
