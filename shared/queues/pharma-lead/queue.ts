import { callLease } from '../../streams/calls/lease-groups.ts';
import { translations } from '../../core/translations.ts';
import { defineQueue } from '../../families/queue.ts';
import { callTranslations } from '../../streams/calls/call/translations.ts';
import type { lead } from '../../streams/leads/lead/lead.ts';
import type { LeadState } from '../../streams/leads/lead/state.ts';
import { leadWaits } from '../../streams/leads/lead/state.ts';
import {
  blankLead,
  enteringLead,
  faceIn,
  foldLead,
  leadRowShut,
  type LeadQueueEvent,
  type LeadRow,
} from './row.ts';

const minute = 60_000;

/** Leads that wait for a call. */
export const pharmaLeadQueue = defineQueue<LeadRow, LeadQueueEvent, keyof typeof lead.events>({
  name: 'pharma-lead-queue',
  route: '/outBound/pharma-lead-queue',
  group: 'Out Bound',
  entity: 'pharma-lead-queue',
  subject: 'lead',
  lease: callLease,
  dial: 'promotional',
  sla: { clock: 'business', warnMs: 30 * minute, breachMs: 120 * minute },
  enter: {
    on: ['LeadCreated', 'LeadRequeued', 'LeadReopened', 'LeadConsentRenewed'],
    item: (event) => {
      const face = faceIn(event);
      return face && enteringLead(event, face);
    },
  },
  leave: [
    'LeadLost',
    'LeadMarkedDnc',
    'LeadConverted',
    'LeadAppointmentFixed',
    'LeadExhausted',
    'LeadCallbackScheduled',
    'LeadWithdrawn',
  ],
  holds: (state: LeadState) => leadWaits(state),
  blank: blankLead,
  fold: foldLead,
  shut: (row, { now, day }) => leadRowShut(row, now, day),
  /** Priority, then fewest attempts, then longest wait. */
  rank: (row) => [-row.priority, row.calls, row.enteredAt],
  sources: ['lead'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'name', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'callable', kind: 'callable', width: 150, flex: 1 },
    { name: 'enteredAt', kind: 'age', width: 80 },
    { name: 'calls', kind: 'number', width: 70 },
    { name: 'lastCode', kind: 'status', of: 'disposition', width: 130, filter: 'set' },
    { name: 'holder', kind: 'holder', width: 140, flex: 1, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, filter: 'set' },
    { name: 'source', kind: 'status', of: 'source', width: 96, filter: 'set' },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'pincode', kind: 'id', width: 84, hidden: true, filter: 'text' },
    { name: 'consent', kind: 'status', of: 'consent', width: 96, hidden: true, filter: 'set' },
    { name: 'state', kind: 'status', of: 'state', width: 104, hidden: true, filter: 'set' },
    { name: 'attempts', kind: 'number', width: 90, hidden: true },
  ],
  actions: [
    {
      name: 'markDnc',
      command: 'markDnc',
      key: 'x',
      right: 'edit',
      danger: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  translations: translations({
    en: {
      ...callTranslations.en,
      title: 'Pharma lead queue',
      'column.ref': 'Lead',
      'column.name': 'Name',
      'column.callable': 'Can be called',
      'column.phoneMasked': 'Phone',
      'column.pincode': 'Pincode',
      'column.source': 'Source',
      'column.consent': 'Consent',
      'column.calls': 'Calls',
      'column.lastCode': 'Last call',
      'action.markDnc': 'Do not call',
      'source.import': 'Import',
      'source.event': 'Event',
      'source.DSA': 'DSA',
      'source.doctor': 'Doctor',
      'source.walk-in': 'Walk-in',
      'source.web': 'Web',
      'source.TPD': 'TPD',
      'source.referral': 'Referral',
      'consent.none': 'None',
      'consent.inferred': 'Inferred',
      'consent.explicit': 'Explicit',
      'why.entered': 'A new lead; the first call is due.',
      'why.again': 'Called before without a result; it is time for another try.',
    },
    es: {
      ...callTranslations.es,
      title: 'Cola de prospectos de farmacia',
      'column.ref': 'Prospecto',
      'column.name': 'Nombre',
      'column.callable': 'Se puede llamar',
      'column.phoneMasked': 'Teléfono',
      'column.pincode': 'Código postal',
      'column.source': 'Origen',
      'column.consent': 'Consentimiento',
      'column.calls': 'Llamadas',
      'column.lastCode': 'Última llamada',
      'action.markDnc': 'No llamar',
      'source.import': 'Importación',
      'source.event': 'Evento',
      'source.DSA': 'DSA',
      'source.doctor': 'Médico',
      'source.walk-in': 'Visita espontánea',
      'source.web': 'Web',
      'source.TPD': 'TPD',
      'source.referral': 'Recomendación',
      'consent.none': 'Ninguno',
      'consent.inferred': 'Implícito',
      'consent.explicit': 'Explícito',
      'why.entered': 'Prospecto nuevo; toca la primera llamada.',
      'why.again': 'Llamado antes sin resultado; toca otro intento.',
    },
  }),
});
