import type { RecordedEvent } from '../../../core/event.ts';
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
function withSource(state: SignupState, { data, at, actor }: RecordedEvent): SignupState {
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

export function evolveSignup(before: SignupState, event: RecordedEvent): SignupState {
  const { data, at, actor } = event;
  const state = withSource(withRecord(before, data.record, at), event);
  switch (event.type) {
    case 'SignupStarted':
      return { ...state, stage: 'draft', startedBy: data.startedBy, touchedAt: at };
    case 'SignupSaved':
    case 'SignupReceived':
      return state.stage === 'none'
        ? { ...state, stage: 'draft', startedBy: data.startedBy ?? null, touchedAt: at }
        : state;
    case 'SignupSubmitted':
      return {
        ...state,
        stage: 'submitted',
        startedBy: state.startedBy ?? data.submittedBy,
        submittedBy: data.submittedBy,
        firstSubmittedAt: data.placeAt,
      };
    case 'SignupResubmitted':
      return {
        ...state,
        stage: 'submitted',
        submittedBy: data.submittedBy,
        resubmitted: state.resubmitted + 1,
        asked: null,
      };
    case 'OtpVerified':
      return {
        ...state,
        proven: { phoneKey: data.phoneKey, at },
        ticks: { ...state.ticks, phoneVerified: { by: actor.name, empId: actor.empId, at } },
      };
    case 'SignupVerificationStarted':
      return { ...state, stage: 'inVerification', verifier: data.verifier };
    case 'SignupItemVerified':
      return {
        ...state,
        ticks: {
          ...state.ticks,
          [data.item]: { by: actor.name, empId: actor.empId, at, waiver: data.waiver ?? null },
        },
      };
    case 'SignupItemUnverified': {
      const { [data.item as ChecklistItem]: _gone, ...ticks } = state.ticks;
      return { ...state, ticks };
    }
    case 'SignupInfoRequested':
      return { ...state, stage: 'infoRequested', asked: data.text, touchedAt: at };
    case 'SignupVerified':
      return {
        ...state,
        ...{ stage: 'verified', verifier: data.verifier, verifiedAt: at, undoUntil: data.undoUntil },
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
        customerId: data.customerId,
        patientIds: data.patientIds,
      };
    case 'SignupRejected':
      return { ...state, stage: 'rejected', rejectedWhy: data.reason };
    case 'SignupAbandoned':
      return { ...state, stage: 'abandoned' };
    default:
      return state;
  }
}
