import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { instant } from '../../../core/fields.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import { dispositionCodes } from './dispositions.ts';
import { callLimits } from './limits.ts';

/** Input of a disposition. */
export const disposing = z.strictObject({
  code: z.enum(dispositionCodes, { error: 'dispositionRequired' }),
  notes: texts.paragraph().max(callLimits.notes, 'tooLong').optional(),
  nextAt: instant().optional(),
  appointmentId: recordId('appointment').optional(),
  reasonId: masterId('reason').optional(),
  customerId: recordId('customer').optional(),
  language: texts
    .token()
    .regex(/^[a-z]{2,3}$/, 'notInList')
    .optional(),
});
export type Disposing = z.infer<typeof disposing>;
