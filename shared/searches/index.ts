export { signupSearch } from './signup.ts';
export { patientSearch } from './patient.ts';
export { approvalSearch } from './approval.ts';
export { appointmentSearch } from './appointment.ts';
export { callSearch } from './call.ts';
