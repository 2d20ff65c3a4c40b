import type { ApprovalStatus } from '#shared/wire.ts';
import type { Result } from './bulk.ts';

/**
 * Result of one of many decisions. `waits`: still undoable or being applied; `next`: another approval is
 * needed.
 */
export type Outcome = 'refused' | 'waits' | 'next' | 'applied' | 'failed' | 'rejected' | 'undone' | 'gone';
export const outcomes: readonly Outcome[] = [
  'applied',
  'rejected',
  'next',
  'waits',
  'undone',
  'failed',
  'gone',
  'refused',
];

/** `status` is the last known one; null before the first. */
export function outcomeOf(result: Result, status: ApprovalStatus | null, undone: boolean): Outcome {
  if (!result.ok) return 'refused';
  if (undone) return 'undone';
  switch (status?.state) {
    case 'applied':
      return 'applied';
    case 'rejected':
      return 'rejected';
    case 'applyFailed':
      return 'failed';
    case 'withdrawn':
    case 'expired':
    case 'superseded':
      return 'gone';
    case 'requested':
    case 'inReview':
    case 'infoRequested':
      return 'next';
    default:
      return 'waits';
  }
}

/** Number of results of each kind, in display order. */
export function tally(ends: Iterable<Outcome>): readonly (readonly [Outcome, number])[] {
  const counts = new Map<Outcome, number>();
  for (const one of ends) counts.set(one, (counts.get(one) ?? 0) + 1);
  return outcomes.flatMap((one) => (counts.has(one) ? [[one, counts.get(one) ?? 0] as const] : []));
}
