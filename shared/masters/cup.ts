import { choice } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const cup = defineMaster({
  route: 'masters/cupMaster',
  kind: 'cup',
  title: { en: 'Cups', es: 'Copas' },
  deactivateUnused: true,
  list: ['vCode', 'vName', 'vCup', 'iSortOrder'],
  fields: [
    choice(
      'vCup',
      { en: 'Cup', es: 'Copa' },
      Object.fromEntries([...'ABCDEFGHIJ'].map((cup) => [cup, { en: cup, es: cup }])),
      { required: true, column: 100 },
    ),
  ],
  unique: [['vCup']],
  example: { vCode: 'CUP-B', vName: 'Cup B', vCup: 'B' },
});
