import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { incentiveNeeds, incentiveRoute } from '../streams/money/incentive/needs.ts';
import { incentiveColumns, incentiveEntries } from './models/incentive-entries.ts';

const own = incentiveColumns;

/** What each affiliate earned, lost and got paid, and why. */
export const incentiveLedger = defineReport({
  name: 'incentiveLedger',
  route: '/reports/incentiveLedger',
  model: incentiveEntries,
  columns: [
    ...[own.at, own.employee, own.kind, own.state, own.plan, own.planFrom, own.sale, own.order],
    ...[own.document, own.cause, own.base, own.rate, own.amount, own.balance, own.requested, own.reason],
    ...[own.by, own.iPooId, own.accrued, own.reversed, own.adjusted, own.paid],
    ...[own.day, own.month, own.employeeId, own.documentId, own.dsaId],
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  filters: [
    { kind: 'period', name: 'at', preset: 'thisMonth', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'choice', name: 'state' },
    { kind: 'choice', name: 'cause' },
    { kind: 'find', columns: ['employee', 'plan', 'sale', 'order', 'document', 'reason', 'by'] },
  ],
  groups: ['employee', 'plan', 'month', 'kind', 'state', 'cause', 'iPooId'],
  groupedBy: 'employee',
  measures: [
    { name: 'opening', kind: 'sum', of: 'amount', span: 'before' },
    { name: 'accrued', kind: 'sum', of: 'accrued' },
    { name: 'reversed', kind: 'sum', of: 'reversed' },
    { name: 'adjusted', kind: 'sum', of: 'adjusted' },
    { name: 'paid', kind: 'sum', of: 'paid' },
    { name: 'closing', kind: 'sum', of: 'amount', span: 'until' },
  ],
  chart: { kind: 'bar', by: 'month', of: 'amount' },
  drill: [
    {
      need: 'Inventory/invoiceList:view',
      href: ({ documentId }) =>
        documentId == null ? null : `/purchaseanddispatch/invoiceList?id=${String(documentId)}`,
    },
    {
      need: incentiveNeeds.view,
      href: ({ documentId, dsaId }) => (documentId == null ? incentiveRoute(String(dsaId)) : null),
    },
  ],
  sort: { column: 'at', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Incentive ledger', es: 'Libro de incentivos' },
    'column.at': { en: 'Entered', es: 'Registrado' },
    'column.day': { en: 'Day', es: 'Día' },
    'column.month': { en: 'Month', es: 'Mes' },
    'column.employeeId': { en: 'Employee no.', es: 'N.º de empleado' },
    'column.employee': { en: 'Person', es: 'Persona' },
    'column.kind': { en: 'Entry', es: 'Asiento' },
    'kind.accrual': { en: 'Accrual', es: 'Devengo' },
    'kind.reversal': { en: 'Reversal', es: 'Reversión' },
    'kind.adjustment': { en: 'Adjustment', es: 'Ajuste' },
    'kind.payout': { en: 'Payout', es: 'Pago' },
    'column.state': { en: 'Status', es: 'Estado' },
    'state.open': { en: 'Not paid out', es: 'Sin pagar' },
    'state.closed': { en: 'Paid out', es: 'Pagado' },
    'state.waiting': { en: 'To confirm', es: 'Por confirmar' },
    'state.declined': { en: 'Declined', es: 'Rechazado' },
    'column.plan': { en: 'Plan', es: 'Plan' },
    'column.planFrom': { en: 'Plan in force from', es: 'Plan vigente desde' },
    'column.sale': { en: 'Sale', es: 'Venta' },
    'column.order': { en: 'Order', es: 'Pedido' },
    'column.document': { en: 'Document', es: 'Documento' },
    'column.documentId': { en: 'Document id', es: 'Id. del documento' },
    'column.cause': { en: 'Why', es: 'Por qué' },
    'cause.sale': { en: 'Delivered and paid', es: 'Entregado y pagado' },
    'cause.return': { en: 'Returned', es: 'Devuelto' },
    'cause.rto': { en: 'Not delivered', es: 'No entregado' },
    'cause.exit': { en: 'Customer left', es: 'Baja del cliente' },
    'column.reason': { en: 'Reason or reference', es: 'Motivo o referencia' },
    'column.base': { en: 'Taxable base', es: 'Base imponible' },
    'column.rate': { en: 'Rate %', es: 'Tasa %' },
    'column.requested': { en: 'Requested', es: 'Solicitado' },
    'column.accrued': { en: 'Accrued', es: 'Devengado' },
    'column.reversed': { en: 'Reversed', es: 'Revertido' },
    'column.adjusted': { en: 'Adjusted', es: 'Ajustado' },
    'column.paid': { en: 'Paid', es: 'Pagado' },
    'column.amount': { en: 'Amount', es: 'Importe' },
    'column.balance': { en: 'Balance', es: 'Saldo' },
    'column.by': { en: 'By', es: 'Por' },
    'column.dsaId': { en: 'Affiliate no.', es: 'N.º de afiliado' },
    'measure.opening': { en: 'Opening', es: 'Inicial' },
    'means.opening': {
      en: 'The balance before the first day of the period.',
      es: 'El saldo antes del primer día del período.',
    },
    'measure.accrued': { en: 'Accrued', es: 'Devengado' },
    'means.accrued': {
      en: 'Earned in the period: the rate of the plan in force, applied to the taxable value that was delivered and paid for.',
      es: 'Devengado en el período: la tasa del plan vigente sobre el valor imponible entregado y pagado.',
    },
    'measure.reversed': { en: 'Reversed', es: 'Revertido' },
    'means.reversed': {
      en: 'Reversed in proportion to the goods returned, and in full when the customer left within 90 days.',
      es: 'Revertido en proporción a lo devuelto, y por completo si el cliente se dio de baja en 90 días.',
    },
    'measure.adjusted': { en: 'Adjusted', es: 'Ajustado' },
    'means.adjusted': {
      en: 'Adjustments that a second person confirmed in the period.',
      es: 'Ajustes confirmados por una segunda persona en el período.',
    },
    'measure.paid': { en: 'Paid', es: 'Pagado' },
    'means.paid': { en: 'Paid out in the period.', es: 'Pagado en el período.' },
    'measure.closing': { en: 'Closing', es: 'Final' },
    'means.closing': {
      en: 'Opening + accrued − reversed + adjusted − paid; below 0 it is carried on.',
      es: 'Inicial + devengado − revertido + ajustado − pagado; si es negativo, se arrastra.',
    },
  }),
});
