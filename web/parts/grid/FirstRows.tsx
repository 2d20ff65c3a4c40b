import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import { Skeleton } from '../Skeleton.tsx';
import { textOf, toneOf } from './column.ts';
import { classesOf } from './column-defs.ts';
import { columnsAtStart, countRows, firstOf, sortAtStart, passes } from './first-rows.ts';
import type { Fitting } from './fitting.ts';
import './grid.css';
import type { GridProps } from './grid-props.ts';
import { headHeight, SECOND_ROW_LINE, useRowHeight } from './row-height.ts';
import type { GridRow } from './source.ts';

/** More never fit on a screen. */
const MOST = 60;
/** Width of the check boxes, px. */
const CHOOSE = 50;

/**
 * First paint of a list: the visible rows in their columns and order, live, while the grid itself loads
 * behind it. Takes no focus; screen readers wait for the grid.
 */
export function FirstRows<R extends GridRow>(props: GridProps<R> & { fitting: Fitting<R> }): ReactNode {
  const { control, columns, rows, sort, filter, search, arranged, multi, onClick, onOpen, fitting } = props;
  const t = useFrame();
  const titleHeight = useRowHeight();
  const height = titleHeight + (props.twoLines ? SECOND_ROW_LINE : 0);
  const [turn, setTurn] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => rows?.onBatch(() => setTurn((n) => n + 1)), [rows]);
  const declared = useMemo(() => columnsAtStart({ columns, arranged }), [columns, arranged]);
  const first = useMemo(
    () =>
      firstOf(
        rows?.all() ?? [],
        Math.min(MOST, Math.ceil(window.innerHeight / height)),
        sortAtStart({ columns, sort, arranged }),
        (row) => passes({ filter, search, columns }, row),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the turn stands for the content of the rows
    [rows, turn, columns, sort, arranged, filter, search, height],
  );
  // The footer counts the rows it stands below, also while the grid itself is still loading.
  useEffect(() => {
    if (rows) control.show(countRows(rows.all(), (row) => passes({ filter, search, columns }, row)));
    // oxlint-disable-next-line react/exhaustive-deps -- the turn stands for the content of the rows
  }, [control, rows, turn, columns, filter, search]);
  const some = first.length > 0;
  useLayoutEffect(() => {
    if (some) setRoom((place.current?.clientWidth ?? 0) - (multi ? CHOOSE : 0));
  }, [some, multi]);
  if (!some) return <Skeleton rows={12} />;
  const now = serverClock.now();
  const labels = { yes: t('grid.yes'), no: t('grid.no') };
  fitting.measure(columns, first, labels);
  const sorting = new Set((arranged ?? []).flatMap(({ id, sort: way }) => (way ? [id] : [])));
  const placed = new Map(fitting.place(declared, room, sorting).map((one) => [one.key, one]));
  const edge = ({ key }: { readonly key: string }): number =>
    ({ start: 0, none: 1, end: 2 })[placed.get(key)?.pinned ?? 'none'];
  const condition = declared
    .filter(({ key }) => !placed.get(key)?.folded)
    .toSorted((a, b) => edge(a) - edge(b));
  const styles = condition.map(({ key }) => ({ width: placed.get(key)?.width ?? 0 }));
  const kinds = condition.map((column) => ['ops-first-cell', ...classesOf(column)].join(' '));
  const tickBox = multi ? <div className="ops-first-cell" style={{ width: CHOOSE }} /> : null;
  return (
    <div
      ref={place}
      className="ops-grid ops-first"
      aria-hidden="true"
      style={{ lineHeight: `${height - 1}px` }}
    >
      <div
        className="ops-first-row ops-first-head"
        data-lines={fitting.lines}
        style={{ height: headHeight(titleHeight, fitting.lines) }}
      >
        {tickBox}
        {condition.map((column, at) => (
          <div key={column.key} className={kinds[at]} style={styles[at]}>
            {column.label}
          </div>
        ))}
      </div>
      {first.map((row) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the grid that follows at once answers to keys
        <div
          key={row.id}
          className="ops-first-row"
          style={{ height }}
          onClick={() => onClick?.(row)}
          onDoubleClick={() => onOpen?.(row)}
        >
          {tickBox}
          {condition.map((column, at) => {
            const tone = toneOf(column, row, now);
            return (
              <div
                key={column.key}
                className={tone ? `${kinds[at]} ops-cell-${tone}` : kinds[at]}
                style={styles[at]}
              >
                {column.render ? (
                  <span className="ops-cell-render">{column.render(row)}</span>
                ) : (
                  textOf(column, row, now, labels)
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
