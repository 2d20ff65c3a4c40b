import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const allergy = defineMaster({
  route: 'masters/allergyMaster',
  kind: 'allergy',
  title: { en: 'Allergies', es: 'Alergias' },
  fields: [
    reference('iAllergyTypeId', { en: 'Allergy type', es: 'Tipo de alergia' }, 'allergyType', {
      required: true,
    }),
    reference('iMoleculeId', { en: 'Molecule', es: 'Molécula' }, 'molecule', {
      required: true,
      visibleWhen: { field: 'iAllergyTypeId', in: [1] },
    }),
  ],
  example: { vCode: 'PENICILLIN', vName: 'Penicillin', iAllergyTypeId: 1, iMoleculeId: 1 },
});
