import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setFlagsFromString, queryObjects } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';
import { waitingCase } from '#tests/kit/waiting-case.ts';

/**
 * P29: nothing grows. People sign in, query, send commands, download files and leave, again and again;
 * afterwards there are as many sockets, timers, listeners and emitters as before, and the heap is as large.
 * Server and clients share one process, so a leak of either would show.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let t: TestServer;
let steady: Person;
let row: string;
beforeAll(async () => {
  t = await openTestServer();
  steady = await t.signIn('verifier');
  row = `queueitem-signup-queue-${(await waitingCase(steady)).id}`;
});
afterAll(() => t?.close());

let files = 0;
async function round(): Promise<void> {
  const people = await Promise.all(['verifier2', 'lead', 'admin'].map((login) => t.signIn(login)));
  const feeds = ['queue/signup-queue', 'notifications/me', 'approvals/inbox'];
  const clients = await Promise.all(
    Array.from({ length: 9 }, (_, i) =>
      new FeedClient(t.url, people[i % 3]!, feeds[i % feeds.length]!).ready(),
    ),
  );
  for (let i = 0; i < 5; i += 1) {
    expect((await steady.command(row, 'claim')).status).toBe(200);
    expect((await steady.command(row, 'release')).status).toBe(200);
  }
  const [, , admin] = people;
  files += 1;
  const file = await admin!.send('GET', `/masters-export/productMaster?format=${files % 2 ? 'csv' : 'xlsx'}`);
  expect(file.status).toBe(200);
  for (const path of ['/health', '/metrics', '/operations/figures', '/search?q=rao'])
    expect((await admin!.get(path)).status, path).toBeLessThan(500);
  for (const client of clients.slice(0, 4)) client.cut();
  for (const client of clients) client.close();
  for (const person of people) await person.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' });
}

interface Counted {
  readonly emitters: number;
  readonly sockets: number;
  readonly timers: number;
  readonly listeners: number;
  readonly channels: number;
  readonly heapMb: number;
}
async function counted(): Promise<Counted> {
  await until('all have gone', () => t.server.hub.channels().every(({ watchers }) => watchers === 0));
  // Cut connections, ended workers, and timers that wait a second for them.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  for (let i = 0; i < 4; i += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const resources = process.getActiveResourcesInfo();
  const emitters = [t.server.http, t.server.app.server, process] as unknown as EventEmitter[];
  return {
    emitters: queryObjects(EventEmitter, { format: 'count' }),
    sockets: queryObjects(Socket, { format: 'count' }),
    timers: resources.filter((what) => what === 'Timeout').length,
    listeners: emitters.reduce(
      (sum, one) => sum + one.eventNames().reduce((n, name) => n + one.listenerCount(name), 0),
      0,
    ),
    channels: t.server.hub.channels().length,
    heapMb: process.memoryUsage().heapUsed / 1_048_576,
  };
}

test(
  `P29: ${count('leakRounds')} rounds of people, feeds, commands and files leave nothing behind`,
  async () => {
    // Everything created once is created now: pools, caches, compiled code.
    for (let i = 0; i < 2; i += 1) await round();
    const before = await counted();
    for (let i = 0; i < count('leakRounds'); i += 1) await round();
    const after = await counted();
    console.log(
      `before ${JSON.stringify(before)}, after ${count('leakRounds')} rounds ${JSON.stringify(after)}`,
    );
    // One leaked socket per round would show; a pool may hold a connection more or less.
    expect(after.sockets).toBeLessThanOrEqual(before.sockets + 4);
    expect(after.timers).toBeLessThanOrEqual(before.timers + 4);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 1);
    expect(after.channels).toBeLessThanOrEqual(before.channels + 1);
    expect(after.emitters).toBeLessThanOrEqual(before.emitters * 1.02 + 12);
    expect(after.heapMb).toBeLessThan(before.heapMb + 4 + 0.2 * count('leakRounds'));
    expect(t.faults).toEqual([]);
  },
  limitFor('leakRounds'),
);
