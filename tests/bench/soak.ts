import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import type { Person } from '#tests/kit/server.ts';
import { sign } from '#server/sources/signature.ts';
import type { Bench } from './bench.ts';
import { abandonedMessage, benchSecret, signupMessages } from './messages.ts';
import { watched } from './foreign.ts';
import { postAll, type Post } from './post.ts';
import { median, type Quantiles } from './statistics.ts';
import { exact, lineOf, type Row } from './verdict.ts';

/** The busiest hour of a working day at the demo's twelve places. */
const peak = { messagesPerSecond: 4, commandsPerSecond: 2, consoles: 200 };
/** The number of cases in the queue; the outside service abandons older ones. */
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
  readonly load: {
    readonly times: number;
    readonly messagesPerSecond: number;
    readonly commandsPerSecond: number;
    readonly consoles: number;
  };
  readonly faults: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly refused: number;
  readonly lost: number;
  readonly equal: boolean;
  readonly course: readonly Minute[];
}

/**
 * `npm run bench -- soak --minutes 30 [--load 5]`: a multiple of a working day's peak on one server, with
 * continuous faults.
 */
export async function soak(bench: Bench, minutes: number, times: number, keepAt: URL | null): Promise<Row[]> {
  const server = bench.fresh('ingest-process.ts', 0);
  const { url, port, databaseUrl } = await server.request<{ url: string; port: number; databaseUrl: string }>(
    'start',
  );
  const consoles = peak.consoles * times;
  const sessions = await server.request<{ cookie: string; token: string }[]>('sessions', consoles + 50);
  const sink = bench.sink();
  const opening = { port, kind: 'feed', feed: 'queue/signup-queue' };
  await sink.request('close');
  const route = `${url}/relay/webhooks/customer`;
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const done: Record<string, number> = {
    'lines cut': 0,
    'connections not back within a minute': 0,
    'readers stopped': 0,
    'database connections ended': 0,
    'messages sent again': 0,
    'unusable calls': 0,
  };
  const course: Minute[] = [];
  /** Commands sent while the database was cut: refused with an answer. */
  const failed: string[] = [];
  const open: number[] = [];
  let sent = 0;
  let refused = 0;
  let over = false;
  let pins = 0;

  const post = async (posts: readonly Post[], from: number, everyMs: number): Promise<void> => {
    const answer = await postAll(posts, route, { from, everyMs });
    // While the database is down the route answers 503 or parks; the outside service sends again, as any
    // does.
    const good = (answer.statuses['200'] ?? 0) + (answer.statuses['202'] ?? 0);
    if (good < posts.length) {
      refused += posts.length - good;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await postAll(posts, route, { atOnce: 4 });
    }
    sent += posts.length;
  };

  /** A second of messages: half are new, half abandon the oldest, once enough are in the queue. */
  const messages = async (): Promise<void> => {
    while (!over) {
      const second = peak.messagesPerSecond * times;
      const from = Math.ceil(Date.now()) + 30;
      const closing = open.length > standing ? second / 2 : 0;
      const fresh = signupMessages(second - closing, from, 1_000 / (second - closing));
      open.push(...fresh.map(({ body }) => (JSON.parse(body) as { id: number }).id));
      const gone = open.splice(0, closing).map((id) => abandonedMessage(id));
      await Promise.all([
        post(fresh, from, 1_000 / fresh.length),
        ...(gone.length > 0 ? [post(gone, from, 1_000 / gone.length)] : []),
      ]);
    }
  };

  const commands = async (): Promise<void> => {
    const everyMs = 1_000 / (peak.commandsPerSecond * times);
    while (!over) {
      const began = performance.now();
      pins += 1;
      await server.request('pin', pins).catch((error: unknown) => failed.push(String(error)));
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
  const cutConnections = async (): Promise<void> => {
    const back = await sink.request<number>('cut', few, opening);
    done['lines cut']! += few;
    done['connections not back within a minute']! += few - back;
  };
  const stopReaders = async (): Promise<void> => {
    await sink.request('stall', few);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await sink.request('resume');
    done['readers stopped']! += few;
  };
  const endConnections = async (): Promise<void> => {
    const { rowCount } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    done['database connections ended']! += rowCount ?? 0;
  };
  const again = async (): Promise<void> => {
    const twice = signupMessages(5, Date.now(), 1);
    open.push(...twice.map(({ body }) => (JSON.parse(body) as { id: number }).id));
    await post(twice, Date.now(), 10);
    await postAll([...twice, ...twice], route, { atOnce: 5 });
    done['messages sent again']! += 10;
    const junk = randomBytes(200).toString('latin1');
    await postAll(
      [
        { body: junk, headers: { ...sign(benchSecret, `msg_junk_${sent}`, Date.now(), junk) } },
        {
          body: '{}',
          headers: {
            ...sign(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, 'msg_bad', Date.now(), '{}'),
          },
        },
      ],
      route,
      { atOnce: 2 },
    );
    done['unusable calls']! += 2;
  };

  const measure = async (): Promise<void> => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sink.request('sample', 'entry');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      const late = await sink.request<Quantiles>('samples');
      await sink.request('sample', null);
      const { heapUsed, rss, rows, head } = await server.request<{
        heapUsed: number;
        rss: number;
        rows: number;
        head: number;
      }>('memory');
      course.push({
        minute,
        heapMb: heapUsed / 2 ** 20,
        rssMb: rss / 2 ** 20,
        rows,
        events: head,
        p50: late.p50,
        p99: late.p99,
        samples: late.n,
      });
      const one = course.at(-1)!;
      console.error(
        `  … minute ${minute}: heap ${one.heapMb.toFixed(0)} MB, resident ${one.rssMb.toFixed(0)} MB, p99 ${one.p99.toFixed(0)} ms, ${one.rows} rows, ${sent} messages, ${refused} sent again`,
      );
    }
    over = true;
  };

  // The queue is full enough and everything is compiled before the first minute counts.
  await post(signupMessages(standing, Date.now(), 1), Date.now(), 5);
  await sink.request('open', { ...opening, count: consoles, sessions, sampleEvery: 20 });
  const { clean, foreign } = await watched(() =>
    Promise.all([
      measure(),
      messages(),
      commands(),
      every(20, cutConnections),
      every(30, stopReaders),
      every(45, endConnections),
      every(25, again),
    ]),
  );

  await server.request('settle');
  const lost = await server.request<number>('missing');
  const { state } = await server.request<{ state: string }>('queueHash');
  // The first sessions may have expired by now: nobody used them for the idle limit.
  const [session] = await server.request<{ cookie: string; token: string }[]>('sessions', 1, sessions.length);
  const client = await new FeedClient(
    url,
    { cookie: session!.cookie, token: session!.token } as Person,
    'queue/signup-queue',
  ).ready();
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
    load: {
      times,
      messagesPerSecond: peak.messagesPerSecond * times,
      commandsPerSecond: peak.commandsPerSecond * times,
      consoles,
    },
    faults: { ...done, 'commands refused meanwhile': failed.length },
    sent,
    refused,
    lost,
    equal,
    course,
  };
  if (keepAt) writeFileSync(keepAt, `${JSON.stringify(result, null, 1)}\n`);
  return linesOf(result, { clean: clean ? 1 : 0, foreign });
}

function linesOf(result: SoakResult, quiet: { readonly clean: number; readonly foreign: number }): Row[] {
  const { course } = result;
  const part = Math.max(1, Math.floor(course.length / 5));
  const of = (from: number, what: 'heapMb' | 'rssMb' | 'p99'): number =>
    median(course.slice(from, from + part).map((one) => one[what]));
  const middle = Math.floor(course.length / 2) - Math.floor(part / 2);
  const last = course.length - part;
  const broken = !result.equal
    ? 'a console was not equal to the server at the end'
    : result.lost > 0
      ? `${result.lost} messages were lost`
      : null;
  const more = broken ? { void: broken } : {};
  const what = `${result.minutes} minutes at ${result.load.messagesPerSecond} messages/s, ${result.load.commandsPerSecond} commands/s, ${result.load.consoles} consoles, with faults`;
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
          .join(
            ', ',
          )}; ${result.sent} messages, ${result.refused} refused while the database was cut and sent again, lost ${result.lost}`,
        ...more,
      },
      of(last, 'heapMb'),
      of(middle, 'heapMb'),
    ),
    lineOf(
      {
        row: '20 p99',
        what: 'message to console p99, last part',
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
