import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-props.ts';

const loadRoom = () => import('./DialogRoom.tsx').then((m) => ({ default: m.DialogRoom }));
const Room = lazy(loadRoom);

/** Preloads the dialog's chunk. */
export function prefetchDialog(): void {
  loadRoom().then(undefined, (reason: unknown) =>
    console.warn('The dialog could not be fetched ahead; the first question asks again.', reason),
  );
}

/**
 * A dialog: traps and restores focus and disables the keys of the screen below. Its chunk loads with the
 * first dialog.
 */
export function Dialog(props: DialogProps): ReactNode {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Room {...props} />
    </Suspense>
  ) : null;
}
