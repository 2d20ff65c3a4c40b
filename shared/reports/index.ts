export { rescheduleLogs } from './reschedule-logs.ts';
export { signupReport } from './signup-report.ts';
