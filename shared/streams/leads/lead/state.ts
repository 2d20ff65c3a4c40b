import { DAY_MS } from '../../../core/day.ts';
import type { RecordStatus } from '../../../core/record-id.ts';
import type { OwnCallHours } from '../../calls/call/own-hours.ts';
import type { DispositionCode } from '../../calls/call/dispositions.ts';
import type { Both } from '../../../families/master-field.ts';

export const leadSources = ['import', 'event', 'DSA', 'doctor', 'walk-in', 'web', 'TPD', 'referral'] as const;
export const leadInterests = ['pharmacy', 'care', 'apparel'] as const;
export const consentChannels = ['call', 'sms', 'mail', 'web', 'paper', 'inPerson'] as const;

/** Display names of a lead's stages. */
export const leadStages = {
  New: { en: 'New', es: 'Nuevo' },
  Queued: { en: 'Queued', es: 'En cola' },
  CallbackDue: { en: 'Callback due', es: 'Devolución pendiente' },
  Appointment: { en: 'Appointment', es: 'Cita' },
  Converted: { en: 'Customer', es: 'Cliente' },
  Lost: { en: 'Lost', es: 'Perdido' },
  Dnc: { en: 'Do not call', es: 'No llamar' },
  Exhausted: { en: 'Exhausted', es: 'Agotado' },
} as const satisfies Readonly<Record<string, Both>>;
export type LeadStage = keyof typeof leadStages;
/** Stages in which the lead may still become a customer. */
export const openStages: readonly LeadStage[] = ['New', 'Queued', 'CallbackDue', 'Appointment'];

export interface LastCall {
  readonly id: number;
  readonly code: DispositionCode | null;
  readonly at: string;
  readonly by: string;
}

/** A potential customer. A phone number is one lead; entering it again is a touch. */
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
  /** The campaign's name when the lead was created. */
  readonly campaign?: string;
  readonly source: string | null;
  readonly language: string | null;
  readonly consent: string;
  readonly ownerId: number | null;
  readonly touches: number;
  readonly touchedAt?: string | null;
  /** Time of the touch before the last one, in case the last one is undone. */
  readonly touchedBefore?: string | null;
  readonly lostAt: string | null;
  /** Why it was lost or must not be called; null once it is open again. */
  readonly reason?: string | null;
  /** Id of the loss reason; null for leads lost before the list of reasons existed. */
  readonly reasonId?: number | null;
  readonly customerId?: number | null;
  /** The last event was a touch that reopened it. */
  readonly reopened?: boolean;
  /** Calls so far, answered or not. */
  readonly attempts?: number;
  /** Disposition of its last call. */
  readonly lastCall?: LastCall | null;
  /** Time of the next call, ISO. */
  readonly nextAt?: string | null;
  /** The promised time of which its owner was reminded, ISO. */
  readonly remindedOf?: string;
  /** Incremented each time it returns to the queue through no fault of its own. */
  readonly priority?: number;
  /** The hours in which the lead wants to be called. */
  readonly callHours?: OwnCallHours | null;
  /** The call that found the first number not to exist: the other one is dialled since. */
  readonly otherSince?: number | null;
  /** Its import was undone; it is shown nowhere. */
  readonly withdrawn?: true;
}

/** An attendee of an event may refer to their lead in any stage. */
export const leadStatus = (state: LeadState | undefined): RecordStatus =>
  state?.exists && !state.withdrawn ? 'active' : 'missing';

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

type Phones = Pick<LeadState, 'phone' | 'altPhone' | 'otherSince'>;
const calledOther = ({ altPhone, otherSince }: Omit<Phones, 'phone'>): string | null =>
  (otherSince != null && altPhone) || null;
/** The first number does not exist, and there is another one to be called. */
export const onOtherPhone = (state: Omit<Phones, 'phone'>): boolean => calledOther(state) !== null;
/** The number that is dialled. */
export const dialledPhone = (state: Phones): string => calledOther(state) ?? state.phone;
/** The number that is tried where the dialled one does not exist. */
export const otherPhones = (state: Phones): readonly string[] =>
  [state.phone, state.altPhone].flatMap((one) => (one && one !== dialledPhone(state) ? [one] : []));

/** Waits for its next call in the queue. */
export const leadWaits = ({ stage, withdrawn }: Pick<LeadState, 'stage' | 'withdrawn'>): boolean =>
  !withdrawn && (stage === 'New' || stage === 'Queued');

/** How long a lost lead keeps its number and is not contacted. */
export const quietMs = 30 * DAY_MS;
