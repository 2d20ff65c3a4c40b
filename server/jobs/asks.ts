import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isRefusal } from '#shared/core/refusal.ts';
import type { Ask } from '#shared/core/policy.ts';
import type { Access, Clock, Handle } from '../house.ts';
import type { KeptAsk } from '../policies.ts';
import { failPoint } from '../store/failpoint.ts';

/** A partner outside; the same key sent twice must have one effect. */
export type Partner = (input: Readonly<Record<string, unknown>>, key: string) => Promise<void>;

export interface AskParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly partners: Readonly<Record<string, Partner>>;
  /** Plans a run at a time to come. */
  readonly later: (id: string, delayMs: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Asks {
  carryOut(asks: readonly KeptAsk[]): void;
  /** Runs one by id; done before, it does nothing. */
  run(id: string): Promise<void>;
  /** Finds due asks that nobody runs: after a restart, a lost job, a fault. */
  sweep(): Promise<number>;
  /** Plans anew what is to come within `ms`: a queue that was away may have forgotten it. */
  refill(ms: number): Promise<number>;
  idle(): Promise<void>;
}

/** A run that came too early is planned again no sooner than this. */
const soonestMs = 50;
const retryMs = [0, 5_000, 30_000, 120_000, 600_000];

/** Carries out what policies asked for: at least once, effect once, because the ask's id is the command's idempotency key. */
export function openAsks(parts: AskParts): Asks {
  const { pool, clock } = parts;
  const underWay = new Map<string, Promise<void>>();
  const lastOnStream = new Map<string, Promise<void>>();

  const effect = async (id: string, ask: Ask, correlationId: string): Promise<void> => {
    await failPoint('job.begin');
    if (ask.kind === 'outside') {
      const partner = parts.partners[ask.partner];
      if (!partner) throw new Error(`No partner is called ${ask.partner}.`);
      await partner(ask.input, id);
      await failPoint('job.effect');
      await finish(id, null);
      return;
    }
    const handled = await parts.handle({
      stream: ask.stream,
      command: ask.command,
      input: ask.input,
      viewer: parts.access.systemViewer(id.split(':', 1)[0]!),
      idempotencyKey: uuidOf(id),
      correlationId,
      causationId: id,
    });
    await failPoint('job.effect');
    if (isRefusal(handled) && handled.status >= 500) throw new Error(handled.code);
    await finish(id, isRefusal(handled) ? handled.code : null);
  };

  const finish = async (id: string, note: string | null): Promise<void> => {
    await pool.query({
      name: 'ask-done',
      text: "update asks set state = 'done', done_at = $2, last_error = $3 where id = $1 and state = 'pending'",
      values: [id, new Date(clock.now()), note],
    });
    await failPoint('job.done');
  };

  const attempt = async (id: string, ask: Ask, correlationId: string): Promise<void> => {
    try {
      await effect(id, ask, correlationId);
    } catch (error) {
      parts.onError(error);
      const { rows } = await pool.query<{ attempts: number }>(
        "update asks set attempts = attempts + 1, last_error = $2, state = case when attempts + 1 >= $3 then 'dead' else state end where id = $1 returning attempts",
        [id, error instanceof Error ? error.message.slice(0, 500) : String(error), retryMs.length],
      );
      const tried = rows[0]?.attempts ?? retryMs.length;
      if (tried < retryMs.length) {
        const wait = retryMs[tried]! * (0.8 + (0.4 * ((tried * 7919 + id.length) % 100)) / 100);
        await pool.query('update asks set due_at = $2 where id = $1', [id, new Date(clock.now() + wait)]);
        await parts.later(id, wait);
      }
    }
  };

  /** Asks for one stream, or for one recipient of a partner, run one after the other, in the order they were asked. */
  const start = (id: string, ask: Ask, correlationId: string): Promise<void> => {
    const have = underWay.get(id);
    if (have) return have;
    const key = ask.kind === 'command' ? ask.stream : `outside:${ask.partner}:${String(ask.input['recipient'] ?? '')}`;
    const before = lastOnStream.get(key) ?? Promise.resolve();
    const mine = before
      .then(() => attempt(id, ask, correlationId))
      .catch(parts.onError)
      .finally(() => {
        underWay.delete(id);
        if (lastOnStream.get(key) === mine) lastOnStream.delete(key);
      });
    underWay.set(id, mine);
    lastOnStream.set(key, mine);
    return mine;
  };

  return {
    carryOut(asks) {
      for (const one of asks) {
        const wait = one.dueAt - clock.now();
        if (wait <= 0) void start(one.id, one.ask, one.correlationId);
        else void parts.later(one.id, wait).catch(parts.onError);
      }
    },
    async run(id) {
      const row = (
        await pool.query<{ ask: string; correlation_id: string; due_at: Date }>(
          "select ask, correlation_id, due_at from asks where id = $1 and state = 'pending'",
          [id],
        )
      ).rows[0];
      if (!row) return;
      const wait = row.due_at.getTime() - clock.now();
      // Also by a millisecond: the order would find that it is not time yet, and that answer would be the ask's end.
      if (wait > 0) return parts.later(id, Math.max(wait, soonestMs));
      await start(id, JSON.parse(row.ask) as Ask, row.correlation_id);
    },
    async sweep() {
      const { rows } = await pool.query<{ id: string; ask: string; correlation_id: string }>(
        "select id, ask, correlation_id from asks where state = 'pending' and due_at <= $1 order by due_at limit 1000",
        [new Date(clock.now())],
      );
      await Promise.all(rows.map((row) => start(row.id, JSON.parse(row.ask) as Ask, row.correlation_id)));
      return rows.length;
    },
    async refill(ms) {
      const now = clock.now();
      const { rows } = await pool.query<{ id: string; due_at: Date }>(
        "select id, due_at from asks where state = 'pending' and due_at > $1 and due_at <= $2 order by due_at limit 10000",
        [new Date(now), new Date(now + ms)],
      );
      for (let at = 0; at < rows.length; at += 100)
        await Promise.all(rows.slice(at, at + 100).map((row) => parts.later(row.id, row.due_at.getTime() - clock.now())));
      return rows.length;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

/** A UUID that is always the same for the same text. */
export function uuidOf(text: string): string {
  const h = createHash('sha256').update(text).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
