import { connect, type Socket } from 'node:net';
import { constants, inflateRawSync } from 'node:zlib';

const shared = Buffer.allocUnsafe(1024 * 1024);

/** A mark that a sampled connection searches for in the bytes, and the handler of the text after it. */
export interface Sampling {
  readonly mark: Buffer;
  readonly take: (chunk: Buffer, at: number) => void;
}

/** The counters and samples of all connections of one sink. */
export interface Tally {
  frames: number;
  bytes: number;
  sampling: Sampling | null;
  lost: number;
}

/** The clock shared by all processes of one machine, in µs. */
export function sharedMicros(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1_000_000 + nanos / 1_000;
}

/** Stamps have a fixed number of digits, so that they can be read without parsing. */
export const stampOffset = 1e15;
const stampDigits = 16;

/** The lateness of each stamped change, in ms. */
export function byStamp(note: (ms: number) => void): Sampling {
  return {
    mark: Buffer.from('"t":'),
    take(chunk, at) {
      const stamp = Number(chunk.toString('latin1', at, at + stampDigits));
      if (stamp > stampOffset) note((sharedMicros() - stamp + stampOffset) / 1_000);
    },
  };
}

/** The lateness of each new row after the instant at which it entered the queue, in ms. */
export function byEntry(note: (ms: number) => void): Sampling {
  return {
    mark: Buffer.from('"enteredAt":"'),
    take(chunk, at) {
      const entered = Date.parse(chunk.toString('latin1', at, at + 24));
      if (!Number.isNaN(entered)) note(performance.timeOrigin + performance.now() - entered);
    },
  };
}

const tail = Buffer.from([0, 0, 0xff, 0xff]);
const recent: { readonly deflated: Buffer; readonly plain: Buffer }[] = [];

/** Many connections receive the same deflated frame: it is inflated once, for the first. */
function inflated(payload: Buffer): Buffer {
  const have = recent.find((one) => one.deflated.equals(payload));
  if (have) return have.plain;
  const plain = inflateRawSync(Buffer.concat([payload, tail]), { finishFlush: constants.Z_SYNC_FLUSH });
  recent.unshift({ deflated: Buffer.from(payload), plain });
  recent.length = Math.min(recent.length, 4);
  return plain;
}

/**
 * A client that is cheaper than the server: raw TCP, one buffer for all, frames counted but not parsed once
 * it is open.
 */
export class Connection {
  readonly socket: Socket;
  readonly #tally: Tally;
  readonly sampled: boolean;
  #http = true;
  #rest: Buffer | null = null;
  #skip = 0;
  #queries: ((text: string) => void) | null;
  closed = false;
  #opened: ((line: Connection) => void) | null;

  constructor(options: {
    port: number;
    path: string;
    headers?: string;
    tally: Tally;
    sampled: boolean;
    read: (text: string, line: Connection) => void;
    open?: (line: Connection) => void;
  }) {
    this.#tally = options.tally;
    this.sampled = options.sampled;
    this.#queries = (text) => options.read(text, this);
    this.socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (n, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, n));
          return true;
        },
      },
    });
    this.socket.on('connect', () =>
      this.socket.write(
        `GET ${options.path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${options.headers ?? ''}\r\n`,
      ),
    );
    this.socket.on('error', () => {
      this.#gone();
    });
    this.socket.on('close', () => {
      this.#gone();
    });
    this.#opened = options.open ?? null;
  }

  /** From here on frames are only counted. */
  countOnly(): void {
    this.#queries = null;
  }

  send(text: string): void {
    const body = Buffer.from(text);
    const head =
      body.length < 126
        ? Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0])
        : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
    this.socket.write(Buffer.concat([head, body]));
  }

  end(): void {
    this.closed = true;
    this.socket.destroy();
  }

  #gone(): void {
    if (!this.closed) this.#tally.lost += 1;
    this.closed = true;
  }

  #take(chunk: Buffer): void {
    if (this.#http) {
      const all = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
      const end = all.indexOf('\r\n\r\n');
      if (end < 0) {
        this.#rest = Buffer.from(all);
        return;
      }
      this.#http = false;
      this.#rest = null;
      if (!all.subarray(0, 12).toString().endsWith('101')) throw new Error(all.subarray(0, end).toString());
      this.#opened?.(this);
      if (end + 4 < all.length) this.#frames(all.subarray(end + 4));
      return;
    }
    this.#tally.bytes += chunk.length;
    const { sampling } = this.#tally;
    if (this.sampled && sampling && !this.#queries) search(chunk, sampling);
    this.#frames(chunk);
  }

  #frames(chunk: Buffer): void {
    let at = 0;
    let all = chunk;
    if (this.#rest) {
      all = Buffer.concat([this.#rest, chunk]);
      this.#rest = null;
    } else if (this.#skip > 0) {
      at = Math.min(this.#skip, all.length);
      this.#skip -= at;
    }
    while (at < all.length) {
      const left = all.length - at;
      const short = left > 1 ? all[at + 1]! : 0;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (left < head) break;
      const length =
        short === 127 ? all.readUIntBE(at + 4, 6) : short === 126 ? all.readUInt16BE(at + 2) : short;
      const here = Math.min(length, left - head);
      const data = (all[at]! & 15) === 1;
      const deflated = (all[at]! & 0x40) !== 0;
      if (data && length === 1 && here === 1 && all[at + head] === 50) this.send('3');
      else if (data && this.#queries) {
        if (here < length) break;
        const payload = all.subarray(at + head, at + head + length);
        this.#queries((deflated ? inflated(payload) : payload).toString());
      } else {
        if (deflated && this.sampled && this.#tally.sampling) {
          if (here < length) break;
          search(inflated(all.subarray(at + head, at + head + length)), this.#tally.sampling);
        }
        this.#tally.frames += data ? 1 : 0;
        this.#skip = length - here;
      }
      at += head + here;
    }
    if (at < all.length) this.#rest = Buffer.from(all.subarray(at));
  }
}

function search(bytes: Buffer, { mark, take }: Sampling): void {
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) take(bytes, at + mark.length);
}
