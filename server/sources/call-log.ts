import type { Pool } from 'pg';
import { DAY_MS } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Service } from '#shared/core/view.ts';
import { callDays, type CallDirection, type CallResult } from '#shared/reports/models/service-calls.ts';
import type { Clock, Log } from '../core/parts.ts';
import { every } from '../store/every.ts';
import { followEach } from '../store/follow-each.ts';

/** One call with a base service; it says nothing of what was sent or received. */
export interface ServiceCall {
  readonly at: number;
  readonly service: Service;
  readonly direction: CallDirection;
  readonly method: string;
  /** The address as a template, without ids and without a query. */
  readonly route: string;
  readonly status: number | null;
  readonly ms: number;
  readonly bytes: number;
  readonly attempt: number;
  readonly result: CallResult;
  /** A reason as a code. */
  readonly error: string | null;
  readonly correlation: string | null;
  /** The record that the call was about. */
  readonly stream: string | null;
  /** The position after which the events of the call are in the log. */
  readonly position: number | null;
  readonly messages: number;
}

export interface CallLog {
  /** Never waits and never fails: what is too much is counted as dropped. */
  note(call: ServiceCall): void;
  /** Writes what is ready; with `all`, the minute that is not over too. */
  flush(all?: boolean): Promise<void>;
  /** Deletes calls that are older than 180 days. */
  prune(): Promise<void>;
  /** Counts an event among those that its call made. */
  count(event: StoredEvent): void;
  close(): Promise<void>;
}

/** The name under which events are set aside that cannot be counted for a call. */
export const callLogConsumer = 'service calls';
/** For a server that keeps no calls. */
export const noCalls: Pick<CallLog, 'note'> = { note: () => undefined };

const minuteMs = 60_000;
const most = {
  /** Calls that wait to be written. */
  waiting: 5_000,
  /** Rows of their own in a minute for one service, route and result; further calls are counted in one row. */
  singles: 60,
  counts: 10_000,
  perPrune: 20_000,
} as const;

interface Row extends Omit<ServiceCall, 'at' | 'position'> {
  readonly id: string;
  readonly at: string;
  readonly calls: number;
  readonly events: number;
}
/** Calls that were too many to be noted. */
interface Lost extends Pick<ServiceCall, 'service' | 'direction'> {
  readonly calls: number;
}
/** Calls of one minute that are one row; `ms` is their sum until it is written. */
interface Minute {
  readonly first: ServiceCall;
  readonly minute: number;
  calls: number;
  ms: number;
  bytes: number;
  messages: number;
}

/** Notes calls in memory and writes them in batches; calls that brought nothing are one row a minute. */
export function openCallLog(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Pick<Log, 'head' | 'follow'>;
  readonly newId: () => string;
  readonly onError: (error: unknown) => void;
}): CallLog {
  const { pool, clock, log } = parts;
  let waiting: { readonly id: string; readonly call: ServiceCall }[] = [];
  let minutes = new Map<string, Minute>();
  const singles = new Map<string, number>();
  let singlesOf = 0;
  const dropped = new Map<string, Lost>();
  const drop = ({ service, direction }: Pick<Lost, 'service' | 'direction'>, n = 1): void => {
    const key = `${service} ${direction}`;
    dropped.set(key, { service, direction, calls: (dropped.get(key)?.calls ?? 0) + n });
  };
  let failing = false;
  let running: Promise<void> = Promise.resolve();
  /** Events that messages of services made, by the correlation of their call. */
  const made = new Map<string, number>();
  const count = ({ actor, correlationId }: StoredEvent): void => {
    if (actor.kind !== 'source') return;
    made.set(correlationId, (made.get(correlationId) ?? 0) + 1);
    if (made.size > most.counts) made.delete(made.keys().next().value!);
  };
  const following = followEach(log, callLogConsumer, count, parts);

  const keyOf = ({ service, direction, method, route, result, error }: ServiceCall): string =>
    [service, direction, method, route, result, error ?? ''].join(' ');
  const together = (call: ServiceCall): void => {
    const minute = Math.floor(call.at / minuteMs) * minuteMs;
    const key = `${minute} ${keyOf(call)}`;
    const one = minutes.get(key);
    if (one) {
      one.calls += 1;
      one.ms += call.ms;
      one.bytes += call.bytes;
      one.messages += call.messages;
    } else if (minutes.size >= most.waiting) drop(call);
    else
      minutes.set(key, {
        first: call,
        minute,
        calls: 1,
        ms: call.ms,
        bytes: call.bytes,
        messages: call.messages,
      });
  };
  /** Whether this call still has a row of its own in its minute. */
  const alone = (call: ServiceCall): boolean => {
    const minute = Math.floor(call.at / minuteMs);
    if (minute !== singlesOf) {
      singles.clear();
      singlesOf = minute;
    }
    const key = keyOf(call);
    const n = (singles.get(key) ?? 0) + 1;
    singles.set(key, n);
    return n <= most.singles;
  };

  const singleRow = ({ id, call }: { readonly id: string; readonly call: ServiceCall }): Row => {
    const { at, position: _position, ...rest } = call;
    const events = call.correlation === null ? 0 : (made.get(call.correlation) ?? 0);
    return { ...rest, id, at: new Date(at).toISOString(), calls: 1, events };
  };
  const minuteRow = ({ first, minute, calls, ms, bytes, messages }: Minute): Row => {
    const { at: _at, position: _position, ...rest } = first;
    const one = { ...rest, correlation: null, stream: null, bytes, messages, calls, events: 0 };
    return { ...one, id: parts.newId(), at: new Date(minute).toISOString(), ms: Math.round(ms / calls) };
  };
  const droppedRow = (lost: Lost): Row => ({
    ...lost,
    ...{ id: parts.newId(), at: new Date(clock.now()).toISOString() },
    ...{ method: '', route: '', status: null, ms: 0, bytes: 0, attempt: 0 },
    ...{ result: 'dropped' as const, error: 'tooMany', correlation: null, stream: null },
    ...{ messages: 0, events: 0 },
  });

  const write = async (all: boolean): Promise<void> => {
    const head = log.head();
    const now = Math.floor(clock.now() / minuteMs) * minuteMs;
    const ready = waiting.filter(({ call }) => all || call.position === null || call.position <= head);
    const over = [...minutes].filter(([, { minute }]) => all || minute < now);
    const lost = [...dropped.values()];
    if (ready.length === 0 && over.length === 0 && lost.length === 0) return;
    const rows = [...ready.map(singleRow), ...over.map(([, one]) => minuteRow(one)), ...lost.map(droppedRow)];
    const taken = new Set(ready);
    waiting = waiting.filter((one) => !taken.has(one));
    for (const [key] of over) minutes.delete(key);
    dropped.clear();
    try {
      await insert(pool, rows);
      failing = false;
      for (const { call } of ready) if (call.correlation !== null) made.delete(call.correlation);
    } catch (error) {
      // Kept for the next time, as far as there is room.
      const room = Math.max(0, most.waiting - waiting.length);
      waiting = [...ready.slice(0, room), ...waiting];
      for (const one of lost) drop(one, one.calls);
      for (const { call } of ready.slice(room)) drop(call);
      minutes = new Map([...over, ...minutes]);
      if (!failing) parts.onError(error);
      failing = true;
    }
  };
  const flush = (all = false): Promise<void> => {
    running = running.then(() => write(all));
    return running;
  };
  const prune = async (): Promise<void> => {
    const before = new Date(clock.now() - callDays.kept * DAY_MS);
    for (;;) {
      const { rowCount } = await pool.query(
        `delete from service_calls where id in (select id from service_calls where at < $1 order by at limit ${most.perPrune})`,
        [before],
      );
      if ((rowCount ?? 0) < most.perPrune) return;
    }
  };
  const stops = [every(1_000, () => void flush()), every(3_600_000, () => void prune().catch(parts.onError))];

  return {
    note(call) {
      if (call.result === 'empty' || !alone(call)) together(call);
      else if (waiting.length >= most.waiting) drop(call);
      else waiting.push({ id: parts.newId(), call });
    },
    flush,
    prune,
    count,
    async close() {
      for (const stop of stops) stop();
      following.stop();
      await following.idle();
      await flush(true);
    },
  };
}

async function insert(pool: Pool, rows: readonly Row[]): Promise<void> {
  await pool.query({
    name: 'service-calls',
    text: `insert into service_calls (id, at, service, direction, method, route, status, ms, bytes, attempt, result, error, correlation, stream, calls, messages, made_events)
      select id, at, service, direction, method, route, status, ms, bytes, attempt, result, error, correlation, stream, calls, messages, events
      from jsonb_to_recordset($1::jsonb) as c(id text, at timestamptz, service text, direction text, method text, route text, status integer, ms integer,
        bytes bigint, attempt integer, result text, error text, correlation text, stream text, calls integer, messages integer, events integer)
      on conflict (id) do nothing`,
    values: [JSON.stringify(rows)],
  });
}
