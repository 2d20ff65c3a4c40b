import type { Event } from '../../core/event.ts';
import { defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/**
 * Reservation of a unique value: `unique-customer-phone-9876543210`. Written in the same commit as the
 * decision that takes it.
 */
export interface UniqueState {
  readonly key: string;
  readonly owner: string | null;
  /** From this instant somebody else may take it; without it only after release. */
  readonly until?: string | null;
}

export const uniqueStream = (what: string, value: string): string => `unique-${what}-${value}`;

/** The owner at this instant; null when somebody else may take it. */
export function ownerAt(state: UniqueState | undefined, now: number): string | null {
  if (!state?.owner) return null;
  return state.until != null && now >= Date.parse(state.until) ? null : state.owner;
}

type UniqueEvent =
  | Event<'KeyReserved', { readonly owner: string; readonly until?: string | null }>
  | Event<'KeyReleased', { readonly owner: string }>;

export const unique = defineStream<UniqueState, UniqueEvent>({
  name: 'unique',
  events: {
    KeyReserved: true,
    KeyReleased: true,
  },
  area: 'core',
  state: 1,
  initial: (key) => ({ key, owner: null }),
  evolve(state, event) {
    if (event.type === 'KeyReserved')
      return { ...state, owner: event.data.owner, until: event.data.until ?? null };
    if (event.type === 'KeyReleased') return { ...state, owner: null, until: null };
    return state;
  },
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { KeyReserved: 'Reserved', KeyReleased: 'Released' },
    es: { KeyReserved: 'Reservada', KeyReleased: 'Liberada' },
  }),
});
