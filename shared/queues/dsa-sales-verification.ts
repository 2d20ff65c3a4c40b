import type { StoredOf } from '../core/event.ts';
import { maskPhone, phoneKey } from '../core/phone.ts';
import { translations } from '../core/translations.ts';
import { entersAs, type QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import { hoursRefused } from '../streams/calls/call/rules.ts';
import { callTranslations } from '../streams/calls/call/translations.ts';
import type { dsasale } from '../streams/sales/dsasale/dsasale.ts';
import { saleRules } from '../streams/sales/dsasale/rules.ts';
import {
  disputeReasons,
  type DisputeReason,
  type DsaSaleFace,
  type DsaSaleState,
} from '../streams/sales/dsasale/state.ts';

interface SaleRow
  extends QueueRow, Pick<DsaSaleFace, 'order' | 'customer' | 'amountPaise' | 'dsa' | 'claimedBy'> {
  readonly phoneMasked: string;
  readonly calls: number;
  /** The customer confirmed this agent on a call. */
  readonly spoken: boolean;
  readonly dispute: DisputeReason | null;
  readonly disputeNote: string;
  readonly stage: 'claimed' | 'disputed';
}
type SaleEvent = StoredOf<(typeof dsasale.events)[keyof typeof dsasale.events]>;

function fold(row: SaleRow, event: SaleEvent): Partial<SaleRow> {
  switch (event.type) {
    case 'DsaSaleClaimed': {
      const { order, customer, amountPaise, dsa, claimedBy, phone } = event.data;
      return { order, customer, amountPaise, dsa, claimedBy, phoneMasked: maskPhone(phone) };
    }
    case 'DsaSaleCalled':
      return { calls: row.calls + 1, spoken: row.spoken || event.data.spoken };
    case 'DsaSaleDisputed': {
      const { reason, note } = event.data;
      return { stage: 'disputed', dispute: reason, disputeNote: note, why: 'why.disputed' };
    }
    default:
      return {};
  }
}
const held = { states: ['claimed', 'working'], mine: true } as const;

/** Orders claimed by direct selling agents: the customer is asked before anything is paid for them. */
export const dsaSalesVerification = defineQueue<SaleRow, SaleEvent>({
  ...saleRules,
  route: '/prescription/dsa-sales-verification',
  subject: 'dsasale',
  enter: {
    on: ['DsaSaleClaimed'],
    item(event) {
      const { data } = event;
      if (!('ref' in data)) throw new Error('Only a claimed sale enters this queue.');
      const { ref, pooId, language, phone, dsa, claimedBy } = data;
      return {
        ...entersAs(event, { ref, pooId }),
        language,
        phoneKey: phoneKey(phone),
        notFor: [dsa.empId, claimedBy.empId],
      };
    },
  },
  leave: ['DsaSaleConfirmed', 'DsaSaleRejected'],
  holds: ({ stage }: DsaSaleState) => stage === 'claimed' || stage === 'disputed',
  blank: (base) => ({
    ...base,
    order: '',
    customer: '',
    phoneMasked: '',
    amountPaise: 0,
    dsa: { empId: 0, name: '' },
    claimedBy: { empId: 0, name: '' },
    calls: 0,
    spoken: false,
    dispute: null,
    disputeNote: '',
    stage: 'claimed',
  }),
  fold,
  shut: (_row, { now, day }) => hoursRefused('service', now, day),
  rank: (row) => [row.enteredAt],
  notFor: ({ dsa, claimedBy }, empId) => empId === dsa.empId || empId === claimedBy.empId,
  sources: ['purchase', 'customer', 'employee'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 110, filter: 'text' },
    { name: 'dsa', kind: 'person', width: 150, flex: 1, filter: 'set' },
    { name: 'customer', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'order', kind: 'id', width: 160, filter: 'text' },
    { name: 'amountPaise', kind: 'money', width: 110 },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'stage', kind: 'status', of: 'stage', width: 110, filter: 'set' },
    { name: 'spoken', kind: 'yesNo', width: 100, filter: 'set' },
    { name: 'callable', kind: 'callable', width: 116 },
    { name: 'holder', kind: 'holder', width: 116, filter: 'set' },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'claimedBy', kind: 'person', width: 140, hidden: true, filter: 'set' },
    { name: 'calls', kind: 'number', width: 70, hidden: true },
    { name: 'dispute', kind: 'status', of: 'dispute', width: 170, hidden: true },
    { name: 'disputeNote', kind: 'text', width: 220, hidden: true },
  ],
  panel: [
    ...['dsa', 'claimedBy', 'customer', 'phoneMasked', 'order', 'amountPaise'],
    ...['stage', 'calls', 'spoken', 'dispute', 'disputeNote'],
  ],
  tones: { claimed: 'info', disputed: 'danger' },
  actions: [
    {
      ...held,
      name: 'confirm',
      command: 'confirm',
      key: 'o',
      right: 'approve',
      stages: ['claimed'],
      primary: true,
    },
    {
      ...held,
      name: 'settle',
      command: 'confirm',
      key: 'e',
      right: 'approve',
      stages: ['disputed'],
      inputs: [{ name: 'note', kind: 'paragraph', required: true }],
    },
    {
      ...held,
      name: 'dispute',
      command: 'dispute',
      key: 'u',
      right: 'edit',
      stages: ['claimed'],
      inputs: [
        { name: 'reason', kind: 'choice', of: 'dispute', options: [...disputeReasons], required: true },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
    {
      ...held,
      name: 'reject',
      command: 'reject',
      key: 'x',
      right: 'approve',
      stages: ['disputed'],
      danger: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  translations: translations({
    en: {
      ...callTranslations.en,
      title: 'DSA sales verification',
      'column.ref': 'Sale',
      'column.dsa': 'Agent',
      'column.claimedBy': 'Claimed by',
      'column.customer': 'Customer',
      'column.order': 'Order',
      'column.amountPaise': 'Amount',
      'column.enteredAt': 'Claimed',
      'column.stage': 'Status',
      'column.spoken': 'Confirmed by phone',
      'column.callable': 'Can be called',
      'column.phoneMasked': 'Phone',
      'column.calls': 'Calls',
      'column.dispute': 'Dispute reason',
      'column.disputeNote': 'What is disputed',
      'stage.claimed': 'To verify',
      'stage.disputed': 'Disputed',
      'dispute.notKnown': 'Customer does not know the agent',
      'dispute.notBought': 'Customer did not order',
      'dispute.otherAgent': 'Another agent made the sale',
      'dispute.amount': 'Wrong amount',
      'dispute.other': 'Other',
      'action.confirm': 'Confirm sale',
      'action.settle': 'Confirm after all',
      'action.dispute': 'Dispute',
      'action.reject': 'Reject sale',
      'ask.reason': 'Reason',
      'ask.note': 'Note',
      notFor: 'You sold or claimed it; somebody else must verify it.',
      'why.entered': 'The agent claims this sale; ask the customer by phone.',
      'why.disputed': 'Disputed: {{disputeNote}}',
    },
    es: {
      ...callTranslations.es,
      title: 'Verificación de ventas DSA',
      'column.ref': 'Venta',
      'column.dsa': 'Agente',
      'column.claimedBy': 'Reclamada por',
      'column.customer': 'Cliente',
      'column.order': 'Pedido',
      'column.amountPaise': 'Importe',
      'column.enteredAt': 'Reclamada',
      'column.stage': 'Estado',
      'column.spoken': 'Confirmada por teléfono',
      'column.callable': 'Se puede llamar',
      'column.phoneMasked': 'Teléfono',
      'column.calls': 'Llamadas',
      'column.dispute': 'Motivo de impugnación',
      'column.disputeNote': 'Qué se impugna',
      'stage.claimed': 'Por verificar',
      'stage.disputed': 'Impugnada',
      'dispute.notKnown': 'El cliente no conoce al agente',
      'dispute.notBought': 'El cliente no hizo el pedido',
      'dispute.otherAgent': 'La venta es de otro agente',
      'dispute.amount': 'Importe incorrecto',
      'dispute.other': 'Otro',
      'action.confirm': 'Confirmar venta',
      'action.settle': 'Confirmar de todos modos',
      'action.dispute': 'Impugnar',
      'action.reject': 'Rechazar venta',
      'ask.reason': 'Motivo',
      'ask.note': 'Nota',
      notFor: 'Usted la vendió o la reclamó; debe verificarla otra persona.',
      'why.entered': 'El agente reclama esta venta; pregunte al cliente por teléfono.',
      'why.disputed': 'Impugnada: {{disputeNote}}',
    },
  }),
});
