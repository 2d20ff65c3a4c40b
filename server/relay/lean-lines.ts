import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket, type Server } from 'socket.io';

/** What Engine.IO and ws keep of a line beside what is used here; private to them, so that all of it is touched in this file only. */
interface Inside {
  handshake: unknown;
  readonly conn: {
    request: unknown;
    readonly transport: { readonly socket?: { readonly _receiver?: { readonly _state: number; _mask: unknown } } };
  };
}
interface Listening {
  listeners(event: 'error'): ((error: Error) => void)[];
  off(event: 'error', listener: (error: Error) => void): void;
}

/**
 * Who hears what is kept by the house itself: the library's rooms, two maps and two sets a line, would be kept for nobody. To be asked
 * before the first line stands.
 */
export function keepLittle(io: Server<any, any, any, any>): void {
  const nsp = io.of('/');
  Object.assign(nsp.adapter, { addAll: nothing, del: nothing, delAll: nothing });
  Object.assign(nsp, { _createSocket: async (client: unknown, auth: object) => new LeanSocket(nsp, client, auth) });
  io.engine.on('connection', (line: { readonly transport: { readonly socket?: Listening } }) => {
    const ws = line.transport.socket;
    // Meant for the time before the line stands; with it stays what the upgrade had in hand.
    const early = ws?.listeners('error').find(({ name }) => name === 'onUpgradeError');
    if (early) ws!.off('error', early);
  });
}

/** Of what a line says of itself only the packet that connects is looked at; the rest (headers, address, two spellings of the time) is not put together. */
const LeanSocket = class extends (Socket as unknown as new (...parts: unknown[]) => object) {
  buildHandshake(auth: object): object {
    return { auth };
  }
};

/** Nobody asks a line for its address: looking it up is a system call for each that comes back. */
export function withoutAddress(socket: Duplex): void {
  (socket as { _peername?: object })._peername ??= noAddress;
}
const noAddress = {};

/** Of the request of a line that was let in: for a client that joins anew over the same line. */
class Kept {
  readonly headers: { readonly cookie: string | undefined; readonly host: string | undefined };
  constructor({ headers }: IncomingMessage) {
    this.headers = { cookie: headers.cookie, host: headers.host };
  }
}
Object.assign(Kept.prototype, { url: '/socket.io/', connection: {}, _query: {} });

/** Whoever is in was looked at: of the request only the cookie stays, of its first message nothing. */
export function forgetRequest(socket: Socket<any, any, any, any>): void {
  const inside = socket as unknown as Inside;
  inside.handshake = null;
  inside.conn.request = new Kept(socket.request);
  // Four bytes that hold on to the whole piece in which they came. Only between two frames: of one that has begun they are still needed.
  const receiver = inside.conn.transport.socket?._receiver;
  if (receiver?._state === betweenFrames) receiver._mask = undefined;
}

/** ws waits for the first bytes of a frame. */
const betweenFrames = 0;

function nothing(): void {
  // Nobody is in a room.
}
