import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import { addDays, instantOf } from '../../../core/day.ts';
import * as fields from '../../../core/fields.ts';
import { isPayable } from '../../../core/gst.ts';
import { inPoos, type Viewer } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import {
  bySelf,
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import { draftKey, poDrafting } from './draft.ts';
import {
  evolvePo,
  noPo,
  openPacks,
  owedIndents,
  poLife,
  poTotals,
  servedIndents,
  type PoEvent,
  type PoState,
} from './state.ts';
import { poTranslations } from './translations.ts';

const approveNeed = 'Inventory/poApprovalList:approve';
/** Orders above it need two approvers. */
export const twoApproversAbove = 5_00_000_00;
const executiveLimit = 50_000_00;
const purchaseExecutive = 20;

/** The largest order this person may approve. */
export function approvalLimit(viewer: Pick<Viewer, 'designationId'>): number {
  return viewer.designationId === purchaseExecutive ? executiveLimit : twoApproversAbove;
}

const unlocked = (state: PoState, ctx: Deciding) =>
  state.header.fromIndents && state.stage === 'draft' && state.revision === 1
    ? [
        {
          stream: draftKey(state.pooId, state.header.supplierId),
          type: 'KeyReleased',
          data: { owner: ctx.id },
        },
      ]
    : [];
const whenReceived = (state: PoState) =>
  state.lines.some(({ receivedPacks }) => receivedPacks > 0)
    ? refuse('wrongState', 409, { doc: state.number, state: 'stage.partlyReceived', allowed: ['stage.sent'] })
    : null;

const receiptInput = z.strictObject({
  greId: fields.text(24),
  lines: z
    .array(z.strictObject({ lineId: fields.text(24), packs: z.int().min(0), free: z.int().min(0) }))
    .max(500),
});

/** An order to a supplier. */
export const po = defineStream<PoState, PoEvent>({
  name: 'po',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    PoDrafted: true,
    PoChanged: true,
    PoFileAttached: true,
    PoFileRemoved: true,
    PoPrinted: true,
    PoSubmitted: true,
    PoFirstApproved: true,
    PoApproved: true,
    PoRejected: true,
    PoRevised: true,
    PoSentToSupplier: true,
    PoReceiptRecorded: true,
    PoFullyReceived: true,
    PoShortClosed: true,
    PoCancelled: true,
    PoLapsed: true,
  },
  initial: noPo,
  evolve: evolvePo,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...poDrafting,
    submit: stepCommand({
      step: 'submit',
      event: 'PoSubmitted',
      input: nothingInput,
      need: ['Inventory/manualPO:create', 'Inventory/manualPO:edit', 'Inventory/poList:create'],
      life: poLife,
      decide: (state, _input, ctx) => {
        if (state.lines.length === 0) return refuse('noLines', 422);
        if (state.header.supplierId === null)
          return refuse('required', 422, { label: 'supplierId' }, 'supplierId');
        if (state.header.expectedOn === null)
          return refuse('required', 422, { label: 'expectedOn' }, 'expectedOn');
        const free = state.lines.findIndex(({ ptrPaise }) => ptrPaise === 0);
        if (free >= 0)
          return {
            ...refuse('priceMissing', 422, { product: state.lines[free]!.product }, 'ptrPaise'),
            line: free + 1,
          };
        if (!isPayable(poTotals(state))) return refuse('tooMuch', 422);
        return { data: {}, beside: unlocked(state, ctx) };
      },
    }),
    /** Above ₹5,00,000 the first approval waits for a second one by somebody else. */
    approve: command<PoState, object>({
      input: nothingInput,
      need: approveNeed,
      versioned: true,
      decide: (state, _input, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, poLife, 'approve'), bySelf(state, ctx));
        if (no) return no;
        const { payable } = poTotals(state);
        const limit = approvalLimit(ctx.viewer);
        if (limit < twoApproversAbove && payable > limit)
          return refuse('approvalLimit', 403, { limit: inRupees(limit), role: 'role.manager' });
        if (payable <= twoApproversAbove) return [{ type: 'PoApproved', data: {} }];
        if (state.approvals.some(({ empId }) => empId === ctx.actor.empId))
          return refuse('secondApprover', 403);
        return [{ type: state.approvals.length === 0 ? 'PoFirstApproved' : 'PoApproved', data: {} }];
      },
    }),
    reject: stepCommand({
      step: 'reject',
      event: 'PoRejected',
      input: reasonInput,
      need: approveNeed,
      life: poLife,
      fourEyes: true,
    }),
    revise: stepCommand({
      step: 'revise',
      event: 'PoRevised',
      input: nothingInput,
      need: 'Inventory/manualPO:edit',
      life: poLife,
      decide: (state) => whenReceived(state) ?? { data: { revision: state.revision + 1 } },
    }),
    send: stepCommand({
      step: 'send',
      event: 'PoSentToSupplier',
      input: z.strictObject({ channel: fields.oneOf(['email', 'print']) }),
      need: ['Inventory/PoList:edit', 'Inventory/unProcessedPo:edit'],
      life: poLife,
      decide: (state, { channel }, ctx) => {
        const from =
          (state.header.expectedOn ?? ctx.today) > ctx.today
            ? (state.header.expectedOn ?? ctx.today)
            : ctx.today;
        const lapsesAt = new Date(
          instantOf(addDays(from, state.header.validityDays + 1), '02:00'),
        ).toISOString();
        return { data: { channel, revision: state.revision, lapsesAt } };
      },
    }),
    /** Goods received against the order; only paid packs that were accepted count. */
    recordReceipt: command<PoState, z.output<typeof receiptInput>>({
      input: receiptInput,
      need: 'system',
      decide: (state, { greId, lines }, ctx) => {
        if (poLife.next(state.stage, 'receive') === null) return refuse('noLongerNeeded', 409);
        const known = lines.filter(({ lineId }) => state.lines.some(({ id }) => id === lineId));
        const events = [
          {
            type: 'PoReceiptRecorded',
            data: { greId, lines: known, indents: servedIndents(state.lines, known) },
          },
        ];
        const all = state.lines.every(
          (line) => openPacks(line) <= (known.find(({ lineId }) => lineId === line.id)?.packs ?? 0),
        );
        return all ? [...events, { type: 'PoFullyReceived', data: {}, stream: `po-${ctx.id}` }] : events;
      },
    }),
    shortClose: stepCommand({
      step: 'shortClose',
      event: 'PoShortClosed',
      input: reasonInput,
      need: 'Inventory/unProcessedPo:edit',
      life: poLife,
      decide: (state, { reason }) => ({ data: { reason, indents: owedIndents(state.lines) } }),
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'PoCancelled',
      input: reasonInput,
      need: 'Inventory/PoList:delete',
      life: poLife,
      decide: (state, { reason }, ctx) =>
        whenReceived(state) ?? {
          data: { reason, indents: owedIndents(state.lines) },
          beside: unlocked(state, ctx),
        },
    }),
    /** Sent at the end of its validity; nothing arrived. */
    lapse: command<PoState, { revision: number }>({
      input: z.strictObject({ revision: z.int() }),
      need: 'system',
      decide: (state, { revision }) =>
        state.stage === 'sent' && state.revision === revision
          ? [{ type: 'PoLapsed', data: {} }]
          : refuse('noLongerNeeded', 409),
    }),
  },
  translations: poTranslations,
  story: [
    {
      as: 'admin',
      stream: 'po-new',
      command: 'draft',
      input: {
        pooId: 1,
        header: { supplierId: 1, expectedOn: '2026-11-23' },
        lines: [{ id: 'l1', productId: 1, packs: 20, ptrPaise: 23_00 }],
      },
    },
    { as: 'admin', stream: 'po-1', command: 'submit', input: {} },
  ],
});
