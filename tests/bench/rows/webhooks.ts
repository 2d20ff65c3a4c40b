import { batchesOf, signupMessages } from '../messages.ts';
import { postAll } from '../post.ts';
import type { RowRun } from '../bench.ts';
import { median, type Quantiles } from '../statistics.ts';
import { lineOf, paired, type Row } from '../verdict.ts';

const consoles = 1_000;

/**
 * Rows 6, 7, 8 and 13, on one server: a signed webhook on its way to 1,000 screens, its cost, and the log
 * folded again.
 */
export const webhooks: RowRun = {
  numbers: ['6', '7', '8', '13'],
  async run(bench, wanted) {
    const server = bench.fresh('ingest-process.ts', 0);
    const { url, port } = await server.request('start');
    const route = `${url}/relay/webhooks/customer`;
    const lines: Row[] = [];
    // The first ones pay for compiling.
    await postAll(signupMessages(200, Date.now(), 1), route, { atOnce: 32 });

    if (wanted('6')) {
      const sessions = await server.request('sessions', consoles);
      await bench.sink().request('close');
      await bench.sink().request('open', {
        port,
        count: consoles,
        kind: 'feed',
        feed: 'queue/signup-queue',
        sessions,
        sampleEvery: 5,
      });
      for (const perSecond of [20, 200]) {
        const everyMs = 1_000 / perSecond;
        const count = perSecond * 2;
        // The bare broadcast runs at the quiet rate: 200 single frames a second to 1,000 connections would
        // overload it with its own writes.
        const quiet = { everyMs: 50, count: 40 };
        const seen = async (count: number, send: (from: number) => Promise<void>): Promise<Quantiles> => {
          await bench.sink().request('sample', 'entry');
          await send(Math.ceil(Date.now()) + 100);
          await new Promise((resolve) => setTimeout(resolve, 400));
          const late = await bench.sink().request<Quantiles>('samples');
          if (late.n < (0.98 * count * consoles) / 5)
            throw new Error(
              `only ${late.n} of ${(count * consoles) / 5} deliveries were seen at ${perSecond}/s`,
            );
          return late;
        };
        const p50: Record<string, number[]> = { ours: [], raw: [] };
        const syncs: Quantiles[] = [];
        const floor = perSecond > 60 ? 16 : 0;
        const measured = await paired({
          rounds: bench.rounds(4),
          modes: {
            ours: async () => {
              const late = await seen(count, async (from) => {
                const posted = await postAll(signupMessages(count, from, everyMs), route, { from, everyMs });
                if (posted.effects['applied'] !== count)
                  throw new Error(`not all webhooks were accepted: ${JSON.stringify(posted.statuses)}`);
              });
              p50['ours']!.push(late.p50);
              return late.p99;
            },
            raw: async () => {
              const sync = await server.request<Quantiles>('fdatasync', count, everyMs, 1_500);
              syncs.push(sync);
              const late = await seen(quiet.count, (from) =>
                server.request('broadcast', quiet.count, quiet.everyMs, from, 900),
              );
              p50['raw']!.push(late.p50 + sync.p50 + floor);
              return late.p99 + sync.p99 + floor;
            },
          },
          ratio: (values) => values['ours']! / values['raw']!,
        });
        const against = `fdatasync + raw ws${floor ? ' + 16 ms' : ''}`;
        const limit = { unit: 'ms', block: 1.6, goal: 1.2, better: 'less' as const };
        lines.push(
          lineOf(
            {
              row: `6 p50 ${perSecond}/s`,
              what: `webhook to delivered p50, ${consoles} consoles, ${perSecond}/s`,
              against,
              ...limit,
            },
            median(p50['ours']!),
            median(p50['raw']!),
            { ...measured, ratios: p50['ours']!.map((value, i) => value / p50['raw']![i]!) },
          ),
        );
        lines.push(
          lineOf(
            {
              row: `6 p99 ${perSecond}/s`,
              what: `webhook to delivered p99, ${consoles} consoles, ${perSecond}/s`,
              against,
              ...limit,
              notes: `fdatasync p50 ${median(syncs.map((one) => one.p50)).toFixed(2)}, p99 ${median(syncs.map((one) => one.p99)).toFixed(2)} ms`,
            },
            median(measured.values['ours']!),
            median(measured.values['raw']!),
            measured,
          ),
        );
      }
      await bench.sink().request('close');
    }

    if (wanted('7')) {
      const count = bench.quick ? 400 : 800;
      const atOnce = 64;
      const cost = async (bare: boolean): Promise<number> => {
        await server.request('bare', bare);
        const posts = signupMessages(count, Date.now(), 1);
        const from = await server.request<NodeJS.CpuUsage>('cpu');
        const posted = await postAll(posts, route, { atOnce });
        if (!bare) await server.request('settle');
        const to = await server.request<NodeJS.CpuUsage>('cpu');
        await server.request('bare', false);
        if (posted.effects['applied'] !== count)
          throw new Error(
            `not all webhooks were accepted: ${JSON.stringify([posted.statuses, posted.effects])}`,
          );
        if (!bare) boundaries.push(posted.ms / count, posted.ack.p99);
        return (to.user + to.system - from.user - from.system) / count;
      };
      const boundaries: number[] = [];
      const measured = await paired({
        rounds: bench.rounds(5),
        modes: {
          ours: () => cost(false),
          bare: () => cost(true),
          store: async () => {
            const one = await server.request<{ micros: number; done: number }>('store', count, atOnce, 600);
            return one.micros / one.done;
          },
        },
        ratio: (values) => values['ours']! / values['bare']!,
      });
      const { values } = measured;
      const both = values['ours']!.map((value, i) => value / (values['bare']![i]! + values['store']![i]!));
      const status = await server.request<{ faults: number; fault: string | null }>('status');
      const more = status.faults > 0 ? { void: `${status.faults} faults, first: ${status.fault}` } : {};
      lines.push(
        lineOf(
          {
            row: '7',
            what: 'CPU per durable signed webhook, projected and followed up',
            against: 'same endpoint, no store',
            unit: 'µs',
            block: 3,
            goal: 1.05,
            better: 'less',
            ...more,
            notes: `${(1_000 / median(boundaries.filter((_, i) => i % 2 === 0))).toFixed(0)} webhooks a second, ack p99 ${median(boundaries.filter((_, i) => i % 2 === 1)).toFixed(0)} ms at ${atOnce} in flight`,
          },
          median(values['ours']!),
          median(values['bare']!),
          measured,
        ),
      );
      lines.push(
        lineOf(
          {
            row: '7 store',
            what: 'the same',
            against: 'endpoint without store + bare append of the log',
            unit: 'µs',
            block: 2.9,
            goal: 1.05,
            better: 'less',
            ...more,
          },
          median(values['ours']!),
          median(values['bare']!) + median(values['store']!),
          { ...measured, ratios: both },
        ),
      );
    }

    if (wanted('8')) {
      const size = 50;
      const calls = bench.quick ? 16 : 40;
      const perEvent = async (): Promise<number> => {
        const from = (await server.request<{ head: number }>('status')).head;
        const posted = await postAll(batchesOf(signupMessages(size * calls, Date.now(), 1), size), route, {
          atOnce: 4,
        });
        if (posted.effects['many'] !== calls)
          throw new Error(
            `not all lists were accepted: ${JSON.stringify([posted.statuses, posted.effects])}`,
          );
        const events = (await server.request<{ head: number }>('status')).head - from;
        await server.request('settle');
        return posted.ms / Math.max(events, size * calls);
      };
      await perEvent();
      const measured = await paired({
        rounds: bench.rounds(5),
        modes: {
          ours: perEvent,
          store: async () => {
            const one = await server.request<{ ms: number; done: number }>(
              'store',
              size * calls,
              size * 4,
              600,
            );
            return one.ms / (one.done * 2);
          },
        },
        ratio: (values) => values['store']! / values['ours']!,
      });
      lines.push(
        lineOf(
          {
            row: '8',
            what: `durable events a second, ${size} messages in a webhook`,
            against: 'bare appends of the log at the same group size',
            unit: '/s',
            block: 0.4,
            goal: 0.6,
            better: 'more',
            notes:
              'each message is translated, decided, checked against known ones, and pushed; the bare append does none of it',
          },
          1_000 / median(measured.values['ours']!),
          1_000 / median(measured.values['store']!),
          measured,
        ),
      );
    }

    if (wanted('13')) {
      const want = bench.quick ? 2_000 : 8_000;
      const { head } = await server.request<{ head: number }>('status');
      if (head < want * 2)
        await postAll(signupMessages(Math.ceil((want * 2 - head) / 2), Date.now(), 1), route, {
          atOnce: 128,
        });
      await server.request('settle');
      interface Fold {
        readonly micros: number;
        readonly events: number;
      }
      // A process of its own, as at a node's start: a server that has run for a while would collect its own
      // heap meanwhile.
      const folder = bench.fresh('fold-process.ts', 0);
      const { databaseUrl } = await server.request<{ databaseUrl: string }>('start');
      const events = await folder.request<number>('read', databaseUrl);
      const held = await server.request<Record<string, string>>('hashes');
      const { hashes } = await folder.request<{ hashes: Record<string, string> }>('rebuild', true);
      const different = Object.keys(held).filter((name) => hashes[name] !== held[name]);
      const perEvent = async (method: string): Promise<number> => {
        const one = await folder.request<Fold>(method, false);
        return one.micros / one.events;
      };
      const measured = await paired({
        rounds: bench.rounds(4),
        modes: {
          ours: () => perEvent('rebuild'),
          parse: () => perEvent('parseAll'),
          fetch: () => perEvent('fetchAll'),
        },
        ratio: (values) => values['parse']! / values['ours']!,
      });
      const { values } = measured;
      const more =
        different.length > 0 ? { void: `different after rebuilding: ${different.join(', ')}` } : {};
      const per = (name: string): number => 1_000 / median(values[name]!);
      lines.push(
        lineOf(
          {
            row: '13',
            what: `rebuild of all views, events per CPU second, ${events} events, hashes equal`,
            against: 'bare JSON.parse',
            unit: 'k/s',
            block: 0.2,
            goal: 3,
            better: 'more',
            ...more,
          },
          per('ours'),
          per('parse'),
          measured,
        ),
      );
      lines.push(
        lineOf(
          {
            row: '13 store',
            what: 'the same',
            against: 'the same rows fetched from PostgreSQL, not parsed',
            unit: 'k/s',
            block: 0.16,
            goal: 0.9,
            better: 'more',
            ...more,
          },
          per('ours'),
          per('fetch'),
          { ...measured, ratios: values['ours']!.map((value, i) => values['fetch']![i]! / value) },
        ),
      );
      await folder.stop();
    }
    await server.stop();
    return lines;
  },
};
