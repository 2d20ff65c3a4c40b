import type { Fact } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { words } from '../../../core/words.ts';

/** What is taken of one employee's day; two bookings of one slot meet here, and one of them is too late. */
export interface Reservation {
  readonly appointmentId: number;
  readonly from: number;
  readonly minutes: number;
  readonly home: boolean;
}
export interface SlotsState {
  readonly taken: readonly Reservation[];
}

/** Which setup visit of a customer or lead is open. */
export interface SetupsState {
  readonly open: { readonly appointmentId: number; readonly appDate: string } | null;
}

export const travelGapMinutes = 15;

export function clashes(slots: SlotsState, wish: Omit<Reservation, 'appointmentId'>, except: number | null = null): boolean {
  return clashOf(slots, wish, except) !== undefined;
}

/** What stands in the way. Home visits need the way between them; `except` is the appointment that would move. */
export function clashOf(slots: SlotsState, wish: Omit<Reservation, 'appointmentId'>, except: number | null = null): Reservation | undefined {
  return slots.taken.find((other) => {
    if (other.appointmentId === except) return false;
    const gap = (other.home || wish.home ? travelGapMinutes : 0) * 60_000;
    return wish.from < other.from + other.minutes * 60_000 + gap && other.from < wish.from + wish.minutes * 60_000 + gap;
  });
}

export const slots = defineStream<SlotsState>({
  name: 'slots',
  area: 'leads',
  state: 1,
  initial: () => ({ taken: [] }),
  evolve(state, event: Fact) {
    if (event.type === 'SlotReserved') return { taken: [...state.taken, event.data as Reservation] };
    if (event.type === 'SlotFreed') return { taken: state.taken.filter((one) => one.appointmentId !== event.data.appointmentId) };
    return state;
  },
  commands: {},
  words: words({ en: { SlotReserved: 'Slot taken', SlotFreed: 'Slot free again' }, es: { SlotReserved: 'Turno ocupado', SlotFreed: 'Turno libre de nuevo' } }),
});

export const setups = defineStream<SetupsState>({
  name: 'setups',
  area: 'leads',
  state: 1,
  initial: () => ({ open: null }),
  evolve(state, event: Fact) {
    if (event.type === 'SetupReserved') return { open: { appointmentId: event.data.appointmentId, appDate: event.data.appDate } };
    if (event.type === 'SetupFreed') return state.open?.appointmentId === event.data.appointmentId ? { open: null } : state;
    return state;
  },
  commands: {},
  words: words({
    en: { SetupReserved: 'Setup visit booked', SetupFreed: 'Setup visit ended' },
    es: { SetupReserved: 'Visita de instalación reservada', SetupFreed: 'Visita de instalación terminada' },
  }),
});
