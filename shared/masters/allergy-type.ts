import { defineMaster } from '../families/master.ts';

/** Drug, food and other, with the specification's ids; only their names may be translated. */
export const allergyType = defineMaster({
  route: 'masters/allergyTypeMaster',
  kind: 'allergyType',
  title: { en: 'Allergy types', es: 'Tipos de alergia' },
  rights: ['view', 'edit'],
  keep: [1, 2, 3],
  changeable: ['vName', 'vDescription'],
  fixed: [
    { id: 1, fields: { vCode: 'DRUG', vName: 'Drug' } },
    { id: 2, fields: { vCode: 'FOOD', vName: 'Food' } },
    { id: 3, fields: { vCode: 'OTHER', vName: 'Other' } },
  ],
  example: { vCode: 'DRUG', vName: 'Drug' },
});
