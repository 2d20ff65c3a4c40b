import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import type { QueueRow } from '../families/queue.ts';
import type { ChecklistItem } from '../streams/customers/signup/fields.ts';
import type { SignupFace } from '../streams/customers/signup/place.ts';
import { signupQueueName, signupRef } from '../streams/customers/signup/place.ts';
import type { Person, SignupStage } from '../streams/customers/signup/state.ts';

export interface SignupRow extends QueueRow {
  readonly applicant: string;
  readonly phoneMasked: string;
  readonly submitter: Person | null;
  readonly patients: number;
  /** Items verified, of `total`. */
  readonly checked: number;
  readonly total: number;
  readonly ticks: readonly ChecklistItem[];
  readonly otp: boolean;
  readonly docs: number;
  readonly resubmitted: number;
  readonly pinned: boolean;
  readonly breached: boolean;
  readonly stage: SignupStage;
  /** While verified: until when it can be taken back. */
  readonly undoUntil: string | null;
  readonly customerRef: string | null;
  readonly updatedAt: string;
}

const prefix = `${signupQueueName}-`;
const holderOf = (data: { empId: number; name: string; since: string; leaseId: string }): SignupRow['holder'] => ({
  empId: data.empId,
  name: data.name,
  since: data.since,
  leaseId: data.leaseId,
});
const faceParts = (face: SignupFace): Partial<SignupRow> => ({
  pooId: face.pooId,
  language: face.language,
  applicant: face.applicant,
  phoneMasked: face.phoneMasked,
  submitter: face.submitter,
  patients: face.patients,
  docs: face.docs,
  ticks: face.ticks,
  checked: face.ticks.length,
  otp: face.ticks.includes('phoneVerified'),
  resubmitted: face.resubmitted,
});
const ticksOf = (ticks: readonly ChecklistItem[]): Partial<SignupRow> => ({ ticks, checked: ticks.length, otp: ticks.includes('phoneVerified') });

function emptyRow(id: string, at: string): SignupRow {
  return {
    id,
    ref: signupRef(id),
    pooId: null,
    language: null,
    state: 'waiting',
    priority: 0,
    enteredAt: at,
    warnAt: null,
    breachAt: null,
    holder: null,
    parkedUntil: null,
    attempts: 0,
    why: 'why.submitted',
    version: 0,
    applicant: '',
    phoneMasked: '',
    submitter: null,
    patients: 0,
    checked: 0,
    total: 6,
    ticks: [],
    otp: false,
    docs: 0,
    resubmitted: 0,
    pinned: false,
    breached: false,
    stage: 'submitted',
    undoUntil: null,
    customerRef: null,
    updatedAt: at,
  };
}

/** The case's own events: null when they end the stay in the queue, nothing when the row does not change by them. */
function byCase(row: SignupRow, { type, data }: StoredEvent): Partial<SignupRow> | null {
  switch (type) {
    case 'SignupReceived':
      return data.face ? faceParts(data.face) : {};
    case 'OtpVerified':
      return ticksOf(row.ticks.includes('phoneVerified') ? row.ticks : ['phoneVerified', ...row.ticks]);
    case 'SignupItemVerified':
      return ticksOf(row.ticks.includes(data.item) ? row.ticks : [...row.ticks, data.item]);
    case 'SignupItemUnverified':
      return ticksOf(row.ticks.filter((item) => item !== data.item));
    case 'SignupVerificationStarted':
      return { stage: 'inVerification' };
    case 'SignupVerified':
      return { stage: 'verified', undoUntil: data.undoUntil };
    case 'SignupVerificationUndone':
      return { stage: 'inVerification', undoUntil: null };
    case 'SignupCompletionFailed':
      return { stage: 'submitted', undoUntil: null, why: 'why.completionFailed', customerRef: data.ref ?? null };
    case 'SignupInfoRequested':
    case 'SignupRejected':
    case 'SignupAbandoned':
    case 'SignupCompleted':
      return null;
    default:
      return {};
  }
}

/** The item's events. A verified case keeps its row, in its verifier's name, until it can no longer be taken back. */
function byItem(row: SignupRow, { type, data }: StoredEvent): Partial<SignupRow> | null {
  switch (type) {
    case 'QueueItemEntered':
      return {
        state: 'waiting',
        holder: null,
        parkedUntil: null,
        pinned: false,
        breached: false,
        priority: data.priority,
        enteredAt: data.enteredAt,
        warnAt: data.warnAt,
        breachAt: data.breachAt,
      };
    case 'QueueItemClaimed':
      return { state: 'claimed', holder: holderOf(data), attempts: row.attempts + 1 };
    case 'QueueItemTakenOver':
      return { state: 'claimed', holder: holderOf(data) };
    case 'QueueItemWorkStarted':
      return { state: 'working' };
    case 'QueueItemReleased':
      return { state: 'waiting', holder: null };
    case 'QueueItemLeaseExpired':
      return { state: 'waiting', holder: null, priority: row.priority + 1 };
    case 'QueueItemParked':
      return { state: 'parked', holder: null, parkedUntil: data.until };
    case 'QueueItemReturned':
      return { state: 'waiting', parkedUntil: null };
    case 'QueueItemPinned':
      return { pinned: data.pinned };
    case 'QueueItemSlaBreached':
      return { breached: true };
    case 'QueueItemCompleted':
      return row.stage === 'verified' ? {} : null;
    case 'QueueItemRemoved':
      return null;
    default:
      return {};
  }
}

function changed(row: SignupRow, patch: Partial<SignupRow>): boolean {
  return (Object.keys(patch) as (keyof SignupRow)[]).some((key) => row[key] !== patch[key] && JSON.stringify(row[key]) !== JSON.stringify(patch[key]));
}

/** Submitting makes the row; from then on both lives, the case's and the item's, write on it. */
export const signupQueueView = defineView<SignupRow>({
  name: 'signup-queue',
  version: 1,
  streams: ['signup', 'queueitem'],
  ids: ({ stream }) => {
    const key = streamKey(stream);
    if (stream.startsWith('signup-')) return [key];
    return key.startsWith(prefix) ? [key.slice(prefix.length)] : [];
  },
  row(row, event, id) {
    const ofCase = event.stream.startsWith('signup-');
    const mark = ofCase ? { version: event.version } : {};
    if (event.type === 'SignupSubmitted' || event.type === 'SignupResubmitted') {
      const why = event.type === 'SignupSubmitted' ? 'why.submitted' : 'why.resubmitted';
      return { ...(row ?? emptyRow(id, event.at)), ...faceParts(event.data.face), why, stage: 'submitted', ...mark, updatedAt: event.at };
    }
    if (!row) return null;
    const patch = ofCase ? byCase(row, event) : byItem(row, event);
    if (patch === null) return null;
    const whole = { ...patch, ...mark };
    return changed(row, whole) ? { ...row, ...whole, updatedAt: event.at } : row;
  },
});
