import type { Viewer } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import * as decide from './decide.ts';
import * as handingOver from './hand-over.ts';
import * as handingOn from './handing-on.ts';
import type { ApprovalStreamEvent } from './events.ts';
import type { ApprovalState } from './state.ts';
import { approvalRight, evolveApproval, noApproval } from './state.ts';
import * as system from './system.ts';
import { approvalTranslations } from './translations.ts';

const approvalEvents = {
  ApprovalRequested: true,
  ApprovalAutoGranted: true,
  ApprovalReviewStarted: true,
  ApprovalInfoRequested: true,
  ApprovalInfoGiven: true,
  ApprovalDelegated: true,
  ApprovalReassigned: true,
  ApprovalHandedOver: true,
  ApprovalEscalated: true,
  ApprovalStepApproved: true,
  ApprovalStepRejected: true,
  ApprovalDecisionUndone: true,
  ApprovalApproved: true,
  ApprovalRejected: true,
  ApprovalApplied: true,
  ApprovalApplyFailed: true,
  ApprovalSuperseded: true,
  ApprovalWithdrawn: true,
  ApprovalExpired: true,
} as const;

/**
 * A request that others decide: steps, four eyes, undo window, delegation, expiry. Independent of its kind,
 * which supplies its own data.
 */
export const approval = defineStream<ApprovalState, ApprovalStreamEvent>({
  name: 'approval',
  events: approvalEvents,
  area: 'approvals',
  state: 2,
  initial: noApproval,
  about: {
    prefix: 'AP',
    needs: 'signedIn',
    there: ({ state }) => state !== 'none',
    sees: (state, { empId, admin, rights }) => {
      const { requestedBy, managerId, eligible, steps, subjectEmpId } = state;
      return (
        admin ||
        empId === requestedBy.empId ||
        empId === managerId ||
        steps.some((step) => step.by?.empId === empId) ||
        (empId !== null &&
          eligible.includes(empId) &&
          subjectEmpId !== empId &&
          rights.has(approvalRight(state, 'approve')))
      );
    },
  },
  evolve: evolveApproval,
  commands: {
    request: system.request,
    open: decide.open,
    approveStep: decide.approveStep,
    rejectStep: decide.rejectStep,
    undoDecision: decide.undoDecision,
    requestInfo: decide.requestInfo,
    answerInfo: decide.answerInfo,
    withdraw: decide.withdraw,
    delegate: handingOn.delegate,
    reassign: handingOn.reassign,
    settle: system.settle,
    applied: system.applied,
    applyFailed: system.applyFailed,
    expire: system.expire,
    escalate: system.escalate,
    handOver: handingOver.handOver,
    supersede: system.supersede,
  },
  visible,
  files: ({ before }) => filesIn(before),
  translations: approvalTranslations,
  story: [
    {
      as: 'system',
      stream: 'approval-9001',
      command: 'request',
      input: {
        kind: 'appReScheduleApproval',
        entity: 'appReScheduleApproval',
        subject: { stream: 'appointment-9001', ref: 'TK-009001', version: 2 },
        subjectEmpId: 151,
        requestedBy: { empId: 101, name: 'Ravi Kulkarni' },
        pooId: 1,
        reason: 'customer',
        text: 'The family is travelling',
        before: { at: '2026-11-19T05:00:00.000Z' },
        after: { at: '2026-11-20T05:00:00.000Z' },
        amount: null,
        steps: [{ rule: 'manager' }],
        slaMinutes: 30,
        expiresAt: '2030-01-01T00:00:00.000Z',
        onApprove: { stream: 'appointment-9001', command: 'applyReschedule', input: {} },
        onReject: null,
        autoGrant: false,
      },
    },
    { as: 'lead', stream: 'approval-9001', command: 'open', input: {} },
    { as: 'lead', stream: 'approval-9001', command: 'approveStep', input: { step: 1 } },
    { as: 'lead', stream: 'approval-9001', command: 'undoDecision', input: {} },
    {
      as: 'lead',
      stream: 'approval-9001',
      command: 'requestInfo',
      input: { question: 'Which day did they ask for?' },
    },
    { as: 'agent1', stream: 'approval-9001', command: 'answerInfo', input: { answer: 'Friday, in writing' } },
    { as: 'agent1', stream: 'approval-9001', command: 'withdraw', input: {} },
  ],
});

function visible(state: ApprovalState, viewer: Viewer): boolean {
  if (viewer.kind === 'system' || viewer.admin) return true;
  const { empId } = viewer;
  return (
    empId !== null &&
    (empId === state.requestedBy.empId ||
      empId === state.managerId ||
      viewer.rights.has(approvalRight(state, 'approve')))
  );
}

/** Ids of the uploaded files among the evidence. */
function filesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'fileId' && typeof inner === 'string' ? [inner] : filesIn(inner),
  );
}
