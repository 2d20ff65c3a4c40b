import type { EventOf } from '../core/stream.ts';
import type { signup } from '../streams/customers/signup/signup.ts';
import type { QueueRow } from '../families/queue-row.ts';
import type { ChecklistItem } from '../streams/customers/signup/fields.ts';
import { signupRef } from '../streams/customers/signup/place.ts';
import type { Person, SignupFace, SignupStage } from '../streams/customers/signup/state.ts';

export interface SignupRow extends QueueRow {
  readonly applicant: string;
  readonly phoneMasked: string;
  readonly submitter: Person | null;
  readonly patients: number;
  /** Verified items, of `total`. */
  readonly checked: number;
  readonly total: number;
  readonly ticks: readonly ChecklistItem[];
  readonly otp: boolean;
  readonly docs: number;
  readonly resubmitted: number;
  readonly stage: SignupStage;
  readonly customerRef: string | null;
}

const ticksOf = (ticks: readonly ChecklistItem[]): Partial<SignupRow> => ({
  ticks,
  checked: ticks.length,
  otp: ticks.includes('phoneVerified'),
});
const faceParts = (face: SignupFace | undefined): Partial<SignupRow> => {
  if (!face) return {};
  const { ticks, ...rest } = face;
  return { ...rest, ...ticksOf(ticks) };
};

export const blankSignup = (base: QueueRow): SignupRow => ({
  ...base,
  ref: signupRef(base.id),
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
  stage: 'submitted',
  customerRef: null,
});

/** What the case's own events change in its row. */
export function foldSignup(row: SignupRow, { type, data }: EventOf<typeof signup>): Partial<SignupRow> {
  switch (type) {
    case 'SignupSubmitted':
      return { ...faceParts(data.face), stage: 'submitted', why: 'why.submitted' };
    case 'SignupResubmitted':
      return { ...faceParts(data.face), stage: 'submitted', why: 'why.resubmitted' };
    case 'SignupReceived':
      return faceParts(data.face);
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
      return {
        stage: 'submitted',
        undoUntil: null,
        why: 'why.completionFailed',
        customerRef: data.ref ?? null,
      };
    default:
      return {};
  }
}
