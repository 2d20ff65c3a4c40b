import { choice, decimal, yesNo, number, reference, rows, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { rangesByAge, rangesInside } from '../families/master-rules.ts';

export const vital = defineMaster({
  route: 'masters/vitalMaster',
  kind: 'vital',
  serviceCall: { service: 'customer', path: 'vitalmaster', id: 'iVitalId', names: { vName: 'vVitalName' } },
  title: { en: 'Vitals', es: 'Constantes vitales' },
  pageSize: 1000,
  fields: [
    text('vLoinc', { en: 'LOINC', es: 'LOINC' }, { max: 10, pattern: '\\d{1,7}-\\d', column: 110 }),
    reference('iMeasureId', { en: 'Unit', es: 'Unidad' }, 'measure', { required: true }),
    number(
      'iDecimals',
      { en: 'Decimals', es: 'Decimales' },
      { required: true, min: 0, max: 3, default: 0, column: 100 },
    ),
    decimal('refLow', { en: 'Reference from', es: 'Referencia desde' }, { section: 'ranges' }),
    decimal('refHigh', { en: 'Reference to', es: 'Referencia hasta' }, { section: 'ranges' }),
    decimal('critLow', { en: 'Critical below', es: 'Crítico por debajo de' }, { section: 'ranges' }),
    decimal('critHigh', { en: 'Critical above', es: 'Crítico por encima de' }, { section: 'ranges' }),
    decimal(
      'absLow',
      { en: 'Impossible below', es: 'Imposible por debajo de' },
      { required: true, section: 'ranges' },
    ),
    decimal(
      'absHigh',
      { en: 'Impossible above', es: 'Imposible por encima de' },
      { required: true, section: 'ranges' },
    ),
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
        decimal('critLow', { en: 'Critical below', es: 'Crítico por debajo de' }, {}),
        decimal('critHigh', { en: 'Critical above', es: 'Crítico por encima de' }, {}),
      ],
      { max: 20, section: 'ranges' },
    ),
    yesNo('bPanel', { en: 'Panel', es: 'Panel' }, { default: 0, column: 90 }),
  ],
  rules: [
    rangesByAge('ranges'),
    rangesInside(['refLow', 'refHigh'], ['critLow', 'critHigh'], ['absLow', 'absHigh']),
  ],
  example: {
    vCode: 'BP-SYS',
    vName: 'Systolic blood pressure',
    vLoinc: '8480-6',
    iMeasureId: 1,
    iDecimals: 0,
    refLow: 90,
    refHigh: 130,
    critLow: 70,
    critHigh: 180,
    absLow: 30,
    absHigh: 300,
    bPanel: 1,
  },
});
