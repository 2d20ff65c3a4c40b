import type { Me } from '#shared/access/me.ts';
import { emptyHash, hashText, mixRow } from '#shared/core/hash.ts';
import { keptMePlace } from './hints.ts';

/** The signed-in person as the server last described them. */
export interface KeptMe {
  /** When the server answered, by this device's clock. */
  readonly at: number;
  readonly me: Me;
}
interface Stored extends KeptMe {
  /** Identifies the session it belongs to, without giving its token away. */
  readonly of: string;
}

function markOf(token: string): string {
  const hash = emptyHash();
  mixRow(hash, 'token', token, 1);
  return hashText(hash);
}

/** Keeps the person on this device, for a start without a connection; one browser keeps one person. */
export function keepMe(me: Me, token: string, now: number): void {
  try {
    const stored: Stored = { at: now, of: markOf(token), me: { ...me, sessionId: '' } };
    localStorage.setItem(keptMePlace, JSON.stringify(stored));
  } catch {
    // storage is full or disabled: without a connection the console then asks to sign in
  }
}

/**
 * The person that this device keeps: for the session of this token or, without one, for a browser that was
 * closed. Never longer than a session lasts.
 */
export function keptMe(token: string | null, now: number): KeptMe | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keptMePlace) ?? 'null') as Partial<Stored> | null;
    if (!stored?.me || typeof stored.at !== 'number' || !Array.isArray(stored.me.rights)) return null;
    const { at, me, of } = stored;
    if (token !== null && of !== markOf(token)) return null;
    return now >= at && now - at < me.absoluteMs ? { at, me } : null;
  } catch {
    return null; // storage is disabled or unreadable: nothing is kept
  }
}
