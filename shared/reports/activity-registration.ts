import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { leadStages } from '../streams/leads/lead/state.ts';
import { eventGuests, guestColumns } from './models/camp-events.ts';

const own = guestColumns;

/** Registrations and attendance of events, and the leads among the guests. */
export const activityRegistration = defineReport({
  name: 'activityregreport',
  route: '/reports/activityregreport',
  model: eventGuests,
  columns: [
    ...[own.registeredOn, own.guest, own.phone, own.event, own.heldOn, own.venue, own.iPooId, own.stage],
    ...[own.came, own.lead, own.leadStage, own.hour, own.leadId, own.eventId, own.guestId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'registeredOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['guest', 'event', 'venue', 'lead'] },
  ],
  groups: ['event', 'stage', 'leadStage', 'hour', 'iPooId'],
  groupedBy: 'event',
  measures: [
    { name: 'registered', kind: 'count' },
    {
      name: 'attended',
      kind: 'share',
      among: { column: 'stage', in: ['checked', 'absent'] },
      where: { column: 'stage', in: ['checked'] },
    },
    {
      name: 'leads',
      kind: 'share',
      among: { column: 'stage', in: ['checked'] },
      where: { column: 'leadId', atLeast: 1 },
    },
  ],
  chart: { kind: 'stack', by: 'event', split: 'stage' },
  drill: [
    {
      need: 'Masters/leadCreation:view',
      href: ({ leadId }) => (leadId === null ? null : `/masters/leadCreation?row=${String(leadId)}`),
    },
    {
      need: 'Masters/eventCheck:view',
      href: ({ guestId }) => `/masters/eventCheck?row=${String(guestId)}`,
    },
  ],
  sort: { column: 'registeredOn', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Activity registration report', es: 'Informe de inscripciones a actividades' },
    'column.registeredOn': { en: 'Registered', es: 'Inscrito el' },
    'column.guest': { en: 'Name', es: 'Nombre' },
    'column.phone': { en: 'Phone', es: 'Teléfono' },
    'column.event': { en: 'Event', es: 'Evento' },
    'column.heldOn': { en: 'Held on', es: 'Celebrado el' },
    'column.venue': { en: 'Venue', es: 'Sede' },
    'column.stage': { en: 'Attendance', es: 'Asistencia' },
    'stage.registered': { en: 'Registered', es: 'Inscrito' },
    'stage.checked': { en: 'Attended', es: 'Asistió' },
    'stage.absent': { en: 'Did not attend', es: 'No asistió' },
    'column.came': { en: 'Arrived', es: 'Llegada' },
    'column.hour': { en: 'Hour of arrival', es: 'Hora de llegada' },
    'column.lead': { en: 'Lead', es: 'Prospecto' },
    'column.leadStage': { en: 'Lead stage', es: 'Etapa del prospecto' },
    ...Object.fromEntries(Object.entries(leadStages).map(([stage, one]) => [`leadStage.${stage}`, one])),
    'column.leadId': { en: 'Lead no.', es: 'N.º de prospecto' },
    'column.eventId': { en: 'Event no.', es: 'N.º de evento' },
    'column.guestId': { en: 'Guest no.', es: 'N.º de asistente' },
    'measure.registered': { en: 'Registered', es: 'Inscritos' },
    'means.registered': {
      en: 'People who registered in the period, once for each event.',
      es: 'Personas inscritas en el período, una vez por evento.',
    },
    'measure.attended': { en: 'Attended', es: 'Asistieron' },
    'means.attended': {
      en: 'Guests who attended, of those whose attendance is recorded.',
      es: 'Inscritos que asistieron, de los que tienen la asistencia registrada.',
    },
    'measure.leads': { en: 'Leads', es: 'Prospectos' },
    'means.leads': {
      en: 'Guests who are a lead, of those who attended. Customers who attend make no lead.',
      es: 'Asistentes que son prospecto, del total de asistentes. Un cliente no genera prospecto.',
    },
  }),
});
