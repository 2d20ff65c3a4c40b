import { readingLease } from '../streams/calls/lease-groups.ts';
import type { Stored } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { DispositionCode } from '../streams/calls/call/dispositions.ts';
import { callTranslations } from '../streams/calls/call/translations.ts';
import {
  inCalibration,
  type ReviewEvent,
  type ReviewState,
  type SampledWhy,
} from '../streams/calls/review/state.ts';

interface ReviewRow extends QueueRow {
  readonly agent: { readonly empId: number; readonly name: string };
  readonly talkSec: number;
  readonly code: DispositionCode;
  readonly sampled: SampledWhy;
  readonly score: number | null;
  readonly dispute: string;
  /** Reviewers who scored the call already and may not take it again. */
  readonly scoredBy: readonly number[];
}
type ReviewQueueEvent = Extract<
  Stored<ReviewEvent>,
  {
    readonly type:
      | 'CallSampled'
      | 'CallQualityDisputed'
      | 'CallCalibrationRequested'
      | 'CallCalibrationScored';
  }
>;

/** Nobody takes their own call; in a calibration, nobody who gave a score or asked for one. */
function scorersOf(event: ReviewQueueEvent): readonly number[] {
  if (event.type === 'CallCalibrationRequested')
    return [event.data.first.empId, ...(event.data.by ? [event.data.by.empId] : [])];
  return event.type === 'CallCalibrationScored' ? [event.data.first.empId, event.data.by.empId] : [];
}

const day = 24 * 3_600_000;

/** Calls that were sampled and wait for their score, disputed scores, and calibrations. */
export const qualityReview = defineQueue<ReviewRow, ReviewQueueEvent, ReviewEvent['type']>({
  name: 'qualityReview',
  route: '/outBound/qualityReview',
  group: 'Out Bound',
  entity: 'qualityReview',
  subject: 'callreview',
  lease: readingLease,
  sla: { clock: 'always', warnMs: 3 * day, breachMs: 5 * day },
  enter: {
    on: ['CallSampled', 'CallQualityDisputed', 'CallCalibrationRequested', 'CallCalibrationScored'],
    item(event) {
      const { stream, data, at } = event;
      const { ref, pooId, why } = data.face;
      const entered = Date.parse(at);
      return {
        subject: stream,
        ref,
        pooId,
        language: null,
        enteredAt: entered,
        clockFrom: entered,
        notFor: [data.face.agent.empId, ...scorersOf(event)],
        priority: why === 'complaint' ? 5 : 0,
      };
    },
  },
  leave: ['CallQualityScored', 'CallQualityFinalized', 'CallCalibrationSettled', 'CallCalibrationWithdrawn'],
  holds: (review: ReviewState) =>
    review.stage === 'sampled' || review.stage === 'disputed' || inCalibration(review),
  blank: (base) => ({
    ...base,
    agent: { empId: 0, name: '' },
    talkSec: 0,
    code: 'INFO_DONE',
    sampled: 'chance',
    score: null,
    dispute: '',
    scoredBy: [],
  }),
  fold(_row, event) {
    if (!event.data.face) return {}; // a note changes no column
    const { agent, talkSec, code, why } = event.data.face;
    const own = { agent, talkSec, code, sampled: why, score: null, dispute: '', scoredBy: scorersOf(event) };
    switch (event.type) {
      case 'CallSampled':
        return { ...own, stage: 'sampled' };
      case 'CallQualityDisputed': {
        const { total, reason } = event.data;
        return { ...own, stage: 'disputed', score: total, dispute: reason, why: 'why.disputed' };
      }
      // No score: the second reviewer gives theirs blind.
      case 'CallCalibrationRequested':
        return { ...own, stage: 'calibrating', why: 'why.calibrating' };
      case 'CallCalibrationScored':
        return { ...own, stage: 'comparing', why: 'why.comparing' };
      default:
        return {};
    }
  },
  rank: (row) => [
    row.stage === 'disputed' ? 0 : row.stage === 'comparing' ? 1 : 2,
    row.sampled === 'complaint' ? 0 : 1,
    row.enteredAt,
  ],
  notFor: (row, empId) => row.agent.empId === empId || row.scoredBy.includes(empId),
  sources: [],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'agent', kind: 'person', width: 150, flex: 2, filter: 'set' },
    { name: 'stage', kind: 'status', of: 'stage', width: 120, filter: 'set' },
    { name: 'sampled', kind: 'status', of: 'sampled', width: 140, filter: 'set' },
    { name: 'code', kind: 'status', of: 'disposition', width: 150, flex: 1, filter: 'set' },
    { name: 'talkSec', kind: 'number', width: 90 },
    { name: 'score', kind: 'number', width: 80 },
    { name: 'enteredAt', kind: 'age', width: 80 },
    { name: 'holder', kind: 'holder', width: 140, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
  ],
  tones: { sampled: 'muted', disputed: 'warn', calibrating: 'info', comparing: 'accent' },
  viewVersion: 2,
  actions: [],
  translations: translations({
    en: {
      ...callTranslations.en,
      title: 'Quality review',
      'column.ref': 'Call',
      'column.agent': 'Agent',
      'column.stage': 'Review',
      'column.sampled': 'Reason for sampling',
      'column.code': 'Disposition',
      'column.talkSec': 'Talk (s)',
      'column.score': 'Score',
      'stage.sampled': 'To score',
      'stage.disputed': 'Disputed',
      'stage.calibrating': 'Second score',
      'stage.comparing': 'To settle',
      'sampled.complaint': 'Complaint',
      'sampled.newAgent': 'New agent',
      'sampled.chance': 'Sample',
      notFor: 'This is your own call, or you have scored it; somebody else reviews it.',
      'why.entered': 'A call of {{name}} was sampled for review.',
      'why.disputed': '{{name}} disputes the score.',
      'why.calibrating': 'A second reviewer scores this call without seeing the first score.',
      'why.comparing': 'Two reviewers scored this call; a team lead settles the two scores.',
    },
    es: {
      ...callTranslations.es,
      title: 'Revisión de calidad',
      'column.ref': 'Llamada',
      'column.agent': 'Agente',
      'column.stage': 'Revisión',
      'column.sampled': 'Motivo de la selección',
      'column.code': 'Resultado',
      'column.talkSec': 'Conversación (s)',
      'column.score': 'Puntuación',
      'stage.sampled': 'Por puntuar',
      'stage.disputed': 'Impugnada',
      'stage.calibrating': 'Segunda puntuación',
      'stage.comparing': 'Por resolver',
      'sampled.complaint': 'Queja',
      'sampled.newAgent': 'Agente nuevo',
      'sampled.chance': 'Muestra',
      notFor: 'Es su propia llamada o ya la puntuó; la revisa otra persona.',
      'why.entered': 'Se seleccionó una llamada de {{name}} para revisión.',
      'why.disputed': '{{name}} impugna la puntuación.',
      'why.calibrating': 'Un segundo revisor puntúa esta llamada sin ver la primera puntuación.',
      'why.comparing':
        'Dos revisores puntuaron esta llamada; un jefe de equipo resuelve las dos puntuaciones.',
    },
  }),
});
