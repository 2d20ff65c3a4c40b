import type { Pool } from 'pg';
import { every } from './every.ts';

/**
 * A lease for work that one node does at a time. The holder renews it; a holder that stops, dead or frozen,
 * loses it to another node after the span.
 */
export interface LeaderLease {
  /**
   * The term in which this node holds the lease, or null. Judged by this node's clock, slightly earlier than
   * by the database's.
   */
  term(): number | null;
  /** Releases the lease, so that another node can take it at once. */
  stop(): Promise<void>;
}

export interface LeaderLeaseParts {
  readonly pool: Pool;
  readonly name: string;
  /** Names this node. */
  readonly holder: string;
  /** How long the lease lasts without renewal; 10 s. */
  readonly spanMs?: number;
  readonly onChange?: (term: number | null) => void;
  readonly onError: (error: unknown) => void;
}

/** Takes the lease when it is free and renews it until stopped. Resolves after the first attempt. */
export async function openLeaderLease(parts: LeaderLeaseParts): Promise<LeaderLease> {
  const { pool, name, holder, spanMs = 10_000 } = parts;
  let held: { readonly term: number; readonly until: number } | null = null;
  let shown: number | null = null;
  let stopped = false;

  const term = (): number | null => (held && performance.now() < held.until ? held.term : null);
  const show = (): void => {
    const now = term();
    if (now === shown) return;
    shown = now;
    parts.onChange?.(now);
  };

  const renew = async (): Promise<void> => {
    // Measured from before the query, whose answer may have been delayed.
    const sentAt = performance.now();
    try {
      const { rows } = await pool.query<{ term: string }>(
        `insert into leader_leases (name, holder, term, until) values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (name) do update set holder = excluded.holder, until = excluded.until, term = leader_leases.term + case when leader_leases.holder = excluded.holder then 0 else 1 end
         where leader_leases.holder = excluded.holder or leader_leases.until < clock_timestamp() returning term`,
        [name, holder, spanMs],
      );
      held = rows[0] ? { term: Number(rows[0].term), until: sentAt + spanMs * 0.9 } : null;
    } catch (error) {
      parts.onError(error);
    }
    show();
  };

  await renew();
  let under: Promise<void> | null = null;
  const stopRenewing = every(spanMs / 5, () => {
    show();
    under ??= renew().finally(() => {
      under = null;
    });
  });

  return {
    term,
    async stop() {
      if (stopped) return;
      stopped = true;
      stopRenewing();
      await under;
      held = null;
      show();
      await pool.query('update leader_leases set until = clock_timestamp() where name = $1 and holder = $2', [
        name,
        holder,
      ]);
    },
  };
}

/** The only process on its store holds every lease. */
export const alone: LeaderLease = { term: () => 0, stop: async () => undefined };

/**
 * A condition for statements that a former holder must not run any more; always true when the app runs as
 * one process. The two values are `$n` and `$n+1`.
 */
export const stillLeased = (n: number): string =>
  `($${n}::bigint = 0 or exists (select 1 from leader_leases where name = $${n + 1} and term = $${n} and until > clock_timestamp()))`;
