import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { isDay } from '#shared/core/day.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Service } from '#shared/core/view.ts';
import { approvals } from '#shared/families/approval-feed.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { waitsOn } from '#shared/streams/approvals/approval/hand-over.ts';
import { startsAt } from '#shared/streams/leads/appointment/state.ts';
import { dayStartFacts, dayStartOf } from './day-start.ts';
import type { Clock, KeptViews, Log } from '../core/parts.ts';
import { simulatedOutbox } from '../outside/outbox.ts';
import { bothPrepare, type Prepare } from '../store/handle.ts';
import { carePrepare } from './care/prepare.ts';
import { oneTimeCodes } from './one-time-code.ts';
import { callingHooks } from './calling-hours.ts';
import { exitFacts } from './exit-facts.ts';
import { expenseFacts } from './expense-facts.ts';
import { openReading, type ReadView } from './reading.ts';
import { openWorkAt } from './open-work.ts';
import { ownContact } from './own-contact.ts';
import { clinicalFacts } from './patient-history.ts';
import { prescriptionPrepare } from './prescription-prepare.ts';
import { incentivePlans } from './money/incentive-plans.ts';
import { parcelPrepare } from './money/parcel-prepare.ts';
import { moneyPrepare } from './money/prepare.ts';
import { returnPrepare } from './money/return-prepare.ts';
import { careKits } from './stock/care-kits.ts';
import { saleClaims } from './stock/sale-claims.ts';
import { saleGoods } from './stock/sale-goods.ts';
import { trayLoads } from './stock/tray-load.ts';
import { notTheSame } from './stock/near-products.ts';
import { sameBatch } from './stock/same-batch.ts';
import { minMaxFacts } from './stock/min-max.ts';
import { uncounted } from './stock/uncounted.ts';
import { signupOtp } from './signup-otp.ts';

/** The preparations of decisions, by `aggregate/command`. */
export function prepareHooks(parts: {
  pool: Pool;
  clock: Clock;
  config: Pick<Config, 'fixedCheckOutTime' | 'knobs' | 'serviceUrls' | 'callingHours'>;
  newId: () => string;
  views: KeptViews;
  log: Pick<Log, 'readStream'>;
  dataDir: string;
  onError: (error: unknown) => void;
  /** The views whose tables are looked up. */
  read: readonly ReadView[];
}): Readonly<Record<string, Prepare>> {
  const reading = openReading(parts.pool, parts.read);
  const facts = { ...parts, pool: reading };
  const fixedTime: Prepare = async () => ({ fixedCheckOutTime: parts.config.fixedCheckOutTime });
  const undoWindow: Prepare = async ({ causationId }) => ({
    undoMs: parts.config.knobs.undoSeconds * 1_000,
    ...(causationId?.startsWith('push:') ? { via: 'push' } : {}),
  });
  /**
   * The work that depends on a person: tasks, which must be moved first, and requests that wait for them,
   * which go to their manager.
   */
  const openTasks: Prepare = async ({ key }) => ({
    openTasks: [...parts.views.get(appointmentsView).rows.values()].filter(
      (row) => row.iAssignedTo === Number(key),
    ).length,
    approvals: [...parts.views.get(approvals).rows.values()]
      .filter((row) => waitsOn(row, Number(key)))
      .map((row) => row.id),
  });
  /** Hours with an appointment cannot be blocked. */
  const blockOverTask: Prepare = async ({ key }, input: { fields: Readonly<Record<string, unknown>> }) => {
    const { iEmpId, dDate, tFrom, tTo } = input.fields;
    if (!key.startsWith('slotBlock-') || typeof tFrom !== 'string' || typeof tTo !== 'string') return {};
    const over = [...parts.views.get(appointmentsView).rows.values()].filter((row) => {
      if (row.iAssignedTo !== Number(iEmpId) || row.appDate !== dDate) return false;
      const [from, to] = [tFrom, tTo].map((slotFrom) => startsAt({ appDate: row.appDate, slotFrom })) as [
        number,
        number,
      ];
      return from < startsAt(row) + row.iMinutes * 60_000 && startsAt(row) < to;
    });
    return over.length === 0 ? {} : refuse('blockOverTask', 409, { n: over.length }, 'tFrom');
  };
  const dayStart: Prepare = async ({ key, viewer }) => {
    const day = key.slice(key.indexOf('-') + 1);
    return { dayStart: isDay(day) ? await dayStartOf(parts, viewer, day) : null };
  };
  const codes = oneTimeCodes({
    pool: parts.pool,
    clock: parts.clock,
    newId: parts.newId,
    send: simulatedOutbox(parts.clock),
  });
  const livesOutside: Prepare = async ({ key }) => ({
    outside: parts.config.serviceUrls.has(key as Service),
  });
  const contact = ownContact(parts);
  const editing: Prepare = async (...request) => {
    const known = await contact(...request);
    return isRefusal(known) ? known : openTasks(...request);
  };
  /** The first reason of the list that slot blocks can be filed under. */
  const slotReason: Prepare = async () => {
    const { rows } = await reading.query<{ id: string }>(
      `select id from master_rows where kind = 'reason' and status = 1 and not cancelled
       and fields->>'vReasonGroup' = 'slot-block' order by id limit 1`,
    );
    return { slotReasonId: rows[0] ? Number(rows[0].id) : null };
  };
  return {
    ...carePrepare(facts),
    ...trayLoads(reading),
    ...moneyPrepare(facts),
    ...parcelPrepare(parts),
    ...returnPrepare(parts),
    ...incentivePlans(reading),
    ...saleGoods(reading),
    ...careKits(reading),
    ...saleClaims(reading),
    ...uncounted(reading),
    ...minMaxFacts(facts),
    ...sameBatch(reading),
    ...bothPrepare(notTheSame(reading), { 'master/create': blockOverTask }),
    'master/deactivate': openWorkAt(facts),
    'employee/deactivate': openTasks,
    'employee/edit': editing,
    'employee/updateDetails': contact,
    'employee/syncFromZoho': contact,
    'employee/updateOwnProfile': contact,
    ...signupOtp(codes),
    ...prescriptionPrepare({ pool: parts.pool, clock: parts.clock, codes, clinical: clinicalFacts(facts) }),
    ...exitFacts({ pool: reading, views: parts.views, codes }),
    ...callingHooks(parts),
    'signup/verify': undoWindow,
    'approval/approveStep': undoWindow,
    'approval/rejectStep': undoWindow,
    'approval/undoDecision': undoWindow,
    ...expenseFacts(facts),
    'teamrequest/raise': slotReason,
    'servicepoll/request': livesOutside,
    'attendance/checkIn': dayStart,
    'employee/requestDayStart': dayStartFacts(parts),
    'attendance/checkOut': fixedTime,
    'attendance/regularizeCheckIn': fixedTime,
    'attendance/closeStaleDay': fixedTime,
    'attendance/confirmAutoClose': fixedTime,
  };
}
