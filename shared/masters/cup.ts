import { choice } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const cup = defineMaster({
  route: 'masters/cupMaster',
  kind: 'cup',
  title: ['Cups', 'Copas'],
  deactivateUnused: true,
  list: ['vCode', 'vName', 'vCup', 'iSortOrder'],
  fields: [choice('vCup', ['Cup', 'Copa'], Object.fromEntries([...'ABCDEFGHIJ'].map((cup) => [cup, [cup, cup] as const])), { required: true, column: 100 })],
  unique: [['vCup']],
  example: { vCode: 'CUP-B', vName: 'Cup B', vCup: 'B' },
});
