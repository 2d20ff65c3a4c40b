import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { leadColumns, leadDrill, leadRows, leadWords } from './models/leads.ts';

const own = leadColumns;
const sum = (name: string, kind: 'number' | 'money', width = 110) =>
  ({ name, kind, width, total: 'sum', joined: true }) as const;
const yesNo = (name: string) =>
  ({ name, kind: 'choice', width: 120, joined: true, options: ['yes', 'no'] }) as const;
const won = yesNo('won');
const leftEarly = yesNo('leftEarly');
const partner = { name: 'partner', kind: 'text', width: 160, joined: true } as const;
const wonOn = { name: 'wonOn', kind: 'date', width: 115, joined: true } as const;
const customerId = { name: 'customerId', kind: 'number', width: 100, joined: true, hidden: true } as const;

/**
 * The results of channel partners: leads of selling agents and of third parties, their outcomes and
 * purchases.
 */
export const cpDashboard = defineReport({
  name: 'CpDashboard',
  route: '/reports/CpDashboard',
  model: leadRows,
  only: { column: 'source', in: ['DSA', 'TPD'] },
  columns: [
    ...[own.createdAt, own.ref, own.source, own.name, own.city, own.iPooId, own.stage, own.reached],
    ...[won, wonOn, sum('orderDays', 'number', 95), sum('sold', 'money'), sum('credited', 'money')],
    ...[sum('net', 'money'), leftEarly, own.attempts, own.lostReason, partner, own.ownerId, customerId],
  ],
  scope: { place: 'iPooId', own: 'ownerId' },
  filters: [
    { kind: 'period', name: 'createdAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'source' },
    { kind: 'choice', name: 'reached' },
    { kind: 'find', columns: ['ref', 'name', 'partner', 'city'] },
  ],
  groups: ['source', 'partner', 'city', 'iPooId', 'reached', 'stage'],
  groupedBy: 'source',
  measures: [
    { name: 'leads', kind: 'count' },
    { name: 'customers', kind: 'count', where: { column: 'won', in: ['yes'] } },
    { name: 'rate', kind: 'share', where: { column: 'won', in: ['yes'] } },
    { name: 'orders', kind: 'sum', of: 'orderDays' },
    { name: 'net', kind: 'sum', of: 'net' },
    { name: 'returns', kind: 'ratio', of: 'credited', per: 'sold' },
    {
      name: 'left',
      kind: 'share',
      among: { column: 'won', in: ['yes'] },
      where: { column: 'leftEarly', in: ['yes'] },
    },
  ],
  chart: { kind: 'stack', by: 'source', split: 'reached' },
  drill: leadDrill,
  sort: { column: 'createdAt', way: 'desc' },
  translations: reportTexts({
    ...leadWords,
    title: { en: 'CP dashboard', es: 'Panel de socios' },
    'column.source': { en: 'Partner kind', es: 'Tipo de socio' },
    'source.DSA': { en: 'Selling agent', es: 'Agente de ventas' },
    'source.TPD': { en: 'Third party', es: 'Tercero' },
    'column.partner': { en: 'Affiliate', es: 'Afiliado' },
    'column.won': { en: 'Customer', es: 'Cliente' },
    'won.yes': { en: 'Yes', es: 'Sí' },
    'won.no': { en: 'No', es: 'No' },
    'column.wonOn': { en: 'Customer since', es: 'Cliente desde' },
    'column.customerId': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.orderDays': { en: 'Order days', es: 'Días de compra' },
    'column.sold': { en: 'Invoiced', es: 'Facturado' },
    'column.credited': { en: 'Credited', es: 'Abonado' },
    'column.net': { en: 'Net', es: 'Neto' },
    'column.leftEarly': { en: 'Left within 90 days', es: 'Baja en 90 días' },
    'leftEarly.yes': { en: 'Yes', es: 'Sí' },
    'leftEarly.no': { en: 'No', es: 'No' },
    'measure.leads': { en: 'Leads', es: 'Prospectos' },
    'means.leads': {
      en: 'Leads of selling agents and third parties, created in the period.',
      es: 'Prospectos de agentes de ventas y terceros, creados en el período.',
    },
    'measure.customers': { en: 'Customers', es: 'Clientes' },
    'means.customers': {
      en: 'Leads of the period who became customers.',
      es: 'Prospectos del período que pasaron a cliente.',
    },
    'measure.rate': { en: 'Converted', es: 'Conversión' },
    'means.rate': {
      en: 'Customers as a share of the leads. Young leads may still convert.',
      es: 'Clientes como parte de los prospectos. Los recientes aún pueden convertirse.',
    },
    'measure.orders': { en: 'Order days', es: 'Días de compra' },
    'means.orders': {
      en: 'Days on which these customers bought, up to now.',
      es: 'Días en que compraron esos clientes, hasta ahora.',
    },
    'measure.net': { en: 'Net sales', es: 'Ventas netas' },
    'means.net': {
      en: 'Invoices less credit notes of these customers up to now.',
      es: 'Facturas menos notas de crédito de esos clientes hasta ahora.',
    },
    'measure.returns': { en: 'Returned', es: 'Devuelto' },
    'means.returns': {
      en: 'Credit notes as a share of what was invoiced.',
      es: 'Notas de crédito como parte de lo facturado.',
    },
    'measure.left': { en: 'Left within 90 days', es: 'Bajas en 90 días' },
    'means.left': {
      en: 'Customers who left within 90 days, of all who came through a partner.',
      es: 'Clientes que se dieron de baja en 90 días, de los llegados por un socio.',
    },
  }),
});
