import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isRefusal } from '#shared/core/refusal.ts';
import type { Reaction } from '#shared/core/policy.ts';
import type { Access, Clock, Handle } from '../core/parts.ts';
import type { KeptReaction } from './policies.ts';
import { failPoint } from '../store/failpoint.ts';
import { cutText, headOf } from '#shared/core/cut.ts';
import { storable } from '../store/storable.ts';

/** An external partner; the same key sent twice must have one effect. */
export type Partner = (input: Readonly<Record<string, unknown>>, key: string) => Promise<void>;

export interface ReactionParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly partners: Readonly<Record<string, Partner>>;
  /** Plans a run for later. */
  readonly later: (id: string, delayMs: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Reactions {
  carryOut(reactions: readonly KeptReaction[]): void;
  /** Runs one reaction by id; does nothing when it is done. */
  run(id: string): Promise<void>;
  /** Finds due reactions that nobody runs: after a restart, a lost job, a failure. */
  sweep(): Promise<number>;
  /** Plans everything due within `ms` again, since a queue that was away may have lost it. */
  refill(ms: number): Promise<number>;
  idle(): Promise<void>;
}

/** The shortest delay before a run that came too early is planned again. */
const soonestMs = 50;
const retryMs = [0, 5_000, 30_000, 120_000, 600_000];

/**
 * Carries out the reactions of policies: at least once, with one effect, because the reaction's id is the
 * command's idempotency key.
 */
export function openReactions(parts: ReactionParts): Reactions {
  const { pool, clock } = parts;
  const underWay = new Map<string, Promise<void>>();
  const lastOnStream = new Map<string, Promise<void>>();

  const effect = async (id: string, reaction: Reaction, correlationId: string): Promise<void> => {
    await failPoint('job.begin');
    if (reaction.kind === 'outside') {
      const partner = parts.partners[reaction.partner];
      if (!partner) throw new Error(`No partner is called ${reaction.partner}.`);
      await partner(reaction.input, id);
      await failPoint('job.effect');
      await finish(id, null);
      return;
    }
    const handled = await parts.handle({
      stream: reaction.stream,
      command: reaction.command,
      input: reaction.input,
      viewer: parts.access.systemViewer(id.split(':', 1)[0]!),
      idempotencyKey: uuidOf(id),
      correlationId,
      causationId: id,
    });
    await failPoint('job.effect');
    if (isRefusal(handled) && handled.status >= 500) throw new Error(handled.code);
    const refused = isRefusal(handled) ? handled.code : null;
    if (reaction.outcome) await reportOutcome(id, reaction.outcome, refused, correlationId);
    await finish(id, isRefusal(handled) ? handled.code : null);
  };

  /** Reports the outcome of a command to its requester before the reaction counts as done. */
  const reportOutcome = async (
    id: string,
    to: { readonly stream: string; readonly command: string },
    refused: string | null,
    correlationId: string,
  ): Promise<void> => {
    const told = await parts.handle({
      ...to,
      input: { refused },
      viewer: parts.access.systemViewer(id.split(':', 1)[0]!),
      idempotencyKey: uuidOf(`${id}:outcome`),
      correlationId,
      causationId: id,
    });
    if (isRefusal(told) && told.status >= 500) throw new Error(told.code);
  };

  const finish = async (id: string, note: string | null): Promise<void> => {
    await pool.query({
      name: 'reaction-done',
      text: "update reactions set state = 'done', done_at = $2, last_error = $3 where id = $1 and state = 'pending'",
      values: [id, new Date(clock.now()), note],
    });
    await failPoint('job.done');
  };

  const attempt = async (id: string, reaction: Reaction, correlationId: string): Promise<void> => {
    try {
      await effect(id, reaction, correlationId);
    } catch (error) {
      parts.onError(error);
      const { rows } = await pool.query<{ attempts: number }>(
        "update reactions set attempts = attempts + 1, last_error = $2, state = case when attempts + 1 >= $3 then 'dead' else state end where id = $1 returning attempts",
        [id, cutText(storable(error instanceof Error ? error.message : String(error)), 500), retryMs.length],
      );
      const tried = rows[0]?.attempts ?? retryMs.length;
      if (tried < retryMs.length) {
        const wait = retryMs[tried]! * (0.8 + (0.4 * ((tried * 7919 + id.length) % 100)) / 100);
        await pool.query('update reactions set due_at = $2 where id = $1', [
          id,
          new Date(clock.now() + wait),
        ]);
        await parts.later(id, wait);
      }
    }
  };

  /**
   * Reactions for one stream, or for one recipient of a partner, run one after the other, in the sequence of
   * their events.
   */
  const start = (id: string, reaction: Reaction, correlationId: string): Promise<void> => {
    const have = underWay.get(id);
    if (have) return have;
    const key =
      reaction.kind === 'command'
        ? reaction.stream
        : `outside:${reaction.partner}:${String(reaction.input['recipient'] ?? '')}`;
    const before = lastOnStream.get(key) ?? Promise.resolve();
    const mine = before
      .then(() => attempt(id, reaction, correlationId))
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
    carryOut(reactions) {
      for (const one of reactions) {
        const wait = one.dueAt - clock.now();
        if (wait <= 0) void start(one.id, one.reaction, one.correlationId);
        else void parts.later(one.id, wait).catch(parts.onError);
      }
    },
    async run(id) {
      const row = (
        await pool.query<{ reaction: string; correlation_id: string; due_at: Date }>(
          "select reaction, correlation_id, due_at from reactions where id = $1 and state = 'pending'",
          [id],
        )
      ).rows[0];
      if (!row) return;
      const wait = row.due_at.getTime() - clock.now();
      // Even by a millisecond: the command would be refused as not due, which would end the reaction.
      if (wait > 0) return parts.later(id, Math.max(wait, soonestMs));
      await start(id, JSON.parse(row.reaction) as Reaction, row.correlation_id);
    },
    async sweep() {
      const { rows } = await pool.query<{ id: string; reaction: string; correlation_id: string }>(
        "select id, reaction, correlation_id from reactions where state = 'pending' and due_at <= $1 order by due_at limit 1000",
        [new Date(clock.now())],
      );
      await Promise.all(
        rows.map((row) => start(row.id, JSON.parse(row.reaction) as Reaction, row.correlation_id)),
      );
      return rows.length;
    },
    async refill(ms) {
      const now = clock.now();
      const { rows } = await pool.query<{ id: string; due_at: Date }>(
        "select id, due_at from reactions where state = 'pending' and due_at > $1 and due_at <= $2 order by due_at limit 10000",
        [new Date(now), new Date(now + ms)],
      );
      for (let at = 0; at < rows.length; at += 100)
        await Promise.all(
          rows.slice(at, at + 100).map((row) => parts.later(row.id, row.due_at.getTime() - clock.now())),
        );
      return rows.length;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

/** A UUID derived from a text; equal texts give equal UUIDs. */
export function uuidOf(text: string): string {
  const h = createHash('sha256').update(text).digest('hex');
  return `${headOf(h, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
