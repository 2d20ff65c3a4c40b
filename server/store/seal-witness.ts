import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainNames, type Chain, type Checkpoint } from './chains.ts';

/** The last checkpoint of each chain that this machine knows of, kept outside the database: what was cut off together with its seals is missed. */
export interface Witness {
  last(chain: Chain): Checkpoint | null;
  saw(chain: Chain, checkpoint: Checkpoint): Promise<void>;
  /** After a restore: what was seen before belongs to another store. */
  forget(): void;
}

export const witnessFile = 'log-seals.json';

/** Reads the witness of a DATA_DIR, which has seen nothing where there is no file yet. Throws when the file is none of ours. */
export function openWitness(dataDir: string): Witness {
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
      const all = Object.fromEntries([...seen].map(([name, { position, hash }]) => [name, { position, hash: hash.toString('hex') }]));
      await mkdir(dataDir, { recursive: true });
      // Of its own each time: two nodes in one folder may have the same process number, in containers of their own.
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
  // It is not synced: a power cut may have taken what stood in it.
  if (text.replaceAll('\0', '').trim() === '') return {};
  try {
    return JSON.parse(text) as ReturnType<typeof readKept>;
  } catch (error) {
    throw new Error(`${path}: not what this house once wrote there.`, { cause: error });
  }
}
