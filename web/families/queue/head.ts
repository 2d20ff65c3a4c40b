import type { ComponentType } from 'react';
import { plugsOf } from '#web/parts/plugs.ts';

/** The props that the screen passes to the part above its list. */
export interface QueueHeadProps {
  /** Why nothing may be sent now; null when it may. */
  readonly off: string | null;
  /** Opens a row of the list. */
  readonly onOpen: (id: string) => void;
}

const plug = plugsOf(
  import.meta.glob<Readonly<Record<string, ComponentType<QueueHeadProps>>>>('../../special/*/queue-head.tsx'),
);

/**
 * The plug of a queue: `web/special/<name in lower case>/queue-head.tsx` exports `Head`. Null when it has
 * none.
 */
export const queueHead = (name: string): ComponentType<QueueHeadProps> | null =>
  plug(`../../special/${name.toLowerCase()}/queue-head.tsx`, 'Head');
