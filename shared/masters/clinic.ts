import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField, shownAddressFields } from '../families/master-rules.ts';

export const clinic = defineMaster({
  route: 'masters/clinicMaster',
  kind: 'clinic',
  scope: 'iPooId',
  title: { en: 'Clinics', es: 'Clínicas' },
  fields: [
    reference('iHospitalId', { en: 'Hospital', es: 'Hospital' }, 'hospital'),
    ...shownAddressFields,
    phoneField,
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
  ],
  example: { vCode: 'CITY-CLINIC', vName: 'City Clinic', iHospitalId: 1, vPincode: '560041', iPooId: 1 },
});
