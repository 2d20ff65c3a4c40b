import { headOf, partBefore } from '../../../core/cut.ts';
import type { RecordedEvent } from '../../../core/event.ts';
import { streamKey } from '../../../core/event.ts';

/**
 * One employee's day with the specification's field names; our own fields follow after the blank line.
 * Instants are ISO in UTC.
 */
export interface AttendanceRecord {
  readonly iEmpId: number;
  /** Its business day, whenever it was closed. */
  readonly date: string;
  readonly iEcicoId: number | null;
  readonly iPooId: number | null;
  readonly iDesignationId: number | null;
  readonly iOrgId: 1;
  readonly dCheckInDateTime: string | null;
  /** The fixed check-out time; hours are computed from `dActualCheckOutDateTime`. */
  readonly dCheckOutDateTime: string | null;
  readonly iCheckInCheckOutFlag: 0 | 1 | null;
  readonly iBreakInBreakOutFlag: 0 | 1 | null;
  readonly dBreakInDate: string | null;
  readonly dBreakOutDate: string | null;
  readonly iAllowCalls: 0 | 1;
  readonly iOnCall: 0 | 1;
  readonly iAllowCheckInCheckOut: 0 | 1;
  readonly bManualCheckIn: boolean;
  readonly iCreatedBy: number | null;
  readonly iModifiedBy: number | null;
  readonly iCancelFlag: 0 | 1;

  readonly name: string;
  readonly managerId: number | null;
  readonly dActualCheckOutDateTime: string | null;
  readonly breaks: readonly { readonly from: string; readonly to: string | null }[];
  readonly iBreakMinutes: number;
  readonly iWorkedMinutes: number | null;
  readonly bAutoClosed: boolean;
  readonly vRegularizeReason: string | null;
  /** What blocks check-out, as `<kind>:<stream>`, e.g. `lease:queueitem-signup-queue-7`. */
  readonly causes: readonly string[];
  /** Override by a team lead or HR; valid until the day is closed. */
  readonly override: { readonly allow: 0 | 1; readonly reason: string; readonly by: string } | null;
  /** A break asked for during a call; it begins once the call has its disposition. */
  readonly breakRequestedAt: string | null;
  readonly version: number;
}

export function noRecord(key: string): AttendanceRecord {
  const cut = key.indexOf('-');
  return {
    iEmpId: Number(headOf(key, cut)),
    date: key.slice(cut + 1),
    iEcicoId: null,
    iPooId: null,
    iDesignationId: null,
    iOrgId: 1,
    dCheckInDateTime: null,
    dCheckOutDateTime: null,
    iCheckInCheckOutFlag: null,
    iBreakInBreakOutFlag: null,
    dBreakInDate: null,
    dBreakOutDate: null,
    iAllowCalls: 0,
    iOnCall: 0,
    iAllowCheckInCheckOut: 1,
    bManualCheckIn: false,
    iCreatedBy: null,
    iModifiedBy: null,
    iCancelFlag: 0,
    name: '',
    managerId: null,
    dActualCheckOutDateTime: null,
    breaks: [],
    iBreakMinutes: 0,
    iWorkedMinutes: null,
    bAutoClosed: false,
    vRegularizeReason: null,
    causes: [],
    override: null,
    breakRequestedAt: null,
    version: 0,
  };
}

/** A call runs, or its disposition is missing. */
export const hasCall = (record: Pick<AttendanceRecord, 'iOnCall' | 'causes'>): boolean =>
  record.iOnCall === 1 || record.causes.some((cause) => partBefore(cause, ':') === 'call');

/** Why check-out is not allowed; open work stands in a day's causes as `task:TK-000012`. */
export const blockReasons = ['onCall', 'onBreak', 'override', 'lease', 'task', 'call'] as const;
export type BlockReason = (typeof blockReasons)[number];

export function blockedBy(record: AttendanceRecord): readonly BlockReason[] {
  const reasons = new Set<BlockReason>();
  if (record.iOnCall === 1) reasons.add('onCall');
  if (record.iBreakInBreakOutFlag === 1) reasons.add('onBreak');
  if (record.override?.allow === 0) reasons.add('override');
  if (!record.override)
    for (const cause of record.causes) {
      const reason = blockReasons.find((one) => one === partBefore(cause, ':'));
      if (reason) reasons.add(reason);
    }
  return [...reasons];
}

/**
 * Computes the allow flag: calls, breaks and open work block check-out; a team lead's override beats open
 * work only.
 */
function withAllowance(record: AttendanceRecord): AttendanceRecord {
  const held = record.iOnCall === 1 || record.iBreakInBreakOutFlag === 1;
  const allow = held ? 0 : (record.override?.allow ?? (record.causes.length > 0 ? 0 : 1));
  return allow === record.iAllowCheckInCheckOut ? record : { ...record, iAllowCheckInCheckOut: allow };
}

function minutes(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
}

function closed(record: AttendanceRecord, fixed: string, actual: string): AttendanceRecord {
  const worked = record.dCheckInDateTime
    ? Math.max(0, minutes(record.dCheckInDateTime, actual) - record.iBreakMinutes)
    : null;
  return {
    ...record,
    iCheckInCheckOutFlag: 0,
    iAllowCalls: 0,
    iOnCall: 0,
    dCheckOutDateTime: fixed,
    dActualCheckOutDateTime: actual,
    iWorkedMinutes: worked,
    override: null,
    breakRequestedAt: null,
  };
}

export function evolveAttendance(before: AttendanceRecord, event: RecordedEvent): AttendanceRecord {
  const data = event.data;
  const record: AttendanceRecord = {
    ...before,
    version: event.version,
    iModifiedBy: event.actor.empId ?? before.iModifiedBy,
  };
  switch (event.type) {
    case 'CheckedIn':
    case 'CheckInRegularized': {
      const open: AttendanceRecord = {
        ...noRecord(streamKey(event.stream)),
        version: event.version,
        iEcicoId: data.iEcicoId,
        iPooId: data.iPooId,
        iDesignationId: data.iDesignationId,
        name: data.name,
        managerId: data.managerId,
        dCheckInDateTime: data.dCheckInDateTime ?? event.at,
        iCheckInCheckOutFlag: 1,
        iAllowCalls: 1,
        bManualCheckIn: event.type === 'CheckInRegularized',
        vRegularizeReason: data.reason ?? null,
        iCreatedBy: event.actor.empId,
        iModifiedBy: event.actor.empId,
      };
      return data.dActualCheckOutDateTime
        ? closed(open, data.dCheckOutDateTime, data.dActualCheckOutDateTime)
        : open;
    }
    case 'BreakStarted':
      return withAllowance({
        ...record,
        iBreakInBreakOutFlag: 1,
        dBreakInDate: event.at,
        breakRequestedAt: null,
        iAllowCalls: 0,
        breaks: [...record.breaks, { from: event.at, to: null }],
      });
    case 'BreakRequested':
      return { ...record, breakRequestedAt: event.at };
    case 'BreakRequestWithdrawn':
      return { ...record, breakRequestedAt: null };
    case 'BreakEnded': {
      const to: string = data.dBreakOutDate ?? event.at;
      const breaks = record.breaks.map((pause) => (pause.to === null ? { from: pause.from, to } : pause));
      const total = breaks.reduce((sum, pause) => sum + (pause.to ? minutes(pause.from, pause.to) : 0), 0);
      return withAllowance({
        ...record,
        iBreakInBreakOutFlag: 0,
        dBreakOutDate: to,
        iAllowCalls: 1,
        breaks,
        iBreakMinutes: total,
      });
    }
    case 'CheckedOut':
      return closed(record, data.dCheckOutDateTime, data.dActualCheckOutDateTime ?? event.at);
    case 'AttendanceAutoClosed':
      return { ...closed(record, data.dCheckOutDateTime, data.dActualCheckOutDateTime), bAutoClosed: true };
    case 'AttendanceCorrected':
      return {
        ...closed(
          record,
          record.dCheckOutDateTime ?? data.dActualCheckOutDateTime,
          data.dActualCheckOutDateTime,
        ),
        bAutoClosed: false,
      };
    case 'AttendanceReopened':
    case 'CheckOutUndone':
      return withAllowance({
        ...record,
        iCheckInCheckOutFlag: 1,
        iBreakInBreakOutFlag: 0,
        iAllowCalls: 1,
        dCheckOutDateTime: null,
        dActualCheckOutDateTime: null,
        iWorkedMinutes: null,
        causes: [],
      });
    case 'OnCallChanged':
      return withAllowance({ ...record, iOnCall: data.iOnCall });
    case 'CheckOutAllowanceChanged':
      return withAllowance({ ...record, causes: data.causes, override: data.override });
    case 'AttendanceCancelled':
      return {
        ...record,
        iCancelFlag: 1,
        iCheckInCheckOutFlag: 0,
        iAllowCalls: 0,
        breakRequestedAt: null,
      };
    default:
      return before;
  }
}
