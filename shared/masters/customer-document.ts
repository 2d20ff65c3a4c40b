import { choices, yesNo } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const customerDocument = defineMaster({
  route: 'masters/custdocument',
  kind: 'customerDocument',
  serviceCall: { service: 'masters', path: 'documentlist', id: 'iDocumentId', names: { vName: 'vDocName' } },
  title: { en: 'Customer documents', es: 'Documentos de clientes' },
  fields: [
    choices(
      'mandatoryFor',
      { en: 'Mandatory for', es: 'Obligatorio para' },
      { signup: { en: 'Sign-up', es: 'Alta' }, DSA: { en: 'DSA', es: 'DSA' } },
    ),
    yesNo('bExpiryNeeded', { en: 'Expiry needed', es: 'Requiere caducidad' }, { default: 0 }),
  ],
  example: { vCode: 'ID-PROOF', vName: 'Identity proof', mandatoryFor: ['signup', 'DSA'], bExpiryNeeded: 0 },
});
