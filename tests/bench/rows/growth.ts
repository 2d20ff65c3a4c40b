import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHouse, type ProcessHouse } from '#tests/kit/process-house.ts';
import type { Bench, RowRun } from '../bench.ts';
import { benchSecret, signupFacts } from '../facts.ts';
import { postAll } from '../post.ts';
import type { Worker } from '../process.ts';
import { median } from '../statistics.ts';
import { watched } from '../foreign.ts';
import { lineOf, paired, type Line } from '../verdict.ts';

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

/** Row 14 and the growth rows: what starting, an event, a row and a watcher cost in a house ten and a hundred times the demo's size. */
export const growth: RowRun = {
  numbers: ['14', '22'],
  async run(bench, wanted) {
    const maker = bench.fresh('growth-process.ts', 1);
    const folder = await maker.ask<string>('folder');
    const many = bench.quick ? 60_000 : 1_000_000;
    const small = await maker.ask<Made>('make', 0, 0);
    const big = await maker.ask<Made>('make', many, 200);
    const lines: Line[] = [];
    // The first opening folds everything; those after it begin at the checkpoint.
    const folded = { small: await maker.ask<Opened>('open', small.url), big: await maker.ask<Opened>('open', big.url) };
    const start = async (made: Made): Promise<ProcessHouse> =>
      startHouse({
        DATABASE_URL: made.url,
        DATA_DIR: join(folder, String(made.position)),
        DEMO: '1',
        WEBHOOK_SECRET_CUSTOMER: benchSecret,
        NODE_ENV: 'test',
      });
    if (wanted('14')) lines.push(await starts(bench, maker, small, big, folded.big, start));
    if (wanted('22')) {
      const tenth = await maker.ask<Made>('make', Math.round(many / 10), 2_000);
      await maker.ask('open', tenth.url);
      lines.push(...(await events(bench, small, tenth, big, start)));
      lines.push(await queues(bench, maker, small));
      lines.push(await watchers(bench));
      const rows = await maker.ask<Opened>('open', tenth.url);
      const base = await maker.ask<Opened>('open', small.url);
      lines.push(
        info('22 row', `heap per row of a view, ${rows.rows} rows against ${base.rows}`, 'B', (rows.heap - base.heap) / (rows.rows - base.rows)),
        info(
          '22 fold',
          `events folded per CPU second by all views when a house opens, ${folded.big.head} events`,
          'k/s',
          (folded.big.head / folded.big.micros) * 1_000,
        ),
      );
    }
    await maker.stop();
    return lines;
  },
};

const info = (row: string, what: string, unit: string, ours: number): Line =>
  lineOf({ row, what, against: 'for information', unit, block: null, goal: null, better: 'less' }, ours, 1, { ratios: [ours], clean: 1, foreign: 0 });

async function starts(bench: Bench, maker: Worker, small: Made, big: Made, first: Opened, start: (made: Made) => Promise<ProcessHouse>): Promise<Line> {
  const cpu: Record<string, number[]> = { small: [], big: [] };
  const one = async (name: 'small' | 'big', made: Made): Promise<number> => {
    const began = performance.now();
    const house = await start(made);
    const ms = performance.now() - began;
    cpu[name]!.push(cpuOf(house.child.pid!));
    await house.kill('SIGTERM');
    return ms;
  };
  await one('small', small);
  await one('big', big);
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: { small: () => one('small', small), big: () => one('big', big), read: () => maker.ask<number>('read', big.url) },
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

/** What one signed webhook costs the server's process, in houses of three sizes; one house at a time, each warm before it counts. */
async function events(bench: Bench, small: Made, tenth: Made, big: Made, start: (made: Made) => Promise<ProcessHouse>): Promise<Line[]> {
  const count = bench.quick ? 300 : 800;
  const told = async (house: ProcessHouse, n: number): Promise<void> => {
    const posted = await postAll(signupFacts(n, Date.now(), 1), `${house.url}/relay/webhooks/customer`, { atOnce: 32 });
    if (posted.effects['applied'] !== n)
      throw new Error(`not all webhooks were taken: ${JSON.stringify([posted.statuses, posted.effects])} ${house.said().slice(-500)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
  const cost = async (made: Made): Promise<number> => {
    const house = await start(made);
    try {
      await told(house, 300);
      const from = cpuOf(house.child.pid!);
      await told(house, count);
      return ((cpuOf(house.child.pid!) - from) * 1_000) / count;
    } finally {
      await house.kill('SIGTERM');
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
      { row: '22 events', what: `CPU per webhook at ${big.position} events`, against: `at ${small.position} events`, ...limit },
      median(values['big']!),
      median(values['small']!),
      measured,
    ),
    lineOf(
      { row: '22 open', what: 'CPU per webhook with 2 000 more cases in the queue', against: 'with those of the demo', ...limit },
      median(values['tenth']!),
      median(values['small']!),
      { ...measured, ratios: values['tenth']!.map((value, i) => value / values['small']![i]!) },
    ),
  ];
}

/** Views that do not hear an event must not cost it anything. */
async function queues(bench: Bench, maker: Worker, small: Made): Promise<Line> {
  const fold = async (more: number): Promise<number> => (await maker.ask<{ micros: number }>('queues', small.url, more)).micros;
  await fold(0);
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: { few: () => fold(0), ten: () => fold(300), hundred: () => fold(3_000) },
    ratio: (values) => values['hundred']! / values['few']!,
  });
  return lineOf(
    {
      row: '22 queues',
      what: 'CPU to fold an event with 3 000 more views that do not hear it',
      against: 'with those of the house',
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
 * What one delivery costs as the room grows a hundredfold, beside what a bare WebSocket's write costs on the same lines: that grows as well,
 * with what the kernel and the caches hold, and no relay can be flatter than it.
 */
async function watchers(bench: Bench): Promise<Line> {
  const sizes = bench.quick ? [30, 300] : [30, 300, 3_000];
  const costs: Record<'ours' | 'raw', Record<number, number[]>> = { ours: {}, raw: {} };
  const { foreign, clean } = await watched(async () => {
    for (const n of sizes) {
      await bench.consoles(n, 0);
      for (const mode of ['ours', 'raw'] as const) {
        costs[mode][n] = [];
        for (let round = 0; round < bench.rounds(5) + 1; round += 1) {
          const { micros, deliveries } = await bench.relay().ask<{ micros: number; deliveries: number }>('flood', mode, 1, n, 300, 16);
          if (round > 0) costs[mode][n].push(micros / deliveries);
        }
      }
    }
  });
  await bench.sink().ask('close');
  const most = sizes.at(-1)!;
  const beside = (n: number): number[] => costs.ours[n]!.map((value, i) => value / costs.raw[n]![i]!);
  const few = beside(30);
  const ratios = beside(most).map((value, i) => value / few[i]!);
  const told = (mode: 'ours' | 'raw'): string => sizes.map((n) => `${n}: ${median(costs[mode][n]!).toFixed(1)}`).join(', ');
  return lineOf(
    {
      row: '22 watchers',
      what: `CPU per delivered change over a bare WebSocket's, ${most} watchers`,
      against: 'the same with 30 watchers',
      unit: '×',
      block: 1.25,
      goal: 1.15,
      better: 'less',
      notes: `µs ${told('ours')}; raw ws ${told('raw')}`,
    },
    median(beside(most)),
    median(few),
    { ratios, clean: clean ? ratios.length : 0, foreign },
  );
}

/** CPU that a process and its threads have used, ms. */
function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
