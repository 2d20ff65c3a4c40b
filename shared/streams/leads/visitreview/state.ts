import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { AppointmentType } from '../appointment/state.ts';
import type { VisitFile } from '../appointment/visit-file.ts';
import type { Outcome, Vitals } from '../appointment/visit-outcome.ts';
import type { Position, VisitPlace } from '../appointment/visit-place.ts';

/** The criteria that a reviewer scores from 1 to 5. */
export const visitHeads = [
  'punctuality',
  'preparation',
  'conduct',
  'explanation',
  'records',
  'result',
] as const;
export type VisitHead = (typeof visitHeads)[number];
export type VisitScores = Readonly<Record<VisitHead, number>>;
/** A criterion with this score or less makes the team lead follow up. */
export const lowScore = 2;

interface Person {
  readonly empId: number | null;
  readonly name: string;
}

/** A completed visit as its reviewer sees it; a copy, so that the review is about the data recorded then. */
export interface VisitFace {
  readonly ref: string;
  readonly appointmentId: number;
  readonly pooId: number | null;
  readonly visitor: Person;
  /** CU-000005 or LD-010004. */
  readonly who: string;
  readonly customer: string;
  readonly type: AppointmentType;
  /** Instants are ISO. */
  readonly slotAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string;
  readonly minutes: number;
  readonly startDistanceM: number | null;
  readonly startPosition: Position | null;
  readonly place: VisitPlace | null;
  readonly outcome: Outcome;
  readonly vitals: Vitals | null;
  readonly files: readonly (VisitFile & { readonly label: string })[];
}

export type VisitReviewEvent =
  | Event<'VisitReviewOpened', { readonly face: VisitFace }>
  | Event<
      'VisitReviewed',
      {
        readonly face: Pick<VisitFace, 'ref' | 'visitor' | 'pooId' | 'customer'>;
        readonly scores: VisitScores;
        readonly total: number;
        readonly low: readonly VisitHead[];
        readonly remarks: string;
        readonly by: Person;
      }
    >
  | Event<'VisitReviewReopened', { readonly face: VisitFace; readonly reason: string; readonly by: Person }>;

export interface VisitReviewState {
  readonly id: string;
  readonly stage: 'none' | 'pending' | 'reviewed';
  readonly face: VisitFace | null;
  readonly review: {
    readonly scores: VisitScores;
    readonly total: number;
    readonly remarks: string;
    readonly by: Person;
    readonly at: string;
  } | null;
  readonly reopened: string | null;
}

export const noVisitReview = (key: string): VisitReviewState => ({
  id: key,
  stage: 'none',
  face: null,
  review: null,
  reopened: null,
});

export function evolveVisitReview(
  state: VisitReviewState,
  event: RecordedEventOf<VisitReviewEvent>,
): VisitReviewState {
  switch (event.type) {
    case 'VisitReviewOpened':
      return { ...state, stage: 'pending', face: event.data.face };
    case 'VisitReviewed': {
      const { scores, total, remarks, by } = event.data;
      return { ...state, stage: 'reviewed', review: { scores, total, remarks, by, at: event.at } };
    }
    case 'VisitReviewReopened':
      return { ...state, stage: 'pending', reopened: event.data.reason };
    default:
      return state;
  }
}

/** The average of the six criteria in percent, 5 being 100. */
export const visitTotal = (scores: VisitScores): number =>
  Math.round((visitHeads.reduce((sum, head) => sum + scores[head], 0) * 100) / (visitHeads.length * 5));
