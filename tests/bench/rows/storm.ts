import { watched } from '../foreign.ts';
import type { RowRun } from '../bench.ts';
import { median } from '../statistics.ts';
import type { Opened } from '../sink.ts';
import { exact, lineOf, type Row } from '../verdict.ts';

const missed = 100;

/** Rows 9 and 10: 3,000 consoles reconnect at once, each having missed 100 changes. */
export const storm: RowRun = {
  numbers: ['9', '10'],
  async run(bench) {
    const n = bench.quick ? 1_000 : 3_000;
    const relay = bench.relay();
    const sink = bench.sink();
    await sink.request('close');
    const { port } = await relay.request('relay', 0, 200);
    const sessions = await relay.request('sessions', n);
    const cpu = async (work: () => Promise<unknown>): Promise<number> => {
      const from = await relay.request<NodeJS.CpuUsage>('cpu');
      await work();
      const to = await relay.request<NodeJS.CpuUsage>('cpu');
      return (to.user + to.system - from.user - from.system) / n;
    };
    let at: { epoch: string; seq: number } | null = null;
    const comeBack = async (): Promise<Opened> =>
      sink.request<Opened>('open', {
        port,
        count: n,
        kind: 'feed',
        feed: 'queue/bench',
        sessions,
        at,
        atOnce: n,
      });
    // One console first, to learn the position that all of them had.
    const first = await sink.request<Opened>('open', {
      port,
      count: 1,
      kind: 'feed',
      feed: 'queue/bench',
      sessions,
    });
    await sink.request('close');
    const faults: string[] = [];
    const ours: number[] = [];
    const raw: number[] = [];
    const stalls: number[] = [];
    const reads: number[] = [];
    let clean = 0;
    let foreign = 0;
    let seq = first.seq;
    for (let round = 0; round < bench.rounds(4); round += 1) {
      at = { epoch: first.epoch, seq };
      seq = await relay.request<number>('change', missed);
      const before = await relay.request<{ queries: number }>('state');
      let bytes = 0;
      const seen = await watched(async () => {
        await relay.request('lag');
        ours.push(
          await cpu(async () => {
            const opened = await comeBack();
            bytes = opened.answerBytes;
            if (opened.mode !== 'resume' || opened.changes !== missed || opened.ok !== n)
              faults.push(`${opened.ok} resumed by ${opened.mode} with ${opened.changes} changes`);
          }),
        );
        stalls.push(await relay.request<number>('lag'));
        const after = await relay.request<{ queries: number }>('state');
        reads.push(after.queries - before.queries);
        await sink.request('close');
        const barePort = await relay.request<number>('bare', bytes);
        raw.push(
          await cpu(() =>
            sink.request('open', { port: barePort, count: n, kind: 'bare', atOnce: n, waitBytes: bytes }),
          ),
        );
        await sink.request('close');
      });
      clean += seen.clean ? 1 : 0;
      foreign = Math.max(foreign, seen.foreign);
    }
    const broken = faults[0];
    const lines: Row[] = [
      lineOf(
        {
          row: '9',
          what: `CPU per resume, ${n} consoles at once, ${missed} changes missed`,
          against: 'raw ws upgrade and the same bytes',
          unit: 'µs',
          block: 2.4,
          goal: 1.6,
          better: 'less',
          ...(broken ? { void: broken } : {}),
          notes: `all back for ${((median(ours) * n) / 1e6).toFixed(2)} s of CPU time`,
        },
        median(ours),
        median(raw),
        { ratios: ours.map((value, i) => value / raw[i]!), clean, foreign },
      ),
      exact(
        {
          row: '9 reads',
          what: 'reads of the store during the storm',
          against: 'none',
          unit: '',
          block: 0,
          goal: 0,
          better: 'less',
        },
        median(reads),
        0,
        median(reads),
      ),
      lineOf(
        {
          row: '10',
          what: 'longest stall of the event loop during it',
          against: 'bound',
          unit: 'ms',
          block: 100,
          goal: 50,
          better: 'less',
        },
        median(stalls),
        1,
        { ratios: stalls, clean, foreign },
      ),
    ];
    return lines;
  },
};
