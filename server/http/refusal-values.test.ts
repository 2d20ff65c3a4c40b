import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessTranslations } from '#shared/access/translations.ts';
import { fieldTranslations } from '#shared/core/fields.ts';
import { refusalTranslations } from '#shared/core/refusal-translations.ts';
import * as streams from '#shared/streams/index.ts';
import { masterStreamTranslations } from '#shared/streams/masters/translations.ts';

/**
 * The values that the text of each refusal names, as types: `refuse` does not compile without them. With
 * UPDATE=1 the file is written.
 */
const file = new URL('../../shared/core/refusal-values.ts', import.meta.url);

function valuesOf(text: string): string {
  const names = [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name]) => name!);
  return [...new Set(names)]
    .filter((name) => name !== 'correlationId')
    .sort()
    .join(' ');
}

/** By code, each set of values that one of its texts names: a code may have a text in several streams. */
function needed(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { en } of [
    fieldTranslations,
    refusalTranslations,
    accessTranslations,
    masterStreamTranslations,
    ...Object.values(streams).map(({ translations }) => translations),
  ])
    for (const [code, text] of Object.entries<string>(en))
      if (/^[a-z][a-zA-Z0-9]*$/.test(code))
        found.set(code, (found.get(code) ?? new Set()).add(valuesOf(text)));
  return found;
}

function written(): string {
  const lines = [...needed()]
    .filter(([, sets]) => [...sets].some((set) => set !== ''))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, sets]) => {
      const types = [...sets].sort().map((set) =>
        set === ''
          ? 'Values<never>'
          : `Values<${set
              .split(' ')
              .map((name) => `'${name}'`)
              .join(' | ')}>`,
      );
      return `  readonly ${code}: ${types.join(' | ')};`;
    });
  return `/**
 * The values that the text of each refusal names. Written by server/http/refusal-values.test.ts (UPDATE=1).
 */
type Values<K extends string> = Readonly<Record<K, string | number | boolean | null | readonly string[]>>;

export interface RefusalValues {
${lines.join('\n')}
}
`;
}

const plain = (text: string): string => text.replace(/\s+/g, '').replaceAll('=|', '=');

test('the compiler requires the values that the texts of refusals name', () => {
  const now = written();
  if (process.env['UPDATE']) writeFileSync(file, now);
  expect(plain(readFileSync(file, 'utf8')), 'write it anew: UPDATE=1 with this test').toBe(plain(now));
});
