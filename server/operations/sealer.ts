import type { Pool } from 'pg';
import { awayOnce } from '#shared/core/away-once.ts';
import { chainNames, chains, type Chain, type Checkpoint } from '../store/chains.ts';
import { faultOf, type Fault, type SealKeys } from '../store/seals.ts';
import type { Witness } from '../store/seal-witness.ts';

/** How far a chain is sealed, and what did not match at the last check. */
export interface Sealed {
  readonly position: number;
  /** When that position was sealed, by the database's clock. */
  readonly at: Date | null;
  readonly broken: { readonly position: number; readonly why: Fault } | null;
}

export interface Sealer {
  /** Something was written, to be sealed within the span. Costs a comparison. */
  touched(): void;
  /** Seals everything unsealed now. */
  seal(): Promise<void>;
  state(): Readonly<Record<Chain, Sealed>>;
  close(): Promise<void>;
}

export interface SealerParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly keys: SealKeys;
  readonly witness: Witness;
  /** The time between a write and its seal; 60 s. */
  readonly spanMs?: number;
  readonly onError: (error: unknown) => void;
}

interface Appearance {
  readonly position: string;
  readonly hash: Buffer;
  readonly stands: Buffer | null;
  readonly sealed: string | null;
  readonly sealed_hash: Buffer | null;
  readonly key_id: string | null;
  readonly mac: Buffer | null;
  readonly now: Buffer | null;
  readonly at: Date | null;
  readonly age: number | null;
  readonly seen_now: Buffer | null;
  readonly seen_sealed: boolean;
}

/**
 * The end of the chain, its last seal, and the position that the witness saw, each with the hash of its row.
 */
const checkAt = ({ rows, head, seals }: (typeof chains)[Chain]): string => `
  select h.position, h.hash, e.hash as stands, s.position as sealed, s.hash as sealed_hash, s.key_id, s.mac, r.hash as now, s.at,
    (extract(epoch from clock_timestamp() - s.at) * 1000)::float8 as age,
    (select hash from ${rows} where position = $2) as seen_now, exists (select 1 from ${seals} where position = $2) as seen_sealed
  from ${head} h left join ${rows} e on e.position = h.position
  left join lateral (select * from ${seals} order by position desc, (key_id = $1) desc limit 1) s on true
  left join ${rows} r on r.position = s.position`;

/**
 * Seals the ends of both chains a while after a write (never by the clock alone), at the start and on
 * closing. It first checks that the last seal and the witness still match: a mismatch is reported and never
 * sealed over. Several nodes may run it: a node that finds a recent seal waits, and a position is sealed
 * once.
 */
export async function openSealer({
  pool,
  keys,
  witness,
  spanMs = 60_000,
  onError,
}: SealerParts): Promise<Sealer> {
  const sealed: Record<Chain, Sealed> = {
    log: { position: 0, at: null, broken: null },
    access: { position: 0, at: null, broken: null },
  };
  const reported = { log: awayOnce(onError), access: awayOnce(onError) };
  const away = awayOnce(onError);
  let timer: NodeJS.Timeout | null = null;
  let under: Promise<void> = Promise.resolve();
  let closed = false;

  const wait = (ms: number): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = null;
      void run(false);
    }, ms).unref();
  };

  /** Seals one chain; returns in how many ms to try again when another node has just sealed. */
  const sealOne = async (chain: Chain, now: boolean): Promise<number | null> => {
    const seen = witness.last(chain);
    const { rows } = await pool.query<Appearance>(checkAt(chains[chain]), [keys.keyId, seen?.position ?? -1]);
    const check = rows[0]!;
    const head: Checkpoint = { position: Number(check.position), hash: check.hash };
    const last: Checkpoint | null =
      check.sealed === null ? null : { position: Number(check.sealed), hash: check.sealed_hash! };
    const broken = brokenIn(chain, check, head, last, seen);
    if (broken) {
      sealed[chain] = { ...sealed[chain], broken };
      reported[chain].fault(
        new Error(
          `The ${chain === 'log' ? 'log' : 'access log'} does not fit its seal at position ${broken.position} (${broken.why}).`,
        ),
      );
      return null;
    }
    reported[chain].back();
    const ours = last && check.key_id === keys.keyId ? last.position : 0;
    sealed[chain] = { position: ours, at: ours > 0 ? check.at : null, broken: null };
    if (ours === head.position) return null;
    if (!now && ours > 0 && check.age! < spanMs * 0.9) return spanMs - check.age!;
    const done = await pool.query<{ at: Date }>(
      `insert into ${chains[chain].seals} (position, hash, key_id, mac) values ($1, $2, $3, $4) on conflict do nothing returning at`,
      [head.position, head.hash, keys.keyId, keys.mac(chain, head)],
    );
    await witness.saw(chain, head);
    sealed[chain] = { position: head.position, at: done.rows[0]?.at ?? check.at, broken: null };
    return null;
  };

  const brokenIn = (
    chain: Chain,
    check: Appearance,
    head: Checkpoint,
    last: Checkpoint | null,
    seen: Checkpoint | null,
  ): Sealed['broken'] => {
    if (last && keys.fits(chain, last, check.key_id!, check.mac!) === false)
      return { position: last.position, why: 'forged' };
    if (last && !check.now?.equals(last.hash))
      return { position: last.position, why: check.now ? 'changed' : 'gone' };
    const why = seen && faultOf({ now: check.seen_now, sealed: check.seen_sealed }, seen);
    if (why) return { position: seen.position, why };
    if (head.position > 0 && !check.stands?.equals(head.hash))
      return { position: head.position, why: check.stands ? 'changed' : 'gone' };
    return null;
  };

  const run = (now: boolean): Promise<void> =>
    (under = under.then(async () => {
      try {
        const later: number[] = [];
        for (const chain of chainNames) {
          const ms = await sealOne(chain, now);
          if (ms !== null) later.push(ms);
        }
        away.back();
        if (later.length > 0) wait(Math.min(...later));
      } catch (error) {
        away.fault(error);
        wait(spanMs);
      }
    }));

  await run(true);
  return {
    touched: () => {
      if (timer === null) wait(spanMs);
    },
    seal: () => run(true),
    state: () => sealed,
    async close() {
      const open = timer !== null;
      closed = true;
      if (timer) clearTimeout(timer);
      await (open ? run(true) : under);
    },
  };
}
