import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openDatabase, type Database } from '#server/store/embedded/open-database.ts';
import { endChildren } from './children.ts';
import { madeForTheRun } from './run-socket.ts';
import { startOf } from './processes.ts';
import { runFolder, serverSocketName } from './run-folder.ts';
import { scaledDatabaseName } from './scaled.ts';
import { clockStart, clockStartName, testNow } from './test-clock.ts';

interface TestDatabaseServer {
  readonly folder: string;
  url(): Promise<string>;
  close(): Promise<void>;
}

/** How the folders of this process's runs begin. */
const mine = `ops-test-${process.pid}-`;

/** A database server of its own in a folder of its own, started when the first one asks. */
export function serveTestDatabase(): TestDatabaseServer {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), mine));
  chmodSync(folder, 0o711); // the database's account passes through it
  writeFileSync(join(folder, 'owner.new'), startOf(process.pid)!);
  renameSync(join(folder, 'owner.new'), join(folder, 'owner'));
  let opened: Promise<Database> | undefined;
  const open = () =>
    (opened ??= openDatabase({
      databaseUrl: process.env[scaledDatabaseName],
      dataDir: join(folder, 'data'),
      // Several servers use it at once, and nothing in it outlives the run: what a power cut leaves is tested on servers of their own.
      // Copies of a template are made by the kernel, file by file, in a tenth of the time that reading and writing them takes.
      settings: { max_connections: '200', shared_buffers: '256MB', fsync: 'off', file_copy_method: 'clone' },
    }));
  return {
    folder,
    url: async () => (await open()).url,
    close: async () => {
      await (await opened)?.stop();
      takeAway(folder);
    },
  };
}

/** A run that was killed leaves processes and data behind; the next one ends and takes away what is certainly that run's. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^ops-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const folder = join(tmpdir(), name);
    const [start, owner] = [startOf(Number(pid)), ownerOf(folder)];
    if (start !== null && (owner === null || owner === start)) continue;
    const left = endChildren(folder);
    if (left.length > 0)
      console.log(`A run that was broken off had left processes behind, they were ended: ${left.join(', ')}`);
    takeAway(folder);
  }
}

/** When the process started whose folder this is; null while a run begins, or takes the folder away. */
function ownerOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Takes a run's folder away, with the disks that a test mounted in it. */
function takeAway(folder: string): void {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  for (const [, where = ''] of mounts.map((line) => line.split(' ')))
    if (where.startsWith(`${folder}/`)) spawnSync('umount', ['-l', where]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const fixedDemo = `demo_from_${testNow}`;
const runningDemo = 'demo_now';

/** The templates that promises, attacks and faults copy. */
export const commonTemplates: readonly string[] = [fixedDemo, runningDemo];

/** Vitest's global set-up: opens the socket for the workers where the run has none, makes what their files need, and returns how to leave. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env[clockStartName] ??= String(clockStart());
  const around = runFolder();
  const close = around === undefined ? openRunSocket().close : async () => endLeftOver(around);
  await Promise.all(neededBy(project).map(madeForTheRun));
  return close;
}

function endLeftOver(folder: string): void {
  const left = endChildren(folder);
  if (left.length > 0) console.log(`Tests had left processes behind, they were ended: ${left.join(', ')}`);
}

export interface RunSocket {
  /** Begins to make what steps to come will wait for. */
  prepare(names: readonly string[]): void;
  close(): Promise<void>;
}

/** Opens the socket at which workers and processes of their own ask for a database; projects and steps of one run share it. */
export function openRunSocket(): RunSocket {
  const server = serveTestDatabase();
  const path = join(server.folder, 'socket');
  process.env[serverSocketName] = path;
  const made = new Map<string, Promise<unknown>>();
  const make = (name: string): Promise<unknown> => {
    const known = made.get(name) ?? run(process.execPath, [makeOnce, name]);
    made.set(name, known);
    return known;
  };
  const listener = answerAt(path, async (question) =>
    question === 'server' ? server.url() : (await make(question), 'made'),
  );
  return {
    prepare(names) {
      for (const name of names)
        make(name).catch((error: unknown) => console.log(`${name} was not made ahead: ${String(error)}`));
    },
    async close() {
      delete process.env[serverSocketName];
      listener.close();
      endLeftOver(server.folder);
      await server.close();
    },
  };
}

const run = promisify(execFile);
const makeOnce = fileURLToPath(new URL('make-once.ts', import.meta.url));

/** One line is a question, and what is written back until the end is its answer. */
function answerAt(path: string, answer: (question: string) => Promise<string>): Server {
  return createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (!received.endsWith('\n')) return;
      answer(received.trimEnd()).then(
        (text) => socket.end(text),
        (error: unknown) => socket.end(String(error)),
      );
    });
  })
    .listen(path)
    .unref();
}

/**
 * What is made before the first test, where no limit of a test or hook runs: what the files of this run say that they open. What is not
 * seen here is made when it is first asked for.
 */
function neededBy(project: TestProject): string[] {
  const files = project.vitest.state.getPaths().map((path) => readFileSync(path, 'utf8'));
  const shifted = project.config.env?.['OPS_TEST_CLOCK'] === 'shifted';
  const running = shifted ? `demo_from_${process.env[clockStartName]}` : runningDemo;
  const opened = files.flatMap((text) => text.match(/openTestServer\((?:\{[^;]*?\})?\)/g) ?? []);
  const needed = opened
    .filter((call) => !call.includes('databaseUrl'))
    .map((call) => (call.includes('realTime: true') ? running : fixedDemo));
  if (files.some((text) => text.includes('fillStore('))) needed.push('filled_store');
  return [...new Set(needed)];
}
