import { translations } from '../../core/translations.ts';
import { defineMaster } from '../../families/master.ts';
import {
  vendorProductExample,
  vendorProductFields,
  vendorProductFits,
  vendorProductRules,
} from './vendor-product-fields.ts';

const refusals = translations({
  en: { costAboveMrp: 'Price ₹{{ptr}} plus GST is above MRP ₹{{mrp}}.' },
  es: { costAboveMrp: 'El precio ₹{{ptr}} más GST supera el PVP ₹{{mrp}}.' },
});

/** The same prices product by product, with suppliers side by side; made for pasting many at once. */
export const vendorProductGrid = defineMaster({
  route: 'purchaseanddispatch/VenderProductMappingv2',
  name: 'VenderProductMappingv2',
  entity: 'VenderProductMappingv2',
  group: 'Inventory',
  kind: 'vendorProduct',
  plain: true,
  importFirst: true,
  title: { en: 'Vendor Product Mapping V2', es: 'Productos por proveedor V2' },
  rights: ['view', 'create', 'edit'],
  list: [
    'iProductId',
    'iSupplierId',
    'nPtrPaise',
    'nDiscBp',
    'iBuy',
    'iFree',
    'iMoq',
    'iLeadDays',
    'iPriority',
    'dFrom',
    'dTo',
  ],
  fields: vendorProductFields,
  rules: vendorProductRules,
  fits: vendorProductFits,
  spans: { of: ['iSupplierId', 'iProductId'], from: 'dFrom', to: 'dTo' },
  example: vendorProductExample,
  translations: refusals,
});
