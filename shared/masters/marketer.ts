import { references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const marketer = defineMaster({
  route: 'masters/marketedMaster',
  kind: 'marketer',
  title: ['Marketing companies', 'Comercializadoras'],
  deactivateUnused: true,
  fields: [references('manufacturerIds', ['Makers', 'Fabricantes'], 'manufacturer', { max: 50 })],
  example: { vCode: 'KAVERI', vName: 'Kaveri Formulations', manufacturerIds: [1] },
});
