import { totp } from '#server/access/second-factor.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The seed as an authenticator app takes it from the screen: base32, blanks allowed. */
export function seedOf(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows at that moment. */
export const codeAt = (seed: Buffer, now: number): string => totp(seed, Math.floor(now / 30_000));
