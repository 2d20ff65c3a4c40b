import { headOf } from '#shared/core/cut.ts';
import { plainText } from '#shared/core/plain.ts';

export interface Named {
  readonly empId: number;
  readonly name: string;
}

/** The `@` word being typed at the caret: its start and the text after the sign; null when there is none. */
export function mentionAt(
  text: string,
  caret: number,
): { readonly from: number; readonly message: string } | null {
  const before = headOf(text, caret);
  const from = before.lastIndexOf('@');
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(before[from - 1]!))) return null;
  const message = before.slice(from + 1);
  return message.length <= 40 && !/[\n@]/.test(message) && message.split(' ').length <= 3
    ? { from, message }
    : null;
}

const MOST = 6;

/** People whose name, or a word of it, starts with the typed text. */
export function mentionable(people: readonly Named[], message: string): readonly Named[] {
  const plain = plainText(message);
  return people.filter(({ name }) => ` ${plainText(name)}`.includes(` ${plain}`)).slice(0, MOST);
}

/** The text with the name inserted for the typed text, and the caret's new position. */
export function withMention(
  text: string,
  caret: number,
  from: number,
  name: string,
): { readonly text: string; readonly caret: number } {
  const put = `@${name} `;
  return { text: headOf(text, from) + put + text.slice(caret).replace(/^ /, ''), caret: from + put.length };
}

/** Splits a message into mentions and plain text. */
export function parts(
  text: string,
  people: readonly Named[],
): readonly { readonly text: string; readonly empId: number | null }[] {
  const names = people
    .flatMap(({ empId, name }) => [{ empId, call: `@${name}` }])
    .toSorted((a, b) => b.call.length - a.call.length);
  const cut: { text: string; empId: number | null }[] = [];
  let rest = text;
  let plain = '';
  while (rest !== '') {
    const lower = rest.toLowerCase();
    const found = rest.startsWith('@')
      ? names.find(({ call }) => lower.startsWith(call.toLowerCase()))
      : undefined;
    if (found) {
      if (plain !== '') cut.push({ text: plain, empId: null });
      cut.push({ text: headOf(rest, found.call.length), empId: found.empId });
      plain = '';
      rest = rest.slice(found.call.length);
    } else {
      const next = rest.indexOf('@', 1);
      plain += next < 0 ? rest : headOf(rest, next);
      rest = next < 0 ? '' : rest.slice(next);
    }
  }
  return plain === '' ? cut : [...cut, { text: plain, empId: null }];
}
