import { streamKey } from '#shared/core/event.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { plainText, readSearch } from '#shared/core/plain.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { LookupThrough, MasterField } from '#shared/families/master-field.ts';
import type { Duplicate, DuplicateAnswer, LookupAnswer } from '#shared/families/master-wire.ts';
import { uniqueStream } from '#shared/streams/core/unique.ts';
import { splitKey } from '#shared/streams/masters/state.ts';
import { wordSql, scopeSql, Values } from './list-query.ts';
import type { Queries } from './queries.ts';
import { escapeLike } from '#server/store/like.ts';

type Found = Omit<Duplicate, 'field' | 'likeness'>;

/** The records that one being typed would conflict with, and those with a similar spelling. */
export async function findDuplicates(
  queries: Queries,
  def: MasterDef,
  fields: Fields,
  id: number | null,
  viewer: Viewer,
): Promise<DuplicateAnswer> {
  const exact: Duplicate[] = [];
  for (const rule of def.uniques) {
    for (const key of rule.keys(fields)) {
      const { rows } = await queries.pool.query<{ owner: string | null }>(
        `select (body::jsonb)->'data'->>'owner' as owner from events where stream = $1 and type in ('KeyReserved', 'KeyReleased') and version = (select max(version) from events where stream = $1) and type = 'KeyReserved'`,
        [uniqueStream(`master-${def.kind}-${rule.name}`, key)],
      );
      const owner = rows[0]?.owner;
      if (!owner) continue;
      const holder = splitKey(streamKey(owner));
      if (holder.id === id) continue;
      const values = new Values();
      const here = `m.kind = ${values.take(def.kind)} and m.id = ${values.take(holder.id)}${andScope(def, viewer, values)}`;
      const found = (
        await queries.pool.query<Found>(
          `select m.id, m.code, m.name, m.status as "iStatus" from master_rows m where ${here}`,
          values.list,
        )
      ).rows[0];
      if (found && !exact.some((one) => one.id === found.id && one.field === rule.field))
        exact.push({ field: rule.field, likeness: 1, ...found });
    }
  }
  const name = plainText(String(fields.vName ?? ''));
  if (def.plain || name.length < 3) return { exact, alike: [] };
  const values = new Values();
  const [kind, like, mine] = [values.take(def.kind), values.take(name), values.take(id ?? 0)];
  const { rows } = await queries.pool.query<Found & { likeness: number }>(
    `select m.id, m.code, m.name, m.status as "iStatus", round(similarity(m.plain, ${like})::numeric, 2)::float8 as likeness from master_rows m
     where m.kind = ${kind} and not m.cancelled and m.plain % ${like} and m.id <> ${mine}${andScope(def, viewer, values)} order by similarity(m.plain, ${like}) desc, m.id limit 5`,
    values.list,
  );
  return {
    exact,
    alike: rows
      .filter((row) => row.likeness >= 0.4 && !exact.some((one) => one.id === row.id))
      .map((row) => ({ field: 'vName', ...row })),
  };
}

/** Everybody may choose colleagues; of other kinds only records of one's own places. */
function andScope(def: MasterDef | undefined, viewer: Viewer, values: Values): string {
  const scope = def && !def.people ? scopeSql(def, viewer, values) : null;
  return scope ? ` and ${scope}` : '';
}

/** Options of a reference: active records by search, or those with the given ids whatever their status. */
export async function lookUp(
  { pool, byKind }: Pick<Queries, 'pool' | 'byKind'>,
  kind: string,
  query: {
    q: string;
    ids: readonly number[];
    records: number;
    viewer: Viewer;
    only?: MasterField['lookupWhere'];
    through?: MasterField['lookupThrough'];
  },
): Promise<LookupAnswer> {
  const columns = 'm.id, m.code, m.name, m.status as "iStatus"';
  const values = new Values();
  const here = `m.kind = ${values.take(kind)}${andScope(byKind.get(kind), query.viewer, values)}`;
  if (query.ids.length > 0) {
    const { rows } = await pool.query<Found>(
      `select ${columns} from master_rows m where ${here} and m.id = any(${values.take(query.ids)}::int[]) order by m.name, m.id`,
      values.list,
    );
    return { items: rows, more: false };
  }
  const through = query.through ? throughSql(query.through, values) : '';
  const only = query.only
    ? `and m.fields->>${values.take(query.only.field)} = ${values.take(query.only.value)}`
    : '';
  const { translations } = readSearch(query.q);
  const found = translations.map((word) => `and ${wordSql('m.search', word, values)}`).join(' ');
  const first =
    translations[0] === undefined
      ? ''
      : `(plain_text(m.code) = ${values.take(translations[0])}) desc, (m.plain like ${values.take(`${escapeLike(translations[0])}%`)}) desc,`;
  const { rows } = await pool.query<Found>(
    `select ${columns} from master_rows m where ${here} and not m.cancelled and m.status = 1 ${only} ${through} ${found} order by ${first} m.name, m.id limit ${values.take(query.records + 1)}`,
    values.list,
  );
  return { items: rows.slice(0, query.records), more: rows.length > query.records };
}

function throughSql({ reference, lookup, fields, value }: LookupThrough, values: Values): string {
  const texts = fields.map((name) => `o.fields->>${values.take(name)}`).join(', ');
  return `and exists (select 1 from master_rows o where o.kind = ${values.take(lookup)} and o.id = (m.fields->>${values.take(reference)})::int and coalesce(${texts}) = ${values.take(value)})`;
}
