import { expect, test } from 'vitest';
import { approvalRow } from '#tests/kit/approval-row.ts';
import { hasEffectAhead } from './use-status.ts';

test('an effect that would fail is said until it is tried, also while the approval can be undone', () => {
  const of = (state: string): boolean => hasEffectAhead(approvalRow({ state } as never));
  expect(['requested', 'inReview', 'pendingApply'].map(of)).toEqual([true, true, true]);
  expect(['pendingReject', 'applied', 'applyFailed', 'rejected'].map(of)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
