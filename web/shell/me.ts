import { useSyncExternalStore } from 'react';
import type { Me as Answer } from '#shared/access/me.ts';
import type { Need, Verdict, Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { setPerson } from '#web/live/person.ts';
import { session } from '#web/live/session.ts';
import { onNotice } from '#web/live/socket.ts';
import { forgetHints, keepHints } from './session/hints.ts';

/** Who is signed in and what they may do, as `/access/me` tells it. Here it only decides what is shown; the server asks again at every door. */
export interface Me extends Omit<Answer, 'rights' | 'components'> {
  readonly rights: ReadonlySet<string>;
  /** The components a role lists, as `<group>/<component>`; null when it lists none and the rights alone decide. */
  readonly components: ReadonlySet<string> | null;
}

export type Standing =
  | { readonly is: 'nobody' }
  | { readonly is: 'asking'; readonly before: Me | null }
  | { readonly is: 'known'; readonly me: Me }
  | { readonly is: 'failed'; readonly failure: Failure };

const listeners = new Set<() => void>();
let standing: Standing = { is: 'nobody' };
let asking: Promise<Standing> | null = null;
let last: Me | null = null;
/** The version of rights the server spoke of last, until an answer has shown it. */
let heard: number | null = null;

function become(next: Standing): Standing {
  standing = next;
  last = knownMe(next) ?? last;
  setPerson(last);
  for (const listener of listeners) listener();
  return next;
}

/** Asks who one is; several askers share one call. A failure is kept as such: until it is known again, everything is denied. */
export function askMe(): Promise<Standing> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask(): Promise<Standing> {
  if (!session.now().token) return become({ is: 'nobody' });
  become({ is: 'asking', before: standing.is === 'known' ? standing.me : null });
  try {
    let answer = await api.get<Answer>('/access/me');
    // a change told while the answer was under way may not be in it
    for (let again = 0; again < 3 && heard !== null && answer.permissionVersion !== heard; again++) answer = await api.get<Answer>('/access/me');
    heard = null;
    const me = meFrom(answer);
    keepHints(me);
    return become({ is: 'known', me });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.status === 401) return become(last ? { is: 'known', me: last } : { is: 'nobody' }); // the session is over: the overlay asks, the screen stays
    return become({ is: 'failed', failure });
  }
}

function meFrom(answer: Answer): Me {
  const { rights, components, ...rest } = answer;
  return {
    ...rest,
    rights: new Set(rights),
    components: components.length === 0 ? null : new Set(components.map(({ vGroupDisplayName, component }) => `${vGroupDisplayName}/${component}`)),
  };
}

export function meNow(): Standing {
  return standing;
}

/** The one who is known now, or was until a moment ago. */
export function knownMe(at: Standing = standing): Me | null {
  if (at.is === 'known') return at.me;
  return at.is === 'asking' ? at.before : null;
}

export function onMe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useStanding(): Standing {
  return useSyncExternalStore(onMe, meNow);
}

/** The one who was signed in here before the session ended; nobody after a sign-out by hand. */
export function lastKnown(): Me | null {
  return last;
}

/** Inside the frame, where somebody is signed in or was until the session ended. */
export function useMe(): Me {
  const me = knownMe(useStanding()) ?? last;
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
}

/** What decides for this person; nobody and a failed question may nothing. */
export function verdict(me: Me | null, need: Need): Verdict {
  return may(me ? ({ ...me, kind: 'person', sessionId: null, language: 'en' } as unknown as Viewer) : null, need);
}

/** Follows sign-in, sign-out and changed rights. */
export function startMe(): void {
  let token = session.now().token;
  session.subscribe(() => {
    const next = session.now();
    if (next.token === token) return;
    token = next.token;
    if (token) void askMe();
    else if (next.ended === null) {
      last = null;
      forgetHints();
      become({ is: 'nobody' });
    }
  });
  onNotice((notice) => {
    if (notice.kind === 'rights') {
      heard = notice.version;
      void askMe();
    }
    if (notice.kind === 'up' && standing.is === 'failed') void askMe();
  });
}
