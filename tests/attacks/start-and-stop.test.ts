import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { hung } from '#tests/kit/patience.ts';
import { freePort, mainProgram } from '#tests/kit/process-server.ts';

interface Run {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  ended(): Promise<number | null>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function run(env: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, [mainProgram], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  return {
    child,
    url: `http://127.0.0.1:${env['PORT']}`,
    output: () => text,
    ended: async () => ((await exit) as [number | null])[0],
  };
}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-start-'));
  folders.push(folder);
  return folder;
};
const ready = (node: Run) =>
  vi.waitUntil(() => node.output().includes('ready at'), { interval: 50, timeout: hung.wait });

test('a taken port ends the start before the demo is filled', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const node = run({ PORT: String(port), DATA_DIR: newFolder(), DEMO: 'on' });
  expect(await node.ended()).toBe(1);
  expect(node.output().trim()).toBe(
    `Port ${port} on 127.0.0.1 is taken. Choose another with PORT, or stop what listens there.`,
  );
});

test('a clean stop logs no error, and no log line holds a client, a statement or a parameter', async () => {
  // How long a command takes is not what is tested here.
  const node = run({
    PORT: String(await freePort()),
    DATA_DIR: newFolder(),
    DEMO: 'off',
    SLOW_COMMAND_MS: '60000',
  });
  await ready(node);
  const wrong = JSON.stringify({ loginId: 'somebody@example.org', password: 'Secret-of-a-person-1' });
  for (const [path, body] of [
    ['/', null],
    ['/healthz', null],
    ['/readyz', null],
    ['/access/sign-in', wrong],
    ['/access/login', wrong],
  ] as const)
    await fetch(
      `${node.url}${path}`,
      body === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body },
    ).then((answer) => answer.text());
  // Requests and queries are in flight when it is stopped.
  const underWay = Array.from({ length: 20 }, () => fetch(`${node.url}/readyz`));
  node.child.kill('SIGTERM');
  await Promise.allSettled(underWay);
  expect(await node.ended()).toBe(0);
  const lines = node
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.filter((line) => line.level >= 40)).toEqual([]);
  expect(node.output()).not.toMatch(
    /"(_events|_eventsCount|connectionParameters|parameters|statement|client|_socket)":|Secret-of-a-person|\b(select|insert into|update) .* (from|values|set) /i,
  );
});

test('a node whose data folder vanishes ends with a clear line and code 74', async () => {
  const folder = newFolder();
  const node = run({ PORT: String(await freePort()), DATA_DIR: folder, DEMO: 'off' });
  await ready(node);
  const home = /Data lies in (\S+),/.exec(node.output())?.[1] ?? folder;
  folders.push(home);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const code = await node.ended();
  expect(node.output()).toContain(`The data folder ${home} is gone.`);
  expect(code).toBe(74);
});
