/** The conversation about a record that stands open beside the screen; the shell shows it, any panel opens it. */
export interface Talk {
  /** Key of the room: `about-signup-301`. */
  readonly room: string;
  /** What people call the record: SG-000301. */
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
