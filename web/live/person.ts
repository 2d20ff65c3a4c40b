import { useSyncExternalStore } from 'react';
import type { PlaceOfMine } from '#shared/access/me.ts';
import type { Need } from '#shared/core/permission.ts';

/** The signed-in person, for display decisions only; the server checks every request itself. */
export interface PersonHere {
  readonly empId: number;
  readonly name: string;
  readonly admin: boolean;
  /** Increases with every change of this person's rights. */
  readonly permissionVersion: number;
  readonly rights: ReadonlySet<string>;
  readonly primaryPooId: number | null;
  readonly poos: readonly PlaceOfMine[];
  /** Empty: all languages. */
  readonly languages: readonly string[];
}

let person: PersonHere | null = null;
const listeners = new Set<() => void>();

/** Set by the shell; null after sign-out. */
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

/** For use inside screens, where somebody is signed in or was until the session ended. */
export function usePerson(): PersonHere {
  const now = useSyncExternalStore(subscribe, personNow);
  if (!now) throw new Error('Nobody is signed in here.');
  return now;
}

/** Whether this person has a right, as `<group>/<entity>:<right>`. */
export function hasRight(who: PersonHere, permission: string): boolean {
  return who.admin || who.rights.has(permission);
}

/** Whether this person may open what has this need; a server's own need never. */
export function meetsNeed(who: PersonHere, need: Need): boolean {
  if (need === 'system') return false;
  if (need === 'public' || need === 'signedIn') return true;
  return (typeof need === 'string' ? [need] : need).some((permission) => hasRight(who, permission));
}
