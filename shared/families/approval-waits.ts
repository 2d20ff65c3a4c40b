import type { ApprovalRow } from './approval-feed.ts';

/**
 * Whether the request waits for this viewer's decision: what menu, inbox, start page and list count. One that
 * waits for an answer, or whose decision can still be undone, waits for somebody or something else.
 */
export const waitsForDecision = ({ actions }: Pick<ApprovalRow, 'actions'>): boolean =>
  actions.includes('approveStep');

/** Whether the request waits for this viewer's answer to a question. */
export const waitsForAnswer = ({ actions }: Pick<ApprovalRow, 'actions'>): boolean =>
  actions.includes('answerInfo');
