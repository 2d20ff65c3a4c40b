const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2300, 0, 1);

/**
 * Milliseconds of an instant that somebody typed or sent, or null where it is invalid or outside the range of
 * the business and the database.
 */
export function instantFrom(text: string): number | null {
  const at = Date.parse(text);
  return at >= earliest && at < latest ? at : null;
}
