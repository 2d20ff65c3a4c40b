import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/** P10, P13, P41: every console comes back over a line that is cut, slow, sliced or silent, all at once too, and is equal to the server. */
const queue = 'queue/signup-queue';
let t: TestHouse;
let proxy: FaultProxy;
let people: Person[];
let clients: FeedClient[];
let n = 8_000;

beforeAll(async () => {
  t = await openTestHouse();
  proxy = await openFaultProxy({ port: Number(new URL(t.url).port) }, dice());
  // Five sessions a person, five lines a session.
  people = [];
  for (const login of ['verifier', 'verifier2', 'lead', 'admin']) for (let i = 0; i < 5; i += 1) people.push(await t.signIn(login));
  const many = Math.min(count('stormClients'), people.length * 5);
  clients = await Promise.all(
    Array.from({ length: many }, (_, i) => new FeedClient(`http://127.0.0.1:${proxy.port}`, people[i % people.length]!, queue).ready()),
  );
}, 240_000);
afterAll(async () => {
  for (const client of clients ?? []) client.close();
  await proxy?.close();
  await t?.close();
});

/** Chance that falls the same way every time. */
function dice(): () => number {
  let state = 237;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

async function arrives(): Promise<void> {
  n += 1;
  await signupArrives(t, n);
}

const serverHash = (person: Person): string =>
  hashRows(t.house.hub.rows(queue, t.house.access.people.viewer(person.empId, null)!)!.rows.map((row) => [String(row['id']), row]));

function apart(): string[] {
  const right = new Map([...new Set(people.map((person) => person.empId))].map((empId) => [empId, serverHash(people.find((one) => one.empId === empId)!)]));
  return clients.flatMap((client, i) => {
    const person = people[i % people.length]!;
    return client.socket.connected && client.hash() === right.get(person.empId)
      ? []
      : [`${i}: ${client.socket.connected} ${client.refused ?? ''} ${client.seq ?? ''}`];
  });
}

const equal = (what: string): Promise<number> =>
  until(what, () => apart().length === 0, 60_000).catch((error: Error) => {
    throw new Error(`${error.message}: ${apart().slice(0, 5).join(' | ')}`);
  });

test(
  `P13: ${Math.min(count('stormClients'), 100)} consoles lose their line at once, ${count('storms')} times: each comes back and is equal`,
  async () => {
    await equal('at first');
    const waits: number[] = [];
    for (let storm = 0; storm < count('storms'); storm += 1) {
      expect(proxy.cut()).toBeGreaterThanOrEqual(clients.length);
      for (let i = 0; i < 5; i += 1) await arrives();
      waits.push(await equal(`storm ${storm}`));
    }
    // One channel a scope: a hundred that come back do not make a hundred copies of the rows.
    expect(t.house.hub.channels().filter(({ feed }) => feed === queue).length).toBeLessThanOrEqual(4);
    expect(t.faults).toEqual([]);
    console.log(`${clients.length} consoles, ${waits.length} storms: the last one equal after ${Math.max(...waits).toFixed(0)} ms at most`);
  },
  limitFor(300_000, 'storms'),
);

test(
  'P10, P41: over a line that is late, jittery, sliced to single bytes, thin, half closed or silent, what arrives is in order and all of it',
  async () => {
    const ills: readonly [string, () => void][] = [
      ['late', () => Object.assign(proxy.faults, { latencyMs: 300, jitterMs: 250 })],
      ['sliced', () => Object.assign(proxy.faults, { sliceBytes: 7 })],
      ['thin', () => Object.assign(proxy.faults, { bytesPerSecond: 20_000 })],
      ['silent', () => Object.assign(proxy.faults, { blackhole: true })],
      ['half closed', () => proxy.halfClose()],
      ['refused', () => (Object.assign(proxy.faults, { refuse: true }), proxy.cut())],
    ];
    const seen = clients.map((client) => client.seq ?? 0);
    for (const [what, strike] of ills) {
      strike();
      for (let i = 0; i < Math.ceil(count('delayedFrames') / clients.length / ills.length) + 2; i += 1) await arrives();
      proxy.heal();
      await equal(what);
      clients.forEach((client, i) => {
        expect(client.seq!, what).toBeGreaterThanOrEqual(seen[i]!);
        seen[i] = client.seq!;
      });
    }
    expect(t.faults).toEqual([]);
  },
  limitFor(400_000, 'delayedFrames'),
);
