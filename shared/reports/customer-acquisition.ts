import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { leadWords } from './models/leads.ts';
import { customersWon, wonColumns } from './models/customers-won.ts';

const own = wonColumns;

/** The origin of new customers, and their purchases since. */
export const customerAcquisition = defineReport({
  name: 'customerAcquisition',
  route: '/reports/customerAcquisition',
  model: customersWon,
  columns: [
    ...[own.wonOn, own.month, own.customer, own.kind, own.iPooId, own.way, own.source, own.campaign],
    ...[own.bought, own.firstOn, own.firstValue, own.orderDays, own.again, own.net, own.exitedOn],
    ...[own.customerId, own.leadId, own.campaignId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'wonOn', preset: 'last30', mostDays: 732 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'source' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['customer', 'campaign'] },
  ],
  groups: ['source', 'campaign', 'month', 'way', 'kind', 'iPooId'],
  groupedBy: 'source',
  measures: [
    { name: 'won', kind: 'count', where: { column: 'kind', in: ['new'] } },
    { name: 'back', kind: 'count', where: { column: 'kind', in: ['back'] } },
    { name: 'fromLeads', kind: 'share', where: { column: 'leadId', atLeast: 1 } },
    { name: 'bought', kind: 'share', where: { column: 'bought', in: ['yes'] } },
    {
      name: 'again',
      kind: 'share',
      among: { column: 'bought', in: ['yes'] },
      where: { column: 'orderDays', atLeast: 2 },
    },
    { name: 'first', kind: 'sum', of: 'firstValue' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'stack', by: 'month', split: 'source' },
  drill: [
    {
      need: 'Masters/customerMasterV2:view',
      href: ({ customerId }) => `/masters/customerMasterV2?row=${String(customerId)}`,
    },
  ],
  sort: { column: 'wonOn', way: 'desc' },
  translations: reportTexts({
    ...leadWords,
    title: { en: 'Customer acquisition', es: 'Captación de clientes' },
    'column.wonOn': { en: 'Won on', es: 'Captado el' },
    'column.month': { en: 'Month', es: 'Mes' },
    'column.kind': { en: 'Kind', es: 'Tipo' },
    'kind.new': { en: 'New', es: 'Nuevo' },
    'kind.back': { en: 'Reactivated', es: 'Reactivado' },
    'column.customer': { en: 'Customer', es: 'Cliente' },
    'column.customerId': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.leadId': { en: 'Lead no.', es: 'N.º de prospecto' },
    'column.way': { en: 'Channel', es: 'Canal' },
    'way.signup': { en: 'Sign-up', es: 'Alta' },
    'way.lead': { en: 'Lead, reported by the service', es: 'Prospecto, comunicado por el servicio' },
    'way.direct': { en: 'Reported by the service', es: 'Comunicado por el servicio' },
    'source.none': { en: 'No lead', es: 'Sin prospecto' },
    'column.bought': { en: 'Bought', es: 'Compró' },
    'bought.yes': { en: 'Yes', es: 'Sí' },
    'bought.no': { en: 'Not yet', es: 'Aún no' },
    'column.firstOn': { en: 'First purchase', es: 'Primera compra' },
    'column.firstValue': { en: 'First purchase ₹', es: 'Primera compra ₹' },
    'column.orderDays': { en: 'Order days', es: 'Días de compra' },
    'column.again': { en: 'Came back', es: 'Volvió' },
    'again.d30': { en: 'Within 30 days', es: 'En 30 días' },
    'again.d60': { en: 'Within 60 days', es: 'En 60 días' },
    'again.d90': { en: 'Within 90 days', es: 'En 90 días' },
    'again.later': { en: 'Later', es: 'Más tarde' },
    'again.never': { en: 'Not yet', es: 'Aún no' },
    'column.net': { en: 'Net so far', es: 'Neto hasta ahora' },
    'column.exitedOn': { en: 'Left on', es: 'Baja el' },
    'measure.won': { en: 'New customers', es: 'Clientes nuevos' },
    'means.won': {
      en: 'Customers who began in the period; duplicates that were merged count once.',
      es: 'Clientes que empezaron en el período; los duplicados fusionados cuentan una vez.',
    },
    'measure.back': { en: 'Reactivated', es: 'Reactivados' },
    'means.back': {
      en: 'Customers who came back in the period after leaving.',
      es: 'Clientes que volvieron en el período tras su baja.',
    },
    'measure.fromLeads': { en: 'From leads', es: 'De prospectos' },
    'means.fromLeads': {
      en: 'Customers who were a lead before, of all.',
      es: 'Clientes que antes fueron prospecto, del total.',
    },
    'measure.bought': { en: 'Bought', es: 'Compraron' },
    'means.bought': {
      en: 'Customers with at least one invoice so far, of all.',
      es: 'Clientes con al menos una factura hasta ahora, del total.',
    },
    'measure.again': { en: 'Came back', es: 'Volvieron' },
    'means.again': {
      en: 'Customers with a second order day, of those who bought.',
      es: 'Clientes con un segundo día de compra, de los que compraron.',
    },
    'measure.first': { en: 'First purchases', es: 'Primeras compras' },
    'means.first': {
      en: 'What these customers bought on their first day.',
      es: 'Lo que compraron estos clientes su primer día.',
    },
    'measure.net': { en: 'Net so far', es: 'Neto hasta ahora' },
    'means.net': {
      en: 'All their invoices less credit notes so far.',
      es: 'Todas sus facturas menos notas de crédito hasta ahora.',
    },
  }),
});
