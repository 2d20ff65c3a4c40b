import type { Pool } from 'pg';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../house.ts';
import type { Prepare } from '../store/handle.ts';

const freshMs = 10 * 60_000;
/** By these a person is found at the sign-in. */
const names = ['phone', 'email'] as const;

/**
 * In: orders that change a person. Out: `signInAgain` when somebody changes the phone or e-mail by which they themselves sign in, and
 * their last sign-in is not of the last ten minutes: a session that was left open is not enough.
 */
export function ownContact({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Prepare {
  return async ({ key, viewer }, input: Record<string, unknown>, state: Record<string, unknown>) => {
    if (viewer.kind !== 'person' || String(viewer.empId) !== key) return {};
    const asked = (input['details'] ?? input) as Record<string, unknown>;
    const changed = names.find((name) => asked[name] !== undefined && asked[name] !== state[name]);
    if (!changed) return {};
    const { rowCount } = await pool.query('select from access_sessions where id = $1 and started_at > $2', [viewer.sessionId, new Date(clock.now() - freshMs)]);
    return rowCount === 1 ? {} : refuse('signInAgain', 403, undefined, changed);
  };
}
