import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { Outcome } from '../../leads/appointment/visit-outcome.ts';
import type { By } from '../emit.ts';

/** 1: what the team lead says of an orientation visit; 2: what a doctor says of it. */
export const reviewerTypes = [1, 2] as const;
export type ReviewerType = (typeof reviewerTypes)[number];

export interface Orientation {
  readonly appointmentId: number;
  readonly ref: string;
  readonly pooId: number | null;
  /** Their name, else their number. */
  readonly customer: string;
  /** Their number; reviews opened before it was kept have none. */
  readonly who?: string;
  readonly executive: { readonly empId: number | null; readonly name: string };
  readonly completedAt: string;
  /** What the executive noted. */
  readonly outcome: string | null;
  /** Whether everything was explained, and how many of the topics; reviews opened before these were kept have none. */
  readonly result?: Outcome['result'];
  readonly topics?: number;
}
export interface Comment {
  readonly text: string;
  readonly by: By;
  readonly at: string;
}
export type OrientationEvent =
  | Event<'OrientationReviewOpened', Orientation>
  | Event<
      'OrientationCommented',
      { readonly reviewerType: ReviewerType; readonly text: string; readonly by: By }
    >
  | Event<'OrientationCommentedByLead' | 'OrientationCommentedByDoctor', { readonly ref: string }>
  | Event<
      'OrientationCommentEdited',
      { readonly reviewerType: ReviewerType; readonly text: string; readonly by: By }
    >
  | Event<'OrientationReviewClosed', { readonly ref: string }>;

export interface OrientationState {
  readonly orientation: Orientation | null;
  readonly comments: Readonly<Partial<Record<ReviewerType, Comment>>>;
  readonly closed: boolean;
}

export function evolveOrientation(
  state: OrientationState,
  event: RecordedEventOf<OrientationEvent>,
): OrientationState {
  switch (event.type) {
    case 'OrientationReviewOpened':
      return { orientation: event.data, comments: {}, closed: false };
    case 'OrientationCommented':
    case 'OrientationCommentEdited': {
      const { reviewerType, text: said, by } = event.data;
      return {
        ...state,
        comments: {
          ...state.comments,
          [reviewerType]: { text: said, by, at: state.comments[reviewerType]?.at ?? event.at },
        },
      };
    }
    case 'OrientationReviewClosed':
      return { ...state, closed: true };
    case 'OrientationCommentedByLead':
    case 'OrientationCommentedByDoctor':
      return state;
    default:
      return state;
  }
}

export const noOrientation = (): OrientationState => ({ orientation: null, comments: {}, closed: false });
