import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const division = defineMaster({
  route: 'masters/divisionMaster',
  kind: 'division',
  title: { en: 'Divisions', es: 'Divisiones' },
  deactivateUnused: true,
  fields: [
    reference('iManufacturerId', { en: 'Manufacturer', es: 'Fabricante' }, 'manufacturer', {
      required: true,
      formerly: ['Maker'],
    }),
  ],
  example: { vCode: 'CARDIO', vName: 'Cardio division', iManufacturerId: 1 },
});
