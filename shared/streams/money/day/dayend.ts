import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import { isDay, showDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos, type Permission } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { firstOf } from '../../documents/commands.ts';
import type { FileState } from '../../core/file.ts';
import { recordId, uploadId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { cashDayStream, cashLimitRefused, cashReads, customerCash, opening, inDrawer } from './cash.ts';
import {
  coinValues,
  countedCash,
  dayStream,
  evolveDay,
  expectedCash,
  noDay,
  noteValues,
  payModes,
  type CashEntry,
  type Count,
  type DayEvent,
  type DayState,
} from './state.ts';
import { counterRefused, paymentReceived } from '../../sales/invoice/counter.ts';
import { invoiceStream, type InvoiceState } from '../../sales/invoice/state.ts';
import { reconcileNeed, reconcileView } from '../deposit/need.ts';
import { tillStream, type TillState } from './till.ts';
import { dayTranslations } from './translations.ts';

const right = (flag: string): Permission => `Inventory/dayendsubmission:${flag}` as Permission;

export const pettyLimits = { onePaise: 2_000_00, dayPaise: 5_000_00 } as const;
/** From this difference on a person of another role counts again. */
export const countersignPaise = 100_00;

/** Found before the reminder: who has not to end days. */
interface Excused {
  readonly excused?: readonly number[];
}

type Deciding = Ctx & { readonly id: string };
const paise = z.int('badFormat').min(1, 'badFormat').max(9_99_99_99_999, 'badFormat');
const number = z.int('badFormat').min(0, 'badFormat').max(99_999, 'badFormat');
const countKeys: ReadonlySet<string> = new Set([
  ...noteValues.map((value) => `n${value}`),
  ...coinValues.map((value) => `c${value}`),
]);

const tillOf = (ctx: Ctx): TillState => ctx.read['till'];
const placeCode = (ctx: Ctx): string => String((ctx.read['cashPlace'] as MasterState).fields['vCode'] ?? '');

function outside(state: DayState, ctx: Ctx): Refusal | null {
  if (!isDay(state.date) || !Number.isSafeInteger(state.pooId)) return refuse('notFound', 404);
  return ctx.viewer.kind !== 'person' || inPoos(ctx.viewer, state.pooId)
    ? null
    : refuse('pooNotMapped', 403, { poo: state.code || String(state.pooId) });
}

/** Today's books take it: they are open, or this opens them. */
function notToday(state: DayState, ctx: Deciding): Refusal | null {
  const till = tillOf(ctx);
  const place: MasterState = ctx.read['cashPlace'];
  const no = outside(state, ctx);
  if (no) return no;
  if (!place.exists || place.cancelled || place.iStatus !== 1) return refuse('notFound', 404);
  if (state.exists && state.stage !== 'open')
    return refuse('dayClosed', 423, { poo: state.code, date: showDay(state.date) });
  if (state.date !== ctx.today) return refuse('onlyToday', 422, { date: showDay(ctx.today) });
  if (!state.exists && till.openDate !== null)
    return refuse('previousDayOpen', 409, { date: showDay(till.openDate) });
  return null;
}
const begun = (state: DayState, ctx: Deciding): readonly NewEvent[] =>
  state.exists ? [] : opening(ctx, state.pooId);
const own = (state: DayState, type: DayEvent['type'], data: object): NewEvent => ({
  stream: dayStream(state.pooId, state.date),
  type,
  data: { ...data },
});
const reads = (_input: unknown, state: DayState) => cashReads(state.pooId, state.date);

const open = command<DayState, object>({
  input: z.strictObject({}),
  need: right('create'),
  creates: true,
  reads,
  decide: (state, _input, ctx) => {
    if (state.exists) return refuse('noLongerNeeded', 409);
    return notToday(state, ctx) ?? opening(ctx, state.pooId);
  },
});

const receiptInput = z.strictObject({
  entryId: fields.text(40),
  mode: z.enum(payModes).exclude(['link']),
  paise,
  invoice: fields.text(20),
  customerId: recordId('customer', { former: true }).nullish(),
  /** Whoever pays, where that is not the customer. */
  from: fields.blankable(fields.text(100)).optional(),
});
/** Which invoice of the place has the number that was typed, and whose it is. */
export interface ReceiptPrepared {
  readonly invoiceId: string | null;
  readonly customerId: number | null;
  readonly date: string;
}
/** A customer pays at the counter what a sale on credit still owes. */
const receiveAtCounter = command<DayState, z.output<typeof receiptInput>>({
  input: receiptInput,
  need: right('create'),
  creates: true,
  reads,
  readsPrepared: (prepared: ReceiptPrepared | undefined) => ({
    ...(prepared?.invoiceId == null ? {} : { invoice: invoiceStream(prepared.invoiceId) }),
    ...(prepared?.customerId == null ? {} : { cash: cashDayStream(prepared.customerId, prepared.date) }),
  }),
  decide: (state, input, ctx) => {
    const invoice: InvoiceState | undefined = ctx.read['invoice'];
    const asked = { ...input, customerId: input.customerId ?? null, pooId: state.pooId, poo: placeCode(ctx) };
    const no = notToday(state, ctx) ?? counterRefused(invoice, asked);
    if (no || !invoice) return no ?? refuse('notFound', 404);
    if (state.receipts.some(({ entryId }) => entryId === input.entryId)) return refuse('alreadyExists', 409);
    const isCash = input.mode === 'cash';
    const { customer, customerId, orderId } = invoice.header;
    const over = isCash ? cashLimitRefused(ctx.read['cash'], input.paise, customer) : null;
    if (over) return over;
    const entry: CashEntry = {
      entryId: input.entryId,
      mode: input.mode,
      paise: input.paise,
      ref: { type: 'invoice', id: invoice.id, number: invoice.number, orderId },
      customerId,
      from: input.from ?? customer,
      carriedFrom: null,
    };
    return [
      ...begun(state, ctx),
      own(state, 'CashReceiptRecorded', entry),
      paymentReceived(invoice.id, {
        ...{ entryId: input.entryId, mode: input.mode, paise: input.paise, date: state.date },
      }),
      ...(isCash && customerId !== null
        ? [customerCash(customerId, state.date, input.paise, invoice.number)]
        : []),
    ];
  },
});

const pettyInput = z.strictObject({
  entryId: fields.text(40),
  paise,
  purpose: fields.note(250, 5),
  paidTo: fields.text(100),
  fileId: uploadId().nullish(),
});
const payPettyCash = command<DayState, z.output<typeof pettyInput>>({
  input: pettyInput,
  need: right('create'),
  creates: true,
  reads: (input, state) => ({
    ...reads(input, state),
    ...(input.fileId ? { file: `file-${input.fileId}` } : {}),
  }),
  decide: (state, input, ctx) => {
    const no = notToday(state, ctx);
    if (no) return no;
    if (state.petty.some(({ entryId }) => entryId === input.entryId)) return refuse('alreadyExists', 409);
    if (input.paise > pettyLimits.onePaise)
      return refuse('pettyTooMuch', 422, { amount: inRupees(pettyLimits.onePaise) }, 'paise');
    const already = state.petty.reduce((sum, one) => sum + one.paise, 0);
    if (already + input.paise > pettyLimits.dayPaise)
      return refuse(
        'pettyDay',
        422,
        { amount: inRupees(pettyLimits.dayPaise), used: inRupees(already) },
        'paise',
      );
    const there = inDrawer(state, tillOf(ctx));
    if (input.paise > there) return refuse('notInDrawer', 422, { n: inRupees(there) }, 'paise');
    const file: FileState | undefined = ctx.read['file'];
    if (input.fileId && (!file?.exists || file.by !== ctx.actor.empId))
      return refuse('notInList', 422, { label: 'fileId' }, 'fileId');
    return [...begun(state, ctx), own(state, 'PettyCashPaid', { ...input, fileId: input.fileId ?? null })];
  },
});

const submitInput = z.strictObject({
  counted: z.record(
    texts.token().refine((key) => countKeys.has(key), 'notInList'),
    number,
  ),
  reason: fields.blankable(fields.note(250, 10)).optional(),
  floatPaise: z.int('badFormat').min(0, 'badFormat').max(9_99_99_99_999, 'badFormat'),
  carried: z
    .array(z.strictObject({ number: fields.text(20), reason: fields.note(250, 10) }))
    .max(60)
    .default([]),
});
type Submitted = z.output<typeof submitInput>;

/** The count as it will stand in the books, or why the day cannot end with it. */
function countOf(state: DayState, input: Submitted, ctx: Deciding): Count | Refusal {
  const { out, undeposited } = tillOf(ctx);
  const missing = out.find(({ number: run }) => !input.carried.some((one) => one.number === run));
  if (missing) return refuse('runOpen', 422, { doc: missing.number, rider: missing.rider }, 'carried');
  const countedPaise = countedCash(input.counted);
  const expectedPaise = expectedCash(state);
  const differencePaise = countedPaise - expectedPaise;
  if (differencePaise !== 0 && !input.reason)
    return refuse(
      'cashMismatch',
      422,
      { a: inRupees(countedPaise), b: inRupees(expectedPaise), d: inRupees(Math.abs(differencePaise)) },
      'reason',
    );
  const earlier = undeposited.reduce((sum, day) => sum + day.paise, 0);
  const toDepositPaise = countedPaise - input.floatPaise - earlier;
  if (toDepositPaise < 0)
    return refuse('floatTooHigh', 422, { n: inRupees(Math.max(0, countedPaise - earlier)) }, 'floatPaise');
  return {
    counted: input.counted,
    countedPaise,
    expectedPaise,
    differencePaise,
    reason: input.reason ?? null,
    floatPaise: input.floatPaise,
    toDepositPaise,
    carried: input.carried.filter((one) => out.some(({ number: run }) => run === one.number)),
  };
}
const closing = (state: DayState, count: Count): readonly NewEvent[] => [
  own(state, 'DayEndSubmitted', count),
  {
    stream: tillStream(state.pooId),
    type: 'TillDayClosed',
    data: { date: state.date, drawerPaise: count.countedPaise, toDepositPaise: count.toDepositPaise },
  },
];
const wrong = (state: DayState, ...allowed: readonly DayState['stage'][]): Refusal | null =>
  allowed.includes(state.stage)
    ? null
    : refuse('wrongState', 409, {
        doc: `${state.code} ${showDay(state.date)}`,
        state: `stage.${state.stage}`,
        allowed: allowed.map((stage) => `stage.${stage}`),
      });

/** Counts the drawer and ends the day. A difference needs a reason, a large one a second pair of eyes of another role. */
const submit = command<DayState, Submitted>({
  input: submitInput,
  need: right('create'),
  reads,
  decide: (state, input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'open'));
    if (no) return no;
    const count = countOf(state, input, ctx);
    if ('refused' in count) return count;
    return Math.abs(count.differencePaise) > countersignPaise
      ? [own(state, 'DayEndCounted', { ...count, roleId: ctx.viewer.roleId })]
      : closing(state, count);
  },
});

/** A person of another role stands by a count that differs much. */
const countersign = command<DayState, object>({
  input: z.strictObject({}),
  need: [right('create'), right('edit'), right('approve')],
  reads,
  decide: (state, _input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'toCountersign'));
    if (no) return no;
    const { count, countedBy } = state;
    if (!count || !countedBy) return refuse('notFound', 404);
    if (countedBy.empId === ctx.actor.empId) return refuse('selfApproval', 403);
    if (countedBy.roleId !== null && countedBy.roleId === ctx.viewer.roleId) return refuse('otherRole', 403);
    if (count.expectedPaise !== expectedCash(state)) return refuse('movedSince', 409);
    return closing(state, count);
  },
});
const recount = command<DayState, { reason: string }>({
  input: z.strictObject({ reason: fields.note(250, 10) }),
  need: [right('create'), right('edit'), right('approve')],
  reads,
  decide: (state, { reason }, ctx) =>
    firstOf(outside(state, ctx), wrong(state, 'toCountersign')) ?? [
      own(state, 'DayEndRecounted', { reason }),
    ],
});

const verify = command<DayState, object>({
  input: z.strictObject({}),
  need: reconcileNeed,
  decide: (state, _input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'submitted'));
    if (no) return no;
    return state.countedBy?.empId === ctx.actor.empId
      ? refuse('selfApproval', 403)
      : [own(state, 'DayEndVerified', {})];
  },
});
/** Accounts open the books of the newest closed day again; its cash must not be at the bank yet. */
const reopen = command<DayState, { reason: string }>({
  input: z.strictObject({ reason: fields.note(250, 10) }),
  need: reconcileNeed,
  reads,
  decide: (state, { reason }, ctx) => {
    const till = tillOf(ctx);
    const no = firstOf(outside(state, ctx), wrong(state, 'submitted'));
    if (no) return no;
    if (till.openDate !== null || till.lastClosed !== state.date)
      return refuse('notNewestDay', 409, { date: showDay(till.openDate ?? till.lastClosed ?? state.date) });
    const kept = till.undeposited.find(({ date }) => date === state.date)?.paise ?? 0;
    if (kept !== (state.count?.toDepositPaise ?? 0)) return refuse('alreadyDeposited', 409);
    return [
      own(state, 'DayReopened', { reason }),
      { stream: tillStream(state.pooId), type: 'TillDayReopened', data: { date: state.date } },
    ];
  },
});
/** At eleven at night: a day with movements that nobody ended. */
const remind = command<DayState, object>({
  input: z.strictObject({}),
  need: 'system',
  decide: (state, _input, ctx) =>
    state.stage === 'open' && !state.missed
      ? [own(state, 'DayEndMissed', { excused: (ctx.prepared as Excused | undefined)?.excused ?? [] })]
      : refuse('noLongerNeeded', 409),
});

/** The cash books of one place on one day. */
export const dayend = defineStream<DayState, DayEvent>({
  name: 'dayend',
  area: 'money',
  state: 1,
  events: {
    DayOpened: true,
    CashReceiptRecorded: true,
    PettyCashPaid: true,
    CashRefundPaid: true,
    CashTakenToBank: true,
    DayEndCounted: true,
    DayEndRecounted: true,
    DayEndSubmitted: true,
    DayEndMissed: true,
    DayEndVerified: true,
    DayReopened: true,
  },
  initial: noDay,
  evolve: evolveDay,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  filesNeed: () => [right('view'), reconcileView],
  files: ({ petty }) => petty.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
  commands: {
    open,
    receiveAtCounter,
    payPettyCash,
    submit,
    countersign,
    recount,
    verify,
    reopen,
    remind,
  },
  translations: dayTranslations,
  story: [],
});
