import { addDays, businessDay } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import { reference } from '../../core/reference.ts';
import type {
  ReportColumn,
  ReportModel,
  PeriodPreset,
  ReportFilter,
  ReportSpec,
} from '../../families/report.ts';
import { dispositionCodes } from '../../streams/calls/call/dispositions.ts';
import { evolveLead } from '../../streams/leads/lead/evolve.ts';
import { leadSources, leadStages, noLead, type LeadState } from '../../streams/leads/lead/state.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { lead } from '../../streams/leads/lead/lead.ts';
import { dispositionTexts } from './calls.ts';

interface Lead {
  readonly lead: LeadState;
  readonly createdAt: string;
  readonly firstCallAt: string | null;
  readonly furthest: (typeof reached)[number];
  readonly convertedAt: string | null;
  readonly eventId: number | null;
}

/** Steps towards a customer; a lead has reached every step before its furthest. */
const reached = ['created', 'called', 'interested', 'appointment', 'converted'] as const;
/** Dispositions of a call in which the lead wants to hear more. */
const interested = ['THINKING', 'ORDER_TAKEN', 'CALLBACK', 'SALES_FIXED'];
const stages = Object.keys(leadStages);

function stepOf({ type, data }: EventOf<typeof lead>): Lead['furthest'] {
  switch (type) {
    case 'LeadCallStarted':
      return 'called';
    case 'LeadDispositioned':
      return interested.includes(data.code) ? 'interested' : 'called';
    case 'LeadCallbackScheduled':
      return 'interested';
    case 'LeadAppointmentFixed':
      return 'appointment';
    case 'LeadConverted':
      return 'converted';
    default:
      return 'created';
  }
}
const further = (a: Lead['furthest'], b: Lead['furthest']): Lead['furthest'] =>
  reached.indexOf(a) >= reached.indexOf(b) ? a : b;

/** The Monday of an instant's week in India. */
function weekOf(at: string): string {
  const day = businessDay(Date.parse(at));
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** One row per lead; a withdrawn import leaves none. */
export const leadRows = {
  name: 'leads',
  version: 2,
  streams: ['lead'],
  subject: ({ stream }) => (streamName(stream) === 'lead' ? streamKey(stream) : null),
  fold: (before, event) => {
    const { type, data, at } = event;
    const old = before ?? {
      lead: noLead(),
      createdAt: at,
      firstCallAt: null,
      furthest: 'created',
      convertedAt: null,
      eventId: null,
    };
    return {
      lead: evolveLead(old.lead, event),
      createdAt: old.createdAt,
      firstCallAt: old.firstCallAt ?? (type === 'LeadCallStarted' ? at : null),
      furthest: further(old.furthest, stepOf(event)),
      convertedAt: type === 'LeadConverted' ? at : old.convertedAt,
      eventId:
        old.eventId ??
        (type === 'LeadCreated' || type === 'LeadTouchRecorded' ? (data.eventId ?? null) : null),
    };
  },
  rows: ({ lead, createdAt, firstCallAt, furthest, convertedAt, eventId }, id) =>
    !lead.exists || lead.withdrawn
      ? []
      : [
          {
            id,
            ref: reference('LD', Number(id)),
            createdAt,
            week: weekOf(createdAt),
            name: lead.name,
            iPooId: lead.pooId,
            pincode: lead.pincode,
            source: lead.source,
            campaignId: lead.campaignId,
            eventId,
            stage: lead.stage,
            reached: furthest,
            ownerId: lead.ownerId,
            attempts: lead.attempts ?? 0,
            touches: lead.touches,
            lastCallAt: lead.lastCall?.at ?? null,
            lastCallBy: lead.lastCall?.by ?? null,
            disposition: lead.lastCall?.code ?? null,
            nextAt: lead.nextAt ?? null,
            lostReason: lead.reason ?? null,
            firstCallMinutes: minutesBetween(createdAt, firstCallAt),
            convertMinutes: minutesBetween(createdAt, convertedAt),
            convertedAt,
          },
        ],
} satisfies ReportModel<Lead, EventOf<typeof lead>>;

export const leadColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  createdAt: { name: 'createdAt', kind: 'datetime', width: 140 },
  /** The Monday of the week in which the lead was created. */
  week: { name: 'week', kind: 'date', width: 110 },
  name: { name: 'name', kind: 'person', width: 160, unmask: 'Masters/leadCreation:view' },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  pincode: { name: 'pincode', kind: 'id', width: 90 },
  source: { name: 'source', kind: 'choice', width: 120, options: leadSources },
  campaignId: { name: 'campaignId', kind: 'number', width: 100, hidden: true },
  campaign: { name: 'campaign', kind: 'text', width: 160, joined: true },
  eventId: { name: 'eventId', kind: 'number', width: 100, hidden: true },
  event: { name: 'event', kind: 'text', width: 180, joined: true },
  city: { name: 'city', kind: 'text', width: 140, joined: true },
  stage: { name: 'stage', kind: 'choice', width: 130, options: stages },
  reached: { name: 'reached', kind: 'choice', width: 130, options: reached },
  ownerId: { name: 'ownerId', kind: 'number', width: 100, hidden: true },
  owner: { name: 'owner', kind: 'text', width: 150, joined: true },
  attempts: { name: 'attempts', kind: 'number', width: 90, total: 'sum' },
  touches: { name: 'touches', kind: 'number', width: 90, total: 'sum' },
  lastCallAt: { name: 'lastCallAt', kind: 'datetime', width: 140 },
  lastCallBy: { name: 'lastCallBy', kind: 'text', author: true, width: 150 },
  disposition: { name: 'disposition', kind: 'choice', width: 140, options: dispositionCodes },
  nextAt: { name: 'nextAt', kind: 'datetime', width: 140 },
  lostReason: { name: 'lostReason', kind: 'text', width: 170 },
  firstCallMinutes: { name: 'firstCallMinutes', kind: 'minutes', width: 120, total: 'average' },
  convertMinutes: { name: 'convertMinutes', kind: 'minutes', width: 130, total: 'average' },
  convertedAt: { name: 'convertedAt', kind: 'datetime', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const leadDrill = [
  {
    need: 'Masters/leadCreation:view',
    href: ({ id }: { readonly id: string }) => `/masters/leadCreation?row=${id}`,
  },
] as const;

export const leadWords = {
  'column.ref': { en: 'Lead', es: 'Prospecto' },
  'column.createdAt': { en: 'Created', es: 'Creado' },
  'column.week': { en: 'Week from', es: 'Semana del' },
  'column.name': { en: 'Name', es: 'Nombre' },
  'column.pincode': { en: 'Pincode', es: 'Código postal' },
  'column.source': { en: 'Source', es: 'Origen' },
  'column.campaignId': { en: 'Campaign no.', es: 'N.º de campaña' },
  'column.campaign': { en: 'Campaign', es: 'Campaña' },
  'column.eventId': { en: 'Event no.', es: 'N.º de evento' },
  'column.event': { en: 'Event', es: 'Evento' },
  'column.city': { en: 'City', es: 'Ciudad' },
  'column.stage': { en: 'Stage', es: 'Etapa' },
  'column.reached': { en: 'Furthest step', es: 'Último paso' },
  'column.ownerId': { en: 'Owner no.', es: 'N.º de responsable' },
  'column.owner': { en: 'Owner', es: 'Responsable' },
  'column.attempts': { en: 'Calls', es: 'Llamadas' },
  'column.touches': { en: 'Enquiries', es: 'Consultas' },
  'column.lastCallAt': { en: 'Last call', es: 'Última llamada' },
  'column.lastCallBy': { en: 'Called by', es: 'Llamado por' },
  ...dispositionTexts,
  'column.disposition': { en: 'Last disposition', es: 'Último resultado' },
  'column.nextAt': { en: 'Next call', es: 'Próxima llamada' },
  'column.lostReason': { en: 'Loss reason', es: 'Motivo de pérdida' },
  'column.firstCallMinutes': { en: 'To first call', es: 'Hasta la primera llamada' },
  'column.convertMinutes': { en: 'To customer', es: 'Hasta cliente' },
  'column.convertedAt': { en: 'Became customer', es: 'Pasó a cliente' },
  ...Object.fromEntries(Object.entries(leadStages).map(([stage, text]) => [`stage.${stage}`, text])),
  'source.import': { en: 'Import', es: 'Importación' },
  'source.event': { en: 'Event', es: 'Evento' },
  'source.DSA': { en: 'DSA', es: 'DSA' },
  'source.doctor': { en: 'Doctor', es: 'Médico' },
  'source.walk-in': { en: 'Walk-in', es: 'Visita espontánea' },
  'source.web': { en: 'Web', es: 'Web' },
  'source.TPD': { en: 'TPD', es: 'TPD' },
  'source.referral': { en: 'Referral', es: 'Recomendación' },
  'reached.created': { en: 'Created', es: 'Creado' },
  'reached.called': { en: 'Called', es: 'Llamado' },
  'reached.interested': { en: 'Interested', es: 'Interesado' },
  'reached.appointment': { en: 'Appointment', es: 'Cita' },
  'reached.converted': { en: 'Customer', es: 'Cliente' },
} as const;

/** Shares of a funnel: leads that reached a step, relative to the previous step. */
export const funnelMeasures = [
  { name: 'leads', kind: 'count' },
  {
    name: 'called',
    kind: 'share',
    where: { column: 'reached', in: ['called', 'interested', 'appointment', 'converted'] },
  },
  {
    name: 'interested',
    kind: 'share',
    among: { column: 'reached', in: ['called', 'interested', 'appointment', 'converted'] },
    where: { column: 'reached', in: ['interested', 'appointment', 'converted'] },
  },
  {
    name: 'appointment',
    kind: 'share',
    among: { column: 'reached', in: ['interested', 'appointment', 'converted'] },
    where: { column: 'reached', in: ['appointment', 'converted'] },
  },
  {
    name: 'converted',
    kind: 'share',
    among: { column: 'reached', in: ['appointment', 'converted'] },
    where: { column: 'reached', in: ['converted'] },
  },
  { name: 'overall', kind: 'share', where: { column: 'reached', in: ['converted'] } },
] as const;

export const funnelWords = {
  'measure.leads': { en: 'Leads', es: 'Prospectos' },
  'measure.called': { en: 'Called', es: 'Llamados' },
  'measure.interested': { en: 'Interested', es: 'Interesados' },
  'measure.appointment': { en: 'Appointment', es: 'Con cita' },
  'measure.converted': { en: 'Converted', es: 'Convertidos' },
  'measure.overall': { en: 'Overall conversion', es: 'Conversión total' },
  'means.leads': {
    en: 'Leads created in the period. A number entered again is a repeat enquiry, not a second lead.',
    es: 'Prospectos creados en el período. Un número repetido es una consulta repetida, no otro prospecto.',
  },
  'means.called': {
    en: 'Leads called at least once, of all. A later step counts as this one too.',
    es: 'Prospectos llamados al menos una vez, del total. Un paso posterior cuenta también.',
  },
  'means.interested': {
    en: 'Leads that asked for a call back, took an order or want to think, or went further, of those called.',
    es: 'Prospectos que pidieron otra llamada, encargaron o quieren pensarlo, o llegaron más lejos, de los llamados.',
  },
  'means.appointment': {
    en: 'Leads with an appointment, or customers since, of those interested.',
    es: 'Prospectos con cita, o ya clientes, de los interesados.',
  },
  'means.converted': {
    en: 'Leads that became customers, of those with an appointment or further.',
    es: 'Prospectos que pasaron a cliente, de los que tenían cita o llegaron más lejos.',
  },
  'means.overall': {
    en: 'Leads that became customers, of all created in the period. Young leads may still convert.',
    es: 'Prospectos que pasaron a cliente, del total creado. Los recientes aún pueden convertirse.',
  },
} as const;

/** The common parts of the reports from lead to customer. */
export const leadFunnel = {
  model: leadRows,
  columns: [
    ...[leadColumns.createdAt, leadColumns.ref, leadColumns.name, leadColumns.iPooId, leadColumns.city],
    ...[leadColumns.source, leadColumns.campaign, leadColumns.reached, leadColumns.stage],
    ...[leadColumns.attempts, leadColumns.firstCallMinutes, leadColumns.convertMinutes],
    ...[leadColumns.lostReason, leadColumns.owner, leadColumns.ownerId, leadColumns.campaignId],
  ],
  scope: { place: 'iPooId', own: 'ownerId' },
  groups: ['city', 'source', 'campaign', 'owner', 'iPooId', 'lostReason', 'stage', 'reached'],
  drill: leadDrill,
  sort: { column: 'createdAt', way: 'desc' },
} as const satisfies Partial<ReportSpec<Lead>>;

/** Their filters, beginning with leads created in that period. */
export const leadFilters = (preset: PeriodPreset): readonly ReportFilter[] => [
  { kind: 'period', name: 'createdAt', preset, mostDays: 366 },
  { kind: 'place', name: 'iPooId' },
  { kind: 'choice', name: 'source' },
  { kind: 'choice', name: 'reached' },
  { kind: 'find', columns: ['ref', 'name', 'city', 'campaign', 'owner', 'lostReason'] },
];

export const convertTime = { name: 'convertTime', kind: 'median', of: 'convertMinutes' } as const;
export const convertWords = {
  'measure.convertTime': { en: 'Median to customer', es: 'Mediana hasta cliente' },
  'means.convertTime': {
    en: 'Half of the leads that became customers did so sooner after they were created.',
    es: 'La mitad de los prospectos convertidos lo hizo antes, desde su creación.',
  },
} as const;
