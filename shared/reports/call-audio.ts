import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { callColumns, callDrill, callRows, callWords } from './models/calls.ts';

const own = callColumns;
const connected = { column: 'outcome', in: ['won', 'connected'] } as const;

export const callAudio = defineReport({
  name: 'callaudio',
  route: '/reports/normalReports/callaudio',
  model: callRows,
  columns: [
    own.placedAt,
    own.ref,
    own.agent,
    own.direction,
    own.purpose,
    own.subjectRef,
    own.phone,
    own.iPooId,
    own.talkSec,
    own.holdSec,
    own.disposition,
    own.consent,
    own.recording,
    own.recordingSec,
    own.score,
    own.review,
    own.outcome,
    own.callee,
    own.agentId,
  ],
  scope: { place: 'iPooId', own: 'agentId' },
  filters: [
    { kind: 'period', name: 'placedAt', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'purpose' },
    { kind: 'choice', name: 'disposition' },
    { kind: 'choice', name: 'recording' },
    { kind: 'choice', name: 'review' },
    { kind: 'find', columns: ['ref', 'agent', 'subjectRef'] },
  ],
  groups: ['agent', 'purpose', 'disposition', 'review', 'iPooId'],
  measures: [
    { name: 'calls', kind: 'count' },
    { name: 'recorded', kind: 'share', among: connected, where: { column: 'recording', in: ['yes'] } },
    {
      name: 'scored',
      kind: 'share',
      among: connected,
      where: { column: 'review', in: ['scored', 'disputed', 'calibrating', 'comparing', 'final'] },
    },
    { name: 'score', kind: 'average', of: 'score' },
  ],
  chart: { kind: 'stack', by: 'placedAt', split: 'outcome' },
  drill: [
    {
      need: 'Out Bound/qualityReview:view',
      href: ({ id, review }) => (review === null ? null : `/outBound/qualityReview?row=${id}`),
    },
    ...callDrill,
  ],
  sort: { column: 'placedAt', way: 'desc' },
  translations: reportTexts({
    ...callWords,
    title: { en: 'Call audio', es: 'Audio de llamadas' },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'measure.recorded': { en: 'Recorded', es: 'Grabadas' },
    'measure.scored': { en: 'Scored', es: 'Puntuadas' },
    'measure.score': { en: 'Average score', es: 'Puntuación media' },
    'means.calls': {
      en: 'Calls placed in the period, connected or not.',
      es: 'Llamadas hechas en el período, conectadas o no.',
    },
    'means.recorded': {
      en: 'Calls with a recording, of all connected ones.',
      es: 'Llamadas con grabación, de las conectadas.',
    },
    'means.scored': {
      en: 'Calls whose review has a score, of all connected ones.',
      es: 'Llamadas con puntuación, de las conectadas.',
    },
    'means.score': {
      en: 'Mean of the scores, out of 100. A fatal fault sets a score to 0.',
      es: 'Media de las puntuaciones, sobre 100. Una falta fatal la deja en 0.',
    },
  }),
});
