import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { showDay, yearOf } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { gstRate } from '../../../core/gst.ts';
import { inRupees, scale } from '../../../core/money.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import { uniqueStream, type UniqueState } from '../../core/unique.ts';
import { masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { ewayLimit } from '../gatepass/rules.ts';
import type { GatePassState } from '../gatepass/state.ts';
import type { PoState } from '../po/state.ts';
import { boughtProduct, productFacts, productReads } from '../product-facts.ts';
import { supplierFacts, supplierSaysNo, supplierStream } from '../supplier-facts.ts';
import { isFarOver } from './match.ts';
import {
  greLife,
  greNames,
  greTotals,
  invoicedQty,
  noGre,
  type GreHeader,
  type GreLine,
  type GreState,
} from './state.ts';
import { batchPattern } from '../../stock/barcode/batch.ts';

const mostDirectPaise = 25_000_00;
const mostYears = 7;
const price = z.int('badFormat').min(0, 'badFormat').max(99_99_999_00, 'badFormat').optional();
const packs = z.int('badFormat').min(0, 'badFormat').max(99_999, 'badFormat').optional();

const batchStream = (productId: unknown, batch: string): string =>
  uniqueStream('batch', `${String(productId)}-${batch.toUpperCase()}`);
const ordersOf = (read: Readonly<Record<string, unknown>>, header: GreHeader): readonly PoState[] =>
  header.poIds.flatMap((id) => (read[`po${id}`] as PoState | undefined) ?? []);

/** The line of the orders that waits for this product. */
function orderedLine(orders: readonly PoState[], productId: number) {
  for (const order of orders) {
    const line = order.lines.find((one) => one.productId === productId);
    if (line) return { order, line };
  }
  return null;
}

function lineRules(line: GreLine, ctx: Deciding, orders: readonly PoState[]): Refusal | null {
  const { today } = ctx;
  if (line.batch !== '' && !batchPattern.test(line.batch))
    return refuse('badFormat', 400, { label: 'batch' }, 'batch');
  if (line.expiry !== null) {
    if (line.expiry <= today) return refuse('expiredAtReceipt', 422, { batch: line.batch }, 'expiry');
    if (Number(yearOf(line.expiry)) > Number(yearOf(today)) + mostYears)
      return refuse('expiryTooFar', 422, { n: mostYears }, 'expiry');
    if (line.mfg !== null && line.mfg >= line.expiry)
      return refuse('expiryBeforeMfg', 422, undefined, 'expiry');
    const known = ctx.read[batchStream(line.productId, line.batch)] as UniqueState | undefined;
    if (line.batch !== '' && known?.owner && known.owner !== line.expiry)
      return refuse(
        'batchFactsConflict',
        409,
        { batch: line.batch, product: line.product, a: showDay(known.owner), b: showDay(line.expiry) },
        'expiry',
      );
  }
  const paid = scale([line.ptrPaise, 10_000 - line.discBp], 10_000);
  if (line.labelMrpPaise > 0 && paid + scale([paid, line.gstBp], 10_000) > line.labelMrpPaise)
    return refuse(
      'costAboveMrp',
      422,
      { ptr: inRupees(paid), mrp: inRupees(line.labelMrpPaise) },
      'ptrPaise',
    );
  const ordered = orderedLine(orders, line.productId);
  if (ordered && isFarOver(line.paidPacks, ordered.line))
    return refuse(
      'overReceipt',
      422,
      { n: line.paidPacks, m: ordered.line.packs - ordered.line.receivedPacks, po: ordered.order.number },
      'paidPacks',
    );
  if (line.receivedQty > invoicedQty(line))
    return refuse('receivedAboveInvoice', 422, { n: line.receivedQty, m: invoicedQty(line) }, 'receivedQty');
  return null;
}

function fillLine(
  given: Readonly<Record<string, unknown>>,
  before: GreLine | null,
  header: GreHeader,
  ctx: Deciding,
): GreLine | Refusal {
  const product =
    before && given['productId'] === undefined
      ? null
      : boughtProduct(ctx.read, given['productId'] ?? before?.productId);
  if (isRefusal(product)) return product;
  const known = product ? productFacts(product) : before;
  if (!known) return refuse('required', 400, { label: 'productId' }, 'productId');
  const orders = ordersOf(ctx.read, header);
  const ordered = orderedLine(orders, known.productId);
  const number = (name: keyof GreLine, other: number): number =>
    Number(given[name] ?? before?.[name] ?? other);
  const text = (name: 'mfg' | 'expiry'): string | null =>
    name in given ? ((given[name] as string | null) ?? null) : (before?.[name] ?? null);
  const ptrPaise = number('ptrPaise', ordered?.line.ptrPaise ?? 0);
  const discBp = number('discBp', ordered?.line.discBp ?? 0);
  const rate = gstRate(
    known.gstClass,
    header.invoiceDate ?? ctx.today,
    Math.floor(scale([ptrPaise, 10_000 - discBp], 10_000) / known.packSize),
  );
  if (rate === null)
    return refuse(
      'noRate',
      422,
      { product: known.product, date: header.invoiceDate ?? ctx.today },
      'productId',
    );
  const paidPacks = number('paidPacks', 1);
  const freePacks = number('freePacks', 0);
  const invoiced = (paidPacks + freePacks) * known.packSize;
  const countedBefore = before && before.receivedQty !== invoicedQty(before) ? before.receivedQty : invoiced;
  const line: GreLine = {
    productId: known.productId,
    code: known.code,
    product: known.product,
    packSize: known.packSize,
    hsn: known.hsn,
    gstClass: known.gstClass,
    storage: known.storage,
    mrpPaise: known.mrpPaise,
    id: String(given['id']),
    poId: ordered?.order.id ?? null,
    poLineId: ordered?.line.id ?? null,
    batch: String(given['batch'] ?? before?.batch ?? '').toUpperCase(),
    mfg: text('mfg'),
    expiry: text('expiry'),
    labelMrpPaise: number('labelMrpPaise', known.mrpPaise),
    paidPacks,
    freePacks,
    ptrPaise,
    discBp,
    gstBp: number('gstBp', rate),
    receivedQty: Number(given['receivedQty'] ?? countedBefore),
    acceptedQty: null,
    rejectedQty: null,
    rejectReason: null,
    temperature: null,
    placedQty: 0,
  };
  return lineRules(line, ctx, orders) ?? line;
}

const rules: DraftRules<GreHeader, GreLine, GreState> = {
  letter: 'G',
  names: greNames,
  life: greLife,
  need: {
    create: [
      'Inventory/gre:create',
      'Inventory/gre1:create',
      'Inventory/greGatePass:create',
      'Inventory/purchaseEntry:create',
    ],
    edit: [
      'Inventory/gre:edit',
      'Inventory/gre1:edit',
      'Inventory/resumeGre:edit',
      'Inventory/purchaseEntry:edit',
    ],
  },
  header: z.strictObject({
    gatePassId: fields.text(24).nullable().optional(),
    invoiceLineId: fields.text(24).nullable().optional(),
    poIds: z.array(fields.text(24)).max(5).optional(),
    supplierId: masterId('supplier', { former: true }).optional(),
    invoiceNo: fields.text(16).optional(),
    invoiceDate: fields.blankable(fields.date()).optional(),
    invoiceValuePaise: z
      .int('badFormat')
      .min(0, 'badFormat')
      .max(9_99_99_99_999, 'badFormat')
      .nullable()
      .optional(),
    directReason: fields.blankable(fields.note(250, 10)).optional(),
  }) as z.core.$ZodType<Partial<GreHeader>>,
  line: z.object({
    productId: masterId('product', { former: true }).optional(),
    batch: texts.line().max(20, 'tooLong').nullable().optional(),
    mfg: fields.blankable(fields.date()).optional(),
    expiry: fields.blankable(fields.date()).optional(),
    labelMrpPaise: price,
    paidPacks: packs,
    freePacks: packs,
    ptrPaise: price,
    discBp: z.int('badFormat').min(0, 'badFormat').max(10_000, 'badFormat').optional(),
    gstBp: z.int('badFormat').min(0, 'badFormat').max(10_000, 'badFormat').optional(),
    receivedQty: z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat').optional(),
  }),
  blank: () => noGre('').header,
  reads: (header, lines, state) => ({
    ...productReads(lines),
    ...(header.gatePassId && !state.exists ? { gatePass: `gatepass-${header.gatePassId}` } : {}),
    ...(header.supplierId ? { supplier: supplierStream(header.supplierId) } : {}),
    ...Object.fromEntries((header.poIds ?? []).map((id) => [`po${id}`, `po-${id}`])),
    ...Object.fromEntries(
      lines.flatMap((line) => {
        const old = state.lines.find(({ id }) => id === line['id']);
        const batch = String(line['batch'] ?? old?.batch ?? '').toUpperCase();
        const stream = batchStream(line['productId'] ?? old?.productId, batch);
        return batchPattern.test(batch) ? [[stream, stream]] : [];
      }),
    ),
  }),
  fill: (given, before, { header, ctx }) => fillLine(given, before, header, ctx),
  check: (header, lines, ctx, state) => {
    const wrong = header.poIds.find((id) => {
      const order = ctx.read[`po${id}`] as PoState | undefined;
      return (
        !order?.exists ||
        order.pooId !== state.pooId ||
        (header.supplierId !== null && order.header.supplierId !== header.supplierId)
      );
    });
    if (wrong !== undefined) return refuse('orderOfOther', 422, { po: wrong }, 'poIds');
    if (
      header.directReason !== null &&
      greTotals({ header, lines, place: state.place }).payable > mostDirectPaise
    )
      return refuse('directTooMuch', 422, { n: '₹25,000' });
    const twice = lines.findIndex(
      (line, i) =>
        line.batch !== '' &&
        lines.findIndex(
          (one) =>
            one.productId === line.productId &&
            one.batch === line.batch &&
            one.labelMrpPaise === line.labelMrpPaise,
        ) < i,
    );
    return twice < 0
      ? null
      : { ...refuse('batchTwice', 422, { batch: lines[twice]!.batch }, 'batch'), line: twice + 1 };
  },
};

const made = draftCommands(rules);

/** The gate pass and the invoice on it that the receipt is for; or, bought directly, the supplier and why. */
function startFacts(
  input: { readonly header: Partial<GreHeader>; readonly pooId: number },
  ctx: Deciding,
): Partial<GreHeader> | Refusal {
  const { header } = input;
  if (!header.gatePassId) {
    if (!ctx.may('Inventory/purchaseEntry:create')) return refuse('gatePassFirst', 422);
    if (!header.directReason) return refuse('required', 422, { label: 'directReason' }, 'directReason');
    const supplier = ctx.read['supplier'] as MasterState | undefined;
    const no = supplierSaysNo(supplier, ctx.today, true);
    return no ?? (supplier ? supplierFacts(supplier) : {});
  }
  const pass: GatePassState = ctx.read['gatePass'];
  if (!pass.exists || pass.pooId !== input.pooId)
    return refuse('notInList', 422, { label: 'gatePassId' }, 'gatePassId');
  if (pass.stage !== 'open' && pass.stage !== 'greStarted')
    return refuse('wrongState', 409, {
      doc: pass.number,
      state: `stage.${pass.stage}`,
      allowed: ['stage.open'],
    });
  const invoice = pass.lines.find(({ id }) => id === header.invoiceLineId);
  if (!invoice || invoice.invoiceNo === '' || invoice.invoiceDate === null)
    return refuse('invoiceIncomplete', 422, undefined, 'invoiceLineId');
  if (invoice.greId !== null) return refuse('greExists', 409, { gre: invoice.gre ?? '' });
  const { supplierId, supplier, gstin, stateCode, vehicle, ewayNo } = pass.header;
  const limit = ewayLimit(stateCode, pass.place.stateCode);
  if (vehicle !== null && invoice.valuePaise > limit && ewayNo === null)
    return refuse('ewayRequired', 422, { v: inRupees(invoice.valuePaise) });
  return {
    ...{ supplierId, supplier, gstin, stateCode },
    gatePassId: pass.id,
    gatePass: pass.number,
    invoiceLineId: invoice.id,
    invoiceNo: invoice.invoiceNo,
    invoiceDate: invoice.invoiceDate,
    invoiceValuePaise: invoice.valuePaise,
    directReason: null,
  };
}

export const greDrafting = {
  ...made,
  draft: {
    ...made.draft,
    decide: (state: GreState, input: Parameters<typeof made.draft.decide>[1], ctx: Deciding) => {
      const facts = startFacts(input, ctx);
      if (isRefusal(facts)) return facts;
      const decision = made.draft.decide(state, { ...input, header: { ...input.header, ...facts } }, ctx);
      if (isRefusal(decision) || !facts.gatePassId) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      const number = String(events[0]?.data['number'] ?? '');
      const started: NewEvent = {
        stream: `gatepass-${facts.gatePassId}`,
        type: 'GatePassGreStarted',
        data: { lineId: facts.invoiceLineId, greId: ctx.id, gre: number },
      };
      return { ...answer, events: [...events, started] };
    },
  },
};
