import { createHash } from 'node:crypto';

/** So many plans at most does each connection keep for them; what is asked later is planned each time. */
const mostKept = 64;
const names = new Map<string, string>();

/**
 * A statement with its values in its text and a name, so that the database plans it once a connection and not once a question; with
 * parameters it would plan for any limit and any kind, which is the wrong plan for each. Null where a value cannot stand in a text
 * as it is, or when enough are kept.
 */
export function keptStatement(text: string, values: readonly unknown[]): { readonly name: string; readonly text: string } | null {
  if (!values.every(plain)) return null;
  const whole = text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
  let name = names.get(whole);
  if (name === undefined) {
    if (names.size >= mostKept) return null;
    names.set(whole, (name = `kept-${createHash('sha256').update(whole).digest('base64url').slice(0, 24)}`));
  }
  return { name, text: whole };
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value);
const plain = (value: unknown): boolean =>
  isId(value) || (typeof value === 'string' && /^\w{1,60}$/.test(value)) || (Array.isArray(value) && value.every(isId));

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'number' ? String(value) : `'${String(value)}'`;
}
