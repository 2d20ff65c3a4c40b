import { photoDatabase } from '#web/live/photo-database.ts';

/**
 * The specification's session keys: read by other pages of the product, trusted by nobody. The organisation
 * is always 1.
 */
const inSession = ['logEmpId', 'pooId', 'logDesId', 'roleId', 'orgId'] as const;
const inLocal = ['logEmpId', 'pooId', 'sucmsg', 'currentUser'] as const;
/** Where `kept-me.ts` keeps the signed-in person for a start without a connection. */
export const keptMePlace = 'ops-me';

export function hasKeptMe(): boolean {
  try {
    return localStorage.getItem(keptMePlace) !== null;
  } catch {
    return false; // storage is disabled: nothing is kept
  }
}

/** The session that it was kept for is over. */
export function forgetKeptMe(): void {
  try {
    localStorage.removeItem(keptMePlace);
  } catch {
    // storage is disabled: nothing was kept
  }
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

export interface Hints {
  readonly empId: number;
  readonly name: string;
  readonly primaryPooId: number | null;
  readonly designationId: number | null;
  readonly roleId: number | null;
}

export function keepHints(me: Hints): void {
  try {
    const hints = {
      logEmpId: text(me.empId),
      pooId: text(me.primaryPooId),
      logDesId: text(me.designationId),
      roleId: text(me.roleId),
      orgId: '1',
    };
    for (const name of inSession) sessionStorage.setItem(name, hints[name]);
    localStorage.setItem('logEmpId', hints.logEmpId);
    localStorage.setItem('pooId', hints.pooId);
    localStorage.setItem('currentUser', me.name);
    forgetOthers(me.empId);
  } catch {
    // storage is disabled: hints are optional
  }
}

export function keepMessage(message: string): void {
  try {
    localStorage.setItem('sucmsg', message);
  } catch {
    // storage is disabled: hints are optional
  }
}

export function forgetHints(): void {
  try {
    for (const name of inSession) sessionStorage.removeItem(name);
    for (const name of inLocal) localStorage.removeItem(name);
  } catch {
    // storage is disabled: nothing was stored
  }
}

const arrangements = /^ops-(arranged|master):/;
const appearances = /^ops-(look|language|layout|sound|panel-width|wall-device|(arranged|master):.*)$/;

/** The arrangement of a list, without its search terms. */
function columnsOnly(text: string): string {
  try {
    const { columns } = JSON.parse(text) as { columns?: unknown };
    return JSON.stringify(columns === undefined ? {} : { columns });
  } catch {
    return '{}'; // not what lists write: nothing of it is kept
  }
}

/**
 * A session may end without a sign-out: deletes drafts and searches of earlier people when another one signs
 * in.
 */
function forgetOthers(empId: number): void {
  let drafts = false;
  for (const name of Object.keys(localStorage)) {
    const [, kind, owner] = /^ops-(draft|arranged|master):(\d+):/.exec(name) ?? [];
    if (owner === undefined || Number(owner) === empId) continue;
    if (kind === 'draft') {
      localStorage.removeItem(name);
      drafts = true;
    } else localStorage.setItem(name, columnsOnly(localStorage.getItem(name) ?? ''));
  }
  if (drafts) forgetPhotos();
}

function forgetPhotos(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(photoDatabase);
  } catch {
    // storage is disabled: no photo was kept
  }
}

/** Sign-out clears session and local storage; appearance belongs to the device and stays. */
export function clearStores(): void {
  forgetPhotos();
  try {
    const kept = Object.keys(localStorage).flatMap((name) => {
      const value = appearances.test(name) ? localStorage.getItem(name) : null;
      return value === null ? [] : [[name, arrangements.test(name) ? columnsOnly(value) : value] as const];
    });
    sessionStorage.clear();
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  } catch {
    // storage is disabled: nothing was stored
  }
}

/** The stored designation decides about the breadcrumb (92 has none). */
export function storedDesignation(): number | null {
  try {
    const stored = sessionStorage.getItem('logDesId');
    return stored ? Number(stored) : null;
  } catch {
    return null; // storage is disabled: the breadcrumb is shown
  }
}
