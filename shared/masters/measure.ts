import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const measure = defineMaster({
  route: 'masters/measuremaster',
  kind: 'measure',
  title: { en: 'Measures', es: 'Medidas' },
  deactivateUnused: true,
  fields: [
    text(
      'vUcum',
      { en: 'UCUM code', es: 'Código UCUM' },
      { required: true, max: 20, pattern: '\\S+', column: 120 },
    ),
  ],
  unique: [['vUcum']],
  example: { vCode: 'MMHG', vName: 'Millimetre of mercury', vUcum: 'mm[Hg]' },
});
