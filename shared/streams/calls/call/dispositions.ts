/** Input that a disposition requires besides its code. */
export type DispositionNeed =
  | 'setupAppointment'
  | 'salesAppointment'
  | 'nextAt'
  | 'note'
  | 'lossReason'
  | 'customer'
  | 'language';

export interface DispositionDef {
  /** `dropped`: connected for a few seconds only. */
  readonly kind: 'connected' | 'notConnected' | 'dropped' | 'system';
  readonly needs?: DispositionNeed;
  /** Call purposes it applies to; default: all. */
  readonly purposes?: readonly CallPurpose[];
}

export const callPurposes = [
  'lead',
  'callback',
  'setup-confirm',
  'signup-verify',
  'care-connect',
  'delivery-reminder',
  'return-pickup',
  'dsa-sale-verify',
  'exit-retention',
  'clinical-escalation',
  'adhoc',
] as const;
export type CallPurpose = (typeof callPurposes)[number];

/** After these calls the holder decides the row; the disposition only records the customer's answer. */
export const decidedAfter: readonly CallPurpose[] = ['dsa-sale-verify'];
/** After these calls the row stays with its holder whatever the answer was; its own stream parks it. */
export const keptAfter: readonly CallPurpose[] = ['care-connect'];

const selling: readonly CallPurpose[] = ['lead', 'callback'];
const delivery: readonly CallPurpose[] = ['delivery-reminder', 'return-pickup'];
const care: readonly CallPurpose[] = [
  'care-connect',
  'clinical-escalation',
  'exit-retention',
  'signup-verify',
  'setup-confirm',
  'dsa-sale-verify',
  'adhoc',
];

/** Call outcomes, in the order of the keys 1–9. Codes are fixed, their labels are translations. */
export const dispositions = {
  SETUP_FIXED: { kind: 'connected', needs: 'setupAppointment', purposes: selling },
  SALES_FIXED: { kind: 'connected', needs: 'salesAppointment', purposes: ['adhoc', 'callback'] },
  ORDER_TAKEN: { kind: 'connected', needs: 'note', purposes: [...selling, 'adhoc'] },
  CALLBACK: { kind: 'connected', needs: 'nextAt' },
  THINKING: { kind: 'connected', needs: 'note', purposes: selling },
  NOT_INTERESTED: { kind: 'connected', needs: 'lossReason', purposes: selling },
  ALREADY_CUSTOMER: { kind: 'connected', needs: 'customer', purposes: selling },
  WRONG_NUMBER: { kind: 'connected' },
  LANGUAGE: { kind: 'connected', needs: 'language' },
  DNC_REQUEST: { kind: 'connected' },
  COMPLAINT: { kind: 'connected', needs: 'note' },
  CONFIRMED: { kind: 'connected', purposes: delivery },
  NEW_DATE: { kind: 'connected', needs: 'nextAt', purposes: delivery },
  REFUSED: { kind: 'connected', needs: 'note', purposes: delivery },
  INFO_DONE: { kind: 'connected', purposes: care },
  PARTIAL: { kind: 'connected', needs: 'note', purposes: ['care-connect', 'clinical-escalation'] },
  DECEASED: { kind: 'connected', needs: 'note' },
  DROPPED: { kind: 'dropped' },
  RNR: { kind: 'notConnected' },
  BUSY: { kind: 'notConnected' },
  SWITCHED_OFF: { kind: 'notConnected' },
  NOT_REACHABLE: { kind: 'notConnected' },
  INVALID_NUMBER: { kind: 'notConnected' },
  NO_DISPOSITION: { kind: 'system' },
} as const satisfies Readonly<Record<string, DispositionDef>>;
export type DispositionCode = keyof typeof dispositions;

const defs: Readonly<Record<DispositionCode, DispositionDef>> = dispositions;
export const dispositionOf = (code: DispositionCode): DispositionDef => defs[code];
export const dispositionCodes = Object.keys(dispositions).filter(
  (code): code is DispositionCode => code in dispositions,
);

/** The part of a call that decides which dispositions are possible. */
export interface Disposable {
  readonly purpose: CallPurpose;
  readonly connected: boolean;
  readonly talkSec: number;
}

/** Whether the code is possible after what happened on the call. */
export function dispositionFits(code: DispositionCode, call: Disposable, droppedSec: number): boolean {
  const { kind, purposes } = dispositionOf(code);
  if (purposes && !purposes.includes(call.purpose)) return false;
  if (kind === 'connected') return call.connected;
  if (kind === 'notConnected') return !call.connected;
  return kind === 'dropped' && call.connected && call.talkSec < droppedSec;
}

/** Codes offered at the end of a call, in order; the first nine have the keys 1–9. */
export function offeredCodes(call: Disposable, droppedSec: number): readonly DispositionCode[] {
  const fitting = dispositionCodes.filter((code) => dispositionFits(code, call, droppedSec));
  return fitting.toSorted(
    (a, b) => Number(dispositionOf(a).kind !== 'dropped') - Number(dispositionOf(b).kind !== 'dropped'),
  );
}
