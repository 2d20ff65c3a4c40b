import { useSyncExternalStore } from 'react';
import type { Me as Answer } from '#shared/access/me.ts';
import type { Need, Verdict, Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { setPerson } from '#web/live/person.ts';
import { away, session } from '#web/live/session.ts';
import { onNotice } from '#web/live/socket.ts';
import { forgetHints, forgetKeptMe, keepHints } from './session/hints.ts';

/**
 * The signed-in person and their rights, from `/access/me`. Only used for display; the server checks every
 * request itself.
 */
export interface Me extends Omit<Answer, 'rights' | 'components'> {
  readonly rights: ReadonlySet<string>;
  /** Components the role lists, as `<group>/<component>`; null when it lists none and rights alone decide. */
  readonly components: ReadonlySet<string> | null;
}

/** `keptAt`: no server answers; the person is known from this device, as of then by its clock. */
export type Condition =
  | { readonly is: 'nobody' }
  | { readonly is: 'asking'; readonly before: Me | null }
  | { readonly is: 'known'; readonly me: Me; readonly keptAt?: number }
  | { readonly is: 'failed'; readonly failure: Failure };

const listeners = new Set<() => void>();
let condition: Condition = { is: 'nobody' };
let prompting: Promise<Condition> | null = null;
let last: Me | null = null;
/** The last version of rights the server announced, until an answer includes it. */
let received: number | null = null;

function become(next: Condition): Condition {
  condition = next;
  last = knownMe(next) ?? last;
  setPerson(last);
  for (const listener of listeners) listener();
  return next;
}

/**
 * Loads the signed-in person; concurrent callers share one request. While a failure lasts, everything is
 * denied; without a connection, what this device keeps stands.
 */
export function promptMe(): Promise<Condition> {
  prompting ??= prompt().finally(() => (prompting = null));
  return prompting;
}

async function prompt(): Promise<Condition> {
  const { token, ended } = session.now();
  if (!token) return become((ended === away ? await fromDevice(null) : null) ?? { is: 'nobody' });
  become({ is: 'asking', before: condition.is === 'known' ? condition.me : null });
  try {
    let answer = await api.get<Answer>('/access/me');
    // a change announced during the request may not be in its answer
    for (let again = 0; again < 3 && received !== null && answer.permissionVersion !== received; again++)
      answer = await api.get<Answer>('/access/me');
    received = null;
    const me = meFrom(answer);
    keepHints(me);
    void keep(answer, token);
    return become({ is: 'known', me });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.status === 401) return become(last ? { is: 'known', me: last } : { is: 'nobody' }); // the session is over: the overlay asks, the screen stays
    // Rights that were announced and could not be read are unknown: what is kept is older than they are.
    const kept = failure.status === 0 && received === null ? await fromDevice(token) : null;
    return become(kept ?? { is: 'failed', failure });
  }
}

async function keep(answer: Answer, token: string): Promise<void> {
  try {
    const { keepMe } = await import('./session/kept-me.ts');
    if (session.now().token === token) keepMe(answer, token, Date.now());
  } catch (error) {
    console.info('this device keeps no permissions now', error);
  }
}

async function fromDevice(token: string | null): Promise<Condition | null> {
  try {
    const kept = (await import('./session/kept-me.ts')).keptMe(token, Date.now());
    return kept && { is: 'known', me: meFrom(kept.me), keptAt: kept.at };
  } catch (error) {
    console.info('what this device keeps cannot be read now', error);
    return null;
  }
}

function meFrom(answer: Answer): Me {
  const { rights, components, ...rest } = answer;
  return {
    ...rest,
    rights: new Set(rights),
    components:
      components.length === 0
        ? null
        : new Set(components.map(({ vGroupDisplayName, component }) => `${vGroupDisplayName}/${component}`)),
  };
}

export function meNow(): Condition {
  return condition;
}

/** The person currently known, or until a moment ago. */
export function knownMe(at: Condition = condition): Me | null {
  if (at.is === 'known') return at.me;
  return at.is === 'asking' ? at.before : null;
}

export function onMe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionStatus(): Condition {
  return useSyncExternalStore(onMe, meNow);
}

/** The person signed in before the session ended; null after signing out. */
export function lastKnown(): Me | null {
  return last;
}

/** For use inside the frame, where somebody is signed in or was until the session ended. */
export function useMe(): Me {
  const me = knownMe(useSessionStatus()) ?? last;
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
}

/** Verdict for this person; without one, or after a failure, everything is denied. */
export function verdict(me: Me | null, need: Need): Verdict {
  return may(
    me ? ({ ...me, kind: 'person', sessionId: null, language: 'en' } as unknown as Viewer) : null,
    need,
  );
}

/** Follows sign-in, sign-out and changed rights. */
export function startMe(): void {
  let token = session.now().token;
  session.subscribe(() => {
    const next = session.now();
    if (next.token === token) return;
    token = next.token;
    forgetKeptMe();
    if (token) void promptMe();
    else if (next.ended === null) {
      last = null;
      forgetHints();
      become({ is: 'nobody' });
    }
  });
  onNotice((notice) => {
    if (notice.kind === 'rights') {
      received = notice.version;
      forgetKeptMe();
      void promptMe();
    }
    const unsure = condition.is === 'failed' || (condition.is === 'known' && condition.keptAt !== undefined);
    if (notice.kind === 'up' && unsure) void promptMe();
  });
}
