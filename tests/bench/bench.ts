import { startWorker, type Worker } from './process.ts';
import type { Line } from './verdict.ts';

export interface RowRun {
  readonly numbers: readonly string[];
  run(bench: Bench, wanted: (number: string) => boolean): Promise<Line[]>;
}

export interface Lines {
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
  /** A relay with so many consoles on its feed, all open and counted from zero. */
  consoles(n: number, flushMs: number, sampleEvery?: number): Promise<Lines>;
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
      await bench.sink().ask('close');
      const { port, creditPort } = await bench.relay().ask('relay', flushMs, 200);
      const sessions = await bench.relay().ask('sessions', n);
      await bench.sink().ask('reset');
      await bench.sink().ask('credit', creditPort);
      await bench.sink().ask('open', { port, count: n, kind: 'feed', feed: 'queue/bench', sessions, sampleEvery });
      return { n, port, creditPort };
    },
    fresh,
    async close() {
      for (const worker of workers.reverse()) await worker.stop();
    },
  };
  return bench;
}
