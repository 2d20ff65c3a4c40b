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
import type { Reading } from './reading.ts';

/** The largest number that the lists hold. */
const mostId = 2_147_483_647;

/** Which records name this one, by kind and field, each with the first few; with a viewer only those that are theirs, otherwise all. */
export async function readUses(
  reading: Pick<Reading, 'pool' | 'byKind'>,
  kind: string,
  id: number,
  records = 10,
  viewer: Viewer | null = null,
): Promise<UsedBy> {
  const values = new Values();
  const named = `f.ref_kind = ${values.take(kind)} and f.ref_id = ${values.take(id)}`;
  const theirs: string[] = [];
  if (viewer)
    for (const def of reading.byKind.values()) {
      const scope = def.kind === 'employee' ? null : scopeSql(def, viewer, values);
      if (scope) theirs.push(`(f.kind <> '${def.kind}' or ${scope})`);
    }
  const mine = theirs.length > 0 ? ` and ${theirs.join(' and ')}` : '';
  const counted = await reading.pool.query<{ kind: string; field: string; n: number; active: number }>(
    `select f.kind, f.field, count(*)::int as n, count(*) filter (where m.status = 1)::int as active from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
     where ${named} and not m.cancelled and not (f.kind = $1 and f.id = $2)${mine} group by f.kind, f.field order by n desc`,
    values.list,
  );
  const [kindAt, fieldAt, mostAt] = [1, 2, 3].map((n) => `$${values.list.length + n}`);
  const groups = await Promise.all(
    counted.rows.map(async (group) => {
      const { rows } = await reading.pool.query<{ id: number; code: string; name: string; iStatus: 0 | 1 }>(
        `select m.id, m.code, m.name, m.status as "iStatus" from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
       where ${named} and f.kind = ${kindAt} and f.field = ${fieldAt} and not m.cancelled${mine} order by lower(m.name), m.id limit ${mostAt}`,
        [...values.list, group.kind, group.field, records],
      );
      return { kind: group.kind, name: reading.byKind.get(group.kind)?.name ?? null, field: group.field, n: group.n, records: rows };
    }),
  );
  return { total: counted.rows.reduce((sum, one) => sum + one.n, 0), active: counted.rows.reduce((sum, one) => sum + one.active, 0), groups };
}

/**
 * What the decisions of `master` must know of other records before they are taken: in: the order and the record's state;
 * out: how many records name it. The list is brought up to the log's head first, so that a use just made is seen.
 */
export function masterPrepare(parts: () => Reading & { head(): number }): Readonly<Record<string, Prepare>> {
  const count = async (key: string): Promise<{ used: number; usedActive: number; usedBy: string[] }> => {
    const reading = parts();
    await reading.rows.reached(reading.head());
    const { kind, id } = splitKey(key);
    const uses = await readUses(reading, kind, id, 5);
    return {
      used: uses.total,
      usedActive: uses.active,
      usedBy: uses.groups.flatMap((group) => group.records.map((one) => `${group.name ?? group.kind}: ${one.name || one.code || one.id}`)).slice(0, 10),
    };
  };
  const knownLead = async (id: number): Promise<object> => {
    const reading = parts();
    await reading.rows.reached(reading.head());
    const { rows } = await reading.pool.query<{ stage: string; owner: string | null; pooId: number | null }>(
      `select m.fields->>'vStage' as stage, e.name as owner, (m.fields->>'iPooId')::int as "pooId" from master_rows m
       left join master_rows e on e.kind = 'employee' and e.id = (m.fields->>'iOwnerEmpId')::int where m.kind = 'lead' and m.id = $1`,
      [id],
    );
    return rows[0] ? { known: rows[0] } : {};
  };
  /** A day to come at a place that is not worked there. */
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
  /** Who serves a pincode works for one of the places that are tagged with it. */
  const unmapped = async (key: string, given: Fields, before: Fields): Promise<Refusal | null> => {
    const { iEmpId, vPincode } = { ...before, ...given };
    if (splitKey(key).kind !== 'employeePincodeTask' || (given.iEmpId === undefined && given.vPincode === undefined)) return null;
    if (!Number.isSafeInteger(iEmpId) || typeof vPincode !== 'string') return null;
    const { rows } = await parts().pool.query<{ name: string }>(
      `select e.name from master_rows e where e.kind = 'employee' and e.id = $1::bigint
       and exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2)
       and not exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2 and e.fields->'pooIds' @> (s.fields->'iPooId'))`,
      [iEmpId, vPincode],
    );
    return rows[0] ? refuse('employeeNotMapped', 422, { name: rows[0].name, pincode: vPincode }, 'iEmpId') : null;
  };
  /** What a visit must know of its day: the holiday that it is at its place. */
  const visitOn = async (day: string, pooId: number | null): Promise<{ holiday: string | null }> => {
    const reading = parts();
    await reading.rows.reached(reading.head());
    return { holiday: await readHoliday(reading, day, { pooId }) };
  };
  const frozen = (def: MasterDef | undefined, names: Iterable<string>): boolean =>
    [...names].some((name) => def?.fields.find((field) => field.name === name)?.readOnlyAfterUse);
  return {
    'master/cancel': (order) => count(order.key),
    'master/deactivate': async (order) => (parts().byKind.get(splitKey(order.key).kind)?.deactivateUnused ? count(order.key) : {}),
    'master/create': async (order, input: { fields: Fields }) =>
      (await holiday(order.key, input.fields, {})) ?? (await unmapped(order.key, input.fields, {})) ?? {},
    'master/update': async (order, input: { fields: Fields }, state: MasterState) =>
      (await holiday(order.key, input.fields, state.fields)) ??
      (await unmapped(order.key, input.fields, state.fields)) ??
      (frozen(parts().byKind.get(splitKey(order.key).kind), Object.keys(input.fields)) ? count(order.key) : {}),
    'master/revert': (order) => count(order.key),
    'appointment/bookAppointment': (_order, input: SlotWish & { iPooId: number }) => visitOn(input.appDate, input.iPooId),
    'appointment/requestReschedule': (_order, input: SlotWish, state: AppointmentState) => visitOn(input.appDate, state.iPooId),
    'appointment/applyReschedule': async (_order, _input, { request, iPooId }: AppointmentState) =>
      request?.kind === 'reschedule' ? visitOn(request.appDate, iPooId) : {},
    /** Patients of the record that will be the double: the younger of the two. */
    'customer/merge': async (order, input: { otherId: number }) => {
      const reading = parts();
      await reading.rows.reached(reading.head());
      const { rows } = await reading.pool.query<{ id: number }>(
        "select id from master_refs where kind = 'patient' and field = 'iCustomerId' and ref_kind = 'customer' and ref_id = $1",
        [Math.min(Math.max(Number(order.key), input.otherId), mostId)],
      );
      return { patientIds: rows.map(({ id }) => id) };
    },
    /** The place of the event that somebody came to. */
    'lead/arrive': async (_order, input: { eventId: number }) => {
      const { rows } = await parts().pool.query<{ poo: number | null }>(
        `select (fields->>'iPooId')::int as poo from master_rows where kind = 'campEvent' and id = $1`,
        [input.eventId],
      );
      return rows[0]?.poo ? { pooId: rows[0].poo } : {};
    },
    /** The place that sets up at a lead's pincode, and what the refusal says of a lead that has the number. */
    'lead/createLead': async (_order, input: { pincode?: string | null; pooId?: number }, _state, read) => {
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
