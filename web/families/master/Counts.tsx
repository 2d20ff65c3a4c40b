import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Count, MasterDef } from '#shared/families/master-def.ts';
import type { MasterPage, MasterRow } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useFeed } from '#web/live/use-feed.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { route } from './declaration.ts';
import type { Masters } from './declaration.ts';
import { listRow } from './list-rows.ts';
import type { ListRow } from './list-rows.ts';
import type { Announcing } from './value-text.ts';

/** Path of the list of exactly the counted records. */
export function countedPath({ by, when, of }: Count, id: number, masters: Masters): string {
  const filter = {
    [by]: { op: 'in', value: [id] },
    ...(when ? { [when.field]: { op: 'in', value: when.in } } : {}),
  };
  return `/${masters.byKind.get(of)!.route}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** A count that links to the counted records. */
export function CountLink({
  count,
  row,
  masters,
  speech,
}: {
  count: Count;
  row: MasterRow;
  masters: Masters;
  speech: Pick<Announcing, 'own'>;
}): ReactNode {
  const n = row.fields[count.name];
  if (typeof n !== 'number') return null;
  if (n === 0) return <span className="ops-muted">0</span>;
  return (
    <Link
      className="ma-link"
      to={countedPath(count, row.id, masters)}
      aria-label={`${speech.own(`column.${count.name}`)}: ${formatNumber(n, 0)}`}
      onClick={(event) => event.stopPropagation()}
    >
      {formatNumber(n, 0)}
    </Link>
  );
}

/** The counts of one record, below its details; nothing for those who may not see the counted records. */
export function CountDetails({
  def,
  row,
  masters,
  speech,
}: {
  def: MasterDef;
  row: MasterRow;
  masters: Masters;
  speech: Pick<Announcing, 'own'>;
}): ReactNode {
  const counts = (def.counts ?? []).filter(({ name }) => row.fields[name] !== undefined);
  if (counts.length === 0) return null;
  return (
    <div className="ma-facts ma-counted">
      <section>
        <dl>
          {counts.map((count) => (
            <div key={count.name}>
              <dt>{speech.own(`column.${count.name}`)}</dt>
              <dd>
                <CountLink count={count} row={row} masters={masters} speech={speech} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

const REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
const MOST = 500;

/**
 * Reloads the counts on the page when counted records change, at most once a second; the rows stay in place.
 */
export function CountsLive(props: {
  def: MasterDef;
  masters: Masters;
  control: GridControl<ListRow>;
  onRead: () => void;
}): ReactNode {
  const person = usePerson();
  const count = props.def.counts?.[0];
  const counted = count && hasRight(person, count.need) ? props.masters.byKind.get(count.of) : undefined;
  return counted ? <Listening {...props} feed={`masters/${counted.name}`} /> : null;
}

function Listening({
  def,
  control,
  feed,
  onRead,
}: {
  def: MasterDef;
  control: GridControl<ListRow>;
  feed: string;
  onRead: () => void;
}): ReactNode {
  const { rows } = useFeed(feed);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rest = REST_MS;
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      timer = undefined;
      const shown = new Map(control.visibleRows().map((one) => [one.row.id, one] as const));
      const ids = [...shown.keys()].slice(0, MOST);
      if (ids.length === 0) return;
      const filter = JSON.stringify({ iId: { op: 'in', value: ids } });
      const page = await api.get<MasterPage>(route('list', def.name), {
        query: { filter, records: ids.length },
        signal: stop.signal,
      });
      for (const row of page.rows) {
        const before = shown.get(row.id);
        if (before && before.row.version === row.version && differs(def, before.row, row))
          control.replace(listRow(row, page.labels));
      }
      onRead();
    };
    const again = (): void => {
      timer ??= setTimeout(() => {
        read().then(
          () => (rest = REST_MS),
          () => {
            rest = Math.min(rest * 2, LONGEST_REST_MS);
            if (!stop.signal.aborted) again();
          },
        );
      }, rest);
    };
    const off = rows.onBatch(
      ({ cleared, add, update }) => !cleared && add.length + update.length > 0 && again(),
    );
    return () => {
      off();
      clearTimeout(timer);
      stop.abort();
    };
  }, [rows, control, def, onRead]);
  return null;
}

function differs({ counts = [] }: MasterDef, before: MasterRow, after: MasterRow): boolean {
  return counts.some(({ name }) => before.fields[name] !== after.fields[name]);
}
