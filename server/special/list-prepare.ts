import { refuse } from '#shared/core/refusal.ts';
import type { UniqueState } from '#shared/streams/core/unique.ts';
import { scopeFields } from '#shared/streams/masters/scope.ts';
import { splitKey } from '#shared/streams/masters/state.ts';
import type { AppointmentState, SlotWish } from '#shared/streams/leads/appointment/state.ts';
import type { CaughtUp, MasterCheck } from '../families/master/uses.ts';
import type { Prepare } from '../store/handle.ts';
import { readHoliday } from './holiday.ts';

/** The largest id in the lists. */
const mostId = 2_147_483_647;

/** A planned day that is a holiday at its place. */
const holiday: MasterCheck = async (queries, key, given, before) => {
  const def = queries.byKind.get(splitKey(key).kind);
  const day = def?.fields.find((field) => field.noSunday)?.name;
  const [at] = def && day ? scopeFields(def) : [];
  if (!day || !at || (given[day] === undefined && given[at.name] === undefined)) return null;
  const { [day]: date, [at.name]: where } = { ...before, ...given };
  if (typeof date !== 'string' || !Number.isSafeInteger(where ?? 0)) return null;
  const one = (where as number | undefined) ?? null;
  const name = await readHoliday(queries, date, at.of === 'employee' ? { empId: one } : { pooId: one });
  return name === null ? null : refuse('holidayNotAllowed', 422, { name }, day);
};

/** A holiday for all places and one for some of them are the same day twice. */
const doubled: MasterCheck = async (queries, key, given, before) => {
  const { kind, id } = splitKey(key);
  if (kind !== 'holiday' || (given.dDate === undefined && given.pooIds === undefined)) return null;
  const { dDate, pooIds } = { ...before, ...given };
  if (typeof dDate !== 'string') return null;
  await queries.reached();
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
const unmapped: MasterCheck = async (queries, key, given, before) => {
  const { iEmpId, vPincode } = { ...before, ...given };
  if (
    splitKey(key).kind !== 'employeePincodeTask' ||
    (given.iEmpId === undefined && given.vPincode === undefined)
  )
    return null;
  if (!Number.isSafeInteger(iEmpId) || typeof vPincode !== 'string') return null;
  const { rows } = await queries.pool.query<{ name: string }>(
    `select e.name from master_rows e where e.kind = 'employee' and e.id = $1::bigint
     and exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2)
     and not exists (select 1 from master_rows s where s.kind = 'pincodeService' and s.status = 1 and not s.cancelled and s.fields->>'vPincode' = $2 and e.fields->'pooIds' @> (s.fields->'iPooId'))`,
    [iEmpId, vPincode],
  );
  return rows[0]
    ? refuse('employeeNotMapped', 422, { name: rows[0].name, pincode: vPincode }, 'iEmpId')
    : null;
};

/** Rules of single masters over other records. */
export const masterChecks: readonly MasterCheck[] = [holiday, unmapped, doubled];

/** Prepares decisions of other streams from the records of the masters. */
export function listPrepare(queries: CaughtUp): Readonly<Record<string, Prepare>> {
  const knownLead = async (id: number): Promise<object> => {
    await queries.reached();
    const { rows } = await queries.pool.query<{ stage: string; owner: string | null; pooId: number | null }>(
      `select m.fields->>'vStage' as stage, e.name as owner, (m.fields->>'iPooId')::int as "pooId" from master_rows m
       left join master_rows e on e.kind = 'employee' and e.id = (m.fields->>'iOwnerEmpId')::int where m.kind = 'lead' and m.id = $1`,
      [id],
    );
    return rows[0] ? { known: rows[0] } : {};
  };
  /** The holiday of a visit's day at its place. */
  const visitOn = async (day: string, pooId: number | null): Promise<{ holiday: string | null }> => {
    await queries.reached();
    return { holiday: await readHoliday(queries, day, { pooId }) };
  };
  return {
    'appointment/bookAppointment': (_command, input: SlotWish & { iPooId: number }) =>
      visitOn(input.appDate, input.iPooId),
    'appointment/requestReschedule': (_command, input: SlotWish, state: AppointmentState) =>
      visitOn(input.appDate, state.iPooId),
    'appointment/applyReschedule': async (_command, _input, { request, iPooId }: AppointmentState) =>
      request?.kind === 'reschedule' ? visitOn(request.appDate, iPooId) : {},
    /** Patients of the record that becomes the duplicate: the younger of the two. */
    'customer/merge': async (command, input: { otherId: number }) => {
      await queries.reached();
      const { rows } = await queries.pool.query<{ id: number }>(
        "select id from master_refs where kind = 'patient' and field = 'iCustomerId' and ref_kind = 'customer' and ref_id = $1",
        [Math.min(Math.max(Number(command.key), input.otherId), mostId)],
      );
      return { patientIds: rows.map(({ id }) => id) };
    },
    /** The place of the event that was attended. */
    'lead/arrive': async (_command, input: { eventId: number }) => {
      const { rows } = await queries.pool.query<{ poo: number | null }>(
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
      const { rows } = await queries.pool.query<{ poo: number }>(
        `select (fields->>'iPooId')::int as poo from master_rows where kind = 'pincodeService' and not cancelled and status = 1 and fields->>'vPincode' = $1 order by (fields->>'setup')::int desc, id limit 1`,
        [input.pincode],
      );
      return rows[0] ? { ...known, pooId: rows[0].poo } : known;
    },
  };
}
