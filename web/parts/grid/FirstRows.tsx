import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame } from '#web/words/words.ts';
import { Skeleton } from '../Skeleton.tsx';
import { textOf, toneOf } from './column.ts';
import { classesOf, widthOf } from './column-defs.ts';
import { columnsAtStart, firstOf, orderAtStart, passes } from './first-rows.ts';
import './grid.css';
import type { GridProps } from './grid-props.ts';
import { useRowHeight } from './row-height.ts';
import type { GridRow } from './source.ts';

/** More are never on a screen. */
const MOST = 60;

/**
 * What the list shows first: the rows that fit, in their columns and order, live, while the grid itself is fetched and set up
 * behind it. Nothing here takes the focus; a reader of screens waits for the grid.
 */
export function FirstRows<R extends GridRow>(props: GridProps<R>): ReactNode {
  const { columns, rows, order, filter, search, arranged, multi, onClick, onOpen } = props;
  const t = useFrame();
  const height = useRowHeight();
  const [turn, setTurn] = useState(0);
  useEffect(() => rows?.onBatch(() => setTurn((n) => n + 1)), [rows]);
  const standing = useMemo(() => columnsAtStart({ columns, arranged }), [columns, arranged]);
  const first = useMemo(
    () =>
      firstOf(rows?.all() ?? [], Math.min(MOST, Math.ceil(window.innerHeight / height)), orderAtStart({ columns, order, arranged }), (row) =>
        passes({ filter, search, columns }, row),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the turn stands for the content of the rows
    [rows, turn, columns, order, arranged, filter, search, height],
  );
  if (first.length === 0) return <Skeleton rows={12} />;
  const now = serverClock.now();
  const says = { yes: t('grid.yes'), no: t('grid.no') };
  const styles = standing.map((column) => (column.flex ? { flex: `${column.flex} 0 0`, minWidth: widthOf(column) } : { width: widthOf(column) }));
  const kinds = standing.map((column) => ['ops-first-cell', ...classesOf(column)].join(' '));
  const tickBox = multi ? <div className="ops-first-cell" style={{ width: 50 }} /> : null;
  return (
    <div className="ops-grid ops-first" aria-hidden="true" style={{ lineHeight: `${height - 1}px` }}>
      <div className="ops-first-row ops-first-head" style={{ height }}>
        {tickBox}
        {standing.map((column, at) => (
          <div key={column.key} className={kinds[at]} style={styles[at]}>
            {column.label}
          </div>
        ))}
      </div>
      {first.map((row) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the grid that follows at once answers to keys
        <div key={row.id} className="ops-first-row" style={{ height }} onClick={() => onClick?.(row)} onDoubleClick={() => onOpen?.(row)}>
          {tickBox}
          {standing.map((column, at) => {
            const tone = toneOf(column, row, now);
            return (
              <div key={column.key} className={tone ? `${kinds[at]} ops-cell-${tone}` : kinds[at]} style={styles[at]}>
                {column.render ? <span className="ops-cell-render">{column.render(row)}</span> : textOf(column, row, now, says)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
