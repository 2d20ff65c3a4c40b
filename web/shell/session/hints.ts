/** The specification's session keys: shown by other pages of the house, believed by nobody. The organisation is always 1. */
const inSession = ['logEmpId', 'pooId', 'logDesId', 'roleId', 'orgId'] as const;
const inLocal = ['logEmpId', 'pooId', 'sucmsg', 'currentUser'] as const;

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
    const hints = { logEmpId: text(me.empId), pooId: text(me.primaryPooId), logDesId: text(me.designationId), roleId: text(me.roleId), orgId: '1' };
    for (const name of inSession) sessionStorage.setItem(name, hints[name]);
    localStorage.setItem('logEmpId', hints.logEmpId);
    localStorage.setItem('pooId', hints.pooId);
    localStorage.setItem('currentUser', me.name);
    forgetOthers(me.empId);
  } catch {
    // storage switched off: hints are only hints
  }
}

export function keepMessage(message: string): void {
  try {
    localStorage.setItem('sucmsg', message);
  } catch {
    // storage switched off: hints are only hints
  }
}

export function forgetHints(): void {
  try {
    for (const name of inSession) sessionStorage.removeItem(name);
    for (const name of inLocal) localStorage.removeItem(name);
  } catch {
    // storage switched off: nothing was kept
  }
}

const arrangements = /^ops-(arranged|master):/;
const looks = /^ops-(look|language|layout|sound|panel-width|wall-device|(arranged|master):.*)$/;

/** How a list was arranged, without what was searched for in it. */
function columnsOnly(text: string): string {
  try {
    const { columns } = JSON.parse(text) as { columns?: unknown };
    return JSON.stringify(columns === undefined ? {} : { columns });
  } catch {
    return '{}'; // not what lists write: nothing of it is kept
  }
}

/** A session may end without a sign-out: what people before this one typed here, unsent or into a search, goes when another comes. */
function forgetOthers(empId: number): void {
  for (const name of Object.keys(localStorage)) {
    const [, kind, owner] = /^ops-(draft|arranged|master):(\d+):/.exec(name) ?? [];
    if (owner === undefined || Number(owner) === empId) continue;
    if (kind === 'draft') localStorage.removeItem(name);
    else localStorage.setItem(name, columnsOnly(localStorage.getItem(name) ?? ''));
  }
}

/** Sign-out clears session and local storage; how the console looks on this machine stays, it belongs to no one's session. */
export function clearStores(): void {
  try {
    const kept = Object.keys(localStorage).flatMap((name) => {
      const value = looks.test(name) ? localStorage.getItem(name) : null;
      return value === null ? [] : [[name, arrangements.test(name) ? columnsOnly(value) : value] as const];
    });
    sessionStorage.clear();
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  } catch {
    // storage switched off: nothing was kept
  }
}

/** The designation that decides about the breadcrumb is the stored one (92 has none). */
export function storedDesignation(): number | null {
  try {
    const stored = sessionStorage.getItem('logDesId');
    return stored ? Number(stored) : null;
  } catch {
    return null; // storage switched off: the breadcrumb is shown
  }
}
