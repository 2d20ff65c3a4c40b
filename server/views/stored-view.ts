import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { ViewDef } from '#shared/core/view.ts';
import type { RowChange } from '../core/parts.ts';
import { failPoint } from '../store/failpoint.ts';
import { forgetAsides } from '../store/set-aside.ts';
import { loadRecent, type Recent } from './recent.ts';

export interface HeldView {
  readonly def: ViewDef;
  readonly rows: Map<string, any>;
  readonly subscribed: ReadonlySet<string>;
  epoch: string;
  position: number;
  saved: number;
  dirty: Map<string, number>;
  /** Another epoch has begun: nothing is written any more, and changes stay in memory. */
  left: boolean;
  /** How many events it has received, and which of them were the last that it could not take. */
  received: number;
  aside: readonly number[];
  /** Too many events were set aside: it stays at its position until it is started anew. */
  halted: boolean;
  readonly watchers: Set<(changes: readonly RowChange[]) => void>;
  readonly recent: Recent | null;
}

export function newEpoch(): string {
  return randomBytes(6).toString('base64url');
}

/** Loads a view as it is stored, or begins it. */
export async function load(pool: Pool, view: HeldView): Promise<void> {
  const client = await pool.connect();
  try {
    // Of nodes that start together one begins the epoch, and the others find it.
    while (!(await loadStored(client, view))) if (await beginAnew(client, view)) break;
    await removeOld(client, view);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Epoch, checkpoint and rows as stored, all of one moment; false when there are none of this version. */
async function loadStored(client: PoolClient, view: HeldView): Promise<boolean> {
  const { name, version } = view.def;
  await client.query('begin isolation level repeatable read read only');
  const found = (
    await client.query<{ epoch: string; position: string }>(
      'select epoch, position from views where name = $1 and version = $2',
      [name, version],
    )
  ).rows[0];
  if (found) {
    view.epoch = found.epoch;
    view.position = view.saved = Number(found.position);
    if (view.recent) await loadRecent(client, view, view.recent);
    else {
      const { rows } = await client.query<{ id: string; row: string }>(
        'select id, row from view_rows where view = $1 and epoch = $2',
        [name, found.epoch],
      );
      for (const row of rows) view.rows.set(row.id, JSON.parse(row.row));
    }
  }
  await client.query('commit');
  return found !== undefined;
}

/**
 * Begins a new epoch beside the old rows, because the view is new or its meaning changed; false when another
 * node has begun one of this version.
 */
async function beginAnew(client: PoolClient, view: HeldView): Promise<boolean> {
  const { name, version } = view.def;
  const epoch = newEpoch();
  const { rowCount } = await client.query(
    `insert into views (name, version, epoch, position) values ($1, $2, $3, 0)
     on conflict (name) do update set version = excluded.version, epoch = excluded.epoch, position = 0, rebuilt_at = clock_timestamp()
     where views.version <> excluded.version`,
    [name, version, epoch],
  );
  if (rowCount === 0) return false;
  await forgetAsides(client, name);
  view.epoch = epoch;
  return true;
}

/**
 * Deletes rows of other epochs once this one is an hour old: until then nodes of an older version may still
 * read them.
 */
async function removeOld(client: PoolClient, { def, epoch }: HeldView): Promise<void> {
  for (const than of ['<', '>'])
    await client.query(
      `delete from view_rows where view = $1 and epoch ${than} $2
       and exists (select from views where name = $1 and epoch = $2 and rebuilt_at < clock_timestamp() - interval '1 hour')`,
      [def.name, epoch],
    );
}

/**
 * Writes changed rows and the checkpoint in one transaction; when another node was faster, or another epoch
 * has begun, only records that.
 */
export async function persist(pool: Pool, view: HeldView): Promise<void> {
  const { name } = view.def;
  const client = await pool.connect();
  // Taken synchronously, once there is a connection: rows and checkpoint are of the same moment, and nothing
  // is lost without one.
  const dirty = view.dirty;
  const position = view.position;
  view.dirty = new Map();
  const put: { id: string; at: number }[] = [];
  const gone: string[] = [];
  // One row per line, as JSON never contains a raw line break: an array of texts, or nested JSON, would be
  // escaped character by character.
  let lines = '';
  for (const [id, at] of dirty) {
    const row: unknown = view.rows.get(id);
    if (row === undefined) gone.push(id);
    else {
      lines += `${put.length === 0 ? '' : '\n'}${JSON.stringify(row)}`;
      put.push({ id, at });
    }
  }
  try {
    await client.query('begin');
    await failPoint('view.begin');
    const mine = await client.query(
      'update views set position = $1 where name = $2 and epoch = $3 and position = $4',
      [position, name, view.epoch, view.saved],
    );
    if (mine.rowCount === 0) {
      await client.query('rollback');
      const theirs = (
        await client.query<{ epoch: string; position: string }>(
          'select epoch, position from views where name = $1',
          [name],
        )
      ).rows[0];
      if (theirs?.epoch === view.epoch) view.saved = Number(theirs.position);
      else view.left = true;
      for (const [id, at] of dirty)
        if ((view.left || at > view.saved) && !view.dirty.has(id)) view.dirty.set(id, at);
      client.release();
      return;
    }
    if (put.length > 0) {
      await client.query(
        `insert into view_rows (view, epoch, id, row, position)
         select $1, $2, r.id, r.row, r.at from rows from (json_to_recordset($3) as (id text, at bigint), string_to_table($4, chr(10))) as r (id, at, row)
         on conflict (view, epoch, id) do update set row = excluded.row, position = excluded.position`,
        [name, view.epoch, JSON.stringify(put), lines],
      );
    }
    if (gone.length > 0)
      await client.query('delete from view_rows where view = $1 and epoch = $2 and id = any($3)', [
        name,
        view.epoch,
        gone,
      ]);
    await failPoint('view.rows');
    await client.query('commit');
    await failPoint('view.checkpoint');
    view.saved = position;
    client.release();
  } catch (error) {
    // The connection may be broken: closing it rolls back.
    client.release(true);
    for (const [id, at] of dirty) if (!view.dirty.has(id)) view.dirty.set(id, at);
    throw error;
  }
}
