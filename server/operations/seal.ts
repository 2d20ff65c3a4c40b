import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Encrypts and decrypts single rows with AES-256-GCM; a row cannot be moved to another table. */
export interface Seal {
  close(table: string, row: Buffer): Buffer;
  open(table: string, line: Buffer): Buffer;
}

/** The seal of a key file: at least 32 random bytes. */
export function sealOf(keyFile: string): Seal {
  const bytes = readFileSync(keyFile);
  if (bytes.length < 32)
    throw new Error(
      `The key in ${keyFile} is too short: at least 32 bytes, for example from "openssl rand -base64 48".`,
    );
  const key = createHash('sha256').update('ops-console backup\n').update(bytes).digest();
  return {
    close(table, row) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(table));
      const text = Buffer.concat([cipher.update(row), cipher.final()]);
      return Buffer.from(`${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}\n`);
    },
    open(table, line) {
      const all = Buffer.from(line.toString('latin1'), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12))
        .setAAD(Buffer.from(table))
        .setAuthTag(all.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]);
      } catch (error) {
        throw new Error('The key does not open this backup.', { cause: error });
      }
    },
  };
}
