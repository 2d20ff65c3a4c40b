import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-props.ts';

const loadRoom = () => import('./DialogRoom.tsx').then((m) => ({ default: m.DialogRoom }));
const Room = lazy(loadRoom);

/** Fetches the dialog's chunk ahead of need. */
export function prefetchDialog(): void {
  loadRoom().then(undefined, (reason: unknown) => console.warn('The dialog could not be fetched ahead; the first question asks again.', reason));
}

/** A dialog: takes the focus, gives it back, silences the keys of the screen below. Its chunk comes with the first one opened. */
export function Dialog(props: DialogProps): ReactNode {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Room {...props} />
    </Suspense>
  ) : null;
}
