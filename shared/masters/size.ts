import { choice, number, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const size = defineMaster({
  route: 'masters/sizeMaster',
  kind: 'size',
  title: { en: 'Sizes', es: 'Tallas' },
  deactivateUnused: true,
  list: ['vCode', 'vName', 'vSystem', 'vLetters', 'iBand', 'iSortOrder'],
  fields: [
    choice(
      'vSystem',
      { en: 'System', es: 'Sistema' },
      { ALPHA: { en: 'Letters', es: 'Letras' }, BAND: { en: 'Band (inches)', es: 'Contorno (pulgadas)' } },
      { required: true, readOnly: true },
    ),
    text(
      'vLetters',
      { en: 'Letters', es: 'Letras' },
      {
        required: true,
        upper: true,
        max: 3,
        pattern: 'XS|S|M|L|XL|XXL|[3-5]XL',
        visibleWhen: { field: 'vSystem', in: ['ALPHA'] },
      },
    ),
    number(
      'iBand',
      { en: 'Band', es: 'Contorno' },
      { required: true, min: 28, max: 46, visibleWhen: { field: 'vSystem', in: ['BAND'] } },
    ),
  ],
  unique: [
    ['vSystem', 'vLetters'],
    ['vSystem', 'iBand'],
  ],
  rules: [
    (fields) =>
      fields.iBand != null && Number(fields.iBand) % 2 === 1
        ? { code: 'badFormat', field: 'iBand', details: { label: 'iBand' } }
        : null,
  ],
  example: { vCode: 'B-34', vName: 'Band 34', vSystem: 'BAND', iBand: 34 },
});
