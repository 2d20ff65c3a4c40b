import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { tillColumns, tillEntries } from './models/till-entries.ts';

const own = tillColumns;

/** Every movement of money at a place, with the balance of its drawer. */
export const transactionReport = defineReport({
  name: 'transactionReport',
  route: '/reports/transactionReport',
  model: tillEntries,
  columns: [
    ...[own.at, own.day, own.iPooId, own.kind, own.mode, own.ref, own.about, own.received, own.paid],
    ...[own.balance, own.by, own.dayId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'at', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'choice', name: 'mode' },
    { kind: 'find', columns: ['ref', 'about', 'by'] },
  ],
  groups: ['kind', 'mode', 'day', 'by', 'iPooId'],
  groupedBy: 'kind',
  measures: [
    { name: 'entries', kind: 'count' },
    { name: 'received', kind: 'sum', of: 'received', where: { column: 'kind', in: ['receipt'] } },
    { name: 'paidOut', kind: 'sum', of: 'paid', where: { column: 'kind', in: ['petty', 'refund'] } },
    { name: 'toBank', kind: 'sum', of: 'paid', where: { column: 'kind', in: ['bank'] } },
  ],
  chart: { kind: 'bar', by: 'mode', of: 'received' },
  drill: [
    {
      need: 'Inventory/dayendsubmission:view',
      href: ({ dayId }) => `/purchaseanddispatch/dayendsubmission?id=${String(dayId)}`,
    },
  ],
  sort: { column: 'at', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Transaction report', es: 'Informe de movimientos' },
    'column.at': { en: 'Time', es: 'Hora' },
    'column.day': { en: 'Business day', es: 'Día de negocio' },
    'column.dayId': { en: 'Day id', es: 'Id. del día' },
    'column.kind': { en: 'Movement', es: 'Movimiento' },
    'kind.opening': { en: 'Opening float', es: 'Fondo inicial' },
    'kind.receipt': { en: 'Receipt', es: 'Cobro' },
    'kind.petty': { en: 'Petty cash', es: 'Caja chica' },
    'kind.refund': { en: 'Refund', es: 'Reembolso' },
    'kind.bank': { en: 'To the bank', es: 'Al banco' },
    'kind.difference': { en: 'Difference counted', es: 'Diferencia contada' },
    'column.mode': { en: 'Mode', es: 'Medio' },
    'mode.cash': { en: 'Cash', es: 'Efectivo' },
    'mode.upi': { en: 'UPI', es: 'UPI' },
    'mode.card': { en: 'Card', es: 'Tarjeta' },
    'mode.link': { en: 'Payment link', es: 'Enlace de pago' },
    'column.ref': { en: 'Document', es: 'Documento' },
    'column.about': { en: 'From or to', es: 'De o para' },
    'column.received': { en: 'In', es: 'Entrada' },
    'column.paid': { en: 'Out', es: 'Salida' },
    'column.balance': { en: 'In the drawer', es: 'En la caja' },
    'column.by': { en: 'By', es: 'Por' },
    'measure.entries': { en: 'Movements', es: 'Movimientos' },
    'means.entries': { en: 'Movements in the period.', es: 'Movimientos del período.' },
    'measure.received': { en: 'Received', es: 'Cobrado' },
    'means.received': {
      en: 'Money from customers and settled runs, in any payment mode.',
      es: 'Dinero de clientes y rutas liquidadas, por cualquier medio.',
    },
    'measure.paidOut': { en: 'Paid out', es: 'Pagado' },
    'means.paidOut': { en: 'Petty cash and cash refunds.', es: 'Caja chica y reembolsos en efectivo.' },
    'measure.toBank': { en: 'To the bank', es: 'Al banco' },
    'means.toBank': { en: 'Cash that went to the bank.', es: 'Efectivo llevado al banco.' },
  }),
});
