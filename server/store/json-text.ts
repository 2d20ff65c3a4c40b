/** An escaped surrogate or NUL: what `jsonb` may refuse. */
const suspicious = /\\u(?:[dD][89a-fA-F][0-9a-fA-F]{2}|0000)/;

/** JSON that `jsonb` takes whatever the strings hold: half a surrogate becomes U+FFFD, NUL becomes U+2400. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!suspicious.test(text)) return text;
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '\u2400') : one,
  );
}
