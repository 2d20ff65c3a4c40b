import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const region = defineMaster({
  route: 'masters/regionMaster',
  kind: 'region',
  title: { en: 'Regions', es: 'Regiones' },
  deactivateUnused: true,
  fields: [reference('iZoneId', { en: 'Zone', es: 'Zona' }, 'zone', { required: true })],
  example: { vCode: 'KARNATAKA', vName: 'Karnataka', iZoneId: 1 },
});
