import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTexts } from '#shared/core/collation.ts';
import { plainText } from '#shared/core/plain.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterPage } from '#shared/families/master-wire.ts';
import type { ReportPage } from '#shared/families/report-wire.ts';
import { allMasters, allReports } from '#server/core/registers.ts';
import { sampled } from '../kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '../kit/server.ts';

/** Lists of the demo find and sort texts as people read them, whatever the screen. */

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

/** The text as another person types it: other case, decomposed accents, curly quotes. */
const otherwise = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('')
    .replaceAll("'", '’')
    .normalize('NFD');

async function page(def: MasterDef, query: string): Promise<MasterPage> {
  const { status, body } = await admin.get(
    `/masters-list/${encodeURIComponent(def.name)}?records=500&${query}`,
  );
  expect(status, `${def.name} ${query}: ${JSON.stringify(body)}`).toBe(200);
  return body as MasterPage;
}
const filter = (field: string, op: string, value: unknown): string =>
  `filter=${encodeURIComponent(JSON.stringify({ [field]: { op, value } }))}`;

/** However a value is typed, one is meant. */
test('no two values of a choice differ by their case or accents alone', () => {
  const lists = [
    ...allMasters().flatMap(({ name, fields }) =>
      fields.map((field) => [`${name}.${field.name}`, Object.keys(field.options ?? {})] as const),
    ),
    ...allReports().flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column.options ?? []] as const),
    ),
  ];
  expect(lists.filter(([, values]) => values.length > 1).length).toBeGreaterThan(50);
  expect(
    lists.flatMap(([name, values]) => (new Set(values.map(plainText)).size === values.length ? [] : [name])),
  ).toEqual([]);
});

const textual = ['text', 'email', 'note', 'choice'];
const cases = allMasters().flatMap((def) =>
  def.route === ''
    ? []
    : def.fields.flatMap((field) =>
        textual.includes(field.kind) && !field.secret ? [{ def, name: def.name, field: field.name }] : [],
      ),
);

test.each(sampled(cases, ({ def, field }) => `${String(Boolean(def.source))} ${field}`, 12))(
  '$name, $field: filters find a text however it is typed, and its list is in order',
  async ({ def, field }) => {
    const { rows } = await page(def, `sort=${field}`);
    const isChoice = def.fields.some((one) => one.name === field && one.kind === 'choice');
    const texts = rows.flatMap((row) => (row.fields[field] == null ? [] : [String(row.fields[field])]));
    if (!isChoice) expect(texts).toEqual(texts.toSorted(compareTexts));
    const one = rows.find((row) => row.fields[field] != null && row.fields[field] !== '');
    if (!one) return;
    const typed = otherwise(String(one.fields[field]));
    for (const query of [
      filter(field, 'eq', typed),
      filter(field, 'in', [typed]),
      ...(isChoice
        ? []
        : [filter(field, 'between', [typed, typed]), filter(field, 'contains', typed.slice(0, 40))]),
    ])
      expect(
        (await page(def, `${query}&sort=${field}`)).rows.map(({ id }) => id),
        decodeURIComponent(query),
      ).toContain(one.id);
    expect((await page(def, filter(field, 'ne', typed))).rows.map(({ id }) => id)).not.toContain(one.id);
  },
);

const reports = allReports().flatMap((def) => {
  const find = def.filters.find(({ kind }) => kind === 'find');
  const column = find?.kind === 'find' ? find.columns[0] : undefined;
  return column === undefined ? [] : [{ def, name: def.name, column }];
});

test.each(sampled(reports, ({ def }) => def.guard, 12))(
  '$name: its search finds a text however it is typed, and its pages follow each other in order',
  async ({ def, column }) => {
    const read = async (query: string): Promise<ReportPage> => {
      const { status, body } = await admin.get(`/reports-rows/${def.name}?${query}`);
      expect(status, `${query}: ${JSON.stringify(body)}`).toBe(200);
      return body as ReportPage;
    };
    const sort = `sort=${column}`;
    const rows: ReportPage['rows'][number][] = [];
    let next: string | null = null;
    do {
      const at: string = next === null ? '' : `&after=${encodeURIComponent(next)}`;
      const answer: ReportPage = await read(`${sort}&records=100${at}`);
      rows.push(...answer.rows);
      ({ next } = answer);
    } while (next !== null && rows.length < 500);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const texts = rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]));
    expect(texts).toEqual(texts.toSorted(compareTexts));
    const one = rows.find((row) => row[column] != null && row[column] !== '');
    if (!one) return;
    const found = await read(`q=${encodeURIComponent(otherwise(String(one[column])))}&${sort}&records=100`);
    expect(found.rows.map((row) => row[column])).toContain(one[column]);
  },
);

const chosen = allReports().flatMap((def) =>
  def.filters.flatMap((filter) =>
    filter.kind === 'choice' ? [{ def, name: def.name, column: filter.name }] : [],
  ),
);

test.each(
  sampled(chosen, ({ def, column }) => String(def.columns.find(({ name }) => name === column)?.kind), 12),
)('$name: its filter of $column finds a value however it is typed', async ({ def, column }) => {
  const read = async (query: string): Promise<ReportPage> => {
    const { status, body } = await admin.get(`/reports-rows/${def.name}?records=100&${query}`);
    expect(status, `${query}: ${JSON.stringify(body)}`).toBe(200);
    return body as ReportPage;
  };
  const one = (await read('')).rows.find((row) => row[column] != null && row[column] !== '');
  if (!one) return;
  const where = (value: string): string =>
    `where=${encodeURIComponent(JSON.stringify({ [column]: [value] }))}`;
  const whole = await read(where(String(one[column])));
  expect(whole.rows.length).toBeGreaterThan(0);
  expect((await read(where(otherwise(String(one[column]))))).rows).toEqual(whole.rows);
});
