import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import type { Bench, RowRun } from '../bench.ts';
import { benchSecret, signupMessages } from '../messages.ts';
import { postAll } from '../post.ts';
import type { Worker } from '../process.ts';
import { median } from '../statistics.ts';
import { watched } from '../foreign.ts';
import { lineOf, paired, type Row } from '../verdict.ts';

interface Made {
  readonly url: string;
  readonly position: number;
  readonly cases: number;
  readonly bytes: number;
}
interface Opened {
  readonly ms: number;
  readonly micros: number;
  readonly heap: number;
  readonly rows: number;
  readonly head: number;
}

/**
 * Row 14 and the growth rows: the cost of a start, an event, a row and a watcher with ten and a hundred times
 * the demo's data.
 */
export const growth: RowRun = {
  numbers: ['14', '22'],
  async run(bench, wanted) {
    const maker = bench.fresh('growth-process.ts', 1);
    const folder = await maker.request<string>('folder');
    const many = bench.quick ? 60_000 : 1_000_000;
    const small = await maker.request<Made>('make', 0, 0);
    const big = await maker.request<Made>('make', many, 200);
    const lines: Row[] = [];
    // The first opening folds everything; those after it begin at the checkpoint.
    const folded = {
      small: await maker.request<Opened>('open', small.url),
      big: await maker.request<Opened>('open', big.url),
    };
    const start = async (made: Made): Promise<ProcessServer> =>
      startServer({
        DATABASE_URL: made.url,
        DATA_DIR: join(folder, String(made.position)),
        DEMO: '1',
        WEBHOOK_SECRET_CUSTOMER: benchSecret,
        NODE_ENV: 'test',
      });
    if (wanted('14')) lines.push(await starts(bench, maker, small, big, folded.big, start));
    if (wanted('22')) {
      const tenth = await maker.request<Made>('make', Math.round(many / 10), 2_000);
      await maker.request('open', tenth.url);
      lines.push(...(await events(bench, small, tenth, big, start)));
      lines.push(await queues(bench, maker, small));
      lines.push(await watchers(bench));
      const rows = await maker.request<Opened>('open', tenth.url);
      const base = await maker.request<Opened>('open', small.url);
      lines.push(
        info(
          '22 row',
          `heap per row of a view, ${rows.rows} rows against ${base.rows}`,
          'B',
          (rows.heap - base.heap) / (rows.rows - base.rows),
        ),
        info(
          '22 fold',
          `events folded per CPU second by all views when a server opens, ${folded.big.head} events`,
          'k/s',
          (folded.big.head / folded.big.micros) * 1_000,
        ),
      );
    }
    await maker.stop();
    return lines;
  },
};

const info = (row: string, what: string, unit: string, ours: number): Row =>
  lineOf({ row, what, against: 'for information', unit, block: null, goal: null, better: 'less' }, ours, 1, {
    ratios: [ours],
    clean: 1,
    foreign: 0,
  });

async function starts(
  bench: Bench,
  maker: Worker,
  small: Made,
  big: Made,
  first: Opened,
  start: (made: Made) => Promise<ProcessServer>,
): Promise<Row> {
  const cpu: Record<string, number[]> = { small: [], big: [] };
  const one = async (name: 'small' | 'big', made: Made): Promise<number> => {
    const began = performance.now();
    const server = await start(made);
    const ms = performance.now() - began;
    cpu[name]!.push(cpuOf(server.child.pid!));
    await server.kill('SIGTERM');
    return ms;
  };
  await one('small', small);
  await one('big', big);
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: {
      small: () => one('small', small),
      big: () => one('big', big),
      read: () => maker.request<number>('read', big.url),
    },
    ratio: (values) => values['big']! / values['small']!,
  });
  const { values } = measured;
  return lineOf(
    {
      row: '14',
      what: `process start to serving at ${big.position} events`,
      against: `the same at ${small.position} events`,
      unit: 'ms',
      block: 6,
      goal: 3,
      better: 'less',
      notes: `CPU ${median(cpu['big']!).toFixed(0)} ms against ${median(cpu['small']!).toFixed(0)}; ${(median(values['big']!.map((value, i) => value / values['read']![i]!)) || 0).toFixed(2)} of reading all events once (${median(values['read']!).toFixed(0)} ms); the very first start folds them all in ${(first.ms / 1_000).toFixed(1)} s`,
    },
    median(values['big']!),
    median(values['small']!),
    measured,
  );
}

/**
 * The cost of one signed webhook for the server's process, with databases of three sizes; one at a time, each
 * warmed up first.
 */
async function events(
  bench: Bench,
  small: Made,
  tenth: Made,
  big: Made,
  start: (made: Made) => Promise<ProcessServer>,
): Promise<Row[]> {
  const count = bench.quick ? 300 : 800;
  const emitted = async (server: ProcessServer, n: number): Promise<void> => {
    const posted = await postAll(signupMessages(n, Date.now(), 1), `${server.url}/relay/webhooks/customer`, {
      atOnce: 32,
    });
    if (posted.effects['applied'] !== n)
      throw new Error(
        `not all webhooks were taken: ${JSON.stringify([posted.statuses, posted.effects])} ${server.output().slice(-500)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
  const cost = async (made: Made): Promise<number> => {
    const server = await start(made);
    try {
      await emitted(server, 300);
      const from = cpuOf(server.child.pid!);
      await emitted(server, count);
      return ((cpuOf(server.child.pid!) - from) * 1_000) / count;
    } finally {
      await server.kill('SIGTERM');
    }
  };
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: { small: () => cost(small), tenth: () => cost(tenth), big: () => cost(big) },
    ratio: (values) => values['big']! / values['small']!,
  });
  const { values } = measured;
  const limit = { unit: 'µs', block: 1.5, goal: 1.15, better: 'less' as const };
  return [
    lineOf(
      {
        row: '22 events',
        what: `CPU per webhook at ${big.position} events`,
        against: `at ${small.position} events`,
        ...limit,
      },
      median(values['big']!),
      median(values['small']!),
      measured,
    ),
    lineOf(
      {
        row: '22 open',
        what: 'CPU per webhook with 2 000 more cases in the queue',
        against: 'with those of the demo',
        ...limit,
      },
      median(values['tenth']!),
      median(values['small']!),
      { ...measured, ratios: values['tenth']!.map((value, i) => value / values['small']![i]!) },
    ),
  ];
}

/** Views that do not subscribe to an event must not add to its cost. */
async function queues(bench: Bench, maker: Worker, small: Made): Promise<Row> {
  const fold = async (more: number): Promise<number> =>
    (await maker.request<{ micros: number }>('queues', small.url, more)).micros;
  await fold(0);
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: { few: () => fold(0), ten: () => fold(300), hundred: () => fold(3_000) },
    ratio: (values) => values['hundred']! / values['few']!,
  });
  return lineOf(
    {
      row: '22 queues',
      what: 'CPU to fold an event with 3 000 more views that do not subscribe to it',
      against: 'with those of the app',
      unit: 'µs',
      block: 1.5,
      goal: 1.15,
      better: 'less',
      notes: `with 300 more: ${median(measured.values['ten']!).toFixed(1)} µs`,
    },
    median(measured.values['hundred']!),
    median(measured.values['few']!),
    measured,
  );
}

/**
 * The cost of one delivery as the room grows a hundredfold, beside a bare WebSocket write on the same
 * connections: that grows as well, with the load on the kernel and the caches, and no relay can be flatter.
 */
async function watchers(bench: Bench): Promise<Row> {
  const sizes = bench.quick ? [30, 300] : [30, 300, 3_000];
  const costs: Record<'ours' | 'raw', Record<number, number[]>> = { ours: {}, raw: {} };
  const { foreign, clean } = await watched(async () => {
    for (const n of sizes) {
      await bench.consoles(n, 0);
      for (const mode of ['ours', 'raw'] as const) {
        costs[mode][n] = [];
        for (let round = 0; round < bench.rounds(5) + 1; round += 1) {
          const { micros, deliveries } = await bench
            .relay()
            .request<{ micros: number; deliveries: number }>('flood', mode, 1, n, 300, 16);
          if (round > 0) costs[mode][n].push(micros / deliveries);
        }
      }
    }
  });
  await bench.sink().request('close');
  const most = sizes.at(-1)!;
  const beside = (n: number): number[] => costs.ours[n]!.map((value, i) => value / costs.raw[n]![i]!);
  const few = beside(30);
  const ratios = beside(most).map((value, i) => value / few[i]!);
  const emitted = (mode: 'ours' | 'raw'): string =>
    sizes.map((n) => `${n}: ${median(costs[mode][n]!).toFixed(1)}`).join(', ');
  return lineOf(
    {
      row: '22 watchers',
      what: `CPU per delivered change over a bare WebSocket's, ${most} watchers`,
      against: 'the same with 30 watchers',
      unit: '×',
      block: 1.25,
      goal: 1.15,
      better: 'less',
      notes: `µs ${emitted('ours')}; raw ws ${emitted('raw')}`,
    },
    median(beside(most)),
    median(few),
    { ratios, clean: clean ? ratios.length : 0, foreign },
  );
}

/** CPU time of a process and its threads, ms. */
function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
