import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import * as calling from './calling.ts';
import { setCallHours } from './call-hours.ts';
import * as life from './life.ts';
import { arrive, createLead, withdraw } from './making.ts';
import { evolveLead } from './evolve.ts';
import type { LeadEvent } from './events.ts';
import { leadStatus, noLead, type LeadState } from './state.ts';
import { leadTranslations } from './translations.ts';

/** A potential customer, from the first enquiry to the sign-up. Calls are streams of their own. */
export const lead = defineStream<LeadState, LeadEvent>({
  name: 'lead',
  events: {
    LeadCreated: true,
    LeadTouchRecorded: true,
    LeadTouchWithdrawn: true,
    LeadDetailsUpdated: true,
    LeadReassigned: true,
    LeadQueued: true,
    LeadRequeued: true,
    LeadCallStarted: true,
    LeadDispositioned: true,
    LeadCallbackScheduled: true,
    LeadCallbackReminded: true,
    LeadAppointmentFixed: true,
    LeadConverted: true,
    LeadExhausted: true,
    LeadLost: true,
    LeadReopened: true,
    LeadMarkedDnc: true,
    LeadConsentRenewed: true,
    LeadCallHoursSet: true,
    LeadNumberSwitched: true,
    LeadWithdrawn: true,
  },
  numbered: true,
  area: 'leads',
  state: 3,
  initial: noLead,
  about: {
    prefix: 'LD',
    needs: ['Masters/leadCreation:view', 'Out Bound/pharmaLead:view'],
    there: ({ exists, withdrawn }) => exists && withdrawn !== true,
    sees: ({ pooId }, viewer) => pooId === null || inPoos(viewer, pooId),
  },
  evolve: evolveLead,
  mergedFields: [
    'name',
    'altPhone',
    'email',
    'pincode',
    'interest',
    'language',
    'ownerId',
    'nextAt',
    'callHours',
  ],
  visible: (state, viewer) => state.pooId === null || inPoos(viewer, state.pooId),
  status: leadStatus,
  commands: {
    createLead,
    arrive,
    withdraw,
    ...life,
    setCallHours,
    noteCall: calling.noteCall,
    settleCall: calling.settleCall,
    requeue: calling.requeue,
    remindCallback: calling.remindCallback,
    moveCallback: calling.moveCallback,
  },
  translations: leadTranslations,
  story: [
    {
      as: 'system',
      stream: 'lead-1',
      command: 'createLead',
      input: { name: 'Mohan Rao', phone: '5550110021', pincode: '560041', pooId: 1, source: 'event' },
    },
    { as: 'admin', stream: 'lead-1', command: 'recordTouch', input: { source: 'web' } },
    { as: 'admin', stream: 'lead-1', command: 'reassign', input: { ownerId: 101 } },
    {
      as: 'system',
      stream: 'master-reason-1',
      command: 'create',
      input: { fields: { vCode: 'OTHER', vName: 'Other', vReasonGroup: 'call-lost', bNeedsText: 1 } },
    },
    { as: 'admin', stream: 'lead-1', command: 'markLost', input: { reasonId: 1, note: 'Moved away' } },
    { as: 'admin', stream: 'lead-1', command: 'markDnc', input: { reason: 'Asked not to be called again' } },
    {
      as: 'admin',
      stream: 'lead-1',
      command: 'renewConsent',
      input: { channel: 'web', proof: 'Form on the web site of 18-11-2026' },
    },
    { as: 'system', stream: 'lead-1', command: 'convert', input: { customerId: 90, signupId: 301 } },
  ],
});
