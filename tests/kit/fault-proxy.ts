import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The faults of a connection. All are off at first; `heal` turns them off again. */
export interface Faults {
  /** Delay of each chunk, ms; chunks keep their sequence. */
  latencyMs: number;
  /** Random deviation of the delay, ms. */
  jitterMs: number;
  /** Bytes a second in each direction. 0: unlimited. */
  bytesPerSecond: number;
  /** Largest chunk in bytes. 0: as received. */
  sliceBytes: number;
  /** Share of segments (1,460 bytes) that are lost and sent again a round trip later; all after them wait. */
  lost: number;
  /** Drops everything silently: a half-open connection. */
  blackhole: boolean;
  /** Refuses new connections. */
  refuse: boolean;
}

export interface FaultProxy {
  readonly port: number;
  readonly faults: Faults;
  /** Open connections. */
  lines(): number;
  /** Resets every open connection, like a pulled plug; returns how many. */
  cut(): number;
  /** Ends the sending half of every connection to the client; what the client sends still arrives. */
  halfClose(): void;
  /**
   * Turns all faults off; connections that lost bytes in the black hole are cut, because their streams have
   * gaps.
   */
  heal(): void;
  close(): Promise<void>;
}

const segment = 1_460;
const none: Faults = {
  latencyMs: 0,
  jitterMs: 0,
  bytesPerSecond: 0,
  sliceBytes: 0,
  lost: 0,
  blackhole: false,
  refuse: false,
};

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  swallowed: boolean;
}

/**
 * A TCP proxy between two parts of the app on this machine that can delay, throttle, cut or swallow traffic.
 * `random` decides the jitter.
 */
export async function openFaultProxy(
  target: { readonly port: number; readonly host?: string },
  random: () => number = Math.random,
): Promise<FaultProxy> {
  const faults: Faults = { ...none };
  const lines = new Set<Connection>();

  /** Forwards chunks in sequence, each at its time; applies backpressure while much is in flight. */
  const pass = (from: Socket, to: Socket, line: Connection): void => {
    let free = 0;
    let waiting = 0;
    from.on('data', (data) => {
      if (faults.blackhole) {
        line.swallowed = true;
        return;
      }
      const bytes = Buffer.from(data);
      const step = faults.sliceBytes > 0 ? faults.sliceBytes : bytes.length;
      for (let at = 0; at < bytes.length; at += step) {
        const piece = bytes.subarray(at, at + step);
        const now = performance.now();
        const late = faults.latencyMs + (random() * 2 - 1) * faults.jitterMs;
        const whole = (1 - faults.lost) ** Math.ceil(piece.length / segment);
        const again = faults.lost > 0 && random() >= whole ? 2 * faults.latencyMs : 0;
        free =
          Math.max(free, now + Math.max(0, late)) +
          again +
          (faults.bytesPerSecond > 0 ? (piece.length / faults.bytesPerSecond) * 1_000 : 0);
        if (waiting === 0 && free <= now) {
          to.write(piece);
          continue;
        }
        waiting += piece.length;
        if (waiting > 65_536) from.pause();
        setTimeout(() => {
          waiting -= piece.length;
          if (waiting <= 65_536) from.resume();
          if (to.writable) to.write(piece);
        }, free - now);
      }
    });
    from.on('end', () => {
      if (!faults.blackhole) setTimeout(() => to.end(), Math.max(0, free - performance.now()));
    });
  };

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (faults.refuse) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: target.port, host: target.host ?? '127.0.0.1', allowHalfOpen: true });
    const line: Connection = { client, server, swallowed: false };
    lines.add(line);
    client.setNoDelay(true);
    server.setNoDelay(true);
    for (const [mine, other] of [
      [client, server],
      [server, client],
    ] as const) {
      mine.on('error', () => mine.destroy());
      mine.on('close', () => {
        lines.delete(line);
        if (!faults.blackhole) other.destroy();
      });
    }
    pass(client, server, line);
    pass(server, client, line);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const reset = (line: Connection): void => {
    line.client.resetAndDestroy();
    line.server.resetAndDestroy();
    lines.delete(line);
  };

  return {
    port: (listener.address() as AddressInfo).port,
    faults,
    lines: () => lines.size,
    cut() {
      const open = [...lines];
      for (const line of open) reset(line);
      return open.length;
    },
    halfClose() {
      for (const line of lines) line.client.end();
    },
    heal() {
      Object.assign(faults, none);
      for (const line of [...lines]) if (line.swallowed) reset(line);
    },
    async close() {
      listener.close();
      for (const line of [...lines]) reset(line);
      await once(listener, 'close');
    },
  };
}
