import { choices, flag } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const customerDocument = defineMaster({
  route: 'masters/custdocument',
  kind: 'customerDocument',
  title: ['Customer documents', 'Documentos de clientes'],
  fields: [
    choices('mandatoryFor', ['Mandatory for', 'Obligatorio para'], { signup: ['Sign-up', 'Alta'], DSA: ['DSA', 'DSA'] }),
    flag('bExpiryNeeded', ['Expiry needed', 'Requiere caducidad'], { default: 0 }),
  ],
  example: { vCode: 'ID-PROOF', vName: 'Identity proof', mandatoryFor: ['signup', 'DSA'], bExpiryNeeded: 0 },
});
