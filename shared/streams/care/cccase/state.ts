import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { By } from '../emit.ts';
import type { CaseFlagged } from '../escalation/raise.ts';
import type { CaseStage } from './cccase.machine.ts';

/** What a month asks for before it can be assessed. */
export const dataSteps = ['personalHistory', 'vitals', 'labs', 'adherence'] as const;
export type DataStep = (typeof dataSteps)[number];

export interface RequiredVital {
  readonly loinc: string;
  readonly name: string;
}
export interface CaseFace {
  readonly patientId: number;
  readonly month: string;
  readonly ref: string;
  readonly name: string;
  readonly age: number | null;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly customerId: number | null;
  readonly careTierId: number | null;
  readonly reviewBy: 'doctor' | 'TL';
  readonly cycleDay: number;
  readonly dueAt: string;
  /** Vitals that the diagnoses and the care tier ask for. */
  readonly required: readonly RequiredVital[];
}
interface Of {
  readonly patientId: number;
  readonly month: string;
}
export const closings = ['sent', 'skipped', 'onHold', 'exited', 'deceased', 'discharged'] as const;
export type Closing = (typeof closings)[number];

export type CareCaseEvent =
  | Event<'CareCaseOpened', CaseFace>
  | Event<
      'CareCaseWithheld',
      Of & { readonly why: Closing; readonly cycleDay: number; readonly customerId: number | null }
    >
  | Event<'CareCaseReopened', CaseFace>
  | Event<'CareCaseStarted', Of & { readonly by: By }>
  | Event<
      'CareStepCompleted',
      Of & { readonly step: DataStep; readonly note: string | null; readonly by: By }
    >
  | Event<'CareDataCollected', Of>
  | Event<'CareCaseParked', Of & { readonly until: string; readonly missedAttempts: number; readonly by: By }>
  | Event<'AssessmentSubmitted', Of & { readonly by: By; readonly to: 'doctorReview' | 'kitDraft' }>
  | Event<
      'CareCaseSentToDoctor',
      Of & { readonly name: string; readonly pooId: number | null; readonly by: By }
    >
  | Event<'AssessmentApprovedByDoctor', CaseFace & { readonly by: By; readonly remarks: string | null }>
  | Event<'AssessmentReturned', CaseFace & { readonly by: By; readonly reason: string }>
  | Event<
      'CareKitFinalized',
      Of & {
        readonly kitId: number;
        readonly kitTypeId: number;
        readonly by: By;
        readonly reason: string | null;
      }
    >
  | Event<'CareKitSent', Of & { readonly kitId: number; readonly by: By }>
  | Event<'CareCaseSkipped', Of & { readonly reason: string; readonly by: By }>
  | Event<'CareCaseCancelled', Of & { readonly why: Closing }>
  | Event<'CareCaseFlagged', CaseFlagged>;

export interface CareCaseState {
  readonly stage: CaseStage;
  readonly face: CaseFace | null;
  readonly steps: Readonly<
    Partial<Record<DataStep, { readonly by: string; readonly at: string; readonly note: string | null }>>
  >;
  readonly missedAttempts: number;
  readonly owner: By | null;
  readonly submittedBy: By | null;
  readonly approvedBy: By | null;
  readonly returned: string | null;
  readonly kitId: number | null;
  readonly kitTypeId: number | null;
  readonly closedWhy: Closing | null;
  readonly reason: string | null;
}

export const noCareCase = (): CareCaseState => ({
  stage: 'none',
  face: null,
  steps: {},
  missedAttempts: 0,
  owner: null,
  submittedBy: null,
  approvedBy: null,
  returned: null,
  kitId: null,
  kitTypeId: null,
  closedWhy: null,
  reason: null,
});

export const faceOf = (face: CaseFace): CaseFace => {
  const {
    patientId,
    month,
    ref,
    name,
    age,
    pooId,
    language,
    customerId,
    careTierId,
    reviewBy,
    cycleDay,
    dueAt,
    required,
  } = face;
  return {
    patientId,
    month,
    ref,
    name,
    age,
    pooId,
    language,
    customerId,
    careTierId,
    reviewBy,
    cycleDay,
    dueAt,
    required,
  };
};

export function evolveCareCase(state: CareCaseState, event: RecordedEventOf<CareCaseEvent>): CareCaseState {
  switch (event.type) {
    case 'CareCaseOpened':
      return { ...noCareCase(), stage: 'due', face: faceOf(event.data) };
    case 'CareCaseWithheld':
      return { ...state, stage: 'withheld', closedWhy: event.data.why };
    case 'CareCaseReopened':
      return { ...state, stage: 'due', face: faceOf(event.data), closedWhy: null };
    case 'CareCaseStarted':
      return { ...state, stage: state.stage === 'due' ? 'inProgress' : state.stage, owner: event.data.by };
    case 'CareStepCompleted': {
      const { step, note, by } = event.data;
      return { ...state, steps: { ...state.steps, [step]: { by: by.name, at: event.at, note } } };
    }
    case 'CareDataCollected':
      return { ...state, stage: 'assessment' };
    case 'CareCaseParked':
      return { ...state, stage: 'due', missedAttempts: event.data.missedAttempts };
    case 'AssessmentSubmitted':
      return { ...state, stage: event.data.to, submittedBy: event.data.by, returned: null };
    case 'CareCaseSentToDoctor':
    case 'CareCaseFlagged':
      return state;
    case 'AssessmentApprovedByDoctor':
      return { ...state, stage: 'kitDraft', approvedBy: event.data.by };
    case 'AssessmentReturned':
      return { ...state, stage: 'assessment', returned: event.data.reason };
    case 'CareKitFinalized':
      return { ...state, stage: 'kitReady', kitId: event.data.kitId, kitTypeId: event.data.kitTypeId };
    case 'CareKitSent':
      return { ...state, stage: 'closed', closedWhy: 'sent' };
    case 'CareCaseSkipped':
      return { ...state, stage: 'closed', closedWhy: 'skipped', reason: event.data.reason };
    case 'CareCaseCancelled':
      return { ...state, stage: 'closed', closedWhy: event.data.why };
    default:
      return state;
  }
}
