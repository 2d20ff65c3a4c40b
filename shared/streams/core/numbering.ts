import { yearOf } from '../../core/day.ts';
import type { Event, NewEvent } from '../../core/event.ts';
import { defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/** The kinds of numbered documents; those of `gapless` are tax documents whose series must be consecutive. */
export const series = {
  N: 'indent',
  P: 'po',
  X: 'gatepass',
  G: 'gre',
  S: 'count',
  A: 'adjustment',
  T: 'transfer',
  M: 'opening',
  F: 'order',
  K: 'pick',
  D: 'dc',
  I: 'invoice',
  C: 'creditnote',
  E: 'return',
  R: 'rtv',
  B: 'debitnote',
  L: 'statement',
  H: 'deposit',
  J: 'transport',
  Q: 'request',
  /** Rows of the register of Schedule H1: each place has a licence of its own. */
  H1: 'h1supply',
} as const;
export type Letter = keyof typeof series;

/** How many numbers of one series were allotted: one stream for a place, a kind and a financial year. */
export interface NumberingState {
  readonly last: number;
}
export type NumberingEvent = Event<
  'NumberAllotted',
  { readonly number: string; readonly n: number; readonly to: string }
>;

/** The financial year runs from 1 April to 31 March: `26` from 01-04-2026 to 31-03-2027. */
export function financialYear(day: string): string {
  const year = Number(yearOf(day)) - (day.slice(5) < '04-01' ? 1 : 0);
  return String(year % 100).padStart(2, '0');
}

export function numberingStream(pooId: number, letter: Letter, day: string): string {
  return `numbering-${pooId}-${letter}${financialYear(day)}`;
}

export interface Allotted {
  readonly number: string;
  readonly event: NewEvent;
}

/** The next number of a series as `BLR01/D26/000123`; its event goes into the same commit as the document's first. */
export function allot(
  state: NumberingState,
  place: { readonly pooId: number; readonly code: string },
  letter: Letter,
  day: string,
  to: string,
): Allotted {
  const n = state.last + 1;
  const number = `${place.code}/${letter}${financialYear(day)}/${String(n).padStart(6, '0')}`;
  return {
    number,
    event: {
      stream: numberingStream(place.pooId, letter, day),
      type: 'NumberAllotted',
      data: { number, n, to },
    },
  };
}

/** Consecutive numbers of one series within one decision. */
export function allotting(
  state: NumberingState,
  place: { readonly pooId: number; readonly code: string },
  letter: Letter,
  day: string,
): (to: string) => Allotted {
  let { last } = state;
  return (to) => {
    const allotted = allot({ last }, place, letter, day, to);
    last += 1;
    return allotted;
  };
}

export const numbering = defineStream<NumberingState, NumberingEvent>({
  name: 'numbering',
  area: 'core',
  state: 1,
  events: { NumberAllotted: true },
  initial: () => ({ last: 0 }),
  evolve: (_state, event) => ({ last: event.data.n }),
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { NumberAllotted: 'Number allotted' },
    es: { NumberAllotted: 'Número asignado' },
  }),
});
