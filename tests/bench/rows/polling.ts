import { Agent, request } from 'node:http';
import type { Bench, RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { exact, lineOf, paired, type Row } from '../verdict.ts';

const consoles = 200;
const seconds = 4;

/**
 * Row 18: one change a second pushed to 200 consoles, against each of them polling the list once a second.
 */
export const polling: RowRun = {
  numbers: ['18'],
  async run(bench): Promise<Row[]> {
    const lines: Row[] = [];
    for (const rows of [200, 10_000]) lines.push(...(await against(bench, rows)));
    return lines;
  },
};

async function against(bench: Bench, rows: number): Promise<Row[]> {
  const relay = bench.relay();
  const sink = bench.sink();
  const { port } = await relay.request<{ port: number }>('relay', 16, rows);
  const sessions = await relay.request('sessions', consoles);
  await sink.request('close');
  await sink.request('reset');
  await sink.request('open', { port, count: consoles, kind: 'feed', feed: 'queue/bench', sessions });
  const listPort = await relay.request<number>('list');
  const cpu = async (work: () => Promise<void>): Promise<number> => {
    const from = await relay.request<NodeJS.CpuUsage>('cpu');
    await work();
    const to = await relay.request<NodeJS.CpuUsage>('cpu');
    return (to.user + to.system - from.user - from.system) / consoles / seconds;
  };
  const bytes: { pushed: number[]; polled: number[] } = { pushed: [], polled: [] };
  const fresh: number[] = [];
  const push = async (): Promise<number> => {
    const from = (await sink.request<{ bytes: number }>('tally')).bytes;
    await sink.request('sample', 'stamp');
    const micros = await cpu(async () => void (await relay.request('steady', 'ours', 1, seconds * 1_000)));
    fresh.push((await sink.request<Quantiles>('samples')).p50);
    await sink.request('sample', null);
    bytes.pushed.push(((await sink.request<{ bytes: number }>('tally')).bytes - from) / consoles / seconds);
    return micros;
  };
  const clients = rows > 1_000 ? consoles / 10 : consoles;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const poll = async (): Promise<number> => {
    let taken = 0;
    const micros = await cpu(async () => {
      const began = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async (_, n) => {
          for (let second = 0; second < seconds; second += 1) {
            const due = began + (second + n / clients) * 1_000;
            await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
            const bytes = await get(listPort, agent);
            taken += bytes;
          }
        }),
      );
    });
    bytes.polled.push(taken / clients / seconds);
    return (micros * consoles) / clients;
  };
  await push();
  const measured = await paired({
    rounds: bench.rounds(4),
    modes: { push, poll },
    ratio: (values) => values['poll']! / values['push']!,
  });
  agent.destroy();
  await sink.request('close');
  const list = `${rows.toLocaleString('en').replace(',', ' ')} rows`;
  const limit = rows > 1_000 ? { block: 200, goal: 20_000 } : { block: 200, goal: 400 };
  const lines = [
    exact(
      {
        row: `18 bytes ${rows}`,
        what: `bytes per console and second at one change a second, ${list}`,
        against: 'the list polled once a second, not compressed',
        unit: 'B',
        ...limit,
        better: 'more',
      },
      median(bytes.pushed),
      median(bytes.polled),
      median(bytes.polled) / median(bytes.pushed),
    ),
    lineOf(
      {
        row: `18 CPU ${rows}`,
        what: `server CPU per console and second, ${list}`,
        against: 'the list polled once a second',
        unit: 'µs',
        block: 20,
        goal: 35,
        better: 'more',
      },
      median(measured.values['push']!),
      median(measured.values['poll']!),
      measured,
    ),
  ];
  if (rows > 1_000) return lines;
  const late = median(fresh);
  return [
    ...lines,
    lineOf(
      {
        row: '18 freshness',
        what: 'age of what is on the screen, p50',
        against: 'polled once a second: 500 ms on average',
        unit: 'ms',
        block: 50,
        goal: 100,
        better: 'more',
      },
      late,
      500,
      { ratios: fresh.map((ms) => 500 / ms), clean: measured.clean, foreign: measured.foreign },
    ),
  ];
}

function get(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/', agent }, (answer) => {
      let taken = 0;
      answer.on('data', (part: Buffer) => (taken += part.length)).on('end', () => resolve(taken));
    })
      .on('error', reject)
      .end();
  });
}
