import { defineMaster } from '../families/master.ts';

export const zone = defineMaster({
  route: 'masters/zoneMaster',
  kind: 'zone',
  deactivateUnused: true,
  title: { en: 'Zones', es: 'Zonas' },
  example: { vCode: 'SOUTH', vName: 'South zone' },
});
