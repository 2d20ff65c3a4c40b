import { choice, yesNo, number, money, references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const labTest = defineMaster({
  route: 'masters/labTestList',
  kind: 'labTest',
  serviceCall: { service: 'masters', path: 'testmaster', id: 'iTestId', names: { vName: 'vTestName' } },
  title: { en: 'Lab tests', es: 'Pruebas de laboratorio' },
  fields: [
    choice(
      'vSampleType',
      { en: 'Sample', es: 'Muestra' },
      {
        blood: { en: 'Blood', es: 'Sangre' },
        serum: { en: 'Serum', es: 'Suero' },
        urine: { en: 'Urine', es: 'Orina' },
        stool: { en: 'Stool', es: 'Heces' },
        swab: { en: 'Swab', es: 'Hisopo' },
        sputum: { en: 'Sputum', es: 'Esputo' },
        other: { en: 'Other', es: 'Otra' },
      },
      { required: true },
    ),
    yesNo('bFasting', { en: 'Fasting', es: 'Ayunas' }, { default: 0, column: 90 }),
    number(
      'iTatHours',
      { en: 'Result within (h)', es: 'Resultado en (h)' },
      { required: true, min: 1, max: 240 },
    ),
    money('nPricePaise', { en: 'Price', es: 'Precio' }, { required: true, max: 50_000_00 }),
    references('labIds', { en: 'Labs', es: 'Laboratorios' }, 'lab', { max: 50 }),
  ],
  example: {
    vCode: 'HBA1C-T',
    vName: 'HbA1c test',
    vSampleType: 'blood',
    bFasting: 0,
    iTatHours: 24,
    nPricePaise: 450_00,
    labIds: [1],
  },
});
