import { describe, expect, it } from 'vitest';
import { person, playHouse, playPolicies } from '#tests/kit/played.ts';
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
  const house = playHouse([approval], people, { [right]: [5, 131] });
  const policies = playPolicies(house, [handOverApprovals]);
  const leave = (empId: number): void => {
    const at = people.findIndex((one) => one.empId === empId);
    people[at] = { ...people[at]!, active: false };
  };
  return { ...house, ...policies, leave, request: () => house.order(null, 'approval-new', 'request', request, now) };
}

describe('a request made while its approver leaves', () => {
  it('given the approver was chosen before and is gone when the event is heard, then the reporting manager takes over', () => {
    const house = open();
    house.request();
    expect(house.state('approval-1').eligible).toEqual([131]);
    // The event of leaving was decided before the request was there, so it does not name it.
    house.leave(131);
    house.until(now + 1);
    expect(house.log.at(-1)).toMatchObject({ type: 'ApprovalHandedOver', data: { from: { empId: 131 }, to: { empId: 5 } } });
    expect(house.state('approval-1').eligible).toEqual([5]);
  });

  it.each(['ApprovalStepApproved', 'ApprovalDecisionUndone', 'ApprovalInfoGiven', 'ApprovalEscalated'])(
    'given %s names somebody who has left, then the request is handed over',
    (type) => {
      const { directory, leave } = open();
      leave(131);
      const event = { type, stream: 'approval-7', data: { eligible: [5, 131] } } as never;
      expect(handOverApprovals.on).toContain(type);
      expect(handOverApprovals.ask(event, { directory })).toEqual([{ kind: 'command', stream: 'approval-7', command: 'handOver', input: { from: 131 } }]);
    },
  );

  it.each(['ApprovalDelegated', 'ApprovalReassigned'])('given %s to somebody who has left, then the request is handed over', (type) => {
    const { directory, leave } = open();
    leave(131);
    const event = { type, stream: 'approval-7', data: { eligible: [5], to: { empId: 131, name: 'Farhan Ali' } } } as never;
    expect(handOverApprovals.on).toContain(type);
    expect(handOverApprovals.ask(event, { directory })).toMatchObject([{ command: 'handOver', input: { from: 131 } }]);
  });

  it('given everybody named is still here, then nothing is handed over', () => {
    const house = open();
    house.request();
    house.until(now + 1);
    expect(house.log.map((event) => event.type)).toEqual(['ApprovalRequested']);
  });
});
