import { choice, integer, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const size = defineMaster({
  route: 'masters/sizeMaster',
  kind: 'size',
  title: ['Sizes', 'Tallas'],
  deactivateUnused: true,
  list: ['vCode', 'vName', 'vSystem', 'vLetters', 'iBand', 'iSortOrder'],
  fields: [
    choice(
      'vSystem',
      ['System', 'Sistema'],
      { ALPHA: ['Letters', 'Letras'], BAND: ['Band (inches)', 'Contorno (pulgadas)'] },
      { required: true, readOnly: true },
    ),
    text('vLetters', ['Letters', 'Letras'], {
      required: true,
      upper: true,
      max: 3,
      pattern: 'XS|S|M|L|XL|XXL|[3-5]XL',
      visibleWhen: { field: 'vSystem', in: ['ALPHA'] },
    }),
    integer('iBand', ['Band', 'Contorno'], { required: true, min: 28, max: 46, visibleWhen: { field: 'vSystem', in: ['BAND'] } }),
  ],
  unique: [
    ['vSystem', 'vLetters'],
    ['vSystem', 'iBand'],
  ],
  rules: [(fields) => (fields.iBand != null && Number(fields.iBand) % 2 === 1 ? { code: 'badFormat', field: 'iBand', details: { label: 'iBand' } } : null)],
  example: { vCode: 'B-34', vName: 'Band 34', vSystem: 'BAND', iBand: 34 },
});
