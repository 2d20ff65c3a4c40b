import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { file } from '#shared/streams/core/file.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { expense } from '#shared/streams/people/expense/expense.ts';
import { expenseDay } from '#shared/streams/people/expense/expense-day.ts';
import { appointment } from '#shared/streams/leads/appointment/appointment.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { notifyPayment } from '../policies/notify-payment.ts';
import { approvalFeed } from '#shared/families/approval-feed.ts';
import { empExpenseApproval } from './emp-expense.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const [field, lead, accounts, head] = [151, 131, 182, 5];
const right = 'approvals/empExpenseApproval:approve';
const receipt = 'r'.repeat(32);
const food = { spentOn: '2026-11-17', category: 'food', paise: 150_00, note: 'Lunch on the way' };
const ride = { spentOn: '2026-11-17', category: 'twoWheeler', km: 42.5 };

function given() {
  const app = playServer(
    [expense, expenseDay, approval, file, notice, appointment],
    [
      person(field, 'Pooja Hegde', { designationId: 9, effectiveDesignationId: 9, designationCode: 'FE' }),
      person(lead, 'Farhan Ali', { managerId: head, effectiveDesignationId: 95 }),
      person(accounts, 'Gopal Rao', { designationCode: 'AC', managerId: head }),
      person(head, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
    ],
    {
      'approvals/empExpenseApproval:create': [field, lead, accounts],
      [right]: [lead, accounts, head],
      'Masters/accounts-threshold:edit': [accounts],
    },
  );
  const policies = playPolicies(app, [
    approvalPolicy(empExpenseApproval),
    applyApproval,
    approvalTimes,
    notifyPayment,
  ]);
  const draft = (input: object = food, as = field, prepared?: object) =>
    app.command(as, 'expense-new', 'draft', input, at('10:00'), prepared);
  const submit = (id = 1, as = field, prepared?: object) =>
    app.command(as, `expense-${id}`, 'submit', {}, at('10:05'), prepared);
  const upload = () =>
    app.write(
      `file-${receipt}`,
      'FileUploaded',
      { name: 'bill.jpg', mime: 'image/jpeg' },
      at('09:59'),
      field,
    );
  return { ...app, ...policies, draft, submit, upload };
}
function submitted(input: object = food) {
  const app = given();
  app.draft(input);
  app.submit();
  app.until(at('10:05'));
  return app;
}
function decided(input: object = food) {
  const app = submitted(input);
  app.command(lead, 'approval-1', 'approveStep', {}, at('10:10'));
  app.command(accounts, 'approval-1', 'approveStep', {}, at('10:20'));
  return app;
}

describe('an expense', () => {
  it('is a draft that only its author changes, until it is submitted', () => {
    const app = given();
    expect(emitted(app.draft())).toEqual(['ExpenseDrafted']);
    expect(app.state('expense-1')).toMatchObject({
      ref: 'EP-000001',
      stage: 'draft',
      paise: 150_00,
      iPooId: 1,
    });
    expect(emitted(app.command(lead, 'expense-1', 'change', food, at('10:01')))).toBe('expenseClosed');
    expect(
      emitted(app.command(field, 'expense-1', 'change', { ...food, paise: 160_00 }, at('10:01'))),
    ).toEqual(['ExpenseChanged']);
    expect(emitted(app.submit())).toEqual(['ExpenseSubmitted', 'ExpenseCounted']);
    expect(emitted(app.command(field, 'expense-1', 'change', food, at('10:06')))).toBe('expenseClosed');
  });
  it.each([
    ['dateInFuture', { ...food, spentOn: '2026-11-19' }],
    ['expenseTooOld', { ...food, spentOn: '2026-10-18' }],
    ['required', { ...food, paise: undefined }],
    ['required', { ...ride, km: undefined }],
    ['kmOnlyOwnVehicle', { ...food, km: 3 }],
    ['fileNotYours', { ...food, receipts: [receipt] }],
    ['taskNotYours', { ...food, appointmentId: 7 }],
  ])('answers %s for %o', (code, input) => expect(emitted(given().draft(input))).toBe(code));
  it('of an own vehicle is its kilometres by the rate in force', () => {
    const app = given();
    app.draft(ride);
    expect(app.state('expense-1')).toMatchObject({ km: 42.5, paise: 170_00 });
    app.draft({ ...ride, category: 'car' }, field, { limit: { dayCapPaise: 900_00, kmRatePaise: 12_00 } });
    expect(app.state('expense-2').paise).toBe(510_00);
  });
});

describe('submitting', () => {
  it('needs a receipt above ₹200, but not for an own vehicle', () => {
    const app = given();
    app.draft({ ...food, paise: 200_01 });
    expect(app.submit()).toMatchObject({ code: 'receiptRequired', details: { amount: 200 } });
    app.upload();
    app.draft({ ...food, paise: 200_01, receipts: [receipt] });
    expect(emitted(app.submit(2))).toEqual(['ExpenseSubmitted', 'ExpenseCounted']);
    app.draft({ ...ride, km: 100 });
    expect(emitted(app.submit(3))).toEqual(['ExpenseSubmitted', 'ExpenseCounted']);
  });
  it('keeps the day cap of its category', () => {
    const app = given();
    app.draft({ ...ride, km: 100 });
    app.draft({ ...ride, km: 51 });
    app.submit(1);
    expect(app.submit(2)).toMatchObject({ code: 'dayCap', details: { amount: 600, used: 400 } });
  });
  it('refuses the same amount of the same day twice, until the first is rejected', () => {
    const app = given();
    app.draft();
    app.draft();
    app.submit(1);
    expect(emitted(app.submit(2))).toBe('expenseDuplicate');
    app.command(field, 'expense-1', 'withdraw', {}, at('10:06'));
    expect(emitted(app.submit(2))).toEqual(['ExpenseSubmitted', 'ExpenseCounted']);
  });
  it.each([
    [30, ['kmAboveTrace']],
    [40, []],
    [null, ['noTrace']],
  ])('compares kilometres with a trace of %d', (traceKm, flags) => {
    const app = given();
    app.draft(ride);
    app.submit(1, field, { traceKm });
    expect(app.state('expense-1')).toMatchObject({ flags, traceKm });
  });
});

describe('its decision', () => {
  it('is the team lead’s, then that of accounts', () => {
    const app = submitted();
    expect(app.state('approval-1')).toMatchObject({
      eligible: [lead],
      amount: 150_00,
      slaMinutes: 2_880,
      reason: 'food',
    });
    app.command(lead, 'approval-1', 'approveStep', {}, at('10:10'));
    expect(app.state('approval-1')).toMatchObject({ currentStep: 2, eligible: [accounts] });
    app.command(accounts, 'approval-1', 'approveStep', {}, at('10:20'));
    app.until(at('10:21'));
    expect(app.state('approval-1').state).toBe('applied');
    expect(app.state('expense-1')).toMatchObject({ stage: 'approved', approvedPaise: 150_00 });
  });
  it('needs the city head above ₹10,000', () => {
    const app = given();
    app.upload();
    app.draft({ ...food, category: 'lodging', paise: 10_000_01, receipts: [receipt] });
    app.submit();
    app.until(at('10:05'));
    expect(app.state('approval-1').steps).toHaveLength(3);
  });
  it('may be of a lower amount with a comment, never of a higher one', () => {
    const app = submitted();
    const lower = (amount: number, comment?: string) =>
      app.command(
        lead,
        'approval-1',
        'approveStep',
        { amount, ...(comment ? { comment } : {}) },
        at('10:10'),
      );
    expect(emitted(lower(200_00, 'more than asked'))).toBe('amountRaised');
    expect(emitted(lower(120_00))).toBe('commentRequired');
    lower(120_00, 'Tea is not paid');
    // The next approver sees what is left to decide about, and who lowered it.
    const feed = approvalFeed(empExpenseApproval);
    expect(feed.see(app.state('approval-1'), feed.scope(app.viewerOf(accounts)), '1')).toMatchObject({
      amount: 150_00,
      amountNow: 120_00,
      decisions: [{ step: 1, verb: 'approved', amount: 120_00 }],
    });
    expect(
      emitted(
        app.command(
          accounts,
          'approval-1',
          'approveStep',
          { amount: 130_00, comment: 'as before' },
          at('10:20'),
        ),
      ),
    ).toBe('amountRaised');
    app.command(accounts, 'approval-1', 'approveStep', {}, at('10:20'));
    app.until(at('10:21'));
    expect(app.state('expense-1')).toMatchObject({ stage: 'approved', approvedPaise: 120_00, paise: 150_00 });
  });
  it('is withdrawn as a whole, with the lower amount', () => {
    const app = submitted();
    app.command(lead, 'approval-1', 'approveStep', {}, at('10:10'));
    app.command(
      accounts,
      'approval-1',
      'approveStep',
      { amount: 100_00, comment: 'half of it' },
      at('10:20'),
    );
    app.command(accounts, 'approval-1', 'undoDecision', {}, at('10:20:10'));
    app.command(accounts, 'approval-1', 'approveStep', {}, at('10:20:20'));
    app.until(at('10:21'));
    expect(app.state('expense-1').approvedPaise).toBe(150_00);
  });
  it('rejected frees the day; withdrawn supersedes the request', () => {
    const rejected = submitted();
    rejected.command(lead, 'approval-1', 'rejectStep', { comment: 'a private lunch' }, at('10:10'));
    rejected.until(at('10:11'));
    expect(rejected.state('expense-1').stage).toBe('rejected');
    expect(rejected.state(`expenseday-${field}-2026-11-17`).counted).toEqual([]);
    const withdrawn = submitted();
    withdrawn.command(field, 'expense-1', 'withdraw', {}, at('10:10'));
    withdrawn.until(at('10:11'));
    expect(withdrawn.state('approval-1').state).toBe('superseded');
  });
  it('is never about one’s own expense', () => {
    const app = given();
    app.draft(food, lead);
    app.submit(1, lead);
    app.until(at('10:05'));
    expect(emitted(app.command(lead, 'approval-1', 'approveStep', {}, at('10:10')))).toBe('selfApproval');
    expect(app.state('approval-1').eligible).toEqual([head]);
  });
});

describe('paying', () => {
  const pay = (app: ReturnType<typeof given>, as: number) =>
    app.command(as, 'expense-1', 'pay', { reference: 'NEFT 4711' }, at('11:00'));
  it('is done once by accounts, and the employee is notified', () => {
    const app = decided();
    expect(emitted(pay(app, accounts))).toBe('notApproved');
    app.until(at('10:30'));
    expect(emitted(pay(app, lead))).toBe('forbidden');
    expect(emitted(pay(app, accounts))).toEqual(['ExpensePaid']);
    expect(emitted(pay(app, accounts))).toBe('alreadyPaid');
    app.until(at('11:01'));
    expect(app.state(`notice-${field}`).items[0]).toMatchObject({
      message: 'expensePaid',
      values: { amount: '₹150.00' },
    });
  });
  it('is not done by the employee who claims it', () => {
    const app = given();
    app.draft(food, accounts);
    app.submit(1, accounts);
    expect(emitted(pay(app, accounts))).toBe('selfPayment');
  });
});
