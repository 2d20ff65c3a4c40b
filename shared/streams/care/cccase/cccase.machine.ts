import { createMachine } from 'xstate';
import { lifeOf } from '../life.ts';

export const caseStages = [
  'none',
  'withheld',
  'due',
  'inProgress',
  'assessment',
  'doctorReview',
  'kitDraft',
  'kitReady',
  'closed',
] as const;
export type CaseStage = (typeof caseStages)[number];
export type CaseStep =
  | 'OPEN'
  | 'WITHHOLD'
  | 'REOPEN'
  | 'START'
  | 'STEP'
  | 'PARK'
  | 'COLLECTED'
  | 'SUBMIT_TO_DOCTOR'
  | 'SUBMIT'
  | 'APPROVE'
  | 'RETURN'
  | 'FINALIZE'
  | 'SEND'
  | 'SKIP'
  | 'CANCEL';

const again = (target: string) => ({ target, reenter: true });
const leaving = { CANCEL: 'closed' } as const;

/** A patient's month of care: called, asked, assessed, looked at by a doctor where the tier says so, and answered with a kit. */
export const careCaseMachine = createMachine({
  id: 'careCase',
  initial: 'none',
  states: {
    none: { on: { OPEN: 'due', WITHHOLD: 'withheld' } },
    withheld: { on: { REOPEN: 'due' } },
    due: { on: { START: 'inProgress', SKIP: 'closed', ...leaving } },
    inProgress: {
      on: {
        START: again('inProgress'),
        STEP: again('inProgress'),
        PARK: 'due',
        COLLECTED: 'assessment',
        SKIP: 'closed',
        ...leaving,
      },
    },
    assessment: {
      on: { START: again('assessment'), SUBMIT: 'kitDraft', SUBMIT_TO_DOCTOR: 'doctorReview', ...leaving },
    },
    doctorReview: { on: { APPROVE: 'kitDraft', RETURN: 'assessment', ...leaving } },
    kitDraft: { on: { START: again('kitDraft'), FINALIZE: 'kitReady', ...leaving } },
    kitReady: { on: { START: again('kitReady'), SEND: 'closed', ...leaving } },
    closed: { on: { REOPEN: 'due' } },
  },
});

export const caseLife = lifeOf<CaseStage, CaseStep>(careCaseMachine, caseStages);
