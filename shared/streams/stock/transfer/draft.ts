import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { gstRate } from '../../../core/gst.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { placeId, recordId } from '../../../core/record-id.ts';
import {
  atLine,
  draftCommands,
  placeStream,
  type Deciding,
  type DraftRules,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { allocateToTransfer } from '../../purchase/indent/allocation.ts';
import type { IndentState } from '../../purchase/indent/state.ts';
import { namedStock, stockFacts, stockReads } from '../item/line-facts.ts';
import { valueOf } from '../item/moves.ts';
import {
  noTransfer,
  transferLife,
  transferNames,
  type TransferHeader,
  type TransferLine,
  type TransferLink,
  type TransferState,
} from './state.ts';

const link = z.strictObject({ indentId: fields.text(24), lineId: fields.text(24), qty: z.int().positive() });
const indentsOf = (lines: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.flatMap(({ links }) =>
      ((links as readonly TransferLink[] | undefined) ?? []).map(({ indentId }) => [
        `i${indentId}`,
        `indent-${indentId}`,
      ]),
    ),
  );

function fillLine(
  given: Readonly<Record<string, unknown>>,
  before: TransferLine | null,
  { header, ctx }: { readonly header: TransferHeader; readonly ctx: Deciding },
): TransferLine | Refusal {
  const named = namedStock(ctx.read, given['barcodeId'] ?? before?.barcodeId);
  if (isRefusal(named)) return named;
  const { item, barcode } = named;
  const qty = Number(given['qty'] ?? before?.qty ?? 1);
  const { available } = item.buckets;
  if (qty > available)
    return refuse(
      'bucketInsufficient',
      409,
      { barcode: barcode.label, n: available, bucket: 'bucket.available', asked: qty },
      'qty',
    );
  const links = (given['links'] as readonly TransferLink[] | undefined) ?? before?.links ?? [];
  const linked = links.reduce((sum, one) => sum + one.qty, 0);
  if (qty < linked) return refuse('belowIndents', 422, { n: qty, m: linked }, 'qty');
  const valuePaise = valueOf(item, qty);
  const unitPaise = Math.floor(valuePaise / qty);
  const gstBp = gstRate(barcode.gstClass, ctx.today, unitPaise);
  // The rate matters only where the goods are supplied to another registration.
  if (gstBp === null && header.fromGstin !== header.toGstin)
    return refuse('noRate', 422, { product: barcode.product, date: ctx.today }, 'barcodeId');
  return {
    ...stockFacts(barcode),
    id: String(given['id']),
    qty,
    valuePaise,
    gstBp: gstBp ?? 0,
    hsn: barcode.hsn,
    links,
    receivedQty: null,
    damagedQty: 0,
    shortQty: 0,
    settled: null,
  };
}

/** Additional units that lines bring, summed per line of an indent. */
function newLinks(lines: readonly TransferLine[], state: TransferState): readonly TransferLink[] {
  const sums = new Map<string, TransferLink>();
  for (const line of lines) {
    const old = state.lines.find(({ id }) => id === line.id)?.links ?? [];
    for (const one of line.links.filter(
      (now) => !old.some((was) => was.indentId === now.indentId && was.lineId === now.lineId),
    )) {
      const key = `${one.indentId} ${one.lineId}`;
      sums.set(key, { ...one, qty: one.qty + (sums.get(key)?.qty ?? 0) });
    }
  }
  return [...sums.values()];
}

/** The indents that lines serve give their open units to this transfer. */
function beside(
  header: TransferHeader,
  lines: readonly TransferLine[],
  ctx: Deciding,
  state: TransferState,
): readonly NewEvent[] | Refusal {
  const events: NewEvent[] = [];
  for (const { indentId, lineId, qty } of newLinks(lines, state)) {
    const indent: IndentState | undefined = ctx.read[`i${indentId}`];
    if (!indent || indent.pooId !== header.toPooId)
      return refuse('notInList', 422, { label: 'indentId' }, 'links');
    const taken = allocateToTransfer(indent, lineId, qty, { transferId: ctx.id, pooId: state.pooId });
    if (isRefusal(taken)) return taken;
    events.push(taken);
  }
  return events;
}

function check(
  header: TransferHeader,
  lines: readonly TransferLine[],
  ctx: Deciding,
  state: TransferState,
): Refusal | null {
  if (header.toPooId === null) return refuse('required', 422, { label: 'toPooId' }, 'toPooId');
  if (header.toPooId === state.pooId) return refuse('samePlace', 422, undefined, 'toPooId');
  const to = ctx.read['to'] as MasterState | undefined;
  if (to && (!to.exists || to.cancelled || to.iStatus !== 1))
    return refuse('notInList', 422, { label: 'toPooId' }, 'toPooId');
  const moved = state.exists && header.toPooId !== state.header.toPooId;
  if (moved && lines.some(({ links }) => links.length > 0))
    return refuse('placeFixed', 422, undefined, 'toPooId');
  const gone = state.lines.findIndex(
    (line) => line.links.length > 0 && !lines.some(({ id }) => id === line.id),
  );
  if (gone >= 0) return atLine(refuse('lineAsked', 409, { n: gone + 1 }), gone + 1);
  const twice = lines.findIndex(
    (line, i) => lines.findIndex(({ barcodeId }) => barcodeId === line.barcodeId) < i,
  );
  return twice < 0
    ? null
    : atLine(refuse('productTwice', 422, { product: lines[twice]!.label }, 'barcodeId'), twice + 1);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const rules: DraftRules<TransferHeader, TransferLine, TransferState> = {
  letter: 'T',
  names: transferNames,
  life: transferLife,
  need: {
    create: ['Inventory/stockmovement:create', 'Inventory/PoRequestList:create'],
    edit: ['Inventory/stockmovement:edit', 'Inventory/stockmovement:create'],
  },
  header: z.strictObject({
    toPooId: placeId({ anywhere: true }).optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<TransferHeader>>,
  line: z.object({
    barcodeId: recordId('barcode').optional(),
    qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
    links: z.array(link).max(100).optional(),
  }),
  blank: () => noTransfer('').header,
  reads: (header, lines, state) => ({
    ...stockReads(state.pooId, [...lines, ...state.lines]),
    ...indentsOf(lines),
    from: placeStream(state.pooId),
    ...(header.toPooId ? { to: placeStream(header.toPooId) } : {}),
  }),
  copies: (_given, { read }) => {
    const [from, to] = [read['from'] as MasterState | undefined, read['to'] as MasterState | undefined];
    if (!from?.exists || !to?.exists) return {};
    return {
      toCode: text(to.fields['vCode']),
      fromName: text(from.fields['vName']),
      toName: text(to.fields['vName']),
      toStateCode: text(to.fields['vStateCode']),
      toGstin: text(to.fields['vGstin']),
      fromGstin: text(from.fields['vGstin']),
    };
  },
  fill: fillLine,
  check,
  beside,
};

export const transferDrafting = draftCommands(rules);
