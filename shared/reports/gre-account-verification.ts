import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { billChecks, billColumns } from './models/bill-checks.ts';
import { greDrill, greWords } from './models/goods-receipts.ts';

const own = billColumns;

/** Suppliers' bills that may be paid; the accounts agree to one on the receipt itself. */
export const greAccountVerification = defineReport({
  name: 'greAccountVerification',
  route: '/reports/greAccountVerification',
  model: billChecks,
  columns: [
    ...[own.confirmedOn, own.ref, own.supplier, own.invoiceNo, own.invoiceDate, own.dueOn, own.verdict],
    ...[own.invoice, own.total, own.gap, own.rateGap, own.taxGap, own.claimed, own.debitNotes, own.payable],
    ...[own.agreedBy, own.agreedAt, own.stage, own.iPooId, own.held, own.supplierId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'confirmedOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'verdict' },
    { kind: 'find', columns: ['ref', 'supplier', 'invoiceNo', 'agreedBy'] },
  ],
  groups: ['supplier', 'verdict', 'dueOn', 'iPooId'],
  groupedBy: 'supplier',
  measures: [
    { name: 'bills', kind: 'count' },
    { name: 'payable', kind: 'sum', of: 'payable', where: { column: 'verdict', in: ['agreed'] } },
    { name: 'held', kind: 'sum', of: 'held' },
    { name: 'waiting', kind: 'count', where: { column: 'verdict', in: ['waiting'] } },
    { name: 'claimed', kind: 'sum', of: 'claimed' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'payable' },
  drill: greDrill.map(({ href, need }) => ({ need, href: ({ id }) => href({ greId: id }) })),
  sort: { column: 'confirmedOn', way: 'desc' },
  translations: reportTexts({
    ...greWords,
    title: { en: 'GRE account verification', es: 'Verificación contable de GRE' },
    'column.confirmedOn': { en: 'In stock since', es: 'En existencias desde' },
    'column.supplierId': { en: 'Supplier no.', es: 'N.º de proveedor' },
    'column.dueOn': { en: 'Due', es: 'Vence' },
    'column.invoice': { en: 'Invoice', es: 'Factura' },
    'column.total': { en: 'Receipt', es: 'Recepción' },
    'column.gap': { en: 'Difference', es: 'Diferencia' },
    'column.rateGap': { en: 'Price gap', es: 'Diferencia de precio' },
    'column.taxGap': { en: 'GST gap', es: 'Diferencia de GST' },
    'column.claimed': { en: 'Short', es: 'Faltante' },
    'column.debitNotes': { en: 'Debit notes', es: 'Notas de débito' },
    'column.payable': { en: 'Payable', es: 'A pagar' },
    'column.held': { en: 'Not verified yet', es: 'Aún sin verificar' },
    'column.verdict': { en: 'Accounts', es: 'Contabilidad' },
    'verdict.waiting': { en: 'To verify', es: 'Por verificar' },
    'verdict.agreed': { en: 'Verified', es: 'Verificada' },
    'column.agreedAt': { en: 'Verified at', es: 'Verificada el' },
    'column.agreedBy': { en: 'Verified by', es: 'Verificada por' },
    'measure.bills': { en: 'Bills', es: 'Facturas' },
    'means.bills': {
      en: 'Bills of suppliers whose goods came into stock in the period.',
      es: 'Facturas de proveedores cuya mercancía entró en existencias en el período.',
    },
    'measure.payable': { en: 'To pay', es: 'A pagar' },
    'means.payable': {
      en: 'What accounts agreed to pay: the bill less the goods not received.',
      es: 'Lo que contabilidad aceptó pagar: la factura menos lo que no llegó.',
    },
    'measure.held': { en: 'Not verified yet', es: 'Aún sin verificar' },
    'means.held': {
      en: 'Total of the bills that wait for accounts.',
      es: 'Total de las facturas que esperan a contabilidad.',
    },
    'measure.waiting': { en: 'Waiting', es: 'En espera' },
    'means.waiting': {
      en: 'Bills not verified yet; whoever entered the receipt may not verify it.',
      es: 'Facturas sin verificar; quien registró la recepción no puede hacerlo.',
    },
    'measure.claimed': { en: 'Claimed from suppliers', es: 'Reclamado a proveedores' },
    'means.claimed': {
      en: 'Claimed for units that were invoiced and not received.',
      es: 'Lo que se reclama por unidades facturadas que no llegaron.',
    },
  }),
});
