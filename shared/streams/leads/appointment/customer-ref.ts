import { reference } from '../../../core/reference.ts';
import type { AppointmentState } from './state.ts';

/** Whom an appointment is with: CU-000005 or LD-010004. */
export const customerOf = ({
  iCustomerId,
  iLeadId,
}: Pick<AppointmentState, 'iCustomerId' | 'iLeadId'>): string =>
  iCustomerId === null ? (iLeadId === null ? '' : reference('LD', iLeadId)) : reference('CU', iCustomerId);

/** Whom a visit is for: their name as known at booking, else their number. */
export const visitedName = ({
  place,
  who,
}: Pick<AppointmentState, 'place'> & { readonly who: string }): string => place?.name || who;
