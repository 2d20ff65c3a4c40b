import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { sourceKey } from './message.ts';
import { openInbox } from './inbox.ts';
import { ownStream, tieStream } from './stream-lookup.ts';

test('many outside ids looked up concurrently on two nodes get one stream each', async () => {
  const database = await freshDatabase();
  const nodes = [1, 2].map(() => new Pool({ connectionString: database.url, max: 3 }));
  // A goodbye while the database is dropped is not a fault.
  for (const pool of nodes)
    pool.on('error', (error: Error & { code?: string }) => expect(error.code).toBe('57P01'));
  try {
    await migrate(nodes[0]!);
    const ids = Array.from({ length: 300 }, (_, n) => ({
      service: 'customer' as const,
      entity: n % 3 ? 'signup' : 'request',
      id: n,
    }));
    await tieStream(nodes[0]!, ids[7]!, 'signup-tied');
    const requested = [...ids, ...ids].flatMap((thing) =>
      nodes.map((pool) => ({ thing, stream: ownStream(pool, thing, thing.entity) })),
    );
    const owned = await Promise.all(
      requested.map(async ({ thing, stream }) => [thing.id, (await stream).stream] as const),
    );
    const byId = new Map<unknown, Set<string>>();
    for (const [id, stream] of owned) byId.set(id, (byId.get(id) ?? new Set()).add(stream));
    expect([...byId.values()].every((streams) => streams.size === 1)).toBe(true);
    const streams = [...byId.values()].flatMap((set) => [...set]);
    expect(new Set(streams).size).toBe(300);
    expect([...byId.get(7)!]).toEqual(['signup-tied']);
    for (const [id, [stream]] of [...byId].map(([id, set]) => [id, [...set]] as const))
      if (id !== 7) expect(stream).toMatch(Number(id) % 3 ? /^signup-\d+$/ : /^request-\d+$/);
    // A later lookup gives the same stream, also on the other node.
    expect(await ownStream(nodes[1]!, ids[9]!, 'request')).toEqual({
      stream: [...byId.get(9)!][0],
      fresh: false,
    });
    expect(
      (await ownStream(nodes[0]!, { service: 'customer', entity: 'request', id: 'new' }, 'request')).fresh,
    ).toBe(true);
  } finally {
    for (const pool of nodes) await pool.end();
    await database.drop();
  }
});

test('a lookup with a stream name allots the stream in the same query; one without allots none', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.url, max: 3 });
  pool.on('error', (error: Error & { code?: string }) => expect(error.code).toBe('57P01'));
  try {
    await migrate(pool);
    const check = openInbox(pool).receive;
    const message = (id: number, version = 1): SourceMessage => ({
      service: 'customer',
      entity: 'signup',
      id,
      version,
      modifiedAt: '2026-11-18T05:00:00.000Z',
      change: 'submitted',
      data: {},
    });
    const requested = (
      id: number,
      more: { webhookId?: string; name?: string | null; version?: number } = {},
    ) =>
      check({
        message: message(id, more.version),
        webhookId: more.webhookId ?? null,
        deadId: `dead-${id}`,
        name: more.name === undefined ? 'signup' : more.name,
      });
    await pool.query(
      "insert into inbox (service, webhook_id, received_at, outcome) values ('customer', 'msg_1', now(), 'applied')",
    );
    await pool.query('insert into source_keys values ($1, 1)', [sourceKey(message(2))]);
    await tieStream(pool, message(3), 'signup-tied');
    const [answered, known, tied, first, second, never] = await Promise.all([
      requested(1, { webhookId: 'msg_1' }),
      requested(2),
      requested(3),
      requested(4),
      requested(5),
      requested(6, { name: null }),
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
    expect(await requested(4, { version: 2 })).toMatchObject({ stream: first!.stream, fresh: false });
    // Of two concurrent lookups of a new id, one learns that it is new, as the other's query waits for the
    // first.
    const nodes = [check, openInbox(pool).receive];
    const both = await Promise.all(
      nodes.map((one) => one({ message: message(7), webhookId: null, deadId: '', name: 'signup' })),
    );
    expect(new Set(both.map((one) => one.stream)).size).toBe(1);
    expect(both.filter((one) => one.fresh)).toHaveLength(1);
  } finally {
    await pool.end();
    await database.drop();
  }
});
