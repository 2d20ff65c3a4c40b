import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { awayOnce } from '#shared/core/away-once.ts';
import { beginnings, walk } from '../store/chain-walk.ts';
import { chainNames, chains, type Chain, type Checkpoint } from '../store/chains.ts';

/** How far a chain was verified, and where it stopped matching. */
export interface Verified {
  /** Every row up to here matches; after a start this is where the last run ended. */
  readonly position: number;
  /** Complete rounds, from the first row to the last, since the start. */
  readonly rounds: number;
  readonly broken: number | null;
}

export interface ChainWatch {
  state(): Readonly<Record<Chain, Verified>>;
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

export interface ChainWatchParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly dataDir: string;
  /** The time between two rounds, ms. */
  readonly roundMs: number;
  readonly onError: (error: unknown) => void;
}

const pageRows = 500;
/** The pause between two pages: a round over a million rows takes about a minute and a tenth of a core. */
const restMs = 25;
const file = 'log-verified.json';

/**
 * Recomputes both hash chains in the background: first from where the last run ended, then from the first
 * row to the last, over and over. A seal covers the last hash only; a row in the middle that no longer
 * matches its own is found here.
 */
export function openChainWatch({ pool, dataDir, roundMs, onError }: ChainWatchParts): ChainWatch {
  const path = join(dataDir, file);
  const kept = readKept(path);
  const state: Record<Chain, Verified> = {
    log: { position: kept.log?.position ?? 0, rounds: 0, broken: null },
    access: { position: kept.access?.position ?? 0, rounds: 0, broken: null },
  };
  const emitted = { log: awayOnce(onError), access: awayOnce(onError) };
  const away = awayOnce(onError);
  const listeners: (() => void)[] = [];
  const closing = new AbortController();
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal: closing.signal, ref: false });

  const say = (chain: Chain, next: Partial<Verified>): void => {
    const before = state[chain].broken;
    state[chain] = { ...state[chain], ...next };
    if (state[chain].broken === before) return;
    if (state[chain].broken === null) emitted[chain].back();
    else
      emitted[chain].fault(
        new Error(
          `The ${chain === 'log' ? 'log' : 'access log'} was changed at position ${state[chain].broken}: its hashes do not fit from there.`,
        ),
      );
    for (const listener of listeners) listener();
  };

  /** From a checkpoint to the end of the chain as of the beginning; null when a row does not match. */
  const toTheEnd = async (chain: Chain, from: Checkpoint): Promise<Checkpoint | null> => {
    const head = Number(
      (await pool.query<{ position: string }>(`select position from ${chains[chain].head}`)).rows[0]!
        .position,
    );
    let at = from;
    for (;;) {
      const walked = await walk(pool, chain, at, pageRows);
      if (!walked.ok) return (say(chain, { broken: walked.position }), null);
      at = walked.to;
      if (at.position > state[chain].position) state[chain] = { ...state[chain], position: at.position };
      if (walked.rows < pageRows) break;
      await rest(restMs);
    }
    if (at.position < head) return (say(chain, { broken: at.position + 1 }), null);
    return at;
  };

  /** Only while that row is still the one that was verified: after a restore this may be another log. */
  const lastVerified = async (chain: Chain): Promise<Checkpoint> => {
    const one = kept[chain];
    if (!one) return beginnings[chain];
    const { rows } = await pool.query<{ hash: Buffer }>(
      `select hash from ${chains[chain].rows} where position = $1`,
      [one.position],
    );
    const hash = Buffer.from(one.hash, 'hex');
    if (rows[0]?.hash.equals(hash)) return { position: one.position, hash };
    state[chain] = { ...state[chain], position: 0 };
    return beginnings[chain];
  };

  const keep = async (): Promise<void> => {
    const part = `${path}.${process.pid}`;
    await writeFile(part, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    await rename(part, path);
  };

  const round = async (from: (chain: Chain) => Promise<Checkpoint>, whole: boolean): Promise<void> => {
    for (const chain of chainNames) {
      const end = await toTheEnd(chain, await from(chain));
      if (end === null) continue;
      kept[chain] = { position: end.position, hash: end.hash.toString('hex') };
      if (whole) say(chain, { rounds: state[chain].rounds + 1, broken: null });
    }
    await keep();
    away.back();
  };

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!closing.signal.aborted) away.fault(error);
    }
  };

  const run = async (): Promise<void> => {
    if (chainNames.some((chain) => kept[chain])) await attempt(() => round(lastVerified, false));
    while (!closing.signal.aborted) {
      await attempt(() => round(async (chain) => beginnings[chain], true));
      await attempt(() => rest(roundMs));
    }
  };
  const running = run();

  return {
    state: () => state,
    onChange: (listener) => void listeners.push(listener),
    close() {
      closing.abort();
      return running;
    },
  };
}

function readKept(path: string): Partial<Record<Chain, { position: number; hash: string }>> {
  try {
    const text = readFileSync(path, 'utf8').replaceAll('\0', '').trim();
    return text === '' ? {} : (JSON.parse(text) as ReturnType<typeof readKept>);
  } catch (error) {
    // Missing, or half written in a power cut: everything is verified again.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
