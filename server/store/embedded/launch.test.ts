import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { launch } from './launch.ts';

let folder = '';
let cluster = '';
const notes = (): string => join(cluster, 'postmaster.pid');

/**
 * A folder in which PostgreSQL exits at once, so that a launch ends after it has cleared leftovers of
 * earlier servers.
 */
beforeEach(() => {
  folder = temporaryFolder('ops-launch-');
  cluster = join(folder, 'cluster');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(cluster);
  writeFileSync(join(folder, 'bin', 'postgres'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<unknown> =>
  launch({
    binaries: folder,
    cluster,
    socketDir: folder,
    account: undefined,
    url: 'postgresql://ops@127.0.0.1:1/ops',
    settings: {},
  });

/** A process named like PostgreSQL in this folder; it can be ended by a signal or by closing its input. */
async function postgresIn(cwd: string): Promise<{ pid: number; end(): void; ended: Promise<unknown[]> }> {
  const program = join(folder, 'postgres');
  copyFileSync('/bin/sh', program);
  chmodSync(program, 0o755);
  const child = spawn(program, ['-c', 'echo here; read -r line'], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { pid: child.pid!, end: () => void child.stdin.end(), ended };
}

test('a stale pid that now belongs to another PostgreSQL is removed and that process left alone', async () => {
  const other = await postgresIn(folder);
  writeFileSync(notes(), `${other.pid}\n${cluster}\n`);
  await expect(start()).rejects.toThrow('ended with 3');
  expect(existsSync(notes())).toBe(false);
  other.end();
  // Ended by its input, not by a signal.
  expect(await other.ended).toEqual([1, null]);
});

test('an orphaned server that still holds the cluster is stopped', async () => {
  const orphan = await postgresIn(cluster);
  writeFileSync(notes(), `${orphan.pid}\n${cluster}\n`);
  await expect(start()).rejects.toThrow('ended with 3');
  expect(await orphan.ended).toEqual([null, 'SIGINT']);
});

test('outside Linux, a pid file of no process or of another program is removed', async () => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }));
  const gone = spawn('true');
  await once(gone, 'exit');
  const other = spawn('sleep', ['60']);
  const ended = once(other, 'exit');
  for (const { pid } of [gone, other]) {
    writeFileSync(notes(), `${pid}\n${cluster}\n`);
    await expect(start()).rejects.toThrow('ended with 3');
    expect(existsSync(notes())).toBe(false);
  }
  other.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}, 20_000);
