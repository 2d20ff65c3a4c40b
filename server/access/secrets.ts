import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code to read out and type: 8 characters, none easily mistaken for another. */
export function newCode(length = 8): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}
