import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openListener } from './listener.ts';

/** A pool whose connections break on their first `listen`, `breaks` times, and which can be delayed. */
class Flapping {
  breaks = 0;
  out = 0;
  held: Promise<unknown> = Promise.resolve();
  async connect(): Promise<unknown> {
    await this.held;
    this.out += 1;
    const connection = new EventEmitter();
    let free = false;
    return Object.assign(connection, {
      release: () => {
        if (free) throw new Error('Release called on client which has already been released to the pool.');
        free = true;
        this.out -= 1;
      },
      query: async () => {
        if (this.breaks === 0) return { rows: [] };
        this.breaks -= 1;
        const error = new Error('Connection terminated unexpectedly');
        connection.emit('error', error);
        throw error;
      },
    });
  }
}
const listener = (pool: Flapping) =>
  openListener(pool as unknown as Pool, {
    channel: 'log',
    received: () => undefined,
    againMs: 20,
    onError: () => undefined,
  });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a connection that breaks while it starts to listen is replaced once, and every connection is released', async () => {
  const pool = new Flapping();
  pool.breaks = 2;
  const receiving = listener(pool);
  await receiving.tried;
  await pause(150);
  expect(pool.out).toBe(1);
  await receiving.close();
  expect(pool.out).toBe(0);
});

test('a connection that arrives after closing is released', async () => {
  const pool = new Flapping();
  pool.breaks = 1;
  const receiving = listener(pool);
  await receiving.tried;
  let go = (): void => undefined;
  pool.held = new Promise<void>((resolve) => (go = resolve));
  await pause(50);
  const closing = receiving.close();
  go();
  await closing;
  await pause(50);
  expect(pool.out).toBe(0);
});
