import type { Pool } from 'pg';
import { clockTime } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import { hashOf } from './secrets.ts';

export interface Tries {
  /**
   * Reserves an attempt, or returns until when this account is blocked for this device, or that too many
   * came from this address.
   */
  book(
    account: string,
    empId: number | null,
    from: { readonly ip: string; readonly device: string | null },
  ): Promise<{ readonly id: string } | Refusal>;
  /** The attempt was right: earlier mistakes of this device no longer count. */
  forgive(account: string, id: string): Promise<void>;
}

/**
 * Five wrong attempts within 15 minutes block an account for 15 minutes on that device, ten on all unknown
 * devices; a device that signed in before is not affected, so nobody can lock a colleague out. At most 100
 * an hour per address.
 */
export function openTries(pool: Pool, clock: Clock): Tries {
  return {
    async book(account, empId, from) {
      const device = from.device === null ? null : hashOf(from.device);
      const known =
        (
          await pool.query('select 1 from access_known_devices where device_hash = $1 and emp_id = $2', [
            device ?? Buffer.alloc(0),
            empId ?? 0,
          ])
        ).rowCount === 1;
      const key = known ? `known:${device!.toString('hex')}` : `from:${from.ip}`;
      const { rows } = await pool.query<{ id: string | null; closed_until: Date | null }>(
        'select id, closed_until from access_try($1, $2, $3, $4, $5, $6, make_interval(secs => $7))',
        [
          account,
          key,
          !known,
          from.ip,
          new Date(clock.now()),
          limits.signInFailures,
          limits.signInWindowMs / 1_000,
        ],
      );
      const { id, closed_until: until } = rows[0]!;
      if (id !== null) return { id };
      if (until === null) return refuse('tooMany', 429, { seconds: 3_600 });
      return refuse('accountLocked', 429, {
        time: clockTime(until.getTime()),
        seconds: Math.max(1, Math.ceil((until.getTime() - clock.now()) / 1_000)),
      });
    },
    async forgive(account, id) {
      await pool.query(
        'update access_attempts set ok = true where account = $1 and device = (select device from access_attempts where id = $2)',
        [account, id],
      );
    },
  };
}
