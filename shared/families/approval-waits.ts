import type { ApprovalAction } from './approval-actions.ts';

/** What this viewer may do with a request now. */
type Allowed = { readonly actions: readonly ApprovalAction[] };

/**
 * Whether the request waits for this viewer's decision: what menu, inbox, start page and list count. One that
 * waits for an answer, or whose decision can still be undone, waits for somebody or something else.
 */
export const waitsForDecision = ({ actions }: Allowed): boolean => actions.includes('approveStep');

/** Whether the request waits for this viewer's answer to a question. */
export const waitsForAnswer = ({ actions }: Allowed): boolean => actions.includes('answerInfo');
