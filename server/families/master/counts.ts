import type { Count, MasterDef } from '#shared/families/master-def.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import type { SqlTables } from '../../views/sql-view.ts';
import type { FoldedRow } from './fold-rows.ts';

/** The counts that a record of a kind contributes to, and the kind they belong to. */
export type Counted = ReadonlyMap<string, readonly { readonly kind: string; readonly count: Count }[]>;

/** Records without a place are counted under this one, and visible to everybody. */
const nowhere = 0;

export function countsTable(table: string): string {
  return `create table ${table} (kind text not null, id integer not null, name text not null, place integer not null, n integer not null, primary key (kind, id, name, place))`;
}

export function countedKinds(byKind: ReadonlyMap<string, MasterDef>): Counted {
  const rules = [...byKind.values()].flatMap((def) =>
    (def.counts ?? []).map((count) => ({ kind: def.kind, count })),
  );
  return Map.groupBy(rules, ({ count }) => count.of);
}

/** Applies a batch of changed records to the counts; a count of zero has no row. */
export async function keepCounts(
  { client, table }: SqlTables,
  counted: Counted,
  changed: readonly {
    readonly before: FoldedRow | null | undefined;
    readonly after: FoldedRow | null | undefined;
  }[],
): Promise<void> {
  const sums = new Map<string, number>();
  for (const { before, after } of changed) {
    for (const at of tallies(counted, before)) sums.set(at, (sums.get(at) ?? 0) - 1);
    for (const at of tallies(counted, after)) sums.set(at, (sums.get(at) ?? 0) + 1);
  }
  const moved = [...sums]
    .filter(([, n]) => n !== 0)
    .map(([at, n]) => [...(JSON.parse(at) as [string, number, string, number]), n] as const);
  if (moved.length === 0) return;
  const counts = table('master_counts');
  const keys = [0, 1, 2, 3].map((i) => moved.map((one) => one[i]));
  await client.query(
    `insert into ${counts} as c (kind, id, name, place, n) select * from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[]) on conflict (kind, id, name, place) do update set n = c.n + excluded.n`,
    [...keys, moved.map((one) => one[4])],
  );
  await client.query(
    `delete from ${counts} where n = 0 and (kind, id, name, place) in (select * from unnest($1::text[], $2::int[], $3::text[], $4::int[]))`,
    keys,
  );
}

function tallies(counted: Counted, row: FoldedRow | null | undefined): string[] {
  if (!row || row.cancelled) return [];
  return (counted.get(row.kind) ?? []).flatMap(({ kind, count }) => {
    const named = Number(row.fields[count.by] ?? 0);
    const { when } = count;
    const value =
      when?.field === 'stage'
        ? row.stage
        : when?.field === 'iStatus'
          ? row.status
          : when && row.fields[when.field];
    if (named === 0 || (when && !when.in.includes(value as string | number))) return [];
    return [JSON.stringify([kind, named, count.name, Number(row.fields[count.place] ?? nowhere)])];
  });
}

/** The count of `m` as this viewer may see it. */
export function countSql(kind: string, { name, need }: Count, viewer: Viewer): string {
  if (!may(viewer, need).ok) return 'null::numeric';
  // Place numbers are inlined: a parameter used only by the sort would be missing from the statement that
  // counts rows.
  const theirs =
    viewer.poos === 'all' ? '' : ` and c.place in (${[nowhere, ...viewer.poos].map(Number).join(', ')})`;
  return `(select coalesce(sum(c.n), 0) from master_counts c where c.kind = '${kind}' and c.id = m.id and c.name = '${name}'${theirs})::numeric`;
}

/** All counts of `m` as one object. */
export function countsSql({ kind, counts = [] }: MasterDef, viewer: Viewer): string {
  return counts.length === 0
    ? 'null'
    : `jsonb_strip_nulls(jsonb_build_object(${counts.map((one) => `'${one.name}', ${countSql(kind, one, viewer)}`).join(', ')}))`;
}
