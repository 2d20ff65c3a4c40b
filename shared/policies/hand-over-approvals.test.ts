import { describe, expect, it } from 'vitest';
import { person, playServer, playPolicies } from '#tests/kit/played.ts';
import { approval } from '../streams/approvals/approval/approval.ts';
import { handOverApprovals } from './hand-over-approvals.ts';

const right = 'approvals/appReScheduleApproval:approve';
const now = Date.parse('2026-11-18T05:00:00.000Z');
const request = {
  kind: 'appReScheduleApproval',
  entity: 'appReScheduleApproval',
  subject: { stream: 'appointment-7', ref: 'TK-000007', version: 2 },
  subjectEmpId: null,
  requestedBy: { empId: 101, name: 'Ravi Kulkarni' },
  pooId: 1,
  reason: 'reschedule',
  text: 'travelling',
  before: {},
  after: {},
  amount: null,
  steps: [{ rule: 'manager' }],
  slaMinutes: 30,
  expiresAt: new Date(now + 5 * 3_600_000).toISOString(),
  onApprove: { stream: 'appointment-7', command: 'applyReschedule', input: {} },
  onReject: null,
  autoGrant: false,
};

function open() {
  const people = [
    person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
    person(101, 'Ravi Kulkarni'),
    person(131, 'Farhan Ali', { managerId: 5 }),
  ];
  const server = playServer([approval], people, { [right]: [5, 131] });
  const policies = playPolicies(server, [handOverApprovals]);
  const leave = (empId: number): void => {
    const at = people.findIndex((one) => one.empId === empId);
    people[at] = { ...people[at]!, active: false };
  };
  return {
    ...server,
    ...policies,
    leave,
    request: () => server.command(null, 'approval-new', 'request', request, now),
  };
}

describe('a request made while its approver leaves', () => {
  it('given the approver has left by the time of the event, then the reporting manager takes over', () => {
    const server = open();
    server.request();
    expect(server.state('approval-1').eligible).toEqual([131]);
    // The exit was decided before the request existed, so its event does not name it.
    server.leave(131);
    server.until(now + 1);
    expect(server.log.at(-1)).toMatchObject({
      type: 'ApprovalHandedOver',
      data: { from: { empId: 131 }, to: { empId: 5 } },
    });
    expect(server.state('approval-1').eligible).toEqual([5]);
  });

  it.each(['ApprovalStepApproved', 'ApprovalDecisionUndone', 'ApprovalInfoGiven', 'ApprovalEscalated'])(
    'given %s names somebody who has left, then the request is handed over',
    (type) => {
      const { directory, leave } = open();
      leave(131);
      const event = { type, stream: 'approval-7', data: { eligible: [5, 131] } } as never;
      expect(handOverApprovals.on).toContain(type);
      expect(handOverApprovals.react(event, { directory })).toEqual([
        { kind: 'command', stream: 'approval-7', command: 'handOver', input: { from: 131 } },
      ]);
    },
  );

  it.each(['ApprovalDelegated', 'ApprovalReassigned'])(
    'given %s to somebody who has left, then the request is handed over',
    (type) => {
      const { directory, leave } = open();
      leave(131);
      const event = {
        type,
        stream: 'approval-7',
        data: { eligible: [5], to: { empId: 131, name: 'Farhan Ali' } },
      } as never;
      expect(handOverApprovals.on).toContain(type);
      expect(handOverApprovals.react(event, { directory })).toMatchObject([
        { command: 'handOver', input: { from: 131 } },
      ]);
    },
  );

  it('given everybody named is still here, then nothing is handed over', () => {
    const server = open();
    server.request();
    server.until(now + 1);
    expect(server.log.map((event) => event.type)).toEqual(['ApprovalRequested']);
  });
});
