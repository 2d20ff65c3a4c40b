import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { firstOf, nothingInput, outOfPlace, stepCommand, wrongStage } from '../../documents/commands.ts';
import { productReads } from '../../purchase/product-facts.ts';
import { allMoves, backTo, batchSaysNo, blockedAmong, moveStock } from '../../stock/item/moves.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { barcodeStream, type BarcodeState } from '../../stock/barcode/state.ts';
import { linesOfCode } from '../pick/work.ts';
import { allParts } from './outcome.ts';
import { dcLife, dcStockRef, type DcLine, type DcState, type Difference } from './state.ts';
import { cutText } from '../../../core/cut.ts';

const verifyNeed = 'Inventory/dcverification:create';
const scanInput = z.strictObject({
  code: fields.text(200),
  qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
  scanId: fields.text(60),
});

const goods = ({ pooId, lines }: DcState): Readonly<Record<string, string>> => ({
  ...productReads(lines.map(({ productId }) => ({ productId }))),
  ...Object.fromEntries(
    lines.flatMap(({ barcodeId }) => [
      [`s${barcodeId}`, stockStream(pooId, barcodeId)] as const,
      [`b${barcodeId}`, barcodeStream(barcodeId)] as const,
    ]),
  ),
});

const byPicker = (state: DcState, empId: number | null) =>
  empId !== null && state.header.pickedBy.empId === empId
    ? refuse('pickerCannotVerify', 403, { name: state.header.pickedBy.name })
    : null;

/** A second person scans what lies in the parcel: each code must be on the challan, and not more of it. */
export const scan = command<DcState, z.output<typeof scanInput>>({
  input: scanInput,
  need: verifyNeed,
  reads: (_input, state) => goods(state),
  decide: (state, { code, qty: given, scanId }, ctx) => {
    if (state.scans.includes(scanId)) return [];
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, dcLife, 'scan'),
      byPicker(state, ctx.actor.empId),
    );
    if (no) return no;
    const matching = linesOfCode(state.lines, code, ctx.read);
    const line = matching.find((one) => one.verified < one.qty) ?? matching[0];
    if (!line) return refuse('notOnChallan', 409, { x: cutText(code, 40) });
    const barcode = ctx.read[`b${line.barcodeId}`] as BarcodeState;
    const blocked = batchSaysNo({ today: ctx.today, barcode });
    if (blocked) return blocked;
    const left = line.qty - line.verified;
    const qty = given ?? Math.min(line.packSize, left);
    if (left === 0 || qty > left)
      return refuse('overScan', 409, { product: line.product, n: line.qty, m: line.verified });
    return {
      events: [{ type: 'DcScanVerified', data: { lineId: line.id, qty, scanId } }],
      answer: { lineId: line.id, product: line.product, batch: line.batch, qty, left: left - qty },
    };
  },
});

const differencesOf = (lines: readonly DcLine[]): readonly Difference[] =>
  lines
    .filter((line) => line.verified !== line.qty)
    .map(({ id, product, qty, verified }) => ({ lineId: id, product, needed: qty, found: verified }));

export const verify = command<DcState, object>({
  input: nothingInput,
  need: verifyNeed,
  versioned: true,
  reads: (_input, state) => goods(state),
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, dcLife, 'verify'),
      byPicker(state, ctx.actor.empId),
      blockedAmong(state.lines, ctx.read),
    );
    if (no) return no;
    const differences = differencesOf(state.lines);
    return differences.length > 0
      ? refuse('dcMismatch', 409, {
          list: differences.map(({ product, needed, found }) => `${product} ${found}/${needed}`).join(', '),
        })
      : [{ type: 'DcVerified', data: {} }];
  },
});

const failInput = z.strictObject({ note: fields.note(250, 5) });

/** The parcel is not what the challan says: the picker sees the differences; the check starts anew. */
export const fail = command<DcState, z.output<typeof failInput>>({
  input: failInput,
  need: verifyNeed,
  versioned: true,
  decide: (state, { note }, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      state.stage === 'generated' ? null : wrongStage(state, dcLife, 'scan'),
      byPicker(state, ctx.actor.empId),
    );
    if (no) return no;
    const differences = differencesOf(state.lines);
    return [{ type: 'DcVerificationFailed', data: { differences, note } }];
  },
});

const ewayInput = z.strictObject({
  no: texts.entry().regex(/^\d{12}$/, 'badFormat'),
  validTill: fields.date(),
});

export const recordEway = stepCommand<DcState, z.output<typeof ewayInput>>({
  step: 'eway',
  event: 'EwayBillRecorded',
  input: ewayInput,
  need: ['Inventory/generateDc:edit', 'Inventory/generateDc:create'],
  life: dcLife,
  decide: (_state, { validTill }, ctx) =>
    validTill < ctx.today ? refuse('dateInPast', 422, { label: 'validTill' }, 'validTill') : null,
});

const dayMs = 86_400_000;
export const cancelEway = stepCommand<DcState, { reason: string }>({
  step: 'eway',
  event: 'EwayBillCancelled',
  input: z.strictObject({ reason: fields.note(250, 10) }),
  need: ['Inventory/generateDc:edit', 'Inventory/generateDc:create'],
  life: dcLife,
  decide: (state, _input, ctx) => {
    if (state.header.ewayNo === null) return refuse('noEway', 409);
    return ctx.now - Date.parse(state.movedAt) > dayMs ? refuse('ewayTooOld', 409) : null;
  },
});

/** Goods of a cancelled challan come back scan by scan. */
export const scanBack = command<DcState, z.output<typeof scanInput>>({
  input: scanInput,
  need: 'Inventory/cancellationAcknowledgement:create',
  reads: (_input, state) => goods(state),
  decide: (state, { code, qty: given, scanId }, ctx) => {
    if (state.scans.includes(scanId)) return [];
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, dcLife, 'scanBack'));
    if (no) return no;
    const matching = linesOfCode(state.lines, code, ctx.read);
    const line = matching.find((one) => one.scannedBack < one.qty) ?? matching[0];
    if (!line) return refuse('notOnChallan', 409, { x: cutText(code, 40) });
    const left = line.qty - line.scannedBack;
    const qty = given ?? left;
    if (left === 0 || qty > left)
      return refuse('overScan', 409, { product: line.product, n: line.qty, m: line.scannedBack });
    return {
      events: [{ type: 'DcScannedBack', data: { lineId: line.id, qty, scanId } }],
      answer: { lineId: line.id, product: line.product, batch: line.batch, qty, left: left - qty },
    };
  },
});

/** All of it is back on the shelf: only now may it be sold again. */
export const acknowledge = command<DcState, object>({
  input: nothingInput,
  need: 'Inventory/cancellationAcknowledgement:create',
  versioned: true,
  reads: (_input, state) => goods(state),
  decide: (state, _input, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, dcLife, 'acknowledge'));
    if (no) return no;
    const missing = state.lines.find((line) => line.scannedBack < line.qty);
    if (missing)
      return refuse('notAllBack', 409, {
        product: missing.product,
        n: missing.scannedBack,
        m: missing.qty,
      });
    const moves = allMoves(
      state.lines.map((line) =>
        moveStock(
          ctx.read[`s${line.barcodeId}`] as StockState,
          'StockUnpicked',
          {
            qty: line.qty,
            ref: dcStockRef(state, line),
            to: backTo(ctx.read[`b${line.barcodeId}`] as BarcodeState),
          },
          null,
        ),
      ),
    );
    if (isRefusal(moves)) return moves;
    return [{ type: 'CancellationAcknowledged', data: { lines: allParts(state) } }, ...moves];
  },
});
