import { lazy, Suspense, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Skeleton } from '../Skeleton.tsx';
import { FirstRows } from './FirstRows.tsx';
import type { GridProps } from './grid-props.ts';
import type { GridRow, GridRows } from './source.ts';

type RoomProps = GridProps<any> & { readonly onDrawn?: () => void };

let fetched = false;
const loadRoom = (): Promise<{ default: ComponentType<RoomProps> }> =>
  import('./GridRoom.tsx').then((m) => {
    fetched = true;
    return { default: m.GridRoom as ComponentType<RoomProps> };
  });
const Room = lazy(loadRoom);

/** Fetches the grid's chunk ahead of need; after sign-in, when the line is idle. */
export function prefetchGrid(): void {
  loadRoom().then(undefined, (reason: unknown) => console.warn('The list could not be fetched ahead; the screen that needs it asks again.', reason));
}

/** From so many rows on the first of them are drawn before the grid is set up: with fewer the grid is there as soon. */
const MANY = 500;

function isMany(rows: GridRows<any>): boolean {
  let n = 0;
  for (const _row of rows.all()) if ((n += 1) >= MANY) return true;
  return false;
}

/** Runs it when the browser has painted what stands and has nothing more urgent to do. */
function afterPaint(work: () => void): () => void {
  let idle = 0;
  const frame = requestAnimationFrame(() => {
    idle = requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(work, { timeout: 100 });
      else idle = setTimeout(work, 30) as unknown as number;
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    cancelAnimationFrame(idle);
    if ('cancelIdleCallback' in window) cancelIdleCallback(idle);
    else clearTimeout(idle);
  };
}

/** A list that people live in: order frozen under the hand, new rows waiting behind R, everything by keyboard. */
export function Grid<R extends GridRow>(props: GridProps<R>): ReactNode {
  const { control, rows, source } = props;
  useEffect(() => control.reads(source ?? null), [control, source]);
  const [first, setFirst] = useState(() => rows !== undefined && (!fetched || isMany(rows)));
  const [waits, setWaits] = useState(() => first && isMany(rows!));
  useEffect(() => (waits ? afterPaint(() => setWaits(false)) : undefined), [waits]);
  return (
    <div className="ops-grid-place">
      {!waits && (
        <Suspense fallback={first ? null : <Skeleton rows={12} />}>
          <Room {...props} {...(first ? { onDrawn: () => setFirst(false) } : {})} />
        </Suspense>
      )}
      {first && <FirstRows {...props} />}
    </div>
  );
}
