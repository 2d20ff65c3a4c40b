import { callLease } from '../../streams/calls/lease-groups.ts';
import { maskPhone } from '../../core/phone.ts';
import { translations } from '../../core/translations.ts';
import { defineQueue } from '../../families/queue.ts';
import { callLimits } from '../../streams/calls/call/limits.ts';
import { callTranslations } from '../../streams/calls/call/translations.ts';
import type { lead } from '../../streams/leads/lead/lead.ts';
import type { LeadState } from '../../streams/leads/lead/state.ts';
import {
  blankLead,
  closeLead,
  foldLead,
  leadHoursShut,
  turnRowShut,
  type LeadQueueEvent,
  type LeadRow,
} from './row.ts';

const minute = 60_000;

interface CallbackRow extends LeadRow {
  readonly dueAt: string;
  readonly owner: { readonly empId: number; readonly name: string };
  /** Until then it is the owner's alone. */
  readonly firstUntil: string;
  readonly promised: string;
}

function fold(row: CallbackRow, event: LeadQueueEvent): Partial<CallbackRow> {
  const known = foldLead(row, event);
  if (event.type !== 'LeadCallbackScheduled') return known;
  const { at, owner, note, face } = event.data;
  const firstUntil = new Date(Date.parse(at) + callLimits.ownerFirstMs).toISOString();
  return {
    ...known,
    phoneMasked: maskPhone(face.phoneKey),
    dueAt: at,
    owner,
    firstUntil,
    promised: note,
    why: 'why.entered',
  };
}

/** Callbacks that were promised: due to the person who promised, then to everybody. */
export const pharmaLeadRemainder = defineQueue<CallbackRow, LeadQueueEvent, keyof typeof lead.events>({
  name: 'pharmaLeadRemainder',
  route: '/outBound/pharmaLeadRemainder',
  group: 'Out Bound',
  entity: 'pharmaLeadRemainder',
  subject: 'lead',
  lease: callLease,
  dial: 'promotional',
  viewVersion: 3,
  sla: { clock: 'always', warnMs: 0, breachMs: 15 * minute },
  enter: {
    on: ['LeadCallbackScheduled'],
    item: (event) => {
      if (event.type !== 'LeadCallbackScheduled') return null;
      const { at, owner, face } = event.data;
      const due = Date.parse(at);
      const { ref, pooId, language, priority, phoneKey } = face;
      const first = { ...owner, until: due + callLimits.ownerFirstMs };
      return {
        subject: event.stream,
        ref,
        pooId,
        language,
        enteredAt: Date.parse(event.at),
        clockFrom: due,
        priority,
        phoneKey,
        notBefore: due,
        first,
      };
    },
  },
  leave: [
    'LeadLost',
    'LeadMarkedDnc',
    'LeadConverted',
    'LeadAppointmentFixed',
    'LeadExhausted',
    'LeadRequeued',
    'LeadWithdrawn',
  ],
  holds: ({ stage }: LeadState) => stage === 'CallbackDue',
  blank: (base) => ({
    ...blankLead(base),
    dueAt: base.enteredAt,
    owner: { empId: 0, name: '' },
    firstUntil: base.enteredAt,
    promised: '',
  }),
  fold,
  shut: (row, { now, empId, day }) => turnRowShut(row, empId, now) ?? leadHoursShut(row, now, day),
  rank: (row) => [row.dueAt],
  sources: ['lead'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'name', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'dueAt', kind: 'datetime', width: 164 },
    { name: 'owner', kind: 'person', width: 140, flex: 1, filter: 'set' },
    { name: 'callable', kind: 'callable', width: 150, flex: 1 },
    { name: 'promised', kind: 'text', width: 170 },
    { name: 'holder', kind: 'holder', width: 140, filter: 'set' },
    { name: 'calls', kind: 'number', width: 70 },
    { name: 'campaign', kind: 'text', width: 130, hidden: true, filter: 'set' },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, hidden: true, filter: 'set' },
    { name: 'state', kind: 'status', of: 'state', width: 104, hidden: true, filter: 'set' },
    { name: 'lastCode', kind: 'status', of: 'disposition', width: 130, hidden: true, filter: 'set' },
  ],
  actions: [
    {
      name: 'moveCallback',
      command: 'moveCallback',
      key: 'r',
      right: 'edit',
      versioned: true,
      inputs: [
        { name: 'at', kind: 'datetime', from: 'today', required: true },
        { name: 'reason', kind: 'paragraph', required: true },
      ],
    },
    ...closeLead,
  ],
  translations: translations({
    en: {
      ...callTranslations.en,
      title: 'Callbacks',
      'column.ref': 'Lead',
      'column.name': 'Name',
      'column.dueAt': 'Promised for',
      'column.owner': 'Promised by',
      'column.callable': 'Can be called',
      'column.promised': 'Note',
      'column.calls': 'Calls',
      'column.campaign': 'Campaign',
      'column.phoneMasked': 'Phone',
      'column.lastCode': 'Last call',
      'action.moveCallback': 'Reschedule callback',
      'action.markDnc': 'Do not call',
      'action.markLost': 'Mark as lost',
      'ask.reasonId': 'Reason',
      'ask.note': 'Note',
      'ask.at': 'New time',
      'why.entered': '{{name}} promised to call back.',
      'why.other': 'The first number does not exist; the other one, {{phoneMasked}}, is called.',
      'why.again': 'A promised callback that has not reached anybody yet.',
    },
    es: {
      ...callTranslations.es,
      title: 'Devoluciones de llamada',
      'column.ref': 'Prospecto',
      'column.name': 'Nombre',
      'column.dueAt': 'Prometida para',
      'column.owner': 'Prometida por',
      'column.callable': 'Se puede llamar',
      'column.promised': 'Nota',
      'column.calls': 'Llamadas',
      'column.campaign': 'Campaña',
      'column.phoneMasked': 'Teléfono',
      'column.lastCode': 'Última llamada',
      'action.moveCallback': 'Reprogramar la llamada',
      'action.markDnc': 'No llamar',
      'action.markLost': 'Dar por perdido',
      'ask.reasonId': 'Motivo',
      'ask.note': 'Nota',
      'ask.at': 'Nueva hora',
      'why.entered': '{{name}} prometió devolver la llamada.',
      'why.other': 'El primer número no existe; se llama al otro, {{phoneMasked}}.',
      'why.again': 'Una llamada prometida que aún no se logró.',
    },
  }),
});
