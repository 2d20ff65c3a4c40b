import { reference } from '../../../core/reference.ts';
import type { AppointmentState } from './state.ts';

/** Whom an appointment is with: CU-000005 or LD-010004. */
export const customerOf = ({
  iCustomerId,
  iLeadId,
}: Pick<AppointmentState, 'iCustomerId' | 'iLeadId'>): string =>
  iCustomerId === null ? (iLeadId === null ? '' : reference('LD', iLeadId)) : reference('CU', iCustomerId);
