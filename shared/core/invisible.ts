/** Characters that leave no mark of their own: format characters, fillers, and selectors of variants. */
const unseen = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu;
/** Often pasted with text from elsewhere, without a meaning in a name. */
const pasted = /[\u00ad\u200b\u2060\ufeff]/g;
/** They reorder the displayed text, so that it looks like another one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A text for comparison with others: neither case, spaces, Unicode forms nor invisible characters count. */
export function keyText(value: unknown): string {
  return String(value)
    .normalize('NFKC')
    .replace(unseen, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLocaleLowerCase('en');
}

/** A text as it is stored: without such pasted characters. Joiners stay, because Indian scripts need them. */
export const withoutPasted = (text: string): string => text.replace(pasted, '');

export const turnsText = (text: string): boolean => turning.test(text);
