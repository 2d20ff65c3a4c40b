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

/** Prices and terms of suppliers. Two prices of one product and supplier never hold on the same day. */
export const vendorProduct = defineMaster({
  route: 'purchaseanddispatch/VenderProductMapping',
  name: 'VenderProductMapping',
  entity: 'VenderProductMapping',
  group: 'Inventory',
  kind: 'vendorProduct',
  main: true,
  plain: true,
  title: { en: 'Vendor Product Mapping', es: 'Productos por proveedor' },
  fields: vendorProductFields,
  rules: vendorProductRules,
  fits: vendorProductFits,
  spans: { of: ['iSupplierId', 'iProductId'], from: 'dFrom', to: 'dTo' },
  example: vendorProductExample,
  translations: refusals,
});
