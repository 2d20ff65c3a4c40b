import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import { isSunday } from '../../../core/day.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { stateOfPin } from '../../../core/pin-state.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../../core/stream.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import { dialled } from '../../customers/customer-phones.ts';
import type { CustomerState } from '../../customers/customer.ts';
import type { PatientState } from '../../customers/patient.ts';
import { draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { rxRef } from '../../prescriptions/references.ts';
import { productReads } from '../../purchase/product-facts.ts';
import { saleFacts, soldProduct } from '../sold-product.ts';
import {
  noOrder,
  orderLife,
  orderNames,
  orderSources,
  paymentKinds,
  slotWindows,
  type OrderHeader,
  type OrderLine,
  type OrderState,
} from './state.ts';
import { soldLineTax } from './totals.ts';

/** The whole line of what was typed over it; price and quantity hold for it from the first moment. */
export function orderLine(
  given: Readonly<Record<string, unknown>>,
  before: OrderLine | null,
  read: Readonly<Record<string, unknown>>,
  today: string,
): OrderLine | Refusal {
  const product =
    before && given['productId'] === undefined
      ? null
      : soldProduct(read, given['productId'] ?? before?.productId);
  if (isRefusal(product)) return product;
  const known = product ? saleFacts(product) : before;
  if (!known) return refuse('required', 400, { label: 'productId' }, 'productId');
  const changed = before === null || known.productId !== before.productId;
  const number = (name: keyof OrderLine, other: number): number =>
    Number(given[name] ?? (changed ? undefined : before?.[name]) ?? other);
  const { packSize, looseSale, mrpPaise, product: name } = known;
  const qty = number('qty', packSize);
  if (!looseSale && qty % packSize !== 0)
    return refuse('notPackMultiple', 422, { product: name, n: packSize }, 'qty');
  const pricePaise = number('pricePaise', mrpPaise);
  if (mrpPaise > 0 && pricePaise > mrpPaise)
    return refuse('priceAboveMrp', 422, { p: inRupees(pricePaise), mrp: inRupees(mrpPaise) }, 'pricePaise');
  const discBp = number('discBp', 0);
  if (soldLineTax({ ...known, pricePaise, discBp }, qty, today, false) === null)
    return refuse('noRate', 422, { product: name, date: today }, 'productId');
  const own = (name_: 'rxNo' | 'courseDays'): number | null =>
    given[name_] === undefined ? (changed ? null : (before?.[name_] ?? null)) : Number(given[name_]) || null;
  return {
    ...known,
    id: String(given['id'] ?? before?.id),
    qty,
    pricePaise,
    discBp,
    rxNo: own('rxNo'),
    courseDays: own('courseDays'),
    substituteOf: before?.substituteOf ?? null,
    open: qty,
    allocated: 0,
    invoiced: 0,
    delivered: 0,
    cancelled: 0,
    rtoQty: 0,
    returned: 0,
  };
}

const rules: DraftRules<OrderHeader, OrderLine, OrderState> = {
  letter: 'F',
  names: orderNames,
  life: orderLife,
  need: { create: 'Inventory/orderFormList:create', edit: 'Inventory/orderFormList:edit' },
  header: z.strictObject({
    source: z.enum(orderSources).optional(),
    customerId: fields.blankable(recordId('customer')).optional(),
    addressNo: fields.blankable(z.int().positive()).optional(),
    phone: fields.phone().optional(),
    patientId: fields.blankable(recordId('patient')).optional(),
    rxId: fields.blankable(recordId('prescription')).optional(),
    prescriber: fields.blankable(fields.text(100)).optional(),
    prescriberRegNo: fields.blankable(fields.text(30, 3)).optional(),
    prescriberAddress: fields.blankable(fields.text(200, 3)).optional(),
    slotDate: fields.blankable(fields.date()).optional(),
    slotWindow: z.enum(slotWindows).optional(),
    payment: z.enum(paymentKinds).optional(),
    partialOk: z.boolean().optional(),
    remarks: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<OrderHeader>>,
  line: z.object({
    productId: masterId('product', { former: true }).optional(),
    qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
    pricePaise: z.int('badFormat').min(0, 'badFormat').max(99_99_999_00, 'badFormat').optional(),
    discBp: z.int('badFormat').min(0, 'badFormat').max(10_000, 'badFormat').optional(),
    rxNo: fields.blankable(z.int('badFormat').min(1, 'badFormat').max(40, 'badFormat')).optional(),
    courseDays: fields.blankable(z.int('badFormat').min(1, 'badFormat').max(365, 'badFormat')).optional(),
  }),
  blank: () => noOrder('').header,
  reads: (header, lines) => ({
    ...productReads(lines),
    ...(header.customerId ? { customer: `customer-${header.customerId}` } : {}),
    ...(header.patientId ? { patient: `patient-${header.patientId}` } : {}),
    ...(header.rxId ? { rx: `prescription-${header.rxId}` } : {}),
  }),
  fill: (given, before, { ctx }) => orderLine(given, before, ctx.read, ctx.today),
  check: (header, lines, ctx, state) => {
    const { slotDate } = header;
    const paid = state.paidPaise - state.refundedPaise;
    if (paid > 0 && header.payment !== 'PREPAID')
      return refuse('paidAlready', 409, { n: inRupees(paid) }, 'payment');
    if (slotDate !== null && slotDate !== state.header.slotDate) {
      if (slotDate < ctx.today) return refuse('dateInPast', 422, { label: 'slotDate' }, 'slotDate');
      if (isSunday(slotDate)) return refuse('sundayNotAllowed', 422, undefined, 'slotDate');
    }
    const twice = lines.findIndex(
      (line, i) =>
        lines.findIndex(
          (one) =>
            one.productId === line.productId &&
            one.pricePaise === line.pricePaise &&
            one.discBp === line.discBp,
        ) < i,
    );
    return twice < 0
      ? null
      : { ...refuse('productTwice', 422, { product: lines[twice]!.product }, 'productId'), line: twice + 1 };
  },
};

/** What the order copies of its customer, address, patient and prescription when they are chosen. */
export function chosenFacts(
  input: Partial<OrderHeader>,
  before: OrderHeader,
  ctx: Pick<Deciding, 'read' | 'viewer'>,
): Partial<OrderHeader> | Refusal {
  const customerId = input.customerId === undefined ? before.customerId : input.customerId;
  let facts: Partial<OrderHeader> = { ...input };
  const another = customerId !== before.customerId;
  if (another || input.addressNo !== undefined) {
    const customer = ctx.read['customer'] as CustomerState | undefined;
    if (customerId === null)
      return {
        ...facts,
        customer: '',
        phone: '',
        addressNo: null,
        address: '',
        pincode: '',
        stateCode: '',
        patientId: null,
        patient: '',
        rxId: null,
        rxRef: '',
      };
    if (customer?.stage !== 'active' || (ctx.viewer.kind === 'person' && !inPoos(ctx.viewer, customer.pooId)))
      return refuse('notInList', 422, { label: 'customerId' }, 'customerId');
    const wanted = input.addressNo ?? (another ? null : before.addressNo);
    const address =
      customer.addresses.find(({ no }) => no === wanted) ??
      (input.addressNo
        ? undefined
        : (customer.addresses.find((one) => one.default) ?? customer.addresses[0]));
    if (!address && input.addressNo) return refuse('notInList', 422, { label: 'addressNo' }, 'addressNo');
    facts = {
      ...facts,
      addressNo: address?.no ?? null,
      address: address?.line ?? '',
      pincode: address?.pincode ?? '',
      stateCode: stateOfPin(address?.pincode ?? ''),
      ...(another
        ? {
            customer: customer.name,
            phone: input.phone ?? dialled(customer.phones)?.phone ?? '',
            ...(input.patientId === undefined ? { patientId: null, patient: '' } : {}),
            ...(input.rxId === undefined ? { rxId: null, rxRef: '' } : {}),
          }
        : {}),
    };
  }
  if (input.patientId !== undefined) {
    const patient = ctx.read['patient'] as PatientState | undefined;
    if (input.patientId === null) facts = { ...facts, patient: '' };
    else if (patient?.stage !== 'enrolled' || patient.customerId !== customerId)
      return refuse('notInList', 422, { label: 'patientId' }, 'patientId');
    else facts = { ...facts, patient: patient.name };
  }
  return input.rxId === undefined ? facts : withRx(input.rxId, customerId, facts, ctx);
}

function withRx(
  rxId: number | null,
  customerId: number | null,
  facts: Partial<OrderHeader>,
  ctx: Pick<Deciding, 'read'>,
): Partial<OrderHeader> | Refusal {
  if (rxId === null) return { ...facts, rxRef: '' };
  const rx = ctx.read['rx'] as RxState | undefined;
  if (!rx?.received || rx.stage !== 'approved' || rx.received.customerId !== customerId)
    return refuse('notInList', 422, { label: 'rxId' }, 'rxId');
  const { prescriber } = rx.header ?? {};
  return {
    ...facts,
    rxRef: rxRef(rx.id),
    patientId: rx.received.patientId,
    patient: rx.received.patientName,
    ...(prescriber
      ? {
          prescriber: prescriber.name,
          prescriberRegNo: prescriber.regNo,
          prescriberAddress: prescriber.address,
        }
      : {}),
  };
}

const made = draftCommands(rules);

/** Beside what was typed, the header keeps what the chosen records are called. */
function withFacts(def: CommandDef<OrderState>): CommandDef<OrderState> {
  return {
    ...def,
    decide: (state, input: { header?: Partial<OrderHeader> }, ctx: Ctx & { readonly id: string }) => {
      if (!input.header) return def.decide(state, input, ctx);
      const facts = chosenFacts(input.header, state.header, ctx);
      if (isRefusal(facts)) return facts;
      return def.decide(state, { ...input, header: facts }, ctx);
    },
  };
}

export const orderForm = { ...made, draft: withFacts(made.draft), change: withFacts(made.change) };
