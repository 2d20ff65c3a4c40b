import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { CustomerState } from '../../customers/customer.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import { nothingInput, placeStream, firstOf, outOfPlace, wrongStage } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { unitsFree, type RxState } from '../../prescriptions/prescription/state.ts';
import { productStream } from '../../purchase/product-facts.ts';
import { chosenFacts, orderLine } from './form.ts';
import { rxStream } from './parts.ts';
import { noOrder, orderLife, orderNames, type OrderLine, type OrderState } from './state.ts';

const supplied = (rx: RxState | undefined) =>
  (rx?.stage === 'approved' ? rx.lines : []).filter(
    ({ decision, productId, drug }) =>
      decision === 'supply' && productId !== null && !drug.schedules.includes('X'),
  );
const rxProducts = (read: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    supplied(read['rx'] as RxState | undefined).map(({ productId }) => [
      `p${productId}`,
      productStream(productId),
    ]),
  );

/** Lines for what the prescription still allows, in whole packs where a product is sold only so. */
function rxLines(
  read: Readonly<Record<string, unknown>>,
  today: string,
  known: readonly OrderLine[],
): readonly OrderLine[] {
  const rx = read['rx'] as RxState | undefined;
  return supplied(rx).flatMap((line) => {
    const free = rx ? unitsFree(rx, line) : 0;
    if (free === 0 || known.some(({ productId }) => productId === line.productId)) return [];
    const product = read[`p${String(line.productId)}`] as MasterState | undefined;
    const pack = Number(product?.fields['iPackSize'] ?? 1);
    const qty = product?.fields['bLooseSale'] === 1 ? free : Math.floor(free / pack) * pack;
    if (qty < 1) return [];
    const made = orderLine(
      { id: `rx${line.no}`, productId: line.productId, qty, rxNo: line.no, courseDays: line.days },
      null,
      read,
      today,
    );
    return isRefusal(made) ? [] : [made];
  });
}

const begunInput = z.strictObject({
  rxId: z.int().positive(),
  pooId: z.int().positive(),
  customerId: z.int().positive(),
});

/** The draft that an approved prescription asks for: by the policy, once a prescription. */
export const fromPrescription = command<OrderState, z.output<typeof begunInput>>({
  input: begunInput,
  need: 'system',
  creates: true,
  reads: ({ rxId, pooId, customerId }, _state, ctx) => ({
    rx: rxStream(rxId),
    customer: `customer-${customerId}`,
    place: placeStream(pooId),
    series: numberingStream(pooId, 'F', ctx.today),
  }),
  readsNext: (_input, read) => rxProducts(read),
  decide: (state, { rxId, pooId, customerId }, ctx) => {
    if (state.exists) return refuse('alreadyExists', 409);
    const rx = ctx.read['rx'] as RxState;
    const place = ctx.read['place'] as MasterState;
    const customer = ctx.read['customer'] as CustomerState;
    if (rx.stage !== 'approved' || !place.exists || customer.stage !== 'active')
      return refuse('noLongerNeeded', 409);
    const lines = rxLines(ctx.read, ctx.today, []);
    if (lines.length === 0) return refuse('noLongerNeeded', 409);
    const facts = chosenFacts({ source: 'PRESCRIPTION', customerId, rxId }, noOrder('').header, ctx);
    if (isRefusal(facts)) return facts;
    const code = String(place.fields['vCode'] ?? '');
    const { number, event } = allot(
      ctx.read['series'] as NumberingState,
      { pooId, code },
      'F',
      ctx.today,
      ctx.id,
    );
    return {
      events: [
        {
          type: orderNames.drafted,
          data: {
            number,
            pooId,
            place: { code, stateCode: String(place.fields['vStateCode'] ?? '') },
            header: { ...noOrder('').header, ...facts },
            lines,
          },
        },
        event,
      ],
      answer: { number },
    };
  },
});

/** Adds what the chosen prescription allows and the form does not name yet. */
export const takePrescription = command<OrderState, object>({
  input: nothingInput,
  need: ['Inventory/orderFormList:edit', 'Inventory/orderFormList:create'],
  versioned: true,
  reads: (_input, { header }): Readonly<Record<string, string>> =>
    header.rxId === null ? {} : { rx: rxStream(header.rxId) },
  readsNext: (_input, read) => rxProducts(read),
  decide: (state, _input, ctx) => {
    const no: Refusal | null = firstOf(outOfPlace(state, ctx), wrongStage(state, orderLife, 'change'));
    if (no) return no;
    if (state.header.rxId === null) return refuse('required', 422, { label: 'rxId' }, 'rxId');
    const put = rxLines(ctx.read, ctx.today, state.lines);
    return put.length === 0
      ? refuse('rxNothingLeft', 409, { ref: state.header.rxRef })
      : [{ type: orderNames.changed, data: { put } }];
  },
});
