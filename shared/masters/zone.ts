import { defineMaster } from '../families/master.ts';

export const zone = defineMaster({
  route: 'masters/zoneMaster',
  kind: 'zone',
  title: ['Zones', 'Zonas'],
  example: { vCode: 'SOUTH', vName: 'South zone' },
});
