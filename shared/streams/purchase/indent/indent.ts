import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { masterId } from '../../../core/record-id.ts';
import {
  draftCommands,
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  type DraftRules,
} from '../../documents/commands.ts';
import { boughtProduct, productFacts, productReads } from '../product-facts.ts';
import { openSaysNo } from './allocation.ts';
import {
  evolveIndent,
  indentLife,
  indentNames,
  indentSources,
  isUntouched,
  noIndent,
  shortCloseReasons,
} from './state.ts';
import type { IndentEvent, IndentHeader, IndentLine, IndentState } from './state.ts';
import { indentTranslations } from './translations.ts';

const raise = 'Inventory/pooIndentRequest:create';
const edit = 'Inventory/pooIndentRequest:edit';
const mostUnits = 99_99_999;

const rules: DraftRules<IndentHeader, IndentLine, IndentState> = {
  letter: 'N',
  names: indentNames,
  life: indentLife,
  need: { create: raise, edit },
  header: z.strictObject({
    source: fields.oneOf(indentSources).optional(),
    neededBy: fields.blankable(fields.date()).optional(),
    urgency: fields.oneOf(['normal', 'urgent']).optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<IndentHeader>>,
  line: z.object({
    productId: masterId('product', { former: true }).optional(),
    qty: z.int('badFormat').min(1, 'badFormat').max(mostUnits, 'badFormat').optional(),
    orderLines: z.array(fields.text(60)).max(50).optional(),
  }),
  blank: () => noIndent('').header,
  reads: (_header, lines) => productReads(lines),
  fill: (given, before, { ctx }) => {
    const product =
      before && given['productId'] === undefined
        ? null
        : boughtProduct(ctx.read, given['productId'] ?? before?.productId);
    if (isRefusal(product)) return product;
    const facts = product ? productFacts(product) : null;
    const packSize = facts?.packSize ?? before?.packSize ?? 1;
    // Suppliers sell packs: requested units are rounded up to whole ones.
    const qty = Math.ceil(Number(given['qty'] ?? before?.qty ?? packSize) / packSize) * packSize;
    const taken = before ? before.qty - before.open : 0;
    if (qty < taken) return refuse('belowAllotted', 422, { n: qty, m: taken }, 'qty');
    if (before && facts && facts.productId !== before.productId && taken > 0)
      return refuse('belowAllotted', 422, { n: 0, m: taken }, 'productId');
    const parts = {
      onPo: before?.onPo ?? 0,
      onTransfer: before?.onTransfer ?? 0,
      received: before?.received ?? 0,
      cancelled: before?.cancelled ?? 0,
    };
    const orderLines = (given['orderLines'] as readonly string[] | undefined) ?? before?.orderLines ?? [];
    const known = facts ?? before;
    if (!known) return refuse('required', 400, { label: 'productId' }, 'productId');
    return { ...known, id: String(given['id']), qty, open: qty - taken, ...parts, orderLines };
  },
  check: (header, lines, ctx, state) => {
    if (header.neededBy !== null && header.neededBy !== state.header.neededBy && header.neededBy < ctx.today)
      return refuse('dateInPast', 422, { label: 'neededBy' }, 'neededBy');
    const gone = state.lines.findIndex(
      (line) => line.open < line.qty && !lines.some(({ id }) => id === line.id),
    );
    if (gone >= 0)
      return {
        ...refuse('indentLineClosed', 409, { n: gone + 1, state: `stage.${state.stage}` }),
        line: gone + 1,
      };
    const twice = lines.findIndex(
      (line, i) => lines.findIndex(({ productId }) => productId === line.productId) < i,
    );
    return twice < 0
      ? null
      : { ...refuse('productTwice', 422, { product: lines[twice]!.product }, 'productId'), line: twice + 1 };
  },
};

const lineInput = z.strictObject({ lineId: fields.text(24), reason: fields.note(250, 5) });
const closeInput = z.strictObject({ lineId: fields.text(24), reason: fields.oneOf(shortCloseReasons) });
const backInput = z.strictObject({
  lineId: fields.text(24),
  qty: z.int().positive(),
  poId: fields.text(24),
  why: fields.text(40),
});
const notSentInput = backInput.omit({ poId: true }).extend({ transferId: fields.text(24) });
const receivedInput = z.strictObject({
  lineId: fields.text(24),
  qty: z.int().positive(),
  from: z.enum(['onPo', 'onTransfer']),
});

/** A place of operation's request for goods. */
export const indent = defineStream<IndentState, IndentEvent>({
  name: 'indent',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    IndentRaised: true,
    IndentLineChanged: true,
    IndentFileAttached: true,
    IndentFileRemoved: true,
    IndentPrinted: true,
    IndentSubmitted: true,
    IndentLineAllocatedToPo: true,
    IndentLineReleased: true,
    IndentLineAllocatedToTransfer: true,
    IndentLineTransferReleased: true,
    IndentLineReceived: true,
    IndentLineCancelled: true,
    IndentLineShortClosed: true,
    IndentRejected: true,
    IndentCancelled: true,
  },
  initial: noIndent,
  evolve: evolveIndent,
  visible: (state, viewer) =>
    viewer.kind !== 'person' ||
    inPoos(viewer, state.pooId) ||
    viewer.rights.has('Inventory/PoRequestList:view'),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...draftCommands(rules),
    submit: stepCommand({
      step: 'submit',
      event: 'IndentSubmitted',
      input: nothingInput,
      need: raise,
      life: indentLife,
      decide: (state) => (state.lines.length === 0 ? refuse('noLines', 422) : null),
    }),
    reject: stepCommand({
      step: 'reject',
      event: 'IndentRejected',
      input: reasonInput,
      need: 'Inventory/poList:approve',
      life: indentLife,
      decide: (state) => (isUntouched(state) ? null : refuse('alreadyAllotted', 409)),
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'IndentCancelled',
      input: reasonInput,
      need: 'Inventory/pooIndentRequest:delete',
      life: indentLife,
      decide: (state) => (isUntouched(state) ? null : refuse('alreadyAllotted', 409)),
    }),
    /** Closes the open units of a line. */
    cancelLine: command<IndentState, z.output<typeof lineInput>>({
      input: lineInput,
      need: [edit, 'Inventory/socancel:edit'],
      decide: (state, { lineId, reason }, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), openSaysNo(state, lineId, 1));
        if (no) return no;
        const open = state.lines.find(({ id }) => id === lineId)!.open;
        return [{ type: 'IndentLineCancelled', data: { lineId, qty: open, reason } }];
      },
    }),
    /** The buyer cannot procure it. */
    shortClose: command<IndentState, z.output<typeof closeInput>>({
      input: closeInput,
      need: 'Inventory/poList:edit',
      decide: (state, { lineId, reason }, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), openSaysNo(state, lineId, 1));
        if (no) return no;
        const open = state.lines.find(({ id }) => id === lineId)!.open;
        return [{ type: 'IndentLineShortClosed', data: { lineId, qty: open, reason } }];
      },
    }),
    /** Units that a purchase order no longer delivers are open again. */
    release: command<IndentState, z.output<typeof backInput>>({
      input: backInput,
      need: 'system',
      decide: (state, input) => {
        const line = state.lines.find(({ id }) => id === input.lineId);
        const qty = Math.min(input.qty, line?.onPo ?? 0);
        return qty > 0
          ? [{ type: 'IndentLineReleased', data: { ...input, qty } }]
          : refuse('noLongerNeeded', 409);
      },
    }),
    /** Units that a transfer no longer delivers are open again. */
    releaseTransfer: command<IndentState, z.output<typeof notSentInput>>({
      input: notSentInput,
      need: 'system',
      decide: (state, input) => {
        const line = state.lines.find(({ id }) => id === input.lineId);
        const qty = Math.min(input.qty, line?.onTransfer ?? 0);
        return qty > 0
          ? [{ type: 'IndentLineTransferReleased', data: { ...input, qty } }]
          : refuse('noLongerNeeded', 409);
      },
    }),
    receive: command<IndentState, z.output<typeof receivedInput>>({
      input: receivedInput,
      need: 'system',
      decide: (state, { lineId, qty, from }) => {
        const line = state.lines.find(({ id }) => id === lineId);
        const came = Math.min(qty, line?.[from] ?? 0);
        return came > 0
          ? [{ type: 'IndentLineReceived', data: { lineId, qty: came, from } }]
          : refuse('noLongerNeeded', 409);
      },
    }),
  },
  translations: indentTranslations,
  story: [
    {
      as: 'admin',
      stream: 'indent-new',
      command: 'draft',
      input: { pooId: 1, header: { urgency: 'urgent' }, lines: [{ id: 'l1', productId: 1, qty: 45 }] },
    },
    { as: 'admin', stream: 'indent-1', command: 'submit', input: {} },
  ],
});
