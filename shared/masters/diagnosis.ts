import { yesNo, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const diagnosis = defineMaster({
  route: 'masters/diagnosisMaster',
  kind: 'diagnosis',
  title: { en: 'Diagnoses', es: 'Diagnósticos' },
  fields: [
    reference('iDiagnosisTypeId', { en: 'Diagnosis type', es: 'Tipo de diagnóstico' }, 'diagnosisType', {
      required: true,
    }),
    text(
      'vIcd10',
      { en: 'ICD-10', es: 'CIE-10' },
      { max: 8, upper: true, pattern: '[A-Z]\\d{2}(\\.[A-Z0-9]{1,4})?', column: 100 },
    ),
    yesNo('bChronic', { en: 'Chronic', es: 'Crónico' }, { default: 0, filter: 'set' }),
  ],
  example: { vCode: 'HTN', vName: 'Essential hypertension', iDiagnosisTypeId: 1, vIcd10: 'I10', bChronic: 1 },
});
