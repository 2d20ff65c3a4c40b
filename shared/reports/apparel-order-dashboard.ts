import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;
const joined = (name: string, width = 110) => ({ name, kind: 'text', width, joined: true }) as const;
const stock = { name: 'stock', kind: 'number', width: 100, total: 'sum', joined: true } as const;
const handled = { ...stock, name: 'handled', hidden: true } as const;

/** Apparel sales by style, colour, size and cup, with returns and remaining stock. */
export const apparelOrderDashboard = defineReport({
  name: 'apparelOrderDashboard',
  route: '/reports/apparelOrderDashboard',
  model: saleLines,
  only: { column: 'goods', in: ['apparel'] },
  columns: [
    ...[own.issuedOn, own.product, joined('style'), joined('colour', 100), joined('size', 80)],
    ...[joined('cup', 80), own.kind, own.orderNumber, own.ref, own.qty, own.returned, own.total, stock],
    ...[own.iPooId, own.maker, own.invoiceId, own.productId, own.goods, own.sold, handled],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['product', 'style', 'colour', 'size', 'cup'] },
  ],
  groups: ['size', 'cup', 'colour', 'style', 'product', 'iPooId'],
  groupedBy: 'size',
  measures: [
    { name: 'orders', kind: 'distinct', of: 'orderNumber', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'pieces', kind: 'sum', of: 'sold' },
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'back', kind: 'ratio', of: 'returned', per: 'sold' },
    { name: 'stock', kind: 'sum', of: 'stock' },
    { name: 'through', kind: 'ratio', of: 'qty', per: 'handled' },
  ],
  chart: { kind: 'stack', by: 'size', split: 'cup', of: 'qty' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({
    ...saleTexts,
    title: { en: 'Apparel order dashboard', es: 'Panel de pedidos de ropa' },
    'column.style': { en: 'Style', es: 'Modelo' },
    'column.colour': { en: 'Colour', es: 'Color' },
    'column.size': { en: 'Size', es: 'Talla' },
    'column.cup': { en: 'Cup', es: 'Copa' },
    'column.qty': { en: 'Net pieces', es: 'Piezas netas' },
    'column.stock': { en: 'In stock now', es: 'En existencias' },
    'column.handled': { en: 'Sold and in stock', es: 'Vendido y en existencias' },
    'measure.orders': { en: 'Orders', es: 'Pedidos' },
    'means.orders': {
      en: 'Orders with apparel that were invoiced in the period.',
      es: 'Pedidos con ropa facturados en el período.',
    },
    'measure.pieces': { en: 'Pieces sold', es: 'Piezas vendidas' },
    'means.pieces': {
      en: 'Pieces invoiced; what came back is not subtracted.',
      es: 'Piezas facturadas; sin restar lo devuelto.',
    },
    'measure.back': { en: 'Returned', es: 'Devuelto' },
    'means.back': {
      en: 'Pieces credited as a share of the pieces invoiced in the period.',
      es: 'Piezas abonadas como parte de las facturadas en el período.',
    },
    'measure.stock': { en: 'In stock now', es: 'En existencias' },
    'means.stock': {
      en: 'Pieces for sale now; each product is counted at the place that sold it last.',
      es: 'Piezas a la venta ahora; cada producto se cuenta en el último lugar que lo vendió.',
    },
    'measure.through': { en: 'Sell-through', es: 'Tasa de venta' },
    'means.through': {
      en: 'Pieces sold and not returned, as a share of those plus the pieces in stock now.',
      es: 'Piezas vendidas y no devueltas, como parte de ellas más las existencias actuales.',
    },
  }),
});
