import { createHash } from 'node:crypto';
import { headOf } from '#shared/core/cut.ts';

/** The most prepared statements per connection; later ones are planned each time. */
const mostKept = 64;
const names = new Map<string, string>();

/**
 * A statement with its values inlined and a name, so that the database plans it once per connection instead
 * of once per query. With parameters it would get a generic plan for any limit and any kind, which suits
 * none of them. Null when a value cannot be inlined or the limit is reached.
 */
export function keptStatement(
  text: string,
  values: readonly unknown[],
): { readonly name: string; readonly text: string } | null {
  if (!values.every(plain)) return null;
  const whole = text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
  let name = names.get(whole);
  if (name === undefined) {
    if (names.size >= mostKept) return null;
    names.set(whole, (name = `kept-${headOf(createHash('sha256').update(whole).digest('base64url'), 24)}`));
  }
  return { name, text: whole };
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value);
const plain = (value: unknown): boolean =>
  isId(value) ||
  (typeof value === 'string' && /^\w{1,60}$/.test(value)) ||
  (Array.isArray(value) && value.every(isId));

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'number' ? String(value) : `'${String(value)}'`;
}
