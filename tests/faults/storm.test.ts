import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer, signIn, type Person, type TestServer } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { count, goal, limitFor } from '#tests/kit/tiers.ts';

/**
 * P10, P13, P41: every console reconnects over a connection that is cut, slow, sliced or silent, even all at
 * once, and ends equal to the server.
 */
const queue = 'queue/signup-queue';
let t: TestServer;
let proxy: FaultProxy;
let people: Person[];
let clients: FeedClient[];
let n = 8_000;

beforeAll(async () => {
  t = await openTestServer();
  proxy = await openFaultProxy({ port: Number(new URL(t.url).port) }, dice());
  // Five sessions per person, five connections per session.
  people = [];
  for (const login of ['verifier', 'verifier2', 'lead', 'admin'])
    for (let i = 0; i < 5; i += 1) people.push(await t.signIn(login));
  const many = Math.min(count('stormClients'), people.length * 5);
  clients = await Promise.all(
    Array.from({ length: many }, (_, i) =>
      new FeedClient(`http://127.0.0.1:${proxy.port}`, people[i % people.length]!, queue).ready(),
    ),
  );
});
afterAll(async () => {
  for (const client of clients ?? []) client.close();
  await proxy?.close();
  await t?.close();
});

/** A seeded pseudo-random generator. */
function dice(): () => number {
  let state = 237;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

async function arrives(): Promise<void> {
  n += 1;
  await signupArrives(t, n);
}

const serverHash = (person: Person): string =>
  hashRows(
    t.server.hub
      .rows(queue, t.server.access.people.viewer(person.empId, null)!)!
      .rows.map((row) => [String(row['id']), row]),
  );

function apart(): string[] {
  const right = new Map(
    [...new Set(people.map((person) => person.empId))].map((empId) => [
      empId,
      serverHash(people.find((one) => one.empId === empId)!),
    ]),
  );
  return clients.flatMap((client, i) => {
    const person = people[i % people.length]!;
    return client.socket.connected && client.hash() === right.get(person.empId)
      ? []
      : [`${i}: ${client.socket.connected} ${client.refused ?? ''} ${client.seq ?? ''}`];
  });
}

const equal = (what: string): Promise<number> =>
  until(what, () => apart().length === 0).catch((error: Error) => {
    throw new Error(`${error.message}: ${apart().slice(0, 5).join(' | ')}`);
  });

test(
  `P13: ${Math.min(count('stormClients'), 100)} consoles lose their connection at once, ${count('storms')} times: each comes back and is equal`,
  async () => {
    await equal('at first');
    const waits: number[] = [];
    for (let storm = 0; storm < count('storms'); storm += 1) {
      expect(proxy.cut()).toBeGreaterThanOrEqual(clients.length);
      for (let i = 0; i < 5; i += 1) await arrives();
      waits.push(await equal(`storm ${storm}`));
    }
    // One channel per scope: a hundred returning consoles do not make a hundred copies of the rows.
    expect(t.server.hub.channels().filter(({ feed }) => feed === queue).length).toBeLessThanOrEqual(4);
    expect(t.faults).toEqual([]);
    console.log(
      `${clients.length} consoles, ${waits.length} storms: the last one equal after ${Math.max(...waits).toFixed(0)} ms at most`,
    );
  },
  limitFor('storms'),
);

/**
 * The event-loop delay, in ms, of a server in its own process since the last call: /metrics resets these
 * figures with each scrape.
 */
async function lateSince(url: string): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  // The monitor includes its own interval of 100 ms.
  const ms = (name: string): number =>
    Math.max(0, Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1]) * 1_000 - 100);
  return { p99: ms('nodejs_eventloop_lag_p99_seconds'), max: ms('nodejs_eventloop_lag_max_seconds') };
}

test(
  `P13: ${count('stormClients')} consoles lose their connection at once, ${count('storms')} times: the server’s event loop, in a process of its own, is not held up`,
  async () => {
    const folder = temporaryFolder('ops-storm-');
    await fillStore(folder);
    const server = await startServer({ DATA_DIR: folder });
    const line = await openFaultProxy({ port: Number(new URL(server.url).port) }, dice());
    const consoles: FeedClient[] = [];
    try {
      // Five sessions per person, five connections per session; those who may not see the queue watch what is
      // theirs.
      const who: Person[] = [];
      const queueLogins = ['verifier', 'verifier2', 'lead', 'admin'];
      const logins = [
        ...queueLogins,
        'agent1',
        'agent2',
        'cc1',
        'digi1',
        'checker',
        'doctor',
        'store',
        'hr',
      ].slice(0, Math.ceil(count('stormClients') / 25));
      for (const login of logins) for (let i = 0; i < 5; i += 1) who.push(await signIn(server.url, login));
      const lines = Array.from({ length: count('stormClients') }, (_, i) => {
        const at = i % who.length;
        return new FeedClient(
          `http://127.0.0.1:${line.port}`,
          who[at]!,
          at < queueLogins.length * 5 ? queue : 'notifications/me',
        );
      });
      consoles.push(...lines);
      await Promise.all(lines.map((one) => one.ready()));
      expect(lines.filter((one) => one.mode === undefined)).toEqual([]);
      const atQueue = lines.filter((one) => one.feed === queue);
      const row = [...lines[0]!.rows.values()].find(
        (one) =>
          one['state'] === 'waiting' &&
          (one['submitter'] as { readonly empId: number } | null)?.empId !== who[0]!.empId,
      )!;
      const late: { p99: number; max: number }[] = [];
      const waits: number[] = [];
      for (let storm = 0; storm < count('storms'); storm += 1) {
        await lateSince(server.url);
        expect(line.cut()).toBeGreaterThanOrEqual(lines.length);
        const changed = await who[0]!.command(
          `queueitem-signup-queue-${row['id']}`,
          storm % 2 ? 'release' : 'claim',
        );
        expect(changed.status, JSON.stringify(changed.body)).toBe(200);
        const state = storm % 2 ? 'waiting' : 'claimed';
        const back = (): boolean =>
          lines.every((one) => one.socket.connected) &&
          atQueue.every((one) => one.rows.get(String(row['id']))?.['state'] === state);
        waits.push(await until(`storm ${storm}`, back));
        // Waits for those that reconnected and have no answer yet.
        await Promise.all(lines.map((one) => one.open()));
        late.push(await lateSince(server.url));
      }
      const worst = (of: 'p99' | 'max'): number => Math.max(...late.map((one) => one[of]));
      console.log(
        `${lines.length} consoles, ${waits.length} storms: the last one back after ${Math.max(...waits).toFixed(0)} ms at most, the loop late by ${worst('p99').toFixed(0)} ms (p99) and ${worst('max').toFixed(0)} ms (at most) during the worst`,
      );
      expect(worst('p99')).toBeLessThanOrEqual(goal(200));
    } finally {
      for (const one of consoles) one.close();
      await line.close();
      await server.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  },
  limitFor('storms'),
);

test(
  'P10, P41: over a connection that is late, jittery, sliced to single bytes, thin, half closed or silent, everything arrives and in sequence',
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
      for (let i = 0; i < Math.ceil(count('delayedFrames') / clients.length / ills.length) + 2; i += 1)
        await arrives();
      proxy.heal();
      await equal(what);
      clients.forEach((client, i) => {
        expect(client.seq!, what).toBeGreaterThanOrEqual(seen[i]!);
        seen[i] = client.seq!;
      });
    }
    expect(t.faults).toEqual([]);
  },
  limitFor('delayedFrames'),
);
