import { streamKey, type RecordedEventOf } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import {
  evolveVisitReview,
  noVisitReview,
  type VisitReviewEvent,
  type VisitReviewState,
} from '../streams/leads/visitreview/state.ts';

/** The latest reviews of visits, pending and written. */
export interface VisitReviewRow extends VisitReviewState {
  readonly version: number;
}

const kept = 1_000;

export const visitReviewsView = defineView<VisitReviewRow>({
  name: 'visitReviews',
  version: 1,
  streams: ['visitreview'],
  recent: { most: kept, first: ({ type }) => type === 'VisitReviewOpened' },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => ({
    ...evolveVisitReview(row ?? noVisitReview(id), event as RecordedEventOf<VisitReviewEvent>),
    version: event.version,
  }),
});

/** Reviews of the viewer's places. */
export const visitReviews = defineFeed<
  VisitReviewRow,
  { readonly poos: readonly number[] | 'all' },
  VisitReviewRow
>({
  name: 'visits/reviews',
  view: visitReviewsView,
  need: ['Out Bound/visitReviewV2:view', 'Out Bound/reviewAppointmentList:view'],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.face?.pooId) ? row : null),
  sources: ['lead'],
});
