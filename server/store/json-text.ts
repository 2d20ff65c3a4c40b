import { storable } from './storable.ts';

/** An escaped surrogate or NUL: what `jsonb` may refuse. */
const suspicious = /\\u(?:[dD][89a-fA-F][0-9a-fA-F]{2}|0000)/;

/** JSON that `jsonb` takes whatever the strings hold: they are made `storable`. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!suspicious.test(text)) return text;
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? storable(one) : one));
}
