import { headOf, partBefore } from '../../../core/cut.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
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

interface Subject {
  readonly iEcicoId: number | null;
  readonly iEmpId: number;
}

/** A day that began; `lat` and `lng` are where the device was, if it said so. */
export interface DayOpened extends Subject {
  readonly iPooId: number | null;
  readonly iDesignationId: number | null;
  readonly name: string;
  readonly managerId: number | null;
}

/** Actual instants are when it was; the fixed check-out time stands beside them. */
export type AttendanceEvent =
  | Event<
      'CheckedIn',
      DayOpened & { readonly bManualCheckIn: false; readonly lat?: number; readonly lng?: number }
    >
  | Event<
      'CheckInRegularized',
      DayOpened & {
        readonly bManualCheckIn: true;
        readonly dCheckInDateTime: string;
        readonly dActualCheckOutDateTime?: string;
        readonly dCheckOutDateTime?: string;
        readonly reason: string;
      }
    >
  | Event<
      'CheckedOut',
      Subject & { readonly dCheckOutDateTime: string; readonly dActualCheckOutDateTime?: string }
    >
  | Event<'CheckOutUndone' | 'BreakRequested' | 'BreakRequestWithdrawn' | 'BreakStarted', Subject>
  | Event<'BreakEnded', Subject & { readonly dBreakOutDate?: string; readonly automatic?: true }>
  | Event<'OnCallChanged', Subject & Pick<AttendanceRecord, 'iOnCall'>>
  | Event<'CheckOutAllowanceChanged', Subject & Pick<AttendanceRecord, 'causes' | 'override'>>
  | Event<
      'AttendanceAutoClosed',
      Subject & {
        readonly dCheckOutDateTime: string;
        readonly dActualCheckOutDateTime: string;
        readonly managerId: number | null;
        readonly name: string;
        readonly date: string;
      }
    >
  | Event<
      'AttendanceCorrected',
      Subject & { readonly dActualCheckOutDateTime: string; readonly reason: string }
    >
  | Event<'AttendanceReopened' | 'AttendanceCancelled', Subject & { readonly reason: string }>;

function begun(
  event: Extract<RecordedEventOf<AttendanceEvent>, { readonly type: 'CheckedIn' | 'CheckInRegularized' }>,
): AttendanceRecord {
  const { iEcicoId, iPooId, iDesignationId, name, managerId } = event.data;
  const byHand = event.type === 'CheckInRegularized' ? event.data : null;
  const open: AttendanceRecord = {
    ...noRecord(streamKey(event.stream)),
    version: event.version,
    iEcicoId,
    iPooId,
    iDesignationId,
    name,
    managerId,
    dCheckInDateTime: byHand?.dCheckInDateTime ?? event.at,
    iCheckInCheckOutFlag: 1,
    iAllowCalls: 1,
    bManualCheckIn: byHand !== null,
    vRegularizeReason: byHand?.reason ?? null,
    iCreatedBy: event.actor.empId,
    iModifiedBy: event.actor.empId,
  };
  return byHand?.dActualCheckOutDateTime && byHand.dCheckOutDateTime
    ? closed(open, byHand.dCheckOutDateTime, byHand.dActualCheckOutDateTime)
    : open;
}

export function evolveAttendance(
  before: AttendanceRecord,
  event: RecordedEventOf<AttendanceEvent>,
): AttendanceRecord {
  const record: AttendanceRecord = {
    ...before,
    version: event.version,
    iModifiedBy: event.actor.empId ?? before.iModifiedBy,
  };
  switch (event.type) {
    case 'CheckedIn':
    case 'CheckInRegularized':
      return begun(event);
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
      const to = event.data.dBreakOutDate ?? event.at;
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
      return closed(record, event.data.dCheckOutDateTime, event.data.dActualCheckOutDateTime ?? event.at);
    case 'AttendanceAutoClosed':
      return {
        ...closed(record, event.data.dCheckOutDateTime, event.data.dActualCheckOutDateTime),
        bAutoClosed: true,
      };
    case 'AttendanceCorrected':
      return {
        ...closed(
          record,
          record.dCheckOutDateTime ?? event.data.dActualCheckOutDateTime,
          event.data.dActualCheckOutDateTime,
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
      return withAllowance({ ...record, iOnCall: event.data.iOnCall });
    case 'CheckOutAllowanceChanged':
      return withAllowance({ ...record, causes: event.data.causes, override: event.data.override });
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
