import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const brand = defineMaster({
  route: 'masters/brandMaster',
  kind: 'brand',
  title: { en: 'Brands', es: 'Marcas' },
  deactivateUnused: true,
  fields: [reference('iMarketerId', { en: 'Marketer', es: 'Comercializadora' }, 'marketer')],
  example: { vCode: 'PARACET', vName: 'Paracet-ZD', iMarketerId: 1 },
});
