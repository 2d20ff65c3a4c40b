import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { leadColumns, leadDrill, leadRows, leadWords } from './models/leads.ts';

const own = leadColumns;

export const leadStatusReport = defineReport({
  name: 'leadStatusReport',
  route: '/reports/leadStatusReport',
  model: leadRows,
  columns: [
    own.createdAt,
    own.ref,
    own.name,
    own.iPooId,
    own.event,
    own.source,
    own.campaign,
    own.stage,
    own.owner,
    own.attempts,
    own.lastCallAt,
    own.lastCallBy,
    own.disposition,
    own.nextAt,
    { name: 'ageDays', kind: 'number', width: 100, joined: true, total: 'average' },
    { name: 'due', kind: 'choice', width: 110, joined: true, options: ['overdue', 'later', 'none'] },
    own.lostReason,
    own.ownerId,
    own.eventId,
    own.campaignId,
  ],
  scope: { place: 'iPooId', own: 'ownerId' },
  filters: [
    { kind: 'period', name: 'createdAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'source' },
    { kind: 'choice', name: 'due' },
    { kind: 'find', columns: ['ref', 'name', 'event', 'campaign', 'owner', 'lostReason'] },
  ],
  groups: ['stage', 'event', 'source', 'campaign', 'owner', 'iPooId', 'lostReason'],
  measures: [
    { name: 'leads', kind: 'count' },
    {
      name: 'open',
      kind: 'count',
      where: { column: 'stage', in: ['New', 'Queued', 'CallbackDue', 'Appointment'] },
    },
    { name: 'overdue', kind: 'count', where: { column: 'due', in: ['overdue'] } },
    { name: 'converted', kind: 'share', where: { column: 'stage', in: ['Converted'] } },
    { name: 'lost', kind: 'share', where: { column: 'stage', in: ['Lost', 'Dnc', 'Exhausted'] } },
  ],
  chart: { kind: 'bar', by: 'stage' },
  drill: leadDrill,
  sort: { column: 'createdAt', way: 'desc' },
  translations: reportTexts({
    ...leadWords,
    title: { en: 'Lead status report', es: 'Estado de los prospectos' },
    'column.ageDays': { en: 'Age (days)', es: 'Antigüedad (días)' },
    'column.due': { en: 'Next call due', es: 'Próxima llamada' },
    'due.overdue': { en: 'Overdue', es: 'Vencida' },
    'due.later': { en: 'Later', es: 'Más tarde' },
    'due.none': { en: 'None planned', es: 'Sin fecha' },
    'measure.leads': { en: 'Leads', es: 'Prospectos' },
    'measure.open': { en: 'Open', es: 'Abiertos' },
    'measure.overdue': { en: 'Call overdue', es: 'Llamada vencida' },
    'measure.converted': { en: 'Customers', es: 'Clientes' },
    'measure.lost': { en: 'Lost', es: 'Perdidos' },
    'means.leads': { en: 'Leads created in the period.', es: 'Prospectos creados en el período.' },
    'means.open': {
      en: 'Leads that may still become customers: new, queued, to be called back, or with an appointment.',
      es: 'Prospectos que aún pueden ser clientes: nuevos, en cola, por volver a llamar o con cita.',
    },
    'means.overdue': {
      en: 'Open leads whose planned next call is in the past.',
      es: 'Prospectos abiertos cuya próxima llamada ya pasó.',
    },
    'means.converted': {
      en: 'Leads that are customers now, of all.',
      es: 'Prospectos ya clientes, del total.',
    },
    'means.lost': {
      en: 'Leads that are lost, exhausted or must not be called, of all.',
      es: 'Prospectos perdidos, agotados o que no deben llamarse, del total.',
    },
  }),
});
