import type { Event } from '../../core/event.ts';
import { defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/**
 * Days reserved under one key, so that two records of the same pair never overlap:
 * `span-employeeTerritory-7|3`. Days are inclusive.
 */
export interface SpanState {
  readonly held: Readonly<Record<string, Span>>;
}
export interface Span {
  readonly from: string;
  readonly to: string;
  /** Only these of the key's parts are reserved; absent: all of them. */
  readonly among?: readonly number[];
}

type SpanEvent =
  | Event<'SpanTaken', Span & { readonly owner: string }>
  | Event<'SpanFreed', Span & { readonly owner: string }>;

export const span = defineStream<SpanState, SpanEvent>({
  name: 'span',
  events: {
    SpanTaken: true,
    SpanFreed: true,
  },
  area: 'masters',
  state: 1,
  initial: () => ({ held: {} }),
  evolve(state, event) {
    const { owner, from, to, among } = event.data;
    if (event.type === 'SpanTaken')
      return { held: { ...state.held, [owner]: { from, to, ...(among ? { among } : {}) } } };
    if (event.type === 'SpanFreed')
      return { held: Object.fromEntries(Object.entries(state.held).filter(([who]) => who !== owner)) };
    return state;
  },
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { SpanTaken: 'Days taken', SpanFreed: 'Days freed' },
    es: { SpanTaken: 'Días tomados', SpanFreed: 'Días liberados' },
  }),
});

/** A reservation of other owners that overlaps `wanted`. */
export function overlapping(state: SpanState | undefined, wanted: Span, owner: string): Span | null {
  for (const [who, held] of Object.entries(state?.held ?? {}))
    if (who !== owner && held.from <= wanted.to && wanted.from <= held.to && meet(held, wanted)) return held;
  return null;
}

function meet({ among: mine }: Span, { among: theirs }: Span): boolean {
  return !mine || !theirs || mine.some((one) => theirs.includes(one));
}
