import { defineMaster } from '../families/master.ts';

export const diseaseType = defineMaster({
  route: 'masters/diseaseTypeMaster',
  kind: 'diseaseType',
  title: { en: 'Disease types', es: 'Tipos de enfermedad' },
  example: { vCode: 'METABOLIC', vName: 'Metabolic' },
});
