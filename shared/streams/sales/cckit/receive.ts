import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  wrongStage,
} from '../../documents/commands.ts';
import { shelfRefused } from '../../delivery/parcel/rto.ts';
import {
  cashDayStream,
  cashLimitRefused,
  cashReads,
  customerCash,
  receive as receiveMoney,
} from '../../money/day/cash.ts';
import { moveLines } from '../../stock/item/move-lines.ts';
import { stockStream } from '../../stock/item/state.ts';
import {
  careKitLife,
  chargeModes,
  type CareKitLine,
  type CareKitReturnState,
  type MissingCharge,
} from './state.ts';

const receiving = 'Inventory/ccKitReturn:create';
const inspecting = 'Inventory/ccKitReturn:edit';
const count = z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat');
const stock = (state: CareKitReturnState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    state.lines.flatMap(({ barcodeId }) =>
      barcodeId === null ? [] : [[`s${barcodeId}`, stockStream(state.pooId, barcodeId)]],
    ),
  );

const countInput = z.strictObject({
  put: z
    .array(z.strictObject({ id: fields.text(24), receivedQty: count }))
    .min(1)
    .max(500),
});
/** How many units of each component came back. */
export const countReturn = command<CareKitReturnState, z.output<typeof countInput>>({
  input: countInput,
  need: receiving,
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, careKitLife, 'count'));
    if (no) return no;
    for (const { id, receivedQty } of put) {
      const index = state.lines.findIndex((line) => line.id === id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id });
      if (receivedQty > line.qty)
        return atLine(
          refuse(
            'moreThanIssued',
            422,
            { n: line.qty, m: receivedQty, product: line.product },
            'receivedQty',
          ),
          index + 1,
        );
    }
    return [{ type: 'CcKitReturnCounted', data: { put } }];
  },
});

/** The kit is back in the store; what came goes on hold until somebody else has looked at it. */
export const receive = stepCommand<CareKitReturnState, object>({
  step: 'receive',
  event: 'CcKitReturnReceived',
  input: nothingInput,
  need: receiving,
  life: careKitLife,
  reads: (_input, state) => stock(state),
  decide: (state, _input, ctx) => {
    if (state.lines.every(({ receivedQty }) => receivedQty === 0)) return refuse('nothingCounted', 422);
    const moves = moveLines('cckitret', state, ctx.read, ({ receivedQty }) =>
      receivedQty > 0 ? [{ type: 'StockReturnedToHold', qty: receivedQty }] : [],
    );
    return isRefusal(moves) ? moves : { data: {}, beside: moves };
  },
});

/** Nothing of the kit comes back; all that was lent is missing. */
export const giveUp = stepCommand<CareKitReturnState, z.output<typeof reasonInput>>({
  step: 'giveUp',
  event: 'CcKitNotReturned',
  input: reasonInput,
  need: receiving,
  life: careKitLife,
  decide: (state, { reason }) =>
    state.lines.some(({ receivedQty }) => receivedQty > 0)
      ? refuse('somethingCounted', 409, { doc: state.number })
      : { data: { reason } },
});

/** Why units of a line cannot go back to the shelf: cold chain, an opened pack, or too little life. */
function notRestocked(line: CareKitLine, today: string): Refusal | null {
  const { product, storage, packSize, restockQty, expiry } = line;
  const once = storage === 'COLD' || restockQty % packSize > 0;
  const no = shelfRefused({ product, once }, expiry, today);
  return no && { ...no, field: 'restockQty' };
}
const sameEyes = ({ header }: CareKitReturnState, ctx: Pick<Ctx, 'actor'>): Refusal | null =>
  ctx.actor.empId !== null && header.receivedBy?.empId === ctx.actor.empId
    ? refuse('receiverInspects', 403)
    : null;

const sortInput = z.strictObject({
  put: z
    .array(
      z.strictObject({ id: fields.text(24), restockQty: count.optional(), damagedQty: count.optional() }),
    )
    .min(1)
    .max(500),
});
/** Which of the received units go back to the shelf, and which are damaged. */
export const sort = command<CareKitReturnState, z.output<typeof sortInput>>({
  input: sortInput,
  need: inspecting,
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, careKitLife, 'sort'), sameEyes(state, ctx));
    if (no) return no;
    for (const { id, ...given } of put) {
      const index = state.lines.findIndex((line) => line.id === id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id });
      for (const field of ['restockQty', 'damagedQty'] as const) {
        const n = given[field] ?? 0;
        if (n > line.receivedQty)
          return atLine(refuse('moreThanReceived', 422, { n: line.receivedQty, m: n }, field), index + 1);
      }
      const restockQty = given.restockQty ?? 0;
      const kept = restockQty > 0 ? notRestocked({ ...line, restockQty }, ctx.today) : null;
      if (kept) return atLine(kept, index + 1);
    }
    return [{ type: 'CcKitSorted', data: { put } }];
  },
});

const chargesOf = ({ lines }: CareKitReturnState): readonly MissingCharge[] =>
  lines
    .filter(({ missingQty }) => missingQty > 0)
    .map(({ id, productId, product, missingQty, chargePaise }) => ({
      lineId: id,
      ...{ productId, product, qty: missingQty, paise: chargePaise },
    }));

/** Every unit that came is on the shelf or is damaged; what was lent and did not come is charged. */
export const inspect = stepCommand<CareKitReturnState, object>({
  step: 'inspect',
  event: 'CcKitInspected',
  input: nothingInput,
  need: inspecting,
  life: careKitLife,
  reads: (_input, state) => stock(state),
  decide: (state, _input, ctx) => {
    const no = sameEyes(state, ctx);
    if (no) return no;
    for (const [i, line] of state.lines.entries()) {
      if (line.restockQty + line.damagedQty !== line.receivedQty)
        return atLine(refuse('fateMissing', 422, { product: line.product, n: line.receivedQty }), i + 1);
      const kept = line.restockQty > 0 ? notRestocked(line, ctx.today) : null;
      if (kept) return atLine(kept, i + 1);
    }
    const moves = moveLines('cckitret', state, ctx.read, ({ restockQty, damagedQty }) => [
      ...(restockQty > 0 ? [{ type: 'StockReleasedFromHold', qty: restockQty } as const] : []),
      ...(damagedQty > 0 ? [{ type: 'StockMarkedDamaged', qty: damagedQty, from: 'hold' } as const] : []),
    ]);
    if (isRefusal(moves)) return moves;
    const charges = chargesOf(state);
    const chargePaise = charges.reduce((sum, { paise }) => sum + paise, 0);
    return { data: { charges, chargePaise }, beside: moves, answer: { chargePaise } };
  },
});

const collectInput = z.strictObject({
  mode: z.enum(chargeModes, 'notInList'),
  ref: fields.blankable(fields.text(40)).optional(),
});
/** The customer pays for what is missing; the money stands in the books of the place's day. */
export const collect = stepCommand<CareKitReturnState, z.output<typeof collectInput>>({
  step: 'collect',
  event: 'CcKitChargeCollected',
  input: collectInput,
  need: inspecting,
  life: careKitLife,
  reads: ({ mode }, { pooId, header }, { today }) => ({
    ...cashReads(pooId, today),
    ...(mode === 'cash' && header.customerId !== null
      ? { cash: cashDayStream(header.customerId, today) }
      : {}),
  }),
  decide: (state, { mode, ref = null }, ctx) => {
    const { chargePaise, customerId, customer } = state.header;
    if (mode !== 'cash' && ref === null) return refuse('required', 422, { label: 'ref' }, 'ref');
    const cash = mode === 'cash' && customerId !== null;
    const over = cash ? cashLimitRefused(ctx.read['cash'], chargePaise, customer) : null;
    if (over) return over;
    const entry = {
      entryId: `cckitret-${state.id}`,
      mode,
      paise: chargePaise,
      ref: { type: 'cckitret', id: state.id, number: state.number },
      customerId,
      from: customer,
      carriedFrom: null,
    };
    return {
      data: { paise: chargePaise, mode, ref },
      beside: [
        ...receiveMoney(ctx, state.pooId, [entry]),
        ...(cash ? [customerCash(customerId, ctx.today, chargePaise, state.number)] : []),
      ],
    };
  },
});

/** The customer need not pay; decided by somebody else than who inspected. */
export const waive = stepCommand<CareKitReturnState, z.output<typeof reasonInput>>({
  step: 'waive',
  event: 'CcKitChargeWaived',
  input: reasonInput,
  need: inspecting,
  life: careKitLife,
  decide: ({ header }, { reason }, ctx) =>
    ctx.actor.empId !== null && header.inspectedBy?.empId === ctx.actor.empId
      ? refuse('inspectorWaives', 403)
      : { data: { paise: header.chargePaise, reason } },
});
