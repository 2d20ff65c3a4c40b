import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf, addDays } from '#shared/core/day.ts';
import { streamName } from '#shared/core/event.ts';
import { measureOf } from '#shared/families/report-measure.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { ReportRecord } from '#shared/families/report-measure.ts';
import { initials } from '#shared/families/report.ts';
import type { ReportPage, ReportSummary } from '#shared/families/report-wire.ts';
import { allReports } from '#server/registers.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { listedAdmin, openPrincipals, type Tried } from '#tests/kit/principals.ts';

let test: TestHouse;
let admin: Person;
let principals: readonly Tried[];
beforeAll(async () => {
  test = await openTestHouse({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
  principals = await openPrincipals(test);
});
afterAll(() => test?.close());

const wide = (): string => {
  const to = new Date(test.house.clock.now()).toISOString().slice(0, 10);
  return `from=${addDays(to, -364)}&to=${addDays(to, 1)}`;
};
const summary = async (def: ReportDef, query = wide()): Promise<ReportSummary> => {
  const answer = await admin.get(`/reports-summary/${def.name}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
async function everyRow(def: ReportDef, query = wide(), records = 100): Promise<ReportPage['rows'][number][]> {
  const rows: ReportPage['rows'][number][] = [];
  for (let after: string | null = ''; after !== null;) {
    const more: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, body } = (await admin.get(`/reports-rows/${def.name}?${query}&records=${records}${more}`)) as { status: number; body: ReportPage };
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.rows);
    after = body.next;
  }
  return rows;
}
const as = (name: string, url: string) => {
  const one = principals.find((person) => person.name === name);
  if (!one) throw new Error(`No principal is called ${name}.`);
  return test.house.app.inject({ method: 'GET', url, headers: { host: 'console.test', ...one.headers } });
};

/** The rows of a report folded from the log in memory, without its tables and without SQL. */
async function replayed(def: ReportDef, from: string, to: string): Promise<ReportRecord[]> {
  const { model } = def;
  const states = new Map<string, unknown>();
  for (let position = 0; ;) {
    const events = await test.house.log.readAfter(position, 5_000, model.streams);
    for (const event of events) {
      const subject = model.streams.includes(streamName(event.stream)) ? model.subject(event) : null;
      if (subject !== null) states.set(subject, model.fold(states.get(subject), event, subject));
    }
    if (events.length < 5_000) break;
    position = events[events.length - 1]!.position;
  }
  const period = def.filters.find((filter) => filter.kind === 'period');
  const [start, end] = [instantOf(from), instantOf(addDays(to, 1))];
  return [...states]
    .flatMap(([subject, state]) => [...model.rows(state, subject)])
    .filter((row: ReportRecord) => {
      const at = period?.kind === 'period' ? row[period.column] : null;
      return at == null ? period === undefined : Date.parse(String(at)) >= start && Date.parse(String(at)) < end;
    });
}

describe.each(allReports())('$name', (def) => {
  it('has rows in the demo', async () => {
    expect((await summary(def)).total).toBeGreaterThan(0);
  });

  it('is refused to a stranger, and its file to whoever may only look', async () => {
    for (const route of ['reports-rows', 'reports-summary', 'reports-export', 'reports-views'])
      expect((await as('no role', `/${route}/${def.name}`)).statusCode, route).toBe(403);
    const look = await as('report access', `/reports-summary/${def.name}`);
    expect(look.statusCode).toBe(200);
    expect((look.json() as ReportSummary).mayExport).toBe(false);
    expect((await as('report access', `/reports-export/${def.name}`)).statusCode).toBe(403);
  });

  it('gives the figures that a replay of the events gives', async () => {
    const { from, to, total, totals, measures } = await summary(def);
    const rows = await replayed(def, from, to);
    expect(total).toBe(rows.length);
    const open = def.measures.filter(({ of, where }) => ![of, where?.column].some((name) => def.columns.find((one) => one.name === name)?.joined));
    expect(Object.fromEntries(open.map(({ name }) => [name, measures[name]]))).toEqual(Object.fromEntries(open.map((one) => [one.name, measureOf(one, rows)])));
    const sums = def.columns.filter((one) => one.total !== undefined);
    expect(totals).toEqual(Object.fromEntries(sums.map((one) => [one.name, measureOf({ name: '', kind: one.total!, of: one.name }, rows)])));
  });

  it('pages by key through every row once, and its totals, groups and chart add up to the rows', async () => {
    const { total } = await summary(def);
    const rows = await everyRow(def, wide(), 7);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    expect(rows).toHaveLength(total);
    for (const group of def.groups) {
      const { groups, chart } = await summary(def, `${wide()}&group=${group}`);
      expect(
        groups.reduce((sum, one) => sum + one.rows, 0),
        group,
      ).toBe(total);
      expect(chart.reduce((sum, one) => sum + one.rows, 0)).toBe(total);
      for (const { keys, rows: n } of groups) {
        const kind = def.columns.find((one) => one.name === group)!.kind;
        if (kind !== 'instant') expect(rows.filter((row) => String(row[group] ?? null) === String(keys[0])).length, `${group} ${keys[0]}`).toBe(n);
      }
    }
  });

  it('sorts by every column both ways without losing a row', async () => {
    const { total } = await summary(def);
    for (const { name } of def.columns)
      for (const sort of [name, `-${name}`]) expect(new Set((await everyRow(def, `${wide()}&sort=${sort}`, 5)).map(({ id }) => id)).size, sort).toBe(total);
  });

  it.each([
    ['report access', 1],
    ['report access elsewhere', 12],
  ])('shows to %s the rows of place %i and no others, in its figures too', async (who, place) => {
    const mine = (await everyRow(def)).filter((row) => row[def.scope.place] === place);
    const shown: ReportPage = (await as(who, `/reports-rows/${def.name}?${wide()}`)).json();
    expect(shown.rows.map(({ id }) => id)).toEqual(mine.map(({ id }) => id));
    const figures: ReportSummary = (await as(who, `/reports-summary/${def.name}?${wide()}`)).json();
    expect([figures.total, figures.chart.reduce((sum, one) => sum + one.rows, 0)]).toEqual([mine.length, mine.length]);
  });

  it('writes every row into its CSV, and as typed cells into its workbook', async () => {
    const { total } = await summary(def);
    const csv = await admin.get(`/reports-export/${def.name}?${wide()}`);
    const lines = String(csv.body).replace('\ufeff', '').trimEnd().split('\r\n');
    const visible = def.columns.filter((one) => !one.hidden);
    expect(lines[0]!.split(',')).toHaveLength(visible.length);
    expect(lines).toHaveLength(total + 1);
    const reference = visible.findIndex(({ name }) => name === 'ref');
    const rows = await everyRow(def);
    expect(lines.slice(1).map((line) => line.split(',')[reference])).toEqual(rows.map((row) => row['ref']));
    const sheet = await test.house.app.inject({
      method: 'GET',
      url: `/reports-export/${def.name}?${wide()}&format=xlsx`,
      headers: { host: 'console.test', ...principals.find(({ name }) => name === 'admin by list')!.headers },
    });
    expect(sheet.statusCode).toBe(200);
    const xml = strFromU8(unzipSync(sheet.rawPayload)['xl/worksheets/sheet1.xml']!);
    expect(xml.match(/<row /g)).toHaveLength(total + 1);
    expect(xml.match(/<col /g)).toHaveLength(visible.length);
    expect(xml).toMatch(/<c r="A2" s="3"><v>\d{5}\.\d+<\/v><\/c>/);
  });

  it('notes each export with its rows and its question', async () => {
    const head = test.house.log.head();
    const { total } = await summary(def);
    await admin.get(`/reports-export/${def.name}?${wide()}`);
    const [noted] = await test.house.log.readAfter(head, 10, ['masterfile']);
    expect(noted?.data).toMatchObject({ master: def.name, rows: total, format: 'csv' });
  });

  it('shows initials where a name is not to be read, on the screen and in the file', async () => {
    const hidden = def.columns.filter(({ unmask }) => unmask !== undefined);
    const full = await everyRow(def);
    for (const { name } of hidden) {
      const url = `${wide()}&columns=ref,${name}`;
      const shown = (await as('report export', `/reports-rows/${def.name}?${url}`)).json() as ReportPage;
      const own = full.filter(({ id }) => shown.rows.some((row) => row.id === id));
      expect(own.length).toBeGreaterThan(0);
      for (const row of shown.rows) expect(row[name]).toBe(row[name] === null ? null : initials(String(full.find(({ id }) => id === row.id)![name])));
      const file = (await as('report export', `/reports-export/${def.name}?${url}`)).body;
      for (const row of own) if (row[name] && String(row[name]).length > 3) expect(file).not.toContain(String(row[name]));
      expect((await as('report export', `/reports-rows/${def.name}?${url}&sort=${name}`)).statusCode).toBe(403);
    }
  });

  it('says what is wrong with a question', async () => {
    for (const wrong of [
      'from=2026-13-01&to=2026-12-01',
      'sort=nothing',
      'group=id',
      'where={',
      'where={"id":["1"]}',
      'from=2020-01-01&to=2026-01-01',
      'after=x',
    ])
      expect((await admin.get(`/reports-rows/${def.name}?${wrong}`)).status, wrong).toBe(400);
  });
});
