import type { Bench, RowRun } from '../bench.ts';
import type { LongOpening, LongSeen } from '../long-sink.ts';
import { exact, type Row } from '../verdict.ts';

const consoles = 125;
const rows = 20_000;
const perSecond = 50;

interface Played extends LongSeen {
  readonly complete: number;
  readonly equal: boolean;
  readonly stall: number;
}

/**
 * Rows 23 and 24: a queue of 20,000 rows that 125 consoles open at once while it changes, and one that opens
 * over a slow line.
 */
export const longQueue: RowRun = {
  numbers: ['23', '24'],
  async run(bench, wanted) {
    const lines: Row[] = [];
    if (wanted('23')) lines.push(...(await atOnce(bench)));
    if (wanted('24')) lines.push(...(await overSlowLine(bench)));
    return lines;
  },
};

/** `cuts`: how often the connection is cut before all rows are there. */
export async function play(
  bench: Bench,
  {
    count,
    pages,
    slow,
    seconds,
    cuts = 0,
  }: { count: number; pages: boolean; slow: boolean; seconds: number; cuts?: number },
): Promise<Played> {
  const relay = bench.relay();
  const { port } = await relay.request<{ port: number }>('relay', 16, rows);
  const sessions = await relay.request<LongOpening['sessions']>('sessions', consoles);
  const sink = bench.fresh('long-sink.ts', 1);
  const how: LongOpening = { port, feed: 'queue/bench', sessions, count, perSession: 5, pages, slow };
  await relay.request('lag');
  const meanwhile = relay.request('steady', 'ours', perSecond, 3_000);
  await sink.request('open', how, 60_000);
  await meanwhile;
  await sink.request('count');
  const changing = relay.request<{ changes: number }>('steady', 'ours', perSecond, seconds * 1_000);
  for (let cut = 0; cut < cuts; cut += 1) {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await sink.request('cut');
  }
  const { changes } = await changing;
  const seen = await sink.request<LongSeen>('seen', changes);
  const stall = await relay.request<number>('lag');
  await sink.request('complete', 120_000);
  const { hash } = await relay.request<{ hash: string }>('state');
  const hashes = await sink.request<string[]>('hashes');
  const { all, complete, begun, again } = await sink.request<LongSeen>('seen', changes);
  await sink.request('close');
  await sink.stop();
  return { ...seen, all, complete, begun, again, stall, equal: hashes.length === 1 && hashes[0] === hash };
}

const wrong = (seen: Played, count: number): { void?: string } =>
  seen.complete === count && seen.equal
    ? {}
    : { void: `${seen.complete} of ${count} complete, equal to the server: ${seen.equal}` };

async function atOnce(bench: Bench): Promise<Row[]> {
  const seen = await play(bench, {
    count: consoles,
    pages: true,
    slow: false,
    seconds: bench.quick ? 6 : 20,
  });
  const about = { against: 'bound', better: 'less', ...wrong(seen, consoles) } as const;
  const what = `${rows} rows, ${consoles} consoles open at once`;
  return [
    exact(
      {
        ...about,
        row: '23 first',
        what: `${what}: first rows, the last console`,
        unit: 'ms',
        block: 2_000,
        goal: 1_000,
      },
      seen.first.max,
      1,
      seen.first.max,
    ),
    exact(
      {
        ...about,
        row: '23 p99',
        what: `${what}: change to console p99 meanwhile, ${perSecond}/s`,
        unit: 'ms',
        block: 400,
        goal: 200,
        notes: `all rows in ${(seen.all.max / 1_000).toFixed(1)} s; ${(seen.share * 100).toFixed(1)} % of the changes; longest stall ${seen.stall.toFixed(0)} ms`,
      },
      seen.late.p99,
      1,
      seen.late.p99,
    ),
  ];
}

async function overSlowLine(bench: Bench): Promise<Row[]> {
  const seen = await play(bench, { count: 1, pages: true, slow: true, seconds: 12, cuts: 2 });
  const about = { against: 'bound', better: 'less', ...wrong(seen, 1) } as const;
  const what = `${rows} rows over 400 kbit/s, 400 ms each way, 1 % loss`;
  return [
    exact(
      {
        ...about,
        row: '24 first',
        what: `${what}: first rows, from connecting`,
        unit: 'ms',
        block: 4_000,
        goal: 2_000,
      },
      seen.first.p50,
      1,
      seen.first.p50,
    ),
    exact(
      {
        ...about,
        row: '24 again',
        what: `${what}, cut twice: times it began anew`,
        unit: '',
        block: 0,
        goal: 0,
        notes: `all rows in ${(seen.all.max / 1_000).toFixed(0)} s; change to console p99 ${seen.late.p99.toFixed(0)} ms`,
      },
      seen.begun - 1,
      1,
      seen.begun - 1,
    ),
  ];
}
