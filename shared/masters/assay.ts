import { choice, decimal, integer, reference, rows, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const assay = defineMaster({
  route: 'masters/assaymaster',
  kind: 'assay',
  title: { en: 'Assays', es: 'Análisis' },
  fields: [
    text('vLoinc', { en: 'LOINC', es: 'LOINC' }, { max: 10, pattern: '\\d{1,7}-\\d', column: 110 }),
    reference('iMeasureId', { en: 'Measure', es: 'Medida' }, 'measure', { required: true }),
    rows(
      'ranges',
      { en: 'Ranges by sex and age', es: 'Rangos por sexo y edad' },
      [
        choice(
          'vSex',
          { en: 'Sex', es: 'Sexo' },
          { any: { en: 'Any', es: 'Cualquiera' }, female: { en: 'Female', es: 'Femenino' }, male: { en: 'Male', es: 'Masculino' } },
          { required: true },
        ),
        integer('iAgeFrom', { en: 'Age from', es: 'Edad desde' }, { required: true, min: 0, max: 120 }),
        integer('iAgeTo', { en: 'Age to', es: 'Edad hasta' }, { required: true, min: 0, max: 120 }),
        decimal('low', { en: 'Low', es: 'Mínimo' }, {}),
        decimal('high', { en: 'High', es: 'Máximo' }, {}),
      ],
      { max: 20, section: 'ranges', column: true },
    ),
  ],
  rules: [
    (fields) => {
      const wrong = ((fields.ranges as { iAgeFrom: number; iAgeTo: number; low?: number; high?: number }[] | undefined) ?? []).findIndex(
        (one) => one.iAgeTo < one.iAgeFrom || (one.low != null && one.high != null && one.high < one.low),
      );
      return wrong < 0 ? null : { code: 'rangesCross', field: `ranges.${wrong}.high` };
    },
  ],
  example: { vCode: 'HBA1C', vName: 'HbA1c', vLoinc: '4548-4', iMeasureId: 1, ranges: [{ vSex: 'any', iAgeFrom: 18, iAgeTo: 120, low: 4, high: 5.6 }] },
});
