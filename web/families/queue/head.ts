import { lazy } from 'react';
import type { ComponentType } from 'react';

/** The props that the screen passes to the part above its list. */
export interface QueueHeadProps {
  /** Why nothing may be sent now; null when it may. */
  readonly off: string | null;
  /** Opens a row of the list. */
  readonly onOpen: (id: string) => void;
}

const heads = import.meta.glob<{ readonly Head?: ComponentType<QueueHeadProps> }>(
  '../../special/*/queue-head.tsx',
);
const made = new Map<string, ComponentType<QueueHeadProps>>();

/**
 * The plug of a queue: `web/special/<name in lower case>/queue-head.tsx` exports `Head`. Null when it has
 * none.
 */
export function queueHead(name: string): ComponentType<QueueHeadProps> | null {
  const path = `../../special/${name.toLowerCase()}/queue-head.tsx`;
  const load = heads[path];
  if (!load) return null;
  let found = made.get(name);
  if (!found) {
    found = lazy(async () => {
      const { Head } = await load();
      if (!Head) throw new Error(`${path} exports no Head.`);
      return { default: Head };
    });
    made.set(name, found);
  }
  return found;
}
