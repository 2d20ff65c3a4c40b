import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { CallPurpose, DispositionCode } from './dispositions.ts';
import type { CallClass } from './hours.ts';

/** An employee on a call. */
export interface CallPerson {
  readonly empId: number;
  readonly name: string;
}

/** Callee and purpose, as every screen shows them; the number itself stays with the subject. */
export interface CallFace {
  readonly ref: string;
  readonly direction: 'out' | 'in';
  readonly purpose: CallPurpose;
  readonly callClass: CallClass;
  readonly series: '140' | '1600';
  /** Stream of the callee: `lead-10021`. */
  readonly subject: string;
  readonly subjectRef: string;
  readonly name: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly phoneKey: string;
  readonly phoneMasked: string;
  /** The queue item being worked on, or null for a call outside the queues. */
  readonly item: string | null;
  readonly agent: CallPerson;
  /** Why the agent called despite the calling hours (clinical only). */
  readonly reason: string | null;
  /** The number tried next where this one does not exist, masked; older faces and people with one number have none. */
  readonly otherMasked?: string;
  /** Number of this attempt on the phone number today. */
  readonly attempt: number;
}

export type ProviderStatus = 'busy' | 'no-answer' | 'failed';
export type EndedBy = 'agent' | 'customer' | 'unknown';

export interface Disposition {
  readonly code: DispositionCode;
  readonly notes: string;
  readonly nextAt: string | null;
  readonly appointmentId: number | null;
  readonly reasonId: number | null;
  readonly customerId: number | null;
  readonly language: string | null;
}

export type CallEvent =
  | Event<'CallPlaced', { readonly face: CallFace }>
  | Event<'CallRinging', { readonly providerCallId: string | null }>
  | Event<'CallConnected', { readonly providerCallId: string | null; readonly at: string }>
  | Event<'CallNotConnected', { readonly status: ProviderStatus; readonly empId: number }>
  | Event<'CallHeld', object>
  | Event<'CallResumed', object>
  | Event<'CallMuted', { readonly muted: boolean }>
  | Event<'CallTransferred', { readonly from: CallPerson; readonly to: CallPerson }>
  | Event<'CallConferenced', { readonly with: CallPerson }>
  | Event<'CallConsentRecorded', { readonly given: boolean }>
  | Event<'CallHangUpAsked', object>
  | Event<'CallNoted', { readonly notes: string }>
  | Event<
      'CallEnded',
      {
        readonly by: EndedBy;
        readonly at: string;
        readonly talkSec: number;
        readonly holdSec: number;
        readonly empId: number;
      }
    >
  | Event<
      'CallWrapUpOverdue',
      { readonly agent: CallPerson; readonly ref: string; readonly pooId: number | null }
    >
  | Event<'CallDispositioned', Settled>
  | Event<'CallAutoDispositioned', Settled>
  | Event<'CallDispositionCorrected', Settled & { readonly from: DispositionCode; readonly reason: string }>
  | Event<'CallRecordingAttached', { readonly url: string; readonly seconds: number }>;

/** A disposition with the call data its subscribers need. */
export interface Settled extends Disposition {
  readonly subject: string;
  readonly item: string | null;
  readonly agent: CallPerson;
  readonly ref: string;
  readonly pooId: number | null;
  readonly phoneKey: string;
  readonly callClass: CallClass;
  readonly connected: boolean;
  readonly talkSec: number;
  readonly wrapSec: number;
  /** When the callee answered, or else was dialled. */
  readonly calledAt?: string | null;
  /** When the subject may be tried again, where it is not settled. */
  readonly retryAt: string | null;
  /** Key of the number that is tried next, where this one does not exist. */
  readonly nextKey?: string;
}

export type CallStage =
  | 'none'
  | 'dialling'
  | 'ringing'
  | 'connected'
  | 'held'
  | 'wrapUp'
  | 'overdue'
  | 'done';

export interface CallState {
  readonly id: string;
  readonly stage: CallStage;
  readonly face: CallFace | null;
  readonly agent: CallPerson | null;
  readonly providerCallId: string | null;
  readonly placedAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  readonly heldAt: string | null;
  readonly holdSec: number;
  readonly talkSec: number;
  readonly muted: boolean;
  readonly hangUpAsked: boolean;
  readonly status: ProviderStatus | null;
  readonly endedBy: EndedBy | null;
  /** The callee's answer to the recording announcement; null: announced, not answered. */
  readonly consent: boolean | null;
  readonly conference: readonly CallPerson[];
  readonly notes: string;
  readonly disposition: Disposition | null;
  readonly dispositionedAt: string | null;
  readonly recording: { readonly url: string; readonly seconds: number } | null;
}

export const noCall = (key: string): CallState => ({
  id: key,
  stage: 'none',
  face: null,
  agent: null,
  providerCallId: null,
  placedAt: null,
  answeredAt: null,
  endedAt: null,
  heldAt: null,
  holdSec: 0,
  talkSec: 0,
  muted: false,
  hangUpAsked: false,
  status: null,
  endedBy: null,
  consent: null,
  conference: [],
  notes: '',
  disposition: null,
  dispositionedAt: null,
  recording: null,
});

export const isLive = ({ stage }: Pick<CallState, 'stage'>): boolean => stage !== 'none' && stage !== 'done';
export const onLine = ({ stage }: Pick<CallState, 'stage'>): boolean =>
  stage === 'connected' || stage === 'held';

const seconds = (from: string | null, to: string): number =>
  from === null ? 0 : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

function dispositionIn({
  code,
  notes,
  nextAt,
  appointmentId,
  reasonId,
  customerId,
  language,
}: Settled): Disposition {
  return { code, notes, nextAt, appointmentId, reasonId, customerId, language };
}

export function evolveCall(state: CallState, event: RecordedEventOf<CallEvent>): CallState {
  switch (event.type) {
    case 'CallPlaced': {
      const { face } = event.data;
      return { ...state, stage: 'dialling', face, agent: face.agent, placedAt: event.at };
    }
    case 'CallRinging':
      return {
        ...state,
        stage: 'ringing',
        providerCallId: event.data.providerCallId ?? state.providerCallId,
      };
    case 'CallConnected':
      return {
        ...state,
        stage: 'connected',
        providerCallId: event.data.providerCallId ?? state.providerCallId,
        answeredAt: event.data.at,
      };
    case 'CallNotConnected':
      return { ...state, stage: 'wrapUp', status: event.data.status, endedAt: event.at };
    case 'CallHeld':
      return { ...state, stage: 'held', heldAt: event.at };
    case 'CallResumed':
      return {
        ...state,
        stage: 'connected',
        heldAt: null,
        holdSec: state.holdSec + seconds(state.heldAt, event.at),
      };
    case 'CallMuted':
      return { ...state, muted: event.data.muted };
    case 'CallTransferred':
      return { ...state, agent: event.data.to };
    case 'CallConferenced':
      return { ...state, conference: [...state.conference, event.data.with] };
    case 'CallConsentRecorded':
      return { ...state, consent: event.data.given };
    case 'CallHangUpAsked':
      return { ...state, hangUpAsked: true };
    case 'CallNoted':
      return { ...state, notes: event.data.notes };
    case 'CallEnded':
      return {
        ...state,
        stage: 'wrapUp',
        endedAt: event.data.at,
        endedBy: event.data.by,
        heldAt: null,
        talkSec: event.data.talkSec,
        holdSec: event.data.holdSec,
      };
    case 'CallWrapUpOverdue':
      return { ...state, stage: 'overdue' };
    case 'CallDispositioned':
    case 'CallAutoDispositioned':
      return {
        ...state,
        stage: 'done',
        disposition: dispositionIn(event.data),
        notes: event.data.notes,
        dispositionedAt: event.at,
      };
    case 'CallDispositionCorrected':
      return { ...state, disposition: dispositionIn(event.data), notes: event.data.notes };
    case 'CallRecordingAttached':
      return { ...state, recording: { url: event.data.url, seconds: event.data.seconds } };
    default:
      return state;
  }
}

/** Talk and hold seconds of a call that ends at that instant. */
export function lengthOf(
  state: Pick<CallState, 'answeredAt' | 'heldAt' | 'holdSec'>,
  at: string,
): { talkSec: number; holdSec: number } {
  const holdSec = state.holdSec + seconds(state.heldAt, at);
  return { talkSec: Math.max(0, seconds(state.answeredAt, at) - holdSec), holdSec };
}
