import { reference, references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const labTestMapping = defineMaster({
  route: 'masters/labTestMapping',
  kind: 'labTestMapping',
  title: ['Lab test mapping', 'Asignación de pruebas'],
  plain: true,
  fields: [
    reference('iLabId', ['Lab', 'Laboratorio'], 'lab', { required: true }),
    reference('iLabTestId', ['Test', 'Prueba'], 'labTest', { required: true }),
    references('assayIds', ['Assays, in order', 'Análisis, en orden'], 'assay', { required: true, max: 40 }),
  ],
  unique: [['iLabId', 'iLabTestId']],
  example: { iLabId: 1, iLabTestId: 1, assayIds: [1] },
});
