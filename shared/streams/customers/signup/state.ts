import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { MessageMark } from '../../../core/message-age.ts';
import { phoneKey } from '../../../core/phone.ts';
import type {
  Address,
  Applicant,
  ChecklistItem,
  Consent,
  ConsentKind,
  SignupDocument,
  SignupPatient,
} from './fields.ts';
import { checklistItems } from './fields.ts';

export type SignupStage =
  | 'none'
  | 'draft'
  | 'submitted'
  | 'inVerification'
  | 'infoRequested'
  | 'verified'
  | 'completed'
  | 'rejected'
  | 'abandoned';

export interface Person {
  readonly empId: number | null;
  readonly name: string;
}
export interface Tick {
  readonly by: string;
  readonly empId: number | null;
  readonly at: string;
  readonly waiver?: string | null;
}

export interface SignupRecord {
  readonly pooId: number | null;
  readonly applicant: Applicant;
  readonly address: Address;
  readonly patients: readonly SignupPatient[];
  readonly documents: readonly SignupDocument[];
  readonly consents: Readonly<Partial<Record<ConsentKind, Consent>>>;
  readonly leadId: number | null;
  readonly appointmentId: number | null;
  readonly campaignId: number | null;
  readonly careTierId: number | null;
  readonly categoryId: number | null;
  readonly paymentRef: string | null;
  readonly prescriptionWaiver: string | null;
}

export interface SignupState {
  readonly id: string;
  readonly stage: SignupStage;
  readonly record: SignupRecord;
  readonly startedBy: Person | null;
  readonly submittedBy: Person | null;
  /** Queue rank: the time of the first submission. */
  readonly firstSubmittedAt: string | null;
  readonly resubmitted: number;
  /** The phone key verified by a code, and when. */
  readonly proven: { readonly phoneKey: string; readonly at: string } | null;
  readonly ticks: Readonly<Partial<Record<ChecklistItem, Tick>>>;
  readonly verifier: Person | null;
  readonly verifiedAt: string | null;
  /** ISO instant of the end of the undo window. */
  readonly undoUntil: string | null;
  readonly asked: string | null;
  readonly rejectedWhy: string | null;
  readonly customerId: number | null;
  readonly patientIds: readonly number[];
  readonly source: MessageMark | null;
  /** Last change of its content by its author; idle time counts from here. */
  readonly touchedAt: string | null;
}

const emptyRecord: SignupRecord = {
  pooId: null,
  applicant: {
    name: null,
    phone: null,
    altPhone: null,
    email: null,
    dob: null,
    gender: null,
    religionId: null,
    secGrade: null,
    language: null,
  },
  address: { line: null, areaId: null, pincode: null, lat: null, lng: null },
  patients: [],
  documents: [],
  consents: {},
  leadId: null,
  appointmentId: null,
  campaignId: null,
  careTierId: null,
  categoryId: null,
  paymentRef: null,
  prescriptionWaiver: null,
};

export function newSignup(key: string): SignupState {
  return {
    id: key,
    stage: 'none',
    record: emptyRecord,
    startedBy: null,
    submittedBy: null,
    firstSubmittedAt: null,
    resubmitted: 0,
    proven: null,
    ticks: {},
    verifier: null,
    verifiedAt: null,
    undoUntil: null,
    asked: null,
    rejectedWhy: null,
    customerId: null,
    patientIds: [],
    source: null,
    touchedAt: null,
  };
}

/** What a queue row shows of the case, with nothing that must be masked. */
export interface SignupFace {
  readonly pooId: number | null;
  readonly language: string | null;
  readonly applicant: string;
  readonly phoneMasked: string;
  readonly submitter: Person | null;
  readonly patients: number;
  readonly docs: number;
  readonly ticks: readonly ChecklistItem[];
  readonly resubmitted: number;
}

/** What an event may change of the record, and the message of the outside system that it carries. */
interface Content {
  readonly record?: Partial<SignupRecord>;
  readonly source?: MessageMark;
  /** The outside system verified the phone. */
  readonly proven?: boolean;
  /** The row of the queue as it is after the event. */
  readonly face?: SignupFace;
}
/** A case that ended or waits for its author, as notices and queues show it. */
interface Closing extends Content {
  readonly ref: string;
  readonly submitter: Person | null;
}

export type SignupEvent =
  | Event<'SignupStarted', Content & { readonly startedBy: Person }>
  | Event<'SignupSaved' | 'SignupReceived', Content & { readonly startedBy?: Person }>
  | Event<'SignupSubmitted', Content & { readonly submittedBy: Person; readonly placeAt: string }>
  | Event<'SignupResubmitted', Content & { readonly submittedBy: Person; readonly answer: string | null }>
  | Event<
      'OtpSent',
      {
        readonly sendId: string;
        readonly channel: 'sms';
        readonly maskedPhone: string;
        readonly n: number;
      }
    >
  | Event<'OtpVerified', { readonly sendId: string | null; readonly phoneKey: string }>
  | Event<'SignupVerificationStarted', { readonly verifier: Person }>
  | Event<'SignupItemVerified', { readonly item: ChecklistItem; readonly waiver?: string | null }>
  | Event<'SignupItemUnverified', { readonly item: ChecklistItem }>
  | Event<'SignupInfoRequested', Closing & { readonly text: string }>
  | Event<'SignupVerified', { readonly verifier: Person; readonly undoUntil: string }>
  | Event<'SignupVerificationUndone', { readonly by: Person }>
  /** The refusal's code; its details stand beside it. */
  | Event<'SignupCompletionFailed', { readonly code: string; readonly ref?: string }>
  | Event<
      'SignupCompleted',
      {
        readonly customerId: number;
        readonly patientIds: readonly number[];
        readonly ref: string;
        readonly customerRef: string;
        readonly submitter: Person | null;
        readonly leadId: number | null;
      }
    >
  | Event<'SignupRejected', Closing & { readonly reason: string; readonly leadId: number | null }>
  | Event<'SignupAbandoned', Closing & { readonly leadId: number | null }>;

/** Record parts whose change invalidates a tick. */
const restsOn: Readonly<Partial<Record<keyof SignupRecord, readonly ChecklistItem[]>>> = {
  address: ['addressServiceable'],
  pooId: ['addressServiceable'],
  patients: ['patientComplete'],
  documents: ['identityReadable', 'prescriptionPresent'],
  consents: ['consentsRecorded'],
};

/** Ticks that remain valid after the record changed. */
function ticksLeft(state: SignupState, record: SignupRecord, proven: boolean): SignupState['ticks'] {
  const fallen = new Set<ChecklistItem>(
    Object.entries(restsOn).flatMap(([part, items]) =>
      JSON.stringify(record[part as keyof SignupRecord]) ===
      JSON.stringify(state.record[part as keyof SignupRecord])
        ? []
        : items,
    ),
  );
  if (!proven) fallen.add('phoneVerified');
  return Object.fromEntries(
    Object.entries(state.ticks).filter(([item]) => !fallen.has(item as ChecklistItem)),
  );
}

/** Applies a patch to the record; ticks and phone verification are dropped when their basis changes. */
function withRecord(state: SignupState, patch: Partial<SignupRecord> | undefined, at: string): SignupState {
  if (!patch || Object.keys(patch).length === 0) return state;
  const record = { ...state.record, ...patch };
  const proven =
    state.proven && phoneKey(record.applicant.phone ?? '') === state.proven.phoneKey ? state.proven : null;
  const ticks =
    Object.keys(state.ticks).length === 0 ? state.ticks : ticksLeft(state, record, proven !== null);
  return { ...state, record, proven, ticks, touchedAt: at };
}

/** Applies the age of an outside message, and the phone number verified outside. */
function withSource(
  state: SignupState,
  { data, at, actor }: Pick<RecordedEventOf<Event<string, Content>>, 'data' | 'at' | 'actor'>,
): SignupState {
  if (!data.source) return state;
  const key = phoneKey(state.record.applicant.phone ?? '');
  if (!data.proven || !key || state.proven) return { ...state, source: data.source };
  return {
    ...state,
    source: data.source,
    proven: { phoneKey: key, at },
    ticks: { ...state.ticks, phoneVerified: { by: actor.name, empId: actor.empId, at } },
  };
}

export function ticked(state: SignupState): ChecklistItem[] {
  return checklistItems.filter((item) => state.ticks[item]);
}

export function evolveSignup(before: SignupState, event: RecordedEventOf<SignupEvent>): SignupState {
  const { at, actor } = event;
  // Only some of them carry content.
  const content = event.data as Content;
  const state = withSource(withRecord(before, content.record, at), { data: content, at, actor });
  switch (event.type) {
    case 'SignupStarted':
      return { ...state, stage: 'draft', startedBy: event.data.startedBy, touchedAt: at };
    case 'SignupSaved':
    case 'SignupReceived':
      return state.stage === 'none'
        ? { ...state, stage: 'draft', startedBy: event.data.startedBy ?? null, touchedAt: at }
        : state;
    case 'SignupSubmitted':
      return {
        ...state,
        stage: 'submitted',
        startedBy: state.startedBy ?? event.data.submittedBy,
        submittedBy: event.data.submittedBy,
        firstSubmittedAt: event.data.placeAt,
      };
    case 'SignupResubmitted':
      return {
        ...state,
        stage: 'submitted',
        submittedBy: event.data.submittedBy,
        resubmitted: state.resubmitted + 1,
        asked: null,
      };
    case 'OtpVerified':
      return {
        ...state,
        proven: { phoneKey: event.data.phoneKey, at },
        ticks: { ...state.ticks, phoneVerified: { by: actor.name, empId: actor.empId, at } },
      };
    case 'SignupVerificationStarted':
      return { ...state, stage: 'inVerification', verifier: event.data.verifier };
    case 'SignupItemVerified':
      return {
        ...state,
        ticks: {
          ...state.ticks,
          [event.data.item]: { by: actor.name, empId: actor.empId, at, waiver: event.data.waiver ?? null },
        },
      };
    case 'SignupItemUnverified': {
      const { [event.data.item]: _gone, ...ticks } = state.ticks;
      return { ...state, ticks };
    }
    case 'SignupInfoRequested':
      return { ...state, stage: 'infoRequested', asked: event.data.text, touchedAt: at };
    case 'SignupVerified':
      return {
        ...state,
        ...{
          stage: 'verified',
          verifier: event.data.verifier,
          verifiedAt: at,
          undoUntil: event.data.undoUntil,
        },
      };
    case 'SignupVerificationUndone':
      return { ...state, stage: 'inVerification', verifiedAt: null, undoUntil: null };
    case 'SignupCompletionFailed':
      return { ...state, stage: 'submitted', undoUntil: null, verifier: null, verifiedAt: null };
    case 'SignupCompleted':
      return {
        ...state,
        stage: 'completed',
        undoUntil: null,
        customerId: event.data.customerId,
        patientIds: event.data.patientIds,
      };
    case 'SignupRejected':
      return { ...state, stage: 'rejected', rejectedWhy: event.data.reason };
    case 'SignupAbandoned':
      return { ...state, stage: 'abandoned' };
    default:
      return state;
  }
}
