import type { Pool } from 'pg';
import { maskPhone } from '#shared/core/phone.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { placeFilter } from '#shared/families/master-field.ts';
import type { MasterPage, MasterRow } from '#shared/families/master-wire.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';
import { countsSql } from './counts.ts';
import { readLabels } from './labels.ts';
import { listSql, scopeSql, Values, type ByNamed, type ListAsk, type ListSql } from './list-query.ts';
import { pagePlan, type Mark, type PagePlan } from './page-plan.ts';
import { queryRows, wireRow, type RowAsRead } from './wire-row.ts';

export interface Reading {
  readonly pool: Pool;
  readonly rows: OpenSqlView;
  readonly byName: ReadonlyMap<string, MasterDef>;
  /** The first declaration of a kind speaks for it; a second one is another screen of the same records. */
  readonly byKind: ReadonlyMap<string, MasterDef>;
}

const shown =
  "m.id, m.version, m.status, m.cancelled, m.stage, m.stage_at, m.merged_into, m.fields - 'state' as fields, m.created_at, m.updated_by, m.updated_at";
const shownOf = (def: MasterDef, viewer: Viewer): string => `${shown}, ${countsSql(def, viewer)} as counts`;

/** One page of a list. More than the page may hold is cut, and says so. */
export async function readPage(reading: Reading, def: MasterDef, ask: ListAsk & { readonly pageNo: number; readonly records: number }): Promise<MasterPage> {
  const limit = Math.min(Math.max(1, ask.records), def.pageSize);
  const position = reading.rows.position();
  const values = new Values();
  const sql = listSql(def, ask, values);
  const { from: records, left: where, byNamed } = sql;
  const from = ask.pageNo * limit;
  const columns = shownOf(def, ask.viewer);
  const counts = countsOf(reading, `select count(*) as n from ${records} where ${where}`, [...values.list]);
  const near: PagePlan = { at: null, back: false, skip: from, take: limit };
  // What is searched for is found once, for the page and for its count; a page beyond all of it counts nothing.
  const hits = sql.searchFirst && from < deep && !counts.kept() ? readRows(reading, columns, sql, [...values.list], near, { counted: true }) : null;
  const counting = counts.kept() ?? counts.keep(hits ? hits.then(([first]) => (first ? Number(first.total) : counts.ask())) : counts.ask());
  // The beginning of the whole list, as everybody sees it who sees all of it.
  const often = from === 0 && ask.q === '' && values.list.length === 1;
  const whole = async (): Promise<RowAsRead[]> => {
    if (from < deep) return readRows(reading, columns, sql, [...values.list], near, { often });
    const marks = marksOf(reading, JSON.stringify([where, records, sql.order, values.list]));
    const rows = await readRows(reading, columns, sql, [...values.list], pagePlan({ from, limit, total: await counting, marks }));
    const [first] = rows;
    if (first?.mark != null) marks.push({ offset: from, key: first.mark, id: first.id });
    return rows;
  };
  const beginning = async (): Promise<RowAsRead[]> => {
    if (hits) return hits;
    const upTo = from + limit;
    if (!byNamed || ask.q !== '' || upTo > deepestByNamed) return whole();
    const sorted = [...values.list, limit, from, byNamed.lookup, upTo];
    const at = { page: `$${sorted.length - 3}`, from: `$${sorted.length - 2}`, lookup: `$${sorted.length - 1}`, upTo: `$${sorted.length}` };
    const rows = await queryRows(reading.pool, byNamedSql(columns, byNamed, where, at), sorted, often);
    // Fewer than a page: the records that name nothing come after these, and are found by the whole order only.
    return rows.length < limit ? whole() : rows;
  };
  const [found, counted] = await Promise.all([beginning(), counting]);
  const tell = maskFor(def, ask.viewer);
  const rows = found.map((row) => tell(wireRow(row)));
  return {
    rows,
    labels: await readLabels(reading, def, [...rows.map((row) => row.fields), ...placesAsked(def, ask)]),
    total: counted,
    pageNo: ask.pageNo,
    records: limit,
    cut: ask.records > limit,
    limit,
    position,
  };
}

/** The places by which a list is filtered are called by their names too, where its records name none. */
function placesAsked(def: MasterDef, { filter }: Pick<ListAsk, 'filter'>): readonly Fields[] {
  return def.placeOf ? [filter[placeFilter.name]?.value ?? []].flat().map((id) => ({ [placeFilter.name]: id })) : [];
}

/** From so many rows on the way to a page is chosen; it waits for the count. */
const deep = 2_000;
const deepestByNamed = 2_000;

async function readRows(
  { pool }: Reading,
  columns: string,
  sql: ListSql,
  values: unknown[],
  { at, back, skip, take }: PagePlan,
  { often = false, counted = false }: { readonly often?: boolean; readonly counted?: boolean } = {},
): Promise<RowAsRead[]> {
  if (take === 0) return [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const { mark } = sql;
  const side = back ? (mark?.down ? '>' : '<') : mark?.down ? '<=' : '>=';
  const from = at && mark ? ` and (${mark.sql}, m.id) ${side} (${value(at.key)}::${mark.type}, ${value(at.id)}::integer)` : '';
  const key = mark ? `(${mark.sql})::text` : 'null';
  const page = `from ${sql.from} ${sql.joins} where ${sql.left}${from} order by ${back ? sql.back : sql.order} limit ${value(take)} offset ${value(skip)}`;
  // Past others, or counted: first which rows they are, from an index alone where one holds all that is asked, then what a page shows of just those.
  const total = counted ? 'count(*) over ()' : 'null';
  const text =
    skip === 0 && !counted
      ? `select ${columns}, ${key} as mark ${page}`
      : `select ${columns}, p.mark, p.total from (select id, mark, total, row_number() over () as n from (select m.id, ${key} as mark, ${total} as total ${page}) found) p
         join master_rows m on m.kind = ${sql.kind} and m.id = p.id order by p.n`;
  const rows = await queryRows(pool, text, values, often);
  return back ? rows.reverse() : rows;
}

const mostKept = 200;
interface Known {
  readonly counts: Map<string, Promise<number>>;
  readonly marks: Map<string, Mark[]>;
}
const known = new WeakMap<OpenSqlView, Known>();

/** What is known of lists until a record of any master changes. */
function knownOf(rows: OpenSqlView): Known {
  const found = known.get(rows);
  if (found) return found;
  const fresh: Known = { counts: new Map(), marks: new Map() };
  known.set(rows, fresh);
  rows.watch(() => {
    fresh.counts.clear();
    fresh.marks.clear();
  });
  return fresh;
}

interface Counts {
  kept(): Promise<number> | undefined;
  ask(): Promise<number>;
  keep(counted: Promise<number>): Promise<number>;
}

/** How many records a list has; counted once, since counting a long list costs more than its page. */
function countsOf({ pool, rows }: Reading, text: string, values: readonly unknown[]): Counts {
  const { counts } = knownOf(rows);
  const key = JSON.stringify([text, values]);
  return {
    kept: () => counts.get(key),
    ask: async () => Number((await pool.query<{ n: string }>(text, [...values])).rows[0]!.n),
    keep(counted) {
      if (counts.size >= mostKept) counts.clear();
      counts.set(key, counted);
      counted.catch(() => counts.get(key) === counted && counts.delete(key));
      return counted;
    },
  };
}

/** Where the deep pages of a list that were read began. */
function marksOf({ rows }: Reading, key: string): Mark[] {
  const { marks } = knownOf(rows);
  const found = marks.get(key);
  if (found && found.length < mostKept) return found;
  if (marks.size >= mostKept) marks.clear();
  const fresh: Mark[] = [];
  marks.set(key, fresh);
  return fresh;
}

function byNamedSql(columns: string, { value, way }: ByNamed, where: string, at: { page: string; from: string; lookup: string; upTo: string }): string {
  return `select ${columns} from (select s.id, lower(s.name) as by from master_rows s where s.kind = ${at.lookup} order by lower(s.name)${way}) n
    cross join lateral (select m.* from master_rows m where ${where} and ${value} = n.id order by m.id${way} limit ${at.upTo}) m
    order by n.by${way}, m.id${way} limit ${at.page} offset ${at.from}`;
}

/** One record, when it is among those that this viewer may know of. */
export async function readRow(reading: Pick<Reading, 'pool'>, def: MasterDef, id: number, viewer: Viewer): Promise<MasterRow | null> {
  const values = new Values();
  const here = `m.kind = ${values.take(def.kind)} and m.id = ${values.take(id)}`;
  const scope = scopeSql(def, viewer, values);
  const rows = await queryRows(reading.pool, `select ${shownOf(def, viewer)} from master_rows m where ${here}${scope ? ` and ${scope}` : ''}`, values.list);
  return rows[0] ? wireRow(rows[0]) : null;
}

const declared = new WeakMap<MasterDef, ReadonlySet<string>>();

/** What this screen may tell of a record; another screen of its kind may tell more. */
export function toldBy(def: MasterDef): ReadonlySet<string> {
  let names = declared.get(def);
  if (!names) declared.set(def, (names = new Set([...[...def.fields, ...(def.counts ?? [])].map(({ name }) => name), 'iStatus'])));
  return names;
}

type Told = { readonly fields: Fields };

/** How its screen tells a record to this viewer: phones in full to those who may change it. */
export function maskFor(def: MasterDef, viewer: Viewer): <R extends Told>(row: R) => R {
  const own = toldBy(def);
  const phones = may(viewer, def.need('edit')).ok ? [] : def.fields.filter((field) => field.kind === 'phone');
  return <R extends Told>(row: R): R => {
    const fields: Record<string, unknown> = {};
    for (const name in row.fields) if (own.has(name)) fields[name] = row.fields[name];
    for (const { name } of phones) if (fields[name] != null) fields[name] = maskPhone(String(fields[name]));
    return { ...row, fields };
  };
}

/** One record as its screen tells it to this viewer. */
export function masked<R extends Told>(def: MasterDef, viewer: Viewer, row: R): R {
  return maskFor(def, viewer)(row);
}
