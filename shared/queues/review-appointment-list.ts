import { readingLease } from '../streams/calls/lease-groups.ts';
import type { StoredOf } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { VisitReviewState } from '../streams/leads/visitreview/state.ts';
import type { visitreview } from '../streams/leads/visitreview/visitreview.ts';

interface VisitRow extends QueueRow {
  readonly visitor: { readonly empId: number; readonly name: string };
  readonly who: string;
  readonly customer: string;
  readonly type: string;
  readonly result: string;
  readonly completedAt: string;
  readonly reopened: string;
}
type VisitQueueEvent = StoredOf<(typeof visitreview.events)['VisitReviewOpened' | 'VisitReviewReopened']>;

const hour = 3_600_000;

/** Completed visits that wait for their review; a working day is eleven hours. */
export const reviewAppointmentList = defineQueue<VisitRow, VisitQueueEvent, keyof typeof visitreview.events>({
  name: 'reviewAppointmentList',
  route: '/customerVisit/reviewAppointmentList',
  group: 'Out Bound',
  entity: 'reviewAppointmentList',
  subject: 'visitreview',
  lease: readingLease,
  sla: { clock: 'business', warnMs: 11 * hour, breachMs: 22 * hour },
  enter: {
    on: ['VisitReviewOpened', 'VisitReviewReopened'],
    item({ stream, at, data: { face } }) {
      const entered = Date.parse(at);
      return {
        subject: stream,
        ref: face.ref,
        pooId: face.pooId,
        language: null,
        enteredAt: entered,
        clockFrom: entered,
      };
    },
  },
  leave: ['VisitReviewed'],
  holds: ({ stage }: VisitReviewState) => stage === 'pending',
  blank: (base) => ({
    ...base,
    visitor: { empId: 0, name: '' },
    who: '',
    customer: '',
    type: 'setup',
    result: '',
    completedAt: base.enteredAt,
    reopened: '',
  }),
  fold(_row, { type, data }) {
    if (type !== 'VisitReviewOpened' && type !== 'VisitReviewReopened') return {};
    const { visitor, who, customer, type: kind, outcome, completedAt } = data.face;
    return {
      visitor: { empId: visitor.empId ?? 0, name: visitor.name },
      who,
      customer,
      type: kind,
      result: outcome.result,
      completedAt,
      ...(type === 'VisitReviewReopened' ? { reopened: data.reason, why: 'why.reopened' } : {}),
    };
  },
  rank: (row) => [row.reopened === '' ? 1 : 0, row.completedAt],
  first: (row) => (row.reopened === '' ? null : 'reopened'),
  notFor: (row, empId) => row.visitor.empId === empId,
  sources: ['lead', 'employee'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 108, filter: 'text' },
    { name: 'customer', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'type', kind: 'status', of: 'type', width: 110, filter: 'set' },
    { name: 'result', kind: 'status', of: 'result', width: 130, filter: 'set' },
    { name: 'visitor', kind: 'person', width: 150, flex: 1, filter: 'set' },
    { name: 'completedAt', kind: 'datetime', width: 150 },
    { name: 'enteredAt', kind: 'age', width: 80 },
    { name: 'holder', kind: 'holder', width: 140, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'who', kind: 'id', width: 108, hidden: true, filter: 'text' },
  ],
  actions: [],
  translations: translations({
    en: {
      title: 'Review appointment list',
      'column.ref': 'Review',
      'column.customer': 'Customer',
      'column.type': 'Visit',
      'column.result': 'Result',
      'column.visitor': 'Visited by',
      'column.completedAt': 'Completed',
      'column.who': 'Number',
      'type.setup': 'Setup',
      'type.sales': 'Sales',
      'type.orientation': 'Orientation',
      'result.enrolled': 'Enrolled',
      'result.sold': 'Sold',
      'result.oriented': 'Explained',
      'result.partly': 'Partly explained',
      'result.followUp': 'Follow-up visit',
      'result.notInterested': 'Not interested',
      notFor: 'This was your own visit; somebody else reviews it.',
      'first.reopened': 'reopened',
      'why.entered': 'A completed visit waits for its review.',
      'why.reopened': 'The review was reopened: {{reopened}}',
    },
    es: {
      title: 'Lista de visitas por revisar',
      'column.ref': 'Revisión',
      'column.customer': 'Cliente',
      'column.type': 'Visita',
      'column.result': 'Resultado',
      'column.visitor': 'Visitado por',
      'column.completedAt': 'Completada',
      'column.who': 'Número',
      'type.setup': 'Instalación',
      'type.sales': 'Venta',
      'type.orientation': 'Orientación',
      'result.enrolled': 'Inscrito',
      'result.sold': 'Vendido',
      'result.oriented': 'Explicado',
      'result.partly': 'Explicado en parte',
      'result.followUp': 'Visita de seguimiento',
      'result.notInterested': 'Sin interés',
      notFor: 'Fue su propia visita; la revisa otra persona.',
      'first.reopened': 'reabierta',
      'why.entered': 'Una visita completada espera su revisión.',
      'why.reopened': 'La revisión se reabrió: {{reopened}}',
    },
  }),
});
