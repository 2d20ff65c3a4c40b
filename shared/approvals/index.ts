export { appReScheduleApproval } from './app-reschedule.ts';
export { taskCancellationApproval } from './task-cancellation.ts';
