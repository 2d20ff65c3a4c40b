import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '#tests/kit/children.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { mainProgram, startServer } from '#tests/kit/process-server.ts';
import { treeOf } from '#tests/kit/processes.ts';

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
  const first = startChild(process.execPath, [mainProgram], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  first.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until('it fills', () => output.includes('Filling the demo organisation'));
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
    await until('the memory is given back', () => memoryOf(server.child.pid!) <= 300);
  } finally {
    await server.kill('SIGTERM');
  }
});
