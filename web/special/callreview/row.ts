import type { CallReviewRow } from '#shared/feeds/call-reviews.ts';

/** A review as its feed carries it. */
export type ReviewRowHere = { readonly [K in keyof CallReviewRow]: CallReviewRow[K] };
