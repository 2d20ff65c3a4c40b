import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
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
  const lines = openLines({ connectionString: `postgresql://ops@127.0.0.1:${port}/ops`, max: 2 }, (_level, what) => void notes.push(what), pace);
  const { pool, close } = lines;
  let told = 0;
  lines.onChange(() => (told += 1));
  try {
    expect(lines.awayMs()).toBeNull();
    // More than there are lines.
    const waited = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')));
    for (const one of waited) expect(String((one as PromiseRejectedResult).reason)).toMatch(/Connection terminated|gives no answer/);
    const from = performance.now();
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' });
    expect(performance.now() - from).toBeLessThan(100);
    expect(told).toBe(1);
    expect(lines.awayMs()).toBeGreaterThanOrEqual(pace.silentMs * 0.9);
    expect(notes).toEqual(['the database gives no answer; all lines to it are cut']);
    // Nobody is there at all: that is an answer, and the usual fault is told again.
    for (const socket of taken) socket.destroy();
    dumb.close();
    await expect.poll(() => notes.at(-1), { timeout: 5_000 }).toBe('the database answers again');
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    // It is away as before, for another reason.
    expect(lines.awayMs()).not.toBeNull();
    expect(told).toBe(1);
  } finally {
    for (const socket of taken) socket.destroy();
    dumb.close();
    await close();
  }
}, 30_000);

test('a server that takes no lines is away until it takes one, told once each way, and one refused line alone is nothing', async () => {
  const store = await freshStore(1);
  const { hostname, pathname, username, password } = new URL(store.url);
  const path = join(decodeURIComponent(hostname), '.s.PGSQL.5432');
  const open = new Set<Socket>();
  const pass = (socket: Socket): void => {
    const behind = connect({ path });
    for (const one of [socket, behind]) open.add(one.on('error', () => undefined));
    socket.pipe(behind).pipe(socket);
  };
  let door = createServer(pass).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as { port: number };
  const shut = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    door.close();
    await once(door, 'close');
  };
  const reopen = async (): Promise<void> => {
    door = createServer(pass).listen(port, '127.0.0.1');
    await once(door, 'listening');
  };
  const lines = openLines({ connectionString: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`, max: 2 }, () => undefined, pace);
  lines.pool.on('error', () => undefined);
  const told: boolean[] = [];
  lines.onChange(() => told.push(lines.awayMs() !== null));
  try {
    expect((await lines.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    const last = performance.now();
    await shut();
    await expect(lines.pool.query('select 1')).rejects.toThrow(/terminated|ECONNREFUSED|ECONNRESET/);
    await reopen();
    await expect.poll(async () => (await lines.pool.query('select 2 as n')).rows, { timeout: 5_000 }).toEqual([{ n: 2 }]);
    expect(told.length % 2, 'whatever was said is taken back').toBe(0);
    told.length = 0;
    await shut();
    await expect(lines.pool.query('select 1')).rejects.toThrow(/terminated|ECONNREFUSED|ECONNRESET/);
    await expect.poll(() => told, { timeout: 5_000 }).toEqual([true]);
    expect(lines.awayMs()).toBeLessThan(performance.now() - last);
    // Nobody asks for anything meanwhile: it is found to be back by the look alone.
    await reopen();
    await expect.poll(() => told, { timeout: 5_000 }).toEqual([true, false]);
    expect(lines.awayMs()).toBeNull();
  } finally {
    await lines.close();
    await shut();
    await store.close();
  }
}, 30_000);
