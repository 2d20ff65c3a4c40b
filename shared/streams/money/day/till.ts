import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import type { CashEntry } from './state.ts';

/** A closed day whose cash has not all gone to the bank. */
export interface Undeposited {
  readonly date: string;
  readonly paise: number;
}
export interface RunOut {
  readonly id: string;
  readonly number: string;
  readonly rider: string;
}

/** The drawer of one place across its days: what a new day begins with, and what still has to go to the bank. */
export interface TillState {
  readonly pooId: number;
  readonly openDate: string | null;
  readonly lastClosed: string | null;
  /** The first day that this place ever ended. */
  readonly firstClosed: string | null;
  /** In the drawer when the last day closed, less what went to the bank since. */
  readonly drawerPaise: number;
  readonly undeposited: readonly Undeposited[];
  /** Came in after the day was closed; the next day begins with it. */
  readonly late: readonly CashEntry[];
  /** Runs of riders who have not settled. */
  readonly out: readonly RunOut[];
}

interface Deposited {
  readonly depositId: string;
  readonly days: readonly Undeposited[];
  readonly paise: number;
  /** A day was open: its expected cash changed, not the drawer of the last close. */
  readonly inDay: boolean;
}
export type TillEvent =
  | Event<'TillDayOpened', { readonly date: string }>
  | Event<
      'TillDayClosed',
      { readonly date: string; readonly drawerPaise: number; readonly toDepositPaise: number }
    >
  | Event<'TillDayReopened', { readonly date: string }>
  | Event<'TillReceiptCarried', CashEntry>
  | Event<'TillDeposited', Deposited>
  | Event<'TillDepositReturned', Deposited>
  | Event<'TillRunLeft', RunOut>
  | Event<'TillRunSettled', { readonly id: string }>;

export const tillStream = (pooId: number): string => `till-${pooId}`;

/** Days after an amount of theirs went to the bank, oldest first. */
function less(days: readonly Undeposited[], taken: readonly Undeposited[]): readonly Undeposited[] {
  const gone = new Map(taken.map(({ date, paise }) => [date, paise]));
  return days
    .map((day) => ({ ...day, paise: day.paise - (gone.get(day.date) ?? 0) }))
    .filter(({ paise }) => paise > 0);
}

function more(days: readonly Undeposited[], back: readonly Undeposited[]): readonly Undeposited[] {
  const all = new Map(days.map((day) => [day.date, day.paise]));
  for (const { date, paise } of back) all.set(date, (all.get(date) ?? 0) + paise);
  return [...all]
    .map(([date, paise]) => ({ date, paise }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function evolve(state: TillState, event: RecordedEventOf<TillEvent>): TillState {
  switch (event.type) {
    case 'TillDayOpened':
      return { ...state, openDate: event.data.date, late: [] };
    case 'TillDayClosed': {
      const { date, drawerPaise, toDepositPaise } = event.data;
      const undeposited =
        toDepositPaise > 0 ? more(state.undeposited, [{ date, paise: toDepositPaise }]) : state.undeposited;
      return {
        ...state,
        openDate: null,
        lastClosed: date,
        firstClosed: state.firstClosed ?? date,
        drawerPaise,
        undeposited,
      };
    }
    case 'TillDayReopened':
      return {
        ...state,
        openDate: event.data.date,
        lastClosed: null,
        firstClosed: state.firstClosed === event.data.date ? null : state.firstClosed,
        undeposited: state.undeposited.filter(({ date }) => date !== event.data.date),
      };
    case 'TillReceiptCarried':
      return { ...state, late: [...state.late, event.data] };
    case 'TillDeposited': {
      const { days, paise, inDay } = event.data;
      return {
        ...state,
        undeposited: less(state.undeposited, days),
        drawerPaise: inDay ? state.drawerPaise : state.drawerPaise - paise,
      };
    }
    case 'TillDepositReturned': {
      const { days, paise, inDay } = event.data;
      return {
        ...state,
        undeposited: more(state.undeposited, days),
        drawerPaise: inDay ? state.drawerPaise : state.drawerPaise + paise,
      };
    }
    case 'TillRunLeft':
      return { ...state, out: [...state.out.filter(({ id }) => id !== event.data.id), event.data] };
    case 'TillRunSettled':
      return { ...state, out: state.out.filter(({ id }) => id !== event.data.id) };
    default:
      return state;
  }
}

/** Written only beside the events of days, deposits and runs, so that two of them never disagree about the drawer. */
export const till = defineStream<TillState, TillEvent>({
  name: 'till',
  area: 'money',
  state: 2,
  events: {
    TillDayOpened: true,
    TillDayClosed: true,
    TillDayReopened: true,
    TillReceiptCarried: true,
    TillDeposited: true,
    TillDepositReturned: true,
    TillRunLeft: true,
    TillRunSettled: true,
  },
  initial: (key) => ({
    pooId: Number(key),
    openDate: null,
    lastClosed: null,
    firstClosed: null,
    drawerPaise: 0,
    undeposited: [],
    late: [],
    out: [],
  }),
  evolve,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: {
      TillDayOpened: 'Day opened',
      TillDayClosed: 'Day closed',
      TillDayReopened: 'Day reopened',
      TillReceiptCarried: 'Receipt carried to the next day',
      TillDeposited: 'Taken to the bank',
      TillDepositReturned: 'Deposit returned',
      TillRunLeft: 'Run left',
      TillRunSettled: 'Run settled',
    },
    es: {
      TillDayOpened: 'Día abierto',
      TillDayClosed: 'Día cerrado',
      TillDayReopened: 'Día reabierto',
      TillReceiptCarried: 'Cobro pasado al día siguiente',
      TillDeposited: 'Llevado al banco',
      TillDepositReturned: 'Depósito devuelto',
      TillRunLeft: 'Salió el reparto',
      TillRunSettled: 'Reparto liquidado',
    },
  }),
});
