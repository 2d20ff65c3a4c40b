import type { RowRun } from '../bench.ts';
import type { Worker } from '../process.ts';
import { median } from '../statistics.ts';
import { exact } from '../verdict.ts';

/** A pool releases freed pages only after some seconds. */
const poolMs = 9_000;

/**
 * Row 11: resident memory per connection with an open feed, after the collector ran, against a server of
 * silent WebSockets. Each round is a new process on either side, and the median counts. The first figure
 * includes the permanent cost of the first connections (compiled code, buffers, a larger heap), as the goal's
 * does, and varies from run to run; the cost of as many further connections does not.
 */
export const memory: RowRun = {
  numbers: ['11'],
  async run(bench) {
    const n = bench.quick ? 750 : 1_500;
    const warm = 50;
    const sink = bench.sink();
    const rss = async (server: Worker): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, poolMs));
      return (await server.request<{ rss: number }>('memory')).rss;
    };
    const kept = {
      ours: { first: [] as number[], more: [] as number[] },
      bare: { first: [] as number[], more: [] as number[] },
    };
    const grow = async (
      to: { first: number[]; more: number[] },
      server: Worker,
      open: (count: number, from: number) => Promise<unknown>,
    ): Promise<void> => {
      await open(warm, 0);
      const before = await rss(server);
      await open(n - warm, warm);
      const first = await rss(server);
      await open(n, n);
      const more = await rss(server);
      to.first.push((first - before) / (n - warm) / 1_024);
      to.more.push((more - first) / n / 1_024);
      await sink.request('close');
      await server.stop();
    };
    for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
      const server = bench.fresh('relay-process.ts', 0);
      const { port } = await server.request('relay', 16, 200);
      const sessions = await server.request<object[]>('sessions', 2 * n);
      await grow(kept.ours, server, (count, from) =>
        sink.request('open', {
          port,
          count,
          kind: 'feed',
          feed: 'queue/bench',
          sessions: sessions.slice(Math.floor(from / 5)),
        }),
      );
      const plain = bench.fresh('bare-process.ts', 0);
      const barePort = await plain.request<number>('bare', 0);
      await grow(kept.bare, plain, (count) => sink.request('open', { port: barePort, count, kind: 'bare' }));
    }
    const text = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ');
    const about = {
      against: 'raw ws in a server of its own',
      unit: 'KB',
      block: 2,
      goal: 1.4,
      better: 'less' as const,
    };
    const line = (row: string, what: string, part: 'first' | 'more') =>
      exact(
        { row, what, ...about, notes: `rounds ours ${text(kept.ours[part])}, raw ${text(kept.bare[part])}` },
        median(kept.ours[part]),
        median(kept.bare[part]),
      );
    return [
      line('11', `memory per connection with an open feed, ${n} of them`, 'first'),
      line('11 more', `the same, ${n} more`, 'more'),
    ];
  },
};
