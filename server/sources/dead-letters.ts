import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { cutText, headOf } from '#shared/core/cut.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { sourceKey } from './message.ts';
import { storable } from '../store/storable.ts';

export type Via = 'webhook' | 'poll' | 'reconcile' | 'replay';

/** One failed attempt. */
export interface Attempt {
  readonly at: string;
  readonly error: string;
}

export interface DeadLetter {
  readonly id: string;
  readonly service: Service;
  readonly entity: string | null;
  readonly outsideId: string | null;
  /** A short code: `badShape`, `otherService`, `refused`, `failed` … */
  readonly reason: string;
  readonly error: string;
  readonly payloadHash: string;
  readonly via: Via;
  readonly webhookId: string | null;
  readonly attempts: number;
  readonly log: readonly Attempt[];
  readonly codeVersion: string;
  readonly deadAt: string;
  readonly state: 'dead' | 'replayed';
  readonly replayedAt: string | null;
  readonly replayedBy: string | null;
}

export type NewDeadLetter = Pick<DeadLetter, 'service' | 'reason' | 'error' | 'via' | 'webhookId' | 'log'> & {
  readonly payload: string;
  readonly message: SourceMessage | null;
};

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One message, or one unreadable body, is one dead letter, however often it arrives. */
export function deadLetterId(service: Service, message: SourceMessage | null, payload: string): string {
  return headOf(sha(`${service}\n${message ? sourceKey(message) : payload}`), 24);
}

/**
 * Writes the dead letter and its webhook's id in one statement; a webhook that was already answered changes
 * nothing.
 */
export async function recordDeadLetter(
  pool: Pool,
  letter: NewDeadLetter,
  now: number,
  codeVersion: string,
): Promise<string> {
  const id = deadLetterId(letter.service, letter.message, letter.payload);
  const text = storable(letter.payload);
  await pool.query({
    name: 'bury',
    text: `with answered as (insert into inbox (service, webhook_id, received_at, outcome) select $2, $9, $12::timestamptz, 'dead' where $9::text is not null on conflict do nothing returning 1)
      insert into dead_letters (id, service, entity, outside_id, reason, error, payload, payload_hash, webhook_id, via, attempts, dead_at, log, code_version)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::integer, $12::timestamptz, $13, $14 where $9::text is null or exists (select 1 from answered)
      on conflict (id) do update set reason = excluded.reason, error = excluded.error, attempts = excluded.attempts, log = excluded.log, code_version = excluded.code_version, dead_at = excluded.dead_at, state = 'dead' where dead_letters.state = 'replayed'`,
    values: [
      id,
      letter.service,
      letter.message?.entity ?? null,
      letter.message ? String(letter.message.id) : null,
      letter.reason,
      cutText(storable(letter.error), 2_000),
      text,
      sha(letter.payload),
      letter.webhookId,
      letter.via,
      Math.max(1, letter.log.length),
      new Date(now),
      JSON.stringify(letter.log),
      codeVersion,
    ],
  });
  return id;
}

interface Row {
  id: string;
  service: Service;
  entity: string | null;
  outside_id: string | null;
  reason: string;
  error: string;
  payload: string;
  payload_hash: string;
  via: Via;
  webhook_id: string | null;
  attempts: number;
  log: string;
  code_version: string;
  dead_at: Date;
  state: 'dead' | 'replayed';
  replayed_at: Date | null;
  replayed_by: string | null;
}

function read(row: Row): DeadLetter {
  return {
    id: row.id,
    service: row.service,
    entity: row.entity,
    outsideId: row.outside_id,
    reason: row.reason,
    error: row.error,
    payloadHash: row.payload_hash,
    via: row.via,
    webhookId: row.webhook_id,
    attempts: row.attempts,
    log: JSON.parse(row.log) as Attempt[],
    codeVersion: row.code_version,
    deadAt: row.dead_at.toISOString(),
    state: row.state,
    replayedAt: row.replayed_at?.toISOString() ?? null,
    replayedBy: row.replayed_by,
  };
}

export async function listDeadLetters(
  pool: Pool,
  page: { pageNo: number; records: number; state: 'dead' | 'replayed' | 'all' },
): Promise<{ items: DeadLetter[]; total: number }> {
  const { rows } = await pool.query<Row & { total: string }>(
    "select *, count(*) over () as total from dead_letters where $1 = 'all' or state = $1 order by dead_at desc, id limit $2 offset $3",
    [page.state, page.records, page.pageNo * page.records],
  );
  if (rows.length > 0 || page.pageNo === 0)
    return { items: rows.map(read), total: Number(rows[0]?.total ?? 0) };
  const { rows: counted } = await pool.query<{ total: string }>(
    "select count(*) as total from dead_letters where $1 = 'all' or state = $1",
    [page.state],
  );
  return { items: [], total: Number(counted[0]!.total) };
}

export async function findDeadLetter(
  pool: Pool,
  id: string,
): Promise<(DeadLetter & { readonly payload: string }) | null> {
  const { rows } = await pool.query<Row>('select * from dead_letters where id = $1', [id]);
  return rows[0] ? { ...read(rows[0]), payload: rows[0].payload } : null;
}

/** True for the one caller who settled it. */
export async function markReplayed(pool: Pool, id: string, by: string, now: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update dead_letters set state = 'replayed', replayed_at = $2, replayed_by = $3 where id = $1 and state = 'dead'",
    [id, new Date(now), by],
  );
  return rowCount === 1;
}
