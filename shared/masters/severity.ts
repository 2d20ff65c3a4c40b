import { number } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const severity = defineMaster({
  route: 'masters/severityMaster',
  kind: 'severity',
  title: { en: 'Severities', es: 'Gravedades' },
  fields: [number('iRank', { en: 'Rank', es: 'Rango' }, { required: true, min: 1, max: 9, column: 90 })],
  unique: [['iRank']],
  example: { vCode: 'SEVERE', vName: 'Severe', iRank: 1 },
});
