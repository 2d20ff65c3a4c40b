import { defineMaster } from '../../families/master.ts';
import {
  productExample,
  productFields,
  productFits,
  productKeys,
  productRules,
  productStages,
} from './fields.ts';

/**
 * The same products with their composition: molecules, equivalents, external codes; nothing else can be
 * changed here.
 */
export const productMapping = defineMaster({
  route: 'masters/productMapping',
  kind: 'product',
  service: 'product',
  title: { en: 'Product Mapping', es: 'Asignación de productos' },
  rights: ['view', 'edit'],
  changeable: ['composition', 'equivalentIds', 'externalCodes'],
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  list: ['vCode', 'vName', 'composition', 'equivalentIds', 'externalCodes'],
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  example: productExample,
});
