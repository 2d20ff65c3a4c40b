import { gate } from '../gate.ts';
import type { RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { exact, lineOf, paired, type Row } from '../verdict.ts';

const consoles = 1_000;
const stalled = consoles / 20;

/** Row 12: one console in twenty stops reading while 1,000 changes a second go out. */
export const slowReaders: RowRun = {
  numbers: ['12'],
  async run(bench): Promise<Row[]> {
    const relay = bench.relay();
    const sink = bench.sink();
    const room = await bench.consoles(consoles, 16, 20);
    const wrong = await gate(bench, room.port, true);
    const ms = bench.quick ? 5_000 : 60_000;
    const memory = async (): Promise<number> => (await relay.request<{ rss: number }>('memory')).rss;
    const late = async (): Promise<number> => {
      await sink.request('sample', 'stamp');
      await relay.request('steady', 'ours', 1_000, ms);
      const seen = await sink.request<Quantiles>('samples');
      await sink.request('sample', null);
      return seen.p99;
    };
    await late();
    const grown: number[] = [];
    const frames: number[] = [];
    const measured = await paired({
      rounds: bench.rounds(3),
      modes: {
        with: async () => {
          const before = await memory();
          await sink.request('stall', stalled);
          const p99 = await late();
          grown.push(((await memory()) - before) / stalled / 1_024);
          const from = (await sink.request<{ frames: number }>('tally')).frames;
          await sink.request('resume');
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          frames.push(((await sink.request<{ frames: number }>('tally')).frames - from) / stalled);
          return p99;
        },
        without: late,
      },
      ratio: (values) => values['with']! / values['without']!,
    });
    const lost = Number((await sink.request<{ lost: number }>('tally')).lost);
    await sink.request('close');
    // A connection that does not answer for 45 s is cut by its heartbeat; only those that stopped may be.
    const broken =
      wrong ??
      (lost > stalled * measured.ratios.length
        ? `${lost} connections were cut, more than had stopped`
        : null);
    const more = broken ? { void: broken } : {};
    const seconds = ms / 1_000;
    return [
      exact(
        {
          row: '12 memory',
          what: `resident memory per console that stopped reading for ${seconds} s at 1 000 changes/s`,
          against: 'bound',
          unit: 'KB',
          block: 256,
          goal: 64,
          better: 'less',
          notes: `woken up, each gets ${median(frames).toFixed(0)} frames: those in its connection's buffers, and one merged frame; ${lost} were cut by their heartbeat`,
          ...more,
        },
        median(grown),
        1,
        median(grown),
      ),
      lineOf(
        {
          row: '12 p99',
          what: `p99 of the others meanwhile, ${consoles} consoles`,
          against: 'the same run without',
          unit: 'ms',
          block: 1.2,
          goal: 1.05,
          better: 'less',
          ...more,
        },
        median(measured.values['with']!),
        median(measured.values['without']!),
        measured,
      ),
    ];
  },
};
