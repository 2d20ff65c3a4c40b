import { performance } from 'node:perf_hooks';
import { cutText } from '#shared/core/cut.ts';
import type { Service } from '#shared/core/view.ts';
import { streamKey, type StoredEvent } from '#shared/core/event.ts';
import { alone, stillLeased, type LeaderLease } from '../store/leader-lease.ts';
import { failPoint } from '../store/failpoint.ts';
import { asideError, isOfData, mostAside, noteAside } from '../store/set-aside.ts';
import { statusIn } from './call-result.ts';
import { addressOf, authtoken } from './list.ts';
import { outsideIdOf, tieStream } from './stream-lookup.ts';
import type { CallResult } from '#shared/reports/models/service-calls.ts';
import type { OutsideCommand } from './outside-command.ts';
import { storeCustomer } from './store-customer.ts';
import type { Taking } from './take-message.ts';

const requests: readonly OutsideCommand[] = [storeCustomer];
/** The lease of the node that polls and sends. */
export const leaderOfServices = 'services';
/** Under this name events are set aside that no command to an outside service can be made of. */
export const outboxConsumer = 'outbox';
const waits: readonly number[] = [0, 5_000, 30_000, 120_000, 600_000];

export interface Outbox {
  start(): Promise<void>;
  /** Records what the log requires and sends what is due. */
  run(): Promise<void>;
  /** Makes the row of one event, which the next run sends; a command that has a row already gets no second one. */
  take(event: StoredEvent): Promise<void>;
  stop(): Promise<void>;
}

interface Row {
  id: string;
  operation: string;
  key: string;
  stream: string;
  body: string;
  state: 'pending' | 'sending' | 'unknown';
  attempts: number;
}
type Sent =
  | { readonly went: 'done'; readonly outsideId: string | null; readonly answer: string }
  | { readonly went: 'refused' | 'unknown' | 'absent' | 'unreachable'; readonly why: string };

const callResults: Readonly<Record<Sent['went'], CallResult>> = {
  done: 'applied',
  refused: 'dead',
  unknown: 'unknown',
  unreachable: 'failed',
  absent: 'ignored',
};

/**
 * Forwards commands to outside services. The row is written first; a missing answer means `unknown`: the
 * command is then read back, and sent again only when the service says that it never arrived.
 */
export function openOutbox(parts: {
  readonly server: Taking;
  readonly urls: ReadonlyMap<Service, string>;
  /** A node without the lease sends nothing. */
  readonly leader?: LeaderLease;
  readonly timeoutMs?: number;
  readonly onError: (error: unknown) => void;
}): Outbox {
  const { server, urls, leader = alone, timeoutMs = 10_000, onError } = parts;
  const { pool, clock, log } = server;
  const active = requests.filter((request) => urls.has(request.service));
  let stopped = false;
  let running: Promise<void> | null = null;

  const take = async (event: StoredEvent): Promise<void> => {
    const request = active.find((one) => one.on === event.type);
    if (!request) return;
    // A record that began here has no outside id: the prefix keeps its key apart from theirs.
    const key =
      (await outsideIdOf(pool, request.service, event.stream)) ?? `console-${streamKey(event.stream)}`;
    const others = await log.readStream(event.stream);
    const ties = JSON.stringify(request.ties(event));
    const body = JSON.stringify(request.body(event, { key, others }));
    await pool.query(
      `insert into source_outbox (id, service, operation, key, stream, body, next_at, made_at) values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (service, operation, key) do nothing`,
      [server.newId(), request.service, request.operation, key, ties, body, new Date(clock.now())],
    );
  };

  /** Adds rows for new events; rows and position in the log are written together. */
  const note = async (): Promise<void> => {
    const { rows } = await pool.query<{ position: string }>(
      "select position from source_followers where name = 'outbox'",
    );
    let position = Number(rows[0]?.position ?? log.head());
    for (;;) {
      const events = await log.readAfter(
        position,
        500,
        active.map((request) => request.streamName),
      );
      if (events.length === 0) return;
      let aside = 0;
      for (const event of events)
        try {
          await take(event);
        } catch (error) {
          aside += 1;
          if (!isOfData(error) || aside > mostAside) throw error;
          await noteAside(pool, outboxConsumer, event, error);
          onError(asideError(outboxConsumer, event, error));
        }
      position = events.at(-1)!.position;
      await pool.query(
        "insert into source_followers (name, position) values ('outbox', $1) on conflict (name) do update set position = excluded.position",
        [position],
      );
    }
  };

  const send = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(
      "select id, operation, key, stream, body, state, attempts from source_outbox where state in ('pending', 'sending', 'unknown') and next_at <= $1 order by made_at limit 20",
      [new Date(clock.now())],
    );
    for (const row of rows) if (!stopped && leader.term() !== null) await settle(row);
  };

  /** Does one call and notes it; never what was sent or answered. */
  const noted = async (
    { service, path }: OutsideCommand,
    row: Row,
    method: 'GET' | 'POST',
    call: () => Promise<Sent>,
  ): Promise<Sent> => {
    const [at, begun] = [clock.now(), performance.now()];
    const sent = await call();
    const why = sent.went === 'done' ? '' : sent.why;
    server.intake.calls.note({
      ...{ at, service, direction: 'command', method, route: `/${service}/${path}` },
      status: sent.went === 'done' ? 200 : statusIn(why),
      ms: Math.round(performance.now() - begun),
      bytes: method === 'POST' ? Buffer.byteLength(row.body) : 0,
      attempt: row.attempts + 1,
      result: callResults[sent.went],
      error: sent.went === 'done' ? null : sent.went,
      correlation: null,
      stream: (JSON.parse(row.stream) as { readonly stream: string }).stream,
      position: null,
      messages: 1,
    });
    return sent;
  };

  const settle = async (row: Row): Promise<void> => {
    const request = requests.find((one) => one.operation === row.operation);
    const base = request && urls.get(request.service);
    if (!request || !base) return;
    // A row left in `sending` was cut off by a stop of this app: whether it arrived is unknown.
    if (row.state !== 'pending') {
      const found = await noted(request, row, 'GET', () => readBack(request, base, row.key, timeoutMs));
      if (found.went !== 'absent') return keep(request, row, found, 'unknown');
    }
    // Sent only by the current holder of the lease: a node that was frozen may have lost it.
    const mine = await pool.query(
      `update source_outbox set state = 'sending' where id = $1 and state = $2 and ${stillLeased(3)}`,
      [row.id, row.state, leader.term() ?? -1, leaderOfServices],
    );
    if (mine.rowCount === 0) return;
    await failPoint('outbox.read');
    const sent = await noted(request, row, 'POST', () => post(request, base, row.body, timeoutMs));
    await failPoint('outbox.sent');
    await keep(request, row, sent, 'pending');
  };

  const keep = async (
    request: OutsideCommand,
    row: Row,
    sent: Sent,
    otherwise: 'pending' | 'unknown',
  ): Promise<void> => {
    const now = new Date(clock.now());
    if (sent.went === 'done') {
      if (sent.outsideId) {
        const { entity, stream } = JSON.parse(row.stream) as { entity: string; stream: string };
        await tieStream(pool, { service: request.service, entity, id: sent.outsideId }, stream);
      }
      await pool.query(
        "update source_outbox set state = 'done', answer = $2, done_at = $3, attempts = attempts + 1, last_error = null where id = $1",
        [row.id, sent.answer, now],
      );
      return;
    }
    const state = sent.went === 'refused' ? 'dead' : sent.went === 'unknown' ? 'unknown' : otherwise;
    const wait = waits[Math.min(row.attempts + 1, waits.length - 1)]!;
    await pool.query(
      'update source_outbox set state = $2, attempts = attempts + 1, last_error = $3, next_at = $4 where id = $1',
      [row.id, state, sent.why, new Date(now.getTime() + wait)],
    );
  };

  const run = (): Promise<void> => {
    if (active.length === 0 || stopped) return Promise.resolve();
    running ??= note()
      .then(send)
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    async start() {
      if (active.length > 0)
        await pool.query(
          "insert into source_followers (name, position) values ('outbox', $1) on conflict do nothing",
          [log.head()],
        );
    },
    run,
    take,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function post(request: OutsideCommand, base: string, body: string, timeoutMs: number): Promise<Sent> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(base, request.service, request.path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authtoken },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = cutText(await response.text(), 10_000);
  } catch (error) {
    return neverLeft(error)
      ? { went: 'unreachable', why: String(error) }
      : { went: 'unknown', why: `sent, answer unknown: ${String(error)}` };
  }
  if (response.ok) return { went: 'done', outsideId: request.settledBy(record(text)), answer: text };
  if (response.status === 429 || response.status === 503)
    return { went: 'unreachable', why: `answered ${response.status}` };
  if (response.status >= 500) return { went: 'unknown', why: `answered ${response.status}` };
  return { went: 'refused', why: `answered ${response.status}: ${cutText(text, 200)}` };
}

/** Queries the service by the command's own key. */
async function readBack(
  request: OutsideCommand,
  base: string,
  key: string,
  timeoutMs: number,
): Promise<Sent> {
  const url = addressOf(base, request.service, request.path);
  url.searchParams.set(request.keyName, key);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', authtoken },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = cutText(await response.text(), 100_000);
    if (response.status === 404) return { went: 'absent', why: 'not there' };
    if (!response.ok) return { went: 'unknown', why: `read-back answered ${response.status}` };
    const found: unknown = JSON.parse(text);
    const items = (Array.isArray(found) ? found : [found])
      .map((item) => record(JSON.stringify(item)))
      .filter((item) => String(item[request.keyName]) === key);
    const outsideId = items.map((item) => request.settledBy(item)).find((id) => id !== null);
    return outsideId
      ? { went: 'done', outsideId, answer: cutText(text, 10_000) }
      : { went: 'absent', why: 'not there' };
  } catch (error) {
    return { went: 'unknown', why: `read-back: ${String(error)}` };
  }
}

function record(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    const row = value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
    return typeof row['data'] === 'object' && row['data'] !== null ? { ...row, ...row['data'] } : row;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Whether a failed call cannot have reached the other side. */
function neverLeft(error: unknown): boolean {
  const code =
    error instanceof Error && error.cause !== null && typeof error.cause === 'object'
      ? (error.cause as { code?: string }).code
      : undefined;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    code === 'EAI_AGAIN' ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  );
}
