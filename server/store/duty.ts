import type { Pool } from 'pg';
import { every } from './every.ts';

/** Work that one node does at a time: who holds it renews it; who stops renewing it, dead or frozen, loses it to another after the span. */
export interface Duty {
  /** The term in which this node holds it now, or null. Judged by this node's own clock, a moment before the database would. */
  term(): number | null;
  /** Lays it down, so that another can take it at once. */
  stop(): Promise<void>;
}

export interface DutyParts {
  readonly pool: Pool;
  readonly name: string;
  /** Names this node. */
  readonly holder: string;
  /** How long it is held without being renewed; 10 s. */
  readonly spanMs?: number;
  readonly onChange?: (term: number | null) => void;
  readonly onError: (error: unknown) => void;
}

/** Takes the duty when it is free and renews it until stopped. Answers after the first try. */
export async function openDuty(parts: DutyParts): Promise<Duty> {
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
    // Counted from before the question: the answer may have been long under way.
    const asked = performance.now();
    try {
      const { rows } = await pool.query<{ term: string }>(
        `insert into duties (name, holder, term, until) values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (name) do update set holder = excluded.holder, until = excluded.until, term = duties.term + case when duties.holder = excluded.holder then 0 else 1 end
         where duties.holder = excluded.holder or duties.until < clock_timestamp() returning term`,
        [name, holder, spanMs],
      );
      held = rows[0] ? { term: Number(rows[0].term), until: asked + spanMs * 0.9 } : null;
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
      await pool.query('update duties set until = clock_timestamp() where name = $1 and holder = $2', [name, holder]);
    },
  };
}

/** The only process on its store has every duty. */
export const alone: Duty = { term: () => 0, stop: async () => undefined };

/** A condition for a statement that a former holder must not carry out any more; true in a house with one process. `$n` is the place of the two values. */
export const stillHolds = (n: number): string =>
  `($${n}::bigint = 0 or exists (select 1 from duties where name = $${n + 1} and term = $${n} and until > clock_timestamp()))`;
