import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { streamKey } from '#shared/core/event.ts';

/** What the provider tells of a payment. */
export const paymentReport = z.object({
  payRef: texts.code(/^pay-\d{1,10}-[0-9a-f]{24}$/),
  providerId: texts.token().max(120).nullable().default(null),
  status: z.enum(['pending', 'paid', 'failed']),
  paise: z.int().min(0).max(9_99_99_99_999),
  at: z.iso.datetime({ offset: true }),
});
export type PaymentReport = z.infer<typeof paymentReport>;

export interface Payment {
  readonly payRef: string;
  readonly paise: number;
  /** What is paid, as it stands on the customer's statement: a number, nothing of health. */
  readonly about: string;
  /** Where the customer comes back to. */
  readonly returnUrl: string;
}

/** A payment provider: our simulator, or another one by HTTP. The same payment opened twice is one payment. */
export interface PaymentProvider {
  readonly name: string;
  /** The address of the page on which the customer pays. */
  open(payment: Payment): Promise<{ readonly url: string }>;
  /** What it knows of a payment; null when it knows nothing of it. */
  status(payRef: string): Promise<PaymentReport | null>;
}

/** The parcel's number in a payment's reference. */
export const paidParcel = (payRef: string): string => streamKey(payRef).split('-')[0] ?? '';
