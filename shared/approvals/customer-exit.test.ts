import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { unique } from '#shared/streams/core/unique.ts';
import { customer } from '#shared/streams/customers/customer.ts';
import { custexit } from '#shared/streams/customers/exit/custexit.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalNotices } from '../policies/approval-notices.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { carryOutExit, cancelVisitsOfExited } from '../policies/customer-exit.ts';
import { customerExitApproval } from './customer-exit.ts';

const at = (time: string, day = '2026-11-18') => instantOf(day, time);
const right = 'Prescription/customerExitApproval:approve';

function given() {
  const app = playServer(
    [custexit, customer, unique, approval, notice],
    [
      person(111, 'Meera Nair'),
      person(131, 'Farhan Ali', { managerId: 5 }),
      person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
    ],
    {
      [right]: [5, 131],
      'Prescription/customerExit:create': [111, 131],
      'Prescription/customerExit:edit': [111, 131],
    },
  );
  const policies = playPolicies(app, [
    approvalPolicy(customerExitApproval),
    applyApproval,
    approvalTimes,
    approvalNotices,
    carryOutExit,
    cancelVisitsOfExited,
  ]);
  return { ...app, ...policies };
}

describe('the approval of an exit', () => {
  it('is listed among the prescriptions, under a right of its own', () => {
    expect(customerExitApproval).toMatchObject({
      route: 'prescription/customerExitApproval',
      group: 'Prescription',
      entity: 'customerExitApproval',
    });
  });

  it('needs the city head as well for a customer of the highest rank', () => {
    const { directory } = given();
    const data = {
      requestId: 'r',
      requestedBy: { empId: 111, name: 'Meera Nair' },
      owed: { visits: [], openOrders: [], prescriptions: [] },
    };
    const event = (topRank: boolean) =>
      ({
        position: 1,
        stream: 'custexit-1',
        version: 2,
        id: 'e',
        type: '',
        at: new Date(at('10:00')).toISOString(),
        actor: { kind: 'person', empId: 111, name: '' },
        correlationId: '',
        data: { ...data, topRank },
      }) as const;
    expect(customerExitApproval.request(event(false), { directory }).steps).toEqual([{ rule: 'manager' }]);
    expect(customerExitApproval.request(event(true), { directory }).steps).toEqual([
      { rule: 'manager' },
      { rule: 'cityHead' },
    ]);
  });
});

describe('four eyes', () => {
  it('the requester never decides the exit, and the decision carries it out', () => {
    const app = given();
    app.write('customer-9', 'CustomerCreated', created, at('08:00'), null);
    expect(
      emitted(
        app.command(
          131,
          'custexit-new',
          'request',
          {
            customerId: 9,
            kind: 'duplicate',
            reasonId: null,
            text: 'The same as customer 4',
            effectiveOn: '2026-11-18',
          },
          at('09:00'),
        ),
      ),
    ).not.toBe('forbidden');
    app.until(at('09:01'));
    expect(app.state('approval-1')).toMatchObject({ kind: 'customerExitApproval', group: 'Prescription' });
    expect(emitted(app.command(131, 'approval-1', 'approveStep', {}, at('09:05')))).toBe('selfApproval');
    app.command(5, 'approval-1', 'approveStep', {}, at('09:06'));
    app.until(at('09:08'));
    expect(app.state('customer-9').stage).toBe('exited');
    expect(app.state('approval-1').state).toBe('applied');
  });
});

const created = {
  name: 'Lakshmi Rao',
  phones: [{ phone: '5550120090', verifiedAt: null, primary: true }],
  pooId: 1,
  language: 'kn',
  consents: {},
};
