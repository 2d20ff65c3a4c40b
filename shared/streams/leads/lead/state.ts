import { DAY_MS } from '../../../core/day.ts';
import type { Fact } from '../../../core/event.ts';
import type { Both } from '../../../families/master-field.ts';

export const leadSources = ['import', 'event', 'DSA', 'doctor', 'walk-in', 'web', 'TPD', 'referral'] as const;
export const leadInterests = ['pharmacy', 'care', 'apparel'] as const;
export const consentChannels = ['call', 'sms', 'mail', 'web', 'paper', 'inPerson'] as const;

/** Where a lead stands, as people read it. */
export const leadStages = {
  New: { en: 'New', es: 'Nuevo' },
  Queued: { en: 'Queued', es: 'En cola' },
  Converted: { en: 'Customer', es: 'Cliente' },
  Lost: { en: 'Lost', es: 'Perdido' },
  Dnc: { en: 'Do not call', es: 'No llamar' },
} as const satisfies Readonly<Record<string, Both>>;
export type LeadStage = keyof typeof leadStages;
/** Somebody may still become a customer. */
export const openStages: readonly LeadStage[] = ['New', 'Queued'];

/** Somebody who may become a customer. A phone number is one lead: when it comes again, that is a touch. */
export interface LeadState {
  readonly exists: boolean;
  readonly stage: LeadStage;
  readonly name: string;
  readonly phone: string;
  readonly altPhone: string | null;
  readonly email: string | null;
  readonly pincode: string | null;
  readonly pooId: number | null;
  readonly interest: string | null;
  readonly listId: number | null;
  readonly campaignId: number | null;
  readonly source: string | null;
  readonly language: string | null;
  readonly consent: string;
  readonly ownerId: number | null;
  readonly touches: number;
  readonly touchedAt?: string | null;
  /** When it had come before its last touch, in case that one is taken back. */
  readonly touchedBefore?: string | null;
  readonly lostAt: string | null;
  /** Why it was given up or is not to be called; empty once it is open again. */
  readonly reason?: string | null;
  /** The reason of the list for which it was given up; of what was lost before there was a list, none. */
  readonly reasonId?: number | null;
  readonly customerId?: number | null;
  /** The last thing that happened was a touch that began it anew. */
  readonly reopened?: boolean;
  /** Came with an import that was taken back: on no list any more. */
  readonly withdrawn?: true;
}

export const noLead = (): LeadState => ({
  exists: false,
  stage: 'New',
  name: '',
  phone: '',
  altPhone: null,
  email: null,
  pincode: null,
  pooId: null,
  interest: null,
  listId: null,
  campaignId: null,
  source: null,
  language: null,
  consent: 'none',
  ownerId: null,
  touches: 0,
  lostAt: null,
});

/** So long a lead that was given up keeps its number, and is left alone. */
export const quietMs = 30 * DAY_MS;

export function evolveLead(state: LeadState, event: Fact): LeadState {
  const { data, at } = event;
  switch (event.type) {
    case 'LeadCreated':
      return { ...state, ...data, exists: true, touches: 1, touchedAt: at };
    case 'LeadQueued':
      return { ...state, stage: 'Queued' };
    case 'LeadTouchRecorded':
      return {
        ...state,
        touches: state.touches + 1,
        touchedBefore: state.touchedAt ?? null,
        touchedAt: at,
        ...(state.reopened ? { reopened: false } : {}),
      };
    case 'LeadTouchWithdrawn':
      return { ...state, touches: state.touches - 1, touchedAt: state.touchedBefore ?? null };
    case 'LeadWithdrawn':
      return { ...state, withdrawn: true };
    case 'LeadDetailsUpdated':
      return { ...state, ...data };
    case 'LeadReassigned':
      return { ...state, ownerId: data.ownerId };
    case 'LeadLost':
      return { ...state, stage: 'Lost', lostAt: at, reason: data.reason, reasonId: data.reasonId ?? null };
    case 'LeadReopened':
      return { ...state, stage: 'Queued', lostAt: null, reason: null, reasonId: null, ...(data.reason === 'touch' ? { reopened: true } : {}) };
    case 'LeadMarkedDnc':
      return { ...state, stage: 'Dnc', reason: data.reason, reasonId: null };
    case 'LeadConsentRenewed':
      return { ...state, stage: 'Queued', lostAt: null, reason: null, reasonId: null, consent: 'explicit' };
    case 'LeadConverted':
      return { ...state, stage: 'Converted', lostAt: null, reason: null, reasonId: null, customerId: data.customerId };
    default:
      return state;
  }
}
