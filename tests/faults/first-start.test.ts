import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/house.ts';
import { freePort, mainProgram, startHouse } from '#tests/kit/process-house.ts';
import { treeOf } from '#tests/kit/trace.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The first start of a clone: an empty folder, the demo organisation, and a house that then idles all day. */
let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = temporaryFolder('ops-first-');
});
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 5 }));

/** Proportional set of a process and all it started, MB. */
const memoryOf = (root: number): number =>
  treeOf(root).reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]), 0) / 1_024;

test('asked to stop while it fills, it goes in good order, goes on at the next start, and keeps no memory of having filled', async () => {
  const first = spawn(process.execPath, [mainProgram], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  first.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitUntil(() => said.includes('Filling the demo organisation'), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  first.kill('SIGTERM');
  const [code] = (await once(first, 'exit')) as [number | null];
  expect(said).not.toContain('ready at');
  expect(code).toBe(0);

  const house = await startHouse({ DATA_DIR });
  try {
    expect(house.said()).toContain('Filling the demo organisation');
    const verifier = await signIn(house.url, 'verifier');
    expect((await verifier.get('/feeds/queue/signup-queue')).body.rows.length).toBeGreaterThan(5);
    await vi.waitUntil(() => memoryOf(house.child.pid!) <= 300, { timeout: 60_000, interval: 2_000 });
  } finally {
    await house.kill('SIGTERM');
  }
});
