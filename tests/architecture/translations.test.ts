import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync(
  'git',
  [
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'shared',
    'server',
    'web',
  ],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)));

/** A language chosen by its index, or by comparing with one of them. */
const byPosition: readonly RegExp[] = [
  /[!=]==? ?'e[ns]'/,
  /\[language\b[^\]\n]*\? ?[01] ?: ?[01]\]/i,
  /\[en: string, es: string\]/,
  /\b(title|label): ?\[['"`]/,
];

const breaches = (text: string): string[] =>
  text.split('\n').filter((line) => byPosition.some((sign) => sign.test(line)));

test('a text is found by its language, never by its position', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) =>
      breaches(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    ),
  ).toEqual([]);
});

test.each([
  "const word = language === 'es' ? spanish : english;",
  "label[language === 'fr' ? 1 : 0]",
  'type Both = readonly [en: string, es: string];',
  "title: ['Colours', 'Colores'],",
])('%s is noticed', (line) => {
  expect(breaches(line)).toEqual([line]);
});

/** A key of a right within a sentence, or handed to one. */
const rightShown: readonly RegExp[] = [
  /[“«][^”»\n]*\/[^”»\n]*:(view|create|edit|delete|approve|access)[”»]/,
  /\bright: `\$\{[^}`]+\}\/\$\{/,
];
const showsRight = (text: string): string[] =>
  text.split('\n').filter((line) => rightShown.some((sign) => sign.test(line)));

test('a text of a screen names a right in words, never by its key', () => {
  expect(
    files.flatMap((file) =>
      showsRight(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    ),
  ).toEqual([]);
});

test.each([
  "denied: 'It needs the right “Masters/colour:view”.',",
  "denied: 'Requiere el permiso «Out Bound/signup-queue:edit».',",
  "t('denied', { right: `${kind.group}/${kind.entity}:view` })",
])('%s is noticed', (line) => {
  expect(showsRight(line)).toEqual([line]);
});
