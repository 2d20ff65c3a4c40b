import { assign, setup } from 'xstate';
import type { AttendanceContext } from './guards.ts';
import { isOnline, mayCheckOut, notOnBreak, notOnCall, recordOpen } from './guards.ts';
import type { AttendanceRecord } from './record.ts';
import { blockedBy } from './record.ts';

export type CheckOutEvent =
  | { readonly type: 'OPEN' | 'YES' | 'NO' | 'ESC' }
  | { readonly type: 'RECORD'; readonly record: AttendanceRecord }
  | { readonly type: 'REJECTED'; readonly code: string; readonly message: string };

export interface CheckOutContext extends AttendanceContext {
  readonly reasons: readonly string[];
  readonly error: { readonly code: string; readonly message: string } | null;
}

const stillAllowed = (context: AttendanceContext) =>
  isOnline(context) && mayCheckOut(context) && notOnBreak(context) && notOnCall(context);

/**
 * The dialog 'Confirm Check-Out ?'; checked when it opens and again on Yes, because the allowance may be
 * withdrawn in between.
 */
export const checkOutMachine = setup({
  types: {
    context: {} as CheckOutContext,
    events: {} as CheckOutEvent,
    input: {} as AttendanceContext,
    output: {} as { readonly result: string },
  },
  guards: {
    allowed: ({ context }) => recordOpen(context) && stillAllowed(context),
    recordStillOpen: ({ context }) => recordOpen(context),
    arrivesClosed: ({ event }) => event.type === 'RECORD' && event.record.iCheckInCheckOutFlag !== 1,
  },
  actions: {
    takeRecord: assign(({ event }) => (event.type === 'RECORD' ? { record: event.record } : {})),
    showReasons: assign(({ context }) => ({
      reasons: context.record ? blockedBy(context.record) : [],
      error: null,
    })),
    showError: assign(({ event }) =>
      event.type === 'REJECTED' ? { error: { code: event.code, message: event.message } } : {},
    ),
  },
}).createMachine({
  id: 'checkOut',
  context: ({ input }) => ({ ...input, reasons: [], error: null }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        RECORD: { actions: 'takeRecord' },
        OPEN: [
          { guard: 'allowed', target: 'confirming' },
          { guard: 'recordStillOpen', target: 'refused', actions: 'showReasons' },
          { target: 'alreadyDone' },
        ],
      },
    },
    confirming: {
      on: {
        YES: [
          { guard: 'allowed', target: 'submitting' },
          { guard: 'recordStillOpen', target: 'refused', actions: 'showReasons' },
          { target: 'alreadyDone' },
        ],
        NO: 'dismissed',
        ESC: 'dismissed',
        RECORD: [
          { guard: 'arrivesClosed', target: 'alreadyDone', actions: 'takeRecord' },
          { actions: 'takeRecord' },
        ],
      },
    },
    submitting: {
      on: {
        RECORD: [
          { guard: 'arrivesClosed', target: 'done', actions: 'takeRecord' },
          { actions: 'takeRecord' },
        ],
        REJECTED: { target: 'refused', actions: ['showReasons', 'showError'] },
      },
    },
    refused: {
      on: {
        NO: 'dismissed',
        ESC: 'dismissed',
        RECORD: [
          { guard: 'arrivesClosed', target: 'alreadyDone', actions: 'takeRecord' },
          { actions: 'takeRecord' },
        ],
      },
    },
    done: { type: 'final' },
    alreadyDone: { type: 'final' },
    dismissed: { type: 'final' },
  },
});
