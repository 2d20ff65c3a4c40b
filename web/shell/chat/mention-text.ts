import { plainText } from '#shared/core/plain.ts';

export interface Named {
  readonly empId: number;
  readonly name: string;
}

/** The `@` word that is being typed at the caret: where it begins and what stands after the sign; null when none is. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly said: string } | null {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(before[from - 1]!))) return null;
  const said = before.slice(from + 1);
  return said.length <= 40 && !/[\n@]/.test(said) && said.split(' ').length <= 3 ? { from, said } : null;
}

const MOST = 6;

/** People whose name, or a word of it, begins with what was typed. */
export function mentionable(people: readonly Named[], said: string): readonly Named[] {
  const plain = plainText(said);
  return people.filter(({ name }) => ` ${plainText(name)}`.includes(` ${plain}`)).slice(0, MOST);
}

/** The text with the name in the place of what was typed, and where the caret stands then. */
export function withMention(text: string, caret: number, from: number, name: string): { readonly text: string; readonly caret: number } {
  const put = `@${name} `;
  return { text: text.slice(0, from) + put + text.slice(caret).replace(/^ /, ''), caret: from + put.length };
}

/** A message cut into what names somebody and what does not. */
export function parts(text: string, people: readonly Named[]): readonly { readonly text: string; readonly empId: number | null }[] {
  const names = people.flatMap(({ empId, name }) => [{ empId, call: `@${name}` }]).toSorted((a, b) => b.call.length - a.call.length);
  const cut: { text: string; empId: number | null }[] = [];
  let rest = text;
  let plain = '';
  while (rest !== '') {
    const lower = rest.toLowerCase();
    const found = rest.startsWith('@') ? names.find(({ call }) => lower.startsWith(call.toLowerCase())) : undefined;
    if (found) {
      if (plain !== '') cut.push({ text: plain, empId: null });
      cut.push({ text: rest.slice(0, found.call.length), empId: found.empId });
      plain = '';
      rest = rest.slice(found.call.length);
    } else {
      const next = rest.indexOf('@', 1);
      plain += next < 0 ? rest : rest.slice(0, next);
      rest = next < 0 ? '' : rest.slice(next);
    }
  }
  return plain === '' ? cut : [...cut, { text: plain, empId: null }];
}
