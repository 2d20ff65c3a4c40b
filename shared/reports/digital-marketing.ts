import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { reference } from '../core/reference.ts';
import { translations } from '../core/translations.ts';
import { defineReport, type ReportModel } from '../families/report.ts';
import { dispositionOf, type DispositionCode } from '../streams/calls/call/dispositions.ts';
import { evolveLead } from '../streams/leads/lead/evolve.ts';
import { leadSources, leadStages, noLead, type LeadState } from '../streams/leads/lead/state.ts';
import type { lead } from '../streams/leads/lead/lead.ts';

interface Story {
  readonly lead: LeadState;
  readonly createdAt: string;
  readonly firstCallAt: string | null;
  readonly answered: number;
  readonly visit: boolean;
}

const reached = ['created', 'called', 'spoken', 'visit', 'customer'] as const;

const spoken = (code: DispositionCode): boolean => dispositionOf(code).kind === 'connected';

function fold(before: Story | undefined, event: EventOf<typeof lead>): Story {
  const { type, at, data } = event;
  const story = before ?? { lead: noLead(), createdAt: at, firstCallAt: null, answered: 0, visit: false };
  return {
    ...story,
    lead: evolveLead(story.lead, event),
    firstCallAt: story.firstCallAt ?? (type === 'LeadCallStarted' ? at : null),
    answered: story.answered + (type === 'LeadDispositioned' && spoken(data.code) ? 1 : 0),
    visit: story.visit || type === 'LeadAppointmentFixed',
  };
}

/** The furthest step of a lead; it implies all earlier ones. */
function reachedBy({ lead, firstCallAt, answered, visit }: Story): (typeof reached)[number] {
  if (lead.stage === 'Converted') return 'customer';
  if (visit) return 'visit';
  return answered > 0 ? 'spoken' : firstCallAt === null ? 'created' : 'called';
}

/** One row per lead: its origin, the time to its first call, and its furthest step. */
export const leadOutcomes = {
  name: 'lead_outcomes',
  version: 1,
  streams: ['lead'],
  subject: ({ stream }) => streamKey(stream),
  fold,
  rows: (story, id) =>
    !story.lead.exists || story.lead.withdrawn
      ? []
      : [
          {
            id,
            ref: reference('LD', id),
            iPooId: story.lead.pooId,
            source: story.lead.source,
            campaignId: story.lead.campaignId,
            listId: story.lead.listId,
            ownerId: story.lead.ownerId,
            stage: story.lead.stage,
            reached: reachedBy(story),
            createdAt: story.createdAt,
            touches: story.lead.touches,
            calls: story.lead.attempts ?? 0,
            answered: story.answered,
            firstMinutes:
              story.firstCallAt === null
                ? null
                : Math.round((Date.parse(story.firstCallAt) - Date.parse(story.createdAt)) / 60_000),
          },
        ],
} satisfies ReportModel<Story, EventOf<typeof lead>>;

/** Campaigns and sources by the customers they win, and the time to the first call. */
export const digitalMarketing = defineReport({
  name: 'digitalMarketing',
  route: '/digitalMarketing',
  model: leadOutcomes,
  columns: [
    { name: 'createdAt', kind: 'datetime', width: 140 },
    { name: 'ref', kind: 'id', width: 110 },
    { name: 'source', kind: 'choice', width: 110, options: leadSources },
    { name: 'campaign', kind: 'text', width: 170, joined: true },
    { name: 'list', kind: 'text', width: 170, joined: true },
    { name: 'iPooId', kind: 'place', width: 150 },
    { name: 'stage', kind: 'choice', width: 130, options: Object.keys(leadStages) },
    { name: 'reached', kind: 'choice', width: 120, options: reached },
    { name: 'firstMinutes', kind: 'minutes', width: 130, total: 'average' },
    { name: 'calls', kind: 'number', width: 80, total: 'sum' },
    { name: 'answered', kind: 'number', width: 90, total: 'sum' },
    { name: 'touches', kind: 'number', width: 90, total: 'sum' },
    { name: 'campaignId', kind: 'number', width: 100, hidden: true },
    { name: 'listId', kind: 'number', width: 100, hidden: true },
    { name: 'ownerId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: 'iPooId', own: 'ownerId' },
  filters: [
    { kind: 'period', name: 'createdAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'source' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'campaign', 'list'] },
  ],
  groups: ['campaign', 'source', 'reached', 'stage', 'list', 'iPooId'],
  measures: [
    { name: 'leads', kind: 'count' },
    { name: 'speed', kind: 'median', of: 'firstMinutes' },
    { name: 'connected', kind: 'share', where: { column: 'reached', in: ['spoken', 'visit', 'customer'] } },
    { name: 'visits', kind: 'share', where: { column: 'reached', in: ['visit', 'customer'] } },
    { name: 'customers', kind: 'share', where: { column: 'reached', in: ['customer'] } },
    { name: 'again', kind: 'count', where: { column: 'touches', atLeast: 2 } },
    { name: 'dnc', kind: 'share', where: { column: 'stage', in: ['Dnc'] } },
  ],
  chart: { kind: 'stack', by: 'createdAt', split: 'reached' },
  drill: [{ need: 'Out Bound/pharmaLead:view', href: ({ id }) => `/outBound/pharmaLead?row=${id}` }],
  sort: { column: 'createdAt', way: 'desc' },
  translations: translations({
    en: {
      title: 'Lead Dashboard',
      'column.createdAt': 'Created',
      'column.ref': 'Lead',
      'column.iPooId': 'Place of operation',
      'column.source': 'Source',
      'column.campaign': 'Campaign',
      'column.list': 'List',
      'column.stage': 'Stage',
      'column.reached': 'Furthest step',
      'column.touches': 'Enquiries',
      'column.calls': 'Calls',
      'column.answered': 'Answered',
      'column.firstMinutes': 'First call after',
      'column.campaignId': 'Campaign no.',
      'column.listId': 'List no.',
      'column.ownerId': 'Owner no.',
      'source.import': 'Import',
      'source.event': 'Event',
      'source.DSA': 'DSA',
      'source.doctor': 'Doctor',
      'source.walk-in': 'Walk-in',
      'source.web': 'Web',
      'source.TPD': 'TPD',
      'source.referral': 'Referral',
      'stage.New': 'New',
      'stage.Queued': 'Queued',
      'stage.CallbackDue': 'Callback due',
      'stage.Appointment': 'Appointment',
      'stage.Converted': 'Customer',
      'stage.Lost': 'Lost',
      'stage.Dnc': 'Do not call',
      'stage.Exhausted': 'Exhausted',
      'reached.created': 'Created',
      'reached.called': 'Called',
      'reached.spoken': 'Spoken with',
      'reached.visit': 'Visit fixed',
      'reached.customer': 'Customer',
      'measure.leads': 'Leads',
      'means.leads': 'Leads created in the period.',
      'measure.speed': 'Median first call',
      'means.speed': 'Half of the called leads had their first call sooner after they were created.',
      'measure.connected': 'Spoken with',
      'means.connected': 'Leads that were reached on the phone, of all created.',
      'measure.visits': 'Visits fixed',
      'means.visits': 'Leads for whom a visit was fixed, customers included, of all created.',
      'measure.customers': 'Customers',
      'means.customers': 'Leads that became customers, of all created.',
      'measure.again': 'Repeat enquiries',
      'means.again': 'Leads that enquired more than once.',
      'measure.dnc': 'Do not call',
      'means.dnc': 'Leads that asked not to be called, of all created.',
    },
    es: {
      title: 'Panel de prospectos',
      'column.createdAt': 'Creado',
      'column.ref': 'Prospecto',
      'column.iPooId': 'Lugar de operación',
      'column.source': 'Origen',
      'column.campaign': 'Campaña',
      'column.list': 'Lista',
      'column.stage': 'Etapa',
      'column.reached': 'Último paso',
      'column.touches': 'Consultas',
      'column.calls': 'Llamadas',
      'column.answered': 'Contestadas',
      'column.firstMinutes': 'Primera llamada tras',
      'column.campaignId': 'N.º de campaña',
      'column.listId': 'N.º de lista',
      'column.ownerId': 'N.º de responsable',
      'source.import': 'Importación',
      'source.event': 'Evento',
      'source.DSA': 'DSA',
      'source.doctor': 'Médico',
      'source.walk-in': 'Visita espontánea',
      'source.web': 'Web',
      'source.TPD': 'TPD',
      'source.referral': 'Recomendación',
      'stage.New': 'Nuevo',
      'stage.Queued': 'En cola',
      'stage.CallbackDue': 'Por volver a llamar',
      'stage.Appointment': 'Cita',
      'stage.Converted': 'Cliente',
      'stage.Lost': 'Perdido',
      'stage.Dnc': 'No llamar',
      'stage.Exhausted': 'Sin más intentos',
      'reached.created': 'Creado',
      'reached.called': 'Llamado',
      'reached.spoken': 'Contactado',
      'reached.visit': 'Visita fijada',
      'reached.customer': 'Cliente',
      'measure.leads': 'Prospectos',
      'means.leads': 'Prospectos creados en el período.',
      'measure.speed': 'Mediana de primera llamada',
      'means.speed': 'La mitad de los llamados recibió antes su primera llamada.',
      'measure.connected': 'Contactados',
      'means.connected': 'Prospectos contactados por teléfono, del total.',
      'measure.visits': 'Visitas fijadas',
      'means.visits': 'Prospectos con visita fijada, clientes incluidos, del total.',
      'measure.customers': 'Clientes',
      'means.customers': 'Prospectos que pasaron a cliente, del total.',
      'measure.again': 'Consultas repetidas',
      'means.again': 'Prospectos con más de una consulta.',
      'measure.dnc': 'No llamar',
      'means.dnc': 'Prospectos que pidieron que no se les llame, del total.',
    },
  }),
});
