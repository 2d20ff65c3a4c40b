import { randomUUID, type UUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reachDatabase } from '#server/operations/reach.ts';
import { violationsIn } from '#tests/kit/checker.ts';
import { openConnection } from '#tests/kit/connections.ts';
import { failDisk } from '#tests/kit/failing-disk.ts';
import { needsRoot } from '#tests/kit/needs-root.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P26: when the disk fails, nothing acknowledged is lost, refusals are explicit, and the server recovers by
 * itself with the disk.
 */
const syncs = ['fdatasync', 'fsync'];
const ills: readonly (readonly [string, readonly string[], 'EIO' | 'EROFS'])[] = [
  ['neither writes nor syncs', ['pwrite64', ...syncs], 'EIO'],
  // The recovery may find commands that were written but not acknowledged.
  ['writes and does not sync', syncs, 'EIO'],
  ['is read-only', ['pwrite64', 'pwritev', 'fallocate', 'ftruncate', ...syncs], 'EROFS'],
];

test(
  `P26: a disk of the embedded store that fails ${count('failingDisks')} times under load`,
  async (context) => {
    needsRoot(context);
    const folder = temporaryFolder('ops-eio-');
    const DATA_DIR = join(folder, 'data');
    mkdirSync(DATA_DIR, { mode: 0o711 });
    await fillStore(DATA_DIR);
    const server = await startServer({ DATA_DIR });
    const acked: UUID[] = [];
    const unsure: UUID[] = [];
    try {
      const [agent, admin] = [await signIn(server.url, 'agent1'), await signIn(server.url, 'admin')];
      const client = await new FeedClient(server.url, agent, 'notifications/me').ready();
      const answers: { status: number; code?: string; retryAfter: string | null }[] = [];
      const command = async (key: UUID = randomUUID()): Promise<number> => {
        const answer = await agent.send(
          'POST',
          '/commands/signup/new/start',
          { pooId: 1, applicant: { name: 'Anita Rao' } },
          { 'idempotency-key': key },
        );
        answers.push({
          status: answer.status,
          code: answer.body.code,
          retryAfter: answer.headers.get('retry-after'),
        });
        (answer.status === 200 ? acked : unsure).push(key);
        return answer.status;
      };
      const readyz = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
      const positions = async (): Promise<{ known: number; written: number }> => {
        const { url } = await reachDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
        const look = await openConnection(url);
        const written = Number(
          (await look.query<{ position: string }>('select position from log_head')).rows[0]!.position,
        );
        await look.end();
        return {
          known: ((await admin.get('/health')).body as { store: { position: number } }).store.position,
          written,
        };
      };
      for (let round = 0; round < count('failingDisks'); round += 1) {
        const [what, calls, error] = ills[round % ills.length]!;
        expect(await command(), what).toBe(200);
        const disk = await failDisk(server.child.pid!, calls, error);
        const emitted = await until(
          'announced',
          async () => (await command()) === 503 && (await readyz()) === 503,
        );
        for (let i = 0; i < 20; i += 1) {
          expect(await command(), what).toBe(503);
          await pause(50);
        }
        expect(disk.failed(), what).toBeGreaterThan(0);
        await disk.heal();
        const well = await until('well again', async () => (await readyz()) === 200);
        // Before anything else is written, the server knows what the recovery found.
        await until('nothing is missed', async () => {
          const { known, written } = await positions();
          return known === written;
        });
        expect(await command(), what).toBe(200);
        console.log(
          `${what}: announced after ${emitted.toFixed(0)} ms, ready ${well.toFixed(0)} ms after the disk was well, ${disk.failed()} calls failed`,
        );
      }
      expect(answers.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toEqual({ status: 503, code: 'storageAway', retryAfter: '5' });
      // Repeated with its key, each is done, once.
      for (const key of unsure.splice(0)) expect(await command(key)).toBe(200);
      expect(client.socket.connected).toBe(true);
      client.close();
      expect(server.child.exitCode).toBeNull();
      await server.kill('SIGTERM');
      expect(await violationsIn(DATA_DIR, { answered: acked })).toEqual([]);
    } finally {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  limitFor('failingDisks'),
);

/** Reads a store that was just opened: nothing of it is in the database's cache. */
const samples = [
  '/search?q=rao',
  '/feeds/queue/signup-queue',
  '/masters-list/reasonmaster',
  '/masters-list/traymaster',
] as const;

test('P26: a disk of the embedded store that cannot be read', async (context) => {
  needsRoot(context);
  const folder = temporaryFolder('ops-eio-');
  const DATA_DIR = join(folder, 'data');
  mkdirSync(DATA_DIR, { mode: 0o711 });
  await fillStore(DATA_DIR);
  const server = await startServer({ DATA_DIR });
  const acked: UUID[] = [];
  try {
    const [agent, admin] = [await signIn(server.url, 'agent1'), await signIn(server.url, 'admin')];
    const read = (): Promise<{ status: number; body: any }[]> =>
      Promise.all(samples.map((path) => admin.get(path)));
    const command = async (key: UUID): Promise<{ status: number; body: any }> =>
      agent.send(
        'POST',
        '/commands/signup/new/start',
        { pooId: 1, applicant: { name: 'Anita Rao' } },
        { 'idempotency-key': key },
      );
    const disk = await failDisk(server.child.pid!, ['pread64', 'preadv']);
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const output: string[] = [];
    for (const key of keys) {
      const commanded = await command(key);
      if (commanded.status === 200) acked.push(key);
      output.push(
        ...[...(await read()), commanded].map(({ status, body }) =>
          status === 200 ? '200' : `${status} ${body.code}`,
        ),
      );
    }
    console.log(
      `cannot be read: ${output.filter((one) => one !== '200').length} of ${output.length} answers were no, ${disk.failed()} calls failed`,
    );
    expect(disk.failed()).toBeGreaterThan(0);
    expect(output.filter((one) => !['200', '503 storageAway'].includes(one))).toEqual([]);
    expect(output).toContain('503 storageAway');
    await disk.heal();
    await until('read again', async () => (await read()).every(({ status }) => status === 200));
    for (const key of keys) expect((await command(key)).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
    await server.kill('SIGTERM');
    expect(await violationsIn(DATA_DIR, { answered: keys })).toEqual([]);
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
