import { defineSource } from './source.ts';

/** The supplier service; its records are mirrored until they have streams of their own here. */
export const supplier = defineSource({
  service: 'supplier',
  resources: [
    {
      entity: 'supplier',
      path: 'api/v2/supplier',
      id: 'iSupplierId',
      pageSize: 1000,
      example: {
        change: 'changed',
        data: { iSupplierId: 42, vSupplierName: 'Deccan Pharma', vGstin: '29ABCDE1234F1Z5', iStatus: 1 },
      },
    },
  ],
});
