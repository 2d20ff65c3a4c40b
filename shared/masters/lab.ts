import { references, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField, shownAddressFields } from '../families/master-rules.ts';

export const lab = defineMaster({
  route: 'masters/labMaster',
  kind: 'lab',
  serviceCall: { service: 'masters', path: 'labmaster', id: 'iLabId', names: { vName: 'vLabName' } },
  scope: 'pooIds',
  title: { en: 'Labs', es: 'Laboratorios' },
  fields: [
    text('vNablNo', { en: 'NABL no.', es: 'N.º NABL' }, { max: 30, column: 130 }),
    ...shownAddressFields,
    phoneField,
    references('pooIds', { en: 'Places of operation', es: 'Lugares de operación' }, 'placeOfOperation', {
      max: 200,
    }),
  ],
  example: {
    vCode: 'CITY-DIAG',
    vName: 'City Diagnostics',
    vNablNo: 'MC-1234',
    vPincode: '560041',
    vPhone: '5550000003',
    pooIds: [1],
  },
});
