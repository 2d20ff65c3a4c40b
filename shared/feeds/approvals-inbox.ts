import { approvalFeed } from '../families/approval-feed.ts';

/** Requests of every kind; the family adds a feed for each kind's own route. */
export const approvalsInbox = approvalFeed(null);
