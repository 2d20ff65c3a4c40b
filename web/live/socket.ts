import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, ConnectAuth, FeedOpened, ServerToClient, StoreState } from '#shared/wire.ts';
import { limits } from '#shared/core/limits.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { Feeds } from './feeds.ts';
import type { Line } from './feeds.ts';
import { personNow } from './person.ts';
import { session } from './session.ts';
import { WithConnect } from './with-connect.ts';

type House = Socket<ServerToClient, ClientToServer>;

/** What the server says to a whole tab, not to one feed. */
export type Notice =
  | { readonly kind: 'up' }
  | { readonly kind: 'down' }
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'store' }
  | { readonly kind: 'rights'; readonly version: number }
  | { readonly kind: 'version'; readonly version: string };

const OPEN_MS = 10_000;
const listeners = new Set<(notice: Notice) => void>();
/** The build the server spoke of first; another one later means that a new version is out. */
let build: string | null = null;
const well: StoreState = { readOnly: false, awaySince: null };
let store = well;

export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

const socket: House = io({
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
});

const withConnect = new WithConnect(async (frame) => (await socket.timeout(OPEN_MS).emitWithAck('feed:open', frame)) as FeedOpened);

const line: Line = {
  get up() {
    return socket.connected;
  },
  open: (frame) => withConnect.open(frame),
  close: (feed) => void socket.emit('feed:close', { feed }),
  presence: (frame) => void socket.emit('presence', frame),
};

export const feeds = new Feeds({ line, now: () => serverClock.now(), heardServer: (now, roundTrip) => serverClock.heard(now, roundTrip) });

socket.on('connect', () => {
  feeds.up();
  tell({ kind: 'up' });
});
socket.on('disconnect', (reason) => {
  withConnect.down();
  feeds.down();
  tell({ kind: 'down' });
  // the library leaves it to us after the server closed; a slow reader or a restarted house is met again, a revoked session is not
  if (reason === 'io server disconnect' && session.now().token) setTimeout(() => session.now().token && socket.connect(), 500 + Math.random() * 1000);
});
socket.on('connect_error', (error) => {
  if (error.message === 'signedOut') session.end('signedOut');
  else if (!socket.active && session.now().token)
    setTimeout(() => session.now().token && socket.connect(), (error.message === 'tooManySockets' ? 10_000 : 1_000) + Math.random() * 2_000);
});
socket.on('feed:opened', ({ feed, ...answer }) => withConnect.answered(feed, answer));
socket.on('feed:delta', (frame) => feeds.delta(frame));
socket.on('feed:state', (frame) => feeds.state(frame));
socket.on('feed:reset', (frame) => feeds.reset(frame));
socket.on('presence', (frame) => feeds.presence(frame));
socket.on('hello', ({ now, version }) => {
  serverClock.heard(now);
  for (const feed of withConnect.hello()) line.close(feed);
  hearStore(well); // while it is otherwise, the next frame says it
  build ??= version;
  if (version !== build) tell({ kind: 'version', version });
});
socket.on('store:state', hearStore);
socket.on('session:revoked', ({ reason }) => {
  tell({ kind: 'revoked', reason });
  session.end(reason);
});
socket.on('permissions:changed', ({ version }) => {
  const known = personNow()?.permissionVersion;
  if (known === version) return;
  if (known !== undefined) feeds.rights();
  tell({ kind: 'rights', version });
});
socket.on('version:available', ({ version }) => tell({ kind: 'version', version }));

/** Follows the session: connected while there is a token, everything dropped when it is gone. */
export function startSocket(): () => void {
  let token: string | null = null;
  const follow = (): void => {
    const next = session.now().token;
    if (next === token) return;
    token = next;
    socket.disconnect();
    if (next) socket.connect();
    else if (session.now().ended === null) feeds.clear();
  };
  follow();
  return session.subscribe(follow);
}

/** Renews the leases of this session; answers which were lost. Rejects when the line is down. */
export async function heartbeat(items: readonly string[]): Promise<readonly string[]> {
  const sent = serverClock.now();
  const answer = (await socket.timeout(OPEN_MS).emitWithAck('heartbeat', { items })) as { now: number; lost: readonly string[] };
  serverClock.heard(answer.now, serverClock.now() - sent);
  return answer.lost;
}

/** What the house last said of its store. */
export function houseStore(): StoreState {
  return store;
}

function hearStore(next: StoreState): void {
  if (store.readOnly === next.readOnly && store.awaySince === next.awaySince) return;
  store = next;
  tell({ kind: 'store' });
}

export function socketUp(): boolean {
  return socket.connected;
}
