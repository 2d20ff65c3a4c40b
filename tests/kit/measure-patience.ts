import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What the work below takes on two quiet cores of the reference machine, in ms. */
const referenceMs = 650;

const work = `
  const { parentPort } = require('node:worker_threads');
  const { createHash } = require('node:crypto');
  let text = 'x'.repeat(4096);
  for (let i = 0; i < ROUNDS; i += 1) text = createHash('sha256').update(text).digest('hex') + text.slice(64);
  parentPort.postMessage('done');
`;

/** How many times slower than the reference machine this one is now, from 1 to 6: the same work on two threads at once, with whatever else runs. */
export async function measurePatience(): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: Math.min(2, Math.max(1, availableParallelism())) }, once));
  return Math.min(6, Math.max(1, Math.round(((performance.now() - began) / referenceMs) * 2) / 2));
}

function once(): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(work.replace('ROUNDS', '60000'), { eval: true })
      .once('message', () => resolve())
      .once('error', reject);
  });
}
