import { lazy, Suspense, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Skeleton } from '../Skeleton.tsx';
import { FirstRows } from './FirstRows.tsx';
import { Fitting } from './fitting.ts';
import type { GridProps } from './grid-props.ts';
import type { GridRow, GridRows } from './source.ts';

type RoomProps = GridProps<any> & { readonly fitting: Fitting<any>; readonly onDrawn?: () => void };

let fetched = false;
const loadRoom = (): Promise<{ default: ComponentType<RoomProps> }> =>
  import('./GridRoom.tsx').then((m) => {
    fetched = true;
    return { default: m.GridRoom as ComponentType<RoomProps> };
  });
const Room = lazy(loadRoom);

/** Preloads the grid's chunk; called when the connection is idle after sign-in. */
export function prefetchGrid(): void {
  loadRoom().then(undefined, (reason: unknown) =>
    console.warn('The list could not be fetched ahead; the screen that needs it asks again.', reason),
  );
}

/**
 * From this many rows on, the first rows are drawn before the grid is set up; with fewer rows the grid is as
 * fast.
 */
const MANY = 500;

function isMany(rows: GridRows<any>): boolean {
  let n = 0;
  for (const _row of rows.all()) if ((n += 1) >= MANY) return true;
  return false;
}

/** Runs `work` after the next paint, when the browser is idle. */
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

/** A list to work in: order frozen under the pointer, new rows waiting behind R, everything by keyboard. */
export function Grid<R extends GridRow>(props: GridProps<R>): ReactNode {
  const { control, rows, source } = props;
  const [fitting] = useState(() => {
    const made = new Fitting<R>();
    made.take(props.arranged ?? []);
    return made;
  });
  useEffect(() => control.reads(source ?? null), [control, source]);
  const [first, setFirst] = useState(() => rows !== undefined && (!fetched || isMany(rows)));
  const [waits, setWaits] = useState(() => first && isMany(rows!));
  useEffect(() => (waits ? afterPaint(() => setWaits(false)) : undefined), [waits]);
  return (
    <div className="ops-grid-place">
      {!waits && (
        <Suspense fallback={first ? null : <Skeleton rows={12} />}>
          <Room {...props} fitting={fitting} {...(first ? { onDrawn: () => setFirst(false) } : {})} />
        </Suspense>
      )}
      {first && <FirstRows {...props} fitting={fitting} />}
    </div>
  );
}
