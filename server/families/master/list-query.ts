import { headOf } from '#shared/core/cut.ts';
import type { Condition, MasterFilter } from '#shared/families/master-filter.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { placeFilter, type MasterField } from '#shared/families/master-field.ts';
import { authorTable } from '#shared/core/authors.ts';
import { instantFrom } from '#shared/core/instant.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { meantOf, plainText, readSearch } from '#shared/core/plain.ts';
import { waitingAges, waitingFilter } from '#shared/families/master-waits.ts';
import { scopeFields } from '#shared/streams/masters/scope.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/translations.ts';
import { escapeLike, phoneLikes } from '../../store/like.ts';
import { countSql } from './counts.ts';

/** The query of a list, already cut to its limits. */
export interface ListQuery {
  readonly sort: readonly string[];
  readonly filter: MasterFilter;
  readonly q: string;
  readonly cancelled: boolean;
  readonly viewer: Viewer;
  /** The current time, from which waiting times are computed. */
  readonly now: number;
}

/** Parameters of a statement; `$n` is numbered as values are added. */
export class Values {
  readonly list: unknown[] = [];
  take(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const own: Readonly<Record<string, string>> = {
  iId: 'm.id',
  iStatus: 'm.status',
  stage: 'm.stage',
  updatedAt: 'm.updated_at',
  createdAt: 'm.created_at',
  vCode: 'm.code',
  vName: 'm.name',
};
/** Kinds whose values are compared as searches compare them, and sorted as their language is. */
const textual: ReadonlySet<MasterField['kind']> = new Set([
  'text',
  'paragraph',
  'email',
  'pincode',
  'gstin',
  'url',
]);
/** The order of texts; the columns `name` and `code` have it by themselves. */
export const collated = (sql: string): string => `(${sql} collate texts)`;
const numeric: ReadonlySet<MasterField['kind']> = new Set([
  'number',
  'decimal',
  'money',
  'percent',
  'yesNo',
  'reference',
]);

/**
 * Reads a long list sorted by a named record: one named record after the other, with the list's records
 * below each.
 */
export interface ByNamed {
  readonly lookup: string;
  readonly value: string;
  readonly way: '' | ' desc';
}
export interface ListSql {
  /** The parameter of the records' kind. */
  readonly kind: string;
  readonly where: string;
  /**
   * The same in two steps, for pages: the named records as `m` (for a searched long list, the hits) and the
   * remaining conditions.
   */
  readonly from: string;
  readonly left: string;
  readonly searchFirst: boolean;
  readonly sortSql: string;
  /** The exact reverse of the sort, for pages nearer to the end. */
  readonly back: string;
  readonly joins: string;
  /**
   * The sort value, where every record has one and only the id follows it: a page can then start at a row.
   */
  readonly mark: {
    readonly sql: string;
    readonly type: 'text' | 'timestamptz';
    readonly down: boolean;
  } | null;
  /** When an index matches, the first pages are found this way without sorting the whole list. */
  readonly byNamed: ByNamed | null;
}

/** `where`, `order by` and joins of a list; names that are not fields of the master are refused. */
export function listSql(def: MasterDef, query: ListQuery, values: Values): ListSql {
  const kind = values.take(def.kind);
  const conditions = [`m.kind = ${kind}`, query.cancelled ? 'm.cancelled' : 'not m.cancelled'];
  const scope = scopeSql(def, query.viewer, values);
  if (scope) conditions.push(scope);
  for (const [name, condition] of [...Object.entries(def.only ?? {}), ...Object.entries(query.filter)])
    conditions.push(conditionSql(def, name, condition, values, query));
  const search = query.q === '' ? null : searchSql(def, query, values);
  // Search first, then sort. Otherwise a list would be read in its sort until a page of hits came up, which
  // for words at the end of the alphabet is all of it. `offset 0` separates the two; a short list is left to
  // the planner.
  const searchFirst = search !== null && has(def, 'vName') && def.fields.some((field) => field.indexed);
  const where = [...conditions, ...(search === null ? [] : [search])].join(' and ');
  return {
    kind,
    where,
    from: searchFirst ? `(select * from master_rows m where ${search} offset 0) m` : 'master_rows m',
    left: searchFirst ? conditions.join(' and ') : where,
    searchFirst,
    ...sortSql(def, query.sort, query.viewer),
  };
}

/**
 * The records of `m` that this viewer may see: those bound to own places or territories, to people of own
 * places, to nobody, and one's own. Null when all are.
 */
export function scopeSql(
  def: Pick<MasterDef, 'people' | 'scope' | 'fields'>,
  viewer: Viewer,
  values: Values,
): string | null {
  const named = scopeFields(def);
  if (named.length === 0 || viewer.poos === 'all') return null;
  const poos = values.take([...viewer.poos]);
  // A parameter that the statement never uses would have no type.
  const me =
    def.people || named.some((field) => field.of === 'employee') ? values.take(viewer.empId ?? 0) : null;
  const one = (row: string, name: string, many: boolean, mine: string): string =>
    many
      ? `exists (select 1 from jsonb_array_elements_text(${row}.fields->'${name}') as p(id) where p.id::int = any(${mine}::int[]))`
      : `(${row}.fields->>'${name}')::int = any(${mine}::int[])`;
  const none = (row: string, name: string, many: boolean): string =>
    many ? `coalesce(${row}.fields->'${name}', '[]') = '[]'::jsonb` : `${row}.fields->>'${name}' is null`;
  const parts = named.map(({ name, of, many, lookup }) => {
    if (of === 'place') return one('m', name, many, poos);
    if (of === 'territory')
      return one(
        'm',
        name,
        many,
        values.take(viewer.territories === 'all' ? [] : [...(viewer.territories ?? [])]),
      );
    const theirs = `${none('e', 'pooIds', true)} or ${one('e', 'pooIds', true, poos)}`;
    return `((m.fields->>'${name}')::int = ${me} or exists (select 1 from master_rows e where e.kind = '${lookup}' and e.id = (m.fields->>'${name}')::int and (${theirs})))`;
  });
  const own = def.people ? [`m.id = ${me}`] : [];
  return `(${[...own, `(${named.map(({ name, many }) => none('m', name, many)).join(' and ')})`, ...parts].join(' or ')})`;
}

/**
 * Every word must match; for records without a name of their own, also in the records they name. A number
 * may be a phone.
 */
function searchSql(def: MasterDef, { q, viewer }: ListQuery, values: Values): string {
  const { translations, digits } = readSearch(q);
  if (translations.length === 0) return 'true';
  const found = translations
    .map((word) => {
      const here = wordSql('m.search', word, values);
      if (has(def, 'vName')) return here;
      return `(${here} or exists (select 1 from master_refs f join master_rows r on r.kind = f.ref_kind and r.id = f.ref_id where f.kind = m.kind and f.id = m.id and ${wordSql('r.search', word, values)}))`;
    })
    .join(' and ');
  if (digits === null || !hasPhone(def)) return found;
  const likes = phoneLikes(digits, seesPhones(def, viewer));
  return likes.length === 0
    ? found
    : `(${found} or ${likes.map((like) => `m.phones like ${values.take(like)}`).join(' or ')})`;
}

/**
 * A word of one or two letters is only matched at the beginning of words: it is part of almost every other
 * one.
 */
export function wordSql(column: string, word: string, values: Values): string {
  return word.length <= 2 && /^[\p{L}\p{M}\p{N}]+$/u.test(word)
    ? `${column} ~ ${values.take(`[^[:alnum:]]${word}`)}`
    : `${column} like ${values.take(`%${escapeLike(word)}%`)}`;
}

const hasPhone = (def: MasterDef): boolean => def.fields.some((field) => field.kind === 'phone');
/** Phones are shown in full to those who may change the record. */
export const seesPhones = (def: MasterDef, viewer: Viewer): boolean => may(viewer, def.need('edit')).ok;

export const isNumeric = (field: MasterField): boolean => numeric.has(field.kind);
export const isTextual = (field: MasterField): boolean => textual.has(field.kind);
const has = (def: MasterDef, name: string): boolean => def.fields.some((field) => field.name === name);

function expression(
  def: MasterDef,
  name: string,
  viewer: Viewer,
): { sql: string; field: Pick<MasterField, 'kind' | 'lookup' | 'indexed' | 'secret' | 'options'> | null } {
  if (def.waits && name === waitingFilter.name)
    return { sql: `case when ${waitsSql(def.waits)} then m.stage_at end`, field: { kind: 'date' } };
  if (name === 'updatedBy') return { sql: authorSql(viewer.language), field: null };
  // Every object has `constructor` and `valueOf`: only own keys of the list are columns.
  if (Object.hasOwn(own, name) && (!/^v(Code|Name)$/.test(name) || has(def, name)))
    return { sql: own[name]!, field: null };
  const count = def.counts?.find((one) => one.name === name);
  if (count) return { sql: countSql(def.kind, count, viewer), field: { kind: 'number' } };
  const field = def.fields.find((one) => one.name === name);
  if (!field || !/^\w+$/.test(name)) throw refuse('unknownField', 400, { label: name }, name);
  const json = `m.fields->>'${name}'`;
  return { sql: numeric.has(field.kind) ? `(${json})::numeric` : json, field };
}

/** The last author of a record as the list shows it, with the names of jobs and services. */
function authorSql(language: Language): string {
  const translations = JSON.stringify(authorTable(language)).replaceAll("'", "''");
  return `case when m.updated_by_id is null then coalesce('${translations}'::jsonb->>m.updated_by, m.updated_by) else m.updated_by end`;
}

/** A value as the list shows it to this viewer: of a masked phone or a secret the last four characters. */
function seenSql(def: MasterDef, { sql, field }: ReturnType<typeof expression>, viewer: Viewer): string {
  const hidden = field?.secret !== undefined || (field?.kind === 'phone' && !seesPhones(def, viewer));
  return hidden ? `right(${sql}, 4)` : sql;
}

/** The option of a field that a text means, however it is typed. */
const meantBy = ({ options }: Pick<MasterField, 'options'>, typed: string): string =>
  options ? meantOf(typed, Object.keys(options)) : typed;

function conditionSql(
  def: MasterDef,
  name: string,
  { op, value }: Condition,
  values: Values,
  { viewer, now }: ListQuery,
): string {
  if (def.waits && name === waitingFilter.name) return waitingSql(def.waits, op, [value].flat(), values, now);
  if (def.placeOf && name === placeFilter.name) return placeSql(def, op, [value].flat().map(Number), values);
  const found = expression(def, name, viewer);
  const { field } = found;
  // A whole number may be queried, one at a time: a list of numbers would be guessing.
  const sql = ['eq', 'ne', 'blank', 'notBlank'].includes(op) ? found.sql : seenSql(def, found, viewer);
  if (
    field &&
    (field.kind === 'references' || field.kind === 'choices') &&
    op !== 'blank' &&
    op !== 'notBlank'
  ) {
    const given = [value].flat().map((one) => (typeof one === 'string' ? meantBy(field, one) : one));
    return `m.fields->'${name}' @> ${values.take(JSON.stringify(given))}::jsonb`;
  }
  const text = field
    ? !numeric.has(field.kind)
    : name === 'stage' || name === 'updatedBy' || name === 'vCode' || name === 'vName';
  const folds = field ? textual.has(field.kind) : text && name !== 'stage';
  // The name is stored folded too.
  const plain = name === 'vName' && field === null ? 'm.plain' : `plain_text(${sql}::text)`;
  const cast = (one: unknown): string => {
    if (name === 'updatedAt' || name === 'createdAt') {
      const at = instantFrom(String(one));
      if (at === null) throw refuse('badFormat', 400, { label: name }, name);
      return `${values.take(new Date(at).toISOString())}::timestamptz`;
    }
    if (folds) return `${values.take(plainText(String(one)))}::text`;
    return text
      ? `${values.take(field ? meantBy(field, String(one)) : String(one))}::text`
      : `${values.take(Number(one))}::numeric`;
  };
  const like = (one: unknown): string => values.take(escapeLike(plainText(String(one ?? ''))));
  const compared = folds ? plain : sql;
  const sortable = folds ? collated(plain) : sql;
  if (
    !text &&
    name !== 'updatedAt' &&
    name !== 'createdAt' &&
    [value].flat().some((one) => one !== undefined && !Number.isFinite(Number(one)))
  )
    throw refuse('badFormat', 400, { label: name }, name);
  switch (op) {
    case 'eq':
      return `${compared} = ${cast(value)}`;
    case 'ne':
      return `${compared} is distinct from ${cast(value)}`;
    case 'contains':
      return `${plain} like '%' || ${like(value)} || '%'`;
    case 'starts':
      return `${plain} like ${like(value)} || '%'`;
    case 'gt':
      return `${sortable} > ${cast(value)}`;
    case 'gte':
      return `${sortable} >= ${cast(value)}`;
    case 'lt':
      return `${sortable} < ${cast(value)}`;
    case 'lte':
      return `${sortable} <= ${cast(value)}`;
    case 'between': {
      const [from, to] = [value].flat();
      return `${sortable} between ${cast(from)} and ${cast(to)}`;
    }
    case 'in':
      return `${compared} in (${[value].flat().slice(0, 500).map(cast).join(', ') || 'null'})`;
    case 'blank':
      return `(${sql} is null${text ? ` or ${sql} = ''` : ''})`;
    case 'notBlank':
      return `(${sql} is not null${text ? ` and ${sql} <> ''` : ''})`;
    default:
      throw refuse('badFormat', 400, { label: 'filter' }, 'filter');
  }
}

/** Whether the person that `m` names works for one of these places, or something that it names is there. */
function placeSql(
  { placeOf = [], fields }: MasterDef,
  op: Condition['op'],
  poos: readonly number[],
  values: Values,
): string {
  if (
    (op !== 'in' && op !== 'eq') ||
    poos.some((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647)
  )
    throw refuse('badFormat', 400, { label: placeFilter.name }, placeFilter.name);
  const theirs = `any(${values.take(poos)}::int[])`;
  const lookupOf = (name: string): string => fields.find((field) => field.name === name)!.lookup!;
  if (typeof placeOf === 'string')
    return `exists (select 1 from master_rows e, jsonb_array_elements_text(e.fields->'pooIds') p(id) where e.kind = '${lookupOf(placeOf)}' and e.id = (m.fields->>'${placeOf}')::int and p.id::int = ${theirs})`;
  const named = placeOf.map(
    (name) => `(o.kind = '${lookupOf(name)}' and m.fields->'${name}' @> to_jsonb(o.id))`,
  );
  return `exists (select 1 from master_rows o where (${named.join(' or ')}) and (o.fields->>'iPooId')::int = ${theirs})`;
}

const waitsSql = (stages: readonly string[]): string =>
  `m.stage in (${stages.map((name) => `'${name}'`).join(', ')})`;

/**
 * Whether a record has waited as long as one of these options means; to the minute, so that one count serves
 * many.
 */
function waitingSql(
  stages: readonly string[],
  op: Condition['op'],
  options: readonly unknown[],
  values: Values,
  now: number,
): string {
  if (op === 'notBlank' || op === 'blank')
    return `(${waitsSql(stages)}) is ${op === 'blank' ? 'not ' : ''}true`;
  const ages = options.map((option) =>
    typeof option === 'string' && Object.hasOwn(waitingAges, option) ? waitingAges[option]! : null,
  );
  if ((op !== 'in' && op !== 'eq') || ages.length === 0 || ages.includes(null))
    throw refuse('badFormat', 400, { label: waitingFilter.name }, waitingFilter.name);
  const minute = now - (now % 60_000);
  const at = (ms: number): string => `${values.take(new Date(minute - ms).toISOString())}::timestamptz`;
  const spans = ages.map((age) => {
    const young = age!.fromMs === 0 ? 'true' : `m.stage_at <= ${at(age!.fromMs)}`;
    return age!.toMs === null ? young : `${young} and m.stage_at > ${at(age!.toMs)}`;
  });
  return `(${waitsSql(stages)} and (${spans.join(' or ')}))`;
}

/** Parses `-updatedAt,vName`; the id breaks ties, so that pages never overlap. */
function sortSql(
  def: MasterDef,
  sort: readonly string[],
  viewer: Viewer,
): Omit<ListSql, 'kind' | 'where' | 'from' | 'left' | 'searchFirst'> {
  const joins: string[] = [];
  const wanted =
    sort.length > 0
      ? sort
      : (def.order ?? [def.waits ? waitingFilter.name : has(def, 'vName') ? 'vName' : '-updatedAt']);
  const parts = wanted.slice(0, 3).map((name) => {
    const down = name.startsWith('-');
    const key = down ? name.slice(1) : name;
    const found = expression(def, key, viewer);
    const { field } = found;
    if (field?.kind === 'reference')
      joins.push(
        `left join master_rows s${joins.length} on s${joins.length}.kind = '${field.lookup}' and s${joins.length}.id = (m.fields->>'${key}')::int`,
      );
    const by = field?.kind === 'reference' ? `s${joins.length - 1}.name` : sortedSql(def, key, found, viewer);
    return `${by}${down ? (field ? ' desc nulls last' : ' desc') : ''}`;
  });
  const down = wanted[0]!.startsWith('-');
  const first = wanted[0]!.replace(/^-/, '');
  const { sql, field } = expression(def, first, viewer);
  const byNamed =
    wanted.length === 1 && field?.kind === 'reference' && field.indexed
      ? { lookup: field.lookup!, value: sql, way: down ? (' desc' as const) : ('' as const) }
      : null;
  const type = marked[first];
  const whole = [...parts, parts[0]?.includes(' desc') ? 'm.id desc' : 'm.id'];
  return {
    sortSql: whole.join(', '),
    back: whole.map(reversed).join(', '),
    joins: joins.join(' '),
    byNamed,
    mark: wanted.length === 1 && type && field === null ? { sql, type, down } : null,
  };
}

/** A value as a list sorts it. */
function sortedSql(
  def: MasterDef,
  name: string,
  found: ReturnType<typeof expression>,
  viewer: Viewer,
): string {
  const sql = seenSql(def, found, viewer);
  const isText = found.field ? textual.has(found.field.kind) : name === 'updatedBy';
  return isText ? collated(sql) : sql;
}

/** Own columns that every record has. */
const marked: Readonly<Record<string, 'text' | 'timestamptz'>> = {
  vCode: 'text',
  vName: 'text',
  updatedAt: 'timestamptz',
  createdAt: 'timestamptz',
};

function reversed(part: string): string {
  if (part.endsWith(' desc nulls last')) return part.replace(/ desc nulls last$/, ' nulls first');
  return part.endsWith(' desc') ? headOf(part, -' desc'.length) : `${part} desc`;
}
