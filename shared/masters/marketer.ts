import { references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const marketer = defineMaster({
  route: 'masters/marketedMaster',
  kind: 'marketer',
  title: { en: 'Marketing companies', es: 'Comercializadoras' },
  deactivateUnused: true,
  fields: [
    references('manufacturerIds', { en: 'Manufacturers', es: 'Fabricantes' }, 'manufacturer', {
      max: 50,
      formerly: ['Makers'],
    }),
  ],
  example: { vCode: 'KAVERI', vName: 'Kaveri Formulations', manufacturerIds: [1] },
});
