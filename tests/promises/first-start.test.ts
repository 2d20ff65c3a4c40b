import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { freePort, mainProgram, startServer } from '#tests/kit/process-server.ts';
import { treeOf } from '#tests/kit/trace.ts';

vi.setConfig({ testTimeout: 240_000 });

/**
 * The first start of a clone: an empty folder, the demo organisation, and a server that then idles all day.
 */
let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = temporaryFolder('ops-first-');
});
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 5 }));

/** Proportional set size of a process and its descendants, MB. */
const memoryOf = (root: number): number =>
  treeOf(root).reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]),
    0,
  ) / 1_024;

test('stopped while filling, it ends cleanly, continues at the next start, and keeps no memory from the filling', async () => {
  const first = spawn(process.execPath, [mainProgram], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  first.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitUntil(() => output.includes('Filling the demo organisation'), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  first.kill('SIGTERM');
  const [code] = (await once(first, 'exit')) as [number | null];
  expect(output).not.toContain('ready at');
  expect(code).toBe(0);

  const server = await startServer({ DATA_DIR });
  try {
    expect(server.output()).toContain('Filling the demo organisation');
    const verifier = await signIn(server.url, 'verifier');
    expect((await verifier.get('/feeds/queue/signup-queue')).body.rows.length).toBeGreaterThan(5);
    await vi.waitUntil(() => memoryOf(server.child.pid!) <= 300, { timeout: 60_000, interval: 2_000 });
  } finally {
    await server.kill('SIGTERM');
  }
});
