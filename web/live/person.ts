import { useSyncExternalStore } from 'react';

/** Who sits in front of this screen, as far as screens decide what to show by it; the server asks again at every door. */
export interface PersonHere {
  readonly empId: number;
  readonly name: string;
  readonly admin: boolean;
  /** Grows with every change of what this person may do. */
  readonly permissionVersion: number;
  readonly rights: ReadonlySet<string>;
  readonly primaryPooId: number | null;
  readonly poos: readonly { readonly id: number; readonly name: string; readonly city: string }[];
  /** Empty: every language. */
  readonly languages: readonly string[];
}

let person: PersonHere | null = null;
const listeners = new Set<() => void>();

/** The shell tells who it is; null after signing out. */
export function setPerson(next: PersonHere | null): void {
  if (next === person) return;
  person = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function personNow(): PersonHere | null {
  return person;
}

/** Inside a screen, where somebody is signed in or was until the session ended. */
export function usePerson(): PersonHere {
  const now = useSyncExternalStore(subscribe, personNow);
  if (!now) throw new Error('Nobody is signed in here.');
  return now;
}

/** Whether this person has a right, as `<group>/<entity>:<right>`. */
export function hasRight(who: PersonHere, permission: string): boolean {
  return who.admin || who.rights.has(permission);
}
