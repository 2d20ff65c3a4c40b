import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import type { SourceFact } from '#shared/wire.ts';
import { sourceKey } from './fact.ts';
import { openInbox } from './inbox.ts';
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

test('what is looked at to be taken gets its stream in the same question; what is not taken gets none', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.url, max: 3 });
  pool.on('error', (error: Error & { code?: string }) => expect(error.code).toBe('57P01'));
  try {
    await migrate(pool);
    const look = openInbox(pool).receive;
    const fact = (id: number, version = 1): SourceFact => ({
      service: 'customer',
      entity: 'signup',
      id,
      version,
      modifiedAt: '2026-11-18T05:00:00.000Z',
      change: 'submitted',
      data: {},
    });
    const asked = (id: number, more: { webhookId?: string; name?: string | null; version?: number } = {}) =>
      look({ fact: fact(id, more.version), webhookId: more.webhookId ?? null, deadId: `dead-${id}`, name: more.name === undefined ? 'signup' : more.name });
    await pool.query("insert into inbox (service, webhook_id, received_at, outcome) values ('customer', 'msg_1', now(), 'applied')");
    await pool.query('insert into source_keys values ($1, 1)', [sourceKey(fact(2))]);
    await tieStream(pool, fact(3), 'signup-tied');
    const [answered, known, tied, first, second, never] = await Promise.all([
      asked(1, { webhookId: 'msg_1' }),
      asked(2),
      asked(3),
      asked(4),
      asked(5),
      asked(6, { name: null }),
    ]);
    expect(answered).toMatchObject({ answered: true, stream: null });
    expect(known).toMatchObject({ known: true, stream: null });
    expect(tied).toMatchObject({ known: false, stream: 'signup-tied', fresh: false });
    expect([first, second].map((one) => [/^signup-\d+$/.test(one!.stream ?? ''), one!.fresh])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(first!.stream).not.toBe(second!.stream);
    expect(never).toMatchObject({ stream: null, fresh: false });
    expect(await asked(4, { version: 2 })).toMatchObject({ stream: first!.stream, fresh: false });
    // Of two who ask for the same new thing one is told that it is new, as the other's question waits for the first's.
    const nodes = [look, openInbox(pool).receive];
    const both = await Promise.all(nodes.map((one) => one({ fact: fact(7), webhookId: null, deadId: '', name: 'signup' })));
    expect(new Set(both.map((one) => one.stream)).size).toBe(1);
    expect(both.filter((one) => one.fresh)).toHaveLength(1);
  } finally {
    await pool.end();
    await database.drop();
  }
});
