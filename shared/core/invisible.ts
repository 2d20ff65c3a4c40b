/** Characters that leave no mark of their own: format characters, fillers, and selectors of variants. */
const unseen = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu;
/** Often pasted with text from elsewhere, without a meaning in a name. */
const pasted = /[\u00ad\u200b\u2060\ufeff]/g;
/** They reorder the displayed text, so that it looks like another one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const apostrophes = /[\u0060\u00b4\u02b9\u02bb-\u02bd\u2018-\u201b\u2032\u2035\uff07]/g;
const quotes = /[\u201c-\u201f\u2033\u2036\uff02]/g;
/** The letters of Malayalam without a vowel, each with the letter from which it is written otherwise. */
const chillus = { ൺ: 'ണ', ൻ: 'ന', ർ: 'ര', ൽ: 'ല', ൾ: 'ള', ൿ: 'ക' } as const;
const chilluOf = new Map<string, string>(Object.entries(chillus).map(([chillu, letter]) => [letter, chillu]));
const writtenChillu = /([ണനരലളക])\u0d4d\u200d/g;
/** Joiners after a sign that leaves out the vowel, where no letter follows: keyboards leave them there. */
const joinersAtEnds =
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]+(?![\p{L}\p{M}\u200c\u200d])/gu;

/** A text without characters that nobody sees, with plain quotes and one spelling of each letter. */
export function withoutUnseen(text: string): string {
  return text
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(unseen, '')
    .replace(/[ൺൻർൽൾൿ]/g, (chillu) => `${chillus[chillu as keyof typeof chillus]}\u0d4d`);
}

/**
 * A text for comparison with others: neither case, spaces, Unicode forms, kinds of quotes nor invisible
 * characters count.
 */
export function keyText(value: unknown): string {
  return withoutUnseen(String(value))
    .normalize('NFKC')
    .replace(unseen, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLocaleLowerCase('en');
}

/**
 * A text as it is stored: without such pasted characters, each chillu as one letter. Joiners stay where a
 * letter follows, because Indian scripts and Persian need them.
 */
export function withoutPasted(text: string): string {
  return text
    .replace(pasted, '')
    .replace(writtenChillu, (_written, letter: string) => chilluOf.get(letter)!)
    .replace(joinersAtEnds, '');
}

/** A joiner between letters of a script that joins them, or between pictures of one emoji; else a stray one. */
const joiners =
  // eslint-disable-next-line no-misleading-character-class -- each sign counts by itself
  /(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)\u200d(?=\p{Extended_Pictographic})|([\u200c\u200d])/gu;

/** A text without joiners that join nothing. */
export function withoutStrayJoiners(text: string): string {
  return text.replace(joiners, (joiner, stray?: string) => (stray === undefined ? joiner : ''));
}

/** A text of which somebody sees something, or an empty one. */
export const visibleOrEmpty = (text: string): string => (text.replace(unseen, '').trim() === '' ? '' : text);

/**
 * Letters and marks of any script, spaces, `.`, apostrophes and `-`; joiners between letters of a script that
 * joins them.
 */
export const namePattern =
  /^(?:[\p{L}\p{M} .'’-]|(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))*$/u;

export const turnsText = (text: string): boolean => turning.test(text);
