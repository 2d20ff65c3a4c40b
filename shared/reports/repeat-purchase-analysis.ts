import type { Measure } from '../families/report-measure.ts';
import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { customerPurchases, purchaseHistoryColumns } from './models/customer-purchases.ts';

const own = purchaseHistoryColumns;

/**
 * The share of customers who returned within a number of days, of those whose first purchase is at least as
 * old.
 */
const repeat = (days: 30 | 60 | 90, within: readonly string[]): Measure => ({
  name: `repeat${days}`,
  kind: 'share',
  among: { column: 'ageDays', atLeast: days },
  where: { column: 'again', in: within },
});

/** Returning customers and their intervals, by the month of their first purchase. */
export const repeatPurchaseAnalysis = defineReport({
  name: 'RepeatPurchaseAnalysis',
  route: '/reports/RepeatPurchaseAnalysis',
  model: customerPurchases,
  columns: [
    ...[own.cohort, own.customer, own.iPooId, own.firstOn, own.lastOn, own.ageDays, own.orderDays],
    ...[own.invoices, own.again, own.gapDays, own.firstValue, own.sold, own.credited, own.net],
    ...[own.month1, own.month2, own.month3, own.month6, own.month12, own.customerId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'again' },
    { kind: 'find', columns: ['customer'] },
  ],
  groups: ['cohort', 'again', 'iPooId', 'orderDays'],
  groupedBy: 'cohort',
  measures: [
    { name: 'customers', kind: 'count' },
    repeat(30, ['d30']),
    repeat(60, ['d30', 'd60']),
    repeat(90, ['d30', 'd60', 'd90']),
    {
      name: 'month1',
      kind: 'share',
      among: { column: 'ageDays', atLeast: 62 },
      where: { column: 'month1', in: ['yes'] },
    },
    { name: 'gap', kind: 'median', of: 'gapDays' },
    { name: 'net', kind: 'average', of: 'net' },
  ],
  chart: { kind: 'stack', by: 'cohort', split: 'again' },
  drill: [
    {
      need: 'Masters/customerMasterV2:view',
      href: ({ customerId }) => `/masters/customerMasterV2?row=${String(customerId)}`,
    },
  ],
  sort: { column: 'firstOn', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Repeat purchase analysis', es: 'Análisis de recompra' },
    'column.cohort': { en: 'Cohort', es: 'Cohorte' },
    'column.customer': { en: 'Customer', es: 'Cliente' },
    'column.customerId': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.firstOn': { en: 'First purchase', es: 'Primera compra' },
    'column.lastOn': { en: 'Last purchase', es: 'Última compra' },
    'column.ageDays': { en: 'Days since first', es: 'Días desde la primera' },
    'column.orderDays': { en: 'Order days', es: 'Días de compra' },
    'column.invoices': { en: 'Invoices', es: 'Facturas' },
    'column.again': { en: 'Came back', es: 'Volvió' },
    'again.d30': { en: 'Within 30 days', es: 'En 30 días' },
    'again.d60': { en: 'Within 60 days', es: 'En 60 días' },
    'again.d90': { en: 'Within 90 days', es: 'En 90 días' },
    'again.later': { en: 'Later', es: 'Más tarde' },
    'again.never': { en: 'Not yet', es: 'Aún no' },
    'column.gapDays': { en: 'Days to second', es: 'Días hasta la segunda' },
    'column.firstValue': { en: 'First purchase ₹', es: 'Primera compra ₹' },
    'column.sold': { en: 'Invoiced', es: 'Facturado' },
    'column.credited': { en: 'Credited', es: 'Abonado' },
    'column.net': { en: 'Net', es: 'Neto' },
    ...Object.fromEntries(
      [1, 2, 3, 6, 12].flatMap((n) => [
        [`column.month${n}`, { en: `In M+${n}`, es: `En M+${n}` }],
        [`month${n}.yes`, { en: 'Yes', es: 'Sí' }],
        [`month${n}.no`, { en: 'No', es: 'No' }],
      ]),
    ),
    'measure.month1': { en: 'Active in M+1', es: 'Activos en M+1' },
    'means.month1': {
      en: 'Customers who bought in the month after their first one, of those for whom it is over.',
      es: 'Clientes que compraron en el mes siguiente al primero, de los que ya lo completaron.',
    },
    ...Object.fromEntries(
      [30, 60, 90].flatMap((n) => [
        [`measure.repeat${n}`, { en: `Back within ${n} days`, es: `Vuelven en ${n} días` }],
        [
          `means.repeat${n}`,
          {
            en: `Customers with a second order day within ${n} days, of those whose first one is ${n} days ago or more.`,
            es: `Clientes con un segundo día de compra en ${n} días, de los que compraron hace ${n} días o más.`,
          },
        ],
      ]),
    ),
    'measure.customers': { en: 'Customers', es: 'Clientes' },
    'means.customers': {
      en: 'Customers with at least one invoice; one that was credited whole does not count.',
      es: 'Clientes con al menos una factura; una abonada por completo no cuenta.',
    },
    'measure.gap': { en: 'Median days to second', es: 'Mediana hasta la segunda' },
    'means.gap': {
      en: 'Half of those who came back did so in fewer days.',
      es: 'La mitad de quienes volvieron lo hizo en menos días.',
    },
    'measure.net': { en: 'Net per customer', es: 'Neto por cliente' },
    'means.net': {
      en: 'Invoices less credit notes, divided by the customers.',
      es: 'Facturas menos notas de crédito, entre los clientes.',
    },
  }),
});
