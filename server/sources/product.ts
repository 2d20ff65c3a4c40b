import { defineSource } from './source.ts';

/** The product service; its records are mirrored until they have streams of their own here. */
export const product = defineSource({
  service: 'product',
  resources: [
    {
      entity: 'product',
      path: 'api/v2/product',
      id: 'iProductId',
      pageSize: 1000,
      example: {
        change: 'changed',
        data: { iProductId: 123, vProductCode: 'P000123', vProductName: 'Metformin 500 mg', iStatus: 1 },
      },
    },
  ],
});
