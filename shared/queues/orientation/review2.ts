import { reviewQueue } from './row.ts';

/** Orientation visits that wait for the doctor's comment. */
export const orientationReview2 = reviewQueue(2);
