import { randomUUID } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { violationsIn } from '#tests/kit/checker.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/house.ts';
import { startHouse } from '#tests/kit/process-house.ts';
import { treeOf } from '#tests/kit/processes.ts';
import { goal } from '#tests/kit/tiers.ts';

const frozenMs = 20_000;
/** Nobody waits longer for a plain no: `limits.databaseSilentMs`, and what a busy machine adds. */
const boundMs = goal(13_000);

/** Every process of PostgreSQL below one, the first of them first: what it would start meanwhile is not started. */
const serversOf = (pid: number): number[] =>
  treeOf(pid).filter((one) => {
    try {
      return basename(readlinkSync(`/proc/${one}/exe`)) === 'postgres';
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  });

/** P24, P26: a database that takes every line and answers nothing. */
test('P26: PostgreSQL stands still under load: everybody is told in time, and it goes on by itself', async () => {
  const folder = temporaryFolder('ops-frozen-');
  const DATA_DIR = join(folder, 'data');
  mkdirSync(DATA_DIR, { mode: 0o711 });
  await fillStore(DATA_DIR);
  const house = await startHouse({ DATA_DIR });
  const frozen: number[] = [];
  const thaw = (): void => {
    for (const one of frozen.splice(0)) process.kill(one, 'SIGCONT');
  };
  try {
    const [agent, admin] = [await signIn(house.url, 'agent1'), await signIn(house.url, 'admin')];
    const client = await new FeedClient(house.url, admin, 'queue/signup-queue').ready();
    const words: { awaySince: number | null; at: number; wall: number }[] = [];
    client.socket.on('store:state', ({ awaySince }) => words.push({ awaySince, at: performance.now(), wall: Date.now() }));
    const said: { what: string; status: number; code: string | undefined; retryAfter: string | null; ms: number; at: number }[] = [];
    const ask = async (what: string, asked: () => ReturnType<typeof agent.send>): Promise<number> => {
      const at = performance.now();
      const { status, body, headers } = await asked();
      said.push({ what, status, code: body.code, retryAfter: headers.get('retry-after'), ms: performance.now() - at, at });
      return status;
    };
    const acked: string[] = [];
    const unsure: string[] = [];
    const order = async (key: string = randomUUID()): Promise<number> => {
      const status = await ask('order', () =>
        agent.send('POST', '/commands/signup/new/start', { pooId: 1, applicant: { name: 'Anita Rao' } }, { 'idempotency-key': key }),
      );
      (status === 200 ? acked : unsure).push(key);
      return status;
    };
    let over = false;
    const every = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
      while (!over) {
        await act();
        await pause(ms);
      }
    };
    const load = [
      ...Array.from({ length: 14 }, () => every(100, () => order())),
      every(250, () => ask('search', () => admin.send('GET', '/search?q=rao'))),
      every(250, () => ask('feed', () => admin.send('GET', '/feeds/queue/signup-queue'))),
      every(250, () => ask('readyz', () => admin.send('GET', '/readyz'))),
      every(250, () => ask('healthz', () => admin.send('GET', '/healthz'))),
    ];
    await until('under way', () => acked.length > 50);
    expect(unsure).toEqual([]);
    const from = performance.now();
    for (const one of serversOf(house.child.pid!)) {
      process.kill(one, 'SIGSTOP');
      frozen.push(one);
    }
    expect(frozen.length).toBeGreaterThan(5);
    await pause(frozenMs);
    thaw();
    const thawed = performance.now();
    const back = await until('orders again', () => said.some((one) => one.what === 'order' && one.at > thawed && one.status === 200));
    const ready = await until('ready again', () => said.some((one) => one.what === 'readyz' && one.at > thawed && one.status === 200));
    over = true;
    await Promise.all(load);

    const during = said.filter(({ at, ms }) => at + ms > from && at < thawed);
    for (const what of new Set(during.map((one) => one.what))) {
      const these = during.filter((one) => one.what === what);
      const words = [...new Set(these.map(({ status, code }) => `${status}${code ? ` ${code}` : ''}`))].join(', ');
      console.log(`${what}: ${these.length} answers (${words}), at most after ${Math.max(...these.map(({ ms }) => ms)).toFixed(0)} ms`);
    }
    console.log(
      `orders done ${back.toFixed(0)} ms and ready ${(back + ready).toFixed(0)} ms after it went on, ${acked.length} answered, ${unsure.length} unsure`,
    );
    expect(during.filter(({ ms }) => ms > boundMs)).toEqual([]);
    // Every console is told when it is noticed, with the moment of the last answer, and once more when it is over.
    expect(words.map(({ awaySince }) => awaySince === null)).toEqual([false, true]);
    const [gone, here] = words as [(typeof words)[0], (typeof words)[0]];
    console.log(`consoles were told ${(gone.at - from).toFixed(0)} ms after it stood still, and ${(here.at - thawed).toFixed(0)} ms after it went on`);
    expect(gone.at - from).toBeLessThan(boundMs);
    expect(here.at - thawed).toBeLessThan(goal(5_000));
    const stood = gone.wall - (gone.at - from);
    expect(Math.abs(gone.awaySince! - stood)).toBeLessThan(goal(2_000));
    const no = said.filter(({ status }) => status !== 200);
    expect(no.filter(({ status, code }) => status !== 503 || code !== 'storageAway')).toEqual([]);
    expect(no.filter(({ retryAfter }) => retryAfter !== '5')).toEqual([]);
    for (const what of ['order', 'readyz', 'search']) expect(no.filter((one) => one.what === what).length, what).toBeGreaterThan(0);
    // What the house holds itself is read on.
    for (const what of ['feed', 'healthz'])
      expect(
        no.filter((one) => one.what === what),
        what,
      ).toEqual([]);

    // Asked again with its key, each is done, once, whether the server had taken it before it stood or not.
    const again = unsure.splice(0);
    expect(again.length).toBeGreaterThan(0);
    for (const key of again) expect(await order(key)).toBe(200);
    expect(client.socket.connected).toBe(true);
    const fresh = await new FeedClient(house.url, admin, 'queue/signup-queue').ready();
    await until('the screen shows the same', () => client.hash() === fresh.hash());
    for (const one of [client, fresh]) one.close();
    expect(house.child.exitCode).toBeNull();
    await house.kill('SIGTERM');
    expect(await violationsIn(DATA_DIR, { answered: acked })).toEqual([]);
  } finally {
    thaw();
    await house.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
