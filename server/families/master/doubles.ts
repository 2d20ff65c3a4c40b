import type { Viewer } from '#shared/core/permission.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { CalledRecord, MasterRecord, MasterRow } from '#shared/families/master-wire.ts';
import { scopeSql, Values } from './list-query.ts';
import type { Queries } from './queries.ts';

type Merges = Pick<MasterRecord, 'into' | 'doubles'>;
const none: Merges = { into: null, doubles: [] };

/**
 * The final record that a merged duplicate leads to, and the duplicates merged into this record: those that
 * this viewer may see.
 */
export async function readMerges(
  queries: Pick<Queries, 'pool'>,
  def: MasterDef,
  row: MasterRow,
  viewer: Viewer,
): Promise<Merges> {
  if (!def.mergeable && !def.source) return none;
  if (row.mergedInto === null)
    return {
      into: null,
      doubles: await along(queries, def, row.id, viewer, 'm.merged_into = w.id and m.cancelled', 'true'),
    };
  const [into] = await along(queries, def, row.id, viewer, 'm.id = w.goes_to', 'm.merged_into is null');
  return { into: into ?? null, doubles: [] };
}

/**
 * The records reachable from this one by merges; `union` ends a cycle. Duplicates are cancelled, for which
 * there is an index.
 */
async function along(
  { pool }: Pick<Queries, 'pool'>,
  def: MasterDef,
  id: number,
  viewer: Viewer,
  step: string,
  kept: string,
): Promise<CalledRecord[]> {
  const values = new Values();
  const [kind, from] = [values.take(def.kind), values.take(id)];
  const scope = scopeSql(def, viewer, values);
  const { rows } = await pool.query<CalledRecord>(
    `with recursive w(id, goes_to) as (select m.id, m.merged_into from master_rows m where m.kind = ${kind} and m.id = ${from}
       union select m.id, m.merged_into from w join master_rows m on m.kind = ${kind} and ${step})
     select m.id, m.code, m.name from w join master_rows m on m.kind = ${kind} and m.id = w.id where m.id <> ${from} and ${kept}${scope ? ` and ${scope}` : ''} order by m.id limit 50`,
    values.list,
  );
  return rows;
}
