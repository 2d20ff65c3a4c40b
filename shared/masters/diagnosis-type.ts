import { defineMaster } from '../families/master.ts';

export const diagnosisType = defineMaster({
  route: 'masters/diagnosisTypeMaster',
  kind: 'diagnosisType',
  title: { en: 'Diagnosis types', es: 'Tipos de diagnóstico' },
  example: { vCode: 'PROV', vName: 'Provisional' },
});
