import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { businessDay, clockTime, instantOf } from '#shared/core/day.ts';
import { phoneKey } from '#shared/core/phone.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import type { SendMessage } from '../outside/outbox.ts';
import { inTransaction } from '../store/in-transaction.ts';

const validMs = 5 * 60_000;
const tries = 5;
const lockMs = 30 * 60_000;
const gapMs = 30_000;
const windowMs = 15 * 60_000;
const perWindow = 3;
const perDay = 6;

/** The result of a comparison; `lockedUntil` in ms. */
export interface Compared {
  readonly ok: boolean;
  readonly sendId?: string;
  readonly left?: number;
  readonly lockedUntil?: number | null;
  readonly expired?: boolean;
}

export interface OneTimeCodes {
  /**
   * Makes a code for a subject (a stream) and passes it to the SMS partner; `text` makes the message with it.
   */
  send(
    subject: string,
    number: string,
    text: (code: string) => string,
  ): Promise<{ readonly sendId: string; readonly n: number } | Refusal>;
  compare(subject: string, number: string, code: string): Promise<Compared>;
}

/**
 * Six random digits, stored hashed for five minutes, with five attempts; a resend after 30 s invalidates the
 * previous one; three in 15 minutes, six per day and phone. The code goes to the SMS partner and nowhere
 * else: no event, no log line, no answer holds it.
 */
export function oneTimeCodes(parts: {
  pool: Pool;
  clock: Clock;
  newId: () => string;
  send: SendMessage;
}): OneTimeCodes {
  const { pool, clock } = parts;
  const lockedUntil = async (phone: string): Promise<number | null> => {
    const row = (
      await pool.query<{ until: Date }>('select until from otp_locks where phone_key = $1 and until > $2', [
        phone,
        new Date(clock.now()),
      ])
    ).rows[0];
    return row ? row.until.getTime() : null;
  };
  return {
    async send(subject, number, text) {
      const phone = phoneKey(number);
      const now = clock.now();
      const locked = await lockedUntil(phone);
      if (locked) return refuse('otpLocked', 429, { at: clockTime(locked) });
      return inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock(7312, hashtext($1))', [phone]);
        const { rows } = await client.query<{ sent_at: Date }>(
          'select sent_at from otp_codes where phone_key = $1 and sent_at >= $2 order by sent_at',
          [phone, new Date(Math.min(instantOf(businessDay(now)), now - windowMs))],
        );
        const sent = rows.map((row) => row.sent_at.getTime());
        const last = sent.at(-1) ?? -Infinity;
        const refusal =
          now - last < gapMs
            ? refuse('otpTooSoon', 429, { s: Math.ceil((gapMs - (now - last)) / 1_000) })
            : sent.filter((at) => at > now - windowMs).length >= perWindow ||
                sent.filter((at) => at >= instantOf(businessDay(now))).length >= perDay
              ? refuse('otpSendLimit', 429)
              : null;
        if (refusal) return refusal;
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const salt = randomBytes(16);
        const sendId = parts.newId();
        await client.query('update otp_codes set spent = true where subject = $1 and not spent', [subject]);
        await client.query(
          'insert into otp_codes (subject, phone_key, send_id, salt, hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
          [subject, phone, sendId, salt, hashOf(salt, code), new Date(now), new Date(now + validMs)],
        );
        await parts.send(client, {
          key: `otp:${sendId}`,
          partner: 'sms',
          recipient: number,
          body: text(code),
        });
        return { sendId, n: sent.filter((at) => at > now - windowMs).length + 1 };
      });
    },

    async compare(subject, number, code) {
      const phone = phoneKey(number);
      const now = clock.now();
      return inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock(7312, hashtext($1))', [phone]);
        const locked = (
          await client.query<{ until: Date }>(
            'select until from otp_locks where phone_key = $1 and until > $2',
            [phone, new Date(now)],
          )
        ).rows[0];
        const row = (
          await client.query<{
            id: string;
            send_id: string;
            salt: Buffer;
            hash: Buffer;
            expires_at: Date;
            tries: number;
          }>(
            'select id, send_id, salt, hash, expires_at, tries from otp_codes where subject = $1 and phone_key = $2 and not spent order by sent_at desc limit 1',
            [subject, phone],
          )
        ).rows[0];
        if (locked) return { ok: false, lockedUntil: locked.until.getTime() };
        if (!row || row.expires_at.getTime() <= now) return { ok: false, expired: true };
        if (timingSafeEqual(hashOf(row.salt, code), row.hash)) {
          await client.query('update otp_codes set spent = true where id = $1', [row.id]);
          return { ok: true, sendId: row.send_id };
        }
        const left = tries - row.tries - 1;
        await client.query('update otp_codes set tries = tries + 1, spent = $2 where id = $1', [
          row.id,
          left <= 0,
        ]);
        if (left > 0) return { ok: false, sendId: row.send_id, left };
        const until = now + lockMs;
        await client.query(
          'insert into otp_locks (phone_key, until) values ($1, $2) on conflict (phone_key) do update set until = excluded.until',
          [phone, new Date(until)],
        );
        return { ok: false, lockedUntil: until };
      });
    },
  };
}

function hashOf(salt: Buffer, code: string): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}
