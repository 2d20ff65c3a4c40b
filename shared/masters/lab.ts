import { references, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField, shownAddressFields } from '../families/master-rules.ts';

export const lab = defineMaster({
  route: 'masters/labMaster',
  kind: 'lab',
  scope: 'pooIds',
  title: ['Labs', 'Laboratorios'],
  fields: [
    text('vNablNo', ['NABL no.', 'N.º NABL'], { max: 30, column: 130 }),
    ...shownAddressFields,
    phoneField,
    references('pooIds', ['Places of operation', 'Lugares de operación'], 'placeOfOperation', { max: 200 }),
  ],
  example: { vCode: 'CITY-DIAG', vName: 'City Diagnostics', vNablNo: 'MC-1234', vPincode: '560041', vPhone: '5550000003', pooIds: [1] },
});
