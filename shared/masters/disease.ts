import { yesNo, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const disease = defineMaster({
  route: 'masters/diseaseMaster',
  kind: 'disease',
  title: { en: 'Diseases', es: 'Enfermedades' },
  fields: [
    reference('iDiseaseTypeId', { en: 'Disease type', es: 'Tipo de enfermedad' }, 'diseaseType', {
      required: true,
    }),
    text(
      'vIcd10',
      { en: 'ICD-10', es: 'CIE-10' },
      { max: 8, upper: true, pattern: '[A-Z]\\d{2}(\\.[A-Z0-9]{1,4})?', column: 100 },
    ),
    yesNo('bChronic', { en: 'Chronic', es: 'Crónica' }, { default: 0, filter: 'set' }),
  ],
  example: {
    vCode: 'T2DM',
    vName: 'Type 2 diabetes mellitus',
    iDiseaseTypeId: 1,
    vIcd10: 'E11.9',
    bChronic: 1,
  },
});
