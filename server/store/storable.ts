/** Text that the database can hold: NUL is made visible, a lone surrogate is replaced. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed();
}
