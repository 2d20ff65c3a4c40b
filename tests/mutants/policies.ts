import { inFile, type Mutant } from './mutant.ts';

const handOver = 'shared/policies/hand-over-approvals.ts';
const calls = 'shared/policies/signup-policies.test.ts';

export const policyMutants: readonly Mutant[] = [
  ...inFile('shared/policies/tell-of-readings.ts', 'shared/policies/tell-of-readings.test.ts', [
    ['&& one.empId !== event.data.empId', '', 'A reading alert is not sent to its subject.'],
    ['one.active && one.admin &&', 'one.admin &&', 'A reading alert goes to active admins.'],
    ['one.active && one.admin && one', 'one.active && one', 'A reading alert goes to admins only.'],
  ]),
  ...inFile(handOver, 'shared/policies/hand-over-approvals.test.ts', [
    ["'ApprovalRequested',", '', 'A request made while its approver leaves is handed over.'],
    ["'ApprovalStepApproved',", '', 'The next step of a request is not left with somebody who is gone.'],
    ["'ApprovalDecisionUndone',", '', 'A decision undone is not left with somebody who is gone.'],
    ["'ApprovalInfoGiven',", '', 'An answered question is not left with somebody who is gone.'],
    ["'ApprovalDelegated',", '', 'A delegate who is gone is replaced.'],
    ["'ApprovalReassigned',", '', 'A new approver who is gone is replaced.'],
    ["'ApprovalEscalated',", '', 'An escalation to somebody who is gone is handed over.'],
    ['?.active === false)', '?.active === true)', 'Only those who left are replaced.'],
  ]),
  ...inFile('shared/streams/approvals/approval/hand-over.ts', 'shared/policies/hand-over-approvals.test.ts', [
    ['if (!waitsOn(state, from) || ctx.directory.employee(from)?.active) return', 'if (ctx.now > 0) return', 'What waits on somebody gone is handed over.'],
  ]),
  ...inFile('shared/policies/abandon-idle-signup.ts', calls, [
    ['idleDays = 14', 'idleDays = 15', 'An idle sign-up is given up after fourteen days.'],
    ['touchedAt: event.at', "touchedAt: ''", 'A later touch makes giving up void.'],
  ]),
  ...inFile('shared/policies/complete-signup.ts', calls, [
    ['at: Date.parse(event.data.undoUntil)', 'at: Date.parse(event.at)', 'A sign-up is completed after the undo window.'],
  ]),
];
