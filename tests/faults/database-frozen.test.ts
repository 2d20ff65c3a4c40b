import { randomUUID } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { violationsIn } from '#tests/kit/checker.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { treeOf } from '#tests/kit/processes.ts';
import { goal } from '#tests/kit/tiers.ts';

const frozenMs = 20_000;
/** The longest wait for a refusal: `limits.databaseSilentMs`, plus what a busy machine adds. */
const boundMs = goal(13_000);

/** Every PostgreSQL process below one, the parent first, so that it starts no further ones. */
const serversOf = (pid: number): number[] =>
  treeOf(pid).filter((one) => {
    try {
      return basename(readlinkSync(`/proc/${one}/exe`)) === 'postgres';
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  });

/** P24, P26: a database that accepts every connection and answers nothing. */
test('P26: PostgreSQL freezes under load: everybody gets a refusal in time, and the server recovers by itself', async () => {
  const folder = temporaryFolder('ops-frozen-');
  const DATA_DIR = join(folder, 'data');
  mkdirSync(DATA_DIR, { mode: 0o711 });
  await fillStore(DATA_DIR);
  const server = await startServer({ DATA_DIR });
  const frozen: number[] = [];
  const thaw = (): void => {
    for (const one of frozen.splice(0)) process.kill(one, 'SIGCONT');
  };
  try {
    const [agent, admin] = [await signIn(server.url, 'agent1'), await signIn(server.url, 'admin')];
    const client = await new FeedClient(server.url, admin, 'queue/signup-queue').ready();
    const translations: { awaySince: number | null; at: number; wall: number }[] = [];
    client.socket.on('store:state', ({ awaySince }) =>
      translations.push({ awaySince, at: performance.now(), wall: Date.now() }),
    );
    const output: {
      what: string;
      status: number;
      code: string | undefined;
      retryAfter: string | null;
      ms: number;
      at: number;
    }[] = [];
    const request = async (what: string, requested: () => ReturnType<typeof agent.send>): Promise<number> => {
      const at = performance.now();
      const { status, body, headers } = await requested();
      output.push({
        what,
        status,
        code: body.code,
        retryAfter: headers.get('retry-after'),
        ms: performance.now() - at,
        at,
      });
      return status;
    };
    const acked: string[] = [];
    const unsure: string[] = [];
    const command = async (key: string = randomUUID()): Promise<number> => {
      const status = await request('command', () =>
        agent.send(
          'POST',
          '/commands/signup/new/start',
          { pooId: 1, applicant: { name: 'Anita Rao' } },
          { 'idempotency-key': key },
        ),
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
      ...Array.from({ length: 14 }, () => every(100, () => command())),
      every(250, () => request('search', () => admin.send('GET', '/search?q=rao'))),
      every(250, () => request('feed', () => admin.send('GET', '/feeds/queue/signup-queue'))),
      every(250, () => request('readyz', () => admin.send('GET', '/readyz'))),
      every(250, () => request('healthz', () => admin.send('GET', '/healthz'))),
    ];
    await until('under way', () => acked.length > 50);
    expect(unsure).toEqual([]);
    const from = performance.now();
    for (const one of serversOf(server.child.pid!)) {
      process.kill(one, 'SIGSTOP');
      frozen.push(one);
    }
    expect(frozen.length).toBeGreaterThan(5);
    await pause(frozenMs);
    thaw();
    const thawed = performance.now();
    const back = await until('commands again', () =>
      output.some((one) => one.what === 'command' && one.at > thawed && one.status === 200),
    );
    const ready = await until('ready again', () =>
      output.some((one) => one.what === 'readyz' && one.at > thawed && one.status === 200),
    );
    over = true;
    await Promise.all(load);

    const during = output.filter(({ at, ms }) => at + ms > from && at < thawed);
    for (const what of new Set(during.map((one) => one.what))) {
      const these = during.filter((one) => one.what === what);
      const translations = [
        ...new Set(these.map(({ status, code }) => `${status}${code ? ` ${code}` : ''}`)),
      ].join(', ');
      console.log(
        `${what}: ${these.length} answers (${translations}), at most after ${Math.max(...these.map(({ ms }) => ms)).toFixed(0)} ms`,
      );
    }
    console.log(
      `commands done ${back.toFixed(0)} ms and ready ${(back + ready).toFixed(0)} ms after it went on, ${acked.length} answered, ${unsure.length} unsure`,
    );
    expect(during.filter(({ ms }) => ms > boundMs)).toEqual([]);
    // Every console is notified when the freeze is noticed, with the time of the last answer, and again when
    // it is over.
    expect(translations.map(({ awaySince }) => awaySince === null)).toEqual([false, true]);
    const [gone, here] = translations as [(typeof translations)[0], (typeof translations)[0]];
    console.log(
      `consoles were notified ${(gone.at - from).toFixed(0)} ms after it stood still, and ${(here.at - thawed).toFixed(0)} ms after it went on`,
    );
    expect(gone.at - from).toBeLessThan(boundMs);
    expect(here.at - thawed).toBeLessThan(goal(5_000));
    const stood = gone.wall - (gone.at - from);
    expect(Math.abs(gone.awaySince! - stood)).toBeLessThan(goal(2_000));
    const no = output.filter(({ status }) => status !== 200);
    expect(no.filter(({ status, code }) => status !== 503 || code !== 'storageAway')).toEqual([]);
    expect(no.filter(({ retryAfter }) => retryAfter !== '5')).toEqual([]);
    for (const what of ['command', 'readyz', 'search'])
      expect(no.filter((one) => one.what === what).length, what).toBeGreaterThan(0);
    // Queries from memory go on.
    for (const what of ['feed', 'healthz'])
      expect(
        no.filter((one) => one.what === what),
        what,
      ).toEqual([]);

    // Repeated with its key, each is done once, whether or not the server had accepted it before the freeze.
    const again = unsure.splice(0);
    expect(again.length).toBeGreaterThan(0);
    for (const key of again) expect(await command(key)).toBe(200);
    expect(client.socket.connected).toBe(true);
    const fresh = await new FeedClient(server.url, admin, 'queue/signup-queue').ready();
    await until('the screen shows the same', () => client.hash() === fresh.hash());
    for (const one of [client, fresh]) one.close();
    expect(server.child.exitCode).toBeNull();
    await server.kill('SIGTERM');
    expect(await violationsIn(DATA_DIR, { answered: acked })).toEqual([]);
  } finally {
    thaw();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
