import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { orderTranslations } from '../streams/sales/order/translations.ts';
import { orderCancelColumns, orderCancelRows } from './models/order-cancels.ts';
import { stageTexts } from './models/purchases.ts';

const own = orderCancelColumns;

/** Cancelled lines of orders, with author and reason. */
export const soCancelLog = defineReport({
  name: 'socancel-log',
  route: '/reports/inventoryReports/socancel-log',
  model: orderCancelRows,
  columns: [
    ...[own.at, own.ref, own.customer, own.product, own.ordered, own.qty, own.value, own.reason],
    ...[own.stage, own.askedBy, own.askedAt, own.by, own.iPooId, own.orderId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'at', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'customer', 'product', 'reason', 'by'] },
  ],
  groups: ['stage', 'product', 'reason', 'by', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'lines', kind: 'count' },
    { name: 'units', kind: 'sum', of: 'qty' },
    { name: 'value', kind: 'sum', of: 'value' },
  ],
  chart: { kind: 'bar', by: 'reason', of: 'value' },
  drill: [
    {
      need: ['Inventory/orderCancellation:view', 'Inventory/orderFormList:view'],
      href: ({ orderId }) => `/purchaseanddispatch/purchase/orderFormList?id=${String(orderId)}`,
    },
  ],
  sort: { column: 'at', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(orderTranslations),
    title: { en: 'SO cancel log', es: 'Registro de anulaciones de pedidos' },
    'column.at': { en: 'Cancelled', es: 'Anulado' },
    'column.ref': { en: 'Order', es: 'Pedido' },
    'column.orderId': { en: 'Order id', es: 'Id. del pedido' },
    'column.customer': { en: 'Customer', es: 'Cliente' },
    'column.product': { en: 'Product', es: 'Producto' },
    'column.ordered': { en: 'Ordered units', es: 'Unidades pedidas' },
    'column.qty': { en: 'Cancelled units', es: 'Unidades anuladas' },
    'column.value': { en: 'Value', es: 'Valor' },
    'column.reason': { en: 'Reason', es: 'Motivo' },
    'column.stage': { en: 'Status before', es: 'Estado anterior' },
    'column.askedBy': { en: 'Requested by', es: 'Solicitado por' },
    'column.askedAt': { en: 'Requested', es: 'Solicitado' },
    'column.by': { en: 'Decided by', es: 'Decidido por' },
    'measure.lines': { en: 'Lines', es: 'Líneas' },
    'means.lines': { en: 'Lines cancelled in the period.', es: 'Líneas anuladas en el período.' },
    'measure.units': { en: 'Units', es: 'Unidades' },
    'means.units': { en: 'Units cancelled in the period.', es: 'Unidades anuladas en el período.' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'means.value': { en: 'At the price of the order, with GST.', es: 'Al precio del pedido, con GST.' },
  }),
});
