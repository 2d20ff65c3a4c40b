import { defineMaster } from '../../families/master.ts';
import {
  productExample,
  productFields,
  productFits,
  productKeys,
  productRules,
  productStages,
} from './fields.ts';

/** The same products for the people of the warehouse: storage, tax and shelf life of many at once. */
export const productUpdate = defineMaster({
  route: 'purchaseanddispatch/productUpdate',
  name: 'productUpdate',
  entity: 'productUpdate',
  group: 'Inventory',
  kind: 'product',
  service: 'product',
  title: { en: 'Product Update', es: 'Actualización de productos' },
  rights: ['view', 'edit'],
  changeable: ['vHsn', 'vGstClass', 'vStorage', 'iNearExpiryDays', 'iMinLifeAtGreDays', 'nReferenceMrpPaise'],
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  list: [
    'vCode',
    'vName',
    'vHsn',
    'vGstClass',
    'vStorage',
    'nReferenceMrpPaise',
    'iNearExpiryDays',
    'iMinLifeAtGreDays',
  ],
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  example: productExample,
});
