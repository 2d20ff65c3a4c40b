import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField, shownAddressFields } from '../families/master-rules.ts';

export const clinic = defineMaster({
  route: 'masters/clinicMaster',
  kind: 'clinic',
  scope: 'iPooId',
  title: ['Clinics', 'Clínicas'],
  fields: [
    reference('iHospitalId', ['Hospital', 'Hospital'], 'hospital'),
    ...shownAddressFields,
    phoneField,
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
  ],
  example: { vCode: 'CITY-CLINIC', vName: 'City Clinic', iHospitalId: 1, vPincode: '560041', iPooId: 1 },
});
