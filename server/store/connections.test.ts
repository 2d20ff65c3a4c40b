import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openConnections } from './connections.ts';

const pace = { checkMs: 50, probeAfterMs: 200, silentMs: 1_500 };

test('a slow statement is waited for while the server answers others', async () => {
  const store = await freshStore(1);
  const notes: string[] = [];
  const { pool, close } = openConnections(
    { connectionString: store.url, max: 2 },
    (_level, what) => void notes.push(what),
    pace,
  );
  try {
    expect((await pool.query("select 'done' as output from pg_sleep(3)")).rows).toEqual([{ output: 'done' }]);
    expect(notes).toEqual([]);
  } finally {
    await close();
    await store.close();
  }
});

test('a blocked event loop does not make the server count as silent', async () => {
  const store = await freshStore(1);
  const notes: string[] = [];
  const { pool, close } = openConnections(
    { connectionString: store.url, max: 2 },
    (_level, what) => void notes.push(what),
    pace,
  );
  try {
    await pool.query('select 1');
    const statements = Array.from({ length: 5 }, (_, n) => pool.query('select $1::int as n', [n]));
    for (const until = performance.now() + 2_500; performance.now() < until;);
    expect((await Promise.all(statements)).map(({ rows }) => rows[0].n)).toEqual([0, 1, 2, 3, 4]);
    expect(notes).toEqual([]);
  } finally {
    await close();
    await store.close();
  }
});

test('when the server goes silent, waiting statements fail and later ones fail at once', async () => {
  const taken = new Set<Socket>();
  const dumb = createServer((socket) => void taken.add(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  );
  await once(dumb, 'listening');
  const { port } = dumb.address() as { port: number };
  const notes: string[] = [];
  const connections = openConnections(
    { connectionString: `postgresql://ops@127.0.0.1:${port}/ops`, max: 2 },
    (_level, what) => void notes.push(what),
    pace,
  );
  const { pool, close } = connections;
  let changes = 0;
  connections.onChange(() => (changes += 1));
  try {
    expect(connections.awayMs()).toBeNull();
    // More statements than there are connections.
    const waited = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')));
    for (const one of waited)
      expect(String((one as PromiseRejectedResult).reason)).toMatch(/Connection terminated|does not answer/);
    const from = performance.now();
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' });
    expect(performance.now() - from).toBeLessThan(100);
    expect(changes).toBe(1);
    expect(connections.awayMs()).toBeGreaterThanOrEqual(pace.silentMs * 0.9);
    expect(notes).toEqual(['the database does not answer; all connections to it are cut']);
    // A refused connection counts as an answer, so the statement fails with the usual error.
    for (const socket of taken) socket.destroy();
    dumb.close();
    await expect.poll(() => notes.at(-1)).toBe('the database answers again');
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    // It is still away, for another reason.
    expect(connections.awayMs()).not.toBeNull();
    expect(changes).toBe(1);
  } finally {
    for (const socket of taken) socket.destroy();
    dumb.close();
    await close();
  }
});

test('the database is away while it refuses connections; one refused connection alone changes nothing', async () => {
  const store = await freshStore(1);
  const { hostname, pathname, username, password } = new URL(store.url);
  const path = join(decodeURIComponent(hostname), '.s.PGSQL.5432');
  const open = new Set<Socket>();
  const pass = (socket: Socket): void => {
    const behind = connect({ path });
    for (const one of [socket, behind]) open.add(one.on('error', () => undefined));
    socket.pipe(behind).pipe(socket);
  };
  let route = createServer(pass).listen(0, '127.0.0.1');
  await once(route, 'listening');
  const { port } = route.address() as { port: number };
  const shut = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    route.close();
    await once(route, 'close');
  };
  const reopen = async (): Promise<void> => {
    route = createServer(pass).listen(port, '127.0.0.1');
    await once(route, 'listening');
  };
  const connections = openConnections(
    { connectionString: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`, max: 2 },
    () => undefined,
    pace,
  );
  connections.pool.on('error', () => undefined);
  const changes: boolean[] = [];
  connections.onChange(() => changes.push(connections.awayMs() !== null));
  try {
    expect((await connections.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    const last = performance.now();
    await shut();
    await expect(connections.pool.query('select 1')).rejects.toThrow(/terminated|ECONNREFUSED|ECONNRESET/);
    await reopen();
    await expect.poll(async () => (await connections.pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
    expect(changes.length % 2, 'every change is reverted').toBe(0);
    changes.length = 0;
    await shut();
    await expect(connections.pool.query('select 1')).rejects.toThrow(/terminated|ECONNREFUSED|ECONNRESET/);
    await expect.poll(() => changes).toEqual([true]);
    expect(connections.awayMs()).toBeLessThan(performance.now() - last);
    // No statement runs meanwhile: the check alone notices that the database is back.
    await reopen();
    await expect.poll(() => changes).toEqual([true, false]);
    expect(connections.awayMs()).toBeNull();
  } finally {
    await connections.close();
    await shut();
    await store.close();
  }
});

test('once closed, no connection is left that a stopping server would report', async () => {
  const store = await freshStore(1);
  const { pool, close } = openConnections({ connectionString: store.url, max: 4 }, () => undefined, pace);
  try {
    await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')));
    let open = 0;
    pool.on('remove', () => (open -= 1));
    open = pool.totalCount;
    expect(open).toBe(4);
    await close();
    expect(open).toBe(0);
  } finally {
    await store.close();
  }
});
