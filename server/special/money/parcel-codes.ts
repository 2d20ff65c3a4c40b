import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { phoneKey } from '#shared/core/phone.ts';
import type { Clock } from '../../core/parts.ts';
import type { SendMessage } from '../../outside/outbox.ts';
import { inTransaction } from '../../store/in-transaction.ts';

export interface CodeFound {
  readonly ok: boolean;
  readonly left: number;
  readonly expired: boolean;
  /** Ended by wrong tries. */
  readonly used?: true;
}
const tries = 3;

/**
 * Six digits for a parcel, at the shop's counter or the customer's door. Kept hashed; the code goes to the
 * SMS partner and nowhere else. A new one invalidates the previous one.
 */
export function parcelCodes(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly send: SendMessage;
}) {
  const { pool, clock } = parts;
  return {
    async issue(
      subject: string,
      phone: string,
      until: number,
      text: (code: string) => string,
    ): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const salt = randomBytes(16);
      const sendId = parts.newId();
      await inTransaction(pool, async (client) => {
        await client.query('update otp_codes set spent = true where subject = $1 and not spent', [subject]);
        await client.query(
          'insert into otp_codes (subject, phone_key, send_id, salt, hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
          [
            subject,
            phoneKey(phone),
            sendId,
            salt,
            hashOf(salt, code),
            new Date(clock.now()),
            new Date(until),
          ],
        );
        await parts.send(client, {
          key: `otp:${sendId}`,
          partner: 'sms',
          recipient: phone,
          body: text(code),
        });
      });
      return new Date(until).toISOString();
    },
    check(subject: string, code: string): Promise<CodeFound> {
      return inTransaction(pool, async (client) => {
        const { rows } = await client.query<{
          id: string;
          salt: Buffer;
          hash: Buffer;
          expires_at: Date;
          tries: number;
          spent: boolean;
        }>(
          'select id, salt, hash, expires_at, tries, spent from otp_codes where subject = $1 order by sent_at desc, send_id desc limit 1 for update',
          [subject],
        );
        const row = rows[0];
        if (row?.spent) return { ok: false, left: 0, expired: true, used: true };
        if (!row || row.expires_at.getTime() <= clock.now()) return { ok: false, left: 0, expired: true };
        const ok = timingSafeEqual(hashOf(row.salt, code), row.hash);
        const left = ok ? tries : tries - row.tries - 1;
        // A correct code stays valid: the delivery it proves may be decided again after a conflict.
        if (!ok)
          await client.query('update otp_codes set tries = tries + 1, spent = $2 where id = $1', [
            row.id,
            left <= 0,
          ]);
        return { ok, left, expired: false };
      });
    },
  };
}

const hashOf = (salt: Buffer, code: string): Buffer =>
  createHash('sha256').update(salt).update(code).digest();
