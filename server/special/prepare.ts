import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { isDay } from '#shared/core/day.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Service } from '#shared/core/view.ts';
import { approvals } from '#shared/families/approval-feed.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { waitsOn } from '#shared/streams/approvals/approval/hand-over.ts';
import { startsAt } from '#shared/streams/leads/appointment/state.ts';
import { startLimit } from '#shared/masters/reviews/late-starts.ts';
import type { DayStart } from '#shared/streams/people/attendance/own-day.ts';
import { employeesView } from '../access/directory-views.ts';
import { readCutOffs, readHolidays } from '../families/reviews/day-facts.ts';
import type { Clock, Views } from '../house.ts';
import { simulatedOutbox } from '../outside/outbox.ts';
import type { Prepare } from '../store/handle.ts';
import { ownContact } from './own-contact.ts';
import { signupOtp } from './signup-otp.ts';

/** What decisions need to know beforehand and cannot know by themselves, by `aggregate/command`. */
export function prepareHooks(parts: {
  pool: Pool;
  clock: Clock;
  config: Pick<Config, 'fixedCheckOutTime' | 'knobs' | 'serviceUrls'>;
  newId: () => string;
  views: Views;
}): Readonly<Record<string, Prepare>> {
  const fixedTime: Prepare = async () => ({ fixedCheckOutTime: parts.config.fixedCheckOutTime });
  const undoWindow: Prepare = async ({ causationId }) => ({
    undoMs: parts.config.knobs.undoSeconds * 1_000,
    ...(causationId?.startsWith('push:') ? { via: 'push' } : {}),
  });
  /** What hangs on a person: tasks, which must be moved first, and requests that wait on them, which go to their manager. */
  const openTasks: Prepare = async ({ key }) => ({
    openTasks: [...parts.views.get(appointmentsView).rows.values()].filter((row) => row.iAssignedTo === Number(key)).length,
    approvals: [...parts.views.get(approvals).rows.values()].filter((row) => waitsOn(row, Number(key))).map((row) => row.id),
  });
  /** Hours in which somebody has an appointment cannot be blocked. */
  const blockOverTask: Prepare = async ({ key }, input: { fields: Readonly<Record<string, unknown>> }) => {
    const { iEmpId, dDate, tFrom, tTo } = input.fields;
    if (!key.startsWith('slotBlock-') || typeof tFrom !== 'string' || typeof tTo !== 'string') return {};
    const over = [...parts.views.get(appointmentsView).rows.values()].filter((row) => {
      if (row.iAssignedTo !== Number(iEmpId) || row.appDate !== dDate) return false;
      const [from, to] = [tFrom, tTo].map((slotFrom) => startsAt({ appDate: row.appDate, slotFrom })) as [number, number];
      return from < startsAt(row) + row.iMinutes * 60_000 && startsAt(row) < to;
    });
    return over.length === 0 ? {} : refuse('blockOverTask', 409, { n: over.length }, 'tFrom');
  };
  /** Till when the day could be begun, and whether a team lead let this person begin later. */
  const dayStart: Prepare = async ({ key, viewer }): Promise<{ dayStart: DayStart | null }> => {
    const day = key.slice(key.indexOf('-') + 1);
    const person = parts.views.get(employeesView).rows.get(String(viewer.empId));
    if (!isDay(day) || !person) return { dayStart: null };
    const [cutOffs, holidays] = await Promise.all([readCutOffs(parts), readHolidays(parts, day)]);
    const poo = person.poos.find(({ primary }) => primary)?.pooId ?? null;
    const limit = startLimit({ cutOffs, holidays }, day, viewer.effectiveDesignationId, poo);
    const allowed = person.dayStartAllowedUntil;
    return { dayStart: limit && { ...limit, allowedUntil: allowed === null ? null : Date.parse(allowed) } };
  };
  const livesOutside: Prepare = async ({ key }) => ({ outside: parts.config.serviceUrls.has(key as Service) });
  const contact = ownContact(parts);
  const editing: Prepare = async (...order) => {
    const known = await contact(...order);
    return isRefusal(known) ? known : openTasks(...order);
  };
  return {
    'master/create': blockOverTask,
    'employee/deactivate': openTasks,
    'employee/edit': editing,
    'employee/updateDetails': contact,
    'employee/syncFromZoho': contact,
    'employee/updateOwnProfile': contact,
    ...signupOtp({ pool: parts.pool, clock: parts.clock, newId: parts.newId, send: simulatedOutbox(parts.clock) }),
    'signup/verify': undoWindow,
    'approval/approveStep': undoWindow,
    'approval/rejectStep': undoWindow,
    'approval/undoDecision': undoWindow,
    'servicepoll/ask': livesOutside,
    'attendance/checkIn': dayStart,
    'attendance/checkOut': fixedTime,
    'attendance/regularizeCheckIn': fixedTime,
    'attendance/closeStaleDay': fixedTime,
    'attendance/confirmAutoClose': fixedTime,
  };
}
