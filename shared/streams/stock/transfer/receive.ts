import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlaces,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import { begun } from '../item/begin.ts';
import { stockReads } from '../item/line-facts.ts';
import { moveInTurn } from '../item/moves.ts';
import type { Movement, StockState } from '../item/state.ts';
import type { BarcodeState } from '../barcode/state.ts';
import {
  openDifference,
  transferLife,
  type IndentMove,
  type TransferLine,
  type TransferState,
} from './state.ts';

const edit = 'Inventory/stockmovement:edit';

/** The viewer acts for the place that the goods go to. */
function notThere(state: TransferState, ctx: Pick<Ctx, 'viewer'>): Refusal | null {
  return ctx.viewer.kind !== 'person' || inPoos(ctx.viewer, state.header.toPooId ?? 0)
    ? null
    : refuse('pooNotMapped', 403, { poo: state.header.toCode });
}
const there = (state: TransferState): Readonly<Record<string, string>> =>
  stockReads(state.header.toPooId ?? 0, state.lines);

const qty = z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat');
const countInput = z.strictObject({
  put: z
    .array(
      z.strictObject({
        id: fields.text(24),
        receivedQty: qty.nullable().optional(),
        damagedQty: qty.optional(),
      }),
    )
    .min(1)
    .max(500),
});

/** Counted units of single lines at the destination; never more than was sent. */
export const count = command<TransferState, z.output<typeof countInput>>({
  input: countInput,
  need: edit,
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(notThere(state, ctx), wrongStage(state, transferLife, 'count'));
    if (no) return no;
    const counted = [];
    for (const given of put) {
      const index = state.lines.findIndex(({ id }) => id === given.id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id: given.id });
      const receivedQty = given.receivedQty === undefined ? line.receivedQty : given.receivedQty;
      const damagedQty = given.damagedQty ?? line.damagedQty;
      if ((receivedQty ?? 0) + damagedQty > line.qty)
        return atLine(
          refuse('aboveSent', 422, { n: (receivedQty ?? 0) + damagedQty, m: line.qty }, 'receivedQty'),
          index + 1,
        );
      counted.push({ id: line.id, receivedQty, damagedQty });
    }
    return [{ type: 'TransferCounted', data: { put: counted } }];
  },
});

/** Units that enter the ledger of the destination. */
function arrive(
  state: TransferState,
  line: TransferLine,
  ctx: Deciding,
  { good, damaged }: { readonly good: number; readonly damaged: number },
): readonly NewEvent[] | Refusal {
  if (good + damaged === 0) return [];
  const item: StockState = ctx.read[`s${line.barcodeId}`];
  const barcode: BarcodeState = ctx.read[`b${line.barcodeId}`];
  const first = begun(item, barcode, new Date(ctx.now).toISOString());
  const ref = { type: 'transfer', id: state.id, line: line.id, number: state.number };
  const wanted: { type: Movement; qty: number; ref: typeof ref; from?: 'inwardHold' }[] = [
    { type: 'StockTransferredIn', qty: good + damaged, ref },
    ...(damaged > 0
      ? [{ type: 'StockMarkedDamaged' as const, qty: damaged, ref, from: 'inwardHold' as const }]
      : []),
  ];
  const moved = moveInTurn(first.state, wanted, null);
  return isRefusal(moved) ? moved : [...first.events, ...moved.events];
}

/** The next `qty` units of a line, by the indents that wait for them, after the first `skip` units. */
export function shareOf(line: TransferLine, n: number, skip = 0): readonly IndentMove[] {
  let [before, rest] = [skip, n];
  return line.links.flatMap(({ indentId, lineId, qty: wanted }) => {
    const gone = Math.min(before, wanted);
    before -= gone;
    const some = Math.min(rest, wanted - gone);
    rest -= some;
    return some > 0 ? [{ indentId, lineId, qty: some }] : [];
  });
}

/**
 * Counted on arrival: good units go to put-away, damaged or missing ones stay in transit until somebody
 * settles them.
 */
export const receive = stepCommand<TransferState, z.output<typeof nothingInput>>({
  step: 'receive',
  event: 'TransferReceived',
  input: nothingInput,
  need: edit,
  life: transferLife,
  at: notThere,
  reads: (_input, state) => there(state),
  decide: (state, _input, ctx) => {
    const open = state.lines.findIndex(({ receivedQty }) => receivedQty === null);
    if (open >= 0)
      return atLine(
        refuse('notCounted', 422, { product: state.lines[open]!.product }, 'receivedQty'),
        open + 1,
      );
    const beside: NewEvent[] = [];
    const received: IndentMove[] = [];
    for (const line of state.lines) {
      const came = arrive(state, line, ctx, { good: line.receivedQty ?? 0, damaged: 0 });
      if (isRefusal(came)) return came;
      beside.push(...came);
      received.push(...shareOf(line, line.receivedQty ?? 0));
    }
    const shorts = Object.fromEntries(
      state.lines.map(({ id, qty: sent, receivedQty, damagedQty }) => [
        id,
        sent - (receivedQty ?? 0) - damagedQty,
      ]),
    );
    const lines = state.lines.filter(({ id, damagedQty }) => damagedQty + (shorts[id] ?? 0) > 0);
    const raised = {
      type: 'TransferDiscrepancyRaised',
      data: { lines: lines.map(({ id }) => id) },
    };
    return {
      data: { differs: lines.length > 0, shorts, received },
      beside: [...(lines.length > 0 ? [raised] : []), ...beside],
    };
  },
});

const resolveInput = z.strictObject({
  lineId: fields.text(24),
  found: qty.default(0),
  damaged: qty.default(0),
  lost: qty.default(0),
  note: fields.note(250, 10),
});

/**
 * Settles short or damaged units: found, received as damaged, or lost. Somebody other than the counter
 * decides.
 */
export const resolve = command<TransferState, z.output<typeof resolveInput>>({
  input: resolveInput,
  need: 'Inventory/stockmovement:approve',
  versioned: true,
  reads: (_input, state) => there(state),
  decide: (state, { lineId, found, damaged, lost, note }, ctx) => {
    const no = firstOf(outOfPlaces(state, ctx), wrongStage(state, transferLife, 'resolve'));
    if (no) return no;
    if (state.countedBy !== null && state.countedBy === ctx.actor.empId) return refuse('selfApproval', 403);
    const index = state.lines.findIndex(({ id }) => id === lineId);
    const line = state.lines[index];
    const open = line ? openDifference(line) : 0;
    if (!line || open === 0) return refuse('noLongerNeeded', 409);
    if (found + damaged + lost !== open)
      return atLine(refuse('differenceMismatch', 422, { n: found + damaged + lost, m: open }), index + 1);
    const came = arrive(state, line, ctx, { good: found, damaged });
    if (isRefusal(came)) return came;
    const before = line.receivedQty ?? 0;
    const data = {
      lineId,
      found,
      damaged,
      lost,
      lostPaise: Math.round((line.valuePaise * lost) / line.qty),
      itcReversal: lost > 0,
      note,
      received: shareOf(line, found, before),
      released: shareOf(line, damaged + lost, before + found),
    };
    const last = state.lines.every((one) => one.id === lineId || openDifference(one) === 0);
    return [
      { type: 'TransferDiscrepancyResolved', data },
      ...(last ? [{ type: 'TransferClosed', data: {} }] : []),
      ...came,
    ];
  },
});
