import { setup } from 'xstate';
import { machineSteps } from '../../../core/machine-steps.ts';

export type RxStage =
  | 'none'
  | 'pending'
  | 'entering'
  | 'secondPending'
  | 'secondEntering'
  | 'differing'
  | 'deciding'
  | 'clarifying'
  | 'awaitingCheck'
  | 'inCheck'
  | 'sentBack'
  | 'approved'
  | 'rejected'
  | 'superseded'
  | 'lapsed';

export type RxStep =
  | 'RECEIVE'
  | 'START'
  | 'EDIT'
  | 'AUTOSAVE'
  | 'SAVED'
  | 'SUBMIT'
  | 'SUBMIT_FOR_SECOND'
  | 'START_SECOND'
  | 'MATCH'
  | 'DIFFER'
  | 'START_DECIDING'
  | 'DECIDED'
  | 'CLARIFY'
  | 'ANSWERED_ENTRY'
  | 'ANSWERED_CHECK'
  | 'START_CHECK'
  | 'CORRECT'
  | 'CORRECTED'
  | 'READ'
  | 'OVERRIDE'
  | 'SEND_BACK'
  | 'APPROVE'
  | 'REJECT'
  | 'SUPERSEDE'
  | 'REINSTATE'
  | 'DISPENSED'
  | 'WINDOW_PASSED';

/**
 * The typist's view of their own page: `EDIT` makes it dirty, and it is saved on the server every ten
 * seconds.
 */
const typing = {
  initial: 'clean',
  states: {
    clean: { on: { EDIT: 'dirty' } },
    dirty: { on: { EDIT: 'dirty', AUTOSAVE: 'saving' } },
    saving: { on: { EDIT: 'dirty', SAVED: 'clean' } },
  },
} as const;

/**
 * The life of a prescription, from the received page to its supply. The server stores the name of the state,
 * the screen runs the machine.
 */
export const digitizationMachine = setup({
  types: { events: {} as { readonly type: RxStep } },
}).createMachine({
  id: 'digitization',
  initial: 'none',
  states: {
    none: { on: { RECEIVE: 'pending', SUBMIT: 'awaitingCheck', SUBMIT_FOR_SECOND: 'secondPending' } },
    pending: { on: { START: 'entering', REJECT: 'rejected', WINDOW_PASSED: 'lapsed' } },
    sentBack: { on: { START: 'entering', REJECT: 'rejected', WINDOW_PASSED: 'lapsed' } },
    entering: {
      ...typing,
      on: {
        START: 'entering',
        SUBMIT: 'awaitingCheck',
        SUBMIT_FOR_SECOND: 'secondPending',
        CLARIFY: 'clarifying',
        REJECT: 'rejected',
        WINDOW_PASSED: 'lapsed',
      },
    },
    secondPending: { on: { START_SECOND: 'secondEntering', WINDOW_PASSED: 'lapsed' } },
    secondEntering: {
      ...typing,
      on: {
        START_SECOND: 'secondEntering',
        MATCH: 'awaitingCheck',
        DIFFER: 'differing',
        WINDOW_PASSED: 'lapsed',
      },
    },
    differing: { on: { START_DECIDING: 'deciding', WINDOW_PASSED: 'lapsed' } },
    deciding: { on: { START_DECIDING: 'deciding', DECIDED: 'awaitingCheck', WINDOW_PASSED: 'lapsed' } },
    clarifying: {
      on: { ANSWERED_ENTRY: 'pending', ANSWERED_CHECK: 'awaitingCheck', WINDOW_PASSED: 'lapsed' },
    },
    awaitingCheck: { on: { START_CHECK: 'inCheck', WINDOW_PASSED: 'lapsed' } },
    inCheck: {
      initial: 'reading',
      states: { reading: { on: { CORRECT: 'correcting' } }, correcting: { on: { CORRECTED: 'reading' } } },
      on: {
        START_CHECK: 'inCheck',
        READ: 'inCheck',
        OVERRIDE: 'inCheck',
        CLARIFY: 'clarifying',
        SEND_BACK: 'sentBack',
        APPROVE: 'approved',
        REJECT: 'rejected',
        WINDOW_PASSED: 'lapsed',
      },
    },
    approved: { on: { SUPERSEDE: 'superseded', DISPENSED: 'approved', WINDOW_PASSED: 'lapsed' } },
    superseded: { on: { REINSTATE: 'approved' } },
    rejected: { type: 'final' },
    lapsed: { type: 'final' },
  },
});

export const rxSteps = machineSteps<RxStage, RxStep>(digitizationMachine);
