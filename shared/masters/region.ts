import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const region = defineMaster({
  route: 'masters/regionMaster',
  kind: 'region',
  title: ['Regions', 'Regiones'],
  deactivateUnused: true,
  fields: [reference('iZoneId', ['Zone', 'Zona'], 'zone', { required: true })],
  example: { vCode: 'KARNATAKA', vName: 'Karnataka', iZoneId: 1 },
});
