import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Permission, Viewer } from '../core/permission.ts';
import type { Rank } from '../core/rank.ts';
import type { FeedDef } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { limitOfRule } from '../streams/approvals/approval/amount-limits.ts';
import type { Person } from '../streams/approvals/approval/request.ts';
import type { ApprovalStage, ApprovalState, Step } from '../streams/approvals/approval/state.ts';
import {
  amountNow,
  approvalRight,
  decidesAll,
  evolveApproval,
  isPending,
  noApproval,
  stepNow,
} from '../streams/approvals/approval/state.ts';
import type { ApprovalViewer } from '../streams/approvals/approval/approval.machine.ts';
import { isSelf, stepRights } from '../streams/approvals/approval/eligible.ts';
import type { ApprovalAction } from './approval-actions.ts';
import { actionsAt } from './approval-actions.ts';
import type { ApprovalKind } from './approval.ts';
import { waitsForDecision } from './approval-waits.ts';

/** States of a request that is not over. */
const moving: readonly ApprovalStage[] = [
  'requested',
  'inReview',
  'infoRequested',
  'pendingApply',
  'pendingReject',
  'approved',
];
export const isMoving = ({ state }: Pick<ApprovalState, 'state'>): boolean => moving.includes(state);

/** Every request that is not over, of every kind; one that is over is found by search and by its number. */
export const approvals = defineView<ApprovalState>({
  name: 'approvals',
  version: 4,
  streams: ['approval'],
  ids: (event: StoredEvent) => [streamKey(event.stream)],
  row: (row, event, id) => {
    const after = evolveApproval(row ?? noApproval(id), event as Parameters<typeof evolveApproval>[1]);
    return isMoving(after) ? after : null;
  },
});

/** A request as one viewer sees it, with the viewer's part in it and allowed actions. */
export interface ApprovalRow {
  readonly id: string;
  readonly ref: string;
  readonly kind: string;
  readonly state: ApprovalStage;
  readonly requester: Person;
  readonly subject: { readonly stream: string; readonly ref: string };
  readonly pooId: number | null;
  readonly reason: string;
  readonly text: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Nobody approves a lower amount than was requested. */
  readonly amountFixed?: true;
  /** What was requested. */
  readonly amount: number | null;
  /** What the steps so far approved of it. */
  readonly amountNow: number | null;
  readonly step: number;
  readonly steps: number;
  /** Who decides each step, from the first to the last. */
  readonly rules: readonly {
    readonly of: readonly string[];
    readonly mode: 'any' | 'all';
    /** Up to which amount its approver decides; null without a limit, absent where none applies. */
    readonly upTo?: number | null;
  }[];
  readonly enteredAt: string;
  readonly dueAt: string;
  readonly expiresAt: string;
  readonly undoUntil: string | null;
  readonly decisions: readonly {
    readonly step: number;
    readonly verb: 'approved' | 'rejected';
    readonly name: string;
    readonly at: string;
    readonly comment: string | null;
    readonly via?: 'push';
    /** The lower amount that was approved. */
    readonly amount?: number;
  }[];
  /** Names of those who opened it during this step. */
  readonly readBy: readonly string[];
  readonly question: { readonly name: string; readonly text: string; readonly at: string } | null;
  readonly answer: { readonly text: string; readonly at: string } | null;
  readonly escalated: boolean;
  readonly part: 'approver' | 'requester' | 'reader';
  readonly viewer: ApprovalViewer;
  readonly actions: readonly ApprovalAction[];
  readonly version: number;
}

export interface ApprovalScope extends Record<string, unknown> {
  readonly empId: number | null;
  readonly admin: boolean;
  /** The places of a city head, who may hand requests on there; null for others. */
  readonly head: readonly number[] | 'all' | null;
  /** Entities with their group whose requests the viewer may decide; null: all. */
  readonly approve: readonly string[] | null;
}

/** Whether the viewer holds a right of the current step; for a settled request, the right of its kind. */
function mayApprove({ approve }: ApprovalScope, row: ApprovalState): boolean {
  if (approve === null) return true;
  const rights = stepRights(row);
  return approve.some((entity) =>
    rights.length > 0
      ? rights.includes(`${entity}:approve` as Permission)
      : `${entity}:approve` === approvalRight(row, 'approve'),
  );
}

/** Whether the viewer leads the requester: their manager, a city head of the place, or an admin. */
const leads = (row: ApprovalState, { empId, admin, head }: ApprovalScope): boolean =>
  admin ||
  row.managerId === empId ||
  head === 'all' ||
  (head !== null && (row.pooId === null || head.includes(row.pooId)));

/** What this viewer is to the request, for the machine that both sides run. */
function viewerOf(row: ApprovalState, scope: ApprovalScope, part: ApprovalRow['part']): ApprovalViewer {
  const { empId } = scope;
  return {
    lastStep: decidesAll(row),
    eligible: part === 'approver',
    self: isSelf(row, empId),
    requester: part === 'requester',
    sameDecider: isPending(row) && empId !== null && stepNow(row)?.by?.empId === empId,
    standsIn: row.delegations.some((one) => one.to === empId),
    mayReassign: leads(row, scope) && mayApprove(scope, row),
  };
}

/** The viewer's part in a request, or null when the viewer has none. */
export function partOf(row: ApprovalState, scope: ApprovalScope): ApprovalRow['part'] | null {
  const { empId } = scope;
  if (empId === null) return null;
  if (row.requestedBy.empId === empId) return 'requester';
  if (row.eligible.includes(empId) && row.subjectEmpId !== empId && mayApprove(scope, row)) return 'approver';
  const decided = row.steps.some(
    (step) => step.by?.empId === empId || step.signed.some(({ by }) => by.empId === empId),
  );
  const reads = scope.admin || row.managerId === empId || (leads(row, scope) && mayApprove(scope, row));
  return reads || decided ? 'reader' : null;
}

function decisionsOf({ n, signed, decision, by, at, comment, via, amount }: Step): ApprovalRow['decisions'] {
  const approvals = signed.map((one) => ({
    step: n,
    verb: 'approved' as const,
    name: one.by.name,
    at: one.at,
    comment: one.comment,
    ...(one.via ? { via: one.via } : {}),
  }));
  if (!decision || !by || !at) return approvals;
  return [
    ...approvals,
    {
      step: n,
      verb: decision,
      name: by.name,
      at,
      comment,
      ...(via ? { via } : {}),
      ...(amount ? { amount } : {}),
    },
  ];
}

/** The request as this viewer sees it, over or not; null for those without a part in it. */
export function approvalAs(row: ApprovalState, scope: ApprovalScope): ApprovalRow | null {
  const part = partOf(row, scope);
  if (!part) return null;
  const viewer = viewerOf(row, scope, part);
  return {
    id: row.id,
    ref: row.ref,
    kind: row.kind,
    state: row.state,
    requester: row.requestedBy,
    subject: { stream: row.subject.stream, ref: row.subject.ref },
    pooId: row.pooId,
    reason: row.reason,
    text: row.text,
    before: row.before,
    after: row.after,
    amount: row.amount,
    ...(row.amountFixed ? { amountFixed: true as const } : {}),
    amountNow: amountNow(row),
    step: row.currentStep,
    steps: row.steps.length,
    rules: row.steps.map(({ rules, mode }) => ({
      of: rules.map(({ rule }) => rule),
      mode,
      ...(row.limits && rules[0] ? { upTo: limitOfRule(row.limits, rules[0].rule) } : {}),
    })),
    enteredAt: row.enteredAt,
    dueAt: row.dueAt,
    expiresAt: row.expiresAt,
    undoUntil: row.undoUntil,
    decisions: row.steps.flatMap(decisionsOf),
    readBy: row.readBy.map((one) => one.name),
    question: row.question && { name: row.question.by.name, text: row.question.text, at: row.question.at },
    answer: row.answer,
    escalated: row.escalatedTo.length > 0,
    part,
    viewer,
    // Without regard to time, which a row cannot follow: the console looks at its clock as well.
    actions: actionsAt({ ...row, viewer }, Date.parse(row.enteredAt)),
    version: row.version,
  };
}

export const seeApproval = (row: ApprovalState, scope: ApprovalScope): ApprovalRow | null =>
  isMoving(row) ? approvalAs(row, scope) : null;

/** Everything that decides what this viewer sees of requests. */
export function approvalScope(viewer: Viewer): ApprovalScope {
  const approve =
    viewer.admin || viewer.kind === 'system'
      ? null
      : [...viewer.rights]
          .flatMap((right) => /^(approvals\/.+|[^/]+\/\w+Approval):approve$/.exec(right)?.[1] ?? [])
          .sort();
  const head =
    viewer.cityHead !== true ? null : viewer.poos === 'all' ? 'all' : viewer.poos.toSorted((a, b) => a - b);
  return { empId: viewer.empId, admin: viewer.admin, head, approve };
}

/**
 * What can still be undone first, then what waits for this viewer, then the others; each by its deadline. So
 * the first page of many requests holds what the viewer has to do.
 */
export function requestRank(row: ApprovalRow): Rank {
  const group = row.undoUntil !== null ? 0 : waitsForDecision(row) ? 1 : 2;
  return [group, row.dueAt, row.enteredAt, Number(row.id)];
}

/** The inbox, or the list of one screen: the same feed with or without a filter. */
export function approvalFeed(kind: ApprovalKind | null): FeedDef<ApprovalState, ApprovalScope, ApprovalRow> {
  return defineFeed<ApprovalState, ApprovalScope, ApprovalRow>({
    name: kind ? `approvals/${kind.name}` : 'approvals/inbox',
    view: approvals,
    need: kind ? approvalRight(kind, 'view') : 'signedIn',
    scope: approvalScope,
    see: (row, scope) => (kind && row.entity !== kind.entity ? null : seeApproval(row, scope)),
    rank: requestRank,
    sources: kind?.sources ?? [],
  });
}
