import { defineSource } from './source.ts';

/** The payment service; its records are mirrored until they have streams of their own here. */
export const payment = defineSource({
  service: 'payment',
  resources: [
    {
      entity: 'payment',
      path: 'api/v2/payment',
      id: 'iPaymentId',
      pageSize: 100,
      example: {
        change: 'received',
        data: { iPaymentId: 9901, iCustomerId: 9001, iAmountPaise: 125000, vMode: 'upi', iStatus: 1 },
      },
    },
  ],
});
