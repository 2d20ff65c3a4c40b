import { inRupees } from '../../../core/money.ts';
import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { isVehicle, plainVehicle } from '../../../core/vehicle.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import {
  nothingInput,
  outOfPlaces,
  reasonInput,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import { ewayLimit } from '../../purchase/gatepass/rules.ts';
import { namedStock, stockReads } from '../item/line-facts.ts';
import { moveInTurn } from '../item/moves.ts';
import type { StockRef } from '../item/state.ts';
import { transferDrafting } from './draft.ts';
import { count, receive, resolve } from './receive.ts';
import {
  evolveTransfer,
  isSupply,
  noTransfer,
  transferLife,
  transferTotals,
  type IndentMove,
  type TransferEvent,
  type TransferLine,
  type TransferState,
} from './state.ts';
import { transferTranslations } from './translations.ts';

/** The minimum remaining life of goods on arrival. */
export const lifeAtDestination = 60;

const refOf = (state: TransferState, line: TransferLine): StockRef => ({
  type: 'transfer',
  id: state.id,
  line: line.id,
  number: state.number,
});
const givenUp = ({ lines }: TransferState): readonly IndentMove[] => lines.flatMap(({ links }) => links);

/** The same movements for every line, each from its place's ledger. */
function moveLines(
  state: TransferState,
  ctx: Deciding,
  types: readonly ('StockReserved' | 'StockPicked' | 'StockUnpicked' | 'StockTransferredOut')[],
  minLifeDays = 0,
): readonly NewEvent[] | Refusal {
  const events: NewEvent[] = [];
  for (const [i, line] of state.lines.entries()) {
    const named = namedStock(ctx.read, line.barcodeId);
    if (isRefusal(named)) return named;
    const moved = moveInTurn(
      named.item,
      types.map((type) => ({ type, qty: line.qty, ref: refOf(state, line) })),
      { today: ctx.today, barcode: named.barcode, minLifeDays },
    );
    if (isRefusal(moved)) return { ...moved, line: i + 1 };
    events.push(...moved.events);
  }
  return events;
}

const text = (max: number) => fields.blankable(fields.text(max)).optional();
const dispatchInput = z.strictObject({
  vehicle: fields.blankable(fields.text(20).transform(plainVehicle)).optional(),
  transporter: text(100),
  ewayNo: fields.blankable(texts.entry().regex(/^\d{12}$/, 'badFormat')).optional(),
  ewayTill: fields.blankable(fields.date()).optional(),
  boxes: z.int('badFormat').min(1, 'badFormat').max(9_999, 'badFormat'),
});
type DispatchInput = z.output<typeof dispatchInput>;

function dispatchSaysNo(state: TransferState, input: DispatchInput, today: string): Refusal | null {
  const { vehicle, transporter, ewayNo, ewayTill } = input;
  if (vehicle && !isVehicle(vehicle)) return refuse('vehicleInvalid', 422, { v: vehicle }, 'vehicle');
  if (!vehicle && !transporter) return refuse('carrierMissing', 422, undefined, 'vehicle');
  const { total } = transferTotals(state);
  if (total > ewayLimit(state.place.stateCode, state.header.toStateCode) && !ewayNo)
    return refuse('ewayRequired', 422, { v: inRupees(total) }, 'ewayNo');
  return ewayNo && ewayTill && ewayTill < today
    ? refuse('ewayExpired', 422, { no: ewayNo, t: ewayTill }, 'ewayTill')
    : null;
}

/** The numbers of challans and of tax invoices are the sales' own series of the place. */
const paperLetter = (state: TransferState) => (isSupply(state) ? 'I' : 'D');

const atDestination = ({ header }: Pick<TransferState, 'header'>): number => header.toPooId ?? 0;

/** Goods that move from one place of ours to another: they are in transit until counted on arrival. */
export const transfer = defineStream<TransferState, TransferEvent>({
  name: 'transfer',
  area: 'stock',
  numbered: true,
  state: 1,
  events: {
    TransferDrafted: true,
    TransferChanged: true,
    TransferFileAttached: true,
    TransferFileRemoved: true,
    TransferPrinted: true,
    TransferRequested: true,
    TransferApproved: true,
    TransferRejected: true,
    TransferPicked: true,
    TransferDispatched: true,
    TransferCounted: true,
    TransferReceived: true,
    TransferDiscrepancyRaised: true,
    TransferDiscrepancyResolved: true,
    TransferClosed: true,
    TransferCancelled: true,
  },
  initial: noTransfer,
  evolve: evolveTransfer,
  visible: (state, viewer) =>
    viewer.kind !== 'person' || [state.pooId, ...(state.alsoAt ?? [])].some((id) => inPoos(viewer, id)),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...transferDrafting,
    submit: stepCommand({
      step: 'submit',
      event: 'TransferRequested',
      input: nothingInput,
      need: ['Inventory/stockmovement:create', 'Inventory/PoRequestList:create'],
      life: transferLife,
      decide: (state) => (state.lines.length === 0 ? refuse('noLines', 422) : null),
    }),
    approve: stepCommand({
      step: 'approve',
      event: 'TransferApproved',
      input: nothingInput,
      need: 'Inventory/stockmovement:approve',
      life: transferLife,
      fourEyes: true,
    }),
    reject: stepCommand({
      step: 'reject',
      event: 'TransferRejected',
      input: reasonInput,
      need: 'Inventory/stockmovement:approve',
      life: transferLife,
      decide: (state, { reason }) => ({ data: { reason, released: givenUp(state) } }),
    }),
    /** Taken off the shelf: from now on they are unavailable to others. */
    pick: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'pick',
        event: 'TransferPicked',
        input: nothingInput,
        need: ['Inventory/stockmovement:edit', 'Inventory/stockmovement:create'],
        life: transferLife,
        reads: (_input, state) => stockReads(state.pooId, state.lines),
        decide: (state, _input, ctx) => {
          const beside = moveLines(state, ctx, ['StockReserved', 'StockPicked'], lifeAtDestination);
          return isRefusal(beside) ? beside : { data: {}, beside };
        },
      }),
    ),
    dispatch: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'dispatch',
        event: 'TransferDispatched',
        input: dispatchInput,
        need: ['Inventory/stockmovement:edit', 'Inventory/stockmovement:create'],
        life: transferLife,
        reads: (_input, state, { today }) => ({
          ...stockReads(state.pooId, state.lines),
          series: numberingStream(state.pooId, paperLetter(state), today),
        }),
        decide: (state, input, ctx) => {
          const no = dispatchSaysNo(state, input, ctx.today);
          if (no) return no;
          const moved = moveLines(state, ctx, ['StockTransferredOut']);
          if (isRefusal(moved)) return moved;
          const series: NumberingState = ctx.read['series'];
          const paper = allot(
            series,
            { pooId: state.pooId, code: state.place.code },
            paperLetter(state),
            ctx.today,
            `transfer-${state.id}`,
          );
          const { vehicle, transporter, ewayNo, ewayTill, boxes } = input;
          return {
            data: {
              vehicle: vehicle ?? null,
              transporter: transporter ?? null,
              ewayNo: ewayNo ?? null,
              ewayTill: ewayTill ?? null,
              boxes,
              paper: paper.number,
              valuePaise: transferTotals(state).payable,
            },
            beside: [...moved, paper.event],
            answer: { paper: paper.number },
          };
        },
      }),
    ),
    count,
    receive: movesGoods(atDestination, receive),
    resolve: movesGoods(atDestination, resolve),
    cancel: movesGoods(
      atOwnPlace,
      command<TransferState, z.output<typeof reasonInput>>({
        input: reasonInput,
        need: 'Inventory/stockmovement:create',
        versioned: true,
        reads: (_input, state) => (state.stage === 'picked' ? stockReads(state.pooId, state.lines) : {}),
        decide: (state, { reason }, ctx) => {
          const no = outOfPlaces(state, ctx) ?? wrongStage(state, transferLife, 'cancel');
          if (no) return no;
          const back = state.stage === 'picked' ? moveLines(state, ctx, ['StockUnpicked']) : [];
          if (isRefusal(back)) return back;
          return [{ type: 'TransferCancelled', data: { reason, released: givenUp(state) } }, ...back];
        },
      }),
    ),
  },
  translations: transferTranslations,
  story: [],
});
