import type { Pool } from 'pg';
import { maskPhone } from '#shared/core/phone.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { withoutSecrets } from '#shared/streams/masters/secret.ts';
import { placeFilter } from '#shared/families/master-field.ts';
import type { MasterPage, MasterRow } from '#shared/families/master-wire.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';
import { countsSql } from './counts.ts';
import { readLabels } from './labels.ts';
import { listSql, scopeSql, Values, type ByNamed, type ListQuery, type ListSql } from './list-query.ts';
import { pagePlan, type Mark, type PagePlan } from './page-plan.ts';
import { queryRows, wireRow, type RowAsRead } from './wire-row.ts';

export interface Queries {
  readonly pool: Pool;
  readonly rows: OpenSqlView;
  readonly byName: ReadonlyMap<string, MasterDef>;
  /** The first declaration of a kind defines it; a second one is another screen of the same records. */
  readonly byKind: ReadonlyMap<string, MasterDef>;
}

const shown =
  "m.id, m.version, m.status, m.cancelled, m.stage, m.stage_at, m.merged_into, m.fields - 'state' as fields, m.created_at, m.updated_by, m.updated_at";
const shownOf = (def: MasterDef, viewer: Viewer): string => `${shown}, ${countsSql(def, viewer)} as counts`;

/** One page of a list. A page above the limit is cut, which the answer says. */
export async function readPage(
  queries: Queries,
  def: MasterDef,
  query: ListQuery & { readonly pageNo: number; readonly records: number },
): Promise<MasterPage> {
  const limit = Math.min(Math.max(1, query.records), def.pageSize);
  const position = queries.rows.position();
  const values = new Values();
  const sql = listSql(def, query, values);
  const { from: records, left: where, byNamed } = sql;
  const from = query.pageNo * limit;
  const columns = shownOf(def, query.viewer);
  const counts = countsOf(queries, `select count(*) as n from ${records} where ${where}`, [...values.list]);
  const near: PagePlan = { at: null, back: false, skip: from, take: limit };
  // Hits are found once, for the page and for its count; a page beyond the end counts nothing.
  const hits =
    sql.searchFirst && from < deep && !counts.kept()
      ? readRows(queries, columns, sql, [...values.list], near, { counted: true })
      : null;
  const counting =
    counts.kept() ??
    counts.keep(
      hits ? hits.then(([first]) => (first ? Number(first.total) : counts.query())) : counts.query(),
    );
  // The beginning of the whole list, as everyone with full access sees it.
  const often = from === 0 && query.q === '' && values.list.length === 1;
  const whole = async (): Promise<RowAsRead[]> => {
    if (from < deep) return readRows(queries, columns, sql, [...values.list], near, { often });
    const marks = marksOf(queries, JSON.stringify([where, records, sql.sortSql, values.list]));
    const rows = await readRows(
      queries,
      columns,
      sql,
      [...values.list],
      pagePlan({ from, limit, total: await counting, marks }),
    );
    const [first] = rows;
    if (first?.mark != null) marks.push({ offset: from, key: first.mark, id: first.id });
    return rows;
  };
  const beginning = async (): Promise<RowAsRead[]> => {
    if (hits) return hits;
    const upTo = from + limit;
    if (!byNamed || query.q !== '' || upTo > deepestByNamed) return whole();
    const sorted = [...values.list, limit, from, byNamed.lookup, upTo];
    const at = {
      page: `$${sorted.length - 3}`,
      from: `$${sorted.length - 2}`,
      lookup: `$${sorted.length - 1}`,
      upTo: `$${sorted.length}`,
    };
    const rows = await queryRows(queries.pool, byNamedSql(columns, byNamed, where, at), sorted, often);
    // Fewer than a page: the records that name nothing follow, and only the full sort finds them.
    return rows.length < limit ? whole() : rows;
  };
  const [found, counted] = await Promise.all([beginning(), counting]);
  const mask = maskFor(def, query.viewer);
  const rows = found.map((row) => mask(wireRow(row)));
  return {
    rows,
    labels: await readLabels(queries, def, [
      ...rows.map((row) => row.fields),
      ...placesRequested(def, query),
    ]),
    total: counted,
    pageNo: query.pageNo,
    records: limit,
    cut: query.records > limit,
    limit,
    position,
  };
}

/** Place filters also match by name where the records name no place. */
function placesRequested(def: MasterDef, { filter }: Pick<ListQuery, 'filter'>): readonly Fields[] {
  return def.placeOf
    ? [filter[placeFilter.name]?.value ?? []].flat().map((id) => ({ [placeFilter.name]: id }))
    : [];
}

/** From this row on the plan of a page is chosen, which needs the count. */
const deep = 2_000;
const deepestByNamed = 2_000;

async function readRows(
  { pool }: Queries,
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
  const from =
    at && mark
      ? ` and (${mark.sql}, m.id) ${side} (${value(at.key)}::${mark.type}, ${value(at.id)}::integer)`
      : '';
  const key = mark ? `(${mark.sql})::text` : 'null';
  const page = `from ${sql.from} ${sql.joins} where ${sql.left}${from} order by ${back ? sql.back : sql.sortSql} limit ${value(take)} offset ${value(skip)}`;
  // With skipped rows or a count: first the ids, from an index only where one covers the query, then the
  // columns of just those rows.
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

/** The cache about lists, valid until a record of any master changes. */
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
  query(): Promise<number>;
  keep(counted: Promise<number>): Promise<number>;
}

/** The number of records of a list; cached, since counting a long list costs more than its page. */
function countsOf({ pool, rows }: Queries, text: string, values: readonly unknown[]): Counts {
  const { counts } = knownOf(rows);
  const key = JSON.stringify([text, values]);
  return {
    kept: () => counts.get(key),
    query: async () => Number((await pool.query<{ n: string }>(text, [...values])).rows[0]!.n),
    keep(counted) {
      if (counts.size >= mostKept) counts.clear();
      counts.set(key, counted);
      counted.catch(() => counts.get(key) === counted && counts.delete(key));
      return counted;
    },
  };
}

/** The first rows of deep pages that were read. */
function marksOf({ rows }: Queries, key: string): Mark[] {
  const { marks } = knownOf(rows);
  const found = marks.get(key);
  if (found && found.length < mostKept) return found;
  if (marks.size >= mostKept) marks.clear();
  const fresh: Mark[] = [];
  marks.set(key, fresh);
  return fresh;
}

function byNamedSql(
  columns: string,
  { value, way }: ByNamed,
  where: string,
  at: { page: string; from: string; lookup: string; upTo: string },
): string {
  return `select ${columns} from (select s.id, s.name as by from master_rows s where s.kind = ${at.lookup} order by s.name${way}) n
    cross join lateral (select m.* from master_rows m where ${where} and ${value} = n.id order by m.id${way} limit ${at.upTo}) m
    order by n.by${way}, m.id${way} limit ${at.page} offset ${at.from}`;
}

/** One record, when this viewer may see it. */
export async function readRow(
  queries: Pick<Queries, 'pool'>,
  def: MasterDef,
  id: number,
  viewer: Viewer,
): Promise<MasterRow | null> {
  const values = new Values();
  const here = `m.kind = ${values.take(def.kind)} and m.id = ${values.take(id)}`;
  const scope = scopeSql(def, viewer, values);
  const rows = await queryRows(
    queries.pool,
    `select ${shownOf(def, viewer)} from master_rows m where ${here}${scope ? ` and ${scope}` : ''}`,
    values.list,
  );
  return rows[0] ? wireRow(rows[0]) : null;
}

const declared = new WeakMap<MasterDef, ReadonlySet<string>>();

/** The fields that this screen shows of a record; another screen of its kind may show more. */
export function reportedBy(def: MasterDef): ReadonlySet<string> {
  let names = declared.get(def);
  if (!names)
    declared.set(
      def,
      (names = new Set([...[...def.fields, ...(def.counts ?? [])].map(({ name }) => name), 'iStatus'])),
    );
  return names;
}

type Reported = { readonly fields: Fields };

/** Masks a record for this viewer: phones in full for those who may change it, secrets for nobody. */
export function maskFor(def: MasterDef, viewer: Viewer): <R extends Reported>(row: R) => R {
  const own = reportedBy(def);
  const phones = may(viewer, def.need('edit')).ok ? [] : def.fields.filter((field) => field.kind === 'phone');
  return <R extends Reported>(row: R): R => {
    const fields: Record<string, unknown> = {};
    for (const name in row.fields) if (own.has(name)) fields[name] = row.fields[name];
    for (const { name } of phones) if (fields[name] != null) fields[name] = maskPhone(String(fields[name]));
    return { ...row, fields: withoutSecrets(def, fields) };
  };
}

/** One record as its screen shows it to this viewer. */
export function masked<R extends Reported>(def: MasterDef, viewer: Viewer, row: R): R {
  return maskFor(def, viewer)(row);
}
