import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inRupees, scale } from '../../../core/money.ts';
import { isVehicle, plainVehicle } from '../../../core/vehicle.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlace,
  placeStream,
  reasonInput,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import { barcodeStream } from '../../stock/barcode/state.ts';
import { namedStock, stockReads } from '../../stock/item/line-facts.ts';
import { moveInTurn } from '../../stock/item/moves.ts';
import type { Bucket, Movement, StockState } from '../../stock/item/state.ts';
import { debitLife, type DebitState } from '../debitnote/state.ts';
import { ewayLimit } from '../gatepass/rules.ts';
import { debitNoteOf } from './claim.ts';
import { recallMemo } from './recall.ts';
import { supplierStream } from '../supplier-facts.ts';
import { rtvDrafting } from './draft.ts';
import { evolveRtv, noRtv, rtvLife, rtvTotals, type RtvEvent, type RtvLine, type RtvState } from './state.ts';
import { rtvTranslations } from './translations.ts';

const process = 'Inventory/rtvProcess:edit';

/** One movement for every line; lines of the same goods are moved one after the other. */
function moveLines(
  state: RtvState,
  ctx: Deciding,
  type: Movement,
  buckets: (line: RtvLine) => { readonly from?: Bucket; readonly to?: Bucket },
): readonly NewEvent[] | Refusal {
  const now = new Map<number, StockState>();
  const events: NewEvent[] = [];
  for (const [i, line] of state.lines.entries()) {
    const named = namedStock(ctx.read, line.barcodeId);
    if (isRefusal(named)) return named;
    const ref = { type: 'rtv', id: state.id, line: line.id, number: state.number };
    const item = now.get(line.barcodeId) ?? named.item;
    const moved = moveInTurn(item, [{ type, qty: line.qty, ref, ...buckets(line) }], null);
    if (isRefusal(moved)) return { ...moved, line: i + 1 };
    now.set(line.barcodeId, moved.state);
    events.push(...moved.events);
  }
  return events;
}
const goods = (_input: unknown, state: RtvState) => stockReads(state.pooId, state.lines);

const recallInput = z.strictObject({
  pooId: z.int().positive(),
  barcodeId: z.int().positive(),
  supplierId: z.int().positive(),
  note: fields.note(250),
});
const scanInput = z.strictObject({
  put: z
    .array(z.strictObject({ id: fields.text(24), stagedQty: z.int('badFormat').min(0).max(99_99_999) }))
    .min(1)
    .max(500),
});
const text = (max: number) => fields.blankable(fields.text(max)).optional();
const handInput = z.strictObject({
  boxes: z.int('badFormat').min(1, 'badFormat').max(9_999, 'badFormat'),
  receiver: fields.text(100),
  vehicle: fields.blankable(fields.text(20).transform(plainVehicle)).optional(),
  transporter: text(100),
  ewayNo: fields.blankable(texts.entry().regex(/^\d{12}$/, 'badFormat')).optional(),
});
const decideInput = z.strictObject({ lineId: fields.text(24), rejected: z.int('badFormat').min(0) });
const paperLetter = ({ header }: RtvState) => (header.mode === 'FRESH_SUPPLY' ? 'I' : 'D');

/** Goods returned to their supplier. */
export const rtv = defineStream<RtvState, RtvEvent>({
  name: 'rtv',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    RtvMemoDrafted: true,
    RtvMemoLineChanged: true,
    RtvMemoFileAttached: true,
    RtvMemoFileRemoved: true,
    RtvMemoPrinted: true,
    RtvMemoSubmitted: true,
    RtvMemoApproved: true,
    RtvMemoRejected: true,
    RtvMemoScanned: true,
    RtvMemoStaged: true,
    RtvHandedOver: true,
    RtvSupplierDecided: true,
    RtvMemoSettled: true,
    RtvMemoCancelled: true,
  },
  initial: noRtv,
  evolve: evolveRtv,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...rtvDrafting,
    /** Drafted by the server for a recalled batch: everything of it that is on hold at a place. */
    draftRecall: command<RtvState, z.output<typeof recallInput>>({
      input: recallInput,
      need: 'system',
      creates: true,
      reads: ({ pooId, barcodeId, supplierId }, _state, { today }) => ({
        ...stockReads(pooId, [{ barcodeId }]),
        place: placeStream(pooId),
        series: numberingStream(pooId, 'R', today),
        supplier: supplierStream(supplierId),
      }),
      decide: recallMemo,
    }),
    submit: stepCommand({
      step: 'submit',
      event: 'RtvMemoSubmitted',
      input: nothingInput,
      need: 'Inventory/creatertvmemo:create',
      life: rtvLife,
      decide: (state) => (state.lines.length === 0 ? refuse('noLines', 422) : null),
    }),
    approve: stepCommand({
      step: 'approve',
      event: 'RtvMemoApproved',
      input: nothingInput,
      need: 'Inventory/rtvProcess:approve',
      life: rtvLife,
      fourEyes: true,
    }),
    reject: stepCommand({
      step: 'reject',
      event: 'RtvMemoRejected',
      input: reasonInput,
      need: 'Inventory/rtvProcess:approve',
      life: rtvLife,
      fourEyes: true,
    }),
    /** The scanned units of each line during staging. */
    scan: command<RtvState, z.output<typeof scanInput>>({
      input: scanInput,
      need: process,
      versioned: 'merge',
      decide: (state, { put }, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, rtvLife, 'scan'));
        if (no) return no;
        for (const { id, stagedQty } of put) {
          const index = state.lines.findIndex((line) => line.id === id);
          const line = state.lines[index];
          if (!line) return refuse('lineGone', 409, { id });
          if (stagedQty > line.qty)
            return atLine(refuse('overScan', 409, { n: line.qty, m: stagedQty }, 'stagedQty'), index + 1);
        }
        return [{ type: 'RtvMemoScanned', data: { put } }];
      },
    }),
    stage: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'stage',
        event: 'RtvMemoStaged',
        input: nothingInput,
        need: process,
        life: rtvLife,
        reads: goods,
        decide: (state, _input, ctx) => {
          const open = state.lines.findIndex(({ stagedQty, qty }) => stagedQty < qty);
          const line = state.lines[open];
          if (line)
            return atLine(
              refuse(
                'notScanned',
                422,
                { product: line.product, n: line.stagedQty, m: line.qty },
                'stagedQty',
              ),
              open + 1,
            );
          const beside = moveLines(state, ctx, 'StockStagedForRtv', ({ bucket }) => ({ from: bucket }));
          return isRefusal(beside) ? beside : { data: {}, beside };
        },
      }),
    ),
    /** The goods leave with a challan or invoice, and the claim is issued in the same commit. */
    handOver: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'handOver',
        event: 'RtvHandedOver',
        input: handInput,
        need: 'Inventory/handoverrtvmemo:create',
        life: rtvLife,
        reads: (input, state, { today }) => ({
          ...goods(input, state),
          paper: numberingStream(state.pooId, paperLetter(state), today),
          series: numberingStream(state.pooId, 'B', today),
        }),
        decide: (state, input, ctx) => {
          const { vehicle = null, transporter = null, ewayNo = null, receiver, boxes } = input;
          if (vehicle && !isVehicle(vehicle)) return refuse('vehicleInvalid', 422, { v: vehicle }, 'vehicle');
          const { total } = rtvTotals(state);
          if (total > ewayLimit(state.place.stateCode, state.header.stateCode) && !ewayNo)
            return refuse('ewayRequired', 422, { v: inRupees(total) }, 'ewayNo');
          const moved = moveLines(state, ctx, 'StockHandedToVendor', () => ({}));
          if (isRefusal(moved)) return moved;
          const place = { pooId: state.pooId, code: state.place.code };
          const paper = allot(
            ctx.read['paper'] as NumberingState,
            place,
            paperLetter(state),
            ctx.today,
            `rtv-${state.id}`,
          );
          const claim = debitNoteOf(state, ctx);
          const returned = state.lines.map(({ barcodeId, qty }) => ({
            stream: barcodeStream(barcodeId),
            type: 'BarcodeReturned',
            data: { qty },
          }));
          return {
            data: {
              ...{ vehicle, transporter, receiver, ewayNo, boxes },
              paper: paper.number,
              debitNoteId: claim.id,
            },
            beside: [...moved, ...returned, paper.event, ...claim.events],
            answer: { paper: paper.number, debitNote: claim.number },
          };
        },
      }),
    ),
    /**
     * The supplier accepts a line, or sends units of it back: those are put on hold again and leave the
     * claim.
     */
    decide: movesGoods(
      atOwnPlace,
      command<RtvState, z.output<typeof decideInput>>({
        input: decideInput,
        need: process,
        versioned: true,
        reads: (input, state) => ({
          ...stockReads(
            state.pooId,
            state.lines.filter(({ id }) => id === input.lineId),
          ),
          claim: `debitnote-${state.debitNoteId ?? ''}`,
        }),
        decide: (state, { lineId, rejected }, ctx) => {
          const no = firstOf(outOfPlace(state, ctx), wrongStage(state, rtvLife, 'decide'));
          if (no) return no;
          const line = state.lines.find(({ id }) => id === lineId);
          if (!line || line.acceptedQty !== null) return refuse('noLongerNeeded', 409);
          if (rejected > line.qty) return refuse('overScan', 409, { n: line.qty, m: rejected }, 'rejected');
          const decided: NewEvent = {
            type: 'RtvSupplierDecided',
            data: { lineId, accepted: line.qty - rejected, rejected },
          };
          if (rejected === 0) return [decided];
          const named = namedStock(ctx.read, line.barcodeId);
          if (isRefusal(named)) return named;
          const ref = { type: 'rtv', id: state.id, line: line.id, number: state.number };
          const back = moveInTurn(named.item, [{ type: 'StockReturnedToHold', qty: rejected, ref }], null);
          if (isRefusal(back)) return back;
          const claim: DebitState = ctx.read['claim'];
          const reduced: NewEvent[] =
            claim.exists && !debitLife.final.has(claim.stage)
              ? [
                  {
                    stream: `debitnote-${claim.id}`,
                    type: 'DebitNoteLineReduced',
                    data: { lineId, qty: rejected, valuePaise: scale([line.valuePaise, rejected], line.qty) },
                  },
                ]
              : [];
          const taken = {
            stream: barcodeStream(line.barcodeId),
            type: 'BarcodeReturned',
            data: { qty: -rejected },
          };
          return [decided, ...back.events, taken, ...reduced];
        },
      }),
    ),
    settle: command<RtvState, object>({
      input: nothingInput,
      need: 'system',
      decide: (state) =>
        rtvLife.next(state.stage, 'settle') === null
          ? refuse('noLongerNeeded', 409)
          : [{ type: 'RtvMemoSettled', data: {} }],
    }),
    cancel: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'cancel',
        event: 'RtvMemoCancelled',
        input: reasonInput,
        need: ['Inventory/creatertvmemo:create', process],
        life: rtvLife,
        reads: (input, state) => (state.stage === 'staged' ? goods(input, state) : {}),
        decide: (state, { reason }, ctx) => {
          if (state.stage !== 'staged') return { data: { reason } };
          const beside = moveLines(state, ctx, 'StockUnstagedFromRtv', ({ bucket }) => ({ to: bucket }));
          return isRefusal(beside) ? beside : { data: { reason }, beside };
        },
      }),
    ),
  },
  translations: rtvTranslations,
  story: [],
});
