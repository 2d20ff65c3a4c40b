import { defineSource } from './source.ts';

/** The payment service as it can be polled; its things live as mirrors until they have a life of their own here. */
export const payment = defineSource({
  service: 'payment',
  resources: [
    {
      entity: 'payment',
      path: 'api/v2/payment',
      id: 'iPaymentId',
      pageSize: 100,
      example: { change: 'received', data: { iPaymentId: 9901, iCustomerId: 9001, iAmountPaise: 125000, vMode: 'upi', iStatus: 1 } },
    },
  ],
});
