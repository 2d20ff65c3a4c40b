import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { headOf } from '#shared/core/cut.ts';
import { chains, type Chain, type Checkpoint } from './chains.ts';
import type { Witness } from './seal-witness.ts';

/** The first key seals; all of them verify. */
export interface SealKeys {
  /** The name of the sealing key, derived by hash. */
  readonly keyId: string;
  mac(chain: Chain, checkpoint: Checkpoint): Buffer;
  /** Whether the seal was made with its key, or null when that key is unknown. */
  fits(chain: Chain, checkpoint: Checkpoint, keyId: string, mac: Buffer): boolean | null;
}

/**
 * Keys for seals, derived from the app's keys by HKDF (SHA-256), so that a seal reveals nothing about those.
 * The first one seals.
 */
export function sealKeys(keys: readonly Buffer[]): SealKeys {
  const known = new Map(
    keys.map((key) => {
      const derived = Buffer.from(hkdfSync('sha256', key, '', 'ops-console log seal', 32));
      return [
        headOf(createHash('sha256').update('id\n').update(derived).digest('base64url'), 12),
        derived,
      ] as const;
    }),
  );
  const [[keyId, newest]] = [...known] as [[string, Buffer]];
  const macOf = (key: Buffer, chain: Chain, { position, hash }: Checkpoint): Buffer =>
    createHmac('sha256', key)
      .update(`${chain}\n${position}\n${hash.toString('hex')}`)
      .digest();
  return {
    keyId,
    mac: (chain, checkpoint) => macOf(newest, chain, checkpoint),
    fits(chain, checkpoint, id, mac) {
      const key = known.get(id);
      if (!key) return null;
      const right = macOf(key, chain, checkpoint);
      return mac.length === right.length && timingSafeEqual(mac, right);
    },
  };
}

/**
 * `gone`: the row or the seal is missing. `changed`: the row has another hash. `forged`: the seal does not
 * match its key.
 */
export type Fault = 'gone' | 'changed' | 'forged';
export type SealVerdict =
  /**
   * `position`: up to where a seal with a known key, or the witness, covers the chain; `strange`: seals with
   * unknown keys.
   */
  | { readonly ok: true; readonly position: number; readonly strange: number }
  | { readonly ok: false; readonly position: number; readonly why: Fault };

const page = 5_000;

/**
 * Verifies every seal of a chain against its key and against the hash of its row, then the checkpoint of the
 * witness, and names the first position that does not match. Whether the rows match their hashes is checked
 * by `verifyChain`. Without keys only hashes are compared.
 */
export async function checkSeals(
  pool: Pick<Pool, 'query'>,
  chain: Chain,
  keys: SealKeys | null,
  witness: Pick<Witness, 'last'> | null = null,
): Promise<SealVerdict> {
  const { rows: table, seals } = chains[chain];
  let [position, keyId, reached, strange] = [0, '', 0, 0];
  for (;;) {
    const { rows } = await pool.query<{
      position: string;
      hash: Buffer;
      key_id: string;
      mac: Buffer;
      now: Buffer | null;
    }>(
      `select s.position, s.hash, s.key_id, s.mac, r.hash as now from ${seals} s left join ${table} r on r.position = s.position
       where (s.position, s.key_id) > ($1, $2) order by s.position, s.key_id limit $3`,
      [position, keyId, page],
    );
    for (const row of rows) {
      position = Number(row.position);
      keyId = row.key_id;
      const fits = keys ? keys.fits(chain, { position, hash: row.hash }, keyId, row.mac) : null;
      if (fits === false) return { ok: false, position, why: 'forged' };
      if (!row.now?.equals(row.hash)) return { ok: false, position, why: row.now ? 'changed' : 'gone' };
      if (fits) reached = position;
      else strange += 1;
    }
    if (rows.length < page) break;
  }
  const seen = witness?.last(chain);
  if (!seen) return { ok: true, position: reached, strange };
  const { rows } = await pool.query<{ now: Buffer | null; sealed: boolean }>(
    `select (select hash from ${table} where position = $1) as now, exists (select 1 from ${seals} where position = $1) as sealed`,
    [seen.position],
  );
  const why = faultOf(rows[0]!, seen);
  return why
    ? { ok: false, position: seen.position, why }
    : { ok: true, position: Math.max(reached, seen.position), strange };
}

/** The fault of a checkpoint that the witness saw, or null. */
export function faultOf(
  there: { readonly now: Buffer | null; readonly sealed: boolean },
  seen: Checkpoint,
): Fault | null {
  if (!there.now || !there.sealed) return 'gone';
  return there.now.equals(seen.hash) ? null : 'changed';
}

/** One line for an operator who checks a store by hand. */
export function inText(what: string, verdict: SealVerdict): string {
  if (!verdict.ok) return `${what}: the seal at position ${verdict.position} does not fit (${verdict.why}).`;
  const strange =
    verdict.strange > 0
      ? `; ${verdict.strange} seals are of keys that are not here, see SECOND_FACTOR_KEY`
      : '';
  return `${what}: ${verdict.position > 0 ? `seals fit up to position ${verdict.position}` : 'no seal of a key that is here'}${strange}.`;
}
