import type { Note } from '../runtime/notes.ts';

/** Faults of the other side of a connection. */
export const clientFaultKinds = ['aborted', 'bodyTooSlow', 'frameTooLarge', 'frameBroken'] as const;
export type ClientFaultKind = (typeof clientFaultKinds)[number];

export interface ClientFaults {
  count(kind: ClientFaultKind): void;
  totals(): Readonly<Record<ClientFaultKind, number>>;
}

const sampleMs = 60_000;

/** Counts client faults; logs one line per kind and minute, with the number since the last one. */
export function openClientFaults(note: Note, now: () => number = () => performance.now()): ClientFaults {
  const totals = { aborted: 0, bodyTooSlow: 0, frameTooLarge: 0, frameBroken: 0 };
  const noted = new Map<ClientFaultKind, { readonly at: number; readonly total: number }>();
  return {
    count(kind) {
      totals[kind] += 1;
      const last = noted.get(kind);
      if (last && now() - last.at < sampleMs) return;
      note('info', 'client fault', { kind, n: totals[kind] - (last?.total ?? 0) });
      noted.set(kind, { at: now(), total: totals[kind] });
    },
    totals: () => ({ ...totals }),
  };
}
