import { assign, initialTransition, sendTo, setup, transition } from 'xstate';
import type { RecordedEventOf } from '../../../core/event.ts';
import { businessDay } from '../../../core/day.ts';
import { checkOutMachine } from './checkout.machine.ts';
import type { AttendanceContext } from './guards.ts';
import * as guards from './guards.ts';
import type { AttendanceRecord } from './record.ts';
import { evolveAttendance, noRecord, type AttendanceEvent as DayEvent } from './record.ts';

export const attendanceData = [
  'CheckedIn',
  'CheckInRegularized',
  'BreakRequested',
  'BreakRequestWithdrawn',
  'BreakStarted',
  'BreakEnded',
  'CheckedOut',
  'CheckOutUndone',
  'AttendanceAutoClosed',
  'AttendanceCorrected',
  'AttendanceReopened',
  'AttendanceCancelled',
  'CheckOutAllowanceChanged',
  'OnCallChanged',
] as const;

type ServerEvent = {
  readonly type: `SERVER.${(typeof attendanceData)[number]}`;
  readonly event: RecordedEventOf<DayEvent>;
};
export type AttendanceEvent =
  | { readonly type: 'RECORD_FOUND'; readonly record: AttendanceRecord }
  | {
      readonly type:
        | 'RECORD_MISSING'
        | 'CHECK_IN'
        | 'REQUEST_DAY_START'
        | 'BREAK_TOGGLE'
        | 'CHECK_OUT'
        | 'UNDO_CHECK_OUT'
        | 'REGULARIZE'
        | 'RETRY'
        | 'OFFLINE'
        | 'ONLINE';
    }
  | { readonly type: 'DESIGNATION_CHANGED'; readonly effectiveDesignationId: number | null }
  /** Time passed: midnight, 06:00, or a long break. */
  | { readonly type: 'DAY_ROLLED'; readonly now: number }
  | { readonly type: 'REJECTED'; readonly code: string; readonly message: string }
  | ServerEvent;

export interface AttendanceMachineContext extends AttendanceContext {
  readonly error: { readonly code: string; readonly message: string } | null;
}
/** `record` undefined: not loaded yet; null: no record. */
export type AttendanceInput = Omit<AttendanceContext, 'record' | 'today'> & {
  readonly record?: AttendanceRecord | null;
};

const serverEvents = <T>(answer: T) =>
  Object.fromEntries(attendanceData.map((name) => [`SERVER.${name}`, answer])) as Record<
    ServerEvent['type'],
    T
  >;

const applied = (record: AttendanceRecord | null, event: RecordedEventOf<DayEvent>): AttendanceRecord => {
  const key = event.stream.slice(event.stream.indexOf('-') + 1);
  const begins = event.type === 'CheckedIn' || event.type === 'CheckInRegularized';
  const blank = noRecord(key);
  if (record && record.date > blank.date) return record;
  return evolveAttendance(!begins && record && record.date === blank.date ? record : blank, event);
};

export const attendanceMachine = setup({
  types: {
    context: {} as AttendanceMachineContext & { readonly known: boolean },
    events: {} as AttendanceEvent,
    input: {} as AttendanceInput,
  },
  actors: { checkOut: checkOutMachine },
  guards: {
    known: ({ context }) => context.known,
    yesterdayOnBreak: ({ context }) => guards.yesterdayOpen(context) && guards.breakFlagOn(context),
    yesterdayOpen: ({ context }) => guards.yesterdayOpen(context),
    earlierDayOpen: ({ context }) => guards.earlierDayOpen(context),
    onLongBreak: ({ context }) =>
      guards.openToday(context) && guards.breakFlagOn(context) && guards.breakIsLong(context),
    onBreak: ({ context }) => guards.openToday(context) && guards.breakFlagOn(context),
    onCall: ({ context }) => guards.openToday(context) && !guards.notOnCall(context),
    blocked: ({ context }) => guards.openToday(context) && !guards.mayCheckOut(context),
    openToday: ({ context }) => guards.openToday(context),
    checkedOutToday: ({ context }) => guards.checkedOutToday(context),
    isPermittedDesignation: ({ context }) => guards.isPermittedDesignation(context),
    mayCheckIn: ({ context }) =>
      guards.isOnline(context) && guards.isPermittedDesignation(context) && guards.hasNoRecordToday(context),
    mayRequestDayStart: ({ context }) =>
      guards.isOnline(context) &&
      guards.isPermittedDesignation(context) &&
      guards.hasNoRecordToday(context) &&
      !guards.dayStartOpen(context),
    mayStartBreak: ({ context }) =>
      guards.isOnline(context) && guards.breakFlagOff(context) && guards.notOnCall(context),
    mayEndBreak: ({ context }) => guards.isOnline(context) && guards.breakFlagOn(context),
    mayCheckOut: ({ context }) =>
      guards.isOnline(context) &&
      guards.mayCheckOut(context) &&
      guards.notOnBreak(context) &&
      guards.notOnCall(context),
    mayUndoCheckOut: ({ context }) => guards.isOnline(context) && guards.mayUndoCheckOut(context),
    mayRegularize: ({ context }) => guards.isOnline(context),
  },
  actions: {
    takeRecord: assign(({ event }) =>
      event.type === 'RECORD_FOUND' ? { record: event.record, known: true, error: null } : {},
    ),
    takeNone: assign({ record: null, known: true, error: null }),
    takeServerEvent: assign(({ context, event }) =>
      'event' in event
        ? {
            record: applied(context.record, event.event),
            known: true,
            error: null,
            now: Math.max(context.now, Date.parse(event.event.at)),
          }
        : {},
    ),
    takeDesignation: assign(({ event }) =>
      event.type === 'DESIGNATION_CHANGED' ? { effectiveDesignationId: event.effectiveDesignationId } : {},
    ),
    takeTime: assign(({ event }) =>
      event.type === 'DAY_ROLLED' ? { now: event.now, today: businessDay(event.now) } : {},
    ),
    takeError: assign(({ event }) =>
      event.type === 'REJECTED' ? { error: { code: event.code, message: event.message } } : {},
    ),
    clearError: assign({ error: null }),
    forget: assign({ known: false, error: null }),
    goOffline: assign({ online: false }),
    goOnline: assign({ online: true }),
    openDialog: sendTo('checkOut', { type: 'OPEN' }),
    showDialog: sendTo('checkOut', ({ context }) => ({ type: 'RECORD', record: context.record! })),
  },
}).createMachine({
  id: 'attendance',
  context: ({ input }) => ({
    ...input,
    record: input.record ?? null,
    today: businessDay(input.now),
    known: input.record !== undefined,
    error: null,
  }),
  initial: 'loading',
  on: {
    RECORD_FOUND: { target: '.placing', actions: 'takeRecord' },
    RECORD_MISSING: { target: '.placing', actions: 'takeNone' },
    DESIGNATION_CHANGED: { target: '.placing', actions: 'takeDesignation' },
    DAY_ROLLED: { target: '.placing', actions: 'takeTime' },
    // After midnight as well, when the day that was closed is yesterday's.
    UNDO_CHECK_OUT: { guard: 'mayUndoCheckOut', target: '.checkOutUndoing', actions: 'clearError' },
    OFFLINE: { actions: 'goOffline' },
    ONLINE: { actions: 'goOnline' },
    ...serverEvents({ target: '.placing' as const, actions: 'takeServerEvent' as const }),
  },
  states: {
    loading: {
      always: { guard: 'known', target: 'placing' },
      on: { REJECTED: { target: 'failed', actions: 'takeError' } },
    },
    failed: { on: { RETRY: { target: 'loading', actions: 'forget' } } },
    placing: {
      always: [
        { guard: 'yesterdayOnBreak', target: 'previousDayOpen.onBreak' },
        { guard: 'yesterdayOpen', target: 'previousDayOpen.working' },
        { guard: 'earlierDayOpen', target: 'previousDayOpen.stale' },
        { guard: 'onLongBreak', target: 'onBreak.long' },
        { guard: 'onBreak', target: 'onBreak.fine' },
        { guard: 'onCall', target: 'working.onCall' },
        { guard: 'blocked', target: 'working.blockedFromCheckOut' },
        { guard: 'openToday', target: 'working.ready' },
        { guard: 'checkedOutToday', target: 'checkedOut' },
        { guard: 'isPermittedDesignation', target: 'noRecord' },
        { target: 'notPermitted' },
      ],
    },
    notPermitted: { on: { REGULARIZE: { guard: 'mayRegularize', target: 'regularizing' } } },
    noRecord: {
      on: {
        // After the cut-off as well: the server answers with the time at which the day closed.
        CHECK_IN: { guard: 'mayCheckIn', target: 'checkingIn', actions: 'clearError' },
        REQUEST_DAY_START: {
          guard: 'mayRequestDayStart',
          target: 'requestingDayStart',
          actions: 'clearError',
        },
        REGULARIZE: { guard: 'mayRegularize', target: 'regularizing', actions: 'clearError' },
      },
    },
    regularizing: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
    checkingIn: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
    requestingDayStart: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
    working: {
      initial: 'ready',
      states: { ready: {}, onCall: {}, blockedFromCheckOut: {} },
      on: {
        BREAK_TOGGLE: { guard: 'mayStartBreak', target: 'breakStarting', actions: 'clearError' },
        CHECK_OUT: { guard: 'mayCheckOut', target: 'checkOut', actions: 'clearError' },
      },
    },
    breakStarting: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
    onBreak: {
      initial: 'fine',
      states: { fine: {}, long: {} },
      on: { BREAK_TOGGLE: { guard: 'mayEndBreak', target: 'breakEnding', actions: 'clearError' } },
    },
    breakEnding: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
    checkOut: {
      invoke: { src: 'checkOut', id: 'checkOut', input: ({ context }) => context, onDone: 'placing' },
      entry: 'openDialog',
      on: {
        RECORD_FOUND: { actions: ['takeRecord', 'showDialog'] },
        DAY_ROLLED: { actions: 'takeTime' },
        DESIGNATION_CHANGED: { actions: 'takeDesignation' },
        ...serverEvents({ actions: ['takeServerEvent' as const, 'showDialog' as const] }),
      },
    },
    previousDayOpen: {
      initial: 'working',
      states: {
        working: {
          on: {
            BREAK_TOGGLE: {
              guard: 'mayStartBreak',
              target: '#attendance.breakStarting',
              actions: 'clearError',
            },
            CHECK_OUT: { guard: 'mayCheckOut', target: '#attendance.checkOut', actions: 'clearError' },
          },
        },
        onBreak: {
          on: {
            BREAK_TOGGLE: { guard: 'mayEndBreak', target: '#attendance.breakEnding', actions: 'clearError' },
          },
        },
        stale: {},
      },
    },
    checkedOut: {},
    checkOutUndoing: { on: { REJECTED: { target: 'placing', actions: 'takeError' } } },
  },
});

/** State of a folded record, and whether the command is legal there; does not change anything. */
export function attendanceAccepts(
  input: AttendanceInput,
  command: 'CHECK_IN' | 'REQUEST_DAY_START' | 'BREAK_TOGGLE' | 'CHECK_OUT' | 'UNDO_CHECK_OUT',
): boolean {
  const [here] = initialTransition(attendanceMachine, input);
  const [next] = transition(attendanceMachine, here, { type: command });
  return (
    next.matches('checkingIn') ||
    next.matches('requestingDayStart') ||
    next.matches('breakStarting') ||
    next.matches('breakEnding') ||
    next.matches('checkOut') ||
    next.matches('checkOutUndoing')
  );
}
