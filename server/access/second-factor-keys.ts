import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headOf } from '#shared/core/cut.ts';
import type { Config } from '../config.ts';

export const secondFactorKeyFile = 'second-factor.key';

/** Encrypts the seeds of second factors with the first key; decrypts with any. */
export interface SeedSeal {
  /** The name of the encrypting key; a hash, so that it can be stored beside the ciphertext. */
  readonly keyId: string;
  close(empId: number, seed: Uint8Array): Buffer;
  /** The seed, or null when none of the keys encrypted it for this person. */
  open(empId: number, keyId: string, closed: Buffer): Buffer | null;
}

/**
 * The keys of the environment, newest first, else one made once and kept in DATA_DIR, readable by its owner
 * only.
 */
export function secondFactorKeys(
  config: Pick<Config, 'secondFactorKeys'>,
  dataDir: string,
): readonly Buffer[] {
  if (config.secondFactorKeys) return config.secondFactorKeys;
  const path = join(dataDir, secondFactorKeyFile);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length < 32) throw new Error(`${path}: not the 32 bytes in base64 that this app wrote.`);
  return [key];
}

/** AES-256-GCM with the person as additional data, so that a seed decrypts for nobody else. */
export function seedSeal(keys: readonly Buffer[]): SeedSeal {
  const known = new Map(
    keys.map((key) => {
      const derived = createHash('sha256').update('ops-console second factor\n').update(key).digest();
      return [
        headOf(createHash('sha256').update('id\n').update(derived).digest('base64url'), 12),
        derived,
      ] as const;
    }),
  );
  const [[keyId, newest]] = [...known] as [[string, Buffer]];
  const bound = (empId: number): Buffer => Buffer.from(`second-factor:${empId}`);
  return {
    keyId,
    close(empId, seed) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(bound(empId));
      const text = Buffer.concat([cipher.update(seed), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(empId, id, closed) {
      const key = known.get(id);
      if (!key) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, closed.subarray(0, 12))
        .setAAD(bound(empId))
        .setAuthTag(closed.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(closed.subarray(28)), decipher.final()]);
      } catch {
        return null; // Altered, or another person's.
      }
    },
  };
}
