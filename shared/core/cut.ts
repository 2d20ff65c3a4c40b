const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of at most `most` UTF-16 units, well-formed and never cut inside a character that a person sees. */
export function cutText(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const kept = whole.slice(0, graphemes.segment(whole).containing(most)!.index);
  // One character longer than the limit: its beginning, but no half of a surrogate pair.
  return kept === '' ? whole.slice(0, most).replace(/[\ud800-\udbff]$/, '') : kept;
}
