import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { cancel, open, reopen } from './open-case.ts';
import { evolveCareCase, noCareCase, type CareCaseEvent, type CareCaseState } from './state.ts';
import {
  approve,
  completeStep,
  finalizeKit,
  notReached,
  returnAssessment,
  sendKit,
  settleCall,
  skip,
  start,
  submitAssessment,
} from './work.ts';
import { careCaseTranslations } from './translations.ts';

/** A patient's month of care, under the number of patient and month: 204202611. */
export const cccase = defineStream<CareCaseState, CareCaseEvent>({
  name: 'cccase',
  area: 'care',
  state: 1,
  initial: noCareCase,
  about: {
    prefix: 'CC',
    needs: ['Prescription/careConnect:view', 'Prescription/DoctorView:view'],
    there: ({ face }) => face !== null,
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveCareCase,
  events: {
    CareCaseOpened: true,
    CareCaseWithheld: true,
    CareCaseReopened: true,
    CareCaseStarted: true,
    CareStepCompleted: true,
    CareDataCollected: true,
    CareCaseParked: true,
    AssessmentSubmitted: true,
    CareCaseSentToDoctor: true,
    AssessmentApprovedByDoctor: true,
    AssessmentReturned: true,
    CareKitFinalized: true,
    CareKitSent: true,
    CareCaseSkipped: true,
    CareCaseCancelled: true,
    CareCaseFlagged: true,
  },
  visible: (state, viewer) => (state.face ? inPoos(viewer, state.face.pooId) : viewer.kind === 'system'),
  commands: {
    open,
    reopen,
    cancel,
    start,
    settleCall,
    completeStep,
    notReached,
    submitAssessment,
    approve,
    returnAssessment,
    finalizeKit,
    sendKit,
    skip,
  },
  translations: careCaseTranslations,
  story: [],
});
