import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from '#tests/kit/children.ts';
import { openConnection } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { count, goal } from '#tests/kit/tiers.ts';

/** P25: two processes can never open one embedded store. Larger counts by OPENERS=50. */
const rounds = count('openers');
const holder = join(import.meta.dirname, '..', 'kit', 'store-holder.ts');

let dataDir = '';
const running = new Set<ChildProcess>();

beforeEach(() => {
  dataDir = join(temporaryFolder('ops-opener-'), 'data');
});

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  running.clear();
  await until('the server has ended', () => serverPid() === undefined || !lives(serverPid() ?? 0));
  rmSync(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
});

interface Opener {
  readonly child: ChildProcess;
  readonly output: string;
  readonly ms: number;
}

/** Starts one more process that wants the store, and waits for its first output. */
async function open(): Promise<Opener> {
  const began = performance.now();
  const child = startChild(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const [output] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { child, output, ms: performance.now() - began };
}

const serverPid = (): number | undefined => {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

test(
  'a second opener is refused within two seconds with the pid of the holder',
  { tags: ['gate'] },
  async () => {
    const first = await open();
    expect(first.output).toMatch(/^open /);
    for (let round = 0; round < rounds; round += 1) {
      const second = await open();
      expect(second.output).toContain(`in use by process ${first.child.pid}`);
      expect(second.ms).toBeLessThan(goal(2_000));
    }
  },
);

test('a stopped holder keeps its store', async () => {
  const first = await open();
  first.child.kill('SIGSTOP');
  for (let round = 0; round < rounds; round += 1) {
    const second = await open();
    expect(second.output).toContain(`in use by process ${first.child.pid}`);
    expect(second.ms).toBeLessThan(goal(2_000));
  }
  first.child.kill('SIGCONT');
});

test('of many simultaneous openers one gets the store', async () => {
  const all = await Promise.all(Array.from({ length: rounds }, open));
  expect(all.filter(({ output }) => output.startsWith('open '))).toHaveLength(1);
  expect(all.filter(({ output }) => output.startsWith('refused '))).toHaveLength(rounds - 1);
});

test('after kill -9 the next opener takes over, and every acknowledged row is there', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { child, output } = await open();
    expect(output).toMatch(/^open /);
    const client = await openConnection(output.slice('open '.length));
    await client.query('create table if not exists kept (n int)');
    await client.query('insert into kept values ($1)', [round]);
    expect((await client.query('select n from kept order by n')).rows.map(({ n }) => n)).toEqual(
      Array.from({ length: round + 1 }, (_, n) => n),
    );
    await kill(child, 'SIGKILL');
  }
});

test('when its process is killed, the server stops by itself', async () => {
  const { child } = await open();
  const pid = serverPid() ?? 0;
  expect(lives(pid)).toBe(true);
  await kill(child, 'SIGKILL');
  await until('the server has ended', () => !lives(pid));
});

test('a clean stop leaves neither lock nor server', async () => {
  const { child } = await open();
  await kill(child, 'SIGTERM');
  expect(serverPid()).toBeUndefined();
  expect(() => readFileSync(join(dataDir, 'postgres.lock'))).toThrow(/ENOENT/);
});

test('a pid that another process has since received is not mistaken for the holder', async () => {
  const { child } = await open();
  await kill(child, 'SIGKILL');
  const lock = join(dataDir, 'postgres.lock');
  const left = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>;
  expect(left.pid).toBe(child.pid);
  writeFileSync(lock, JSON.stringify({ ...left, pid: process.pid }));
  expect((await open()).output).toMatch(/^open /);
});

test('a lock file of a living process counts even without the kernel’s lock', async () => {
  const { child } = await open();
  const lock = join(dataDir, 'postgres.lock');
  const translations = readFileSync(lock, 'utf8');
  await kill(child, 'SIGTERM');
  const other = startChild('/bin/sleep', ['3600'], { stdio: 'ignore' });
  running.add(other);
  const stat = readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(' ');
  writeFileSync(lock, JSON.stringify({ ...JSON.parse(translations), pid: other.pid, start: stat[21] }));
  expect((await open()).output).toContain(`in use by process ${other.pid}`);
});

test('a lock file truncated by a crash is no lock', async () => {
  const { child } = await open();
  await kill(child, 'SIGKILL');
  writeFileSync(join(dataDir, 'postgres.lock'), '{"pid":');
  expect((await open()).output).toMatch(/^open /);
});
