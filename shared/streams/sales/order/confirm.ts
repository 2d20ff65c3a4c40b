import { z } from 'zod';
import { addDays, instantOf } from '../../../core/day.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { CommandDef } from '../../../core/stream.ts';
import { atLine, nothingInput, stepCommand, type Deciding } from '../../documents/commands.ts';
import type { UniqueState } from '../../core/unique.ts';
import { uniqueStream } from '../../core/unique.ts';
import type { MasterState } from '../../masters/state.ts';
import { unitsFree, type RxState } from '../../prescriptions/prescription/state.ts';
import type { RxLine } from '../../prescriptions/prescription/content.ts';
import { isPayable } from '../../../core/gst.ts';
import { isH1, needsRx } from '../sold-product.ts';
import { orderLine } from './form.ts';
import { refundReads } from '../return/undelivered-refund.ts';
import { orderAfter, queuedFace, rxStream } from './parts.ts';
import { owedBack } from './advance.ts';
import { advanceRefund } from './payment.ts';
import { consentWays, orderLife, type OrderLine, type OrderState } from './state.ts';
import { orderTotals } from './totals.ts';
import * as fields from '../../../core/fields.ts';
import { masterId } from '../../../core/record-id.ts';
import { productStream } from '../../purchase/product-facts.ts';

/** The key of the place that delivers to a PIN code. */
const pinStream = (pincode: string): string =>
  uniqueStream('master-pincodeService-pincodeService', `${pincode}|delivery`);

const unserved = (read: Readonly<Record<string, unknown>>, state: OrderState): Refusal | null => {
  const served = read['served'] as MasterState | undefined;
  return served?.exists && !served.cancelled && Number(served.fields['iPooId']) === state.pooId
    ? null
    : refuse('pinNotServed', 422, { pin: state.header.pincode, poo: state.place.code }, 'addressNo');
};

/** The form is complete: somebody at a known address that this place delivers to, and at least one line. */
export const submit = stepCommand<OrderState, object>({
  step: 'submit',
  event: 'OrderFormSubmitted',
  input: nothingInput,
  need: ['Inventory/orderFormList:create', 'Inventory/orderFormList:edit'],
  life: orderLife,
  reads: (_input, { header, pooId, paidPaise }, { today }): Readonly<Record<string, string>> => ({
    pin: pinStream(header.pincode || '0'),
    ...(paidPaise > 0 ? refundReads(pooId, today) : {}),
  }),
  readsNext: (_input, read): Readonly<Record<string, string>> => {
    const { owner } = read['pin'] as UniqueState;
    return owner ? { served: owner.startsWith('master-') ? owner : `master-${owner}` } : {};
  },
  decide: (state, _input, ctx) => {
    const { header, lines } = state;
    if (lines.length === 0) return refuse('noLines', 422);
    if (header.customerId === null) return refuse('required', 422, { label: 'customerId' }, 'customerId');
    if (header.addressNo === null) return refuse('required', 422, { label: 'addressNo' }, 'addressNo');
    if (header.phone === '') return refuse('required', 422, { label: 'phone' }, 'phone');
    if (!isPayable(orderTotals(state))) return refuse('tooMuch', 422);
    return (
      unserved(ctx.read, state) ?? {
        data: { advanceRecorded: true },
        beside: advanceRefund(state, owedBack(state), 'OVERPAID', ctx),
      }
    );
  },
});

interface Matched {
  readonly lineId: string;
  readonly rxNo: number;
  readonly qty: number;
}

/** The line of the prescription that a line is supplied on: the one it names, or the one of the same product. */
function rxLineFor(line: OrderLine, rx: RxState): RxLine | undefined {
  const supplied = rx.lines.filter(({ decision }) => decision === 'supply');
  return line.rxNo === null
    ? supplied.find(({ productId }) => productId === line.productId)
    : supplied.find(
        ({ no, productId }) =>
          no === line.rxNo && (productId === line.productId || line.substituteOf !== null),
      );
}

/** Whether medicines of the schedules may be supplied: a valid prescription names them and still allows the units. */
function scheduled(state: OrderState, ctx: Pick<Deciding, 'read'>): readonly Matched[] | Refusal {
  const matched: Matched[] = [];
  const rx = ctx.read['rx'] as RxState | undefined;
  for (const [i, line] of state.lines.entries()) {
    const qty = line.open;
    if (qty === 0) continue;
    const { product } = line;
    if (line.schedules.includes('X'))
      return atLine(refuse('scheduleXNotDeliverable', 422, { product }), i + 1);
    const asked = needsRx(line);
    if (!asked && line.rxNo === null) continue;
    const found = rx?.received && rx.stage === 'approved' ? rxLineFor(line, rx) : undefined;
    if (!rx || !found) {
      if (!asked) continue;
      return atLine(refuse('rxMissing', 422, { product }), i + 1);
    }
    const before = matched.filter(({ rxNo }) => rxNo === found.no).reduce((sum, one) => sum + one.qty, 0);
    const free = unitsFree(rx, found) - before;
    if (qty > free)
      return atLine(refuse('rxExhausted', 422, { product, n: Math.max(0, free) }, 'qty'), i + 1);
    matched.push({ lineId: line.id, rxNo: found.no, qty });
    const { prescriber, prescriberAddress, patient } = state.header;
    if (isH1(line) && (!prescriber || !prescriberAddress || patient === ''))
      return atLine(refuse('prescriberIncomplete', 422), i + 1);
  }
  return matched;
}

/** When the order comes before the pickers: at once, or on the day before its slot. */
export const queueAt = (slotDate: string | null, now: number, today: string): number =>
  slotDate === null || slotDate <= addDays(today, 1) ? now : instantOf(addDays(slotDate, -1), '00:05');

/** Checked and promised: units of the prescription are held for it from now on. */
export const confirm = stepCommand<OrderState, object>({
  step: 'confirm',
  event: 'OrderConfirmed',
  input: nothingInput,
  need: 'Inventory/orderFormConfirmationList:approve',
  life: orderLife,
  reads: (_input, { header }): Readonly<Record<string, string>> =>
    header.rxId === null ? {} : { rx: rxStream(header.rxId) },
  decide: (state, _input, ctx) => {
    const matched = scheduled(state, ctx);
    if (isRefusal(matched)) return matched;
    const rx = matched.map(({ rxNo, qty }) => ({ no: rxNo, qty }));
    return {
      data: {
        rx,
        lines: matched.map(({ lineId, rxNo }) => ({ lineId, rxNo })),
        queueAt: new Date(queueAt(state.header.slotDate, ctx.now, ctx.today)).toISOString(),
      },
      beside:
        rx.length > 0 && state.header.rxId !== null
          ? [
              {
                stream: rxStream(state.header.rxId),
                type: 'RxQuantityReserved',
                data: { orderId: ctx.id, lines: rx },
              },
            ]
          : [],
    };
  },
});

/** Before the pickers: by the policy when its time comes, or by hand. */
export const queue = stepCommand<OrderState, { why: 'slot' | 'manual' }>({
  step: 'queue',
  event: 'OrderPlQueued',
  input: z.strictObject({ why: z.enum(['slot', 'manual']).default('manual') }),
  need: ['Out Bound/create-pl-queue:create', 'Inventory/orderFormConfirmationList:edit'],
  life: orderLife,
  decide: (state, { why }) => ({ data: queuedFace(state, why) }),
});

const substituteInput = z.strictObject({
  lineId: fields.text(24),
  productId: masterId('product', { former: true }),
  how: z.enum(consentWays),
  prescriberConsent: fields.blankable(fields.note(250, 5)).optional(),
});

/**
 * Another medicine of the same molecules instead of one, with the customer's word; of what is not taken yet. For a prescription medicine the
 * prescriber has agreed too: nobody else may put another in its place (rule 65(11A)).
 */
export const substitute: CommandDef<OrderState, z.output<typeof substituteInput>> = stepCommand<
  OrderState,
  z.output<typeof substituteInput>
>({
  step: 'substitute',
  event: 'SubstitutionConsented',
  input: substituteInput,
  need: ['Inventory/orderFormConfirmationList:edit', 'Inventory/socancel:edit'],
  life: orderLife,
  reads: (
    { lineId, productId },
    { lines, pooId, paidPaise },
    { today },
  ): Readonly<Record<string, string>> => {
    const before = lines.find(({ id }) => id === lineId)?.productId ?? 0;
    return {
      [`p${productId}`]: productStream(productId),
      [`p${before}`]: productStream(before),
      ...(paidPaise > 0 ? refundReads(pooId, today) : {}),
    };
  },
  decide: (state, { lineId, productId, how, prescriberConsent = null }, ctx) => {
    const line = state.lines.find(({ id }) => id === lineId);
    if (!line) return refuse('lineGone', 409);
    if (line.open !== line.qty) return refuse('lineInWork', 409, { product: line.product });
    const [old, other] = [line.productId, productId].map(
      (id) => ctx.read[`p${id}`] as MasterState | undefined,
    );
    const equals = old?.fields['equivalentIds'];
    const molecules = (one: MasterState | undefined): string =>
      JSON.stringify(
        ((one?.fields['composition'] as readonly Readonly<Record<string, unknown>>[] | undefined) ?? [])
          .map(
            (part) => `${String(part['iMoleculeId'])}|${String(part['nStrength'])}|${String(part['vUnit'])}`,
          )
          .toSorted(),
      );
    const same =
      (Array.isArray(equals) && equals.includes(productId)) ||
      (molecules(old) !== '[]' && molecules(old) === molecules(other));
    if (!same) return refuse('notEquivalent', 422, { product: line.product }, 'productId');
    const filled = orderLine(
      { productId, qty: line.qty, rxNo: line.rxNo, courseDays: line.courseDays },
      line,
      ctx.read,
      ctx.today,
    );
    if (isRefusal(filled)) return filled;
    if (prescriberConsent === null && (needsRx(line) || needsRx(filled)))
      return refuse('prescriberConsent', 422, { product: line.product }, 'prescriberConsent');
    const to = { ...filled, substituteOf: line.product };
    const data = { lineId, from: line.product, line: to, how, prescriberConsent };
    const owed = owedBack(orderAfter(state, [{ type: 'SubstitutionConsented', data }]));
    return { data, beside: advanceRefund(state, owed, 'OVERPAID', ctx) };
  },
});
