/**
 * State hash of a feed, equal on server and client. Each row contributes the 53-bit hash of its id and
 * canonical JSON, summed modulo 2^32 with two seeds, so the hash can be updated row by row in any order. 16
 * hex digits.
 */
export interface RowsHash {
  a: number;
  b: number;
  n: number;
}

export function emptyHash(): RowsHash {
  return { a: 0, b: 0, n: 0 };
}

/** JSON with sorted keys and without undefined members, so that equal values give equal text. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const record = value as Record<string, unknown>;
  const parts: string[] = [];
  for (const key of Object.keys(record).sort())
    if (record[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonical(record[key])}`);
  return `{${parts.join(',')}}`;
}

function fnv(text: string, seed: number): number {
  let h = seed >>> 0;
  for (let i = 0; i < text.length; i += 1) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  return h >>> 0;
}

/** Adds (sign 1) or removes (sign -1) one row. */
export function mixRow(hash: RowsHash, id: string, row: unknown, sign: 1 | -1): void {
  const text = `${id}\u0000${canonical(row)}`;
  hash.a = (hash.a + sign * fnv(text, 0x811c9dc5)) >>> 0;
  hash.b = (hash.b + sign * fnv(text, 0x9747b28c)) >>> 0;
  hash.n += sign;
}

export function hashText(hash: RowsHash): string {
  return `${hash.a.toString(16).padStart(8, '0')}${hash.b.toString(16).padStart(8, '0')}`;
}

/** Hash of a whole set of rows. */
export function hashRows(rows: Iterable<readonly [string, unknown]>): string {
  const hash = emptyHash();
  for (const [id, row] of rows) mixRow(hash, id, row, 1);
  return hashText(hash);
}
