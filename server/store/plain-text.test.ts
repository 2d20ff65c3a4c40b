import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTexts } from '#shared/core/collation.ts';
import { plainText } from '#shared/core/plain.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { migrate } from './migrate.ts';
import { refreshCollation } from './collation.ts';

let database: FreshDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, { max: 1 });
  await migrate(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const folded = async (texts: readonly string[]): Promise<string[]> =>
  (
    await pool.query<{ text: string }>(
      'select plain_text(text) as text from unnest($1::text[]) with ordinality as t(text, n) order by n',
      [texts],
    )
  ).rows.map(({ text }) => text);

test('the database folds every character as the console does', async () => {
  // Of the scripts with thousands of signs that have neither case nor accents a few stand for all.
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
    (code) =>
      code > 0 &&
      /[^\p{Cn}\p{Cs}\p{Co}]/u.test(String.fromCodePoint(code)) &&
      (code % 97 === 0 ||
        !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}]/u.test(String.fromCodePoint(code))),
  );
  const { rows } = await pool.query<{ text: string }>(
    'select text from unnest($1::text[]) as t(text) where unicode_assigned(text)',
    [all.map((code) => `a${String.fromCodePoint(code)}B`)],
  );
  expect(rows.length).toBeGreaterThan(30_000);
  const texts = rows.map(({ text }) => text);
  const found = await folded(texts);
  const wrong = texts.filter((text, i) => found[i] !== plainText(text));
  expect(wrong.slice(0, 20).map((text) => text.codePointAt(1)!.toString(16))).toEqual([]);
});

test('and every text, whatever its spaces, quotes and marks', async () => {
  const part = fc.constantFrom(
    ...['a', 'B', ' ', '  ', '\t', '\n', '\u00a0', "'", '’', '`', '“', 'é', 'e\u0301', 'Ñ', 'ﬁ', 'ẞ', '9'],
    ...['\u200d', '\u200c', '\u00ad', 'ന\u0d4d\u200d', 'ൻ', 'क', '\u093c', 'ا', '\u064e', '\ufe0f', '😀'],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        {
          minLength: 50,
          maxLength: 50,
        },
      ),
      async (texts) => {
        expect(await folded(texts)).toEqual(texts.map(plainText));
      },
    ),
    { numRuns: 20 },
  );
  expect(await folded(['x'])).toEqual(['x']);
  expect((await pool.query('select plain_text(null) as text')).rows).toEqual([{ text: null }]);
});

test('an index of folded texts can be maintained', async () => {
  await pool.query(`create table folded (name text); insert into folded values ('José'), ('കമല'), ('B2');
    create index folded_names on folded (plain_text(name))`);
  for (const command of ['reindex index folded_names', 'analyze folded', 'vacuum folded'])
    await pool.query(command);
});

const names = [
  ...[
    'B10',
    'B2',
    'b2',
    'a',
    'Na',
    'nz',
    'Ñu',
    'oa',
    'Álvaro',
    'Alvaro',
    'alvarez',
    'Zoë',
    'SG-000301',
    'SG-12',
  ],
  ...['അനിൽ', 'കമല', 'ಅನಿಲ', 'ಕಮಲ', 'علی', '', '9 to 9', '10 Downing'],
];

test('the database sorts as the console does: by language, with numbers as numbers', async () => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as t(name) order by name collate texts',
    [names],
  );
  const sorted = rows.map(({ name }) => name);
  expect(sorted).toEqual([...names].sort(compareTexts));
  const place = (name: string): number => sorted.indexOf(name);
  expect(place('B2')).toBeLessThan(place('B10'));
  expect(place('SG-12')).toBeLessThan(place('SG-000301'));
  expect(place('9 to 9')).toBeLessThan(place('10 Downing'));
  expect(place('Álvaro')).toBe(place('Alvaro') + 1);
  expect(place('nz')).toBeLessThan(place('Ñu'));
  expect(place('Ñu')).toBeLessThan(place('oa'));
});

test('indexes in this order are made anew when the library that sorts has another version', async () => {
  await pool.query(
    'create table sorted (name text); create index sorted_names on sorted (name collate texts)',
  );
  const file = async (): Promise<string> =>
    (await pool.query<{ file: string }>("select pg_relation_filenode('sorted_names')::text as file")).rows[0]!
      .file;
  const before = await file();
  expect(await refreshCollation(pool)).toBe(false);
  expect(await file()).toBe(before);
  await pool.query("comment on collation texts is '58.0'");
  expect(await refreshCollation(pool)).toBe(true);
  expect(await file()).not.toBe(before);
  expect(await refreshCollation(pool)).toBe(false);
});
