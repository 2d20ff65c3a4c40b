import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ChatPage } from '#shared/wire.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
const people = new Map<string, Person>();
const logins = [
  'admin',
  'agent1',
  'agent2',
  'verifier',
  'lead',
  'manager',
  'store',
  'hr',
  'doctor',
  'field1',
  'franchise',
  'accounts',
];

beforeAll(async () => {
  test = await openTestServer();
  for (const login of logins) people.set(login, await test.signIn(login));
});
afterAll(() => test?.close());

const as = (login: string): Person => people.get(login)!;
async function follow(login: string, feed: string): Promise<FeedClient> {
  const client = await new FeedClient(test.url, as(login), feed).ready();
  onTestFinished(() => client.close());
  return client;
}

/** The feed of the record itself, for each kind a room can be about; the demo has some of each. */
const records = {
  signup: 'case/signup',
  approval: 'approvals/inbox',
  appointment: 'appointments/list',
} as const;

it('a record’s room is open to those who may read the record, and to nobody else', async () => {
  const seen = { open: 0, closed: 0 };
  for (const [kind, feed] of Object.entries(records)) {
    const rows = (await as('admin').get(`/feeds/${feed}`)).body.rows as { id: string }[];
    expect([kind, rows.length > 0]).toEqual([kind, true]);
    for (const { id } of rows.slice(0, 5)) {
      const room = `about-${kind}-${id}`;
      const first = await as('admin').command(`chatroom-${room}`, 'say', {
        text: `Looked at ${kind} ${id}`,
      });
      expect([room, first.status]).toEqual([room, 200]);
      for (const login of logins) {
        const record = (await as(login).get(`/feeds/${feed}?id=${id}`)).status === 200;
        const read = await as(login).get(`/chat/${room}`);
        expect([room, login, 'reads', read.status]).toEqual([room, login, 'reads', record ? 200 : 404]);
        if (!record) expect(JSON.stringify(read.body)).not.toContain('Looked');
        const output = await as(login).command(`chatroom-${room}`, 'say', { text: 'Seen' });
        expect([room, login, 'says', output.status]).toEqual([room, login, 'says', record ? 200 : 404]);
        seen[record ? 'open' : 'closed'] += 1;
      }
    }
  }
  expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(20);
});

it('rooms of others and rooms about nothing are not found', async () => {
  await as('agent1').command('chatroom-101-102', 'say', { text: 'Between us' });
  for (const room of ['101-102', 'about-signup-999999', 'about-role-1', 'about-signup-301x', '5', '102-101'])
    expect([room, (await as('store').get(`/chat/${room}`)).status]).toEqual([room, 404]);
  expect((await fetch(`${test.url}/chat/101-102`)).status).toBe(401);
  const page = (await as('agent1').get('/chat/101-102')).body as ChatPage;
  expect(page.messages.map(({ text }) => text)).toContain('Between us');
});

it('messages about records are not sent by a feed: only their number is, and only to members', async () => {
  const { id } = ((await as('admin').get('/feeds/case/signup')).body.rows as { id: string }[])[0]!;
  const room = `about-signup-${id}`;
  const [rooms, messages, stranger] = await Promise.all([
    follow('admin', 'chat/rooms'),
    follow('admin', 'chat/messages'),
    follow('hr', 'chat/rooms'),
  ]);
  const secret = `The neighbour answers ${Date.now()}`;
  expect((await as('admin').command(`chatroom-${room}`, 'say', { text: secret })).status).toBe(200);
  await until('the room stands in the list', () => rooms.rows.has(room));
  const { last } = (await as('admin').get(`/chat/${room}`)).body as ChatPage;
  await until('and counts the message', () => rooms.rows.get(room)!['last'] === last);
  expect(
    JSON.stringify([...rooms.rows.values(), ...messages.rows.values(), ...stranger.rows.values()]),
  ).not.toContain(secret);
  expect(stranger.rows.has(room)).toBe(false);
});

it('a mention notifies the named person without the message text, and nobody who may not read it', async () => {
  const rows = (await as('agent1').get('/feeds/case/signup')).body.rows as { id: string }[];
  const room = `about-signup-${rows[0]!.id}`;
  const page = (await as('agent1').get(`/chat/${room}`)).body as ChatPage;
  const named =
    page.readers.find(({ empId }) => empId === as('admin').empId) ??
    page.readers.find(({ empId }) => empId !== as('agent1').empId)!;
  const login = logins.find((one) => as(one).empId === named.empId)!;
  const outsider = test.server.access.directory
    .employees()
    .find((one) => one.active && !page.readers.some(({ empId }) => empId === one.empId))!;
  const [subscribed, text] = [
    await follow(login, 'notifications/me'),
    `@${named.name} @${outsider.name} look at this ${Date.now()}`,
  ];
  const before = subscribed.rows.size;
  expect((await as('agent1').command(`chatroom-${room}`, 'say', { text })).status).toBe(200);
  const mine = (): Record<string, unknown>[] =>
    [...subscribed.rows.values()].filter(
      (row) => row['message'] === 'chatMention' && String(row['route']).endsWith(room),
    );
  await until('the notice comes', () => mine().length > 0);
  expect(subscribed.rows.size).toBeGreaterThan(before);
  expect(JSON.stringify(mine())).not.toContain('look at this');
  await test.server.settled();
  const emitted = await test.server.pool.query('select 1 from events where stream = $1 and body like $2', [
    `notice-${outsider.empId}`,
    '%chatMention%',
  ]);
  expect(emitted.rows).toEqual([]);
});

it('history comes in contiguous pages', async () => {
  const room = '101-131';
  expect(as('lead').empId).toBe(131);
  for (let i = 0; i < 30; i += 1)
    expect((await as('agent1').command(`chatroom-${room}`, 'say', { text: `line ${i}` })).status).toBe(200);
  const whole: number[] = [];
  let before: number | undefined;
  for (let turn = 0; turn < 20; turn += 1) {
    const page = (
      await as('lead').get(`/chat/${room}?records=7${before === undefined ? '' : `&before=${before}`}`)
    ).body as ChatPage;
    whole.unshift(...page.messages.map(({ n }) => n));
    if (!page.earlier) break;
    before = page.messages[0]!.n;
  }
  const { last } = (await as('lead').get(`/chat/${room}?records=1`)).body as ChatPage;
  expect(whole).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  const later = (await as('lead').get(`/chat/${room}?after=${last - 3}`)).body as ChatPage;
  expect(later.messages.map(({ n }) => n)).toEqual([last - 2, last - 1, last]);
  for (const query of ['records=0', 'records=101', 'before=x', 'what=1'])
    expect([query, (await as('lead').get(`/chat/${room}?${query}`)).status]).toEqual([query, 400]);
});

it('colleagues see who is at work, but not where or since when', async () => {
  const { rows } = (await as('agent1').get('/feeds/chat/people')).body as { rows: Record<string, unknown>[] };
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(['id', 'state']);
});
