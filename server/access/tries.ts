import type { Pool } from 'pg';
import { timeOfDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../house.ts';
import { hashOf } from './secrets.ts';

export interface Tries {
  /** Books one try, or says until when this account is closed to this device, or that too many came from this address. */
  book(account: string, empId: number | null, from: { readonly ip: string; readonly device: string | null }): Promise<{ readonly id: string } | Refusal>;
  /** The try was right: what this device got wrong before no longer counts. */
  forgive(account: string, id: string): Promise<void>;
}

/**
 * Five wrong ones within 15 minutes close an account for 15 minutes to the device they came from, ten to all devices it does
 * not know; a device that signed in before stays welcome, so nobody can lock a colleague out. At most 100 an hour an address.
 */
export function openTries(pool: Pool, clock: Clock): Tries {
  return {
    async book(account, empId, from) {
      const device = from.device === null ? null : hashOf(from.device);
      const known =
        (await pool.query('select 1 from access_known_devices where device_hash = $1 and emp_id = $2', [device ?? Buffer.alloc(0), empId ?? 0])).rowCount === 1;
      const key = known ? `known:${device!.toString('hex')}` : `from:${from.ip}`;
      const { rows } = await pool.query<{ id: string | null; closed_until: Date | null }>(
        'select id, closed_until from access_try($1, $2, $3, $4, $5, $6, make_interval(secs => $7))',
        [account, key, !known, from.ip, new Date(clock.now()), limits.signInFailures, limits.signInWindowMs / 1_000],
      );
      const { id, closed_until: until } = rows[0]!;
      if (id !== null) return { id };
      if (until === null) return refuse('tooMany', 429, { seconds: 3_600 });
      return refuse('accountLocked', 429, {
        time: timeOfDay(until.getTime()).slice(0, 5),
        seconds: Math.max(1, Math.ceil((until.getTime() - clock.now()) / 1_000)),
      });
    },
    async forgive(account, id) {
      await pool.query('update access_attempts set ok = true where account = $1 and device = (select device from access_attempts where id = $2)', [
        account,
        id,
      ]);
    },
  };
}
