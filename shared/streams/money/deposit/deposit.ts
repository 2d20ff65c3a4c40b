import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import { addDays, isSunday, showDay } from '../../../core/day.ts';
import type { Event, NewEvent, RecordedEventOf } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import type { FileState } from '../../core/file.ts';
import { allot, numberingStream } from '../../core/numbering.ts';
import { ownerAt, uniqueStream } from '../../core/unique.ts';
import { placeId, uploadId } from '../../../core/record-id.ts';
import { firstOf, outOfPlace } from '../../documents/commands.ts';
import type { Person } from '../../documents/state.ts';
import type { MasterState } from '../../masters/state.ts';
import { cashReads } from '../day/cash.ts';
import { dayStream, type DayState } from '../day/state.ts';
import { tillStream, type TillState, type Undeposited } from '../day/till.ts';
import type { BankStatementState } from './bankstatement.ts';
import { depositNeed, reconcileNeed, reconcileView } from './need.ts';
import { depositTranslations } from './translations.ts';

export const depositStages = ['recorded', 'mismatched', 'reconciled', 'resolved', 'rejected'] as const;
export type DepositStage = (typeof depositStages)[number];
export const resolutions = ['bankCharge', 'shortAtBank', 'otherCredit', 'misread'] as const;

interface Recorded {
  readonly number: string;
  readonly pooId: number;
  readonly place: { readonly code: string; readonly stateCode: string };
  readonly days: readonly Undeposited[];
  readonly paise: number;
  readonly bank: string;
  readonly slipNo: string;
  readonly depositedOn: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly mime: string;
}
interface Matched {
  readonly statementId: string;
  readonly rowId: string;
  readonly date: string;
  readonly text: string;
  readonly creditPaise: number;
  readonly gapPaise: number;
}
type DepositEvent =
  | Event<'CashDepositRecorded', Recorded>
  | Event<'CashDepositReconciled', Matched>
  | Event<'CashDepositMismatched', Matched>
  | Event<'CashDepositResolved', { readonly how: (typeof resolutions)[number]; readonly reason: string }>
  | Event<'CashDepositRejected', { readonly reason: string }>;

export interface DepositState extends Recorded {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly stage: DepositStage;
  readonly madeBy: Person;
  readonly madeAt: string;
  readonly matched: Matched | null;
  readonly reason: string | null;
  readonly decidedBy: Person | null;
}

export const noDeposit = (id: string): DepositState => ({
  id,
  exists: false,
  version: 0,
  number: '',
  pooId: 0,
  place: { code: '', stateCode: '' },
  days: [],
  paise: 0,
  bank: '',
  slipNo: '',
  depositedOn: '',
  fileId: '',
  fileName: '',
  mime: '',
  stage: 'recorded',
  madeBy: { empId: null, name: '' },
  madeAt: '',
  matched: null,
  reason: null,
  decidedBy: null,
});

export function evolveDeposit(before: DepositState, event: RecordedEventOf<DepositEvent>): DepositState {
  const state: DepositState = { ...before, version: event.version };
  const by = { empId: event.actor.empId, name: event.actor.name };
  switch (event.type) {
    case 'CashDepositRecorded':
      return { ...state, ...event.data, exists: true, madeBy: by, madeAt: event.at };
    case 'CashDepositReconciled':
      return { ...state, stage: 'reconciled', matched: event.data, decidedBy: by };
    case 'CashDepositMismatched':
      return { ...state, stage: 'mismatched', matched: event.data, decidedBy: by };
    case 'CashDepositResolved':
      return { ...state, stage: 'resolved', reason: event.data.reason, decidedBy: by };
    case 'CashDepositRejected':
      return { ...state, stage: 'rejected', reason: event.data.reason, decidedBy: by };
    default:
      return before;
  }
}

/** The last day within so many days on which banks work; Sundays do not count. */
export function afterBankDays(day: string, n: number): string {
  let at = day;
  for (let left = n; left > 0;) {
    at = addDays(at, 1);
    if (!isSunday(at)) left -= 1;
  }
  return at;
}
export const bankDays = 3;

/** Which days an amount covers, oldest first: all of each but the last, which may keep a rest. */
function covered(days: readonly Undeposited[], paise: number): readonly Undeposited[] {
  let left = paise;
  return days.map((day) => {
    const part = Math.min(left, day.paise);
    left -= part;
    return { date: day.date, paise: part };
  });
}
const wrong = (state: DepositState, ...allowed: readonly DepositStage[]): Refusal | null =>
  allowed.includes(state.stage)
    ? null
    : refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.${state.stage}`,
        allowed: allowed.map((stage) => `stage.${stage}`),
      });
const slipKey = (bank: string, slipNo: string, date: string): string =>
  uniqueStream('slip', `${bank}-${slipNo}-${date}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

const recordInput = z.strictObject({
  pooId: placeId(),
  dates: z.array(fields.date()).min(1, 'required').max(31),
  paise: z.int('badFormat').min(1, 'badFormat').max(9_99_99_99_999, 'badFormat'),
  bank: fields.text(60),
  slipNo: fields.text(30),
  depositedOn: fields.date(),
  fileId: uploadId(),
});

/** Who deposited does not decide, and only those of the place's accounts do. */
const decides = (state: DepositState, ctx: Ctx): Refusal | null =>
  firstOf(
    outOfPlace(state, ctx),
    state.madeBy.empId !== null && state.madeBy.empId === ctx.actor.empId
      ? refuse('selfApproval', 403)
      : null,
  );

const record = command<DepositState, z.output<typeof recordInput>>({
  input: recordInput,
  need: depositNeed,
  creates: true,
  reads: (input, _state, ctx) => ({
    ...cashReads(input.pooId, ctx.today),
    series: numberingStream(input.pooId, 'H', ctx.today),
    slip: slipKey(input.bank, input.slipNo, input.depositedOn),
    file: `file-${input.fileId}`,
  }),
  decide: (state, input, ctx) => {
    if (state.exists) return refuse('alreadyExists', 409);
    const place: MasterState = ctx.read['cashPlace'];
    const till: TillState = ctx.read['till'];
    const day: DayState = ctx.read['day'];
    const code = String(place.fields['vCode'] ?? '');
    const at = { pooId: input.pooId, place: { code, stateCode: String(place.fields['vStateCode'] ?? '') } };
    const out = outOfPlace(at, ctx);
    if (out) return out;
    if (input.depositedOn > ctx.today)
      return refuse('dateInFuture', 422, { label: 'depositedOn' }, 'depositedOn');
    const known = till.undeposited;
    const from = known.findIndex(({ date }) => date === [...input.dates].sort()[0]);
    const days = from < 0 ? [] : known.slice(from, from + input.dates.length);
    if (days.length !== input.dates.length || days.some(({ date }) => !input.dates.includes(date)))
      return refuse('daysNotContiguous', 422, undefined, 'dates');
    const newest = days.at(-1)?.date ?? '';
    if (input.depositedOn < newest)
      return refuse('depositBeforeDay', 422, { date: showDay(newest) }, 'depositedOn');
    const whole = days.reduce((sum, one) => sum + one.paise, 0);
    if (input.paise > whole)
      return refuse('depositExceedsCash', 422, { a: inRupees(input.paise), b: inRupees(whole) }, 'paise');
    if (ownerAt(ctx.read['slip'], ctx.now) !== null)
      return refuse('duplicateSlip', 409, { no: input.slipNo, date: showDay(input.depositedOn) }, 'slipNo');
    const file: FileState = ctx.read['file'];
    if (!file.exists || (ctx.viewer.kind === 'person' && file.by !== ctx.viewer.empId))
      return refuse('fileInvalid', 422, undefined, 'fileId');
    const { number, event } = allot(ctx.read['series'], { pooId: input.pooId, code }, 'H', ctx.today, ctx.id);
    const inDay = day.exists && day.stage === 'open';
    const parts = covered(days, input.paise);
    const data: Recorded = {
      number,
      ...at,
      days: parts,
      paise: input.paise,
      bank: input.bank,
      slipNo: input.slipNo,
      depositedOn: input.depositedOn,
      fileId: input.fileId,
      fileName: file.name,
      mime: file.mime,
    };
    return {
      events: [
        { type: 'CashDepositRecorded', data: { ...data } },
        event,
        {
          stream: slipKey(input.bank, input.slipNo, input.depositedOn),
          type: 'KeyReserved',
          data: { owner: ctx.id },
        },
        ...bankMove(input.pooId, ctx.today, inDay, 'TillDeposited', ctx.id, number, parts, input.paise),
      ],
      answer: { number },
    };
  },
});

/** The events of cash that leaves the drawer for the bank, or that has to be in it again. */
function bankMove(
  pooId: number,
  today: string,
  inDay: boolean,
  type: 'TillDeposited' | 'TillDepositReturned',
  depositId: string,
  number: string,
  days: readonly Undeposited[],
  paise: number,
): readonly NewEvent[] {
  const signed = type === 'TillDeposited' ? paise : -paise;
  return [
    { stream: tillStream(pooId), type, data: { depositId, days, paise, inDay } },
    ...(inDay
      ? [
          {
            stream: dayStream(pooId, today),
            type: 'CashTakenToBank',
            data: { depositId, number, paise: signed },
          },
        ]
      : []),
  ];
}

const matchInput = z.strictObject({ statementId: fields.text(12), rowId: fields.text(12) });
/** Ties the deposit to a credit of the bank; a gap must then be resolved. */
const reconcile = command<DepositState, z.output<typeof matchInput>>({
  input: matchInput,
  need: reconcileNeed,
  versioned: true,
  reads: ({ statementId }) => ({ statement: `bankstatement-${statementId}` }),
  decide: (state, input, ctx) => {
    const no = firstOf(decides(state, ctx), wrong(state, 'recorded'));
    if (no) return no;
    const statement: BankStatementState = ctx.read['statement'];
    const row = statement.rows.find(({ rowId }) => rowId === input.rowId);
    if (!row) return refuse('notFound', 404);
    if (row.depositId !== null) return refuse('creditTaken', 409);
    const last = afterBankDays(state.depositedOn, bankDays);
    if (row.date < state.depositedOn || row.date > last)
      return refuse('bankDateFar', 422, { from: showDay(state.depositedOn), to: showDay(last) });
    const gapPaise = row.creditPaise - state.paise;
    return [
      {
        type: gapPaise === 0 ? 'CashDepositReconciled' : 'CashDepositMismatched',
        data: { ...input, date: row.date, text: row.text, creditPaise: row.creditPaise, gapPaise },
      },
      {
        stream: `bankstatement-${input.statementId}`,
        type: 'BankRowMatched',
        data: { rowId: input.rowId, depositId: ctx.id, number: state.number },
      },
    ];
  },
});
const resolveInput = z.strictObject({ how: z.enum(resolutions), reason: fields.note(250, 10) });
const resolve = command<DepositState, z.output<typeof resolveInput>>({
  input: resolveInput,
  need: reconcileNeed,
  versioned: true,
  decide: (state, input, ctx) =>
    firstOf(decides(state, ctx), wrong(state, 'mismatched')) ?? [
      { type: 'CashDepositResolved', data: { ...input } },
    ],
});
/** The bank knows nothing of it: the shop has to account for the cash again. */
const reject = command<DepositState, { reason: string }>({
  input: z.strictObject({ reason: fields.note(250, 10) }),
  need: reconcileNeed,
  versioned: true,
  reads: (_input, state, ctx) => cashReads(state.pooId, ctx.today),
  decide: (state, { reason }, ctx) => {
    const no = firstOf(decides(state, ctx), wrong(state, 'recorded', 'mismatched'));
    if (no) return no;
    const day: DayState = ctx.read['day'];
    const inDay = day.exists && day.stage === 'open';
    const { matched } = state;
    return [
      { type: 'CashDepositRejected', data: { reason } },
      ...bankMove(
        state.pooId,
        ctx.today,
        inDay,
        'TillDepositReturned',
        ctx.id,
        state.number,
        state.days,
        state.paise,
      ),
      {
        stream: slipKey(state.bank, state.slipNo, state.depositedOn),
        type: 'KeyReleased',
        data: { owner: ctx.id },
      },
      ...(matched
        ? [
            {
              stream: `bankstatement-${matched.statementId}`,
              type: 'BankRowReleased',
              data: { rowId: matched.rowId, depositId: ctx.id },
            },
          ]
        : []),
    ];
  },
});

/** Cash of closed days carried to the bank, until the bank's statement agrees. */
export const deposit = defineStream<DepositState, DepositEvent>({
  name: 'deposit',
  area: 'money',
  numbered: true,
  state: 1,
  events: {
    CashDepositRecorded: true,
    CashDepositReconciled: true,
    CashDepositMismatched: true,
    CashDepositResolved: true,
    CashDepositRejected: true,
  },
  initial: noDeposit,
  about: {
    prefix: 'CD',
    needs: ['Inventory/dayendsubmission:view', 'approvals/storeCashDepositReconciliation:view'],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
  },
  evolve: evolveDeposit,
  visible: (state, viewer) =>
    viewer.kind !== 'person' ||
    (inPoos(viewer, state.pooId) &&
      (viewer.admin ||
        viewer.rights.has(reconcileView) ||
        viewer.rights.has('Inventory/dayendsubmission:view'))),
  files: ({ fileId }) => [fileId],
  commands: { record, reconcile, resolve, reject },
  translations: depositTranslations,
  story: [],
});
