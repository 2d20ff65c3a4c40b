import { plainText } from '#shared/core/plain.ts';

/** Escapes the wildcards of `like`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The pattern of `like` for columns that are folded: anything with this text in it. */
export const likeText = (text: string): string => `%${escapeLike(plainText(text))}%`;

/**
 * Where a phone is masked, a record is found by the visible digits or by the whole number, never by part of
 * the hidden ones.
 */
export function phoneLikes(digits: string, whole: boolean): readonly string[] {
  if (whole) return [`%${digits}%`];
  if (digits.length === 4) return [`%${digits} %`];
  return digits.length >= 10 ? [`% ${digits} %`] : [];
}
