import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';

/** The ledger's figures when a line was counted; a unit's cost is `costPaise / costUnits`. */
export interface SystemNote {
  readonly systemQty: number;
  readonly costPaise: number;
  readonly costUnits: number;
  /**
   * The ledger moved between the first count of the line and a later one, so the figures cannot be compared.
   */
  readonly moved: boolean;
}
export interface CountBookState {
  readonly notes: Readonly<Record<string, SystemNote>>;
}
export type CountBookEvent =
  | Event<'CountSystemNoted', SystemNote & { readonly lineId: string }>
  | Event<'CountSystemForgotten', { readonly lineIds: readonly string[] }>;

export const bookStream = (countId: string): string => `countbook-${countId}`;

function evolve(state: CountBookState, event: RecordedEventOf<CountBookEvent>): CountBookState {
  switch (event.type) {
    case 'CountSystemNoted': {
      const { lineId, ...note } = event.data;
      return { notes: { ...state.notes, [lineId]: note } };
    }
    case 'CountSystemForgotten': {
      const gone = new Set(event.data.lineIds);
      return { notes: Object.fromEntries(Object.entries(state.notes).filter(([id]) => !gone.has(id))) };
    }
    default:
      return state;
  }
}

/**
 * The ledger's side of a count, apart from the count itself: counters may not see it before the count is
 * submitted.
 */
export const countBook = defineStream<CountBookState, CountBookEvent>({
  name: 'countbook',
  area: 'stock',
  state: 1,
  events: { CountSystemNoted: true, CountSystemForgotten: true },
  initial: () => ({ notes: {} }),
  evolve,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { CountSystemNoted: 'Ledger noted', CountSystemForgotten: 'Ledger note dropped' },
    es: { CountSystemNoted: 'Libro anotado', CountSystemForgotten: 'Anotación del libro retirada' },
  }),
  story: [],
});

/** The open counts of a place and their trays; null is the whole place. */
export interface CountScopeState {
  readonly open: Readonly<Record<string, { readonly trayId: number | null; readonly by: string }>>;
}
export type CountScopeEvent =
  | Event<
      'CountScopeTaken',
      { readonly countId: string; readonly trayId: number | null; readonly by: string }
    >
  | Event<'CountScopeFreed', { readonly countId: string }>;

export const scopeStream = (pooId: number): string => `countscope-${pooId}`;

function evolveScope(state: CountScopeState, event: RecordedEventOf<CountScopeEvent>): CountScopeState {
  switch (event.type) {
    case 'CountScopeTaken': {
      const { countId, trayId, by } = event.data;
      return { open: { ...state.open, [countId]: { trayId, by } } };
    }
    case 'CountScopeFreed': {
      const { [event.data.countId]: _gone, ...open } = state.open;
      return { open };
    }
    default:
      return state;
  }
}

/** The open count that overlaps this one, or null. */
export function overlap(state: CountScopeState, countId: string, trayId: number | null): string | null {
  const found = Object.entries(state.open).find(
    ([id, one]) => id !== countId && (trayId === null || one.trayId === null || one.trayId === trayId),
  );
  return found ? found[1].by : null;
}

/** Two open counts never cover the same tray. */
export const countScope = defineStream<CountScopeState, CountScopeEvent>({
  name: 'countscope',
  area: 'stock',
  state: 1,
  events: { CountScopeTaken: true, CountScopeFreed: true },
  initial: () => ({ open: {} }),
  evolve: evolveScope,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { CountScopeTaken: 'Count began', CountScopeFreed: 'Count ended' },
    es: { CountScopeTaken: 'Recuento comenzado', CountScopeFreed: 'Recuento terminado' },
  }),
  story: [],
});
