import type { Event, NewEvent } from '../../core/event.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import { defineStream, type Ctx } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import type { Reads } from './holds.ts';
import type { MasterState } from './state.ts';

/**
 * Seats of a record with limited capacity: `seats-campEvent-7`. Written in the commit that takes one, so that
 * two commands never take the last seat.
 */
export interface SeatsState {
  readonly taken: readonly string[];
}

type SeatsEvent = Event<'SeatTaken' | 'SeatFreed', { readonly owner: string }>;

export const seats = defineStream<SeatsState, SeatsEvent>({
  name: 'seats',
  events: {
    SeatTaken: true,
    SeatFreed: true,
  },
  area: 'masters',
  state: 1,
  initial: () => ({ taken: [] }),
  evolve(state, event) {
    const { owner } = event.data;
    if (event.type === 'SeatTaken') return { taken: [...state.taken, owner] };
    if (event.type === 'SeatFreed') return { taken: state.taken.filter((one) => one !== owner) };
    return state;
  },
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { SeatTaken: 'Seat taken', SeatFreed: 'Seat freed' },
    es: { SeatTaken: 'Plaza tomada', SeatFreed: 'Plaza liberada' },
  }),
});

const streamAt = (kind: string, id: unknown): string => `seats-${kind}-${String(id)}`;

/** The kind and id of the record whose seats records of `def` occupy. */
function seatAt(def: MasterDef, fields: Fields): { readonly lookup: string; readonly id: unknown } | null {
  const field = def.seats && def.fields.find(({ name }) => name === def.seats!.reference);
  return field && fields[field.name] != null ? { lookup: field.lookup!, id: fields[field.name] } : null;
}

/** Streams needed to take or release a seat: who has one, and how many there are. */
export function seatReads(def: MasterDef, fields: Fields): Reads {
  const at = seatAt(def, fields);
  return at
    ? {
        seats: streamAt(at.lookup, at.id),
        [`ref:${at.lookup}:${String(at.id)}`]: `master-${at.lookup}-${String(at.id)}`,
      }
    : {};
}

/** Releases or takes a seat as the stage requires, while one is free. */
export function moveSeat(
  def: MasterDef,
  fields: Fields,
  to: string | null,
  ctx: Ctx & { readonly id: string },
): NewEvent[] | Refusal {
  const at = seatAt(def, fields);
  if (!at) return [];
  const owner = `master-${ctx.id}`;
  const { taken } = ctx.read.seats as SeatsState;
  const wants = to !== null && def.seats!.in.includes(to);
  if (taken.includes(owner) === wants) return [];
  const stream = streamAt(at.lookup, at.id);
  if (!wants) return [{ type: 'SeatFreed', data: { owner }, stream }];
  const most = Number((ctx.read[`ref:${at.lookup}:${String(at.id)}`] as MasterState).fields[def.seats!.most]);
  return taken.length >= most
    ? refuse('noSeatLeft', 422, { n: most }, def.seats!.reference)
    : [{ type: 'SeatTaken', data: { owner }, stream }];
}

/** By kind of the record that has seats: the field with their number. */
export function seatedKinds(defs: readonly MasterDef[]): ReadonlyMap<string, string> {
  return new Map(
    defs.flatMap((def) =>
      def.seats
        ? [[def.fields.find(({ name }) => name === def.seats!.reference)!.lookup!, def.seats.most] as const]
        : [],
    ),
  );
}

/** Seats taken at the record itself. */
export function ownSeatReads(seated: ReadonlyMap<string, string>, kind: string, id: number): Reads {
  return seated.has(kind) ? { ownSeats: streamAt(kind, id) } : {};
}

/** Refuses a capacity below the seats already taken. */
export function seatsStand(
  seated: ReadonlyMap<string, string>,
  kind: string,
  changed: Fields,
  ctx: Ctx,
): Refusal | null {
  const most = seated.get(kind);
  const n = (ctx.read.ownSeats as SeatsState | undefined)?.taken.length ?? 0;
  return most !== undefined && changed[most] != null && Number(changed[most]) < n
    ? refuse('fewerSeats', 422, { n }, most)
    : null;
}
