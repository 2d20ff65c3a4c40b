import { headOf } from '../../../core/cut.ts';
import type { Event, RecordedEvent, RecordedEventOf } from '../../../core/event.ts';
import type { Person } from '../../documents/state.ts';

/** Notes and coins by their value in rupees, as they are counted at the end of a day. */
export const noteValues = [500, 200, 100, 50, 20, 10] as const;
export const coinValues = [20, 10, 5, 2, 1] as const;

export const payModes = ['cash', 'upi', 'card', 'link'] as const;
export type PayMode = (typeof payModes)[number];

export interface MoneyRef {
  readonly type: string;
  readonly id: string;
  readonly number: string;
  /** The order of an invoice that is known here. */
  readonly orderId?: string | null;
}

/** Money that came in: at the counter, from a rider's settled run, by a payment link. */
export interface CashEntry {
  readonly entryId: string;
  readonly mode: PayMode;
  readonly paise: number;
  readonly ref: MoneyRef;
  readonly customerId: number | null;
  readonly from: string;
  /** The closed day on which it really came. */
  readonly carriedFrom: string | null;
}
export interface Petty {
  readonly entryId: string;
  readonly paise: number;
  readonly purpose: string;
  readonly paidTo: string;
  readonly fileId: string | null;
}
export interface CashRefund {
  readonly entryId: string;
  readonly paise: number;
  readonly ref: MoneyRef;
  readonly to: string;
}
/** Cash carried to the bank, or back from a deposit that was rejected (negative). */
export interface ToBank {
  readonly depositId: string;
  readonly number: string;
  readonly paise: number;
}
export interface Count {
  /** `n500` … notes, `c5` … coins: how many of each. */
  readonly counted: Readonly<Record<string, number>>;
  readonly countedPaise: number;
  readonly expectedPaise: number;
  readonly differencePaise: number;
  readonly reason: string | null;
  /** Stays in the drawer for the next morning. */
  readonly floatPaise: number;
  readonly toDepositPaise: number;
  /** Runs that are still out, and why the day ends without them. */
  readonly carried: readonly { readonly number: string; readonly reason: string }[];
}

export const dayStages = ['open', 'toCountersign', 'submitted', 'verified'] as const;
export type DayStage = (typeof dayStages)[number];

export type DayEvent =
  | Event<
      'DayOpened',
      { readonly pooId: number; readonly code: string; readonly date: string; readonly floatPaise: number }
    >
  | Event<'CashReceiptRecorded', CashEntry>
  | Event<'PettyCashPaid', Petty>
  | Event<'CashRefundPaid', CashRefund>
  | Event<'CashTakenToBank', ToBank>
  | Event<'DayEndCounted', Count & { readonly roleId: number | null }>
  | Event<'DayEndRecounted', { readonly reason: string }>
  | Event<'DayEndSubmitted', Count>
  | Event<'DayEndMissed', { readonly excused: readonly number[] }>
  | Event<'DayEndVerified', object>
  | Event<'DayReopened', { readonly reason: string }>;

/** One step of a day, as its history shows it. */
export interface DayStep {
  readonly type: string;
  readonly by: Person;
  readonly at: string;
  readonly note: string | null;
}

export interface DayState {
  /** `<place>-<date>`. */
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly pooId: number;
  readonly code: string;
  readonly date: string;
  readonly stage: DayStage;
  readonly floatPaise: number;
  readonly receipts: readonly (CashEntry & { readonly at: string; readonly by: string })[];
  readonly petty: readonly (Petty & { readonly at: string; readonly by: string })[];
  readonly refunds: readonly (CashRefund & { readonly at: string; readonly by: string })[];
  readonly toBank: readonly (ToBank & { readonly at: string; readonly by: string })[];
  readonly count: Count | null;
  readonly countedBy: (Person & { readonly roleId: number | null }) | null;
  readonly missed: boolean;
  readonly steps: readonly DayStep[];
}

export const dayKey = (pooId: number, date: string): string => `${pooId}-${date}`;
export const dayStream = (pooId: number, date: string): string => `dayend-${dayKey(pooId, date)}`;

export function noDay(id: string): DayState {
  const cut = id.indexOf('-');
  return {
    id,
    exists: false,
    version: 0,
    pooId: Number(headOf(id, cut)),
    code: '',
    date: id.slice(cut + 1),
    stage: 'open',
    floatPaise: 0,
    receipts: [],
    petty: [],
    refunds: [],
    toBank: [],
    count: null,
    countedBy: null,
    missed: false,
    steps: [],
  };
}

const sum = (list: readonly { readonly paise: number }[]): number =>
  list.reduce((all, { paise }) => all + paise, 0);
export const cashIn = ({ receipts }: Pick<DayState, 'receipts'>): number =>
  sum(receipts.filter(({ mode }) => mode === 'cash'));

/** What must lie in the drawer: float and cash in, less petty cash, refunds and what went to the bank. */
export const expectedCash = (day: DayState): number =>
  day.floatPaise + cashIn(day) - sum(day.petty) - sum(day.refunds) - sum(day.toBank);

/** The rupees of a sheet of notes and coins, in paise. */
export function countedCash(counted: Readonly<Record<string, number>>): number {
  const rupees = (letter: string, values: readonly number[]): number =>
    values.reduce((all, value) => all + value * (counted[`${letter}${value}`] ?? 0), 0);
  return 100 * (rupees('n', noteValues) + rupees('c', coinValues));
}

const countOnly = ({ roleId: _roleId, ...count }: Count & { readonly roleId: number | null }): Count => count;
const personOf = ({ actor }: RecordedEvent): Person => ({ empId: actor.empId, name: actor.name });

export function evolveDay(before: DayState, event: RecordedEventOf<DayEvent>): DayState {
  const state: DayState = { ...before, version: event.version };
  const mark = { at: event.at, by: event.actor.name };
  const step = (note: string | null = null): readonly DayStep[] => [
    ...state.steps,
    { type: event.type, by: personOf(event), at: event.at, note },
  ];
  switch (event.type) {
    case 'DayOpened': {
      const { pooId, code, date, floatPaise } = event.data;
      return { ...state, exists: true, pooId, code, date, floatPaise, stage: 'open', steps: step() };
    }
    case 'CashReceiptRecorded':
      return { ...state, receipts: [...state.receipts, { ...event.data, ...mark }] };
    case 'PettyCashPaid':
      return { ...state, petty: [...state.petty, { ...event.data, ...mark }] };
    case 'CashRefundPaid':
      return { ...state, refunds: [...state.refunds, { ...event.data, ...mark }] };
    case 'CashTakenToBank':
      return { ...state, toBank: [...state.toBank, { ...event.data, ...mark }] };
    case 'DayEndCounted':
      return {
        ...state,
        stage: 'toCountersign',
        count: countOnly(event.data),
        countedBy: { ...personOf(event), roleId: event.data.roleId },
        steps: step(event.data.reason),
      };
    case 'DayEndRecounted':
      return { ...state, stage: 'open', count: null, countedBy: null, steps: step(event.data.reason) };
    case 'DayEndSubmitted':
      return {
        ...state,
        stage: 'submitted',
        count: event.data,
        countedBy: state.countedBy ?? { ...personOf(event), roleId: null },
        steps: step(event.data.reason),
      };
    case 'DayEndMissed':
      return { ...state, missed: true, steps: step() };
    case 'DayEndVerified':
      return { ...state, stage: 'verified', steps: step() };
    case 'DayReopened':
      return { ...state, stage: 'open', count: null, countedBy: null, steps: step(event.data.reason) };
    default:
      return before;
  }
}
