const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of at most `most` UTF-16 units, well-formed and never cut inside a character that a person sees. */
export function cutText(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const kept = headOf(whole, graphemes.segment(whole).containing(most)!.index);
  // One character longer than the limit: its beginning, but no half of a surrogate pair.
  return kept === '' ? headOf(whole, most).replace(/[\ud800-\udbff]$/, '') : kept;
}

/**
 * The beginning of a text up to a place between two characters: of a code, which has ASCII alone, or up to what was
 * searched for in it. A negative place counts from the end.
 */
export function headOf(text: string, end: number): string {
  // oxlint-disable-next-line typescript/no-deprecated -- such a place is inside no character
  return text.slice(0, end);
}

/** The last characters of a code, whole ones. */
export function tailOf(code: string, most: number): string {
  return code.slice(Math.max(0, code.length - most)).replace(/^[\udc00-\udfff]/, '');
}

/** The part before the first such mark; without one, the whole text. */
export function partBefore(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : headOf(text, end);
}

/** The part before the last such mark; without one, the whole text. */
export function partBeforeLast(text: string, mark: string): string {
  const end = text.lastIndexOf(mark);
  return end < 0 ? text : headOf(text, end);
}

/** The first character that a person sees. */
export function initialOf(text: string): string {
  return text === '' ? '' : graphemes.segment(text.toWellFormed())[Symbol.iterator]().next().value!.segment;
}

/** A text that begins with a capital. */
export function capitalised(text: string): string {
  const first = initialOf(text);
  return `${first.toUpperCase()}${text.slice(first.length)}`;
}
