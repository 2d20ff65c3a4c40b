import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { servedCustomers } from './models/served-customers.ts';

const count = <N extends string>(name: N) =>
  ({ name, kind: 'number', width: 90, total: 'sum', joined: true }) as const;
const instant = <N extends string>(name: N) =>
  ({ name, kind: 'datetime', width: 140, joined: true }) as const;
const yesNo = ['yes', 'no'] as const;

/** Each employee's service to the customers they look after. */
export const pharmaCusExeReport = defineReport({
  name: 'pharmaCusExeReport',
  route: '/reports/pharmaCusExeReport',
  model: servedCustomers,
  columns: [
    { name: 'executive', kind: 'text', width: 170, joined: true },
    { name: 'customer', kind: 'person', width: 170, unmask: 'Masters/customerMasterV2:view' },
    { name: 'ref', kind: 'id', width: 110 },
    { name: 'rank', kind: 'text', width: 110, joined: true },
    { name: 'active', kind: 'choice', width: 100, options: yesNo },
    { name: 'since', kind: 'date', width: 110 },
    ...[count('calls'), count('connected'), instant('lastCallAt'), count('visits'), instant('nextVisitAt')],
    ...[count('orders'), count('openOrders')],
    { name: 'net', kind: 'money', width: 120, total: 'sum', joined: true },
    instant('lastOrderAt'),
    { name: 'iPooId', kind: 'place', width: 140 },
    { name: 'customerId', kind: 'number', width: 100, hidden: true },
    { name: 'executiveId', kind: 'number', width: 100, hidden: true },
    { name: 'rankId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: 'iPooId', own: 'executiveId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'active' },
    { kind: 'find', columns: ['executive', 'customer', 'ref', 'rank'] },
  ],
  groups: ['executive', 'rank', 'active', 'iPooId'],
  groupedBy: 'executive',
  measures: [
    { name: 'customers', kind: 'count' },
    { name: 'stayed', kind: 'share', where: { column: 'active', in: ['yes'] } },
    { name: 'calls', kind: 'sum', of: 'calls' },
    { name: 'reached', kind: 'ratio', of: 'connected', per: 'calls' },
    { name: 'orders', kind: 'sum', of: 'orders' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'bar', by: 'executive', of: 'net' },
  drill: [
    {
      need: 'Masters/customerMasterV2:view',
      href: ({ customerId }) => `/masters/customerMasterV2?row=${String(customerId)}`,
    },
  ],
  sort: { column: 'net', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Pharma customer executive report', es: 'Informe de clientes por ejecutivo' },
    'column.executive': { en: 'Executive', es: 'Ejecutivo' },
    'column.executiveId': { en: 'Executive no.', es: 'N.º de ejecutivo' },
    'column.customer': { en: 'Customer', es: 'Cliente' },
    'column.customerId': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.ref': { en: 'Number', es: 'Número' },
    'column.rank': { en: 'Rank', es: 'Rango' },
    'column.rankId': { en: 'Rank no.', es: 'N.º de rango' },
    'column.active': { en: 'Customer now', es: 'Cliente ahora' },
    'active.yes': { en: 'Yes', es: 'Sí' },
    'active.no': { en: 'Left', es: 'De baja' },
    'column.since': { en: 'Since', es: 'Desde' },
    'column.calls': { en: 'Calls', es: 'Llamadas' },
    'column.connected': { en: 'Connected', es: 'Conectadas' },
    'column.lastCallAt': { en: 'Last call', es: 'Última llamada' },
    'column.visits': { en: 'Visits', es: 'Visitas' },
    'column.nextVisitAt': { en: 'Next visit', es: 'Próxima visita' },
    'column.orders': { en: 'Orders', es: 'Pedidos' },
    'column.openOrders': { en: 'Open orders', es: 'Pedidos abiertos' },
    'column.net': { en: 'Ordered', es: 'Pedido' },
    'column.lastOrderAt': { en: 'Last order', es: 'Último pedido' },
    'measure.customers': { en: 'Customers', es: 'Clientes' },
    'means.customers': {
      en: 'Customers assigned to an employee.',
      es: 'Clientes asignados a un empleado.',
    },
    'measure.stayed': { en: 'Retained', es: 'Retenidos' },
    'means.stayed': {
      en: 'Share of them who are still customers.',
      es: 'Parte de ellos que sigue siendo cliente.',
    },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'means.calls': {
      en: 'All calls to them so far, by anybody.',
      es: 'Todas las llamadas que se les han hecho, de cualquiera.',
    },
    'measure.reached': { en: 'Connected', es: 'Conectadas' },
    'means.reached': {
      en: 'Share of these calls that were answered.',
      es: 'Parte de esas llamadas que se contestó.',
    },
    'measure.orders': { en: 'Orders', es: 'Pedidos' },
    'means.orders': {
      en: 'Their submitted orders, cancelled ones included.',
      es: 'Sus pedidos enviados, incluidos los anulados.',
    },
    'measure.net': { en: 'Ordered', es: 'Pedido' },
    'means.net': {
      en: 'Total of their orders, without cancelled orders and units.',
      es: 'Importe de sus pedidos, sin pedidos ni unidades anulados.',
    },
  }),
});
