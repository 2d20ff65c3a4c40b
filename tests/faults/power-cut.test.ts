import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { pathsFor } from '#server/store/embedded/paths.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';
import { treeOf } from '#tests/kit/processes.ts';
import { traced, type Call, type Mark } from '#tests/kit/trace.ts';

/**
 * P02: acknowledged commands survive a power cut, because the database's WAL is synced before the answer is
 * sent. Commands run one after the other while every write and sync of the database and every write of the
 * server is traced: between two answers the WAL must be written and then synced. The same check must fail
 * with `synchronous_commit` off.
 */
const isAnswer = (call: Call): boolean =>
  /^(write|writev|sendto|sendmsg)$/.test(call.name) && call.text.includes('HTTP/1.1 200');
const isWrite = (call: Call): boolean =>
  /^pwritev?(64|2)?$/.test(call.name) && call.text.includes('/pg_wal/') && !call.text.includes('= -1');
const isSync = (call: Call): boolean =>
  /^f(data)?sync$/.test(call.name) && call.text.includes('/pg_wal/') && call.text.trimEnd().endsWith(' = 0');

const names = [
  'write',
  'writev',
  'sendto',
  'sendmsg',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'fsync',
  'fdatasync',
];

/** An answer of the server that is none to an command. */
const markOf = (url: string): Mark => ({
  make: () => fetch(`${url}/api/nothing-here`),
  is: (call) => /^(write|writev|sendto|sendmsg)$/.test(call.name) && call.text.includes('HTTP/1.1 404'),
});

/** Orders come one after the other, so what is written between two answers and synced before the second is the second's own. */
function early(calls: readonly Call[]): { answers: number; early: number } {
  let answers = 0;
  let tooEarly = 0;
  let written = false;
  let synced = false;
  for (const call of calls) {
    if (isWrite(call)) written = true;
    else if (isSync(call)) synced ||= written;
    else if (isAnswer(call)) {
      answers += 1;
      if (!synced) tooEarly += 1;
      written = synced = false;
    }
  }
  return { answers, early: tooEarly };
}

test(
  `P02: ${count('syncedAnswers')} answers, each after the sync of its own WAL; the control without waiting for syncs fails`,
  { tags: ['gate'], timeout: limitFor('syncedAnswers') },
  async () => {
    const DATA_DIR = await fillStore(temporaryFolder('ops-power-'));
    const server = await startServer({ DATA_DIR });
    try {
      const admin = await signIn(server.url, 'admin');
      let n = 0;
      // A new department triggers nothing: no other write syncs the command's own.
      const command = async (): Promise<void> => {
        n += 1;
        const answer = await admin.command('master-department-new', 'create', {
          fields: { vCode: `PC${n}`, vName: `Power cut ${n}` },
        });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      };
      await command();
      const pids = treeOf(server.child.pid!);
      expect(pids.length).toBeGreaterThan(4);
      const calls = await traced(pids, names, markOf(server.url), async () => {
        // Some more than required: a tracer that attaches late misses the first ones.
        for (let i = 0; i < count('syncedAnswers') + 6; i += 1) await command();
      });
      const seen = early(calls);
      expect(seen.answers).toBeGreaterThanOrEqual(count('syncedAnswers'));
      expect(seen.early).toBe(0);
      expect((await admin.get('/health')).body.store).toMatchObject({ durability: 'power-safe' });
      console.log(
        `${seen.answers} answers, ${calls.filter(isWrite).length} writes and ${calls.filter(isSync).length} syncs of the log, too early 0`,
      );
    } finally {
      await server.kill('SIGTERM');
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  },
);

/**
 * The WAL writer syncs five times a second by itself: on a slow machine that falls before the next answer, as
 * if the answer had waited for it.
 */
function syncRarely(dataDir: string): void {
  appendFileSync(join(pathsFor(dataDir).cluster, 'postgresql.auto.conf'), "\nwal_writer_delay = '10s'\n");
}

test('P02: the same check finds a store that does not wait for syncs, and the server does not claim otherwise', async () => {
  const dataDir = await fillStore(temporaryFolder('ops-power-'));
  syncRarely(dataDir);
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const server = await startServer({
    DATABASE_URL: `${database.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`,
    DEMO: '1',
  });
  try {
    const admin = await signIn(server.url, 'admin');
    const pids = treeOf(process.pid).filter((pid) => pid !== process.pid);
    const calls = await traced(pids, names, markOf(server.url), async () => {
      // Some more than required: a tracer that attaches late misses the first ones.
      for (let n = 0; n < 26; n += 1) {
        const answer = await admin.command('master-department-new', 'create', {
          fields: { vCode: `NS${n}`, vName: `Not synced ${n}` },
        });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      }
    });
    const seen = early(calls);
    expect(seen.answers).toBeGreaterThanOrEqual(20);
    expect(seen.early, 'without waiting, most answers leave before their sync').toBeGreaterThan(
      seen.answers / 2,
    );
    expect((await admin.get('/health')).body.store.durability).not.toBe('power-safe');
  } finally {
    await server.kill('SIGTERM');
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
