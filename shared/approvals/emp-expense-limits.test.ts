import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approvalFeed } from '#shared/families/approval-feed.ts';
import { approvalPolicy } from '#shared/families/approval.ts';
import { applyApproval } from '#shared/policies/apply-approval.ts';
import { approvalTimes } from '#shared/policies/approval-times.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { file } from '#shared/streams/core/file.ts';
import { expenseDay } from '#shared/streams/people/expense/expense-day.ts';
import { expense } from '#shared/streams/people/expense/expense.ts';
import { defaultLimits } from '#shared/streams/people/expense/limits.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { empExpenseApproval } from './emp-expense.ts';

const at = (time: string): number => instantOf('2026-11-18', time);
const [field, lead, accounts, second, head, otherHead] = [151, 131, 182, 183, 5, 6];
const right = 'approvals/empExpenseApproval:approve';
const receipt = 'r'.repeat(32);
const inFull = { manager: 500_00, accounts: 10_000_00 };

/** An expense for lodging of these rupees, submitted with the limits of the day. */
function submitted(rupees: number, steps: object | null = inFull) {
  const people = [
    person(field, 'Pooja Hegde'),
    person(lead, 'Farhan Ali', { managerId: head, effectiveDesignationId: 95 }),
    person(accounts, 'Gopal Rao', { designationCode: 'AC', managerId: lead }),
    person(second, 'Meena Rao', { designationCode: 'AC', managerId: head }),
    person(head, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
    person(otherHead, 'Vijay Nair', { designationCode: 'MG', managerId: null }),
  ];
  const app = playServer([expense, expenseDay, approval, file], people, {
    'approvals/empExpenseApproval:create': [field],
    [right]: [lead, accounts, second, head, otherHead],
  });
  const policies = playPolicies(app, [approvalPolicy(empExpenseApproval), applyApproval, approvalTimes]);
  const prepared = { limit: { ...defaultLimits.lodging, ...(steps ? { steps } : {}) } };
  const content = { spentOn: '2026-11-17', category: 'lodging', paise: rupees * 100, receipts: [receipt] };
  app.write(`file-${receipt}`, 'FileUploaded', { name: 'bill.jpg', mime: 'image/jpeg' }, at('09:59'), field);
  app.command(field, 'expense-new', 'draft', content, at('10:00'), prepared);
  app.command(field, 'expense-1', 'submit', {}, at('10:00'), prepared);
  policies.until(at('10:05'));
  let minute = 10;
  const send = (as: number, command: string, input: object = {}) =>
    app.command(as, 'approval-1', command, input, at(`10:${(minute += 1)}`));
  return { ...app, ...policies, send, people: new Map(people.map((one) => [one.empId, one])) };
}
const stepsOf = (rupees: number, steps: object | null = inFull) =>
  (submitted(rupees, steps).state('approval-1').steps as { rules: { rule: string }[] }[]).map(
    ({ rules }) => rules[0]!.rule,
  );
/** ₹12,400 after the team lead and accounts have passed it on. */
function atTheHead() {
  const app = submitted(12_400);
  expect(emitted(app.send(lead, 'approveStep'))).toEqual(['ApprovalStepApproved']);
  expect(emitted(app.send(accounts, 'approveStep'))).toEqual(['ApprovalStepApproved']);
  return app;
}

describe('the steps of an amount', () => {
  it.each([
    [500, ['manager']],
    [500.01, ['manager', 'accounts']],
    [10_000, ['manager', 'accounts']],
    [12_400, ['manager', 'accounts', 'cityHead']],
  ])('of ₹%d end with somebody whose limit covers it', (rupees, rules) =>
    expect(stepsOf(rupees)).toEqual(rules),
  );
  it('without a threshold: accounts always, the city head above ₹10,000', () => {
    expect(stepsOf(1, null)).toEqual(['manager', 'accounts']);
    expect(stepsOf(10_000.01, null)).toEqual(['manager', 'accounts', 'cityHead']);
  });
  it('stay as they were when the threshold is changed after the expense was submitted', () => {
    const app = submitted(9_000);
    const lower = { limit: { ...defaultLimits.lodging, steps: { manager: 0, accounts: 100_00 } } };
    app.command(
      field,
      'expense-new',
      'draft',
      { spentOn: '2026-11-16', category: 'lodging', paise: 150_00 },
      at('10:06'),
      lower,
    );
    app.command(field, 'expense-2', 'submit', {}, at('10:06'), lower);
    app.until(at('10:07'));
    expect(app.state('approval-2').steps).toHaveLength(3);
    app.send(lead, 'approveStep');
    expect(app.state('approval-1').eligible).toEqual([accounts, second]);
    app.send(accounts, 'approveStep');
    app.until(at('10:30'));
    expect(app.state('expense-1')).toMatchObject({ stage: 'approved', approvedPaise: 9_000_00 });
  });
  it('name to each approver the limit of their step', () => {
    const app = submitted(12_400);
    const feed = approvalFeed(empExpenseApproval);
    expect(feed.see(app.state('approval-1'), feed.scope(app.viewerOf(lead)), '1')?.rules).toEqual([
      { of: ['manager'], mode: 'any', upTo: 500_00 },
      { of: ['accounts'], mode: 'any', upTo: 10_000_00 },
      { of: ['cityHead'], mode: 'any', upTo: null },
    ]);
  });
});

describe('an amount above one’s limit', () => {
  const refused = {
    code: 'amountAboveLimit',
    status: 422,
    details: { limit: '₹10,000.00', amount: '₹12,400.00', role: 'rule.cityHead' },
  };
  it('goes to the city heads alone', () =>
    expect(atTheHead().state('approval-1').eligible).toEqual([head, otherHead]));
  it.each([
    ['approveStep', {}],
    ['approveStep', { step: 3, amount: 9_000_00, comment: 'within my own limit' }],
    ['rejectStep', { comment: 'not on my watch' }],
    ['requestInfo', { question: 'Which hotel was it?' }],
    ['delegate', { to: lead, until: new Date(at('12:00')).toISOString() }],
  ])('is not decided by %s %o', (command, input) => {
    const app = atTheHead();
    expect(app.send(second, command, input)).toMatchObject(refused);
    expect(app.state('approval-1')).toMatchObject({ currentStep: 3, state: 'inReview' });
  });
  it('is not decided by a delegate, nor by whom it is reassigned to', () => {
    const app = atTheHead();
    const until = new Date(at('12:00')).toISOString();
    expect(app.send(head, 'delegate', { to: second, until })).toMatchObject({ ...refused, field: 'to' });
    expect(app.send(head, 'reassign', { to: second, reason: 'I am on leave' })).toMatchObject(refused);
    expect(emitted(app.send(head, 'delegate', { to: otherHead, until }))).toEqual(['ApprovalDelegated']);
  });
  it('does not come to a manager by escalation', () => {
    const app = submitted(9_000);
    app.send(lead, 'approveStep');
    const { dueAt } = app.state('approval-1');
    expect(emitted(app.command(null, 'approval-1', 'escalate', { dueAt }, Date.parse(dueAt)))).toEqual([
      'ApprovalEscalated',
    ]);
    expect(app.state('approval-1')).toMatchObject({
      escalatedTo: [head],
      eligible: [head, accounts, second],
    });
    expect(app.send(lead, 'approveStep')).toMatchObject({
      code: 'amountAboveLimit',
      details: { name: 'Farhan Ali', limit: '₹500.00', role: 'rule.accounts' },
    });
  });
  it('is not decided by a delegate who is no city head any more', () => {
    const app = atTheHead();
    const until = new Date(at('12:00')).toISOString();
    app.send(head, 'delegate', { to: otherHead, until });
    Object.assign(app.people.get(otherHead)!, { designationCode: 'AC' });
    expect(app.send(otherHead, 'approveStep')).toMatchObject(refused);
  });
  it('is within it once an earlier step lowered it', () => {
    const app = submitted(12_400);
    app.send(lead, 'approveStep', { amount: 9_000_00, comment: 'two nights, not three' });
    app.send(accounts, 'approveStep');
    const until = new Date(at('12:00')).toISOString();
    expect(app.state('approval-1')).toMatchObject({ currentStep: 3, eligible: [head, otherHead] });
    expect(emitted(app.send(head, 'delegate', { to: second, until }))).toEqual(['ApprovalDelegated']);
    expect(emitted(app.send(second, 'approveStep'))).toEqual(['ApprovalStepApproved']);
    app.until(at('10:50'));
    expect(app.state('expense-1')).toMatchObject({ stage: 'approved', approvedPaise: 9_000_00 });
  });
  it('is a matter of those who may decide at all', () =>
    expect(atTheHead().send(field, 'approveStep')).toMatchObject({ code: 'selfApproval' }));
});
