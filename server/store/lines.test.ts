import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openLines } from './lines.ts';

const pace = { lookMs: 50, wonderMs: 200, silentMs: 1_500 };

test('a statement that takes long is waited for while the server answers others', async () => {
  const store = await freshStore(1);
  const notes: string[] = [];
  const { pool, close } = openLines({ connectionString: store.url, max: 2 }, (_level, what) => void notes.push(what), pace);
  try {
    expect((await pool.query("select 'done' as said from pg_sleep(3)")).rows).toEqual([{ said: 'done' }]);
    expect(notes).toEqual([]);
  } finally {
    await close();
    await store.close();
  }
});

test('a loop that stood still takes nobody for silent', async () => {
  const store = await freshStore(1);
  const notes: string[] = [];
  const { pool, close } = openLines({ connectionString: store.url, max: 2 }, (_level, what) => void notes.push(what), pace);
  try {
    await pool.query('select 1');
    const asked = Array.from({ length: 5 }, (_, n) => pool.query('select $1::int as n', [n]));
    for (const until = performance.now() + 2_500; performance.now() < until;);
    expect((await Promise.all(asked)).map(({ rows }) => rows[0].n)).toEqual([0, 1, 2, 3, 4]);
    expect(notes).toEqual([]);
  } finally {
    await close();
    await store.close();
  }
});

test('a server that takes lines and says nothing is silent: who waits is told, who comes later at once', async () => {
  const taken = new Set<Socket>();
  const dumb = createServer((socket) => void taken.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(dumb, 'listening');
  const { port } = dumb.address() as { port: number };
  const notes: string[] = [];
  const { pool, close } = openLines({ connectionString: `postgresql://ops@127.0.0.1:${port}/ops`, max: 2 }, (_level, what) => void notes.push(what), pace);
  try {
    // More than there are lines.
    const told = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')));
    for (const one of told) expect(String((one as PromiseRejectedResult).reason)).toMatch(/Connection terminated|gives no answer/);
    const from = performance.now();
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' });
    expect(performance.now() - from).toBeLessThan(100);
    expect(notes).toEqual(['the database gives no answer; all lines to it are cut']);
    // Nobody is there at all: that is an answer, and the usual fault is told again.
    for (const socket of taken) socket.destroy();
    dumb.close();
    await expect.poll(() => notes.at(-1), { timeout: 5_000 }).toBe('the database answers again');
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  } finally {
    for (const socket of taken) socket.destroy();
    dumb.close();
    await close();
  }
}, 30_000);
