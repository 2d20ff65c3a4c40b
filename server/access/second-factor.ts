import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import type { AccessChange, AccessEntry, MakeChange } from './access-log.ts';
import type { SeedSeal } from './second-factor-keys.ts';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** RFC 6238 with SHA-1, 6 digits, 30 s, as every authenticator app computes it. */
export function totp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[19]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The time step of a code, allowing one before and one after now; null when it matches none. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const step = Math.floor(now / 1_000 / stepSeconds);
  let found: number | null = null;
  for (const one of [step - 1, step, step + 1])
    if (timingSafeEqual(Buffer.from(totp(secret, one)), Buffer.from(code))) found = one;
  return found;
}

export interface SecondFactors {
  state(empId: number): Promise<'none' | 'enrolling' | 'on'>;
  /** A new secret, active once a first code proved it. */
  enrol(empId: number, label: string): Promise<{ secret: string; uri: string }>;
  /**
   * Whether the code is right now; each is good once. Confirms an enrolment, and records `line` with it.
   * Throws `secondFactorUnreadable` when no key of this server decrypts the seed.
   */
  verify(empId: number, code: string, state: 'enrolling' | 'on', line?: AccessEntry): Promise<boolean>;
  remove(change: AccessChange, empId: number): Promise<void>;
  /**
   * Encrypts with the newest key what is in clear or under an older one. Returns how many, and how many no
   * key decrypts.
   */
  reseal(): Promise<{ readonly sealed: number; readonly unreadable: number }>;
}

interface Kept {
  readonly emp_id: string;
  readonly secret: Buffer;
  readonly key_id: string | null;
  readonly confirmed_at: Date | null;
}

export function openSecondFactors(
  pool: Pool,
  clock: Clock,
  makeChange: MakeChange,
  seal: SeedSeal,
): SecondFactors {
  const seedOf = ({ emp_id: empId, secret, key_id: keyId }: Kept): Buffer | null =>
    keyId === null ? secret : seal.open(Number(empId), keyId, secret);
  const columns = 'emp_id, secret, key_id, confirmed_at';
  return {
    async state(empId) {
      const { rows } = await pool.query('select confirmed_at from access_second_factors where emp_id = $1', [
        empId,
      ]);
      return rows[0] ? (rows[0].confirmed_at ? 'on' : 'enrolling') : 'none';
    },
    async enrol(empId, label) {
      const bytes = randomBytes(20);
      await pool.query(
        `insert into access_second_factors (emp_id, secret, key_id) values ($1, $2, $3)
         on conflict (emp_id) do update set secret = excluded.secret, key_id = excluded.key_id, last_step = 0 where access_second_factors.confirmed_at is null`,
        [empId, seal.close(empId, bytes), seal.keyId],
      );
      const secret = base32(bytes);
      return {
        secret,
        uri: `otpauth://totp/${encodeURIComponent(`Ops Console:${label}`)}?secret=${secret}&issuer=Ops%20Console`,
      };
    },
    async verify(empId, code, state, line) {
      const { rows } = await pool.query<Kept>(
        `select ${columns} from access_second_factors where emp_id = $1`,
        [empId],
      );
      const row = rows[0];
      if (!row || (row.confirmed_at !== null) !== (state === 'on')) return false;
      const seed = seedOf(row);
      if (!seed) throw refuse('secondFactorUnreadable', 503);
      const step = stepOf(seed, code, clock.now());
      if (step === null) return false;
      return makeChange(async ({ client, note }) => {
        const { rowCount } = await client.query(
          'update access_second_factors set last_step = $2, confirmed_at = coalesce(confirmed_at, $3) where emp_id = $1 and last_step < $2',
          [empId, step, new Date(clock.now())],
        );
        if (rowCount === 1 && line) note(line);
        return rowCount === 1;
      });
    },
    async remove({ client }, empId) {
      await client.query('delete from access_second_factors where emp_id = $1', [empId]);
    },
    async reseal() {
      const { rows } = await pool.query<Kept>(
        `select ${columns} from access_second_factors where key_id is distinct from $1`,
        [seal.keyId],
      );
      let sealed = 0;
      let unreadable = 0;
      for (const row of rows) {
        const seed = seedOf(row);
        if (!seed) unreadable += 1;
        else {
          // Another node, or the person, may have changed it meanwhile: only the value that was read is
          // replaced.
          const { rowCount } = await pool.query(
            'update access_second_factors set secret = $2, key_id = $3 where emp_id = $1 and secret = $4 and key_id is not distinct from $5',
            [row.emp_id, seal.close(Number(row.emp_id), seed), seal.keyId, row.secret, row.key_id],
          );
          sealed += rowCount ?? 0;
        }
      }
      return { sealed, unreadable };
    },
  };
}
