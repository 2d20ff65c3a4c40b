import { defineMaster } from '../families/master.ts';

export const diseaseType = defineMaster({
  route: 'masters/diseaseTypeMaster',
  kind: 'diseaseType',
  title: ['Disease types', 'Tipos de enfermedad'],
  example: { vCode: 'METABOLIC', vName: 'Metabolic' },
});
