import type { StoredOf } from '../../core/event.ts';
import { translations } from '../../core/translations.ts';
import { entersAs, type QueueRow } from '../../families/queue-row.ts';
import { defineQueue } from '../../families/queue.ts';
import { orientationTopics } from '../../streams/leads/appointment/visit-outcome.ts';
import type { OrientationState, ReviewerType } from '../../streams/care/review/orientation-state.ts';
import type { orientationreview } from '../../streams/care/review/orientationreview.ts';

interface OrientationRow extends QueueRow {
  readonly customer: string;
  readonly who: string;
  readonly executive: { readonly empId: number; readonly name: string };
  readonly completedAt: string;
  readonly outcome: string;
  readonly result: string;
  readonly topics: number | null;
  readonly topicsOf: number;
  /** The other reviewer's comment, if it was first. */
  readonly other: string;
  readonly stage: 'open' | 'half';
}
type OrientationQueueEvent = StoredOf<
  (typeof orientationreview.events)[keyof typeof orientationreview.events]
>;

const hour = 3_600_000;

const texts = {
  1: {
    en: { title: 'Orientation review – team lead', 'column.other': 'Doctor’s comment' },
    es: { title: 'Revisión de orientación – jefe de equipo', 'column.other': 'Comentario del médico' },
  },
  2: {
    en: { title: 'Orientation review – doctor', 'column.other': 'Team lead’s comment' },
    es: { title: 'Revisión de orientación – médico', 'column.other': 'Comentario del jefe de equipo' },
  },
} as const;

/** The queue of one of the two reviewers of an orientation visit. */
export function reviewQueue(type: ReviewerType) {
  return defineQueue<OrientationRow, OrientationQueueEvent>({
    name: `orientationReview${type}`,
    route: `/prescription/orientationReview/reviewerType/${type}`,
    group: 'Prescription',
    entity: `reviewerType/${type}`,
    subject: 'orientationreview',
    lease: null,
    sla: { clock: 'business', warnMs: 11 * hour, breachMs: 22 * hour },
    enter: {
      on: ['OrientationReviewOpened'],
      item(event) {
        if (!('executive' in event.data)) throw new Error('Only an opened review enters this queue.');
        return entersAs(event, event.data);
      },
    },
    leave: [type === 1 ? 'OrientationCommentedByLead' : 'OrientationCommentedByDoctor'],
    holds: ({ orientation, comments }: OrientationState) =>
      orientation !== null && comments[type] === undefined,
    blank: (base) => ({
      ...base,
      customer: '',
      who: '',
      executive: { empId: 0, name: '' },
      completedAt: base.enteredAt,
      outcome: '',
      result: '',
      topics: null,
      topicsOf: orientationTopics.length,
      other: '',
      stage: 'open',
    }),
    fold(_row, event) {
      if (event.type === 'OrientationReviewOpened') {
        const { customer, who, executive, completedAt, outcome, result, topics } = event.data;
        return {
          customer,
          who: who ?? '',
          executive: { empId: executive.empId ?? 0, name: executive.name },
          completedAt,
          outcome: outcome ?? '',
          result: result ?? '',
          topics: topics ?? null,
        };
      }
      return event.type === 'OrientationCommented' && event.data.reviewerType !== type
        ? { other: event.data.text, stage: 'half' }
        : {};
    },
    viewVersion: 2,
    rank: (row) => [row.completedAt],
    notFor: (row, empId) => row.executive.empId === empId,
    sources: ['lead', 'employee'],
    columns: [
      { name: 'breachAt', kind: 'sla', width: 88 },
      { name: 'ref', kind: 'id', width: 108, filter: 'text' },
      { name: 'customer', kind: 'text', width: 140, flex: 1, filter: 'text' },
      { name: 'who', kind: 'id', width: 100 },
      { name: 'executive', kind: 'person', width: 150, flex: 1, filter: 'set' },
      { name: 'completedAt', kind: 'datetime', width: 140 },
      { name: 'result', kind: 'status', of: 'result', width: 150, filter: 'set' },
      { name: 'topics', kind: 'progress', of: 'topicsOf', width: 76 },
      { name: 'outcome', kind: 'text', width: 180, flex: 2 },
      { name: 'stage', kind: 'status', of: 'stage', width: 150, filter: 'set' },
      { name: 'enteredAt', kind: 'age', width: 76 },
      { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
      { name: 'other', kind: 'text', width: 220, hidden: true },
    ],
    panel: ['customer', 'who', 'executive', 'completedAt', 'result', 'topics', 'outcome', 'other', 'stage'],
    tones: { open: 'muted', half: 'info' },
    actions: [
      {
        name: 'comment',
        command: 'comment',
        key: 'c',
        right: 'edit',
        primary: true,
        input: { reviewerType: type },
        inputs: [{ name: 'text', kind: 'text', required: true }],
      },
    ],
    translations: translations({
      en: {
        ...texts[type].en,
        'column.ref': 'Review',
        'column.customer': 'Customer',
        'column.who': 'Number',
        'column.executive': 'Executive',
        'column.completedAt': 'Visit',
        'column.result': 'Result',
        'result.oriented': 'All explained',
        'result.partly': 'Explained in part',
        'column.topics': 'Topics',
        'column.outcome': 'Notes',
        'column.stage': 'Status',
        'stage.open': 'No comment yet',
        'stage.half': 'One comment written',
        'action.comment': 'Comment',
        'ask.text': 'Comment',
        notFor: 'This was your own visit; somebody else must comment on it.',
        'why.entered': 'The orientation visit of {{name}} is done; it waits for this comment.',
      },
      es: {
        ...texts[type].es,
        'column.ref': 'Revisión',
        'column.customer': 'Cliente',
        'column.who': 'Número',
        'column.executive': 'Ejecutivo',
        'column.completedAt': 'Visita',
        'column.result': 'Resultado',
        'result.oriented': 'Todo explicado',
        'result.partly': 'Explicado en parte',
        'column.topics': 'Temas',
        'column.outcome': 'Notas',
        'column.stage': 'Estado',
        'stage.open': 'Sin comentario',
        'stage.half': 'Un comentario escrito',
        'action.comment': 'Comentar',
        'ask.text': 'Comentario',
        notFor: 'Fue su propia visita; debe comentarla otra persona.',
        'why.entered': 'La visita de orientación de {{name}} terminó; falta este comentario.',
      },
    }),
  });
}
