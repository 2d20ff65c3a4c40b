import { defineSource } from './source.ts';

/** The purchase service; its records are mirrored until they have streams of their own here. */
export const purchase = defineSource({
  service: 'purchase',
  resources: [
    {
      entity: 'purchaseOrder',
      path: 'api/v2/purchaseorder',
      id: 'iPoId',
      pageSize: 100,
      example: {
        change: 'sent',
        data: { iPoId: 2001, iSupplierId: 42, iPooId: 1, dPoDate: '2026-11-18', iLines: 3 },
      },
    },
  ],
});
