import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openEar } from './ear.ts';

/** A pool whose lines break while they begin to listen, as often as told, and can be held back. */
class Flapping {
  breaks = 0;
  out = 0;
  held: Promise<unknown> = Promise.resolve();
  async connect(): Promise<unknown> {
    await this.held;
    this.out += 1;
    const line = new EventEmitter();
    let free = false;
    return Object.assign(line, {
      release: () => {
        if (free) throw new Error('Release called on client which has already been released to the pool.');
        free = true;
        this.out -= 1;
      },
      query: async () => {
        if (this.breaks === 0) return { rows: [] };
        this.breaks -= 1;
        const error = new Error('Connection terminated unexpectedly');
        line.emit('error', error);
        throw error;
      },
    });
  }
}
const ear = (pool: Flapping) => openEar(pool as unknown as Pool, { channel: 'log', heard: () => undefined, againMs: 20, onError: () => undefined });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a line that breaks while it begins to listen is followed by one other, and all are given back', async () => {
  const pool = new Flapping();
  pool.breaks = 2;
  const hearing = ear(pool);
  await hearing.tried;
  await pause(150);
  expect(pool.out).toBe(1);
  await hearing.close();
  expect(pool.out).toBe(0);
});

test('a line that comes after it was closed is given back', async () => {
  const pool = new Flapping();
  pool.breaks = 1;
  const hearing = ear(pool);
  await hearing.tried;
  let go = (): void => undefined;
  pool.held = new Promise<void>((resolve) => (go = resolve));
  await pause(50);
  const closing = hearing.close();
  go();
  await closing;
  await pause(50);
  expect(pool.out).toBe(0);
});
