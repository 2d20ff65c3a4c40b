import { defineMaster } from '../../families/master.ts';
import {
  productExample,
  productFields,
  productFits,
  productKeys,
  productRules,
  productStages,
} from './fields.ts';

export const product = defineMaster({
  route: 'masters/productMaster',
  kind: 'product',
  service: 'product',
  serviceCall: {
    service: 'product',
    path: 'product',
    id: 'iProductId',
    names: { vName: 'vProductName', vCode: 'vProductCode' },
  },
  main: true,
  title: { en: 'Product Master', es: 'Maestro de productos' },
  rights: ['view', 'create', 'edit', 'approve'],
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  example: productExample,
});
