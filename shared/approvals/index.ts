export { appReScheduleApproval } from './app-reschedule.ts';
