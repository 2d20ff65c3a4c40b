import { defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';

/** Days held under one key, so that two records of the same pair never overlap: `span-employeeTerritory-7|3`. Days are inclusive. */
export interface SpanState {
  readonly held: Readonly<Record<string, Span>>;
}
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const span = defineStream<SpanState>({
  name: 'span',
  area: 'masters',
  state: 1,
  initial: () => ({ held: {} }),
  evolve(state, event) {
    const { owner, from, to } = event.data as { owner: string; from: string; to: string };
    if (event.type === 'SpanTaken') return { held: { ...state.held, [owner]: { from, to } } };
    if (event.type === 'SpanFreed') return { held: Object.fromEntries(Object.entries(state.held).filter(([who]) => who !== owner)) };
    return state;
  },
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  words: words({ en: { SpanTaken: 'Days taken', SpanFreed: 'Days freed' }, es: { SpanTaken: 'Días tomados', SpanFreed: 'Días liberados' } }),
});

/** Who holds days of `wanted` already, besides `owner`. */
export function overlapping(state: SpanState | undefined, wanted: Span, owner: string): Span | null {
  for (const [who, held] of Object.entries(state?.held ?? {})) if (who !== owner && held.from <= wanted.to && wanted.from <= held.to) return held;
  return null;
}
