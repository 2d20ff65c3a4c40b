import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';
import type { KeptViews, LiveView, Log, RowChange } from '../parts.ts';
import { failPoint } from '../store/failpoint.ts';
import { idsOf, rowAfter, type Aside } from './fold.ts';
import { asideError, forgetAsides, noteAside } from '../store/set-aside.ts';
import {
  fetchFor,
  isAtHand,
  letGo,
  loadRecent,
  newRecent,
  readStored,
  storedBeside,
  type Recent,
} from './recent.ts';

interface HeldView {
  readonly def: ViewDef;
  readonly rows: Map<string, any>;
  readonly subscribed: ReadonlySet<string>;
  epoch: string;
  position: number;
  saved: number;
  dirty: Map<string, number>;
  /** Another epoch has begun: nothing is written any more, and changes stay in memory. */
  left: boolean;
  readonly watchers: Set<(changes: readonly RowChange[]) => void>;
  readonly recent: Recent | null;
}

export interface OpenViews extends KeptViews {
  epoch(name: string): string;
  positions(): { name: string; epoch: string; position: number; saved: number; rows: number }[];
  /** Writes pending changes; runs by itself after changes. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** Events fetched at once during catch-up. */
const page = 300;
/** A checkpoint is advanced without rows once it is so far behind. */
const farBehind = 5_000;

/**
 * Keeps every view in memory and in the database. Every node applies an event in memory at once; rows and
 * checkpoint are written together, shortly after, by whichever node holds the checkpoint it read.
 */
export async function openViews(
  pool: Pool,
  log: Log,
  defs: readonly ViewDef[],
  options: { saveMs: number; onError: (error: unknown) => void },
): Promise<OpenViews> {
  const held = new Map<string, HeldView>();
  const byStream = new Map<string, HeldView[]>();
  for (const def of defs) {
    if (held.has(def.name)) {
      if (held.get(def.name)!.def === def) continue;
      throw new Error(`Two views are called ${def.name}.`);
    }
    const view: HeldView = {
      def,
      rows: new Map(),
      subscribed: new Set(def.streams),
      epoch: '',
      position: 0,
      saved: 0,
      dirty: new Map(),
      left: false,
      watchers: new Set(),
      recent: newRecent(def),
    };
    held.set(def.name, view);
    for (const stream of view.subscribed) byStream.set(stream, [...(byStream.get(stream) ?? []), view]);
  }

  for (const view of held.values()) await load(pool, view);
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> | null = null;
  let closed = false;

  let noting: Promise<unknown> = Promise.resolve();
  const setAside =
    (view: HeldView): Aside =>
    (event, error) => {
      options.onError(asideError(view.def.name, event, error));
      noting = noting.then(() => noteAside(pool, view.def.name, event, error)).catch(options.onError);
    };

  const fold = (view: HeldView, event: StoredEvent, changed: Map<HeldView, RowChange[]>): void => {
    if (event.position <= view.position) return;
    const aside = setAside(view);
    for (const id of idsOf(view.def, event, aside)) {
      if (view.recent && event.position <= (view.recent.foldedTo.get(id) ?? 0)) continue;
      const before = view.rows.get(id);
      const after = rowAfter(view.def, before, event, id, aside);
      if (after === before) continue;
      // Recently touched rows come last.
      if (after === undefined || view.recent) view.rows.delete(id);
      if (after !== undefined) view.rows.set(id, after);
      view.dirty.set(id, event.position);
      let list = changed.get(view);
      if (!list) changed.set(view, (list = []));
      if (view.watchers.size > 0) list.push({ id, before, after, position: event.position, by: event });
    }
  };

  const moveTo = (view: HeldView, position: number): void => {
    const { recent } = view;
    if (recent) recent.receivedTo = Math.max(recent.receivedTo, position);
    const to = recent?.waiting[0]
      ? recent.waiting[0].position - 1
      : Math.max(position, recent?.receivedTo ?? 0);
    if (to > view.position) view.position = to;
  };

  const emit = (changed: ReadonlyMap<HeldView, readonly RowChange[]>): void => {
    for (const [view, list] of changed)
      for (const watcher of view.watchers) {
        try {
          watcher(list);
        } catch (error) {
          options.onError(error);
        }
      }
    // Nothing is written during catch-up, only afterwards.
    if (changed.size > 0 && !pending) schedule();
  };

  const receive = (event: StoredEvent, changed: Map<HeldView, RowChange[]>): void => {
    for (const view of byStream.get(streamName(event.stream)) ?? []) {
      const { recent } = view;
      if (recent && event.position > view.position && (recent.waiting.length > 0 || !isAtHand(view, event)))
        recent.waiting.push(event);
      else fold(view, event, changed);
    }
  };

  const receivedAll = (to: number, changed: ReadonlyMap<HeldView, readonly RowChange[]>): void => {
    for (const view of held.values()) {
      moveTo(view, to);
      if (view.recent && view.recent.waiting.length > 0) void fetchRows(view, view.recent);
    }
    emit(changed);
  };

  /** Applies events that follow on each view's position; a view skips those it already has. */
  const apply = (events: readonly StoredEvent[]): void => {
    const changed = new Map<HeldView, RowChange[]>();
    for (const event of events) receive(event, changed);
    receivedAll(events[events.length - 1]!.position, changed);
  };

  /** Fetches evicted rows that events touch, then folds those events in order. */
  function fetchRows(view: HeldView, recent: Recent): Promise<void> {
    return (recent.fetching ??= (async () => {
      try {
        while (recent.waiting.length > 0 && !closed) {
          const some = await fetchFor(pool, view, recent).catch((error: unknown) =>
            closed ? undefined : options.onError(error),
          );
          if (!some) {
            await new Promise((resolve) => setTimeout(resolve, 1_000));
            continue;
          }
          const changed = new Map<HeldView, RowChange[]>();
          for (const event of some) fold(view, event, changed);
          recent.waiting = recent.waiting.slice(some.length);
          moveTo(view, recent.receivedTo);
          emit(changed);
        }
      } finally {
        // Set synchronously after the last check of the waiting events, so none can arrive in between and be
        // missed.
        recent.fetching = null;
      }
    })());
  }

  const recents = [...held.values()].flatMap((view) => (view.recent ? [{ view, recent: view.recent }] : []));
  const fetched = async (): Promise<void> => {
    for (const { recent } of recents) while (recent.fetching) await recent.fetching;
  };

  // Events between loading and following are read from the log; those delivered meanwhile are buffered.
  let pending: StoredEvent[] | null = [];
  const subscribedStreams: ReadonlySet<string> = new Set(byStream.keys());
  const unfollow = log.follow((events) => (pending ? void pending.push(...events) : apply(events)));
  let from = Math.min(log.head(), ...[...held.values()].map((view) => view.position));
  for (;;) {
    const changed = new Map<HeldView, RowChange[]>();
    const { count, last } = await log.eachAfter(from, page, subscribedStreams, (event) =>
      receive(event, changed),
    );
    if (count === 0) break;
    receivedAll(last, changed);
    await fetched();
    await saveOf(recents.flatMap(({ view }) => (view.rows.size > 2 * view.def.recent!.most ? [view] : [])));
    from = last;
    if (count < page && from >= log.head()) break;
  }
  const meanwhile = pending.filter((event) => event.position > from);
  pending = null;
  if (meanwhile.length > 0) apply(meanwhile);
  await fetched();

  function schedule(): void {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void save().catch((error: unknown) => {
        options.onError(error);
        schedule();
      });
    }, options.saveMs);
    timer.unref();
  }

  async function saveOf(views: Iterable<HeldView>): Promise<void> {
    while (saving) await saving;
    saving = (async () => {
      for (const view of views) {
        if (
          !view.left &&
          view.position > view.saved &&
          (view.dirty.size > 0 || view.position - view.saved > farBehind)
        ) {
          await persist(pool, view);
          if (view.left)
            options.onError(
              new Error(
                `${view.def.name}: another version of it, or a rebuilt one, is kept now. This node keeps what it folds in memory until it starts anew.`,
              ),
            );
        }
        if (view.recent) letGo(view, view.recent);
      }
    })().finally(() => {
      saving = null;
    });
    await saving;
  }
  function save(): Promise<void> {
    return saveOf(held.values());
  }

  schedule();
  return {
    get: <R>(def: ViewDef<R>) => face(held.get(def.name) ?? unknown(def.name)) as LiveView<R>,
    byName: (name) => {
      const view = held.get(name);
      return view && face(view);
    },
    epoch: (name) => (held.get(name) ?? unknown(name)).epoch,
    positions: () =>
      [...held.values()].map((view) => ({
        name: view.def.name,
        epoch: view.epoch,
        position: view.position,
        saved: view.saved,
        rows: view.rows.size,
      })),
    save,
    async read<R>(def: ViewDef<R>, id: string) {
      const view = held.get(def.name) ?? unknown(def.name);
      if (!view.recent) return view.rows.get(id) as R | undefined;
      while (view.recent.fetching) await view.recent.fetching;
      return (view.rows.get(id) ?? ((await readStored(pool, view, id)) as R | undefined)) as R | undefined;
    },
    async *stored<R>(def: ViewDef<R>, holds?: string) {
      const view = held.get(def.name) ?? unknown(def.name);
      const here = [...view.rows] as [string, R][];
      for (const one of here) if (holds === undefined || JSON.stringify(one[1]).includes(holds)) yield one;
      if (view.recent) yield* storedBeside(pool, view, new Set(here.map(([id]) => id)), holds);
    },
    async close() {
      unfollow();
      if (timer) clearTimeout(timer);
      await fetched();
      await save();
      await noting;
      closed = true;
    },
  };
}

function unknown(name: string): never {
  throw new Error(`No view is called ${name}.`);
}

const faces = new WeakMap<HeldView, LiveView>();
function face(view: HeldView): LiveView {
  let shown = faces.get(view);
  if (!shown) {
    shown = {
      def: view.def,
      rows: view.rows,
      position: () => view.position,
      watch(listener) {
        view.watchers.add(listener);
        return () => view.watchers.delete(listener);
      },
    };
    faces.set(view, shown);
  }
  return shown;
}

export function newEpoch(): string {
  return randomBytes(6).toString('base64url');
}

async function load(pool: Pool, view: HeldView): Promise<void> {
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
async function persist(pool: Pool, view: HeldView): Promise<void> {
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
