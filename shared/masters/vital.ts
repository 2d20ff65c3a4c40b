import { decimal, flag, integer, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { rangesInside } from '../families/master-rules.ts';

export const vital = defineMaster({
  route: 'masters/vitalMaster',
  kind: 'vital',
  title: ['Vitals', 'Signos vitales'],
  pageSize: 1000,
  fields: [
    text('vLoinc', ['LOINC', 'LOINC'], { max: 10, pattern: '\\d{1,7}-\\d', column: 110 }),
    reference('iMeasureId', ['Unit', 'Unidad'], 'measure', { required: true }),
    integer('iDecimals', ['Decimals', 'Decimales'], { required: true, min: 0, max: 3, default: 0, column: 100 }),
    decimal('refLow', ['Reference from', 'Referencia desde'], { section: 'ranges' }),
    decimal('refHigh', ['Reference to', 'Referencia hasta'], { section: 'ranges' }),
    decimal('critLow', ['Critical below', 'Crítico por debajo de'], { section: 'ranges' }),
    decimal('critHigh', ['Critical above', 'Crítico por encima de'], { section: 'ranges' }),
    decimal('absLow', ['Impossible below', 'Imposible por debajo de'], { required: true, section: 'ranges' }),
    decimal('absHigh', ['Impossible above', 'Imposible por encima de'], { required: true, section: 'ranges' }),
    flag('bPanel', ['Panel', 'Panel'], { default: 0, column: 90 }),
  ],
  rules: [rangesInside(['refLow', 'refHigh'], ['critLow', 'critHigh'], ['absLow', 'absHigh'])],
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
