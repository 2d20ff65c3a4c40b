export { approvalsInbox } from './approvals-inbox.ts';
export { notificationsMe } from './notifications.ts';
export { attendanceBoard, attendanceMe, atWork } from './attendance.ts';
export { appointmentsList } from './appointments.ts';
export { wallFloor } from './wall-floor.ts';
export { signupCase } from './signup-case.ts';
export { calendarMe, preferencesMe } from './own.ts';
export { chatMessages, chatRooms } from './chat.ts';
export { calendarMarks } from './calendar-marks.ts';
