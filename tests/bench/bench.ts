import { startWorker, type Worker } from './process.ts';
import type { Row } from './verdict.ts';

export interface RowRun {
  readonly numbers: readonly string[];
  run(bench: Bench, wanted: (number: string) => boolean): Promise<Row[]>;
}

export interface Connections {
  readonly n: number;
  readonly port: number;
  readonly creditPort: number;
}

/** The processes of one run, started when the first row needs them. */
export interface Bench {
  readonly quick: boolean;
  /** `full` rounds in a whole run, fewer in a quick one. */
  rounds(full: number): number;
  relay(): Worker;
  sink(): Worker;
  /** A relay with that many consoles on its feed, all open and with counters at zero. */
  consoles(n: number, flushMs: number, sampleEvery?: number): Promise<Connections>;
  fresh(file: string, core: number, args?: readonly string[]): Worker;
  close(): Promise<void>;
}

export function openBench(quick: boolean): Bench {
  const workers: Worker[] = [];
  const fresh = (file: string, core: number, args?: readonly string[]): Worker => {
    const worker = startWorker(file, core, args);
    workers.push(worker);
    return worker;
  };
  let relay: Worker | null = null;
  let sink: Worker | null = null;
  const bench: Bench = {
    quick,
    rounds: (full) => (quick ? Math.min(full, 3) : full),
    relay: () => (relay ??= fresh('relay-process.ts', 0)),
    sink: () => (sink ??= fresh('sink.ts', 1)),
    async consoles(n, flushMs, sampleEvery = n > 1_000 ? 10 : 1) {
      await bench.sink().request('close');
      const { port, creditPort } = await bench.relay().request('relay', flushMs, 200);
      const sessions = await bench.relay().request('sessions', n);
      await bench.sink().request('reset');
      await bench.sink().request('credit', creditPort);
      await bench
        .sink()
        .request('open', { port, count: n, kind: 'feed', feed: 'queue/bench', sessions, sampleEvery });
      return { n, port, creditPort };
    },
    fresh,
    async close() {
      for (const worker of workers.reverse()) await worker.stop();
    },
  };
  return bench;
}
