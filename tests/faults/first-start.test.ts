import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '#tests/kit/children.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/house.ts';
import { mainProgram, startHouse } from '#tests/kit/process-house.ts';
import { treeOf } from '#tests/kit/processes.ts';

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
  const first = startChild(process.execPath, [mainProgram], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  first.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until('it fills', () => said.includes('Filling the demo organisation'));
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
    await until('the memory is given back', () => memoryOf(house.child.pid!) <= 300);
  } finally {
    await house.kill('SIGTERM');
  }
});
