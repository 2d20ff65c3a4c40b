import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainNames, type Chain, type Checkpoint } from './chains.ts';

/**
 * The last checkpoint of each chain that this machine has seen, kept outside the database, so that rows cut
 * off together with their seals are noticed.
 */
export interface Witness {
  last(chain: Chain): Checkpoint | null;
  saw(chain: Chain, checkpoint: Checkpoint): Promise<void>;
  /** After a restore: earlier checkpoints belong to another store. */
  forget(): void;
}

export const witnessFile = 'log-seals.json';

/** Reads the witness in DATA_DIR; empty where there is no file yet. Throws when the file is not a witness. */
export function openWitness(dataDir: string): Witness {
  // Only here: a folder that vanishes while the node runs must not come back empty.
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, witnessFile);
  const seen = new Map<Chain, Checkpoint>();
  const kept = readKept(path);
  for (const chain of chainNames) {
    const one = kept[chain];
    if (one) seen.set(chain, { position: one.position, hash: Buffer.from(one.hash, 'hex') });
  }
  return {
    last: (chain) => seen.get(chain) ?? null,
    async saw(chain, checkpoint) {
      seen.set(chain, checkpoint);
      const all = Object.fromEntries(
        [...seen].map(([name, { position, hash }]) => [name, { position, hash: hash.toString('hex') }]),
      );
      // A unique name: two nodes in containers that share a folder may have the same pid.
      const part = `${path}.${randomUUID()}`;
      try {
        await writeFile(part, `${JSON.stringify(all)}\n`, { mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    forget: () => seen.clear(),
  };
}

function readKept(path: string): Partial<Record<Chain, { position: number; hash: string }>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  // The file is not synced: a power cut may have emptied it.
  if (text.replaceAll('\0', '').trim() === '') return {};
  try {
    return JSON.parse(text) as ReturnType<typeof readKept>;
  } catch (error) {
    throw new Error(`${path}: not a witness that this app wrote.`, { cause: error });
  }
}
