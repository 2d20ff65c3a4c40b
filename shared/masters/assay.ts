import { choice, decimal, number, reference, rows, text } from '../families/master-field.ts';
import { rangesByAge, rangesInside } from '../families/master-rules.ts';
import { defineMaster } from '../families/master.ts';

export const assay = defineMaster({
  route: 'masters/assaymaster',
  kind: 'assay',
  title: { en: 'Assays', es: 'Análisis' },
  fields: [
    text('vLoinc', { en: 'LOINC', es: 'LOINC' }, { max: 10, pattern: '\\d{1,7}-\\d', column: 110 }),
    reference('iMeasureId', { en: 'Measure', es: 'Medida' }, 'measure', { required: true }),
    decimal('critLow', { en: 'Critical below', es: 'Crítico por debajo de' }, { section: 'ranges' }),
    decimal('critHigh', { en: 'Critical above', es: 'Crítico por encima de' }, { section: 'ranges' }),
    decimal('absLow', { en: 'Impossible below', es: 'Imposible por debajo de' }, { section: 'ranges' }),
    decimal('absHigh', { en: 'Impossible above', es: 'Imposible por encima de' }, { section: 'ranges' }),
    rows(
      'ranges',
      { en: 'Ranges by sex and age', es: 'Rangos por sexo y edad' },
      [
        choice(
          'vSex',
          { en: 'Sex', es: 'Sexo' },
          {
            any: { en: 'Any', es: 'Cualquiera' },
            female: { en: 'Female', es: 'Femenino' },
            male: { en: 'Male', es: 'Masculino' },
          },
          { required: true },
        ),
        number('iAgeFrom', { en: 'Age from', es: 'Edad desde' }, { required: true, min: 0, max: 120 }),
        number('iAgeTo', { en: 'Age to', es: 'Edad hasta' }, { required: true, min: 0, max: 120 }),
        decimal('low', { en: 'Low', es: 'Mínimo' }, {}),
        decimal('high', { en: 'High', es: 'Máximo' }, {}),
      ],
      { max: 20, section: 'ranges', column: true },
    ),
  ],
  rules: [rangesByAge('ranges'), rangesInside(['critLow', 'critHigh'], ['absLow', 'absHigh'])],
  example: {
    vCode: 'HBA1C',
    vName: 'HbA1c',
    vLoinc: '4548-4',
    iMeasureId: 1,
    ranges: [{ vSex: 'any', iAgeFrom: 18, iAgeTo: 120, low: 4, high: 5.6 }],
  },
});
