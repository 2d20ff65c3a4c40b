import { defineMaster } from '../../families/master.ts';
import { productExample, productFields, productFits, productKeys, productRules, productStages } from './fields.ts';

/** The same products with their variants side by side: style, colour, size, cup. */
export const productVariants = defineMaster({
  route: 'masters/productMasteV2',
  kind: 'product',
  title: ['Product Master V2', 'Maestro de productos V2'],
  rights: ['view', 'create', 'edit'],
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  list: ['vCode', 'vName', 'vStyle', 'iColourId', 'iSizeId', 'iCupId', 'iPackSize', 'nReferenceMrpPaise'],
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  example: productExample,
});
