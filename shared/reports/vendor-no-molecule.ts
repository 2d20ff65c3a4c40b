import { defineReport } from '../families/report.ts';
import { goodsWithMolecules, productKinds } from '../families/product-kinds.ts';
import { reportTexts } from '../families/report-texts.ts';
import { productsWithoutMolecule } from './models/master-records.ts';

const count = <N extends string>(name: N, width = 90) =>
  ({ name, kind: 'number', width, total: 'sum', joined: true }) as const;

/** Products without molecules, and the suppliers that offer them. */
export const vendorNoMolecule = defineReport({
  name: 'vendornomolecule',
  route: '/reports/normalReports/vendornomolecule',
  model: productsWithoutMolecule,
  columns: [
    { name: 'product', kind: 'text', width: 240 },
    { name: 'productKind', kind: 'choice', width: 130, options: goodsWithMolecules },
    { name: 'offered', kind: 'choice', width: 110, options: ['yes', 'no'], joined: true },
    { name: 'maker', kind: 'text', width: 170, joined: true },
    { name: 'suppliers', kind: 'text', width: 240, joined: true },
    count('supplierCount'),
    { name: 'mappedOn', kind: 'date', width: 120, joined: true },
    { name: 'openDays', kind: 'number', width: 100, total: 'average', joined: true },
    count('units', 100),
    { name: 'sold', kind: 'money', width: 120, total: 'sum', joined: true },
    { name: 'updatedBy', kind: 'text', author: true, width: 150, joined: true },
    { name: 'productId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: null },
  filters: [
    { kind: 'choice', name: 'offered' },
    { kind: 'choice', name: 'productKind' },
    { kind: 'find', columns: ['product', 'maker', 'suppliers'] },
  ],
  groups: ['productKind', 'offered', 'maker', 'updatedBy'],
  groupedBy: 'productKind',
  measures: [
    { name: 'products', kind: 'count' },
    { name: 'offered', kind: 'count', where: { column: 'offered', in: ['yes'] } },
    { name: 'open', kind: 'median', of: 'openDays' },
    { name: 'units', kind: 'sum', of: 'units' },
    { name: 'sold', kind: 'sum', of: 'sold' },
  ],
  chart: { kind: 'bar', by: 'productKind' },
  drill: [
    {
      need: 'Masters/productMaster:view',
      href: ({ productId }) => `/masters/productMaster?row=${String(productId)}`,
    },
  ],
  sort: { column: 'openDays', way: 'desc' },
  translations: reportTexts({
    ...Object.fromEntries(goodsWithMolecules.map((kind) => [`productKind.${kind}`, productKinds[kind]])),
    title: { en: 'Vendor no molecule', es: 'Proveedor sin molécula' },
    'column.product': { en: 'Product', es: 'Producto' },
    'column.productId': { en: 'Product no.', es: 'N.º de producto' },
    'column.productKind': { en: 'Kind', es: 'Tipo' },
    'column.offered': { en: 'Offered', es: 'Ofrecido' },
    'offered.yes': { en: 'By a supplier', es: 'Por un proveedor' },
    'offered.no': { en: 'Not offered', es: 'Sin proveedor' },
    'column.maker': { en: 'Manufacturer', es: 'Fabricante' },
    'column.suppliers': { en: 'Suppliers', es: 'Proveedores' },
    'column.supplierCount': { en: 'Number of suppliers', es: 'N.º de proveedores' },
    'column.mappedOn': { en: 'Offered since', es: 'Ofrecido desde' },
    'column.openDays': { en: 'Days open', es: 'Días pendiente' },
    'column.units': { en: 'On hand', es: 'Existencias' },
    'column.sold': { en: 'Sold in 90 days', es: 'Vendido en 90 días' },
    'column.updatedBy': { en: 'Last changed by', es: 'Último cambio de' },
    'measure.products': { en: 'Products', es: 'Productos' },
    'means.products': {
      en: 'Products of a kind that has molecules, without any molecule entered.',
      es: 'Productos de un tipo con moléculas en los que no figura ninguna.',
    },
    'measure.offered': { en: 'Offered', es: 'Ofrecidos' },
    'means.offered': {
      en: 'Of these, offered by a supplier now.',
      es: 'De ellos, los que ofrece ahora un proveedor.',
    },
    'measure.open': { en: 'Median days open', es: 'Mediana de días pendiente' },
    'means.open': {
      en: 'Half of them have been offered for fewer days than this.',
      es: 'La mitad se ofrece desde hace menos días.',
    },
    'measure.units': { en: 'On hand', es: 'Existencias' },
    'means.units': {
      en: 'Units of these products in all places now.',
      es: 'Unidades de estos productos en todos los lugares.',
    },
    'measure.sold': { en: 'Sold in 90 days', es: 'Vendido en 90 días' },
    'means.sold': {
      en: 'Sales of these products in the last 90 days, with tax, less credit notes.',
      es: 'Ventas de estos productos en los últimos 90 días, con impuestos, menos notas de crédito.',
    },
  }),
});
