/** The discussion about a record shown beside the screen; panels open it, the shell shows it. */
export interface Talk {
  /** Key of the room: `about-signup-301`. */
  readonly room: string;
  /** The record's reference: SG-000301. */
  readonly title: string;
}

let now: Talk | null = null;
const listeners = new Set<() => void>();

export const talk = {
  now: (): Talk | null => now,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function openTalk(next: Talk | null): void {
  now = next;
  for (const listener of listeners) listener();
}
