import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { Person } from '../person.ts';

/** A prescription as sent by a partner hospital or clinic, under its own reference. */
export interface TpdFace {
  readonly ref: string;
  readonly pooId: number;
  /** Record of the master: `hospital-3`. */
  readonly partner: string;
  readonly partnerName: string;
  readonly partnerRef: string;
  readonly patient: string;
  readonly phone: string;
  readonly doctor: string;
  readonly prescribedOn: string;
}
export interface TpdMatch {
  readonly patientId: number;
  readonly customerId: number;
  readonly name: string;
  /** Whether the partner's phone number is one of the customer's; if not, `reason` explains the match. */
  readonly phoneMatch: boolean;
  readonly reason: string | null;
}
export const tpdReasons = [
  'unreadable',
  'notAPrescription',
  'unknownPatient',
  'tooOld',
  'noConsent',
  'other',
] as const;
export type TpdReason = (typeof tpdReasons)[number];

export type TpdEvent =
  | Event<'TpdPrescriptionReceived', TpdFace & { readonly by: Person }>
  | Event<'TpdPrescriptionMatched', TpdMatch & { readonly by: Person }>
  | Event<
      'TpdPrescriptionVerified',
      { readonly prescriptionId: number; readonly rx: string; readonly pages: number; readonly by: Person }
    >
  | Event<
      'TpdPrescriptionRejected',
      { readonly reason: TpdReason; readonly note: string; readonly by: Person }
    >
  | Event<'TpdPrescriptionDuplicate', { readonly note: string; readonly by: Person }>;

export type TpdStage = 'none' | 'received' | 'matched' | 'verified' | 'rejected' | 'duplicate';

export interface TpdState {
  readonly stage: TpdStage;
  readonly face: TpdFace | null;
  readonly receivedAt: string | null;
  readonly match: TpdMatch | null;
  readonly prescriptionId: number | null;
  readonly reason: TpdReason | null;
  readonly decidedAt: string | null;
  readonly decidedBy: Person | null;
}

export const noTpd = (): TpdState => ({
  stage: 'none',
  face: null,
  receivedAt: null,
  match: null,
  prescriptionId: null,
  reason: null,
  decidedAt: null,
  decidedBy: null,
});

export function evolveTpd(state: TpdState, event: RecordedEventOf<TpdEvent>): TpdState {
  switch (event.type) {
    case 'TpdPrescriptionReceived': {
      const { by: _by, ...face } = event.data;
      return { ...state, stage: 'received', face, receivedAt: event.at };
    }
    case 'TpdPrescriptionMatched': {
      const { by: _by, ...match } = event.data;
      return { ...state, stage: 'matched', match };
    }
    case 'TpdPrescriptionVerified': {
      const { prescriptionId, by } = event.data;
      return { ...state, stage: 'verified', prescriptionId, decidedAt: event.at, decidedBy: by };
    }
    case 'TpdPrescriptionRejected': {
      const { reason, by } = event.data;
      return { ...state, stage: 'rejected', reason, decidedAt: event.at, decidedBy: by };
    }
    case 'TpdPrescriptionDuplicate':
      return { ...state, stage: 'duplicate', decidedAt: event.at, decidedBy: event.data.by };
    default:
      return state;
  }
}
