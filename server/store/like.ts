import { plainText } from '#shared/core/plain.ts';

/** Escapes the wildcards of `like`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The pattern of `like` for columns that are folded: anything with this text in it. */
export const likeText = (text: string): string => `%${escapeLike(plainText(text))}%`;
