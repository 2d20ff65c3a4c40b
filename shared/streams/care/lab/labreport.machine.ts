import { createMachine } from 'xstate';
import { lifeOf } from '../life.ts';
import { reportStages, type ReportStage } from './labreport-state.ts';

export type ReportStep =
  | 'RECEIVE'
  | 'START'
  | 'SAVE'
  | 'SUBMIT'
  | 'CHECK'
  | 'VERIFY'
  | 'SEND_BACK'
  | 'REJECT'
  | 'SHARE'
  | 'WITHDRAW';

const again = (target: string) => ({ target, reenter: true });

/** Typed by one person, verified by another. */
export const labReportMachine = createMachine({
  id: 'labreport',
  initial: 'none',
  states: {
    none: { on: { RECEIVE: 'received' } },
    received: { on: { START: 'inDigitization', REJECT: 'rejected' } },
    inDigitization: {
      on: {
        START: again('inDigitization'),
        SAVE: again('inDigitization'),
        SUBMIT: 'digitized',
        REJECT: 'rejected',
      },
    },
    digitized: { on: { CHECK: 'inCheck' } },
    inCheck: {
      on: { CHECK: again('inCheck'), VERIFY: 'verified', SEND_BACK: 'sentBack', REJECT: 'rejected' },
    },
    sentBack: { on: { START: 'inDigitization', REJECT: 'rejected' } },
    verified: { on: { SHARE: again('verified'), WITHDRAW: 'enteredInError' } },
    rejected: { type: 'final' },
    enteredInError: { type: 'final' },
  },
});

export const reportLife = lifeOf<ReportStage, ReportStep>(labReportMachine, reportStages);
