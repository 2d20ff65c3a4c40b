import { z } from 'zod';
import { id, instant } from '../../../core/fields.ts';
import { dispositionCodes } from './dispositions.ts';
import { callLimits } from './limits.ts';

/** Input of a disposition. */
export const disposing = z.strictObject({
  code: z.enum(dispositionCodes, { error: 'dispositionRequired' }),
  notes: z.string().trim().max(callLimits.notes, 'tooLong').optional(),
  nextAt: instant().optional(),
  appointmentId: id().optional(),
  reasonId: id().optional(),
  customerId: id().optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'notInList')
    .optional(),
});
export type Disposing = z.infer<typeof disposing>;
