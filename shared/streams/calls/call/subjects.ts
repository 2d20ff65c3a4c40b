import { clockTime, DAY_MS } from '../../../core/day.ts';
import { streamKey, streamName } from '../../../core/event.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { notActive, type CustomerStatus } from '../../customers/customer-state-rules.ts';
import { dialled, type CustomerPhone } from '../../customers/customer-phones.ts';
import type { OwnCallHours } from './own-hours.ts';
import type { CustomerConsents } from '../../customers/customer-consents.ts';
import { dialledPhone, otherPhones, type LeadState } from '../../leads/lead/state.ts';
import type { ReminderState } from '../../delivery/reminder/state.ts';
import type { DsaSaleState } from '../../sales/dsasale/state.ts';
import type { SignupState } from '../../customers/signup/state.ts';
import type { CallPurpose } from './dispositions.ts';
import type { CallClass } from './hours.ts';
import { callLimits } from './limits.ts';

/** A person who can be called, as the calling rules see them. */
export interface Callee {
  readonly ref: string;
  readonly name: string;
  readonly phone: string;
  /** Their other numbers, the first to be tried first where that one does not exist. */
  readonly others?: readonly string[];
  readonly pooId: number | null;
  readonly language: string | null;
  readonly callClass: CallClass;
  readonly purpose: CallPurpose;
  /** Stream of the campaign they came by; it may pause or narrow the calls. */
  readonly campaign: string | null;
  /** The hours in which this person wants to be called, or the stream of the customer that knows them. */
  readonly hours?: OwnCallHours | null;
  readonly customer?: string | null;
  /** Why this person may not be called at all, whatever the hour. */
  readonly refused: Refusal | null;
}

const openLead: readonly LeadState['stage'][] = ['New', 'Queued', 'CallbackDue', 'Appointment'];

/** Why a lead may not get a promotional call: closed, do-not-call, or without valid consent. */
export function leadRefused(
  lead: Pick<LeadState, 'stage' | 'withdrawn' | 'consent' | 'touchedAt'>,
  now: number,
): Refusal | null {
  if (lead.stage === 'Dnc') return refuse('callDnc');
  if (lead.withdrawn || !openLead.includes(lead.stage)) return refuse('callClosed', 409);
  if (lead.consent === 'none') return refuse('callNoConsent');
  const enquired = lead.touchedAt ? Date.parse(lead.touchedAt) : now;
  return lead.consent === 'inferred' && now - enquired > callLimits.inferredConsentDays * DAY_MS
    ? refuse('callConsentOld')
    : null;
}

const campaignStream = (kind: string, id: number | null | undefined): string | null =>
  id == null ? null : `master-${kind}-${id}`;

function ofLead(state: LeadState, key: string, now: number): Callee | null {
  if (!state.exists) return null;
  return {
    ref: reference('LD', key),
    name: state.name,
    phone: dialledPhone(state),
    others: otherPhones(state),
    pooId: state.pooId,
    language: state.language,
    callClass: 'promotional',
    purpose: state.stage === 'CallbackDue' ? 'callback' : 'lead',
    campaign: campaignStream('leadCampaignName', state.campaignId),
    hours: state.callHours ?? null,
    refused: leadRefused(state, now),
  };
}

interface CalledCustomer extends CustomerStatus {
  readonly name: string;
  readonly phones: readonly CustomerPhone[];
  readonly pooId: number | null;
  readonly language: string | null;
  readonly consents: CustomerConsents;
  readonly callHours?: OwnCallHours | null;
}

function ofCustomer(state: CalledCustomer, key: string): Callee | null {
  if (state.stage === 'none') return null;
  const calling = state.consents.calling;
  return {
    ref: reference('CU', key),
    name: state.name,
    phone: dialled(state.phones)?.phone ?? '',
    pooId: state.pooId,
    language: state.language,
    callClass: 'service',
    purpose: 'adhoc',
    campaign: null,
    hours: state.callHours ?? null,
    refused: notActive(state) ?? (calling && !calling.given ? refuse('callDnc') : null),
  };
}

function ofSignup(state: SignupState, key: string): Callee | null {
  const { applicant, pooId } = state.record;
  if (state.touchedAt === null) return null;
  return {
    ref: reference('SG', key),
    name: applicant.name ?? '',
    phone: applicant.phone ?? '',
    pooId,
    language: applicant.language,
    callClass: 'service',
    purpose: 'signup-verify',
    campaign: campaignStream('campaign', state.record.campaignId),
    refused:
      state.stage === 'rejected' || state.stage === 'abandoned' || state.stage === 'completed'
        ? refuse('callClosed', 409)
        : null,
  };
}

function ofReminder({ face, stage, callAt }: ReminderState, _key: string, now: number): Callee | null {
  if (!face) return null;
  const from = callAt === null ? now : Date.parse(callAt);
  const early =
    from > now
      ? refuse('callTooSoon', 422, { time: clockTime(from), opens: new Date(from).toISOString() })
      : null;
  return {
    ref: face.number,
    name: face.customer,
    phone: face.phone,
    others: face.others ?? [],
    pooId: face.pooId,
    language: face.language,
    callClass: 'service',
    purpose: 'delivery-reminder',
    campaign: null,
    customer: face.customerId === null ? null : `customer-${face.customerId}`,
    refused: stage === 'due' ? early : refuse('callClosed', 409),
  };
}

function ofSale({ face, stage }: DsaSaleState): Callee | null {
  if (!face) return null;
  return {
    ref: face.ref,
    name: face.customer,
    phone: face.phone,
    pooId: face.pooId,
    language: face.language,
    callClass: 'service',
    purpose: 'dsa-sale-verify',
    campaign: null,
    customer: face.customerId === null ? null : `customer-${face.customerId}`,
    refused: stage === 'claimed' || stage === 'disputed' ? null : refuse('callClosed', 409),
  };
}

const readers: Readonly<Record<string, (state: any, key: string, now: number) => Callee | null>> = {
  lead: ofLead,
  customer: ofCustomer,
  signup: ofSignup,
  reminder: ofReminder,
  dsasale: ofSale,
};

/** Streams whose records can be called. */
export const calledStreams = Object.keys(readers);

const queues: Readonly<Record<string, readonly string[]>> = {
  lead: ['pharma-lead-queue', 'pharmaLeadRemainder'],
  signup: ['signup-queue'],
  reminder: ['deliveryReminders'],
  dsasale: ['dsaSalesVerification'],
};

/** Queues that may contain this subject; an open item there must be held by the caller. */
export const queuesOf = (subject: string): readonly string[] => queues[streamName(subject)] ?? [];

/** The callee behind a stream id, or null when that record cannot be called. */
export function calleeOf(subject: string, state: unknown, now: number): Callee | null {
  return readers[streamName(subject)]?.(state, streamKey(subject), now) ?? null;
}
