import { lazy, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Skeleton } from '../Skeleton.tsx';
import type { GridProps } from './grid-props.ts';
import type { GridRow } from './source.ts';

const loadRoom = (): Promise<{ default: ComponentType<GridProps<any>> }> =>
  import('./GridRoom.tsx').then((m) => ({ default: m.GridRoom as ComponentType<GridProps<any>> }));
const Room = lazy(loadRoom);

/** Fetches the grid's chunk ahead of need; after sign-in, when the line is idle. */
export function prefetchGrid(): void {
  loadRoom().then(undefined, (reason: unknown) => console.warn('The list could not be fetched ahead; the screen that needs it asks again.', reason));
}

/** A list that people live in: order frozen under the hand, new rows waiting behind R, everything by keyboard. */
export function Grid<R extends GridRow>(props: GridProps<R>): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={12} />}>
      <Room {...props} />
    </Suspense>
  );
}
