import { defineMaster } from '../../families/master.ts';
import {
  productExample,
  productFields,
  productFits,
  productKeys,
  productRules,
  productStages,
} from './fields.ts';

/** Creates products from a file: template, dry run, apply, undo. */
export const bulkProductCreate = defineMaster({
  route: 'masters/BulkProductCreate',
  kind: 'product',
  service: 'product',
  title: { en: 'Bulk Product Create', es: 'Creación masiva de productos' },
  rights: ['view', 'create'],
  importFirst: true,
  importWhole: 2_000,
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  example: productExample,
});
