import { useSyncExternalStore } from 'react';

/**
 * The browser's part of the session. The token is valid only together with the cookie, which scripts cannot
 * read.
 */
export interface SessionState {
  readonly token: string | null;
  /** The server's code for why the last session ended; null while signed in or after signing out. */
  readonly ended: string | null;
}

/** Instead of a code: no session is at hand and no server to ask, the console shows what the device keeps. */
export const away = 'away';

export interface Session {
  now(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Called with the `authtoken` of a sign-in response. */
  begin(token: string): void;
  /** Revoked, expired or refused: screens stay as they are, the shell asks for a new sign-in. */
  end(reason: string): void;
  /** No token and no server: works from what the device keeps until `end` or `begin`. */
  goAway(): void;
  /** Signed out by the person: every tab forgets the token and everything stored. */
  leave(): void;
  /** A new tab has the cookie but no token: requests it from the other tabs of this browser. */
  prompt(wait?: number): Promise<string | null>;
}

interface Storing {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}
type Reported =
  | { kind: 'ask' }
  | { kind: 'token'; token: string }
  | { kind: 'left' }
  | { kind: 'ended'; token: string; reason: string };

const place = 'ops-authtoken';

export function createSession(store: Storing | null, channel: Channel | null): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { token: read(), ended: null };

  function read(): string | null {
    try {
      return store?.getItem(place) ?? null;
    } catch {
      return null; // storage is disabled: the token lives in memory
    }
  }

  function become(next: SessionState): void {
    state = next;
    try {
      if (next.token) store?.setItem(place, next.token);
      else store?.removeItem(place);
    } catch {
      // storage is disabled: memory suffices for this tab
    }
    for (const listener of listeners) listener();
  }

  const emit = (message: Reported): void => channel?.postMessage(message);

  if (channel) {
    channel.onmessage = ({ data }) => {
      const emitted = data as Reported;
      if (emitted.kind === 'ask' && state.token) emit({ kind: 'token', token: state.token });
      else if (emitted.kind === 'token' && !state.token) become({ token: emitted.token, ended: null });
      else if (emitted.kind === 'left') become({ token: null, ended: null });
      else if (emitted.kind === 'ended' && emitted.token === state.token)
        become({ token: null, ended: emitted.reason });
    };
  }

  return {
    now: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (token) => {
      become({ token, ended: null });
      emit({ kind: 'token', token });
    },
    end: (reason) => {
      const { token, ended } = state;
      if (!token && ended !== away) return;
      become({ token: null, ended: reason });
      if (token) emit({ kind: 'ended', token, reason });
    },
    goAway: () => {
      if (!state.token) become({ token: null, ended: away });
    },
    leave: () => {
      become({ token: null, ended: null });
      emit({ kind: 'left' });
    },
    prompt: (wait = 150) =>
      new Promise((done) => {
        if (state.token || !channel) return done(state.token);
        const finish = (): void => {
          clearTimeout(timer);
          listeners.delete(finish);
          done(state.token);
        };
        const timer = setTimeout(finish, wait);
        listeners.add(finish);
        emit({ kind: 'ask' });
      }),
  };
}

function tabStore(): Storing | null {
  try {
    return sessionStorage;
  } catch {
    return null; // storage is disabled
  }
}

export const session: Session = createSession(
  typeof sessionStorage === 'undefined' ? null : tabStore(),
  typeof BroadcastChannel === 'undefined'
    ? null
    : (new BroadcastChannel('ops-session') as unknown as Channel),
);

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.now);
}
