import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { callColumns, callDrill, callRows, callWords } from './models/calls.ts';

const own = callColumns;
const connected = { column: 'outcome', in: ['won', 'connected'] } as const;

export const agentReport = defineReport({
  name: 'agentReport',
  route: '/reports/normalReports/agentReport',
  model: callRows,
  columns: [
    own.placedAt,
    own.ref,
    own.agent,
    own.iPooId,
    own.purpose,
    own.subjectRef,
    own.outcome,
    own.disposition,
    own.ringSec,
    own.talkSec,
    own.holdSec,
    own.wrapSec,
    own.handleSec,
    own.score,
    own.callee,
    own.agentId,
  ],
  scope: { place: 'iPooId', own: 'agentId' },
  filters: [
    { kind: 'period', name: 'placedAt', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'purpose' },
    { kind: 'choice', name: 'outcome' },
    { kind: 'find', columns: ['agent', 'ref', 'subjectRef'] },
  ],
  groups: ['agent', 'purpose', 'outcome', 'disposition', 'iPooId'],
  groupedBy: 'agent',
  measures: [
    { name: 'calls', kind: 'count' },
    { name: 'connected', kind: 'share', where: connected },
    { name: 'agreed', kind: 'share', among: connected, where: { column: 'outcome', in: ['won'] } },
    { name: 'talk', kind: 'sum', of: 'talkSec' },
    { name: 'handle', kind: 'average', of: 'handleSec' },
    { name: 'score', kind: 'average', of: 'score' },
  ],
  chart: { kind: 'stack', by: 'agent', split: 'outcome' },
  drill: callDrill,
  sort: { column: 'placedAt', way: 'desc' },
  translations: reportTexts({
    ...callWords,
    title: { en: 'Agent report', es: 'Informe de agentes' },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'measure.connected': { en: 'Connected', es: 'Conectadas' },
    'measure.agreed': { en: 'Agreed', es: 'Aceptaron' },
    'measure.talk': { en: 'Talk time', es: 'Conversación' },
    'measure.handle': { en: 'Average handle time', es: 'Gestión media' },
    'measure.score': { en: 'Average score', es: 'Puntuación media' },
    'means.calls': {
      en: 'Calls placed in the period. A transferred call counts for the agent who closed it.',
      es: 'Llamadas hechas en el período. Una transferida cuenta para quien la cerró.',
    },
    'means.connected': {
      en: 'Calls that were answered, of all placed.',
      es: 'Llamadas contestadas, del total.',
    },
    'means.agreed': {
      en: 'Calls that ended with a setup, a sales visit or an order, of all connected.',
      es: 'Llamadas que acabaron en instalación, visita o pedido, de las conectadas.',
    },
    'means.talk': {
      en: 'Total talk time in minutes and seconds, without hold.',
      es: 'Tiempo total de conversación en minutos y segundos, sin espera.',
    },
    'means.handle': {
      en: 'Mean of talk, hold and wrap-up of connected calls that were closed.',
      es: 'Media de conversación, espera y cierre de las llamadas conectadas ya cerradas.',
    },
    'means.score': {
      en: 'Mean of the review scores, out of 100.',
      es: 'Media de las puntuaciones, sobre 100.',
    },
  }),
});
