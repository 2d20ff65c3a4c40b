import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';
import type { KeptViews, LiveView, Log, RowChange } from '../core/parts.ts';
import { idsOf, rowAfter, type Aside } from './fold.ts';
import { asideError, asideWithin, mostAside, noteAside, reasonOf } from '../store/set-aside.ts';
import { fetchFor, isAtHand, letGo, newRecent, readStored, storedBeside, type Recent } from './recent.ts';
import { load, persist, type HeldView } from './stored-view.ts';

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
      received: 0,
      aside: [],
      halted: false,
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
  /** Sets an event aside, or stops the view that has set too many aside; false when it stops. */
  const setAside = (view: HeldView, event: StoredEvent, error: unknown): boolean => {
    const { name } = view.def;
    view.aside = [...view.aside.filter((at) => at > view.received - asideWithin), view.received];
    if (view.aside.length > mostAside) {
      view.halted = true;
      if (view.recent) view.recent.waiting = [];
      options.onError(
        new Error(
          `${name} could not take ${view.aside.length} of its last ${asideWithin} events and stands still at position ${view.position}: ${reasonOf(error)}`,
          { cause: error },
        ),
      );
      return false;
    }
    options.onError(asideError(name, event, error));
    noting = noting.then(() => noteAside(pool, name, event, error)).catch(options.onError);
    return true;
  };

  const fold = (view: HeldView, event: StoredEvent, changed: Map<HeldView, RowChange[]>): void => {
    if (view.halted || event.position <= view.position) return;
    view.received += 1;
    let failed: { readonly error: unknown } | null = null;
    const aside: Aside = (_event, error) => void (failed ??= { error });
    const folded: { id: string; before: unknown; after: unknown }[] = [];
    for (const id of idsOf(view.def, event, aside)) {
      if (view.recent && event.position <= (view.recent.foldedTo.get(id) ?? 0)) continue;
      const before = view.rows.get(id);
      const after = rowAfter(view.def, before, event, id, aside);
      if (after !== before) folded.push({ id, before, after });
    }
    if (failed && !setAside(view, event, (failed as { error: unknown }).error)) {
      view.position = Math.max(view.position, event.position - 1);
      return;
    }
    for (const { id, before, after } of folded) {
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
    if (view.halted) return;
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
      if (view.halted) continue;
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
  const unfollow = log.follow('views', (events) => (pending ? void pending.push(...events) : apply(events)));
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
