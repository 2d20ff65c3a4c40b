import type { io, Socket } from 'socket.io-client';
import type { ClientToServer, ConnectAuth, FeedOpened, ServerToClient, StoreState } from '#shared/wire.ts';
import { limits } from '#shared/core/limits.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { Feeds } from './feeds.ts';
import type { Connection } from './feeds.ts';
import { personNow } from './person.ts';
import { session } from './session.ts';
import { WithConnect } from './with-connect.ts';

type ServerParts = Socket<ServerToClient, ClientToServer>;

/** Server messages to a whole tab rather than to one feed. */
export type Notice =
  | { readonly kind: 'up' }
  | { readonly kind: 'down' }
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'store' }
  | { readonly kind: 'rights'; readonly version: number }
  | { readonly kind: 'version'; readonly version: string };

const OPEN_MS = 10_000;
const listeners = new Set<(notice: Notice) => void>();
/** The first build the server reported; a different one later means a new version is available. */
let build: string | null = null;
const well: StoreState = { readOnly: false, awaySince: null, chainBroken: false, setAside: false };
let store = well;

export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function emit(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Null until the library is there; it is preloaded with the page (`web/vite.config.ts`). */
let socket: ServerParts | null = null;
const LOAD_AGAIN_MS = 2_000;

function opened(): ServerParts {
  if (!socket) throw new Error('not connected yet');
  return socket;
}

const withConnect = new WithConnect(
  async (frame) => (await opened().timeout(OPEN_MS).emitWithAck('feed:open', frame)) as FeedOpened,
);

const line: Connection = {
  get up() {
    return socketUp();
  },
  open: (frame) => withConnect.open(frame),
  more: (feed) => void socket?.emit('feed:more', { feed }),
  close: (feed) => void socket?.emit('feed:close', { feed }),
  presence: (frame) => void socket?.emit('presence', frame),
};

export const feeds = new Feeds({
  line,
  now: () => serverClock.now(),
  receivedServer: (now, roundTrip) => serverClock.received(now, roundTrip),
});

/** Loads the library, however often that fails: without a connection the console says so meanwhile. */
async function library(): Promise<typeof io> {
  for (;;) {
    try {
      return (await import('socket.io-client')).io;
    } catch (error) {
      console.info('the live connection is not loaded yet', error);
      emit({ kind: 'down' });
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
    }
  }
}

async function load(): Promise<ServerParts> {
  const open = await library();
  return listening(
    open({
      path: '/socket.io',
      transports: ['websocket'],
      upgrade: false,
      autoConnect: false,
      reconnectionDelay: 400,
      reconnectionDelayMax: 5_000,
      randomizationFactor: 0.5,
      timeout: OPEN_MS,
      auth: (give) => {
        const rights = personNow()?.permissionVersion;
        const auth: ConnectAuth = {
          authtoken: session.now().token ?? '',
          ...(rights === undefined ? {} : { rights }),
          feeds: withConnect.with(feeds.wanted().slice(0, limits.feedsWithConnect)),
        };
        give(auth);
      },
    }),
  );
}

function listening(socket: ServerParts): ServerParts {
  socket.on('connect', () => {
    feeds.up();
    emit({ kind: 'up' });
  });
  socket.on('disconnect', (reason) => {
    withConnect.down();
    feeds.down();
    emit({ kind: 'down' });
    // the library does not reconnect after the server disconnects; a slow reader or a restarted server is
    // reconnected, a revoked session is not
    if (reason === 'io server disconnect' && session.now().token)
      setTimeout(() => session.now().token && socket.connect(), 500 + Math.random() * 1000);
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'signedOut') session.end('signedOut');
    else if (!socket.active && session.now().token)
      setTimeout(
        () => session.now().token && socket.connect(),
        (error.message === 'tooManySockets' ? 10_000 : 1_000) + Math.random() * 2_000,
      );
  });
  socket.on('feed:opened', ({ feed, ...answer }) => withConnect.answered(feed, answer));
  socket.on('feed:delta', (frame) => feeds.delta(frame));
  socket.on('feed:page', (frame) => feeds.page(frame));
  socket.on('feed:state', (frame) => feeds.state(frame));
  socket.on('feed:reset', (frame) => feeds.reset(frame));
  socket.on('presence', (frame) => feeds.presence(frame));
  socket.on('hello', ({ now, version }) => {
    serverClock.received(now);
    for (const feed of withConnect.hello()) line.close(feed);
    onStoreState(well); // while it is not, the next frame says so
    build ??= version;
    if (version !== build) emit({ kind: 'version', version });
  });
  socket.on('store:state', onStoreState);
  socket.on('session:revoked', ({ reason }) => {
    emit({ kind: 'revoked', reason });
    session.end(reason);
  });
  socket.on('permissions:changed', ({ version }) => {
    const known = personNow()?.permissionVersion;
    if (known === version) return;
    if (known !== undefined) feeds.rights();
    emit({ kind: 'rights', version });
  });
  socket.on('version:available', ({ version }) => emit({ kind: 'version', version }));
  return socket;
}

let loading: Promise<void> | null = null;

/** Begins to load the library, so that it is there when the session is known. */
export function loadSocket(): Promise<void> {
  return (loading ??= load().then((loaded) => {
    socket = loaded;
  }));
}

/** Follows the session: connected while there is a token, everything dropped when it is gone. */
export function startSocket(): () => void {
  let token: string | null = null;
  const follow = (): void => {
    const next = session.now().token;
    if (next === token) return;
    token = next;
    socket?.disconnect();
    if (next) socket?.connect();
    else if (session.now().ended === null) feeds.clear();
  };
  follow();
  if (!socket) void loadSocket().then(() => token && socket?.connect());
  return session.subscribe(follow);
}

/** Renews the leases of this session and returns those that were lost. Rejects when disconnected. */
export async function heartbeat(items: readonly string[]): Promise<readonly string[]> {
  const sent = serverClock.now();
  const answer = (await opened().timeout(OPEN_MS).emitWithAck('heartbeat', { items })) as {
    now: number;
    lost: readonly string[];
  };
  serverClock.received(answer.now, serverClock.now() - sent);
  return answer.lost;
}

/** The store's last reported state. */
export function serverStore(): StoreState {
  return store;
}

function onStoreState(next: StoreState): void {
  if (
    store.readOnly === next.readOnly &&
    store.awaySince === next.awaySince &&
    store.chainBroken === next.chainBroken &&
    store.setAside === next.setAside
  )
    return;
  store = next;
  emit({ kind: 'store' });
}

export function socketUp(): boolean {
  return socket?.connected ?? false;
}
