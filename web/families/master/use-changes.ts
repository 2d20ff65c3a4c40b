import { useCallback, useEffect, useRef, useState } from 'react';
import type { MasterChange } from '#shared/families/master-wire.ts';
import type { UsedFeed } from '#web/live/use-feed.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import { listRow, readRecord } from './list-rows.ts';
import type { ListRow } from './list-rows.ts';

export type LiveChange = MasterChange & Readonly<Record<string, unknown>>;

const mark = ({ recordId, version }: Pick<MasterChange, 'recordId' | 'version'>): string =>
  `${recordId}:${version}`;

export interface Changes {
  /** The latest change of each record since the screen opened. */
  readonly latest: ReadonlyMap<number, MasterChange>;
  /** Marks this person's own change as shown. */
  mine(id: number, version: number): void;
  /** Reloads rows of the page with a newer change. */
  check(): void;
}

/** Changes by colleagues: rows on the page are reloaded in place, everything else waits behind R. */
export function useChanges(name: string, feed: UsedFeed<LiveChange>, control: GridControl<ListRow>): Changes {
  const [latest, setLatest] = useState<ReadonlyMap<number, MasterChange>>(new Map());
  const known = useRef<Set<string> | null>(null);
  const own = useRef(new Set<string>());
  const waiting = useRef(new Set<string>());

  useEffect(() => {
    if (feed.condition !== 'live' || known.current) return;
    const all = [...feed.rows.all()];
    known.current = new Set(all.map(mark));
    setLatest(newestOf(all));
    overtaken(name, all, control);
  }, [feed, name, control]);

  useEffect(
    () =>
      control.subscribe(() => {
        if (control.now().held === 0) waiting.current.clear();
      }),
    [control],
  );

  useEffect(
    () =>
      feed.rows.onBatch((batch) => {
        if (!known.current || batch.cleared) return;
        const fresh = [...batch.add, ...batch.update].filter((change) => !known.current!.has(mark(change)));
        for (const change of fresh) known.current.add(mark(change));
        const others = fresh.filter((change) => !own.current.has(mark(change)));
        if (fresh.length > 0)
          setLatest(
            (before) => new Map([...before, ...fresh.map((change) => [change.recordId, change] as const)]),
          );
        if (others.length === 0) return;
        const loaded = new Map(control.visibleRows().map((row) => [row.row.id, row]));
        for (const change of others) {
          const shown = loaded.get(change.recordId);
          if (!shown) waiting.current.add(String(change.recordId));
          else if (shown.row.version < change.version) void refresh(name, change, shown, control);
        }
        control.wait(waiting.current.size);
      }),
    [feed.rows, control, name],
  );

  const check = useCallback(() => {
    if (known.current) overtaken(name, feed.rows.all(), control);
  }, [name, feed.rows, control]);
  return { latest, mine: (id, version) => void own.current.add(mark({ recordId: id, version })), check };
}

function newestOf(all: Iterable<MasterChange>): Map<number, MasterChange> {
  const newest = new Map<number, MasterChange>();
  for (const change of all)
    if ((newest.get(change.recordId)?.version ?? 0) < change.version) newest.set(change.recordId, change);
  return newest;
}

/** Handles a list that was loaded before the feed opened, or lags behind it. */
function overtaken(name: string, all: Iterable<MasterChange>, control: GridControl<ListRow>): void {
  const newest = newestOf(all);
  for (const shown of control.visibleRows()) {
    const change = newest.get(shown.row.id);
    if (change && change.version > shown.row.version) void refresh(name, change, shown, control);
  }
}

/** Reloads one row in place; one that can no longer be read is shown as cancelled. */
async function refresh(
  name: string,
  change: MasterChange,
  shown: ListRow,
  control: GridControl<ListRow>,
): Promise<void> {
  try {
    const { row, labels } = await readRecord(name, change.recordId);
    control.replace(listRow(row, labels));
  } catch (error) {
    console.warn('A changed row could not be read again; its last known state is shown.', error);
    control.replace(
      listRow(
        {
          ...shown.row,
          version: change.version,
          iStatus: change.iStatus ?? shown.row.iStatus,
          iCancelFlag: change.iCancelFlag ?? shown.row.iCancelFlag,
          stage: change.stage ?? shown.row.stage,
          stageAt:
            (change.stage ?? shown.row.stage) === shown.row.stage ? shown.row.stageAt : change.updatedAt,
          updatedBy: change.updatedBy,
          updatedAt: change.updatedAt,
          fields: { ...shown.row.fields, ...change.set },
        },
        shown.labels,
      ),
    );
  }
}
