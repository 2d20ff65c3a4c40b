import type { StoredOf } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import { followUpOutcomes, type FollowUpState } from '../streams/calls/followup/state.ts';
import type { followup } from '../streams/calls/followup/followup.ts';

interface OrderRow extends QueueRow {
  readonly subject: string;
  readonly subjectRef: string;
  readonly name: string;
  readonly note: string;
  readonly owner: { readonly empId: number; readonly name: string };
  readonly dueAt: string;
  readonly takenAt: string;
}
type OrderEvent = StoredOf<(typeof followup.events)[keyof typeof followup.events]>;

const hour = 3_600_000;

/** Orders taken on the phone, with their next due step, owner and outcome. */
export const customerOrders = defineQueue<OrderRow, OrderEvent>({
  name: 'customerOrders',
  route: '/customerOrders',
  group: 'Out Bound',
  entity: 'pharmaLead',
  subject: 'followup',
  lease: null,
  sla: { clock: 'business', warnMs: 0, breachMs: 2 * hour },
  enter: {
    on: ['FollowUpOpened', 'FollowUpMoved'],
    item(event) {
      if (event.type !== 'FollowUpOpened' && event.type !== 'FollowUpMoved') return null;
      const { face, dueAt } = event.data;
      return {
        subject: event.stream,
        ref: face.ref,
        pooId: face.pooId,
        language: face.language,
        enteredAt: Date.parse(face.takenAt),
        clockFrom: Date.parse(dueAt),
      };
    },
  },
  leave: ['FollowUpClosed'],
  holds: ({ stage }: FollowUpState) => stage === 'open',
  blank: (base) => ({
    ...base,
    subject: '',
    subjectRef: '',
    name: '',
    note: '',
    owner: { empId: 0, name: '' },
    dueAt: base.enteredAt,
    takenAt: base.enteredAt,
  }),
  fold(_row, event) {
    switch (event.type) {
      case 'FollowUpOpened': {
        const { subject, subjectRef, name, note, takenAt } = event.data.face;
        return { subject, subjectRef, name, note, takenAt, owner: event.data.owner, dueAt: event.data.dueAt };
      }
      case 'FollowUpMoved':
        return { dueAt: event.data.dueAt, why: 'why.moved' };
      case 'FollowUpGiven':
        return { owner: event.data.owner };
      default:
        return {};
    }
  },
  rank: (row) => [row.dueAt],
  sources: ['lead', 'customer'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'name', kind: 'text', width: 160, flex: 2, filter: 'text' },
    { name: 'subjectRef', kind: 'id', width: 108, filter: 'text' },
    { name: 'note', kind: 'text', width: 260, flex: 3 },
    { name: 'dueAt', kind: 'datetime', width: 150 },
    { name: 'owner', kind: 'person', width: 140, flex: 1, filter: 'set' },
    { name: 'takenAt', kind: 'datetime', width: 150 },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, hidden: true, filter: 'set' },
  ],
  panel: ['name', 'subjectRef', 'note', 'owner', 'dueAt', 'takenAt'],
  actions: [
    {
      name: 'close',
      command: 'close',
      key: 'e',
      right: 'edit',
      primary: true,
      inputs: [
        { name: 'outcome', kind: 'choice', required: true, options: followUpOutcomes, of: 'outcome' },
        { name: 'note', kind: 'text', required: true },
      ],
    },
    {
      name: 'move',
      command: 'move',
      key: 'r',
      right: 'edit',
      versioned: true,
      inputs: [
        { name: 'at', kind: 'datetime', from: 'today', required: true },
        { name: 'reason', kind: 'paragraph', required: true },
      ],
    },
    {
      name: 'give',
      command: 'give',
      key: 'g',
      right: 'approve',
      inputs: [{ name: 'empId', kind: 'employee', required: true }],
    },
  ],
  translations: translations({
    en: {
      title: 'Lead & Follow-Up: orders',
      'column.ref': 'Follow-up',
      'column.name': 'Customer',
      'column.subjectRef': 'Number',
      'column.note': 'Order',
      'column.dueAt': 'Due',
      'column.owner': 'Owner',
      'column.takenAt': 'Taken',
      'action.close': 'Close',
      'action.move': 'Reschedule',
      'action.give': 'Assign',
      'ask.outcome': 'Outcome',
      'ask.note': 'What happened',
      'ask.at': 'New time',
      'ask.empId': 'Owner',
      'outcome.ordered': 'Order placed',
      'outcome.prescriptionSent': 'Prescription received',
      'outcome.givenUp': 'Customer does not order',
      'why.entered': 'An order was taken on the phone; it is not placed yet.',
      'why.moved': 'The customer asked to be contacted at another time.',
    },
    es: {
      title: 'Prospectos y seguimiento: pedidos',
      'column.ref': 'Seguimiento',
      'column.name': 'Cliente',
      'column.subjectRef': 'Número',
      'column.note': 'Pedido',
      'column.dueAt': 'Vence',
      'column.owner': 'Responsable',
      'column.takenAt': 'Tomado',
      'action.close': 'Cerrar',
      'action.move': 'Reprogramar',
      'action.give': 'Asignar',
      'ask.outcome': 'Resultado',
      'ask.note': 'Qué ocurrió',
      'ask.at': 'Nueva hora',
      'ask.empId': 'Responsable',
      'outcome.ordered': 'Pedido realizado',
      'outcome.prescriptionSent': 'Receta recibida',
      'outcome.givenUp': 'El cliente no hace el pedido',
      'why.entered': 'Se tomó un pedido por teléfono; aún no está realizado.',
      'why.moved': 'El cliente pidió que se le contacte en otro momento.',
    },
  }),
});
