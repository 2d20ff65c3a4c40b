import { connect, type Socket } from 'node:net';
import { byEntry, byStamp, Connection, type Tally } from './connection.ts';
import { serveWorker } from './process.ts';
import { quantiles } from './statistics.ts';

/**
 * In: connections to open. Out: frames received and their lateness. Runs beside the server on the other core.
 */
const tally: Tally = { frames: 0, bytes: 0, sampling: null, lost: 0 };
let lines: Connection[] = [];
let credit: Socket | null = null;
const sessionOf = new WeakMap<Connection, Session>();
let samples: number[] = [];

interface Session {
  readonly cookie: string;
  readonly token: string;
  readonly rights?: number;
}

export interface Opening {
  readonly port: number;
  readonly count: number;
  /** `feed`: Socket.IO as the console speaks it; `bare`: a silent WebSocket. */
  readonly kind: 'feed' | 'bare';
  readonly path?: string;
  readonly feed?: string;
  readonly sessions?: readonly Session[];
  readonly at?: { readonly epoch: string; readonly seq: number };
  /** Without the compression that every browser offers. */
  readonly plain?: boolean;
  /** Connections that share one session; by default as many as the server allows. */
  readonly perSession?: number;
  /** One in this many connections is measured. */
  readonly sampleEvery?: number;
  /** At most this many concurrent handshakes. */
  readonly atOnce?: number;
  /** Bare connections are open when this many bytes have arrived after the handshake. */
  readonly waitBytes?: number;
}

export interface Opened {
  readonly ok: number;
  readonly epoch: string;
  readonly seq: number;
  readonly mode: string;
  readonly changes: number;
  readonly answers: number;
  readonly answerBytes: number;
}

async function open(how: Opening): Promise<Opened> {
  let ok = 0;
  let epoch = '';
  let seq = 0;
  const modes = new Set<string>();
  const counts = new Set<number>();
  let answerBytes = 0;
  let next = 0;
  let failed: Error | null = null;
  await new Promise<void>((resolve, reject) => {
    const done = (): void => {
      ok += 1;
      if (ok === how.count) resolve();
      else start();
    };
    const start = (): void => {
      if (failed || next >= how.count) return;
      const n = next++;
      const session = how.sessions?.[Math.floor(n / (how.perSession ?? 5))];
      const sampled = n % (how.sampleEvery ?? 1) === 0;
      const line =
        how.kind === 'bare'
          ? new Connection({
              port: how.port,
              path: how.path ?? '/',
              tally,
              sampled,
              open: (opened) => {
                if (!how.waitBytes) {
                  opened.countOnly();
                  done();
                }
              },
              read: (_text, opened) => {
                opened.countOnly();
                done();
              },
            })
          : new Connection({
              port: how.port,
              path: '/socket.io/?EIO=4&transport=websocket',
              headers: `Cookie: ${session!.cookie}\r\n${how.plain ? '' : 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n'}`,
              tally,
              sampled,
              read: (text, opened) => speak(text, opened, session!),
            });
      lines.push(line);
      if (session) sessionOf.set(line, session);
    };
    const speak = (text: string, line: Connection, session: Session): void => {
      if (text.startsWith('0'))
        line.send(
          `40${JSON.stringify({ authtoken: session.token, rights: session.rights, feeds: [{ feed: how.feed, ...how.at }] })}`,
        );
      else if (text.startsWith('44')) reject((failed = new Error(`refused: ${text}`)));
      else if (text.startsWith('42["feed:opened"')) {
        line.countOnly();
        const [, answer] = JSON.parse(ok === 0 || n100(ok) ? text.slice(2) : '[null,null]') as [
          string | null,
          {
            ok: boolean;
            epoch: string;
            seq: number;
            mode: string;
            changes?: unknown[];
            rows?: unknown[];
            code?: string;
          } | null,
        ];
        if (answer && !answer.ok) return reject((failed = new Error(`refused: ${answer.code}`)));
        if (answer) ({ epoch, seq } = answer);
        modes.add(text.includes('"mode":"resume"') ? 'resume' : 'snapshot');
        counts.add(text.split('"op":').length - 1);
        answerBytes = text.length;
        done();
      }
    };
    setTimeout(
      () => reject((failed = new Error(`only ${ok} of ${how.count} connections opened in 60 s`))),
      60_000,
    ).unref();
    for (let i = 0; i < Math.min(how.atOnce ?? 50, how.count); i += 1) start();
  });
  return {
    ok,
    epoch,
    seq,
    mode: [...modes].join('+'),
    changes: counts.size === 1 ? [...counts][0]! : -1,
    answers: ok,
    answerBytes,
  };
}

const n100 = (n: number): boolean => n % 100 === 0;

serveWorker({
  open,
  /** Reports the number of received frames to the server over a connection of its own. */
  async credit(port: number) {
    credit?.destroy();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve) => socket.once('connect', resolve));
    credit = socket;
    let emitted = -1;
    const timer = setInterval(() => {
      if (tally.frames === emitted || socket.destroyed) return;
      emitted = tally.frames;
      socket.write(`${emitted}\n`);
    }, 2);
    socket.on('close', () => clearInterval(timer));
    socket.on('error', () => clearInterval(timer));
  },
  reset() {
    tally.frames = tally.bytes = tally.lost = 0;
  },
  tally: () => ({
    frames: tally.frames,
    bytes: tally.bytes,
    lost: tally.lost,
    lines: lines.length,
    cpu: process.cpuUsage(),
  }),
  sample(by: 'stamp' | 'entry' | null) {
    samples = [];
    const note = (ms: number): void => void samples.push(ms);
    tally.sampling = by === 'stamp' ? byStamp(note) : by === 'entry' ? byEntry(note) : null;
  },
  samples: () => quantiles(samples),
  /** These connections stop reading. */
  pause(count: number) {
    for (const line of lines.slice(0, count)) line.socket.pause();
  },
  /** These connections, none of the measured ones, stop reading. */
  stall(count: number) {
    for (const line of lines.filter((one) => !one.sampled && !one.closed).slice(-count)) line.socket.pause();
  },
  /**
   * Breaks that many connections, none of the measured ones, and reopens the feed for each; returns their
   * number.
   */
  async cut(count: number, how: Opening) {
    const broken = lines.filter((line) => !line.sampled).slice(0, count);
    lines = lines.filter((line) => !broken.includes(line));
    for (const line of broken) line.end();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = lines.length;
    try {
      await open({
        ...how,
        count: broken.length,
        sessions: broken.map((line) => sessionOf.get(line)!),
        perSession: 1,
        sampleEvery: 0,
      });
      return broken.length;
    } catch (error) {
      const [, back] = /^only (\d+) of/.exec(error instanceof Error ? error.message : '') ?? [];
      if (back === undefined) throw error;
      for (const line of lines.splice(before + Number(back))) line.end();
      return Number(back);
    }
  },
  resume() {
    for (const line of lines) line.socket.resume();
  },
  async close() {
    for (const line of lines) line.end();
    lines = [];
    tally.sampling = null;
    credit?.destroy();
    credit = null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  },
});
