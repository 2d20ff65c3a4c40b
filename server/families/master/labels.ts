import type { Pool } from 'pg';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { visitNamed } from '#shared/streams/masters/references.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

/** What a record is called, under the key by which a page says it; null for one that is not there. */
interface Kept {
  readonly key: string;
  readonly label: Labels[string] | null;
}
/** By kind and id: a page asks a hundred times and makes no key for it. */
interface Store {
  readonly byKind: Map<string, Map<number, Kept>>;
  size: number;
}

const mostKept = 20_000;
const empty = (): Store => ({ byKind: new Map(), size: 0 });
const stores = new WeakMap<OpenSqlView, { now: Store }>();

/** Names known until a record of any master changes. Another store after a change, so that an answer from before it is not kept. */
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

/** What people call the records that these fields name; a double goes by the name of the one it was merged into. */
export async function readLabels({ pool, rows }: { readonly pool: Pool; readonly rows: OpenSqlView }, def: MasterDef, all: readonly Fields[]): Promise<Labels> {
  const kept = storeOf(rows);
  const store = kept.now;
  const labels: Record<string, Labels[string]> = {};
  const asked = new Map<string, { readonly kind: string; readonly id: number }>();
  for (const fields of all)
    visitNamed(def.filters, fields, ({ lookup }, id) => {
      const known = store.byKind.get(lookup!)?.get(id);
      if (known?.label) labels[known.key] = known.label;
      else if (!known) asked.set(`${lookup}:${id}`, { kind: lookup!, id });
    });
  if (asked.size === 0) return labels;
  const found = await labelsOf(pool, [...asked.values()]);
  if (store.size >= mostKept && kept.now === store) kept.now = empty();
  for (const [key, { kind, id }] of asked) keep(store, kind, id, { key, label: found[key] ?? null });
  return { ...labels, ...found };
}

function keep(store: Store, kind: string, id: number, one: Kept): void {
  const ofKind = store.byKind.get(kind) ?? new Map<number, Kept>();
  store.byKind.set(kind, ofKind);
  if (!ofKind.has(id)) store.size += 1;
  ofKind.set(id, one);
}

async function labelsOf(pool: Pool, named: readonly { readonly kind: string; readonly id: number }[]): Promise<Labels> {
  const { rows } = await pool.query<{ kind: string; id: number; code: string; name: string; status: 0 | 1 }>(
    `select w.kind, w.id, coalesce(t.code, m.code) as code, coalesce(t.name, m.name) as name, m.status from unnest($1::text[], $2::int[]) as w(kind, id)
     join master_rows m on m.kind = w.kind and m.id = w.id left join master_rows t on t.kind = m.kind and t.id = m.merged_into`,
    [named.map((one) => one.kind), named.map((one) => one.id)],
  );
  return Object.fromEntries(rows.map((row) => [`${row.kind}:${row.id}`, { code: row.code, name: row.name, iStatus: row.status }]));
}
