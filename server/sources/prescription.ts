import { defineSource } from './source.ts';

/** The prescription service; its records are mirrored until they have streams of their own here. */
export const prescription = defineSource({
  service: 'prescription',
  resources: [
    {
      entity: 'prescriptionUploadSession',
      path: 'api/v2/prescriptionuploadsession',
      id: 'iPusId',
      pageSize: 100,
      example: { change: 'uploaded', data: { iPusId: 601, iPatientId: 204, iPooId: 1, isDigFlag: 0 } },
    },
    {
      entity: 'prescription',
      path: 'api/v2/PulDet',
      id: 'iPulId',
      pageSize: 100,
      example: { change: 'digitized', data: { iPulId: 501, iPusId: 601, iPatientId: 204 } },
    },
    {
      entity: 'stock',
      path: 'api/v2/stockmasterext',
      id: 'iBarcodeId',
      pageSize: 1000,
      example: { change: 'changed', data: { iBarcodeId: 100016, iPooId: 1, iProductId: 123, iQty: 40 } },
    },
  ],
});
