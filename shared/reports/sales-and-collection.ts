import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { collectionColumns, collectionDays } from './models/collection-days.ts';

const own = collectionColumns;

/** Sales, collections and debts, by place and day. */
export const salesAndCollection = defineReport({
  name: 'sales-and-collection-report',
  route: '/reports/sales-and-collection-report',
  model: collectionDays,
  columns: [
    ...[own.day, own.iPooId, own.opening, own.invoices, own.sales, own.credited, own.prepaid],
    ...[own.cash, own.upi, own.card, own.link, own.collected, own.byRiders, own.refunds, own.change],
    ...[own.closing, own.deposited, own.till],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'day', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'till' },
  ],
  groups: ['iPooId', 'day', 'till'],
  groupedBy: 'iPooId',
  measures: [
    { name: 'sales', kind: 'sum', of: 'sales' },
    { name: 'credited', kind: 'sum', of: 'credited' },
    { name: 'collected', kind: 'sum', of: 'collected' },
    { name: 'rate', kind: 'ratio', of: 'collected', per: 'sales' },
    { name: 'refunds', kind: 'sum', of: 'refunds' },
    { name: 'change', kind: 'sum', of: 'change' },
    { name: 'deposited', kind: 'sum', of: 'deposited' },
  ],
  chart: { kind: 'bar', by: 'day', of: 'sales' },
  drill: [
    {
      need: 'Reports/slaesReport:access',
      href: ({ day, iPooId, sales, credited }) =>
        Number(sales) === 0 && Number(credited) === 0
          ? null
          : `/reports/slaesReport?from=${String(day)}&to=${String(day)}&where=${encodeURIComponent(JSON.stringify({ iPooId: [String(iPooId)] }))}`,
    },
    {
      need: 'Inventory/dayendsubmission:view',
      href: ({ id, till }) =>
        till === 'none' ? null : `/purchaseanddispatch/dayendsubmission?id=${String(id)}`,
    },
  ],
  sort: { column: 'day', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Sales and collection report', es: 'Informe de ventas y cobros' },
    'column.day': { en: 'Day', es: 'Día' },
    'column.opening': { en: 'Owed before', es: 'Deuda anterior' },
    'column.invoices': { en: 'Invoices', es: 'Facturas' },
    'column.sales': { en: 'Sales', es: 'Ventas' },
    'column.credited': { en: 'Credit notes', es: 'Notas de crédito' },
    'column.prepaid': { en: 'Prepaid', es: 'Prepago' },
    'column.cash': { en: 'Cash', es: 'Efectivo' },
    'column.upi': { en: 'UPI', es: 'UPI' },
    'column.card': { en: 'Card', es: 'Tarjeta' },
    'column.link': { en: 'Payment link', es: 'Enlace de pago' },
    'column.byRiders': { en: 'By riders', es: 'Por repartidores' },
    'column.collected': { en: 'Collected', es: 'Cobrado' },
    'column.refunds': { en: 'Refunds', es: 'Reembolsos' },
    'column.change': { en: 'Change in debt', es: 'Variación de la deuda' },
    'column.closing': { en: 'Owed after', es: 'Deuda posterior' },
    'column.deposited': { en: 'To the bank', es: 'Al banco' },
    'column.till': { en: 'Till', es: 'Caja' },
    'till.none': { en: 'Not opened', es: 'Sin abrir' },
    'till.open': { en: 'Open', es: 'Abierta' },
    'till.toCountersign': { en: 'To countersign', es: 'Por confirmar' },
    'till.submitted': { en: 'Submitted', es: 'Enviada' },
    'till.verified': { en: 'Verified', es: 'Verificada' },
    'measure.sales': { en: 'Sales', es: 'Ventas' },
    'means.sales': {
      en: 'Total of the invoices of the period, in whole rupees as they are paid.',
      es: 'Total de las facturas del período, en rupias enteras como se pagan.',
    },
    'measure.credited': { en: 'Credited', es: 'Abonado' },
    'means.credited': { en: 'Credit notes issued in the period.', es: 'Notas de crédito del período.' },
    'measure.collected': { en: 'Collected', es: 'Cobrado' },
    'means.collected': {
      en: 'Prepaid invoices and every receipt in a till. What riders collected counts when they settle.',
      es: 'Facturas prepagadas y todo cobro de caja. Lo que cobran los repartidores cuenta cuando liquidan.',
    },
    'measure.rate': { en: 'Collection rate', es: 'Tasa de cobro' },
    'means.rate': {
      en: 'Collected as a share of the sales of the same days; above 100 % where older debt was paid.',
      es: 'Cobrado como parte de las ventas de los mismos días; más del 100 % si se pagó deuda anterior.',
    },
    'measure.refunds': { en: 'Refunds', es: 'Reembolsos' },
    'means.refunds': {
      en: 'Cash paid back from the drawer.',
      es: 'Efectivo devuelto de la caja.',
    },
    'measure.change': { en: 'Change in debt', es: 'Variación de la deuda' },
    'means.change': {
      en: 'Sales less credit notes and collections, plus refunds. Negative: customers owe less than before.',
      es: 'Ventas menos notas de crédito y cobros, más reembolsos. Negativa: los clientes deben menos que antes.',
    },
    'measure.deposited': { en: 'To the bank', es: 'Al banco' },
    'means.deposited': {
      en: 'Cash that left the drawers for the bank.',
      es: 'Efectivo que salió de las cajas hacia el banco.',
    },
  }),
});
