import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { callColumns, callDrill, callRows, callWords } from './models/calls.ts';

const own = callColumns;
const connected = { column: 'outcome', in: ['won', 'connected'] } as const;
const SOON_SEC = 20;

/** The reach of calls: answers, time to answer, and hold time. */
export const communicationDashboard = defineReport({
  name: 'communicationDashboard',
  route: '/reports/communicationDashboard',
  model: callRows,
  columns: [
    ...[own.placedAt, own.ref, own.agent, own.direction, own.purpose, own.subjectRef, own.phone],
    ...[own.outcome, own.disposition, own.ringSec, own.talkSec, own.holdSec, own.wrapSec, own.handleSec],
    ...[own.consent, own.recording, own.iPooId, own.callee, own.agentId],
  ],
  scope: { place: 'iPooId', own: 'agentId' },
  filters: [
    { kind: 'period', name: 'placedAt', preset: 'today', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'direction' },
    { kind: 'choice', name: 'purpose' },
    { kind: 'choice', name: 'outcome' },
    { kind: 'find', columns: ['agent', 'ref', 'subjectRef'] },
  ],
  groups: ['purpose', 'agent', 'direction', 'disposition', 'iPooId'],
  groupedBy: 'purpose',
  measures: [
    { name: 'calls', kind: 'count' },
    { name: 'connected', kind: 'share', where: connected },
    {
      name: 'soon',
      kind: 'share',
      where: { column: 'ringSec', below: SOON_SEC + 1 },
      among: connected,
    },
    { name: 'ring', kind: 'median', of: 'ringSec' },
    { name: 'talk', kind: 'average', of: 'talkSec' },
    { name: 'blocked', kind: 'count', where: { column: 'disposition', in: ['DNC_REQUEST'] } },
  ],
  chart: { kind: 'stack', by: 'placedAt', split: 'outcome' },
  drill: callDrill,
  sort: { column: 'placedAt', way: 'desc' },
  translations: reportTexts({
    ...callWords,
    title: { en: 'Communication dashboard', es: 'Panel de comunicación' },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'means.calls': { en: 'Calls placed in the period.', es: 'Llamadas hechas en el período.' },
    'measure.connected': { en: 'Connected', es: 'Conectadas' },
    'means.connected': {
      en: 'Calls that were answered, of all placed.',
      es: 'Llamadas contestadas, del total.',
    },
    'measure.soon': { en: 'Within 20 s', es: 'En 20 s' },
    'means.soon': {
      en: 'Of the connected calls, those answered within 20 seconds.',
      es: 'De las conectadas, las contestadas en 20 segundos.',
    },
    'measure.ring': { en: 'Median ring time', es: 'Tiempo de timbre mediano' },
    'means.ring': { en: 'Half were answered sooner.', es: 'La mitad se contestó antes.' },
    'measure.talk': { en: 'Average talk time', es: 'Conversación media' },
    'means.talk': {
      en: 'Mean talk time of connected calls, without hold.',
      es: 'Media de conversación de las conectadas, sin espera.',
    },
    'measure.blocked': { en: 'Do not call', es: 'No llamar' },
    'means.blocked': {
      en: 'Calls after which the number may no longer be called.',
      es: 'Llamadas tras las que ya no se puede llamar al número.',
    },
  }),
});
