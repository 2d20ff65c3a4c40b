import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { ownStream, tieStream } from './look.ts';

test('many outside things asked for at once, on two nodes and twice each, get one stream each', async () => {
  const database = await freshDatabase();
  const nodes = [1, 2].map(() => new Pool({ connectionString: database.url, max: 3 }));
  // Saying goodbye while the database is dropped is no fault.
  for (const pool of nodes) pool.on('error', (error: Error & { code?: string }) => expect(error.code).toBe('57P01'));
  try {
    await migrate(nodes[0]!);
    const things = Array.from({ length: 300 }, (_, n) => ({ service: 'customer' as const, entity: n % 3 ? 'signup' : 'order', id: n }));
    await tieStream(nodes[0]!, things[7]!, 'signup-tied');
    const asked = [...things, ...things].flatMap((thing) => nodes.map((pool) => ({ thing, stream: ownStream(pool, thing, thing.entity) })));
    const owned = await Promise.all(asked.map(async ({ thing, stream }) => [thing.id, (await stream).stream] as const));
    const byId = new Map<unknown, Set<string>>();
    for (const [id, stream] of owned) byId.set(id, (byId.get(id) ?? new Set()).add(stream));
    expect([...byId.values()].every((streams) => streams.size === 1)).toBe(true);
    const streams = [...byId.values()].flatMap((set) => [...set]);
    expect(new Set(streams).size).toBe(300);
    expect([...byId.get(7)!]).toEqual(['signup-tied']);
    for (const [id, [stream]] of [...byId].map(([id, set]) => [id, [...set]] as const))
      if (id !== 7) expect(stream).toMatch(Number(id) % 3 ? /^signup-\d+$/ : /^order-\d+$/);
    // Asked again later, also from the other node, it is still the same.
    expect(await ownStream(nodes[1]!, things[9]!, 'order')).toEqual({ stream: [...byId.get(9)!][0], fresh: false });
    expect((await ownStream(nodes[0]!, { service: 'customer', entity: 'order', id: 'new' }, 'order')).fresh).toBe(true);
  } finally {
    for (const pool of nodes) await pool.end();
    await database.drop();
  }
});
