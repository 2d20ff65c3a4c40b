import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { addressFields, phoneField } from '../families/master-rules.ts';

export const hospital = defineMaster({
  route: 'masters/hospitalmaster',
  kind: 'hospital',
  scope: 'iPooId',
  title: { en: 'Hospitals', es: 'Hospitales' },
  fields: [
    ...addressFields,
    phoneField,
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
  ],
  example: {
    vCode: 'CITY-HOSP',
    vName: 'City Hospital',
    vAddress: '1 Main Road',
    vPincode: '560041',
    vPhone: '5550000001',
    iPooId: 1,
  },
});
