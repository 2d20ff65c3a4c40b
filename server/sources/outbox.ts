import type { Service } from '#shared/core/view.ts';
import { streamKey } from '#shared/core/event.ts';
import { alone, stillHolds, type Duty } from '../store/duty.ts';
import { failPoint } from '../store/failpoint.ts';
import { addressOf, authtoken } from './list.ts';
import { outsideIdOf, tieStream } from './look.ts';
import type { OutsideOrder } from './outside-order.ts';
import { storeCustomer } from './store-customer.ts';
import type { Taking } from './take-fact.ts';

const orders: readonly OutsideOrder[] = [storeCustomer];
/** The name under which one node at a time asks and sends. */
export const dutyOfServices = 'services';
const waits: readonly number[] = [0, 5_000, 30_000, 120_000, 600_000];

export interface Outbox {
  start(): Promise<void>;
  /** Notes what the log asks for and sends what is due. */
  run(): Promise<void>;
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

/**
 * Forwards orders to services that live outside. The row is written first; no answer means `unknown`, and then it is read back,
 * and sent again only when the service says that it never arrived.
 */
export function openOutbox(parts: {
  readonly house: Taking;
  readonly urls: ReadonlyMap<Service, string>;
  /** Who does not hold it sends nothing. */ readonly duty?: Duty;
  readonly timeoutMs?: number;
}): Outbox {
  const { house, urls, duty = alone, timeoutMs = 10_000 } = parts;
  const { pool, clock, log } = house;
  const active = orders.filter((order) => urls.has(order.service));
  let stopped = false;
  let running: Promise<void> | null = null;

  /** Rows for what happened since the last look; row and place in the log are written together. */
  const note = async (): Promise<void> => {
    const { rows } = await pool.query<{ position: string }>("select position from source_followers where name = 'outbox'");
    let position = Number(rows[0]?.position ?? log.head());
    for (;;) {
      const events = await log.readAfter(
        position,
        500,
        active.map((order) => order.streamName),
      );
      if (events.length === 0) return;
      for (const event of events) {
        const order = active.find((one) => one.on === event.type);
        if (!order) continue;
        // What began here has no outside id: the word keeps it apart from theirs.
        const key = (await outsideIdOf(pool, order.service, event.stream)) ?? `console-${streamKey(event.stream)}`;
        const others = await log.readStream(event.stream);
        await pool.query(
          `insert into source_outbox (id, service, operation, key, stream, body, next_at, made_at) values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (service, operation, key) do nothing`,
          [
            house.newId(),
            order.service,
            order.operation,
            key,
            JSON.stringify(order.ties(event)),
            JSON.stringify(order.body(event, { key, others })),
            new Date(clock.now()),
          ],
        );
      }
      position = events.at(-1)!.position;
      await pool.query("insert into source_followers (name, position) values ('outbox', $1) on conflict (name) do update set position = excluded.position", [
        position,
      ]);
    }
  };

  const send = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(
      "select id, operation, key, stream, body, state, attempts from source_outbox where state in ('pending', 'sending', 'unknown') and next_at <= $1 order by made_at limit 20",
      [new Date(clock.now())],
    );
    for (const row of rows) if (!stopped && duty.term() !== null) await settle(row);
  };

  const settle = async (row: Row): Promise<void> => {
    const order = orders.find((one) => one.operation === row.operation);
    const base = order && urls.get(order.service);
    if (!order || !base) return;
    // A row found in `sending` was cut off by a stop of this house: nobody knows whether it arrived.
    if (row.state !== 'pending') {
      const found = await readBack(order, base, row.key, timeoutMs);
      if (found.went !== 'absent') return keep(order, row, found, 'unknown');
    }
    // Sent only by who holds the duty at this moment: a node that was frozen finds another in its place.
    const mine = await pool.query(`update source_outbox set state = 'sending' where id = $1 and state = $2 and ${stillHolds(3)}`, [
      row.id,
      row.state,
      duty.term() ?? -1,
      dutyOfServices,
    ]);
    if (mine.rowCount === 0) return;
    await failPoint('outbox.read');
    const sent = await post(order, base, row.body, timeoutMs);
    await failPoint('outbox.sent');
    await keep(order, row, sent, 'pending');
  };

  const keep = async (order: OutsideOrder, row: Row, sent: Sent, otherwise: 'pending' | 'unknown'): Promise<void> => {
    const now = new Date(clock.now());
    if (sent.went === 'done') {
      if (sent.outsideId) {
        const { entity, stream } = JSON.parse(row.stream) as { entity: string; stream: string };
        await tieStream(pool, { service: order.service, entity, id: sent.outsideId }, stream);
      }
      await pool.query("update source_outbox set state = 'done', answer = $2, done_at = $3, attempts = attempts + 1, last_error = null where id = $1", [
        row.id,
        sent.answer,
        now,
      ]);
      return;
    }
    const state = sent.went === 'refused' ? 'dead' : sent.went === 'unknown' ? 'unknown' : otherwise;
    const wait = waits[Math.min(row.attempts + 1, waits.length - 1)]!;
    await pool.query('update source_outbox set state = $2, attempts = attempts + 1, last_error = $3, next_at = $4 where id = $1', [
      row.id,
      state,
      sent.why,
      new Date(now.getTime() + wait),
    ]);
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
      if (active.length > 0) await pool.query("insert into source_followers (name, position) values ('outbox', $1) on conflict do nothing", [log.head()]);
    },
    run,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function post(order: OutsideOrder, base: string, body: string, timeoutMs: number): Promise<Sent> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(base, order.service, order.path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authtoken },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = (await response.text()).slice(0, 10_000);
  } catch (error) {
    return neverLeft(error) ? { went: 'unreachable', why: String(error) } : { went: 'unknown', why: `sent, answer unknown: ${String(error)}` };
  }
  if (response.ok) return { went: 'done', outsideId: order.settledBy(record(text)), answer: text };
  if (response.status === 429 || response.status === 503) return { went: 'unreachable', why: `answered ${response.status}` };
  if (response.status >= 500) return { went: 'unknown', why: `answered ${response.status}` };
  return { went: 'refused', why: `answered ${response.status}: ${text.slice(0, 200)}` };
}

/** Asks the service for the order's own key. */
async function readBack(order: OutsideOrder, base: string, key: string, timeoutMs: number): Promise<Sent> {
  const url = addressOf(base, order.service, order.path);
  url.searchParams.set(order.keyName, key);
  try {
    const response = await fetch(url, { headers: { accept: 'application/json', authtoken }, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const text = (await response.text()).slice(0, 100_000);
    if (response.status === 404) return { went: 'absent', why: 'not there' };
    if (!response.ok) return { went: 'unknown', why: `read-back answered ${response.status}` };
    const found: unknown = JSON.parse(text);
    const items = (Array.isArray(found) ? found : [found]).map((item) => record(JSON.stringify(item))).filter((item) => String(item[order.keyName]) === key);
    const outsideId = items.map((item) => order.settledBy(item)).find((id) => id !== null);
    return outsideId ? { went: 'done', outsideId, answer: text.slice(0, 10_000) } : { went: 'absent', why: 'not there' };
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
  const code = error instanceof Error && error.cause !== null && typeof error.cause === 'object' ? (error.cause as { code?: string }).code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'UND_ERR_CONNECT_TIMEOUT';
}
