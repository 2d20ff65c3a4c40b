import { choice, flag, integer, money, references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const labTest = defineMaster({
  route: 'masters/labTestList',
  kind: 'labTest',
  title: ['Lab tests', 'Pruebas de laboratorio'],
  fields: [
    choice(
      'vSampleType',
      ['Sample', 'Muestra'],
      {
        blood: ['Blood', 'Sangre'],
        serum: ['Serum', 'Suero'],
        urine: ['Urine', 'Orina'],
        stool: ['Stool', 'Heces'],
        swab: ['Swab', 'Hisopo'],
        sputum: ['Sputum', 'Esputo'],
        other: ['Other', 'Otra'],
      },
      { required: true },
    ),
    flag('bFasting', ['Fasting', 'Ayunas'], { default: 0, column: 90 }),
    integer('iTatHours', ['Result within (h)', 'Resultado en (h)'], { required: true, min: 1, max: 240 }),
    money('nPricePaise', ['Price', 'Precio'], { required: true, max: 50_000_00 }),
    references('labIds', ['Labs', 'Laboratorios'], 'lab', { max: 50 }),
  ],
  example: { vCode: 'HBA1C-T', vName: 'HbA1c test', vSampleType: 'blood', bFasting: 0, iTatHours: 24, nPricePaise: 450_00, labIds: [1] },
});
