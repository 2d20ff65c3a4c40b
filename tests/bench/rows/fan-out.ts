import { gate } from '../gate.ts';
import type { RowRun } from '../bench.ts';
import { median } from '../statistics.ts';
import { lineOf, paired, type Row } from '../verdict.ts';

interface Flood {
  readonly micros: number;
  readonly deliveries: number;
  readonly ms: number;
}

/**
 * Rows 1 and 2: the server's cost of delivering one change, alone and 25 in a frame, against one write of a
 * ready buffer per WebSocket.
 */
export const fanOut: RowRun = {
  numbers: ['1', '2'],
  async run(bench) {
    const lines: Row[] = [];
    for (const n of bench.quick ? [200, 1_000] : [200, 1_000, 3_000]) {
      const room = await bench.consoles(n, 0);
      const wrong = await gate(bench, room.port, false);
      let sent = Number((await bench.sink().request<{ frames: number }>('tally')).frames);
      const flood = async (mode: string, count: number): Promise<number> => {
        const one = await bench
          .relay()
          .request<Flood>('flood', mode, count, n, bench.quick ? 300 : 500, count > 1 ? 8 : 16);
        sent += one.deliveries;
        return one.micros / one.deliveries / count;
      };
      await flood('raw', 1);
      await flood('ours', 1);
      const measured = await paired({
        rounds: bench.rounds(7),
        modes: {
          raw: () => flood('raw', 1),
          ours: () => flood('ours', 1),
          ours25: () => flood('ours', 25),
          raw25: () => flood('raw', 25),
        },
        ratio: (values) => values['ours']! / values['raw']!,
      });
      const { values } = measured;
      const tally = await bench.sink().request<{ frames: number; lost: number }>('tally');
      const broken =
        wrong ??
        (tally.lost > 0
          ? `${tally.lost} connections were lost`
          : tally.frames !== sent
            ? `${tally.frames} frames arrived, ${sent} were sent`
            : null);
      const at = n.toLocaleString('en').replace(',', ' ');
      const more = broken ? { void: broken } : {};
      lines.push(
        lineOf(
          {
            row: `1 N=${n}`,
            what: `CPU per delivered change, ${at} consoles`,
            against: 'raw ws',
            unit: 'µs',
            block: 1,
            goal: 0.8,
            better: 'less',
            ...more,
          },
          median(values['ours']!),
          median(values['raw']!),
          measured,
        ),
      );
      const times = values['ours25']!.map((value, i) => values['raw']![i]! / value);
      const bare = values['raw25']!.map((value, i) => values['raw']![i]! / value);
      lines.push(
        lineOf(
          {
            row: `2 N=${n}`,
            what: `changes per CPU second, 25 a frame, ${at} consoles`,
            against: 'raw ws, one a frame',
            unit: 'k/s',
            block: 20,
            goal: n === 200 ? 26 : 30,
            better: 'more',
            ...more,
            notes: `raw ws with the same 25 in a frame: ${median(bare).toFixed(1)}×`,
          },
          1_000 / median(values['ours25']!),
          1_000 / median(values['raw']!),
          { ...measured, ratios: times },
        ),
      );
    }
    await bench.sink().request('close');
    return lines;
  },
};
