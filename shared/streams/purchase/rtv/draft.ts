import { z } from 'zod';
import { showDay } from '../../../core/day.ts';
import * as fields from '../../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import { atLine, draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import { namedStock, stockFacts, stockReads } from '../../stock/item/line-facts.ts';
import { valueOf } from '../../stock/item/moves.ts';
import { supplierFacts, supplierStream } from '../supplier-facts.ts';
import {
  noRtv,
  rtvBuckets,
  rtvLife,
  rtvModes,
  rtvNames,
  rtvReasons,
  type RtvBucket,
  type RtvHeader,
  type RtvLine,
  type RtvReason,
  type RtvState,
} from './state.ts';

const usualWindowDays = 90;
/** The buckets from which goods can be returned for a reason. */
const fits: Readonly<Record<RtvReason, readonly RtvBucket[]>> = {
  DAMAGED: ['damaged'],
  EXPIRED: ['expired'],
  NEAR_EXPIRY: ['available'],
  QC_REJECT: ['qcRejected'],
  EXCESS: ['available'],
  RECALL: ['hold', 'available', 'damaged', 'expired'],
};
/** Unsaleable goods are offered first. */
const offered: readonly RtvBucket[] = ['damaged', 'expired', 'qcRejected', 'hold', 'available'];

const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

function usualReason(bucket: RtvBucket, expiry: string | null, today: string): RtvReason {
  if (bucket === 'damaged') return 'DAMAGED';
  if (bucket === 'expired') return 'EXPIRED';
  if (bucket === 'qcRejected') return 'QC_REJECT';
  if (bucket === 'hold') return 'RECALL';
  return expiry !== null && daysFrom(today, expiry) <= usualWindowDays ? 'NEAR_EXPIRY' : 'EXCESS';
}

/** Why a supplier does not accept goods of this expiry: outside its terms. */
function outsideWindow(
  supplier: MasterState | undefined,
  reason: RtvReason,
  expiry: string | null,
  today: string,
): Refusal | null {
  if (expiry === null || (reason !== 'NEAR_EXPIRY' && reason !== 'EXPIRED')) return null;
  const terms = supplier?.fields ?? {};
  const near = reason === 'NEAR_EXPIRY';
  const days = Number(terms[near ? 'iNearExpiryFromDays' : 'iExpiredTillDays'] ?? usualWindowDays);
  const left = near ? daysFrom(today, expiry) : daysFrom(expiry, today);
  return left > days
    ? refuse(
        'rtvOutsidePolicy',
        422,
        { supplier: String(terms['vName'] ?? ''), kind: `reason.${reason}`, n: days, date: showDay(expiry) },
        'reason',
      )
    : null;
}

function returnable(barcode: BarcodeState, qty: number): Refusal | null {
  const open = barcode.receivedQty - barcode.returnedQty;
  return qty > open
    ? refuse('returnedAlready', 422, { barcode: barcode.label, n: open, m: barcode.receivedQty }, 'qty')
    : null;
}

function fill(
  given: Readonly<Record<string, unknown>>,
  before: RtvLine | null,
  { header, ctx }: { readonly header: RtvHeader; readonly ctx: Deciding },
): RtvLine | Refusal {
  const named = namedStock(ctx.read, given['barcodeId'] ?? before?.barcodeId);
  if (isRefusal(named)) return named;
  const { item, barcode } = named;
  if (barcode.supplierId !== header.supplierId)
    return refuse('rtvSupplierMismatch', 422, {
      barcode: barcode.label,
      supplier: barcode.supplier || '–',
    });
  const bucket =
    (given['bucket'] as RtvBucket | undefined) ??
    before?.bucket ??
    offered.find((one) => item.buckets[one] > 0) ??
    'available';
  const usual = usualReason(bucket, barcode.expiry, ctx.today);
  const asked =
    (given['reason'] as RtvReason | undefined) ?? ('bucket' in given ? usual : (before?.reason ?? usual));
  if (!fits[asked].includes(bucket))
    return refuse('reasonBucket', 422, { reason: `reason.${asked}`, bucket: `bucket.${bucket}` }, 'reason');
  const have = item.buckets[bucket];
  // A scanned line begins with all available units.
  const wanted = Number(given['qty'] ?? before?.qty ?? 0);
  const qty = wanted === 0 ? have : wanted;
  if (qty > have || qty === 0)
    return refuse(
      'bucketInsufficient',
      409,
      { barcode: barcode.label, n: have, bucket: `bucket.${bucket}`, asked: qty },
      'qty',
    );
  const no = returnable(barcode, qty);
  if (no) return no;
  const outside = outsideWindow(
    ctx.read['supplier'] as MasterState | undefined,
    asked,
    barcode.expiry,
    ctx.today,
  );
  if (outside && !ctx.may('Inventory/rtvProcess:approve')) return outside;
  return {
    ...stockFacts(barcode),
    id: String(given['id']),
    bucket,
    qty,
    reason: asked,
    stagedQty: 0,
    hsn: barcode.hsn,
    invoiceNo: barcode.invoiceNo ?? '',
    invoiceDate: barcode.invoiceDate,
    gstBp: barcode.gstBp,
    valuePaise: valueOf(item, qty),
    acceptedQty: null,
    outside: outside !== null,
  };
}

const rules: DraftRules<RtvHeader, RtvLine, RtvState> = {
  letter: 'R',
  names: rtvNames,
  life: rtvLife,
  need: {
    create: 'Inventory/creatertvmemo:create',
    edit: ['Inventory/creatertvmemo:create', 'Inventory/creatertvmemo:edit'],
  },
  header: z.strictObject({
    supplierId: masterId('supplier', { former: true }).optional(),
    mode: fields.oneOf(rtvModes).optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<RtvHeader>>,
  line: z.object({
    barcodeId: recordId('barcode').optional(),
    bucket: fields.oneOf(rtvBuckets).optional(),
    qty: z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat').optional(),
    reason: fields.oneOf(rtvReasons).optional(),
  }),
  blank: () => noRtv('').header,
  reads: (header, lines, state) => ({
    ...stockReads(state.pooId, [
      ...lines,
      ...state.lines.filter(({ id }) => lines.some((one) => one['id'] === id)),
    ]),
    ...(header.supplierId ? { supplier: supplierStream(header.supplierId) } : {}),
  }),
  copies: (given, { read }) => {
    const supplier = read['supplier'] as MasterState | undefined;
    return given.supplierId && supplier?.exists ? supplierFacts(supplier) : {};
  },
  fill,
  check: (header, lines, ctx, state) => {
    const supplier = ctx.read['supplier'] as MasterState | undefined;
    if (header.supplierId === null) return refuse('required', 422, { label: 'supplierId' }, 'supplierId');
    if (!supplier?.exists || supplier.cancelled)
      return refuse('notInList', 422, { label: 'supplierId' }, 'supplierId');
    if (state.exists && state.lines.length > 0 && header.supplierId !== state.header.supplierId)
      return refuse('supplierFixed', 422, undefined, 'supplierId');
    const twice = lines.findIndex(
      (line, i) =>
        lines.findIndex((one) => one.barcodeId === line.barcodeId && one.bucket === line.bucket) < i,
    );
    return twice < 0
      ? null
      : atLine(refuse('productTwice', 422, { product: lines[twice]!.label }, 'barcodeId'), twice + 1);
  },
};

export const rtvDrafting = draftCommands(rules);
