import type { Viewer } from '#shared/core/permission.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { UsedBy } from '#shared/families/master-wire.ts';
import type { Prepare } from '../../store/handle.ts';
import { splitKey, type MasterState } from '#shared/streams/masters/state.ts';
import { scopeSql, Values } from './list-query.ts';
import type { Queries } from './queries.ts';

/**
 * The records that refer to this one, by kind and field, the first few of each; with a viewer only those
 * visible to them.
 */
export async function readUses(
  queries: Pick<Queries, 'pool' | 'byKind'>,
  kind: string,
  id: number,
  records = 10,
  viewer: Viewer | null = null,
): Promise<UsedBy> {
  const values = new Values();
  const named = `f.ref_kind = ${values.take(kind)} and f.ref_id = ${values.take(id)}`;
  const theirs: string[] = [];
  if (viewer)
    for (const def of queries.byKind.values()) {
      const scope = def.people ? null : scopeSql(def, viewer, values);
      if (scope) theirs.push(`(f.kind <> '${def.kind}' or ${scope})`);
    }
  const mine = theirs.length > 0 ? ` and ${theirs.join(' and ')}` : '';
  const counted = await queries.pool.query<{ kind: string; field: string; n: number }>(
    `select f.kind, f.field, count(distinct m.id)::int as n from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
     where ${named} and not m.cancelled and not (f.kind = $1 and f.id = $2)${mine} group by f.kind, f.field order by n desc`,
    values.list,
  );
  // A record that names it in two fields is one record.
  const whole = await queries.pool.query<{ total: number; active: number }>(
    `select count(*)::int as total, count(*) filter (where status = 1)::int as active from (
       select distinct m.kind, m.id, m.status from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
       where ${named} and not m.cancelled and not (f.kind = $1 and f.id = $2)${mine}) records`,
    values.list,
  );
  const [kindAt, fieldAt, mostAt] = [1, 2, 3].map((n) => `$${values.list.length + n}`);
  const groups = await Promise.all(
    counted.rows.map(async (group) => {
      const { rows } = await queries.pool.query<{ id: number; code: string; name: string; iStatus: 0 | 1 }>(
        `select m.id, m.code, m.name, m.status as "iStatus" from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
       where ${named} and f.kind = ${kindAt} and f.field = ${fieldAt} and not m.cancelled${mine} group by m.kind, m.id, m.code, m.name, m.status order by m.name, m.id limit ${mostAt}`,
        [...values.list, group.kind, group.field, records],
      );
      return {
        kind: group.kind,
        name: queries.byKind.get(group.kind)?.name ?? null,
        field: group.field,
        n: group.n,
        records: rows,
      };
    }),
  );
  return { total: whole.rows[0]?.total ?? 0, active: whole.rows[0]?.active ?? 0, groups };
}

/** A list of records that has caught up with the log, for checks that look into other records. */
export interface CaughtUp extends Queries {
  reached(): Promise<void>;
}

/** A rule over the values of a new or changed record that needs other records. */
export type MasterCheck = (
  queries: CaughtUp,
  key: string,
  given: Fields,
  before: Fields,
) => Promise<Refusal | null>;

/**
 * Prepares the decisions of `master`: from the command and the record's state, the number of records that
 * refer to it, and the checks of the members. The list first catches up to the log's head, so that a fresh
 * reference counts.
 */
export function masterPrepare(
  queries: CaughtUp,
  checks: readonly MasterCheck[],
): Readonly<Record<string, Prepare>> {
  const count = async (key: string): Promise<{ used: number; usedActive: number; usedBy: string[] }> => {
    await queries.reached();
    const { kind, id } = splitKey(key);
    const uses = await readUses(queries, kind, id, 5);
    return {
      used: uses.total,
      usedActive: uses.active,
      usedBy: uses.groups
        .flatMap((group) =>
          group.records.map((one) => `${group.name ?? group.kind}: ${one.name || one.code || one.id}`),
        )
        .slice(0, 10),
    };
  };
  const checked = async (key: string, given: Fields, before: Fields): Promise<Refusal | null> => {
    for (const check of checks) {
      const refusal = await check(queries, key, given, before);
      if (refusal) return refusal;
    }
    return null;
  };
  const frozen = (def: MasterDef | undefined, names: Iterable<string>): boolean =>
    [...names].some((name) => def?.fields.find((field) => field.name === name)?.readOnlyAfterUse);
  return {
    'master/cancel': (command) => count(command.key),
    'master/deactivate': async (command) =>
      queries.byKind.get(splitKey(command.key).kind)?.deactivateUnused ? count(command.key) : {},
    'master/create': async (command, input: { fields: Fields }) =>
      (await checked(command.key, input.fields, {})) ?? {},
    'master/update': async (command, input: { fields: Fields }, state: MasterState) =>
      (await checked(command.key, input.fields, state.fields)) ??
      (frozen(queries.byKind.get(splitKey(command.key).kind), Object.keys(input.fields))
        ? count(command.key)
        : {}),
    'master/revert': (command) => count(command.key),
  };
}
