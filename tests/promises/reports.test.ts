import { unzipSync, strFromU8 } from 'fflate';
import { addDays, instantOf, isDay, monthOf } from '#shared/core/day.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamName, type StoredEvent } from '#shared/core/event.ts';
import { measureOf, measureSpans, meets, type MeasureSpan } from '#shared/families/report-measure.ts';
import { headingsOf } from '#shared/families/report-cell.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { ReportRecord } from '#shared/families/report-measure.ts';
import { initials } from '#shared/families/report.ts';
import {
  reportLimits,
  type ReportCheck,
  type ReportPage,
  type ReportSummary,
} from '#shared/families/report-wire.ts';
import { allReports } from '#server/core/registers.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals, type Tried } from '#tests/kit/principals.ts';
import { rotated, sampled, whole } from '#tests/kit/sampled.ts';

let test: TestServer;
let admin: Person;
let principals: readonly Tried[];
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
  principals = await openPrincipals(test);
});
afterAll(() => test?.close());

/** The longest period that every report has, or this one. */
const wide = (def?: ReportDef): string => {
  const to = addDays(new Date(test.server.clock.now()).toISOString().slice(0, 10), 1);
  const period = def?.filters.find((filter) => filter.kind === 'period');
  const days = Math.min(366, period?.kind === 'period' ? period.mostDays : 366);
  return `from=${addDays(to, 1 - days)}&to=${to}`;
};
/** What the tests of a report compare with is asked once: nothing in this file changes the rows of a report. */
const known = new Map<string, Promise<unknown>>();
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer as Promise<T>;
}
const summary = (def: ReportDef, query = wide(def)): Promise<ReportSummary> =>
  once(`summary ${def.name} ${query}`, async () => {
    const answer = await admin.get(`/reports-summary/${def.name}?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as ReportSummary;
  });
const allRows = (def: ReportDef): ReturnType<typeof everyRow> =>
  once(`rows ${def.name}`, () => everyRow(def));
async function everyRow(
  def: ReportDef,
  query = wide(def),
  records = 100,
): Promise<ReportPage['rows'][number][]> {
  const rows: ReportPage['rows'][number][] = [];
  for (let after: string | null = ''; after !== null;) {
    const more: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, body } = (await admin.get(
      `/reports-rows/${def.name}?${query}&records=${records}${more}`,
    )) as { status: number; body: ReportPage };
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.rows);
    after = body.next;
  }
  return rows;
}
/** The CSV of a report, with what the log notes of this export; a worker of its own writes each file. */
const exported = (def: ReportDef): Promise<{ text: string; noted: readonly StoredEvent[] }> =>
  once(`export ${def.name}`, async () => {
    const head = test.server.log.head();
    const { body } = await admin.get(`/reports-export/${def.name}?${wide(def)}`);
    return { text: String(body), noted: await test.server.log.readAfter(head, 10, ['masterfile']) };
  });
const as = (name: string, url: string) => {
  const one = principals.find((person) => person.name === name);
  if (!one) throw new Error(`No principal is called ${name}.`);
  return test.server.app.inject({ method: 'GET', url, headers: { host: 'console.test', ...one.headers } });
};

/** The log, read once; each call reads on from where the last one ended. */
const events: StoredEvent[] = [];
async function wholeLog(): Promise<readonly StoredEvent[]> {
  for (let more = true; more;) {
    const next = await test.server.log.readAfter(events.at(-1)?.position ?? 0, 5_000);
    events.push(...next);
    more = next.length === 5_000;
  }
  return events;
}

/** The rows of a report folded from the log in memory, without its tables and without SQL. */
async function replayed(
  def: ReportDef,
  { from, to }: Pick<ReportSummary, 'from' | 'to'>,
  span?: MeasureSpan,
): Promise<ReportRecord[]> {
  const { model } = def;
  // Rows that the report's own SQL makes are compared by its check.
  if (model.kept || def.from) return everyRow(def, `from=${from}&to=${to}`);
  const states = new Map<string, unknown>();
  for (const event of await wholeLog()) {
    const subject = model.streams.includes(streamName(event.stream)) ? model.subject(event) : null;
    if (subject !== null) states.set(subject, model.fold(states.get(subject), event, subject));
  }
  const period = def.filters.find((filter) => filter.kind === 'period');
  const [start, end] = period
    ? [span === undefined ? instantOf(from) : 0, instantOf(span === 'before' ? from : addDays(to, 1))]
    : [0, 0];
  return [...states]
    .flatMap(([subject, state]) => [...model.rows(state, subject)])
    .filter((row: ReportRecord) => def.only === undefined || meets(row, def.only))
    .filter((row: ReportRecord) => {
      const at = period?.kind === 'period' ? row[period.name] : null;
      if (at == null) return period === undefined;
      const ms = isDay(String(at)) ? instantOf(String(at)) : Date.parse(String(at));
      return ms >= start && ms < end;
    });
}

/** Reports about patients, with the column of their names. */
const ofPatients = [
  ['basicVitalAnalysis', 'patient'],
  ['tpdLabDashboard', 'patient'],
  ['labReport', 'patient'],
  ['orientationReviewReport', 'customer'],
] as const;

it.each(ofPatients)(
  '%s names people, in order of their names, and by initials without the right',
  async (name, column) => {
    const def = allReports().find((one) => one.name === name)!;
    const named = (await everyRow(def, `${wide(def)}&sort=${column}`)).map((row) => String(row[column]));
    expect(named.length).toBeGreaterThan(0);
    for (const one of named) expect(one).toMatch(/^[A-Z][a-z.]+ [A-Z]/);
    const collator = new Intl.Collator('en');
    expect(named).toEqual(named.toSorted(collator.compare));
    const seen = (await as('report access', `/reports-rows/${name}?${wide(def)}`)).json() as ReportPage;
    for (const row of seen.rows) expect(String(row[column])).toMatch(/^[A-Z]{1,4}$/);
  },
);

it('opens from a row to its events: what, when and by whom, to whoever sees the row and may open its record', async () => {
  const def = allReports().find(({ name }) => name === 'tpdOrderDashboard')!;
  const rows = await allRows(def);
  for (const row of rows) {
    const { status, body } = await admin.get(`/reports-events/${def.name}/${String(row.id)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const stored = await test.server.log.readStream(`tpdrx-${String(row.id)}`);
    expect(body.total).toBe(stored.length);
    expect(body.events.map(({ position }: { position: number }) => position)).toEqual(
      stored.map(({ position }) => position).toReversed(),
    );
    expect(Object.keys(body.events[0]).toSorted()).toEqual(['at', 'by', 'position', 'stream', 'what']);
    expect(body.events.at(-1).what).not.toBe(stored[0]!.type);
  }
  const elsewhere = rows.find((row) => row['iPooId'] !== 12)!;
  const path = `/reports-events/${def.name}/${String(elsewhere.id)}`;
  expect((await as('report access', path)).statusCode).toBe(403);
  expect((await as('report access elsewhere', path)).statusCode).toBe(403);
  expect((await as('no role', path)).statusCode).toBe(403);
  expect((await admin.get(`/reports-events/${def.name}/987654`)).status).toBe(404);
  expect((await admin.get('/reports-events/attendanceMonth/153')).status).toBe(404);
});

/** Reports that are opened, limited, kept and asked for in the same way. */
const familyOf = ({ guard, model, scope, filters }: ReportDef): string =>
  [guard, model.kept, scope.place === null, filters.map(({ kind }) => kind).includes('period')].join(' ');

describe.each(allReports())('$name', (def) => {
  it('has rows in the demo', async () => {
    expect((await summary(def)).total).toBeGreaterThan(0);
  });

  it('is refused to a stranger, and its file to a viewer without the export right', async () => {
    for (const route of [
      'reports-rows',
      'reports-summary',
      'reports-check',
      'reports-export',
      'reports-views',
    ])
      expect((await as('no role', `/${route}/${def.name}`)).statusCode, route).toBe(403);
    const look = await as('report access', `/reports-summary/${def.name}`);
    // A dashboard has a right of its own, which access to reports does not include.
    expect(look.statusCode).toBe(def.guard === 'report' ? 200 : 403);
    if (def.guard !== 'report') {
      for (const [who, whole] of [
        ['view only', false],
        ['full access', true],
      ] as const) {
        const seen = (await as(who, `/reports-summary/${def.name}`)).json() as ReportSummary;
        const file = await as(who, `/reports-export/${def.name}`);
        expect([who, seen.mayExport, file.statusCode]).toEqual([who, whole, whole ? 200 : 403]);
      }
      return;
    }
    // Everybody who may open the stock query may export it (specification §5).
    const open = def.entity === 'stockQuery';
    expect((look.json() as ReportSummary).mayExport).toBe(open);
    expect((await as('report access', `/reports-export/${def.name}`)).statusCode).toBe(open ? 200 : 403);
  });

  it.each([
    ['report access', 1],
    ['report access elsewhere', 12],
  ])('shows to %s the rows of place %i and no others, in its figures too', async (who, place) => {
    if (def.guard !== 'report') {
      expect((await as(who, `/reports-rows/${def.name}?${wide(def)}`)).statusCode).toBe(403);
      return;
    }
    const at = def.scope.place;
    const mine = (await allRows(def)).filter((row) => at === null || row[at] === place);
    const shown: ReportPage = (await as(who, `/reports-rows/${def.name}?${wide(def)}`)).json();
    expect(shown.rows.map(({ id }) => id)).toEqual(mine.slice(0, 100).map(({ id }) => id));
    const figures: ReportSummary = (await as(who, `/reports-summary/${def.name}?${wide(def)}`)).json();
    expect([figures.total, figures.chart.reduce((sum, one) => sum + one.rows, 0)]).toEqual([
      mine.length,
      mine.length,
    ]);
  });
});

it.each([
  ['report access', 1],
  ['report access elsewhere', 12],
])('a check by %s replays the rows of place %i and no others', async (who, place) => {
  const def = allReports().find(({ name }) => name === 'leadStatusReport')!;
  const mine = (await allRows(def)).filter((row) => row[def.scope.place!] === place);
  const other = (await allRows(def)).find((row) => row[def.scope.place!] !== place)!;
  const check = async (): Promise<ReportCheck> =>
    (await as(who, `/reports-check/${def.name}?${wide(def)}`)).json() as ReportCheck;
  expect(await check()).toMatchObject({ same: true, rows: mine.length });
  const change = (by: number) =>
    test.server.pool.query(`update report_${def.model.name} set attempts = attempts + $1 where id = $2`, [
      ...[by, other.id],
    ]);
  expect((await change(1)).rowCount).toBe(1);
  expect(await check(), 'a row of another place differs').toMatchObject({ same: true, differing: 0 });
  await change(-1);
});

describe.each(sampled(allReports(), familyOf))('$name', (def) => {
  it('has the figures of a replay of the events', async () => {
    const { total, totals, measures, ...period } = await summary(def);
    const rows = await replayed(def, period);
    const spans = new Map(
      await Promise.all(measureSpans.map(async (span) => [span, await replayed(def, period, span)] as const)),
    );
    expect(total).toBe(rows.length);
    const open = def.measures.filter(
      ({ of, per, where, among }) =>
        ![of, per, where?.column, among?.column].some(
          (name) => def.columns.find((one) => one.name === name)?.joined,
        ),
    );
    expect(Object.fromEntries(open.map(({ name }) => [name, measures[name]]))).toEqual(
      Object.fromEntries(
        open.map((one) => [one.name, measureOf(one, (one.span && spans.get(one.span)) ?? rows)]),
      ),
    );
    const sums = def.columns.filter((one) => one.total !== undefined && !one.joined);
    expect(totals).toMatchObject(
      Object.fromEntries(
        sums.map((one) => [one.name, measureOf({ name: '', kind: one.total!, of: one.name }, rows)]),
      ),
    );
  });

  it('is checked: its figures and rows are those of its events, and a row changed by hand is found', async () => {
    const check = async (): Promise<ReportCheck> => {
      const { status, body } = await admin.get(`/reports-check/${def.name}?${wide(def)}`);
      expect(status, JSON.stringify(body)).toBe(def.model.kept ? 409 : 200);
      return body as ReportCheck;
    };
    const right = await check();
    if (def.model.kept) return;
    const { total } = await summary(def);
    expect(right).toMatchObject({ same: true, rows: total, differing: 0, ids: [] });
    expect(right.events).toBeGreaterThan(0);
    if (def.from) return;

    const [row] = await allRows(def);
    const stored = def.columns.filter((one) => !one.joined && row![one.name] != null);
    const sum = stored.find((one) => one.total === 'sum');
    const { name, kind } = sum ?? stored[0]!;
    const change = async (text: string): Promise<void> => {
      const { rowCount } = await test.server.pool.query(
        `update report_${def.model.name} set "${name}" = ${text} where id = $1`,
        [row!.id],
      );
      expect(rowCount).toBe(1);
    };
    const before = await test.server.pool.query<{ was: string }>(
      `select "${name}"::text as was from report_${def.model.name} where id = $1`,
      [row!.id],
    );
    const was = `'${before.rows[0]!.was.replaceAll("'", "''")}'`;
    const types = { datetime: 'timestamptz', place: 'integer' } as const;
    await change(
      kind === 'datetime'
        ? `"${name}" + interval '1 ms'`
        : ['number', 'money', 'minutes', 'seconds', 'place'].includes(kind)
          ? `"${name}" + 1`
          : `'by hand'`,
    );
    const wrong = await check();
    await change(sum ? `${was}::bigint` : `${was}::${types[kind as 'place'] ?? 'text'}`);
    expect([wrong.same, wrong.differing, wrong.ids]).toEqual([false, 1, [row!.id]]);
    if (sum)
      expect(wrong.figures.find((one) => one.name === `total.${name}`)).toMatchObject({
        shown: right.figures.find((one) => one.name === `total.${name}`)!.anew! + 1,
        anew: right.figures.find((one) => one.name === `total.${name}`)!.anew,
      });
    expect((await check()).same).toBe(true);
  });

  it('compares with the period before: its figures are those of that period asked for alone', async () => {
    const { from, to } = await summary(def);
    if (from === '') return;
    const period = def.filters.find(({ kind }) => kind === 'period') as { name: string };
    const byMonth = def.columns.find(({ name }) => name === period.name)!.kind === 'month';
    const late = byMonth ? `${monthOf(to)}-01` : addDays(to, -9);
    const before = {
      from: byMonth ? `${monthOf(addDays(late, -1))}-01` : addDays(late, -10),
      to: addDays(late, -1),
    };
    const compared = await summary(def, `from=${late}&to=${to}&compare=before`);
    const alone = await summary(def, `from=${before.from}&to=${before.to}`);
    expect(compared.before).toEqual({
      ...before,
      total: alone.total,
      totals: alone.totals,
      measures: alone.measures,
    });
    expect(alone.before).toBeNull();
  });

  it('pages by key through every row once, and its totals, groups and chart match the rows', async () => {
    const { total } = await summary(def);
    const rows = await everyRow(def, wide(def), Math.max(3, Math.ceil(total / 4)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    expect(rows).toHaveLength(total);
    for (const group of def.groups) {
      const { groups, chart } = await summary(def, `${wide(def)}&group=${group}`);
      expect(
        groups.reduce((sum, one) => sum + one.rows, 0),
        group,
      ).toBe(total);
      expect(chart.reduce((sum, one) => sum + one.rows, 0)).toBe(total);
      for (const { keys, rows: n } of groups) {
        const kind = def.columns.find((one) => one.name === group)!.kind;
        if (kind !== 'datetime')
          expect(
            rows.filter((row) => String(row[group] ?? null) === String(keys[0])).length,
            `${group} ${keys[0]}`,
          ).toBe(n);
      }
    }
  });

  it('sorts by every column both ways without losing a row', async () => {
    const { total } = await summary(def);
    const pages = Math.min(reportLimits.page, Math.max(2, Math.ceil(total / 2)));
    const sorts = def.columns.flatMap(({ name }) => [name, `-${name}`]);
    for (const sort of rotated(sorts, allReports().indexOf(def), 3))
      expect(
        new Set((await everyRow(def, `${wide(def)}&sort=${sort}`, pages)).map(({ id }) => id)).size,
        sort,
      ).toBe(total);
  });

  it('sorts by several columns: equal values of the first in the order of the second, without losing a row', async () => {
    const { total } = await summary(def);
    const first = def.groups.find((name) => name !== def.sort.column) ?? def.columns[0]!.name;
    const kindOf = (name: string): string => def.columns.find((one) => one.name === name)!.kind;
    const second = [def.sort.column, ...def.columns.map(({ name }) => name)].find(
      (name) => name !== first && !['text', 'id', 'person', 'choice'].includes(kindOf(name)),
    );
    if (second === undefined) return;
    const size = Math.min(reportLimits.page, Math.max(3, Math.ceil(total / 4)));
    const rows = await everyRow(def, `${wide(def)}&sort=${first},-${second}`, size);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    const values = rows.map((row) => row[first] ?? null);
    expect(values.filter((value, i) => value !== values[i - 1])).toHaveLength(new Set(values).size);
    for (const [i, row] of rows.entries()) {
      const before = rows[i - 1];
      if (!before || before[first] !== row[first] || row[second] == null) continue;
      expect(before[second] != null && before[second] >= row[second], `${first}, ${second}`).toBe(true);
    }
  });

  it('shows initials instead of a hidden name, on the screen and in the file', async () => {
    const hidden = def.columns.filter(({ unmask }) => unmask !== undefined);
    const full = await allRows(def);
    for (const { name } of hidden) {
      const url = `${wide(def)}&columns=${def.columns[0]!.name},${name}`;
      const shown = (await as('report export', `/reports-rows/${def.name}?${url}`)).json() as ReportPage;
      const own = full.filter(({ id }) => shown.rows.some((row) => row.id === id));
      expect(own.length).toBeGreaterThan(0);
      for (const row of shown.rows)
        expect(row[name]).toBe(
          row[name] === null ? null : initials(String(full.find(({ id }) => id === row.id)![name])),
        );
      if (whole || name === hidden[0]!.name) {
        const file = (await as('report export', `/reports-export/${def.name}?${url}`)).body;
        for (const row of own)
          if (row[name] && String(row[name]).length > 3) expect(file).not.toContain(String(row[name]));
      }
      expect((await as('report export', `/reports-rows/${def.name}?${url}&sort=${name}`)).statusCode).toBe(
        403,
      );
    }
  });

  it('explains an invalid query', async () => {
    for (const wrong of [
      'from=2026-13-01&to=2026-12-01',
      'sort=nothing',
      `sort=${def.sort.column},-${def.sort.column}`,
      'group=nothing',
      'where={',
      'where={"nothing":["1"]}',
      ...(def.filters.some(({ kind }) => kind === 'period') ? ['from=2020-01-01&to=2026-01-01'] : []),
      'after=x',
    ])
      expect((await admin.get(`/reports-rows/${def.name}?${wrong}`)).status, wrong).toBe(400);
  });
});

/** A worker of its own writes each file. */
describe.each(sampled(allReports(), familyOf, 18))('$name', (def) => {
  it('writes every row into its CSV, and as typed cells into its workbook', async () => {
    const { total } = await summary(def);
    const { text } = await exported(def);
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
    const visible = def.columns.filter((one) => !one.hidden);
    const cellsOfRow = visible.flatMap((one) => headingsOf(one, String)).length;
    expect(lines[0]!.split(',')).toHaveLength(cellsOfRow);
    expect(lines).toHaveLength(total + 1);
    const rows = await allRows(def);
    // Texts before the first reference may contain commas: only the columns before them are cut from a row.
    const reference = visible.findIndex(({ kind }) => kind === 'id');
    if (
      reference >= 0 &&
      visible.slice(0, reference).every(({ kind }) => kind === 'datetime' || kind === 'date')
    )
      expect(lines.slice(1).map((line) => line.split(',')[reference])).toEqual(
        rows.map((row) => row[visible[reference]!.name] ?? ''),
      );
    const sheet = await test.server.app.inject({
      method: 'GET',
      url: `/reports-export/${def.name}?${wide(def)}&format=xlsx`,
      headers: { host: 'console.test', ...principals.find(({ name }) => name === 'admin by list')!.headers },
    });
    expect(sheet.statusCode).toBe(200);
    const book = unzipSync(sheet.rawPayload);
    const xml = strFromU8(book['xl/worksheets/sheet1.xml']!);
    const texts = def.translations.en as Readonly<Record<string, string>>;
    const about = strFromU8(book['xl/worksheets/sheet2.xml']!)
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"');
    expect(strFromU8(book['xl/workbook.xml']!)).toContain('<sheet name="About"');
    for (const text of [texts['title']!, ...def.measures.map(({ name }) => texts[`means.${name}`]!)])
      expect(about).toContain(text);
    expect(about).toContain(`<v>${total}</v>`);
    expect(xml.match(/<row /g)).toHaveLength(total + 1);
    expect(xml.match(/<col /g)).toHaveLength(cellsOfRow);
    if (visible[0]!.kind === 'datetime') expect(xml).toMatch(/<c r="A2" s="3"><v>\d{5}\.\d+<\/v><\/c>/);
    if (visible[0]!.kind === 'date') expect(xml).toMatch(/<c r="A2" s="2"><v>\d{5}<\/v><\/c>/);
  });

  it('writes the columns that were asked for, in their order', async () => {
    const [one, two, three] = def.columns.map(({ name }) => name);
    const { body } = await admin.get(
      `/reports-export/${def.name}?${wide(def)}&columns=${three},${one},${two}`,
    );
    const texts = def.translations.en as Readonly<Record<string, string>>;
    expect(String(body).replace('\ufeff', '').split('\r\n')[0]).toContain(
      [three, one].map((name) => texts[`column.${name}`]).join(','),
    );
  });

  it('records each export with its rows and its query', async () => {
    const { total } = await summary(def);
    const { noted } = await exported(def);
    expect(noted[0]?.data).toMatchObject({ master: def.name, rows: total, format: 'csv' });
  });
});

describe('a report with an opening and a closing balance', () => {
  it('continues where the days before ended, in all and for each group', async () => {
    const def = allReports().find(({ name }) => name === 'incentiveLedger')!;
    const rows = await allRows(def);
    const days = rows.map(({ day }) => String(day)).toSorted();
    const [first, middle, last] = [days[0]!, days[Math.floor(days.length / 2)]!, days.at(-1)!];
    const figures = (from: string, to: string) => summary(def, `from=${from}&to=${to}&group=employee`);
    const whole = await figures(first, last);
    const before = await figures(first, addDays(middle, -1));
    const after = await figures(middle, last);
    expect(before.measures['closing']).not.toBe(0);
    expect(after.measures['opening']).toBe(before.measures['closing']);
    expect(after.measures['closing']).toBe(whole.measures['closing']);
    for (const { measures } of [whole, before, after, ...after.groups]) {
      const of = (name: string): number => Number(measures[name]);
      expect(of('opening') + of('accrued') - of('reversed') + of('adjusted') - of('paid')).toBe(
        of('closing'),
      );
    }
    expect(after.groups.map(({ measures }) => measures['opening'])).toEqual([after.measures['opening']]);
  });

  it('says of the demo’s affiliate what was earned, lost, adjusted and paid', async () => {
    const def = allReports().find(({ name }) => name === 'incentiveLedger')!;
    const rows = await allRows(def);
    const kinds = new Set(rows.map(({ kind, state }) => `${kind} ${state}`));
    expect([...kinds].toSorted()).toEqual([
      'accrual closed',
      'accrual open',
      'adjustment open',
      'adjustment waiting',
      'payout closed',
      'reversal open',
    ]);
    // Two versions of the plan were in force on the days of its sales.
    expect(new Set(rows.filter(({ kind }) => kind === 'accrual').map(({ rate }) => rate))).toEqual(
      new Set(['2 %', '2.5 %']),
    );
  });
});
