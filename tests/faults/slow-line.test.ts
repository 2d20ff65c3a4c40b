import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { goal } from '#tests/kit/tiers.ts';

/** D6: a queue of 5,000 rows over 400 kbit/s, 400 ms each way and 1 % of lost segments. */
const queue = 'queue/signup-queue';
const many = 5_000;
let t: TestServer;
let proxy: FaultProxy;
let n = 20_000;

beforeAll(async () => {
  t = await openTestServer();
  for (let i = 0; i < many; i += 500) await Promise.all(Array.from({ length: 500 }, () => arrives()));
  proxy = await openFaultProxy({ port: Number(new URL(t.url).port) }, dice());
  Object.assign(proxy.faults, { latencyMs: 400, bytesPerSecond: 50_000, lost: 0.01 });
});
afterAll(async () => {
  await proxy?.close();
  await t?.close();
});

const arrives = (): Promise<string> => signupArrives(t, (n += 1));

function dice(): () => number {
  let state = 911;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const serverHash = (person: Person): string =>
  hashRows(
    t.server.hub
      .rows(queue, t.server.access.people.viewer(person.empId, null)!)!
      .rows.map((row) => [String(row['id']), row]),
  );

test('D6, P10: the first rows stand within two seconds, changes come meanwhile, and cuts never make it begin anew', async () => {
  const person = await t.signIn('verifier');
  // Another console has it open already, as in every working day.
  const near = await new FeedClient(t.url, person, queue).ready();
  const client = new FeedClient(`http://127.0.0.1:${proxy.port}`, person, queue);
  const first = await until('first rows', () => client.rows.size > 0);
  const waits: number[] = [];
  for (let cut = 0; cut < 3 && !client.complete; cut += 1) {
    const before = client.rows.size;
    await until('more rows', () => client.rows.size > before + 300);
    const id = await arrives();
    waits.push(await until('a new row meanwhile', () => client.rows.has(id)));
    const shown = client.rows.size;
    proxy.cut();
    await until('back', () => client.socket.connected);
    expect(client.rows.size).toBeGreaterThanOrEqual(shown);
  }
  await client.ready();
  await until('equal', () => client.hash() === serverHash(person));
  expect(waits.length).toBeGreaterThan(1);
  expect(client.begun).toBe(1);
  expect(client.pagedRows).toBeLessThan(many * 1.1);
  expect(first).toBeLessThanOrEqual(goal(2_000));
  expect(Math.max(...waits)).toBeLessThanOrEqual(goal(4_000));
  expect(t.faults).toEqual([]);
  console.log(
    `${many} rows: first ones after ${first.toFixed(0)} ms, a new row meanwhile after ${waits.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  );
  near.close();
  client.close();
});
