import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { businessDay } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Permission } from '../../../core/permission.ts';
import { draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import { dcStream, type DcLine, type DcState } from '../dc/state.ts';
import {
  noReturn,
  returnLife,
  returnNames,
  returnReasons,
  type ReturnHeader,
  type ReturnLine,
  type ReturnState,
} from './state.ts';

export const requesting: readonly Permission[] = [
  'Inventory/customerDcReturn:create',
  'Out Bound/returnPickup:create',
];

/** The business day on which the customer took the parcel, or a part of it; null before. */
export function deliveredOn({ steps }: Pick<DcState, 'steps'>): string | null {
  const taken = steps.findLast(({ step }) => step === 'deliver' || step === 'deliverPart');
  return taken ? businessDay(Date.parse(taken.at)) : null;
}

/** The header fields that a return takes from its delivery. */
export function headerOf(dc: DcState) {
  const { invoiceId, invoiceNumber, orderId, customerId, customer, phone, address, pincode } = dc.header;
  return {
    ...{ invoiceId, invoiceNumber, orderId, customerId, customer, phone, address, pincode },
    dcId: dc.id,
    dcNumber: dc.number,
    payment: dc.header.payment,
    stateCode: dc.header.stateCode,
    deliveredOn: deliveredOn(dc) ?? '',
  };
}

/** The fields of a line that a return takes from its delivery. */
export const lineOf = (sold: DcLine, before: ReturnLine | null): Omit<ReturnLine, 'qty'> => ({
  id: sold.id,
  orderLineId: sold.orderLineId,
  productId: sold.productId,
  product: sold.product,
  barcodeId: sold.barcodeId,
  label: sold.label,
  batch: sold.batch,
  expiry: sold.expiry,
  packSize: sold.packSize,
  schedules: sold.schedules,
  storage: sold.storage,
  gstBp: sold.gstBp,
  totalPaise: sold.total,
  soldQty: sold.qty,
  deliveredQty: sold.accepted,
  receivedQty: before?.receivedQty ?? 0,
  restockQty: before?.restockQty ?? 0,
  damagedQty: before?.damagedQty ?? 0,
});

function fill(
  given: Readonly<Record<string, unknown>>,
  before: ReturnLine | null,
  { ctx }: { readonly ctx: Deciding },
): ReturnLine | Refusal {
  const dc: DcState = ctx.read['dc'];
  const sold = dc.lines.find(({ id }) => id === String(given['id']));
  if (!sold) return refuse('notOnDelivery', 422, { dc: dc.number });
  const qty = Number(given['qty'] ?? before?.qty ?? 0);
  if (qty > sold.accepted - sold.returned - sold.returning)
    return refuse(
      'returnQtyExceeded',
      422,
      { d: sold.accepted, r: sold.returned + sold.returning, n: qty },
      'qty',
    );
  return { ...lineOf(sold, before), qty };
}

const rules: DraftRules<ReturnHeader, ReturnLine, ReturnState> = {
  letter: 'E',
  freeLines: true,
  names: returnNames,
  life: returnLife,
  need: { create: requesting, edit: requesting },
  header: z.strictObject({
    dcId: fields.text(24).optional(),
    reason: fields.blankable(fields.oneOf(returnReasons)).optional(),
    note: fields.blankable(fields.note(500)).optional(),
    pickup: z.boolean().optional(),
  }) as z.core.$ZodType<Partial<ReturnHeader>>,
  line: z.object({
    qty: z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat').optional(),
  }),
  blank: () => noReturn('').header,
  reads: (header, _lines, state) => ({ dc: dcStream(header.dcId ?? state.header.dcId) }),
  copies: (_given, { read }) => headerOf(read['dc'] as DcState),
  fill,
  check: (header, _lines, ctx, state) => {
    const dc: DcState = ctx.read['dc'];
    if (!dc.exists || dc.pooId !== state.pooId) return refuse('notInList', 422, { label: 'dcId' }, 'dcId');
    if (deliveredOn(dc) === null) return refuse('notDelivered', 422, { dc: dc.number });
    return state.exists && header.dcId !== state.header.dcId
      ? refuse('notInList', 422, { label: 'dcId' }, 'dcId')
      : null;
  },
};

export const returnDrafting = draftCommands(rules);
