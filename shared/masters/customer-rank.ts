import { number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const customerRank = defineMaster({
  route: 'masters/customerRankMaster',
  kind: 'customerRank',
  title: { en: 'Customer ranks', es: 'Rangos de clientes' },
  fields: [number('iRank', { en: 'Rank', es: 'Rango' }, { required: true, min: 1, max: 99, column: 90 })],
  unique: [['iRank']],
  example: { vCode: 'GOLD', vName: 'Gold', iRank: 1 },
});
