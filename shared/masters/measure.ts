import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const measure = defineMaster({
  route: 'masters/measuremaster',
  kind: 'measure',
  title: ['Measures', 'Medidas'],
  deactivateUnused: true,
  fields: [text('vUcum', ['UCUM code', 'Código UCUM'], { required: true, max: 20, pattern: '\\S+', column: 120 })],
  unique: [['vUcum']],
  example: { vCode: 'MMHG', vName: 'Millimetre of mercury', vUcum: 'mm[Hg]' },
});
