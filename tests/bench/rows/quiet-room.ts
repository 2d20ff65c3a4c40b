import { gate } from '../gate.ts';
import type { RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { lineOf, paired } from '../verdict.ts';

/**
 * Row 4: how late a change arrives in a quiet room, measured from its planned commit, 20 a second to 1,000
 * consoles.
 */
export const quietRoom: RowRun = {
  numbers: ['4'],
  async run(bench) {
    const n = 1_000;
    const room = await bench.consoles(n, 16);
    const wrong = await gate(bench, room.port, true);
    let all: Record<string, number[]> = { raw: [], ours: [] };
    const steady = async (mode: string): Promise<number> => {
      await bench.sink().request('sample', 'stamp');
      await bench.relay().request('steady', mode, 20, 2_000);
      const late = await bench.sink().request<Quantiles>('samples');
      await bench.sink().request('sample', null);
      all[mode]!.push(late.p50);
      if (late.n < 0.98 * n * 40) throw new Error(`only ${late.n} of ${n * 40} deliveries were seen`);
      return late.p99;
    };
    await steady('raw');
    all = { raw: [], ours: [] };
    const measured = await paired({
      rounds: bench.rounds(5),
      modes: { raw: () => steady('raw'), ours: () => steady('ours') },
      ratio: (values) => values['ours']! / values['raw']!,
    });
    await bench.sink().request('close');
    return [
      lineOf(
        {
          row: '4',
          what: 'commit to delivered p99, quiet room, 20/s × 1 000',
          against: 'raw ws p99',
          unit: 'ms',
          block: 1.1,
          goal: 0.85,
          better: 'less',
          ...(wrong ? { void: wrong } : {}),
          notes: `p50 ours ${median(all['ours']!).toFixed(1)}, raw ${median(all['raw']!).toFixed(1)} ms`,
        },
        median(measured.values['ours']!),
        median(measured.values['raw']!),
        measured,
      ),
    ];
  },
};
