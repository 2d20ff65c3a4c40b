import type { Viewer } from '#shared/core/permission.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { UsedBy } from '#shared/families/master-wire.ts';
import type { Prepare } from '../../store/handle.ts';
import type { UniqueState } from '#shared/streams/core/unique.ts';
import { scopeFields } from '#shared/streams/masters/scope.ts';
import { splitKey, type MasterState } from '#shared/streams/masters/state.ts';
import type { AppointmentState, SlotWish } from '#shared/streams/leads/appointment/state.ts';
import { readHoliday } from '../../special/holiday.ts';
import { scopeSql, Values } from './list-query.ts';
import type { Queries } from './queries.ts';

/** The largest id in the lists. */
const mostId = 2_147_483_647;

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
      const scope = def.kind === 'employee' ? null : scopeSql(def, viewer, values);
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

/**
 * Prepares the decisions of `master`: from the command and the record's state, the number of records that
 * refer to it. The list first catches up to the log's head, so that a fresh reference counts.
 */
export function masterPrepare(parts: () => Queries & { head(): number }): Readonly<Record<string, Prepare>> {
  const count = async (key: string): Promise<{ used: number; usedActive: number; usedBy: string[] }> => {
    const queries = parts();
    await queries.rows.reached(queries.head());
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
  const knownLead = async (id: number): Promise<object> => {
    const queries = parts();
    await queries.rows.reached(queries.head());
    const { rows } = await queries.pool.query<{ stage: string; owner: string | null; pooId: number | null }>(
      `select m.fields->>'vStage' as stage, e.name as owner, (m.fields->>'iPooId')::int as "pooId" from master_rows m
       left join master_rows e on e.kind = 'employee' and e.id = (m.fields->>'iOwnerEmpId')::int where m.kind = 'lead' and m.id = $1`,
      [id],
    );
    return rows[0] ? { known: rows[0] } : {};
  };
  /** A planned day that is a holiday at its place. */
  const holiday = async (key: string, given: Fields, before: Fields): Promise<Refusal | null> => {
    const def = parts().byKind.get(splitKey(key).kind);
    const day = def?.fields.find((field) => field.noSunday)?.name;
    const [at] = def && day ? scopeFields(def) : [];
    if (!day || !at || (given[day] === undefined && given[at.name] === undefined)) return null;
    const { [day]: date, [at.name]: where } = { ...before, ...given };
    if (typeof date !== 'string' || !Number.isSafeInteger(where ?? 0)) return null;
    const one = (where as number | undefined) ?? null;
    const name = await readHoliday(parts(), date, at.of === 'employee' ? { empId: one } : { pooId: one });
    return name === null ? null : refuse('holidayNotAllowed', 422, { name }, day);
  };
  /** A holiday for all places and one for some of them are the same day twice. */
  const doubled = async (key: string, given: Fields, before: Fields): Promise<Refusal | null> => {
    const { kind, id } = splitKey(key);
    if (kind !== 'holiday' || (given.dDate === undefined && given.pooIds === undefined)) return null;
    const { dDate, pooIds } = { ...before, ...given };
    if (typeof dDate !== 'string') return null;
    const queries = parts();
    await queries.rows.reached(queries.head());
    const own = Array.isArray(pooIds) ? pooIds.filter((one) => typeof one === 'number') : [];
    const { rows } = await queries.pool.query<{ name: string; places: string | null }>(
      `select h.name, (select string_agg(p.name, ', ' order by p.name) from master_rows p
         where p.kind = 'placeOfOperation' and coalesce(h.fields->'pooIds', '[]') @> to_jsonb(p.id)) as places
       from master_rows h where h.kind = 'holiday' and not h.cancelled and h.fields->>'dDate' = $1 and h.id <> $2
       and (coalesce(h.fields->'pooIds', '[]') = '[]' or $3::int[] = '{}' or exists (select 1 from unnest($3::int[]) as o(id) where h.fields->'pooIds' @> to_jsonb(o.id)))
       order by h.id limit 1`,
      [dDate, Number.isSafeInteger(id) ? id : 0, own],
    );
    const [found] = rows;
    if (!found) return null;
    return found.places === null
      ? refuse('holidayEverywhere', 409, { name: found.name }, 'dDate')
      : refuse('holidayDoubled', 409, { name: found.name, places: found.places }, 'dDate');
  };
  /** The person serving a pincode works for one of the places tagged with it. */
  const unmapped = async (key: string, given: Fields, before: Fields): Promise<Refusal | null> => {
    const { iEmpId, vPincode } = { ...before, ...given };
    if (
      splitKey(key).kind !== 'employeePincodeTask' ||
      (given.iEmpId === undefined && given.vPincode === undefined)
    )
      return null;
    if (!Number.isSafeInteger(iEmpId) || typeof vPincode !== 'string') return null;
    const { rows } = await parts().pool.query<{ name: string }>(
      `select e.name from master_rows e where e.kind = 'employee' and e.id = $1::bigint
       and exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2)
       and not exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2 and e.fields->'pooIds' @> (s.fields->'iPooId'))`,
      [iEmpId, vPincode],
    );
    return rows[0]
      ? refuse('employeeNotMapped', 422, { name: rows[0].name, pincode: vPincode }, 'iEmpId')
      : null;
  };
  /** The holiday of a visit's day at its place. */
  const visitOn = async (day: string, pooId: number | null): Promise<{ holiday: string | null }> => {
    const queries = parts();
    await queries.rows.reached(queries.head());
    return { holiday: await readHoliday(queries, day, { pooId }) };
  };
  const frozen = (def: MasterDef | undefined, names: Iterable<string>): boolean =>
    [...names].some((name) => def?.fields.find((field) => field.name === name)?.readOnlyAfterUse);
  return {
    'master/cancel': (command) => count(command.key),
    'master/deactivate': async (command) =>
      parts().byKind.get(splitKey(command.key).kind)?.deactivateUnused ? count(command.key) : {},
    'master/create': async (command, input: { fields: Fields }) =>
      (await holiday(command.key, input.fields, {})) ??
      (await unmapped(command.key, input.fields, {})) ??
      (await doubled(command.key, input.fields, {})) ??
      {},
    'master/update': async (command, input: { fields: Fields }, state: MasterState) =>
      (await holiday(command.key, input.fields, state.fields)) ??
      (await unmapped(command.key, input.fields, state.fields)) ??
      (await doubled(command.key, input.fields, state.fields)) ??
      (frozen(parts().byKind.get(splitKey(command.key).kind), Object.keys(input.fields))
        ? count(command.key)
        : {}),
    'master/revert': (command) => count(command.key),
    'appointment/bookAppointment': (_command, input: SlotWish & { iPooId: number }) =>
      visitOn(input.appDate, input.iPooId),
    'appointment/requestReschedule': (_command, input: SlotWish, state: AppointmentState) =>
      visitOn(input.appDate, state.iPooId),
    'appointment/applyReschedule': async (_command, _input, { request, iPooId }: AppointmentState) =>
      request?.kind === 'reschedule' ? visitOn(request.appDate, iPooId) : {},
    /** Patients of the record that becomes the duplicate: the younger of the two. */
    'customer/merge': async (command, input: { otherId: number }) => {
      const queries = parts();
      await queries.rows.reached(queries.head());
      const { rows } = await queries.pool.query<{ id: number }>(
        "select id from master_refs where kind = 'patient' and field = 'iCustomerId' and ref_kind = 'customer' and ref_id = $1",
        [Math.min(Math.max(Number(command.key), input.otherId), mostId)],
      );
      return { patientIds: rows.map(({ id }) => id) };
    },
    /** The place of the event that was attended. */
    'lead/arrive': async (_command, input: { eventId: number }) => {
      const { rows } = await parts().pool.query<{ poo: number | null }>(
        `select (fields->>'iPooId')::int as poo from master_rows where kind = 'campEvent' and id = $1`,
        [input.eventId],
      );
      return rows[0]?.poo ? { pooId: rows[0].poo } : {};
    },
    /**
     * The place that serves a lead's pincode, and what the refusal says about a lead with the same number.
     */
    'lead/createLead': async (_command, input: { pincode?: string | null; pooId?: number }, _state, read) => {
      const owner = (read.lead as UniqueState).owner;
      const known = owner?.startsWith('lead-') ? await knownLead(Number(owner.slice(5))) : {};
      if (!input.pincode || input.pooId) return known;
      const { rows } = await parts().pool.query<{ poo: number }>(
        `select (fields->>'iPooId')::int as poo from master_rows where kind = 'pincodeService' and not cancelled and status = 1 and fields->>'vPincode' = $1 order by (fields->>'setup')::int desc, id limit 1`,
        [input.pincode],
      );
      return rows[0] ? { ...known, pooId: rows[0].poo } : known;
    },
  };
}
