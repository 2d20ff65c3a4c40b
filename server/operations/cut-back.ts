import type { PoolClient } from 'pg';
import { uuidOf } from '../jobs/reactions.ts';

/** Where a restore ends: at a position of the log, or at the last event before an instant (ms). */
export type Until = { readonly position: number } | { readonly at: number };

/** Tables whose rows carry a position; later ones are omitted. */
export const byPosition: ReadonlySet<string> = new Set(['events', 'commands', 'source_keys', 'log_seals']);

/** Tables derived from the log; with a restore to a position they are folded again. */
export const folded: ReadonlySet<string> = new Set(['views', 'view_rows', 'view_snapshots', 'leases']);

/** The value of one column of a line in PostgreSQL's text format, where values contain no tab. */
export function columnOf(line: Buffer, index: number): string {
  let from = 0;
  for (let i = 0; i < index; i += 1) from = line.indexOf(9, from) + 1;
  const to = line.indexOf(9, from);
  return line.subarray(from, to === -1 ? line.length - 1 : to).toString('utf8');
}

/** An instant as PostgreSQL writes it in text, in ms. */
export const instantOf = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`);

/**
 * Takes the tables beside the log back to the state of the last event: what had not happened by then is not
 * known, planned or done. What has left the app (messages, commands to others) stays marked as sent; what
 * services reported is polled again.
 */
export async function cutBack(client: PoolClient, position: number): Promise<void> {
  const last = (
    await client.query<{ hash: Buffer; at: Date }>('select hash, at from events where position = $1', [
      position,
    ])
  ).rows[0];
  if (!last) throw new Error(`The backup holds no event at position ${position}.`);
  await client.query('update log_head set position = $1, hash = $2', [position, last.hash]);
  await client.query('update policies set position = least(position, $1)', [position]);
  // Leases are derived from the log, which is read from its beginning at the next start.
  await client.query(
    "insert into policies (name, position) values ('leases', 0) on conflict (name) do update set position = 0",
  );
  await client.query("delete from reactions where split_part(id, ':', 2)::bigint > $1", [position]);
  await queryAgain(client);
  await client.query('update source_followers set position = least(position, $1)', [position]);
  await client.query("delete from source_outbox where made_at > $1 and state = 'pending'", [last.at]);
  await client.query(
    "update dead_letters set state = 'dead', replayed_at = null, replayed_by = null where state = 'replayed' and replayed_at > $1",
    [last.at],
  );
  await client.query('delete from inbox where next_at is null and received_at > $1', [last.at]);
  await client.query('delete from source_seen');
  await client.query('update source_cursors set since = null, etag = null, full_at = null');
}

/** A reaction whose command is not in the log any more has not been carried out. */
async function queryAgain(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select id from reactions where kind = 'command' and state = 'done'",
  );
  for (let from = 0; from < rows.length; from += 1_000) {
    const keys = new Map(rows.slice(from, from + 1_000).map((row) => [uuidOf(row.id), row.id]));
    const { rows: known } = await client.query<{ id: string }>(
      'select id from commands where id = any($1::uuid[])',
      [[...keys.keys()]],
    );
    for (const row of known) keys.delete(row.id);
    if (keys.size > 0)
      await client.query(
        "update reactions set state = 'pending', done_at = null, attempts = 0 where id = any($1)",
        [[...keys.values()]],
      );
  }
}
