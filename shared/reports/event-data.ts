import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { campColumns, campEvents } from './models/camp-events.ts';

const own = campColumns;

/** The results of each event: guests, leads, customers and their purchases. */
export const eventData = defineReport({
  name: 'eventDataReport',
  route: '/reports/eventDataReport',
  model: campEvents,
  columns: [
    ...[own.heldOn, own.event, own.code, own.venue, own.iPooId, own.stage, own.staff, own.capacity],
    ...[own.registered, own.attended, own.leads, own.customers, own.buyers, own.net, own.eventId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['event', 'code', 'venue'] },
  ],
  groups: ['stage', 'iPooId', 'event'],
  groupedBy: 'stage',
  measures: [
    { name: 'events', kind: 'count' },
    {
      name: 'attended',
      kind: 'ratio',
      of: 'attended',
      per: 'registered',
      where: { column: 'attended', atLeast: 1 },
    },
    {
      name: 'full',
      kind: 'ratio',
      of: 'attended',
      per: 'capacity',
      where: { column: 'attended', atLeast: 1 },
    },
    { name: 'leads', kind: 'sum', of: 'leads' },
    { name: 'converted', kind: 'ratio', of: 'customers', per: 'leads' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'bar', by: 'event', of: 'net' },
  drill: [
    {
      need: 'Masters/eventlist:view',
      href: ({ eventId }) => `/masters/eventlist?row=${String(eventId)}`,
    },
  ],
  sort: { column: 'heldOn', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Event data report', es: 'Informe de datos de eventos' },
    'column.heldOn': { en: 'Date', es: 'Fecha' },
    'column.event': { en: 'Event', es: 'Evento' },
    'column.code': { en: 'Code', es: 'Código' },
    'column.venue': { en: 'Venue', es: 'Sede' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'stage.planned': { en: 'Planned', es: 'Planificado' },
    'stage.open': { en: 'Open', es: 'Abierto' },
    'stage.closed': { en: 'Closed', es: 'Cerrado' },
    'stage.reconciled': { en: 'Reconciled', es: 'Conciliado' },
    'stage.called off': { en: 'Cancelled', es: 'Anulado' },
    'column.staff': { en: 'Coordinators', es: 'Coordinadores' },
    'column.capacity': { en: 'Capacity', es: 'Aforo' },
    'column.registered': { en: 'Registered', es: 'Inscritos' },
    'column.attended': { en: 'Attended', es: 'Asistieron' },
    'column.leads': { en: 'Leads', es: 'Prospectos' },
    'column.customers': { en: 'Customers', es: 'Clientes' },
    'column.buyers': { en: 'Buyers', es: 'Compradores' },
    'column.net': { en: 'Net sales', es: 'Ventas netas' },
    'column.eventId': { en: 'Event no.', es: 'N.º de evento' },
    'measure.events': { en: 'Events', es: 'Eventos' },
    'means.events': {
      en: 'Community events, planned ones included.',
      es: 'Eventos, incluidos los planificados.',
    },
    'measure.attended': { en: 'Attended', es: 'Asistieron' },
    'means.attended': {
      en: 'Guests who attended, of all registered for the events that were held.',
      es: 'Asistentes, del total de inscritos a los eventos celebrados.',
    },
    'measure.full': { en: 'Seats used', es: 'Aforo usado' },
    'means.full': {
      en: 'Guests who attended, of the seats of the events that were held.',
      es: 'Asistentes, de las plazas de los eventos celebrados.',
    },
    'measure.leads': { en: 'Leads', es: 'Prospectos' },
    'means.leads': {
      en: 'Leads among the guests, each once for an event.',
      es: 'Prospectos entre los asistentes, una vez por evento.',
    },
    'measure.converted': { en: 'Became customers', es: 'Pasaron a cliente' },
    'means.converted': {
      en: 'Leads who became customers within 30 days of the event, of all leads of it.',
      es: 'Prospectos que pasaron a cliente en los 30 días tras el evento, del total.',
    },
    'measure.net': { en: 'Net sales', es: 'Ventas netas' },
    'means.net': {
      en: 'What these customers bought within 60 days of the event, less credit notes.',
      es: 'Lo que compraron esos clientes en los 60 días tras el evento, menos notas de crédito.',
    },
  }),
});
