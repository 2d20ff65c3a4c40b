/** A text is cut by `cutText`, which leaves characters whole; the linter refuses what is deprecated. */
interface String {
  /** @deprecated This cuts a text inside a character. Use `cutText`, or a helper for the part that is meant. */
  slice(start: 0, end: number): string;
  /** @deprecated This cuts a text inside a character. Use `cutText`, or a helper for the part that is meant. */
  slice(start: -1 | -2 | -3 | -4 | -5 | -6 | -7 | -8 | -9 | -10): string;
  /** @deprecated This cuts a text inside a character. Use `cutText`, or a helper for the part that is meant. */
  substring(start: number, end?: number): string;
}
