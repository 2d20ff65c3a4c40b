import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { DAY_MS } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { date, note } from '../../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { raisedBy } from '../../approvals/decision.ts';
import { decisionCommands } from '../../approvals/decision-commands.ts';
import type { FileState } from '../../core/file.ts';
import { recordId, uploadId } from '../../../core/record-id.ts';
import { expenseDecision } from './expense-decision.ts';
import { expenseDayStream, type ExpenseDayState } from './expense-day.ts';
import { expenseAccepts, type ExpenseMachineEvent } from './expense.machine.ts';
import {
  defaultLimits,
  defaultStepLimits,
  expenseCategories,
  expenseLimits,
  kmAmount,
  oldestExpense,
  ownVehicles,
  type CategoryLimit,
  type ExpenseCategory,
} from './limits.ts';
import type { ExpenseContent, ExpenseEvent, ExpenseFlag, ExpenseState, Receipt } from './state.ts';

export const expenseNeed = 'approvals/empExpenseApproval:create' as const;
/** The maintainers of the money limits pay out. */
export const payNeed = 'Masters/accounts-threshold:edit' as const;

/** The server's findings before an expense is saved or submitted. */
export interface ExpensePrepared {
  readonly limit?: CategoryLimit;
  readonly traceKm?: number | null;
}

const made = ({ type, data }: ExpenseEvent): NewEvent => ({ type, data: { ...data } });
const accepts = (state: ExpenseState, ctx: Ctx, type: ExpenseMachineEvent['type']): boolean =>
  expenseAccepts(
    { stage: state.stage, own: state.by.empId === ctx.viewer.empId, pays: ctx.may(payNeed) },
    type,
  );
const limitOf = (category: ExpenseCategory, ctx: Ctx): CategoryLimit =>
  (ctx.prepared as ExpensePrepared | undefined)?.limit ?? defaultLimits[category];

const content = z.strictObject({
  spentOn: date(),
  category: z.enum(expenseCategories),
  km: z
    .number()
    .min(0.1, 'kmRange')
    .max(expenseLimits.mostKm, 'kmRange')
    .multipleOf(0.1, 'badFormat')
    .optional(),
  paise: z.int().min(1, 'amountRange').max(expenseLimits.mostPaise, 'amountRange').optional(),
  appointmentId: recordId('appointment').optional(),
  receipts: z.array(uploadId()).max(expenseLimits.mostReceipts, 'tooManyItems').default([]),
  note: note(500).or(z.literal('')).default(''),
});
type Content = z.output<typeof content>;

const receiptReads = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [`file:${id}`, `file-${id}`]));
const taskReads = ({ appointmentId }: Content): Record<string, string> =>
  appointmentId === undefined ? {} : { task: `appointment-${appointmentId}` };

/** The expense as it will be stored; kilometres become an amount. */
function contentOf(input: Content, before: readonly Receipt[], ctx: Ctx): ExpenseContent | Refusal {
  const { spentOn, category, km = null, appointmentId = null, note } = input;
  if (spentOn > ctx.today) return refuse('dateInFuture', 422, { label: 'spentOn' }, 'spentOn');
  if (spentOn < oldestExpense(ctx.today))
    return refuse('expenseTooOld', 422, { n: expenseLimits.backDays }, 'spentOn');
  const vehicle = ownVehicles.includes(category);
  if (vehicle && km === null) return refuse('required', 422, { label: 'km' }, 'km');
  if (!vehicle && km !== null) return refuse('kmOnlyOwnVehicle', 422, undefined, 'km');
  const rate = limitOf(category, ctx).kmRatePaise ?? defaultLimits[category].kmRatePaise ?? 0;
  const paise = vehicle ? kmAmount(km ?? 0, rate) : input.paise;
  if (paise === undefined) return refuse('required', 422, { label: 'amount' }, 'paise');
  if (paise < 1 || paise > expenseLimits.mostPaise) return refuse('amountRange', 422, undefined, 'paise');
  if (appointmentId !== null) {
    const task = ctx.read.task as { readonly iAssignedTo?: number | null } | undefined;
    if (task?.iAssignedTo !== ctx.viewer.empId)
      return refuse('taskNotYours', 422, undefined, 'appointmentId');
  }
  const receipts: Receipt[] = [];
  for (const id of input.receipts) {
    const known = before.find((one) => one.fileId === id);
    const file = ctx.read[`file:${id}`] as FileState | undefined;
    if (!known && (!file?.exists || file.by !== ctx.viewer.empId))
      return refuse('fileNotYours', 422, undefined, 'receipts');
    receipts.push(known ?? { fileId: id, name: file?.name ?? '', mime: file?.mime ?? '' });
  }
  return { spentOn, category, km, paise, appointmentId, receipts, note };
}

/** Saves an expense; nobody else sees it until it is submitted. */
export const draft = command<ExpenseState, Content>({
  input: content,
  need: expenseNeed,
  creates: true,
  reads: (input) => ({ ...receiptReads(input.receipts), ...taskReads(input) }),
  decide: (state, input, ctx) => {
    if (state.stage !== null) return refuse('noLongerNeeded', 409);
    const empId = ctx.viewer.empId;
    if (empId === null) return refuse('employeesOnly', 403);
    const kept = contentOf(input, [], ctx);
    if (isRefusal(kept)) return kept;
    const iPooId = ctx.directory.employee(empId)?.primaryPooId ?? null;
    return [
      made({ type: 'ExpenseDrafted', data: { ...kept, by: { empId, name: ctx.viewer.name }, iPooId } }),
    ];
  },
});

export const change = command<ExpenseState, Content>({
  input: content,
  need: expenseNeed,
  versioned: true,
  reads: (input) => ({ ...receiptReads(input.receipts), ...taskReads(input) }),
  decide: (state, input, ctx) => {
    if (!accepts(state, ctx, 'CHANGE')) return refuse('expenseClosed', 409);
    const kept = contentOf(input, state.receipts, ctx);
    return isRefusal(kept) ? kept : [made({ type: 'ExpenseChanged', data: kept })];
  },
});

/** Requests a decision; from here on it counts towards the day's limits. */
export const submit = command<ExpenseState, Record<string, never>>({
  input: z.strictObject({}),
  need: expenseNeed,
  reads: (_input, state) => ({ day: expenseDayStream(state.by.empId, state.spentOn) }),
  decide: (state, _input, ctx) => {
    if (!accepts(state, ctx, 'SUBMIT')) return refuse('expenseClosed', 409);
    const { category, km, receipts, by, spentOn } = state;
    if (spentOn < oldestExpense(ctx.today))
      return refuse('expenseTooOld', 422, { n: expenseLimits.backDays }, 'spentOn');
    const limit = limitOf(category, ctx);
    const vehicle = ownVehicles.includes(category);
    const paise = vehicle ? kmAmount(km ?? 0, limit.kmRatePaise ?? 0) : state.paise;
    if (!vehicle && paise > expenseLimits.receiptAbovePaise && receipts.length === 0)
      return refuse('receiptRequired', 422, { amount: expenseLimits.receiptAbovePaise / 100 }, 'receipts');
    const counted = (ctx.read.day as ExpenseDayState).counted.filter((one) => one.category === category);
    if (counted.some((one) => one.paise === paise))
      return refuse('expenseDuplicate', 409, undefined, 'paise');
    const already = counted.reduce((sum, one) => sum + one.paise, 0);
    if (already + paise > limit.dayCapPaise)
      return refuse(
        'dayCap',
        422,
        { category: `category.${category}`, amount: limit.dayCapPaise / 100, used: already / 100 },
        'paise',
      );
    const traceKm = vehicle ? ((ctx.prepared as ExpensePrepared | undefined)?.traceKm ?? null) : null;
    const flags: ExpenseFlag[] = !vehicle
      ? []
      : traceKm === null
        ? ['noTrace']
        : (km ?? 0) > traceKm * expenseLimits.kmTolerance
          ? ['kmAboveTrace']
          : [];
    const data = {
      spentOn,
      category,
      km,
      paise,
      appointmentId: state.appointmentId,
      receipts,
      note: state.note,
      ...raisedBy(ctx, {
        ref: state.ref,
        iPooId: state.iPooId,
        reason: state.note === '' ? category : state.note,
        subjectVersion: state.version + 1,
      }),
      traceKm,
      flags,
      limits: limit.steps ?? defaultStepLimits,
      expiresAt: new Date(ctx.now + 15 * DAY_MS).toISOString(),
    };
    return [
      made({ type: 'ExpenseSubmitted', data }),
      {
        type: 'ExpenseCounted',
        stream: expenseDayStream(by.empId, spentOn),
        data: { expenseId: state.id, category, paise },
      },
    ];
  },
});

const uncounted = (state: ExpenseState): NewEvent => ({
  type: 'ExpenseUncounted',
  stream: expenseDayStream(state.by.empId, state.spentOn),
  data: { expenseId: state.id },
});
const dayRead = (_input: unknown, state: ExpenseState): Record<string, string> => ({
  day: expenseDayStream(state.by.empId, state.spentOn),
});

/** Withdraws it before it is decided; a pending request no longer applies. */
export const withdraw = command<ExpenseState, Record<string, never>>({
  input: z.strictObject({}),
  need: expenseNeed,
  reads: dayRead,
  decide: (state, _input, ctx) => {
    if (!accepts(state, ctx, 'WITHDRAW')) return refuse('expenseClosed', 409);
    const withdrawn = made({
      type: 'ExpenseWithdrawn',
      data: { approvalId: state.approvalId, requestId: state.requestId },
    });
    return state.stage === 'submitted' ? [withdrawn, uncounted(state)] : [withdrawn];
  },
});

/** The effect of an approval, of the whole amount or of a lower one; rejected, the day's limit is free again. */
const { applyApproval, applyRejection, linkApproval } = decisionCommands(expenseDecision, {
  waiting: ({ stage, requestId, approvalId }: ExpenseState) =>
    stage === 'submitted' && requestId !== null ? { requestId, approvalId } : null,
  stale: ({ stage }) => (stage === 'submitted' ? 'subjectMoved' : 'expenseClosed'),
  reads: (state) => dayRead({}, state),
  approve: ({ paise }, _ctx, { amount = paise }) => ({
    data: { approvedPaise: Math.min(amount, paise), claimedPaise: paise },
  }),
  reject: (state) => ({ and: [uncounted(state)] }),
});
export { applyApproval, applyRejection, linkApproval };

/** Accounts records the payment with the reference of its transfer. */
export const pay = command<ExpenseState, { reference: string }>({
  input: z.strictObject({ reference: texts.line().min(3).max(40) }),
  need: payNeed,
  decide: (state, { reference }, ctx) => {
    const empId = ctx.viewer.empId;
    if (empId === null) return refuse('employeesOnly', 403);
    if (state.by.empId === empId) return refuse('selfPayment', 403);
    if (state.stage === 'paid') return refuse('alreadyPaid', 409, { reference: state.payReference ?? '' });
    if (!accepts(state, ctx, 'PAY')) return refuse('notApproved', 409);
    const paise = state.approvedPaise ?? state.paise;
    return [
      made({
        type: 'ExpensePaid',
        data: {
          paise,
          reference,
          paidBy: { empId, name: ctx.viewer.name },
          ref: state.ref,
          empId: state.by.empId,
        },
      }),
    ];
  },
});
