import type { Pool } from 'pg';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { visitNamed } from '#shared/streams/masters/references.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

/** The display name of a record, under the key by which a page refers to it; null for a missing one. */
interface Kept {
  readonly key: string;
  readonly label: Labels[string] | null;
}
/** By kind and id: a page looks up a hundred names without building keys. */
interface Store {
  readonly byKind: Map<string, Map<number, Kept>>;
  size: number;
}

const mostKept = 20_000;
const empty = (): Store => ({ byKind: new Map(), size: 0 });
const stores = new WeakMap<OpenSqlView, { now: Store }>();

/**
 * Names cached until a record of any master changes. Each change starts a new store, so that an answer from
 * before it is not kept.
 */
function storeOf(rows: OpenSqlView): { now: Store } {
  const found = stores.get(rows);
  if (found) return found;
  const fresh = { now: empty() };
  stores.set(rows, fresh);
  rows.watch(() => {
    if (fresh.now.size > 0) fresh.now = empty();
  });
  return fresh;
}

/**
 * The display names of the records that these fields refer to; a merged duplicate has the name of its
 * target.
 */
export async function readLabels(
  { pool, rows }: { readonly pool: Pool; readonly rows: OpenSqlView },
  def: MasterDef,
  all: readonly Fields[],
): Promise<Labels> {
  const kept = storeOf(rows);
  const store = kept.now;
  const labels: Record<string, Labels[string]> = {};
  const requested = new Map<string, { readonly kind: string; readonly id: number }>();
  for (const fields of all)
    visitNamed(def.filters, fields, ({ lookup }, id) => {
      const known = store.byKind.get(lookup!)?.get(id);
      if (known?.label) labels[known.key] = known.label;
      else if (!known) requested.set(`${lookup}:${id}`, { kind: lookup!, id });
    });
  if (requested.size === 0) return labels;
  const found = await labelsOf(pool, [...requested.values()]);
  if (store.size >= mostKept && kept.now === store) kept.now = empty();
  for (const [key, { kind, id }] of requested) keep(store, kind, id, { key, label: found[key] ?? null });
  return { ...labels, ...found };
}

function keep(store: Store, kind: string, id: number, one: Kept): void {
  const ofKind = store.byKind.get(kind) ?? new Map<number, Kept>();
  store.byKind.set(kind, ofKind);
  if (!ofKind.has(id)) store.size += 1;
  ofKind.set(id, one);
}

async function labelsOf(
  pool: Pool,
  named: readonly { readonly kind: string; readonly id: number }[],
): Promise<Labels> {
  const { rows } = await pool.query<{ kind: string; id: number; code: string; name: string; status: 0 | 1 }>(
    `select w.kind, w.id, coalesce(t.code, m.code) as code, coalesce(t.name, m.name) as name, m.status from unnest($1::text[], $2::int[]) as w(kind, id)
     join master_rows m on m.kind = w.kind and m.id = w.id left join master_rows t on t.kind = m.kind and t.id = m.merged_into`,
    [named.map((one) => one.kind), named.map((one) => one.id)],
  );
  return Object.fromEntries(
    rows.map((row) => [`${row.kind}:${row.id}`, { code: row.code, name: row.name, iStatus: row.status }]),
  );
}
