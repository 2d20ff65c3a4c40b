import type { RowRun } from '../bench.ts';
import type { Worker } from '../process.ts';
import { median } from '../statistics.ts';
import { exact } from '../verdict.ts';

/**
 * Row 11: resident memory per connection with an open feed, after the collector ran, against a WebSocket that says nothing. Each round is a
 * new process, and the middle one counts: pages that were freed before are used again, so that one reading alone says little.
 */
export const memory: RowRun = {
  numbers: ['11'],
  async run(bench) {
    const n = bench.quick ? 1_000 : 2_000;
    const warm = 200;
    const sink = bench.sink();
    const rss = async (server: Worker): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return (await server.ask<{ rss: number }>('memory')).rss;
    };
    const grown = async (server: Worker, open: (count: number, first: number) => Promise<unknown>): Promise<number> => {
      await open(warm, 0);
      const before = await rss(server);
      await open(n, warm);
      const after = await rss(server);
      await sink.ask('close');
      return (after - before) / n / 1_024;
    };
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < (bench.quick ? 1 : 5); round += 1) {
      const server = bench.fresh('relay-process.ts', 0);
      const { port } = await server.ask('relay', 16, 200);
      const sessions = await server.ask<object[]>('sessions', n + warm);
      ours.push(
        await grown(server, (count, first) => sink.ask('open', { port, count, kind: 'feed', feed: 'queue/bench', sessions: sessions.slice(first / 5) })),
      );
      await server.stop();
      const plain = bench.fresh('relay-process.ts', 0);
      const barePort = await plain.ask<number>('bare', 0);
      bare.push(await grown(plain, (count) => sink.ask('open', { port: barePort, count, kind: 'bare' })));
      await plain.stop();
    }
    return [
      exact(
        {
          row: '11',
          what: `memory per connection with an open feed, ${n} more`,
          against: 'raw ws',
          unit: 'KB',
          block: 2,
          goal: 1.4,
          better: 'less',
          notes: `rounds ours ${ours.map((value) => value.toFixed(1)).join(', ')}, raw ${bare.map((value) => value.toFixed(1)).join(', ')}`,
        },
        median(ours),
        median(bare),
      ),
    ];
  },
};
