import { reviewQueue } from './row.ts';

/** Orientation visits that wait for the team lead's comment. */
export const orientationReview1 = reviewQueue(1);
