import { appReScheduleApproval } from '../approvals/app-reschedule.ts';
import { approvalPolicy } from '../families/approval.ts';

/** In: a wish to move an appointment, and how moving it went. Out: the request for a decision, and its outcome. */
export const rescheduleApproval = approvalPolicy(appReScheduleApproval);
