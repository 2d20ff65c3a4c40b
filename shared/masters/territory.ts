import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const territory = defineMaster({
  route: 'masters/territoryMaster',
  kind: 'territory',
  serviceCall: {
    service: 'masters',
    path: 'TerritoryMaster',
    id: 'iTerritoryId',
    names: { vName: 'vTerritoryName' },
  },
  title: { en: 'Territories', es: 'Territorios' },
  deactivateUnused: true,
  fields: [reference('iRegionId', { en: 'Region', es: 'Región' }, 'region', { required: true })],
  example: { vCode: 'BLR-SOUTH', vName: 'Bengaluru South', iRegionId: 1 },
});
