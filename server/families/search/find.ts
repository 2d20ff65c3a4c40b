import type { Pool } from 'pg';
import { textIn, type Language } from '#shared/core/translations.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { maskPhone } from '#shared/core/phone.ts';
import { readSearch, tooShort, type SearchQuery } from '#shared/core/plain.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Both } from '#shared/families/master-field.ts';
import type { SearchKind } from '#shared/families/search.ts';
import { scopeFields } from '#shared/streams/masters/scope.ts';
import type { SearchAnswer, SearchHit } from '#shared/wire.ts';
import { listSql, seesPhones, Values, wordSql } from '../master/list-query.ts';
import { escapeLike, phoneLikes } from '#server/store/like.ts';
import { taken } from '#server/store/set-aside.ts';

export interface SearchParts {
  readonly pool: Pool;
  readonly kinds: readonly SearchKind[];
  readonly masters: readonly MasterDef[];
}
/** A typed text, or records that were opened before, by kind and number. */
export type Wanted =
  | {
      readonly q: string;
      /** Only records of this kind, and more of them. */
      readonly kind?: string;
    }
  | { readonly ids: readonly { readonly kind: string; readonly id: string }[] };

interface Scored extends SearchHit {
  /** 0 its number or whole phone, 1 the beginning of its name, 2 of a word in it, 3 anywhere. */
  readonly score: number;
  /** People and cases come before the lists of masters. */
  readonly isMaster: boolean;
  readonly at: string;
}

/**
 * The results shown per kind and in all, and the candidates checked per kind for rows that this viewer may
 * see.
 */
const [ofKind, ofAll, searchThrough] = [5, 20, 500];
const mostOfKind = (wanted: Wanted): number => ('q' in wanted && wanted.kind !== undefined ? ofAll : ofKind);

/**
 * Finds records this viewer may open, by name, number, code or phone: permission and scope are checked for
 * each kind and each row.
 */
export async function findRecords(
  parts: SearchParts,
  viewer: Viewer,
  wanted: Wanted,
  language: Language,
): Promise<SearchAnswer> {
  const query = 'q' in wanted ? readSearch(wanted.q) : null;
  if (query && tooShort(query)) return { hits: [], more: [] };
  const all = (
    await Promise.all([
      findMasters(parts, viewer, wanted, query, language),
      findOthers(parts, viewer, wanted, query, language),
    ])
  ).flat();
  if (!('q' in wanted)) return { hits: all.map(bare), more: [] };
  const byKind = new Map<string, Scored[]>();
  for (const hit of all) byKind.set(hit.kind, [...(byKind.get(hit.kind) ?? []), hit]);
  const groups = [...byKind.values()]
    .map((hits) => hits.toSorted(better))
    .toSorted(
      (a, b) =>
        a[0]!.score - b[0]!.score || Number(a[0]!.isMaster) - Number(b[0]!.isMaster) || better(a[0]!, b[0]!),
    );
  const most = mostOfKind(wanted);
  const hits = groups.flatMap((group) => group.slice(0, most)).slice(0, ofAll);
  return {
    hits: hits.map(bare),
    more: groups.filter((group) => group.length > most).map((group) => group[0]!.kind),
  };
}

function better(a: Scored, b: Scored): number {
  return (
    a.score - b.score ||
    Number(a.over) - Number(b.over) ||
    (a.at < b.at ? 1 : a.at > b.at ? -1 : a.title < b.title ? -1 : 1)
  );
}
const bare = ({ score: _score, isMaster: _isMaster, at: _at, ...hit }: Scored): SearchHit => hit;

/**
 * How well `m` matches, as SQL. A phone only matches whole: the ranking must not reveal hidden digits
 * either.
 */
function scoreSql(query: SearchQuery, code: string, values: Values): string {
  const whole = query.translations.join(' ');
  const first = values.take(`${escapeLike(whole)}%`);
  const number =
    query.digits !== null && query.digits.length >= 10
      ? `when m.phones like ${values.take(`% ${query.digits} %`)} then 0`
      : '';
  return `case when plain_text(${code}) = ${values.take(whole)} then 0 ${number} when m.plain like ${first} then 1 when ' ' || m.plain like ${values.take(`% ${escapeLike(query.translations[0]!)}%`)} then 2 else 3 end`;
}

function searchSql(query: SearchQuery, values: Values): string {
  return query.translations.map((word) => wordSql('m.search', word, values)).join(' and ');
}
const idsOf = (wanted: Wanted, kind: string): string[] =>
  'ids' in wanted ? wanted.ids.filter((one) => one.kind === kind).map((one) => one.id) : [];

const isWanted = (wanted: Wanted, kind: string): boolean =>
  !('q' in wanted) || wanted.kind === undefined || wanted.kind === kind;

async function findMasters(
  parts: SearchParts,
  viewer: Viewer,
  wanted: Wanted,
  query: SearchQuery | null,
  language: Language,
): Promise<Scored[]> {
  const open = parts.masters.filter((def) => isWanted(wanted, def.kind) && may(viewer, def.need('view')).ok);
  const kinds = query
    ? await kindsWith(parts.pool, query)
    : new Set('ids' in wanted ? wanted.ids.map((one) => one.kind) : []);
  const values = new Values();
  const lists = open
    .filter((def) => kinds.has(def.kind))
    .map((def) => {
      const { where } = listSql(
        def,
        { now: 0, sort: [], filter: {}, q: 'q' in wanted ? wanted.q : '', cancelled: false, viewer },
        values,
      );
      const only = query ? '' : ` and m.id = any(${values.take(idsOf(wanted, def.kind).map(Number))}::int[])`;
      const score = query ? scoreSql(query, 'm.code', values) : '0';
      const phone = def.fields.find((field) => field.kind === 'phone');
      const placed = scopeFields(def).find(({ of }) => of === 'place');
      const place = placed
        ? `(select string_agg(p.name, ', ' order by p.name) from master_rows p where p.kind = 'placeOfOperation' and ${placed.many ? `jsonb_typeof(m.fields->'${placed.name}') = 'array' and m.fields->'${placed.name}' @> to_jsonb(p.id)` : `p.id = (m.fields->>'${placed.name}')::int`})`
        : 'null';
      return `(select '${def.name}' as def, m.kind, m.id, m.code, m.name, m.status, m.stage, ${place} as place, m.updated_at, ${phone ? `m.fields->>'${phone.name}'` : 'null'} as phone, ${score} as score
        from master_rows m where ${where}${only} order by score, m.status desc, m.updated_at desc limit ${mostOfKind(wanted) + 1})`;
    });
  if (lists.length === 0) return [];
  const { rows } = await parts.pool.query<{
    def: string;
    kind: string;
    id: number;
    code: string;
    name: string;
    status: number;
    stage: string | null;
    place: string | null;
    updated_at: Date;
    phone: string | null;
    score: number;
  }>(lists.join(' union all '), values.list);
  const byName = new Map(open.map((def) => [def.name, def]));
  const hits = new Map<string, Scored>();
  for (const row of rows) {
    const key = `${row.kind}:${row.id}`;
    if (hits.has(key)) continue;
    const def = byName.get(row.def)!;
    const phone = row.phone === null ? '' : seesPhones(def, viewer) ? row.phone : maskPhone(row.phone);
    hits.set(key, {
      kind: row.kind,
      id: String(row.id),
      label: textIn(titleOf(parts, row.kind), language),
      ref: row.code,
      title: row.name,
      hint: [row.place, phone, stateOf(def, row, language)].filter(Boolean).join(' · '),
      link: `/${def.route.replace(/^\//, '')}?row=${row.id}`,
      over: row.status === 0,
      score: row.score,
      isMaster: !def.source && row.phone === null,
      at: row.updated_at.toISOString(),
    });
  }
  return [...hits.values()];
}

const inactive: Both = { en: 'inactive', es: 'inactivo' };
const closed: Both = { en: 'closed', es: 'cerrado' };

/** The state of a record that is not simply in use, in words. */
function stateOf(
  def: MasterDef,
  { stage, status }: { readonly stage: string | null; readonly status: number },
  language: Language,
): string {
  const name = stage === null || status === 1 ? undefined : def.stages?.names[stage];
  return name ? textIn(name, language) : status === 0 ? textIn(inactive, language) : '';
}

/** Several screens may show one kind; the first gives its title. */
function titleOf({ masters }: SearchParts, kind: string): MasterDef['title'] {
  return masters.find((def) => def.kind === kind)!.title;
}

/** The kinds of master with any match: one index lookup instead of one per kind. */
async function kindsWith(pool: Pool, query: SearchQuery): Promise<ReadonlySet<string>> {
  const values = new Values();
  const phone = query.digits === null ? '' : ` or m.phones like ${values.take(`%${query.digits}%`)}`;
  const { rows } = await pool.query<{ kind: string }>(
    `select distinct m.kind from master_rows m where not m.cancelled and ((${searchSql(query, values)})${phone})`,
    values.list,
  );
  return new Set(rows.map((row) => row.kind));
}

async function findOthers(
  parts: SearchParts,
  viewer: Viewer,
  wanted: Wanted,
  query: SearchQuery | null,
  language: Language,
): Promise<Scored[]> {
  const open = parts.kinds.filter(
    (kind) => isWanted(wanted, kind.kind) && kind.screens.some((screen) => may(viewer, screen.need).ok),
  );
  const found = await Promise.all(
    open.map((kind) => findOfKind(parts.pool, kind, viewer, wanted, query, language)),
  );
  return found.flat();
}

async function findOfKind(
  pool: Pool,
  kind: SearchKind,
  viewer: Viewer,
  wanted: Wanted,
  query: SearchQuery | null,
  language: Language,
): Promise<Scored[]> {
  const ids = idsOf(wanted, kind.kind);
  if (!query && ids.length === 0) return [];
  const values = new Values();
  const conditions = [`m.kind = ${values.take(kind.kind)}`, 'm.found'];
  if (query) {
    const whole = kind.phonesNeed !== null && may(viewer, kind.phonesNeed).ok;
    const phones =
      query.digits === null
        ? []
        : phoneLikes(query.digits, whole).map((like) => `m.phones like ${values.take(like)}`);
    conditions.push(`(${[`(${searchSql(query, values)})`, ...phones].join(' or ')})`);
  } else conditions.push(`m.id = any(${values.take(ids)}::text[])`);
  const score = query ? scoreSql(query, 'm.ref', values) : '0';
  const { rows } = await pool.query<{
    id: string;
    ref: string;
    title: string;
    over: boolean;
    state: unknown;
    updated_at: Date;
    score: number;
  }>(
    `select m.id, m.ref, m.title, m.over, m.state, m.updated_at, ${score} as score from search_rows m where ${conditions.join(' and ')}
     order by score, m.over, m.updated_at desc limit ${searchThrough}`,
    values.list,
  );
  const hits: (Scored & { pooId: number | null })[] = [];
  for (const row of rows) {
    if (hits.length > mostOfKind(wanted)) break;
    if (!taken(() => kind.see(row.state, viewer))) continue;
    const link = kind.screens.flatMap((screen) =>
      may(viewer, screen.need).ok ? (screen.link(row.state, row.id) ?? []) : [],
    )[0];
    const entry = kind.entry(row.state, row.id);
    if (link === undefined || !entry) continue;
    const hint = [
      entry.hint,
      ...(entry.phones[0] ? [maskPhone(entry.phones[0])] : []),
      ...(row.over ? [textIn(closed, language)] : []),
    ]
      .filter(Boolean)
      .join(' · ');
    hits.push({
      kind: kind.kind,
      id: row.id,
      label: textIn(kind.label, language),
      ref: row.ref,
      title: row.title,
      hint,
      link,
      over: row.over,
      score: row.score,
      isMaster: false,
      at: row.updated_at.toISOString(),
      pooId: entry.pooId ?? null,
    });
  }
  const named = await placeNames(
    pool,
    hits.flatMap(({ pooId }) => pooId ?? []),
  );
  return hits.map(({ pooId, ...hit }) => ({
    ...hit,
    hint: [pooId === null ? undefined : named.get(pooId), hit.hint].filter(Boolean).join(' · '),
  }));
}

async function placeNames(pool: Pool, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: number; name: string }>(
    "select id, name from master_rows where kind = 'placeOfOperation' and id = any($1::int[])",
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
