import { streamKey, type RecordedEventOf } from '../core/event.ts';
import { inPoos, may, type Viewer } from '../core/permission.ts';
import { defineFeed, defineView, type Scope } from '../core/view.ts';
import {
  countingScore,
  evolveReview,
  inCalibration,
  noReview,
  type Moment,
  type ReviewEvent,
  type ReviewFace,
  type ReviewStage,
  type ReviewState,
  type Score,
} from '../streams/calls/review/state.ts';

/** A review as its viewer may know it; what they may not know is null, as if it did not exist. */
export interface CallReviewRow {
  readonly id: string;
  readonly stage: ReviewStage;
  readonly face: ReviewFace;
  readonly scoredAt: string | null;
  readonly total: number | null;
  readonly first: Score | null;
  readonly second: Score | null;
  readonly settled: Score | null;
  /** The scorecard that counts. */
  readonly counts: Score | null;
  readonly calibrated: 'lead' | 'sample' | null;
  readonly moments: readonly Moment[];
}

const kept = 2_000;
const reviewsView = defineView<ReviewState>({
  name: 'call-reviews',
  version: 1,
  streams: ['callreview'],
  recent: { most: kept, first: ({ type }) => type === 'CallSampled' },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => evolveReview(row ?? noReview(id), event as RecordedEventOf<ReviewEvent>),
});

interface ReviewScope extends Scope {
  readonly poos: readonly number[] | 'all';
  readonly empId: number | null;
  /** Sees the reviews of the own places. */
  readonly reviews: boolean;
  /** Sees the scores of every reviewer. */
  readonly leads: boolean;
}

/** Whether this viewer may know the scores: nobody while the second one is given blind; afterwards leads, its reviewers, and the agent. */
function knows({ stage, face, scored, calibration }: ReviewState, { empId, leads }: ReviewScope): boolean {
  if (stage === 'calibrating' || empId === null) return false;
  if (leads || scored?.by.empId === empId || calibration?.second?.by.empId === empId) return true;
  return stage !== 'comparing' && face?.agent.empId === empId;
}

/** Reviews of calls: for those who review, and for agents their own. */
export const callReviews = defineFeed<ReviewState, ReviewScope, CallReviewRow>({
  name: 'calls/reviews',
  view: reviewsView,
  need: ['Out Bound/qualityReview:view', 'Out Bound/outCall:view'],
  scope: (viewer: Viewer) => ({
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
    empId: viewer.empId,
    reviews: may(viewer, 'Out Bound/qualityReview:view').ok,
    leads: may(viewer, 'Out Bound/qualityReview:approve').ok,
  }),
  see(review, scope, id) {
    const { stage, face, scored, scoredAt, calibration } = review;
    if (!face) return null;
    const own = face.agent.empId === scope.empId;
    if (!own && !(scope.reviews && inPoos(scope, face.pooId))) return null;
    const known = knows(review, scope);
    const stands = known && !inCalibration(review);
    const mine = scope.empId !== null && scored?.by.empId === scope.empId;
    return {
      ...{ id, stage, face, scoredAt },
      total: stands ? review.total : null,
      first: known || mine ? scored : null,
      second: known ? (calibration?.second ?? null) : null,
      settled: known ? (calibration?.settled ?? null) : null,
      counts: stands ? countingScore(review) : null,
      calibrated: calibration?.why ?? null,
      moments: review.moments.filter(({ by }) => known || by.empId === scope.empId),
    };
  },
  sources: [],
});
