import { defineSource } from './source.ts';

/** The purchase service as it can be polled; its things live as mirrors until they have a life of their own here. */
export const purchase = defineSource({
  service: 'purchase',
  resources: [
    {
      entity: 'purchaseOrder',
      path: 'api/v2/purchaseorder',
      id: 'iPoId',
      pageSize: 100,
      example: { change: 'sent', data: { iPoId: 2001, iSupplierId: 42, iPooId: 1, dPoDate: '2026-11-18', iLines: 3 } },
    },
  ],
});
