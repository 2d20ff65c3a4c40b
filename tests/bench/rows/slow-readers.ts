import { gate } from '../gate.ts';
import type { RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { exact, lineOf, paired, type Line } from '../verdict.ts';

const consoles = 1_000;
const stalled = consoles / 20;

/** Row 12: one console in twenty stops reading while 1,000 changes a second go out. */
export const slowReaders: RowRun = {
  numbers: ['12'],
  async run(bench): Promise<Line[]> {
    const relay = bench.relay();
    const sink = bench.sink();
    const room = await bench.consoles(consoles, 16, 20);
    const wrong = await gate(bench, room.port, true);
    const ms = bench.quick ? 5_000 : 60_000;
    const memory = async (): Promise<number> => (await relay.ask<{ rss: number }>('memory')).rss;
    const late = async (): Promise<number> => {
      await sink.ask('sample', 'stamp');
      await relay.ask('steady', 'ours', 1_000, ms);
      const seen = await sink.ask<Quantiles>('samples');
      await sink.ask('sample', null);
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
          await sink.ask('stall', stalled);
          const p99 = await late();
          grown.push(((await memory()) - before) / stalled / 1_024);
          const from = (await sink.ask<{ frames: number }>('tally')).frames;
          await sink.ask('resume');
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          frames.push(((await sink.ask<{ frames: number }>('tally')).frames - from) / stalled);
          return p99;
        },
        without: late,
      },
      ratio: (values) => values['with']! / values['without']!,
    });
    const lost = Number((await sink.ask<{ lost: number }>('tally')).lost);
    await sink.ask('close');
    // A line that does not answer for 45 s is cut by its heartbeat; none but those that stopped may be.
    const broken = wrong ?? (lost > stalled * measured.ratios.length ? `${lost} lines were cut, more than had stopped` : null);
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
          notes: `woken up, each gets ${median(frames).toFixed(0)} frames: what its line held, and one merged frame; ${lost} were cut by their heartbeat`,
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
