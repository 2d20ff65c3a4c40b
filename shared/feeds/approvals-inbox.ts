import { appReScheduleApproval } from '../approvals/app-reschedule.ts';
import { approvalFeed } from '../families/approval-feed.ts';

/** The inbox and the route of a kind are one list; the route filters it. */
export const approvalsInbox = approvalFeed(null);
export const approvalsReschedule = approvalFeed(appReScheduleApproval);
