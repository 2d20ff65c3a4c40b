import type { Pool } from 'pg';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';

const freshMs = 10 * 60_000;
/** The fields by which sign-in finds a person. */
const names = ['phone', 'email'] as const;

/**
 * Refuses with `signInAgain` when somebody changes their own phone or e-mail for signing in more than ten
 * minutes after their last sign-in: an unattended session is not enough.
 */
export function ownContact({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Prepare {
  return async ({ key, viewer }, input: Record<string, unknown>, state: Record<string, unknown>) => {
    if (viewer.kind !== 'person' || String(viewer.empId) !== key) return {};
    const requested = (input['details'] ?? input) as Record<string, unknown>;
    const changed = names.find((name) => requested[name] !== undefined && requested[name] !== state[name]);
    if (!changed) return {};
    const { rowCount } = await pool.query('select from access_sessions where id = $1 and started_at > $2', [
      viewer.sessionId,
      new Date(clock.now() - freshMs),
    ]);
    return rowCount === 1 ? {} : refuse('signInAgain', 403, undefined, changed);
  };
}
