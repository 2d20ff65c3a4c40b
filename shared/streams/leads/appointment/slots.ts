import type { Event } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { slotMergeCommands } from './slot-merge.ts';
import type { MergedSlot, Reservation, SlotsState } from './slots-state.ts';

/** The open setup visit of a customer or lead. */
export interface SetupsState {
  readonly open: { readonly appointmentId: number; readonly appDate: string } | null;
}

export const travelGapMinutes = 15;

export function clashes(
  slots: SlotsState,
  wish: Omit<Reservation, 'appointmentId'>,
  except: number | null = null,
): boolean {
  return clashOf(slots, wish, except) !== undefined;
}

/**
 * The conflicting reservation, if any. Home visits need travel time between them; `except` is the appointment
 * being moved.
 */
export function clashOf(
  slots: SlotsState,
  wish: Omit<Reservation, 'appointmentId'>,
  except: number | null = null,
): Reservation | undefined {
  return slots.taken.find((other) => {
    if (other.appointmentId === except) return false;
    const gap = (other.home || wish.home ? travelGapMinutes : 0) * 60_000;
    return (
      wish.from < other.from + other.minutes * 60_000 + gap &&
      other.from < wish.from + wish.minutes * 60_000 + gap
    );
  });
}

const overlaps = (a: { readonly from: number; readonly minutes: number }, b: typeof a): boolean =>
  a.from < b.from + b.minutes * 60_000 && b.from < a.from + a.minutes * 60_000;

/** The merged slot that begins at that instant. */
export const mergedAt = ({ merges = [] }: SlotsState, from: number): MergedSlot | undefined =>
  merges.find((one) => one.from === from);

/** A merged slot that the booking would cut in two, if any. */
export const cutMerge = (
  { merges = [] }: SlotsState,
  wish: { readonly from: number; readonly minutes: number },
): MergedSlot | undefined => merges.find((one) => one.from !== wish.from && overlaps(one, wish));

/** What was merged, for those who book. */
interface MergedHours extends MergedSlot {
  readonly iAssignedTo: number;
  readonly appDate: string;
  readonly slotFrom: string;
  readonly pooId: number | null;
}
type SlotsEvent =
  | Event<'SlotReserved', Reservation>
  | Event<'SlotFreed', { readonly appointmentId: number }>
  | Event<'SlotsMerged', MergedHours>
  | Event<'SlotsSplit', Omit<MergedHours, 'minutes' | 'pooId'>>;

export const slots = defineStream<SlotsState, SlotsEvent>({
  name: 'slots',
  events: {
    SlotReserved: true,
    SlotFreed: true,
    SlotsMerged: true,
    SlotsSplit: true,
  },
  area: 'leads',
  state: 2,
  initial: () => ({ taken: [] }),
  evolve(state, event) {
    if (event.type === 'SlotReserved') return { ...state, taken: [...state.taken, event.data] };
    if (event.type === 'SlotFreed')
      return {
        ...state,
        taken: state.taken.filter((one) => one.appointmentId !== event.data.appointmentId),
      };
    if (event.type === 'SlotsMerged')
      return {
        ...state,
        merges: [...(state.merges ?? []), { from: event.data.from, minutes: event.data.minutes }],
      };
    if (event.type === 'SlotsSplit')
      return { ...state, merges: (state.merges ?? []).filter((one) => one.from !== event.data.from) };
    return state;
  },
  commands: slotMergeCommands,
  translations: translations({
    en: {
      SlotReserved: 'Slot taken',
      SlotFreed: 'Slot free again',
      SlotsMerged: 'Slots merged',
      SlotsSplit: 'Merged slot split',
      slotsNotAdjacent: 'Choose two to four half hours that follow one another.',
      slotsNotFree: 'One of these half hours is not free.',
      slotMergePast: 'Only hours to come, within {{days}} days, can be merged.',
      slotMergeUnknown: 'There is no merged slot at this time.',
      slotMergeBooked: 'A visit is booked in this merged slot; move it first.',
      employeeInactive: 'This employee cannot take visits here.',
    },
    es: {
      SlotReserved: 'Franja ocupada',
      SlotFreed: 'Franja libre de nuevo',
      SlotsMerged: 'Franjas unidas',
      SlotsSplit: 'Franja unida separada',
      slotsNotAdjacent: 'Elija de dos a cuatro medias horas seguidas.',
      slotsNotFree: 'Una de estas medias horas no está libre.',
      slotMergePast: 'Solo se pueden unir horas futuras, dentro de {{days}} días.',
      slotMergeUnknown: 'No hay una franja unida a esta hora.',
      slotMergeBooked: 'Hay una visita reservada en esta franja; muévala antes.',
      employeeInactive: 'Este empleado no puede recibir visitas aquí.',
    },
  }),
});

type SetupsEvent =
  | Event<'SetupReserved', { readonly appointmentId: number; readonly appDate: string }>
  | Event<'SetupFreed', { readonly appointmentId: number }>;

export const setups = defineStream<SetupsState, SetupsEvent>({
  name: 'setups',
  events: {
    SetupReserved: true,
    SetupFreed: true,
  },
  area: 'leads',
  state: 1,
  initial: () => ({ open: null }),
  evolve(state, event) {
    if (event.type === 'SetupReserved')
      return { open: { appointmentId: event.data.appointmentId, appDate: event.data.appDate } };
    if (event.type === 'SetupFreed')
      return state.open?.appointmentId === event.data.appointmentId ? { open: null } : state;
    return state;
  },
  commands: {},
  translations: translations({
    en: { SetupReserved: 'Setup visit booked', SetupFreed: 'Setup visit ended' },
    es: { SetupReserved: 'Visita de instalación reservada', SetupFreed: 'Visita de instalación terminada' },
  }),
});
