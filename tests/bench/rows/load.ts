import { gate } from '../gate.ts';
import type { RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { exact, lineOf, paired, type Row } from '../verdict.ts';

interface Flood {
  readonly micros: number;
  readonly deliveries: number;
}
const n = 1_000;

/**
 * Rows 3, 5 and 19: bytes of a change under load, lateness at 1,000 changes a second, and the cost of
 * consoles while nothing changes.
 */
export const load: RowRun = {
  numbers: ['3', '5', '19'],
  async run(bench, wanted) {
    const lines: Row[] = [];
    const room = await bench.consoles(n, 16, 20);
    const wrong = await gate(bench, room.port, true);
    const more = wrong ? { void: wrong } : {};
    const relay = bench.relay();
    const sink = bench.sink();

    if (wanted('5')) {
      const p50: number[] = [];
      const cores: number[] = [];
      const late = async (mode: string, perSecond: number): Promise<Quantiles> => {
        await sink.request('sample', 'stamp');
        const spent = await relay.request<{ micros: number; ms: number }>('steady', mode, perSecond, 2_000);
        const seen = await sink.request<Quantiles>('samples');
        await sink.request('sample', null);
        if (mode === 'ours') cores.push(spent.micros / 1_000 / spent.ms);
        return seen;
      };
      const measured = await paired({
        rounds: bench.rounds(4),
        modes: {
          ours: async () => {
            const seen = await late('ours', 1_000);
            p50.push(seen.p50);
            return seen.p99;
          },
          raw: async () => 16 + (await late('raw', 20)).p99,
        },
        ratio: (values) => values['ours']! / values['raw']!,
      });
      lines.push(
        lineOf(
          {
            row: '5',
            what: `commit to delivered p99, 1 000 changes/s × ${n}`,
            against: '16 ms + quiet raw ws p99',
            unit: 'ms',
            block: 1,
            goal: 0.75,
            better: 'less',
            ...more,
            notes: `p50 ${median(p50).toFixed(1)} ms, ${median(cores).toFixed(2)} of a core (goal 0.30)`,
          },
          median(measured.values['ours']!),
          median(measured.values['raw']!),
          measured,
        ),
      );
    }

    if (wanted('19')) {
      const idle = async (): Promise<{ micros: number; bytes: number }> => {
        const from = await relay.request<NodeJS.CpuUsage>('cpu');
        const before = (await sink.request<{ bytes: number }>('tally')).bytes;
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        const to = await relay.request<NodeJS.CpuUsage>('cpu');
        return {
          micros: to.user + to.system - from.user - from.system,
          bytes: (await sink.request<{ bytes: number }>('tally')).bytes - before,
        };
      };
      const ours = await idle();
      await sink.request('close');
      await relay.request('closeRelay');
      const alone = await idle();
      lines.push(
        exact(
          {
            row: '19',
            what: `${n} consoles while nothing changes, CPU of 2.5 s`,
            against: 'the same server without them',
            unit: 'ms',
            block: null,
            goal: null,
            better: 'less',
            notes: `${ours.bytes} bytes to all of them in 2.5 s (a heartbeat is due every 25 s)`,
          },
          ours.micros / 1_000,
          alone.micros / 1_000,
        ),
      );
    }

    if (wanted('3')) {
      await bench.consoles(n, 0);
      const bytes = async (count: number): Promise<number> => {
        const before = (await sink.request<{ bytes: number }>('tally')).bytes;
        const one = await relay.request<Flood>('flood', 'ours', count, n, 200, 8);
        const tally = await sink.request<{ bytes: number }>('tally');
        return (tally.bytes - before) / one.deliveries / count;
      };
      const single = await bytes(1);
      const many = await bytes(25);
      lines.push(
        exact(
          {
            row: '3',
            what: 'bytes of one delivered change under load, 25 a frame',
            against: 'one change a frame',
            unit: 'B',
            block: 0.3,
            goal: 0.12,
            better: 'less',
            notes: 'deflated once for all; real rows are longer and compress less',
          },
          many,
          single,
        ),
      );
    }
    await sink.request('close');
    return lines;
  },
};
