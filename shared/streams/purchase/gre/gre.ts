import { inRupees } from '../../../core/money.ts';
import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
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
} from '../../documents/commands.ts';
import { decisionCommands } from '../../approvals/decision-commands.ts';
import { confirmation } from './confirm.ts';
import { greDrafting } from './draft.ts';
import { exceptionDecision } from './exception-decision.ts';
import { completeQc, inspect } from './inspect.ts';
import {
  billStages,
  evolveGre,
  greLife,
  greTotals,
  noGre,
  payablePaise,
  type GreEvent,
  type GreState,
} from './state.ts';
import { greTranslations } from './translations.ts';

const create = ['Inventory/gre:create', 'Inventory/gre1:create', 'Inventory/purchaseEntry:create'] as const;
const edit = [
  'Inventory/gre:edit',
  'Inventory/gre1:edit',
  'Inventory/resumeGre:edit',
  'Inventory/purchaseEntry:edit',
] as const;
const invoiceTolerancePaise = 1_00;
const placed = z.strictObject({ lineId: fields.text(24), qty: z.int().positive() });

/** A receipt of goods: batch lines of one invoice, from entry through quality control and match to stock. */
export const gre = defineStream<GreState, GreEvent>({
  name: 'gre',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    GreStarted: true,
    GreLineRecorded: true,
    GreInvoiceAttached: true,
    GreInvoiceRemoved: true,
    GrePrinted: true,
    GreSaved: true,
    GreResumed: true,
    GreSubmitted: true,
    QcLineInspected: true,
    QcCompleted: true,
    GreMatched: true,
    GreExceptionRaised: true,
    GreExceptionLinked: true,
    GreExceptionApproved: true,
    GreExceptionRejected: true,
    GreConfirmed: true,
    GrePlaced: true,
    GreClosed: true,
    GreRejected: true,
    GreCancelled: true,
    GreAccountsVerified: true,
  },
  initial: noGre,
  evolve: evolveGre,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...greDrafting,
    park: stepCommand({ step: 'park', event: 'GreSaved', input: nothingInput, need: edit, life: greLife }),
    resume: stepCommand({
      step: 'resume',
      event: 'GreResumed',
      input: nothingInput,
      need: edit,
      life: greLife,
    }),
    submit: stepCommand({
      step: 'submit',
      event: 'GreSubmitted',
      input: nothingInput,
      need: create,
      life: greLife,
      decide: (state) => {
        if (state.lines.length === 0) return refuse('noLines', 422);
        const open = state.lines.findIndex(
          ({ batch, expiry, ptrPaise }) => batch === '' || expiry === null || ptrPaise === 0,
        );
        if (open >= 0)
          return {
            ...refuse('lineIncomplete', 422, { product: state.lines[open]!.product }),
            line: open + 1,
          };
        if (state.files.length === 0) return refuse('invoiceMissing', 422);
        const { payable } = greTotals(state);
        const { invoiceValuePaise } = state.header;
        if (Math.abs(payable - invoiceValuePaise) > invoiceTolerancePaise)
          return refuse('matchFailed', 422, { a: inRupees(payable), b: inRupees(invoiceValuePaise) });
        return null;
      },
    }),
    inspect,
    completeQc,
    ...decisionCommands(exceptionDecision, {
      waiting: ({ stage, request }: GreState) => (stage === 'approvalPending' ? request : null),
      approve: () => ({}),
      reject: ({ header }) => ({ data: { gatePassId: header.gatePassId } }),
    }),
    /** The goods become stock: barcodes, ledger, receipts of orders and claims follow from this one event. */
    confirm: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'confirm',
        event: 'GreConfirmed',
        input: nothingInput,
        need: 'Inventory/greConfirmationList:approve',
        life: greLife,
        fourEyes: true,
        decide: (state) => ({ data: confirmation(state) }),
      }),
    ),
    place: command<GreState, z.output<typeof placed>>({
      input: placed,
      need: 'system',
      decide: (state, { lineId, qty }) => {
        const line = state.lines.find(({ id }) => id === lineId);
        if (!line || greLife.next(state.stage, 'place') === null) return refuse('noLongerNeeded', 409);
        const all = state.lines.every(
          (one) => (one.acceptedQty ?? 0) <= one.placedQty + (one.id === lineId ? qty : 0),
        );
        return [
          { type: 'GrePlaced', data: { lineId, qty } },
          ...(all ? [{ type: 'GreClosed', data: {} }] : []),
        ];
      },
    }),
    reject: stepCommand({
      step: 'reject',
      event: 'GreRejected',
      input: reasonInput,
      need: 'Inventory/greConfirmationList:approve',
      life: greLife,
      decide: (state, { reason }) => ({ data: { reason, gatePassId: state.header.gatePassId } }),
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'GreCancelled',
      input: reasonInput,
      need: ['Inventory/gre:delete', 'Inventory/gre1:delete', 'Inventory/resumeGre:delete'],
      life: greLife,
      decide: ({ header, request }, { reason }) => ({
        data: {
          reason,
          gatePassId: header.gatePassId,
          requestId: request?.requestId ?? null,
          approvalId: request?.approvalId ?? null,
        },
      }),
    }),
    /** The accounts agree to the payable amount: the bill less missing units. */
    verifyAccounts: command<GreState, object>({
      input: nothingInput,
      need: 'Inventory/debitNote:approve',
      versioned: true,
      decide: (state, _input, ctx) => {
        const early = billStages.includes(state.stage) ? null : wrongStage(state, greLife, 'verify');
        const no = firstOf(outOfPlace(state, ctx), early, bySelf(state, ctx));
        if (no) return no;
        if (state.accountsVerified) return refuse('noLongerNeeded', 409);
        return [{ type: 'GreAccountsVerified', data: { payablePaise: payablePaise(state) } }];
      },
    }),
  },
  translations: greTranslations,
  story: [],
});
