import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const division = defineMaster({
  route: 'masters/divisionMaster',
  kind: 'division',
  title: ['Divisions', 'Divisiones'],
  deactivateUnused: true,
  fields: [reference('iManufacturerId', ['Maker', 'Fabricante'], 'manufacturer', { required: true })],
  example: { vCode: 'CARDIO', vName: 'Cardio division', iManufacturerId: 1 },
});
