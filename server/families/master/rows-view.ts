import type { StoredEvent } from '#shared/core/event.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { soon } from '../../store/gin.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { countedKinds, countsTable, keepCounts, type Counted } from './counts.ts';
import { isNumeric, isTextual, collated } from './list-query.ts';
import {
  calledBy,
  foldRow,
  namingFields,
  referencesOf,
  searchTexts,
  touchedBy,
  type FoldedRow,
} from './fold-rows.ts';
import { jsonText } from '#server/store/json-text.ts';

const rowColumns =
  'kind, id, code, name, status, cancelled, stage, stage_at, merged_into, fields, version, created_at, updated_by, updated_by_id, updated_at, plain, search, phones';

/**
 * Every record of every master as one row, the references between records, and their counts: `master_rows`,
 * `master_refs`, `master_counts`.
 */
export function masterRowsView(defs: readonly MasterDef[]): SqlViewDef {
  const byKind = new Map([...defs].reverse().map((def) => [def.kind, def]));
  const sources = [...byKind.values()].filter((def) => def.source);
  const counted = countedKinds(byKind);
  const naming = namingFields(defs);
  return {
    name: 'masterRows',
    version: 18,
    streams: ['master', ...new Set(sources.flatMap((def) => def.source!.streams))],
    tables: {
      master_rows: { table: rowsTable, indexes: (table) => rowsIndexes(table, [...byKind.values()]) },
      master_refs: {
        table: refsTable,
        indexes: (table) => `create index on ${table} (ref_kind, ref_id, kind);`,
      },
      master_counts: { table: countsTable, indexes: () => '' },
    },
    apply: (events, tables) => apply(events, tables, byKind, naming, sources, counted),
  };
}

function rowsTable(table: string): string {
  return `create table ${table} (
    kind text not null, id integer not null, code text collate texts not null, name text collate texts not null, status smallint not null, cancelled boolean not null, stage text, stage_at timestamptz not null, merged_into integer,
    fields jsonb not null, version integer not null, created_at timestamptz not null, updated_by text not null, updated_by_id integer, updated_at timestamptz not null, plain text not null, search text not null, phones text not null,
    primary key (kind, id))`;
}

function rowsIndexes(table: string, defs: readonly MasterDef[]): string {
  // In both directions: the index must match the exact order of the list.
  const sorted = defs.flatMap((def) =>
    def.fields
      .filter((field) => field.indexed)
      .flatMap((field) => {
        const json = `(fields->>'${field.name}')`;
        const value = isNumeric(field) ? `(${json}::numeric)` : isTextual(field) ? collated(json) : json;
        return ['', ' desc nulls last'].map(
          (way) =>
            `create index on ${table} (${value}${way}, id${way ? ' desc' : ''}) where kind = '${def.kind}' and not cancelled;`,
        );
      }),
  );
  return `create index on ${table} (kind, cancelled, name, id);
    create index on ${table} (kind, cancelled, code, id);
    create index on ${table} (kind, cancelled, updated_at, id);
    create index on ${table} using gin (search gin_trgm_ops) ${soon};
    create index on ${table} using gin (phones gin_trgm_ops) ${soon};
    create index on ${table} using gin (plain gin_trgm_ops) ${soon};
    create index on ${table} (kind, plain);
    create index on ${table} (kind, plain_text(code));
    ${sorted.join('\n')}`;
}

function refsTable(table: string): string {
  return `create table ${table} (kind text not null, id integer not null, field text not null, ref_kind text not null, ref_id integer not null, primary key (kind, id, field, ref_kind, ref_id))`;
}

/** Folds a batch: the rows it touches are read once, folded in memory and written once. */
async function apply(
  events: readonly StoredEvent[],
  tables: SqlTables,
  byKind: ReadonlyMap<string, MasterDef>,
  naming: ReadonlyMap<string, readonly MasterField[]>,
  sources: readonly MasterDef[],
  counted: Counted,
): Promise<void> {
  const { client } = tables;
  const [rowsAt, refsAt] = [tables.table('master_rows'), tables.table('master_refs')];
  const touched = events.map((event) => ({ event, records: touchedBy(event, sources) }));
  const wanted = new Map<string, { kind: string; id: number }>(
    touched.flatMap(({ records }) =>
      records.map((one) => [`${one.kind}-${one.id}`, one] as [string, { kind: string; id: number }]),
    ),
  );
  if (wanted.size === 0) return;
  const have = await client.query<
    FoldedRow & { stage_at: Date | string; created_at: Date | string; updated_at: Date | string }
  >(
    `select kind, id, fields, status, cancelled, stage, stage_at, merged_into, version, created_at, updated_by, updated_by_id, updated_at from ${rowsAt} where (kind, id) in (select * from unnest($1::text[], $2::int[]))`,
    [[...wanted.values()].map((one) => one.kind), [...wanted.values()].map((one) => one.id)],
  );
  const rows = new Map<string, FoldedRow | null | undefined>(
    have.rows.map((row) => [
      `${row.kind}-${row.id}`,
      {
        ...row,
        stage_at: iso(row.stage_at),
        created_at: iso(row.created_at),
        updated_at: iso(row.updated_at),
      },
    ]),
  );
  const before = new Map(rows);
  for (const { event, records } of touched) {
    for (const { kind, id, def } of records) {
      const key = `${kind}-${id}`;
      const old = rows.get(key) ?? undefined;
      const row = foldRow(old, event, kind, id, def);
      rows.set(key, row);
      if (row && row.merged_into !== null && row.merged_into !== old?.merged_into)
        await repoint(tables, { kind, id, into: row.merged_into });
    }
  }
  const put = [...rows].flatMap(([key, row]) => (row && row !== before.get(key) ? [row] : []));
  const gone = [...rows].filter(([, row]) => row === null).map(([key]) => wanted.get(key)!);
  const changed = [...put, ...gone];
  if (changed.length === 0) return;
  const lines = put.map((row) => ({
    ...row,
    code: String(row.fields.vCode ?? ''),
    name: calledBy(byKind.get(row.kind), row),
    ...searchTexts(byKind.get(row.kind), row),
  }));
  if (lines.length > 0) {
    await client.query(
      `insert into ${rowsAt} (${rowColumns}) select ${rowColumns} from jsonb_to_recordset($1::jsonb) as r(kind text, id int, code text, name text, status smallint, cancelled boolean, stage text, stage_at timestamptz, merged_into int, fields jsonb, version int, created_at timestamptz, updated_by text, updated_by_id int, updated_at timestamptz, plain text, search text, phones text)
       on conflict (kind, id) do update set code = excluded.code, name = excluded.name, status = excluded.status, cancelled = excluded.cancelled, stage = excluded.stage, stage_at = excluded.stage_at, merged_into = excluded.merged_into, fields = excluded.fields,
         version = excluded.version, updated_by = excluded.updated_by, updated_by_id = excluded.updated_by_id, updated_at = excluded.updated_at, plain = excluded.plain, search = excluded.search, phones = excluded.phones`,
      [jsonText(lines)],
    );
  }
  await keepCounts(
    tables,
    counted,
    [...rows].map(([key, after]) => ({ before: before.get(key), after })),
  );
  const keys = [changed.map((one) => one.kind), changed.map((one) => one.id)];
  if (gone.length > 0)
    await client.query(
      `delete from ${rowsAt} where (kind, id) in (select * from unnest($1::text[], $2::int[]))`,
      [gone.map((one) => one.kind), gone.map((one) => one.id)],
    );
  await client.query(
    `delete from ${refsAt} where (kind, id) in (select * from unnest($1::text[], $2::int[]))`,
    keys,
  );
  const refs = put
    .filter((row) => !row.cancelled)
    .flatMap((row) =>
      referencesOf(naming.get(row.kind) ?? [], row).map(({ lookup, id, field }) => ({
        kind: row.kind,
        id: row.id,
        field,
        lookup,
        named: id,
      })),
    );
  if (refs.length > 0) {
    await client.query(
      `insert into ${refsAt} (kind, id, field, ref_kind, ref_id)
       select r.kind, r.id, r.field, r.ref_kind, coalesce(m.merged_into, r.ref_id) from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[]) as r(kind, id, field, ref_kind, ref_id)
       left join ${rowsAt} m on m.kind = r.ref_kind and m.id = r.ref_id on conflict do nothing`,
      [
        refs.map((one) => one.kind),
        refs.map((one) => one.id),
        refs.map((one) => one.field),
        refs.map((one) => one.lookup),
        refs.map((one) => one.named),
      ],
    );
  }
}

/** After a merge, redirects references from the duplicate to the remaining record. */
async function repoint(
  { client, table }: SqlTables,
  { kind, id, into }: { kind: string; id: number; into: number },
): Promise<void> {
  const refs = table('master_refs');
  await client.query(
    `insert into ${refs} select kind, id, field, ref_kind, $3 from ${refs} where ref_kind = $1 and ref_id = $2 on conflict do nothing`,
    [kind, id, into],
  );
  await client.query(`delete from ${refs} where ref_kind = $1 and ref_id = $2`, [kind, id]);
}

function iso(value: Date | string): string {
  return typeof value === 'string' ? value : value.toISOString();
}
