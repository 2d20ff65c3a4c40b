import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { headOf } from '#shared/core/cut.ts';

/**
 * Sorted four-byte prefixes of the SHA-256 of the 49,233 common passwords of `@zxcvbn-ts/language-common`
 * (MIT, see NOTICE). `node server/access/leaked-passwords.ts` rebuilds the file; it contains no password in
 * clear.
 */
const file = new URL('./leaked-passwords.bin', import.meta.url);
const width = 4;
/** Shorter entries are too common inside ordinary words to count as one half of a password. */
const shortestHalf = 4;

const normalize = (plain: string): string => plain.normalize('NFKC').toLowerCase();
const prefixOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/**
 * Whether a password is a leaked one, a leaked one with digits or signs around it, or two leaked ones in a row; case is ignored.
 * Reads the list on each call, because a new password is rare. A random password is refused with a probability below 1 in 1,000.
 */
export function isLeaked(plain: string): boolean {
  const prefixes = readFileSync(file);
  const text = normalize(plain);
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [text, core].some(
    (one) => [...one].length >= shortestHalf && (isListed(prefixes, one) || isTwoListed(prefixes, one)),
  );
}

function isTwoListed(prefixes: Buffer, text: string): boolean {
  for (let cut = shortestHalf; cut <= text.length - shortestHalf; cut += 1)
    if (isListed(prefixes, headOf(text, cut)) && isListed(prefixes, text.slice(cut))) return true;
  return false;
}

function isListed(prefixes: Buffer, text: string): boolean {
  const wanted = prefixOf(text);
  let [from, to] = [0, prefixes.length / width];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = prefixes.readUInt32BE(middle * width);
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** The content of the list's file for the given passwords. */
export function encodeLeaked(passwords: readonly string[]): Buffer {
  const prefixes = [...new Set(passwords.map(normalize).map(prefixOf))].toSorted((a, b) => a - b);
  const bytes = Buffer.alloc(prefixes.length * width);
  for (const [n, prefix] of prefixes.entries()) bytes.writeUInt32BE(prefix, n * width);
  return bytes;
}

if (process.argv[1] === import.meta.filename) {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const bytes = encodeLeaked(dictionary['passwords-common']);
  writeFileSync(file, bytes);
  console.log(`${bytes.length / width} passwords.`);
}
