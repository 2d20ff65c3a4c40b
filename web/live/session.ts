import { useSyncExternalStore } from 'react';

/** What the browser knows of its sign-in. The token proves the session only together with the cookie, which no script can read. */
export interface SessionState {
  readonly token: string | null;
  /** Why the last session ended, in the server's word; null while signed in or after signing out oneself. */
  readonly ended: string | null;
}

export interface Session {
  now(): SessionState;
  subscribe(listener: () => void): () => void;
  /** The `authtoken` of a sign-in's answer. */
  begin(token: string): void;
  /** Revoked, expired or refused: screens stay as they are, the shell asks to sign in again. */
  end(reason: string): void;
  /** Signed out by hand: every tab forgets the token and everything it stored. */
  leave(): void;
  /** A new tab has the cookie but no token yet: asks the other tabs of this browser for it. */
  ask(wait?: number): Promise<string | null>;
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
type Told = { kind: 'ask' } | { kind: 'token'; token: string } | { kind: 'left' } | { kind: 'ended'; token: string; reason: string };

const place = 'ops-authtoken';

export function createSession(store: Storing | null, channel: Channel | null): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { token: read(), ended: null };

  function read(): string | null {
    try {
      return store?.getItem(place) ?? null;
    } catch {
      return null; // storage switched off: the token lives in memory
    }
  }

  function become(next: SessionState): void {
    state = next;
    try {
      if (next.token) store?.setItem(place, next.token);
      else store?.removeItem(place);
    } catch {
      // storage switched off: memory is enough for this tab
    }
    for (const listener of listeners) listener();
  }

  const tell = (message: Told): void => channel?.postMessage(message);

  if (channel) {
    channel.onmessage = ({ data }) => {
      const told = data as Told;
      if (told.kind === 'ask' && state.token) tell({ kind: 'token', token: state.token });
      else if (told.kind === 'token' && !state.token) become({ token: told.token, ended: null });
      else if (told.kind === 'left') become({ token: null, ended: null });
      else if (told.kind === 'ended' && told.token === state.token) become({ token: null, ended: told.reason });
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
      tell({ kind: 'token', token });
    },
    end: (reason) => {
      const { token } = state;
      if (!token) return;
      become({ token: null, ended: reason });
      tell({ kind: 'ended', token, reason });
    },
    leave: () => {
      become({ token: null, ended: null });
      tell({ kind: 'left' });
    },
    ask: (wait = 150) =>
      new Promise((done) => {
        if (state.token || !channel) return done(state.token);
        const finish = (): void => {
          clearTimeout(timer);
          listeners.delete(finish);
          done(state.token);
        };
        const timer = setTimeout(finish, wait);
        listeners.add(finish);
        tell({ kind: 'ask' });
      }),
  };
}

function tabStore(): Storing | null {
  try {
    return sessionStorage;
  } catch {
    return null; // storage switched off
  }
}

export const session: Session = createSession(
  typeof sessionStorage === 'undefined' ? null : tabStore(),
  typeof BroadcastChannel === 'undefined' ? null : (new BroadcastChannel('ops-session') as unknown as Channel),
);

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.now);
}
