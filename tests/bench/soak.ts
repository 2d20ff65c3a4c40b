import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import type { Person } from '#tests/kit/house.ts';
import { sign } from '#server/sources/signature.ts';
import type { Bench } from './bench.ts';
import { abandonedFact, benchSecret, signupFacts } from './facts.ts';
import { watched } from './foreign.ts';
import { postAll, type Post } from './post.ts';
import { median, type Quantiles } from './statistics.ts';
import { exact, lineOf, type Line } from './verdict.ts';

/** The busiest hour of a working day, as far as the demo's twelve places have one. */
const peak = { factsPerSecond: 4, ordersPerSecond: 2, consoles: 200 };
/** So many cases stand in the queue; older ones are given up by the outside service. */
const standing = 400;

interface Minute {
  readonly minute: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly rows: number;
  readonly events: number;
  readonly p50: number;
  readonly p99: number;
  readonly samples: number;
}

export interface SoakResult {
  readonly at: string;
  readonly minutes: number;
  readonly load: { readonly times: number; readonly factsPerSecond: number; readonly ordersPerSecond: number; readonly consoles: number };
  readonly faults: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly refused: number;
  readonly lost: number;
  readonly equal: boolean;
  readonly course: readonly Minute[];
}

/** `npm run bench -- soak --minutes 30 [--load 5]`: so many times a working day's peak on one house, with faults all the while. */
export async function soak(bench: Bench, minutes: number, times: number, keepAt: URL | null): Promise<Line[]> {
  const server = bench.fresh('ingest-process.ts', 0);
  const { url, port, databaseUrl } = await server.ask<{ url: string; port: number; databaseUrl: string }>('start');
  const consoles = peak.consoles * times;
  const sessions = await server.ask<{ cookie: string; token: string }[]>('sessions', consoles + 50);
  const sink = bench.sink();
  const opening = { port, kind: 'feed', feed: 'queue/signup-queue' };
  await sink.ask('close');
  const door = `${url}/relay/webhooks/customer`;
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const done: Record<string, number> = {
    'lines cut': 0,
    'lines not back within a minute': 0,
    'readers stopped': 0,
    'database connections ended': 0,
    'facts told again': 0,
    'unusable calls': 0,
  };
  const course: Minute[] = [];
  /** Orders given while the database was cut: refused, and told so. */
  const failed: string[] = [];
  const open: number[] = [];
  let sent = 0;
  let refused = 0;
  let over = false;
  let pins = 0;

  const post = async (posts: readonly Post[], from: number, everyMs: number): Promise<void> => {
    const answer = await postAll(posts, door, { from, everyMs });
    // While the database is away the door says 503 or parks; the outside service tells it again, as any does.
    const good = (answer.statuses['200'] ?? 0) + (answer.statuses['202'] ?? 0);
    if (good < posts.length) {
      refused += posts.length - good;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await postAll(posts, door, { atOnce: 4 });
    }
    sent += posts.length;
  };

  /** A second of facts: half are new, half give up the oldest, once enough stand in the queue. */
  const facts = async (): Promise<void> => {
    while (!over) {
      const second = peak.factsPerSecond * times;
      const from = Math.ceil(Date.now()) + 30;
      const closing = open.length > standing ? second / 2 : 0;
      const fresh = signupFacts(second - closing, from, 1_000 / (second - closing));
      open.push(...fresh.map(({ body }) => (JSON.parse(body) as { id: number }).id));
      const gone = open.splice(0, closing).map((id) => abandonedFact(id));
      await Promise.all([post(fresh, from, 1_000 / fresh.length), ...(gone.length > 0 ? [post(gone, from, 1_000 / gone.length)] : [])]);
    }
  };

  const orders = async (): Promise<void> => {
    const everyMs = 1_000 / (peak.ordersPerSecond * times);
    while (!over) {
      const began = performance.now();
      pins += 1;
      await server.ask('pin', pins).catch((error: unknown) => failed.push(String(error)));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - began))));
    }
  };

  const every = async (seconds: number, act: () => Promise<void>): Promise<void> => {
    for (let next = performance.now() + seconds * 1_000; !over;) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (performance.now() < next || over) continue;
      next = performance.now() + seconds * 1_000;
      await act();
    }
  };
  const few = Math.round(consoles / 20);
  const cutLines = async (): Promise<void> => {
    const back = await sink.ask<number>('cut', few, opening);
    done['lines cut']! += few;
    done['lines not back within a minute']! += few - back;
  };
  const stopReaders = async (): Promise<void> => {
    await sink.ask('stall', few);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await sink.ask('resume');
    done['readers stopped']! += few;
  };
  const endConnections = async (): Promise<void> => {
    const { rowCount } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    done['database connections ended']! += rowCount ?? 0;
  };
  const again = async (): Promise<void> => {
    const twice = signupFacts(5, Date.now(), 1);
    open.push(...twice.map(({ body }) => (JSON.parse(body) as { id: number }).id));
    await post(twice, Date.now(), 10);
    await postAll([...twice, ...twice], door, { atOnce: 5 });
    done['facts told again']! += 10;
    const junk = randomBytes(200).toString('latin1');
    await postAll(
      [
        { body: junk, headers: { ...sign(benchSecret, `msg_junk_${sent}`, Date.now(), junk) } },
        { body: '{}', headers: { ...sign(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, 'msg_bad', Date.now(), '{}') } },
      ],
      door,
      { atOnce: 2 },
    );
    done['unusable calls']! += 2;
  };

  const measure = async (): Promise<void> => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sink.ask('sample', 'entry');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      const late = await sink.ask<Quantiles>('samples');
      await sink.ask('sample', null);
      const { heapUsed, rss, rows, head } = await server.ask<{ heapUsed: number; rss: number; rows: number; head: number }>('memory');
      course.push({ minute, heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20, rows, events: head, p50: late.p50, p99: late.p99, samples: late.n });
      const one = course.at(-1)!;
      console.error(
        `  … minute ${minute}: heap ${one.heapMb.toFixed(0)} MB, resident ${one.rssMb.toFixed(0)} MB, p99 ${one.p99.toFixed(0)} ms, ${one.rows} rows, ${sent} facts, ${refused} told again`,
      );
    }
    over = true;
  };

  // Enough stands in the queue, and everything is compiled, before the first minute counts.
  await post(signupFacts(standing, Date.now(), 1), Date.now(), 5);
  await sink.ask('open', { ...opening, count: consoles, sessions, sampleEvery: 20 });
  const { clean, foreign } = await watched(() =>
    Promise.all([measure(), facts(), orders(), every(20, cutLines), every(30, stopReaders), every(45, endConnections), every(25, again)]),
  );

  await server.ask('settle');
  const lost = await server.ask<number>('missing');
  const { state } = await server.ask<{ state: string }>('queueHash');
  // Those of the beginning may be over by now: nobody touched them for as long as a session may stand idle.
  const [session] = await server.ask<{ cookie: string; token: string }[]>('sessions', 1, sessions.length);
  const client = await new FeedClient(url, { cookie: session!.cookie, token: session!.token } as Person, 'queue/signup-queue').ready();
  const equal = await until('a console is equal to the server', () => client.hash() === state, 20_000).then(
    () => true,
    () => false,
  );
  client.close();
  await pool.end();
  await server.stop();
  const result: SoakResult = {
    at: new Date().toISOString(),
    minutes,
    load: { times, factsPerSecond: peak.factsPerSecond * times, ordersPerSecond: peak.ordersPerSecond * times, consoles },
    faults: { ...done, 'orders refused meanwhile': failed.length },
    sent,
    refused,
    lost,
    equal,
    course,
  };
  if (keepAt) writeFileSync(keepAt, `${JSON.stringify(result, null, 1)}\n`);
  return linesOf(result, { clean: clean ? 1 : 0, foreign });
}

function linesOf(result: SoakResult, quiet: { readonly clean: number; readonly foreign: number }): Line[] {
  const { course } = result;
  const part = Math.max(1, Math.floor(course.length / 5));
  const of = (from: number, what: 'heapMb' | 'rssMb' | 'p99'): number => median(course.slice(from, from + part).map((one) => one[what]));
  const middle = Math.floor(course.length / 2) - Math.floor(part / 2);
  const last = course.length - part;
  const broken = !result.equal ? 'a console was not equal to the server at the end' : result.lost > 0 ? `${result.lost} facts were lost` : null;
  const more = broken ? { void: broken } : {};
  const what = `${result.minutes} minutes at ${result.load.factsPerSecond} facts/s, ${result.load.ordersPerSecond} orders/s, ${result.load.consoles} consoles, with faults`;
  return [
    exact(
      {
        row: '20 memory',
        what: `heap after collecting, last part of ${what}`,
        against: 'middle of the same run',
        unit: 'MB',
        block: 1.15,
        goal: 1.05,
        better: 'less',
        notes: `resident ${of(middle, 'rssMb').toFixed(0)} → ${of(last, 'rssMb').toFixed(0)} MB; rows of views ${course[middle]!.rows} → ${course.at(-1)!.rows}; ${Object.entries(
          result.faults,
        )
          .map(([name, n]) => `${n} ${name}`)
          .join(', ')}; ${result.sent} facts, ${result.refused} refused while the database was cut and told again, lost ${result.lost}`,
        ...more,
      },
      of(last, 'heapMb'),
      of(middle, 'heapMb'),
    ),
    lineOf(
      {
        row: '20 p99',
        what: 'fact to console p99, last part',
        against: 'first part of the same run',
        unit: 'ms',
        block: 1.3,
        goal: 1.1,
        better: 'less',
        ...more,
      },
      of(last, 'p99'),
      of(0, 'p99'),
      { ratios: [of(last, 'p99') / of(0, 'p99')], ...quiet },
    ),
  ];
}
