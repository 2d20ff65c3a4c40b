import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { NodeFigures, NodeShown } from '#shared/operations.ts';
import { every } from '../store/every.ts';

export interface Nodes {
  readonly id: string;
  /** A node not seen for this long counts as gone. */
  readonly goneMs: number;
  /** Writes this node's row now. */
  beat(): Promise<void>;
  /** Marks this node as leaving for the others. */
  leaving(): Promise<void>;
  /** All nodes seen in the last hour. */
  list(): Promise<readonly NodeShown[]>;
  /** Deletes this node's row. */
  close(): Promise<void>;
}

/** A node not seen for this long ended without notice. */
const goneMs = 20_000;

/**
 * Publishes the presence and status of this node to the others, in a row. Ages are computed by the database,
 * so that clocks need not agree, and shown by the app's clock.
 */
export function openNodes(parts: {
  readonly pool: Pool;
  readonly clock: { now(): number };
  readonly roles: readonly string[];
  readonly version: string;
  readonly address: () => string | null;
  readonly figures: () => NodeFigures;
  readonly everyMs: number;
  /** Called with the database's time, and when it was requested and received by this machine's clock. */
  readonly clockSampled: (requested: number, received: number, theirs: number) => void;
  readonly onError: (error: unknown) => void;
}): Nodes {
  const { pool } = parts;
  const id = randomUUID();
  const goneAfterMs = Math.max(goneMs, 3 * parts.everyMs);
  let state: 'up' | 'leaving' = 'up';
  let under: Promise<void> = Promise.resolve();
  let closed = false;

  const write = async (): Promise<void> => {
    if (closed) return;
    const requested = Date.now();
    const { rows } = await pool.query<{ now: number }>(
      `insert into nodes (id, roles, version, address, started_at, seen_at, state, figures) values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), $5, $6)
       on conflict (id) do update set address = excluded.address, seen_at = excluded.seen_at, state = excluded.state, figures = excluded.figures
       returning (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
      [id, parts.roles.join(','), parts.version, parts.address(), state, JSON.stringify(parts.figures())],
    );
    parts.clockSampled(requested, Date.now(), rows[0]!.now);
    await pool.query("delete from nodes where seen_at < clock_timestamp() - interval '1 hour'");
  };
  const beat = (): Promise<void> => (under = under.then(write).catch(parts.onError));
  const stopBeating = every(parts.everyMs, () => void beat());

  return {
    id,
    goneMs: goneAfterMs,
    beat,
    leaving() {
      state = 'leaving';
      return beat();
    },
    async list() {
      const { rows } = await pool.query<{
        id: string;
        roles: string;
        version: string;
        address: string | null;
        life: string;
        age: string;
        state: 'up' | 'leaving';
        figures: string;
      }>(
        'select *, extract(epoch from clock_timestamp() - seen_at) * 1000 as age, extract(epoch from clock_timestamp() - started_at) * 1000 as life from nodes order by started_at, id',
      );
      const now = parts.clock.now();
      const ago = (ms: string): string => new Date(now - Number(ms)).toISOString();
      return rows.map((row) => ({
        id: row.id,
        here: row.id === id,
        roles: row.roles.split(','),
        version: row.version,
        address: row.address,
        startedAt: ago(row.life),
        seenAt: ago(row.age),
        state: Number(row.age) > goneAfterMs ? 'gone' : row.state,
        ...(JSON.parse(row.figures) as NodeFigures),
      }));
    },
    async close() {
      stopBeating();
      await under;
      closed = true;
      await pool.query('delete from nodes where id = $1', [id]);
    },
  };
}
