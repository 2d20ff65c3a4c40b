import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';
import { idsOf, recordedElsewhere } from './fold.ts';

/** A view that keeps only recently touched rows in memory; the others are in the database. */
export interface Recent {
  /** Events waiting for rows to be fetched, and all events after them. */
  waiting: StoredEvent[];
  /** The position up to which a fetched row is already folded, perhaps by a faster node. */
  readonly foldedTo: Map<string, number>;
  /** The last event received; the view's own position stays before those that wait. */
  receivedTo: number;
  fetching: Promise<void> | null;
}

interface Rows {
  readonly def: ViewDef;
  readonly position: number;
  readonly rows: Map<string, any>;
  readonly dirty: ReadonlyMap<string, number>;
  readonly epoch: string;
}

const batch = 500;
const page = 1_000;

export function newRecent(def: ViewDef): Recent | null {
  return def.recent ? { waiting: [], foldedTo: new Map(), receivedTo: 0, fetching: null } : null;
}

/** Whether all rows that an event touches are in memory; where the view cannot say, they are fetched. */
export function isAtHand({ def, rows }: Rows, event: StoredEvent): boolean {
  return idsOf(def, event, recordedElsewhere).every((id) => rows.has(id) || isFirst(def, event, id));
}

function isFirst(def: ViewDef, event: StoredEvent, id: string): boolean {
  try {
    return def.recent!.first(event, id);
  } catch {
    // The fold meets the same event, and sets it aside.
    return false;
  }
}

/** The next waiting events, with the rows they touch fetched; they stay in the queue until folded. */
export async function fetchFor(pool: Pool, view: Rows, recent: Recent): Promise<StoredEvent[]> {
  const some = recent.waiting.slice(0, batch);
  const ids = [...new Set(some.flatMap((event) => idsOf(view.def, event, recordedElsewhere)))].filter(
    (id) => !view.rows.has(id),
  );
  if (ids.length > 0) {
    const { rows } = await pool.query<{ id: string; row: string; position: string }>(
      'select id, row, position from view_rows where view = $1 and epoch = $2 and id = any($3)',
      [view.def.name, view.epoch, ids],
    );
    for (const { id, row, position } of rows) {
      view.rows.set(id, JSON.parse(row));
      recent.foldedTo.set(id, Number(position));
    }
  }
  return some;
}

/** Evicts the rows not touched for longest; only after everything has been written. */
export function letGo({ def, rows, dirty, position }: Rows, recent: Recent): void {
  if (recent.waiting.length > 0 || recent.fetching) return;
  for (const id of rows.keys()) {
    if (rows.size <= def.recent!.most) break;
    if (!dirty.has(id)) rows.delete(id);
  }
  for (const [id, at] of recent.foldedTo) if (at <= position) recent.foldedTo.delete(id);
}

/** The rows touched last, oldest first. */
export async function loadRecent(client: PoolClient, view: Rows, recent: Recent): Promise<void> {
  const { rows } = await client.query<{ id: string; row: string; position: string }>(
    'select id, row, position from view_rows where view = $1 and epoch = $2 order by position desc limit $3',
    [view.def.name, view.epoch, view.def.recent!.most],
  );
  for (const { id, row, position } of rows.reverse()) {
    view.rows.set(id, JSON.parse(row));
    recent.foldedTo.set(id, Number(position));
  }
}

/** One row from the database. */
export async function readStored(pool: Pool, { def, epoch }: Rows, id: string): Promise<unknown> {
  const { rows } = await pool.query<{ row: string }>(
    'select row from view_rows where view = $1 and epoch = $2 and id = $3',
    [def.name, epoch, id],
  );
  return rows[0] && JSON.parse(rows[0].row);
}

/** Rows of the database that are not in memory, page by page. */
export async function* storedBeside(
  pool: Pool,
  { def, epoch }: Rows,
  without: ReadonlySet<string>,
  holds?: string,
): AsyncGenerator<readonly [string, any]> {
  let after = '';
  for (;;) {
    const { rows } = await pool.query<{ id: string; row: string }>(
      `select id, row from view_rows where view = $1 and epoch = $2 and id > $3 ${holds === undefined ? '' : 'and strpos(row, $5) > 0'} order by id limit $4`,
      [def.name, epoch, after, page, ...(holds === undefined ? [] : [holds])],
    );
    for (const { id, row } of rows) if (!without.has(id)) yield [id, JSON.parse(row)];
    if (rows.length < page) return;
    after = rows[rows.length - 1]!.id;
  }
}
