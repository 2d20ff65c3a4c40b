import { reference, references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const labTestMapping = defineMaster({
  route: 'masters/labTestMapping',
  kind: 'labTestMapping',
  title: { en: 'Lab test mapping', es: 'Asignación de pruebas' },
  plain: true,
  fields: [
    reference('iLabId', { en: 'Lab', es: 'Laboratorio' }, 'lab', { required: true }),
    reference('iLabTestId', { en: 'Test', es: 'Prueba' }, 'labTest', { required: true }),
    references('assayIds', { en: 'Assays, in order', es: 'Análisis, en orden' }, 'assay', {
      required: true,
      max: 40,
    }),
  ],
  unique: [['iLabId', 'iLabTestId']],
  example: { iLabId: 1, iLabTestId: 1, assayIds: [1] },
});
