import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a line does to what passes over it. All are off at first; `heal` turns them off again. */
export interface Faults {
  /** Each piece arrives so much later, ms; the order stays. */
  latencyMs: number;
  /** So much more or less by chance, ms. */
  jitterMs: number;
  /** At most so many bytes a second each way. 0: as fast as it goes. */
  bytesPerSecond: number;
  /** Pieces of at most so many bytes. 0: as they come. */
  sliceBytes: number;
  /** Nothing passes and nobody is told: a half-open line. What comes meanwhile is lost. */
  blackhole: boolean;
  /** New lines are refused. */
  refuse: boolean;
}

export interface FaultProxy {
  readonly port: number;
  readonly faults: Faults;
  /** Lines open now. */
  lines(): number;
  /** Ends every open line with a reset, as a pulled plug does; answers how many. */
  cut(): number;
  /** Ends the sending half of every line to the client; what the client sends still arrives. */
  halfClose(): void;
  /** All faults off; lines that lost bytes in the black hole are cut, because their streams have holes. */
  heal(): void;
  close(): Promise<void>;
}

const none: Faults = { latencyMs: 0, jitterMs: 0, bytesPerSecond: 0, sliceBytes: 0, blackhole: false, refuse: false };

interface Line {
  readonly client: Socket;
  readonly server: Socket;
  swallowed: boolean;
}

/** A TCP line between two parts of the house on this machine that can be made slow, thin, cut or silent. `random` decides the jitter. */
export async function openFaultProxy(target: { readonly port: number; readonly host?: string }, random: () => number = Math.random): Promise<FaultProxy> {
  const faults: Faults = { ...none };
  const lines = new Set<Line>();

  /** Passes pieces on in order, each at its time; holds the reader back while much is under way. */
  const pass = (from: Socket, to: Socket, line: Line): void => {
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
        free = Math.max(free, now + Math.max(0, late)) + (faults.bytesPerSecond > 0 ? (piece.length / faults.bytesPerSecond) * 1_000 : 0);
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
    const line: Line = { client, server, swallowed: false };
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

  const reset = (line: Line): void => {
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
