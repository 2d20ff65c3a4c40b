import { inFile, type Mutant } from './mutant.ts';

const handOver = 'shared/policies/hand-over-approvals.ts';
const calls = 'shared/policies/signup-policies.test.ts';

export const policyMutants: readonly Mutant[] = [
  ...inFile('shared/policies/notify-access-alert.ts', 'shared/policies/notify-access-alert.test.ts', [
    ['&& one.empId !== event.data.empId', '', 'An access alert is not sent to its subject.'],
    ['one.active && one.admin &&', 'one.admin &&', 'An access alert goes to active admins.'],
    ['one.active && one.admin && one', 'one.active && one', 'An access alert goes to admins only.'],
  ]),
  ...inFile(handOver, 'shared/policies/hand-over-approvals.test.ts', [
    ['approval.events.ApprovalRequested,', '', 'A request made while its approver leaves is handed over.'],
    [
      'approval.events.ApprovalStepApproved,',
      '',
      'The next step of a request is not left with a former employee.',
    ],
    ['approval.events.ApprovalDecisionUndone,', '', 'An undone decision is not left with a former employee.'],
    ['approval.events.ApprovalInfoGiven,', '', 'An answered question is not left with a former employee.'],
    ['approval.events.ApprovalDelegated,', '', 'A delegate who has left is replaced.'],
    ['approval.events.ApprovalReassigned,', '', 'A new approver who has left is replaced.'],
    ['approval.events.ApprovalEscalated,', '', 'An escalation to a former employee is handed over.'],
    ['?.active === false)', '?.active === true)', 'Only those who left are replaced.'],
  ]),
  ...inFile('shared/streams/approvals/approval/hand-over.ts', 'shared/policies/hand-over-approvals.test.ts', [
    [
      'if (!waitsOn(state, from) || ctx.directory.employee(from)?.active) return',
      'if (ctx.now > 0) return',
      'Requests that wait on a former employee are handed over.',
    ],
  ]),
  ...inFile('shared/policies/abandon-idle-signup.ts', calls, [
    ['idleDays = 14', 'idleDays = 15', 'An idle sign-up is abandoned after fourteen days.'],
    ['touchedAt: event.at', "touchedAt: ''", 'A later touch prevents abandonment.'],
  ]),
  ...inFile('shared/policies/complete-signup.ts', calls, [
    [
      'at: Date.parse(event.data.undoUntil)',
      'at: Date.parse(event.at)',
      'A sign-up is completed after the undo window.',
    ],
  ]),
];
