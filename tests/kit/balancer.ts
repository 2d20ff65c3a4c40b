import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { hung } from './patience.ts';

export interface Balancer {
  readonly url: string;
  /** The number of requests and sockets each target received. */
  given(): Readonly<Record<string, number>>;
  /** The targets that currently get traffic. */
  well(): readonly string[];
  close(): Promise<void>;
}

interface Target {
  readonly url: URL;
  well: boolean;
  given: number;
}

/**
 * A stateless load balancer: each request and each socket goes to the next healthy target. Like the one in
 * docker-compose.yml it names the caller's address, sends a body on as it arrives, checks `/readyz`, tries another target when one cannot be reached, and repeats a
 * request lost on a kept-alive connection only if that is harmless (a read, or a command with an
 * Idempotency-Key).
 */
export async function openBalancer(options: {
  readonly targets: readonly string[];
  readonly healthUri: string;
  readonly healthMs: number;
  readonly tryMs: number;
  readonly port?: number;
}): Promise<Balancer> {
  const targets: Target[] = options.targets.map((url) => ({ url: new URL(url), well: false, given: 0 }));
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 20 });
  const open = new Set<Socket>();
  let next = 0;
  let closed = false;

  const look = async (target: Target): Promise<void> => {
    try {
      const answer = await fetch(new URL(options.healthUri, target.url), {
        signal: AbortSignal.timeout(2_000),
        headers: { connection: 'close' },
      });
      await answer.arrayBuffer();
      target.well = answer.ok;
    } catch {
      target.well = false; // not reachable, or no answer in time
    }
  };
  const checkAll = (): Promise<unknown> => Promise.all(targets.map(look));
  await checkAll();
  const timer = setInterval(() => void checkAll(), options.healthMs);

  /** The next healthy target; waits for one within the retry time. */
  const choose = async (until: number): Promise<Target | null> => {
    for (;;) {
      for (let i = 0; i < targets.length; i += 1) {
        const target = targets[(next + i) % targets.length]!;
        if (!target.well) continue;
        next = (next + i + 1) % targets.length;
        target.given += 1;
        return target;
      }
      if (performance.now() > until || closed) return null;
      await pause(50);
    }
  };

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = arriving(incoming);
    const until = performance.now() + options.tryMs;
    const harmless = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined;
    for (;;) {
      const target = await choose(until);
      if (!target)
        return void outgoing
          .writeHead(503, { 'content-type': 'application/json' })
          .end('{"code":"nobodyWell"}');
      const went = await once1(target, incoming, body, outgoing);
      if (went === 'answered') return;
      if (went === 'unreachable') target.well = false;
      else if (!harmless)
        return void outgoing
          .writeHead(502, { 'content-type': 'application/json' })
          .end('{"code":"lineBroke"}');
      if (performance.now() > until)
        return void outgoing
          .writeHead(502, { 'content-type': 'application/json' })
          .end('{"code":"lineBroke"}');
    }
  };

  const once1 = (
    target: Target,
    incoming: IncomingMessage,
    body: Arriving,
    outgoing: ServerResponse,
  ): Promise<'answered' | 'unreachable' | 'broke'> =>
    new Promise((resolve) => {
      const { hostname, port } = target.url;
      const requested = request(
        {
          agent,
          hostname,
          port,
          method: incoming.method,
          path: incoming.url,
          headers: {
            ...incoming.headers,
            connection: 'keep-alive',
            'x-forwarded-for': incoming.socket.remoteAddress,
          },
        },
        (answer) => {
          const { connection: _connection, ...headers } = answer.headers;
          outgoing.writeHead(answer.statusCode!, headers);
          answer.pipe(outgoing);
          answer.once('error', () => outgoing.destroy());
          outgoing.once('close', () => {
            requested.destroy();
            resolve('answered');
          });
        },
      );
      requested.once('error', (error: NodeJS.ErrnoException) => {
        if (outgoing.headersSent) outgoing.destroy();
        resolve(outgoing.headersSent ? 'answered' : error.code === 'ECONNREFUSED' ? 'unreachable' : 'broke');
      });
      body.sendTo(requested);
      outgoing.once('close', () => {
        if (!incoming.complete) requested.destroy();
      });
    });

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const lay = async (until: number): Promise<void> => {
      const target = await choose(until);
      if (!target) return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      const line = connect(Number(target.url.port), target.url.hostname);
      line.once('error', () => {
        target.well = false;
        if (line.bytesRead === 0 && line.connecting === false && line.bytesWritten === 0) void lay(until);
        else socket.destroy();
      });
      line.once('connect', () => {
        const headers = Array.from(
          { length: incoming.rawHeaders.length / 2 },
          (_, i) => `${incoming.rawHeaders[2 * i]}: ${incoming.rawHeaders[2 * i + 1]}`,
        );
        line.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
        if (head.length > 0) line.write(head);
        socket.pipe(line).pipe(socket);
        line.once('close', () => socket.destroy());
        socket.once('close', () => line.destroy());
      });
    };
    void lay(performance.now() + options.tryMs);
  });
  await listening(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    given: () => Object.fromEntries(targets.map((target) => [target.url.origin, target.given])),
    well: () => targets.filter((target) => target.well).map((target) => target.url.origin),
    async close() {
      closed = true;
      clearInterval(timer);
      server.close();
      for (const socket of open) socket.destroy();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

/** The body of a request: sent on as it arrives, and from its beginning again to another target. */
interface Arriving {
  sendTo(target: Writable): void;
}

function arriving(incoming: IncomingMessage): Arriving {
  const parts: Buffer[] = [];
  let target: Writable | null = null;
  let ended = false;
  incoming.on('data', (part: Buffer) => {
    parts.push(part);
    target?.write(part);
  });
  incoming.once('end', () => {
    ended = true;
    target?.end();
  });
  return {
    sendTo(next) {
      target = next;
      for (const part of parts) next.write(part);
      if (ended) next.end();
    },
  };
}

/** Listens at a port; one that others know is waited for while somebody else has it. */
async function listening(server: Server, port: number): Promise<void> {
  for (const from = performance.now(); ;) {
    try {
      server.listen(port, '127.0.0.1');
      return void (await once(server, 'listening'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() - from > hung.wait)
        throw error;
      await pause(100);
    }
  }
}
