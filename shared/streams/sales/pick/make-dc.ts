import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import { isPayable } from '../../../core/gst.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { allot, allotting, numberingStream, type NumberingState } from '../../core/numbering.ts';
import { uniqueStream } from '../../core/unique.ts';
import { employeeId } from '../../../core/record-id.ts';
import {
  atLine,
  firstOf,
  outOfPlace,
  placeStream,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { supplyOf } from '../../prescriptions/prescription/supply.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import { batchSaysNo } from '../../stock/item/moves.ts';
import { dcStream, type DcHeader, type DcLine, type H1Row } from '../dc/state.ts';
import { taxTotals, type InvoiceHeader, type InvoiceLine, type Seller } from '../invoice/state.ts';
import { advanceCounts, freeAdvance, owedBack, payableWithin } from '../order/advance.ts';
import { orderAfter, orderStream, releaseRx, rxParts, rxStream, toOrderAndQueued } from '../order/parts.ts';
import { advanceRefund } from '../order/payment.ts';
import type { OrderEvent, OrderLine, OrderState, Part } from '../order/state.ts';
import { refundReads } from '../return/undelivered-refund.ts';
import { orderInterState, soldLineTax } from '../order/totals.ts';
import { isH1, needsRx } from '../sold-product.ts';
import { pickLife, type PickLine, type PickState } from './state.ts';
import { pickGoods, pickHeld } from './work.ts';

const makeInput = z.strictObject({ pharmacistId: employeeId().optional() });
/** Nobody may receive it, or more, in cash for one supply (section 269ST). */
const cashBelowPaise = 2_00_000_00;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function sellerOf({ fields }: MasterState): Seller {
  const city = [text(fields['vCity']), text(fields['vPincode'])].filter(Boolean).join(' ');
  return {
    name: text(fields['vName']),
    address: [text(fields['vAddress']), city].filter(Boolean).join(', '),
    gstin: text(fields['vGstin']),
    licence: text(fields['vDrugLicenceNo']),
  };
}

interface Pharmacist {
  readonly id: number | null;
  readonly name: string;
  readonly regNo: string;
}
/** Somebody registered at this place signs for what needs a prescription. */
function pharmacistOf(
  place: MasterState,
  given: number | undefined,
  required: boolean,
  ctx: Deciding,
): Pharmacist | Refusal {
  const listed = place.fields['pharmacists'];
  const all = Array.isArray(listed) ? (listed as readonly { iEmpId: number; vRegNo: string }[]) : [];
  const found =
    all.find(({ iEmpId }) => iEmpId === given) ??
    (given === undefined ? all.find(({ iEmpId }) => iEmpId === ctx.actor.empId) : undefined);
  if (given !== undefined && !found)
    return refuse('notInList', 422, { label: 'pharmacistId' }, 'pharmacistId');
  if (!found)
    return required
      ? refuse('pharmacistRequired', 422, undefined, 'pharmacistId')
      : { id: null, name: '', regNo: '' };
  return {
    id: found.iEmpId,
    name: ctx.directory.employee(found.iEmpId)?.name ?? '',
    regNo: found.vRegNo,
  };
}

/** The price of the label that is sold: never above its MRP; an order at full MRP follows the label. */
const priceOf = (line: OrderLine, labelMrp: number): number =>
  labelMrp <= 0
    ? line.pricePaise
    : line.pricePaise === line.mrpPaise
      ? labelMrp
      : Math.min(line.pricePaise, labelMrp);

function dcLine(
  pick: PickLine,
  line: OrderLine,
  order: OrderState,
  ctx: Deciding,
  n: number,
): DcLine | Refusal {
  const barcode = ctx.read[`b${pick.barcodeId}`] as BarcodeState;
  const no = batchSaysNo({ today: ctx.today, barcode, minLifeDays: pick.minLifeDays });
  if (no) return no;
  const product = ctx.read[`p${pick.productId}`] as MasterState;
  const maker = ctx.read[`m${String(product.fields['iManufacturerId'])}`] as MasterState | undefined;
  const pricePaise = priceOf(line, barcode.mrpPaise);
  const tax = soldLineTax({ ...line, pricePaise }, pick.picked, ctx.today, orderInterState(order));
  if (!tax) return refuse('noRate', 422, { product: line.product, date: ctx.today });
  const { rateBp, ...amounts } = tax;
  return {
    id: `d${n}`,
    orderLineId: line.id,
    pickLineId: pick.id,
    productId: line.productId,
    code: line.code,
    product: line.product,
    hsn: line.hsn,
    maker: text(maker?.fields['vName']),
    schedules: line.schedules,
    storage: line.storage,
    packSize: line.packSize,
    barcodeId: pick.barcodeId,
    label: barcode.label,
    batch: barcode.batch,
    expiry: barcode.expiry,
    mrpPaise: barcode.mrpPaise,
    qty: pick.picked,
    pricePaise,
    discBp: line.discBp,
    gstBp: rateBp,
    ...amounts,
    rxNo: line.rxNo,
    verified: 0,
    scannedBack: 0,
    accepted: 0,
    back: 0,
    returned: 0,
    returning: 0,
  };
}

function dcLines(state: PickState, order: OrderState, ctx: Deciding): readonly DcLine[] | Refusal {
  const lines: DcLine[] = [];
  for (const pick of state.lines.filter(({ picked }) => picked > 0)) {
    const line = order.lines.find(({ id }) => id === pick.orderLineId);
    if (!line) return refuse('lineGone', 409);
    const made = dcLine(pick, line, order, ctx, lines.length + 1);
    if (isRefusal(made)) return atLine(made, lines.length + 1);
    lines.push(made);
  }
  return lines;
}

const partsOf = (lines: readonly DcLine[]): readonly Part[] =>
  [...Map.groupBy(lines, ({ orderLineId }) => orderLineId)].map(([lineId, of]) => ({
    lineId,
    qty: of.reduce((sum, { qty }) => sum + qty, 0),
  }));

/** What was promised on the prescription is supplied now. */
function supplied(
  order: OrderState,
  parts: readonly Part[],
  invoice: string,
  ctx: Deciding,
): readonly NewEvent[] | Refusal {
  const rx = rxParts(order, parts);
  if (order.header.rxId === null || rx.length === 0) return [];
  const event = supplyOf(ctx.read['rx'] as RxState, rx, invoice, ctx.today, rxStream(order.header.rxId));
  return isRefusal(event) ? event : [event, ...releaseRx(order, parts, ctx.read['rx'] as RxState)];
}

/** The rows that this supply adds to the register, and the serials that they take. */
function h1Supplies(
  { header, lines, dcId, dcNumber }: Papers,
  at: { readonly pooId: number; readonly code: string },
  ctx: Deciding,
): readonly NewEvent[] {
  const next = allotting(ctx.read['h1Series'] as NumberingState, at, 'H1', ctx.today);
  return h1Rows(header, lines, dcNumber, ctx.today).flatMap((row): NewEvent[] => {
    const { number: serial, event } = next(dcId);
    return [{ stream: dcStream(dcId), type: 'H1SupplyRecorded', data: { ...row, serial } }, event];
  });
}

const h1Rows = (
  header: DcHeader,
  lines: readonly DcLine[],
  dcNumber: string,
  today: string,
): readonly H1Row[] =>
  lines.filter(isH1).map((line) => ({
    lineId: line.id,
    on: today,
    dcNumber,
    invoiceNumber: header.invoiceNumber,
    patient: header.patient,
    patientAddress: header.address,
    prescriber: header.prescriber ?? '',
    prescriberAddress: header.prescriberAddress ?? '',
    prescriberRegNo: header.prescriberRegNo ?? '',
    product: line.product,
    qty: line.qty,
    batch: line.batch,
    expiry: line.expiry,
    maker: line.maker,
    pharmacist: header.pharmacist,
    pharmacistRegNo: header.pharmacistRegNo,
  }));

interface Papers {
  readonly header: DcHeader;
  readonly lines: readonly DcLine[];
  readonly dcId: string;
  readonly dcNumber: string;
  readonly seller: Seller;
  /** Set aside of what was paid in advance; null where the order counts as paid without it. */
  readonly advancePaise: number | null;
}

function invoiceOf(
  { header, lines, dcId, dcNumber, seller, advancePaise }: Papers,
  state: PickState,
  today: string,
): NewEvent {
  const taxLines = lines.map(
    ({
      pickLineId: _pick,
      storage: _storage,
      rxNo: _rx,
      verified: _v,
      scannedBack: _s,
      accepted: _a,
      back: _b,
      returned: _r,
      returning: _g,
      ...tax
    }): InvoiceLine => ({
      ...tax,
      creditedQty: 0,
      creditedPaise: 0,
    }),
  );
  const { uId, orderId, orderNumber, customerId, customer, phone, address, pincode, stateCode, patient } =
    header;
  const { prescriber, prescriberRegNo, pharmacist, pharmacistRegNo, payment } = header;
  const invoice: InvoiceHeader = {
    kind: 'INVOICE',
    ...{ uId, dcId, dcNumber, orderId, orderNumber, against: null, reason: null },
    payablePaise: header.payablePaise === taxTotals(lines).payable ? null : header.payablePaise,
    ...{ customerId, customer, phone, address, pincode, stateCode, patient },
    ...{ prescriber, prescriberRegNo, pharmacist, pharmacistRegNo, seller, payment },
    ...(advancePaise === null ? {} : { advancePaise }),
    issuedOn: today,
  };
  return {
    stream: `invoice-${header.invoiceId}`,
    type: 'TaxInvoiceIssued',
    data: {
      number: header.invoiceNumber,
      pooId: state.pooId,
      place: state.place,
      header: invoice,
      lines: taxLines,
    },
  };
}

/** What of the money paid in advance is for this invoice; null where the order counts as paid, or is not paid in advance. */
const advanceFor = (order: OrderState, payable: number): number | null =>
  advanceCounts(order) ? Math.min(payable, Math.max(0, freeAdvance(order))) : null;

/** What the customer pays at the door: everything, or what the advance does not cover. */
const doorDueOf = (order: OrderState, payable: number): number =>
  order.header.payment === 'COD' ? payable : payable - (advanceFor(order, payable) ?? payable);

function papersOf(
  state: PickState,
  order: OrderState,
  { lines, payable }: { readonly lines: readonly DcLine[]; readonly payable: number },
  pharmacist: Pharmacist,
  ids: {
    readonly dcId: string;
    readonly dcNumber: string;
    readonly invoiceId: string;
    readonly invoiceNumber: string;
  },
  ctx: Deciding,
): Papers {
  const seller = sellerOf(ctx.read['place'] as MasterState);
  const { header: from } = order;
  const advancePaise = advanceFor(order, payable);
  const header: DcHeader = {
    ...{ orderId: order.id, orderNumber: order.number, pickId: state.id, pickNumber: state.number },
    pickedBy: state.picker ?? { empId: null, name: '' },
    ...{ invoiceId: ids.invoiceId, invoiceNumber: ids.invoiceNumber, uId: ctx.newId() },
    ...{ customerId: from.customerId, customer: from.customer, phone: from.phone, address: from.address },
    ...{ pincode: from.pincode, stateCode: from.stateCode, patientId: from.patientId, patient: from.patient },
    ...{ rxId: from.rxId, rxRef: from.rxRef, prescriber: from.prescriber },
    ...{ prescriberRegNo: from.prescriberRegNo, prescriberAddress: from.prescriberAddress },
    ...{ pharmacistId: pharmacist.id, pharmacist: pharmacist.name, pharmacistRegNo: pharmacist.regNo },
    ...{ seller, payment: from.payment, payablePaise: payable },
    codDuePaise: doorDueOf(order, payable),
    ...{ parcels: state.parcels, weightG: state.weightG, cold: state.coldBox },
    ...{ slotDate: from.slotDate, slotWindow: from.slotWindow, ewayNo: null, ewayValidTill: null },
  };
  return { header, lines, dcId: ids.dcId, dcNumber: ids.dcNumber, seller, advancePaise };
}

/** Delivery challan and tax invoice in one commit: numbers, order, prescription and the register of Schedule H1 with them. */
export const makeDc = command<PickState, z.output<typeof makeInput>>({
  input: makeInput,
  need: 'Inventory/generateDc:create',
  lane: 'challan',
  reads: (_input, state, ctx) => ({
    ...pickGoods(state),
    order: orderStream(state.header.orderId),
    place: placeStream(state.pooId),
    dcSeries: numberingStream(state.pooId, 'D', ctx.today),
    invoiceSeries: numberingStream(state.pooId, 'I', ctx.today),
    h1Series: numberingStream(state.pooId, 'H1', ctx.today),
    ...(state.header.rxId === null ? {} : { rx: rxStream(state.header.rxId) }),
    ...(state.header.payment === 'PREPAID' ? refundReads(state.pooId, ctx.today) : {}),
  }),
  readsNext: (_input, read) =>
    Object.fromEntries(
      Object.entries(read).flatMap(([short, one]) => {
        const maker = /^p\d+$/.test(short) ? (one as MasterState).fields['iManufacturerId'] : null;
        return typeof maker === 'number' ? [[`m${maker}`, `master-manufacturer-${maker}`] as const] : [];
      }),
    ),
  decide: (state, { pharmacistId }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, pickLife, 'makeDc'), pickHeld(state));
    if (no) return no;
    const order = ctx.read['order'] as OrderState;
    if (order.stage === 'cancelRequested' || order.stage === 'cancelled')
      return refuse('orderBeingCancelled', 409, { order: order.number });
    const place = ctx.read['place'] as MasterState;
    const lines = dcLines(state, order, ctx);
    if (isRefusal(lines)) return lines;
    const pharmacist = pharmacistOf(place, pharmacistId, lines.some(needsRx), ctx);
    if (isRefusal(pharmacist)) return pharmacist;
    const totals = taxTotals(lines);
    if (!isPayable(totals)) return refuse('tooMuch', 422);
    const parts = partsOf(lines);
    const payable = payableWithin(order, parts, totals.payable);
    const atDoor = doorDueOf(order, payable);
    if (atDoor >= cashBelowPaise)
      return refuse('cashLimit269', 422, { customer: order.header.customer, v: inRupees(atDoor) });
    const at = { pooId: state.pooId, code: state.place.code };
    const [dcId, invoiceId] = [String(ctx.newNumber('dc')), String(ctx.newNumber('invoice'))];
    const dc = allot(ctx.read['dcSeries'] as NumberingState, at, 'D', ctx.today, dcId);
    const invoice = allot(ctx.read['invoiceSeries'] as NumberingState, at, 'I', ctx.today, invoiceId);
    const ids = { dcId, dcNumber: dc.number, invoiceId, invoiceNumber: invoice.number };
    const papers = papersOf(state, order, { lines, payable }, pharmacist, ids, ctx);
    const rx = supplied(order, parts, invoice.number, ctx);
    if (isRefusal(rx)) return rx;
    const { advancePaise } = papers;
    const invoiced: OrderEvent = {
      type: 'OrderInvoiced',
      data: {
        ...{ ...ids, pickId: state.id, payablePaise: payable, lines: parts },
        ...(advancePaise === null ? {} : { advancePaise }),
      },
    };
    const after = orderAfter(order, [invoiced]);
    const settled = after.lines.every(({ open, allocated }) => open + allocated === 0);
    return {
      events: [
        { type: 'PickDcMade', data: { dcId, dcNumber: dc.number } },
        {
          stream: dcStream(dcId),
          type: 'DcGenerated',
          data: { number: dc.number, pooId: state.pooId, place: state.place, header: papers.header, lines },
        },
        ...h1Supplies(papers, at, ctx),
        invoiceOf(papers, state, ctx.today),
        {
          stream: uniqueStream('invoice', papers.header.uId),
          type: 'KeyReserved',
          data: { owner: invoiceId },
        },
        dc.event,
        invoice.event,
        ...toOrderAndQueued(order, [invoiced]),
        ...rx,
        ...(settled && advancePaise !== null ? advanceRefund(after, owedBack(after), 'OVERPAID', ctx) : []),
      ],
      answer: { dcId, dcNumber: dc.number, invoiceId, invoiceNumber: invoice.number },
    };
  },
});
