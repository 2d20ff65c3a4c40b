import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { demoClock } from '#server/demo/demo-clock.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P16: a session that expires ends its sockets, also those that only listen, and every route refuses it
 * afterwards.
 */
const queue = 'queue/signup-queue';
const logins = ['verifier', 'verifier2', 'lead', 'admin'];
const routes = ['/access/me', `/feeds/${queue}`, '/employee/api/v2/employees/101/', '/access/sessions'];

interface Raw {
  readonly frames: { type: string; reason?: string }[];
  closed: boolean;
  readonly ws: WebSocket;
}

async function openRaw(t: TestServer, person: Person): Promise<Raw> {
  const ws = new WebSocket(`${t.url.replace('http', 'ws')}/ws/feeds`, { headers: { cookie: person.cookie } });
  const raw: Raw = { frames: [], closed: false, ws };
  ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', authtoken: person.token })));
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { type: string };
    raw.frames.push(frame);
    if (frame.type === 'hello') ws.send(JSON.stringify({ type: 'feed:open', feed: queue }));
  });
  ws.on('close', () => {
    raw.closed = true;
  });
  await until('the raw line is open', () => raw.frames.some((frame) => frame.type === 'feed:opened'));
  return raw;
}

/** After its end a session receives nothing and is refused everywhere. */
async function over(t: TestServer, person: Person, client: FeedClient, raw: Raw): Promise<void> {
  await until('the console is notified', () => client.revoked !== undefined);
  await until('the raw line is closed', () => raw.closed);
  const received = client.deltas;
  const frames = raw.frames.length;
  const pinned = await t.server.handle({
    stream: 'queueitem-signup-queue-301',
    command: 'pin',
    input: { pinned: true },
    viewer: t.server.access.people.viewer(1, null)!,
    correlationId: 'test',
  });
  expect(pinned).not.toHaveProperty('refused');
  await t.server.settled();
  for (const route of routes) expect((await person.get(route)).status, route).toBe(401);
  expect(
    (await person.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status,
  ).toBe(401);
  expect(client.deltas).toBe(received);
  expect(raw.frames.length).toBe(frames);
  client.close();
}

test(
  `P16: ${count('expiries')} sessions that become idle while their sockets only listen`,
  async () => {
    const t = await openTestServer({ env: { SESSION_IDLE_SECONDS: '3600' }, realTime: true });
    try {
      for (let round = 0; round < count('expiries'); round += logins.length) {
        const lines = await Promise.all(
          logins.map(async (login) => {
            const person = await t.signIn(login);
            const client = await new FeedClient(t.url, person, queue).ready();
            return { person, client, raw: await openRaw(t, person) };
          }),
        );
        for (const { client } of lines) expect(client.rows.size).toBeGreaterThan(0);
        await t.pass(3_600_000);
        for (const { person, client, raw } of lines) await over(t, person, client, raw);
        expect(lines.map(({ client }) => client.revoked)).toEqual(logins.map(() => 'idle'));
      }
      expect(t.faults).toEqual([]);
    } finally {
      await t.close();
    }
  },
  limitFor('expiries'),
);

test('P16: a session ends after twelve hours, however busy it was; a clock set back extends none', async () => {
  let offset = 0;
  const clock = { ...demoClock(testNow), now: () => testNow + offset + Math.round(performance.now()) };
  const t = await openTestServer({ env: { SESSION_IDLE_SECONDS: '3' }, clock });
  try {
    const busy = await t.signIn('verifier');
    const client = await new FeedClient(t.url, busy, queue).ready();
    const raw = await openRaw(t, busy);
    offset += 12 * 3_600_000;
    await over(t, busy, client, raw);
    const before = await t.signIn('lead');
    const listening = await new FeedClient(t.url, before, queue).ready();
    offset -= 86_400_000;
    await until('idle by the clock that nobody can set', () => listening.revoked === 'idle');
    expect((await before.get('/access/me')).status).toBe(401);
    listening.close();
  } finally {
    await t.close();
  }
});
