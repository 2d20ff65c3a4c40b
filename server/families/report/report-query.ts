import { instantFrom } from '#shared/core/instant.ts';
import { addDays, instantOf, monthOf } from '#shared/core/day.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { meantOf, plainText, readSearch } from '#shared/core/plain.ts';
import { refuse } from '#shared/core/refusal.ts';
import { daysIn, type Period } from '#shared/families/report-period.ts';
import type { Measure, MeasureSpan, MeasureWhere, ReportValue } from '#shared/families/report-measure.ts';
import type { ReportColumn, ReportColumnKind, ReportDef } from '#shared/families/report.ts';
import { teamSql } from '../../access/team-sql.ts';
import { collated, type Values } from '../master/list-query.ts';
import { escapeLike } from '#server/store/like.ts';

export interface ReportSort {
  readonly column: string;
  readonly way: 'asc' | 'desc';
}

/** The query of a report; `where` names choices and places by column. */
export interface ReportQuery {
  readonly period: Period | null;
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly q: string;
  /** Each further column orders the rows that are equal in those before. */
  readonly sort: readonly ReportSort[];
  readonly group: string | null;
  /** Whether the figures of the period before are wanted too. */
  readonly compare: boolean;
  /** The instant of the query, in ms. */
  readonly now: number;
  /** Rows before the period, or up to its end, instead of those in it. */
  readonly span?: MeasureSpan;
}

export const zone = 'Asia/Kolkata';
const isWhole = (kind: ReportColumnKind): boolean =>
  ['number', 'money', 'minutes', 'seconds', 'place'].includes(kind);
const quoted = (name: string): string => `r."${name}"`;
/** Columns that people read as texts are sorted as texts are; others by what they mean. */
export const isTextual = (kind: ReportColumnKind): boolean => ['text', 'id', 'person'].includes(kind);
const sortable = ({ name, kind }: ReportColumn): string =>
  isTextual(kind) ? collated(quoted(name)) : quoted(name);

/** Columns that this reader sees as initials only: they cannot be sorted, searched or grouped. */
export function maskedFor(def: ReportDef, viewer: Viewer): string[] {
  return def.columns
    .filter(({ unmask }) => unmask !== undefined && !may(viewer, unmask).ok)
    .map(({ name }) => name);
}

export function columnOf(def: ReportDef, name: string): ReportColumn {
  const column = def.columns.find((one) => one.name === name);
  if (!column) throw refuse('badFormat', 400, { label: name }, name);
  return column;
}

/** The filter's rows that this reader may see: those of own places, and one's own. */
export function whereSql(def: ReportDef, query: ReportQuery, viewer: Viewer, values: Values): string {
  const masked = maskedFor(def, viewer);
  const parts = [scopeSql(def, viewer, values), def.only ? meetsSql(def.only, values) : ''];
  for (const filter of def.filters) {
    if (filter.kind === 'period' && query.period)
      parts.push(
        query.span
          ? spanSql(columnOf(def, filter.name), query.period, query.span, values)
          : periodSql(columnOf(def, filter.name), query.period, filter.mostDays, values),
      );
    if (filter.kind === 'place' || filter.kind === 'choice' || filter.kind === 'reference') {
      const chosen = query.where[filter.name];
      if (chosen) parts.push(chosenSql(columnOf(def, filter.name), chosen, values));
    }
    if (filter.kind === 'find') {
      const open = filter.columns.filter((name) => !masked.includes(name));
      for (const word of readSearch(query.q).translations) {
        const like = values.take(`%${escapeLike(word)}%`);
        parts.push(
          `(${open.map((name) => `plain_text(${quoted(name)}) like ${like}`).join(' or ') || 'false'})`,
        );
      }
    }
  }
  return parts.filter(Boolean).join(' and ') || 'true';
}

/** The rows of these records of a `reference` filter that this reader may see, in whichever period they lie. */
export function recordsSql(
  def: ReportDef,
  filter: string,
  ids: readonly string[],
  query: ReportQuery,
  viewer: Viewer,
  values: Values,
): string {
  if (ids.length === 0) return 'false';
  const own = whereSql(def, { ...query, period: null, where: {}, q: '' }, viewer, values);
  return `r."${columnOf(def, filter).name}"::text = any(${values.take(ids)}::text[]) and ${own}`;
}

/** The rows with one of these values, however they are typed. */
function chosenSql(
  { name, kind, options: choices }: ReportColumn,
  chosen: readonly string[],
  values: Values,
): string {
  if (isTextual(kind))
    return `plain_text(${quoted(name)}::text) = any(${values.take(chosen.map(plainText))}::text[])`;
  const meant = choices ? chosen.map((one) => meantOf(one, choices)) : chosen;
  return `${quoted(name)}::text = any(${values.take(meant)}::text[])`;
}

function scopeSql(def: ReportDef, viewer: Viewer, values: Values): string {
  if (viewer.poos === 'all' || def.scope.place === null) return '';
  const { place, own, team } = def.scope;
  const parts = [`${quoted(place)} = any(${values.take([...viewer.poos])}::int[])`];
  if (viewer.empId !== null && (own !== undefined || team !== undefined)) {
    const me = values.take(viewer.empId);
    if (own !== undefined) parts.push(`${quoted(own)} = ${me}`);
    if (team !== undefined) parts.push(`${quoted(team)} in (${teamSql(me)})`);
  }
  return `(${parts.join(' or ')})`;
}

function periodSql({ name, kind }: ReportColumn, period: Period, mostDays: number, values: Values): string {
  const days = daysIn(period);
  if (days < 1 || days > mostDays) throw refuse('badFormat', 400, { label: 'to' }, 'to');
  if (kind === 'month')
    return `${quoted(name)} between ${values.take(monthOf(period.from))} and ${values.take(monthOf(period.to))}`;
  if (kind === 'date')
    return `${quoted(name)} between ${values.take(period.from)} and ${values.take(period.to)}`;
  const [from, end] = [instantOf(period.from), instantOf(addDays(period.to, 1))].map((at) =>
    values.take(new Date(at).toISOString()),
  );
  return `${quoted(name)} >= ${from}::timestamptz and ${quoted(name)} < ${end}::timestamptz`;
}

/** Everything before the period, or up to its end. */
function spanSql({ name, kind }: ReportColumn, period: Period, span: MeasureSpan, values: Values): string {
  const end = span === 'before' ? period.from : addDays(period.to, 1);
  if (kind === 'month') return `${quoted(name)} < ${values.take(monthOf(end))}`;
  return kind === 'date'
    ? `${quoted(name)} < ${values.take(end)}`
    : `${quoted(name)} < ${values.take(new Date(instantOf(end)).toISOString())}::timestamptz`;
}

/** Rows with an empty column come last, in either direction; the id orders what is equal in all columns. */
export function sortSql(def: ReportDef, sort: ReportQuery['sort']): string {
  const columns = sort.map(({ column, way }) => `${sortable(columnOf(def, column))} ${way} nulls last`);
  return [...columns, `r.id ${sort[0]?.way ?? 'asc'}`].join(', ');
}

/** The rows after a given one in that sort; `last` holds its value in each sorted column, and its id. */
export function afterSql(
  def: ReportDef,
  sort: ReportQuery['sort'],
  [marks, id]: readonly [readonly ReportValue[], string],
  values: Values,
): string {
  const than = (way: 'asc' | 'desc'): string => (way === 'asc' ? '>' : '<');
  const equal: string[] = [];
  const beyond = sort.flatMap(({ column, way }, i): string[] => {
    const at = sortable(columnOf(def, column));
    const value = marks[i] ?? null;
    const before = [...equal];
    if (value === null) {
      equal.push(`${at} is null`);
      return [];
    }
    const { kind } = columnOf(def, column);
    if (!isMark(value, kind)) throw refuse('badFormat', 400, { label: 'after' }, 'after');
    const mark = `${values.take(value)}::${markType(kind)}`;
    equal.push(`${at} = ${mark}`);
    return [[...before, `(${at} ${than(way)} ${mark} or ${at} is null)`].join(' and ')];
  });
  const last = [...equal, `r.id ${than(sort[0]?.way ?? 'asc')} ${values.take(id)}`].join(' and ');
  return `(${[...beyond, last].map((one) => `(${one})`).join(' or ')})`;
}

const markType = (kind: ReportColumnKind): string =>
  kind === 'datetime' ? 'timestamptz' : isWhole(kind) ? 'bigint' : 'text';

/** Whether the database can compare a column of this kind with a value. */
function isMark(value: string | number, kind: ReportColumnKind): boolean {
  if (kind === 'datetime')
    return /^\d{4}-\d\d-\d\dT/.test(String(value)) && instantFrom(String(value)) !== null;
  return isWhole(kind) ? Number.isSafeInteger(Number(value)) && value !== '' : !String(value).includes('\0');
}

/** How a column is selected: instants as ISO, numbers as numbers. */
export function selectSql({ name, kind }: ReportColumn): string {
  if (kind === 'datetime')
    return `to_char(${quoted(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;
  return isWhole(kind) ? `${quoted(name)}::float8 as "${name}"` : `${quoted(name)} as "${name}"`;
}

/** The grouping key: an instant by its business day. */
export function keySql({ name, kind }: ReportColumn): string {
  return kind === 'datetime'
    ? `to_char(${quoted(name)} at time zone '${zone}', 'YYYY-MM-DD')`
    : `${quoted(name)}::text`;
}

export function totalsSql(def: ReportDef): string[] {
  return def.columns
    .filter(({ total }) => total !== undefined)
    .map(({ name, total }) =>
      total === 'sum'
        ? `coalesce(sum(${quoted(name)}), 0)::float8 as "total.${name}"`
        : `round(avg(${quoted(name)}), 1)::float8 as "total.${name}"`,
    );
}

export function measureSql({ name, kind, of, per, where, among }: Measure, values: Values): string {
  const filter = (...conditions: readonly (MeasureWhere | undefined)[]): string => {
    const parts = conditions.flatMap((one) => (one ? [meetsSql(one, values)] : []));
    return parts.length > 0 ? ` filter (where ${parts.join(' and ')})` : '';
  };
  const meets = filter(among, where);
  const what = of === undefined ? '*' : quoted(of);
  const figure = {
    count: () => `(count(*)${meets})::float8`,
    distinct: () => `(count(distinct ${what})${meets})::float8`,
    share: () => `round(100.0 * (count(*)${meets}) / nullif((count(*)${filter(among)}), 0), 1)::float8`,
    ratio: () =>
      `round(100.0 * coalesce((sum(${what})${meets}), 0) / nullif((sum(${quoted(per ?? '')})${meets}), 0), 1)::float8`,
    sum: () => `coalesce((sum(${what})${meets}), 0)::float8`,
    average: () => `round((avg(${what})${meets}), 1)::float8`,
    median: () => `round((percentile_cont(0.5) within group (order by ${what})${meets})::numeric, 1)::float8`,
    p95: () => `round((percentile_cont(0.95) within group (order by ${what})${meets})::numeric, 1)::float8`,
  }[kind]();
  return `${figure} as "measure.${name}"`;
}

function meetsSql({ column, in: among, atLeast, below }: MeasureWhere, values: Values): string {
  const parts = [
    among ? `${quoted(column)}::text = any(${values.take(among)}::text[])` : '',
    atLeast === undefined ? '' : `${quoted(column)} >= ${values.take(atLeast)}`,
    below === undefined ? '' : `${quoted(column)} < ${values.take(below)}`,
  ];
  return parts.filter(Boolean).join(' and ');
}
