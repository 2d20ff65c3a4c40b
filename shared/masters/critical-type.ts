import { number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const criticalType = defineMaster({
  route: 'masters/criticaltypemaster',
  kind: 'criticalType',
  title: { en: 'Critical types', es: 'Tipos de criticidad' },
  fields: [number('iRank', { en: 'Rank', es: 'Rango' }, { required: true, min: 1, max: 9, column: 90 })],
  unique: [['iRank']],
  example: { vCode: 'HIGH', vName: 'High', iRank: 1 },
});
