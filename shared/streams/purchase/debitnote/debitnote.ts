import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inRupees, scale } from '../../../core/money.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import {
  atLine,
  draftCommands,
  firstOf,
  nothingInput,
  outOfPlace,
  placeStream,
  reasonInput,
  stepCommand,
  wrongStage,
  type Deciding,
  type DraftRules,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { barcodeStream, type BarcodeState } from '../../stock/barcode/state.ts';
import { supplierFacts, supplierStream } from '../supplier-facts.ts';
import {
  creditedPaise,
  deadlineOf,
  debitLife,
  debitNames,
  debitSources,
  debitTotals,
  evolveDebit,
  noDebit,
  type DebitEvent,
  type DebitHeader,
  type DebitLine,
  type DebitState,
} from './state.ts';
import { debitTranslations } from './translations.ts';

const barcodesOf = (lines: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.flatMap(({ barcodeId }) =>
      typeof barcodeId === 'number' ? [[`b${barcodeId}`, barcodeStream(barcodeId)] as const] : [],
    ),
  );

function fill(
  given: Readonly<Record<string, unknown>>,
  before: DebitLine | null,
  {
    header,
    state,
    ctx,
  }: { readonly header: DebitHeader; readonly state: DebitState; readonly ctx: Deciding },
): DebitLine | Refusal {
  const barcodeId = Number(given['barcodeId'] ?? before?.barcodeId ?? 0);
  const barcode = ctx.read[`b${barcodeId}`] as BarcodeState | undefined;
  if (!barcode?.exists || !barcode.places.includes(state.pooId))
    return refuse('notInList', 422, { label: 'barcodeId' }, 'barcodeId');
  if (barcode.supplierId !== header.supplierId)
    return refuse('rtvSupplierMismatch', 422, { barcode: barcode.label, supplier: barcode.supplier || '–' });
  const qty = Number(given['qty'] ?? before?.qty ?? barcode.packSize);
  if (qty > barcode.receivedQty)
    return refuse('aboveInvoiced', 422, { barcode: barcode.label, n: barcode.receivedQty, m: qty }, 'qty');
  const gstBp = Number(given['gstBp'] ?? barcode.gstBp);
  if (gstBp !== barcode.gstBp)
    return refuse('taxRateNotOriginal', 422, { r: `${barcode.gstBp / 100} %` }, 'gstBp');
  const most = scale([barcode.costPaise, qty], barcode.costUnits);
  const valuePaise = Number(given['valuePaise'] ?? before?.valuePaise ?? 0) || most;
  if (valuePaise > most) return refuse('aboveInvoiceValue', 422, { n: inRupees(most) }, 'valuePaise');
  return {
    id: String(given['id']),
    barcodeId,
    product: barcode.product,
    batch: barcode.batch,
    hsn: barcode.hsn,
    invoiceNo: barcode.invoiceNo ?? '',
    invoiceDate: barcode.invoiceDate,
    qty,
    valuePaise,
    gstBp,
  };
}

const rules: DraftRules<DebitHeader, DebitLine, DebitState> = {
  letter: 'B',
  names: debitNames,
  life: debitLife,
  need: {
    create: 'Inventory/debitNote:create',
    edit: ['Inventory/debitNote:create', 'Inventory/debitNote:edit'],
  },
  header: z.strictObject({
    supplierId: masterId('supplier', { former: true }).optional(),
    source: fields.oneOf(debitSources).optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<DebitHeader>>,
  line: z.object({
    barcodeId: recordId('barcode').optional(),
    qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
    valuePaise: z.int('badFormat').min(0, 'badFormat').max(9_99_99_99_999, 'badFormat').optional(),
    gstBp: z.int('badFormat').min(0, 'badFormat').max(10_000, 'badFormat').optional(),
  }),
  blank: () => noDebit('').header,
  reads: (header, lines, state) => ({
    ...barcodesOf([...lines, ...state.lines.map((line) => ({ ...line }))]),
    ...(header.supplierId ? { supplier: supplierStream(header.supplierId) } : {}),
  }),
  copies: (given, { read }) => {
    const supplier = read['supplier'] as MasterState | undefined;
    return given.supplierId && supplier?.exists ? supplierFacts(supplier) : {};
  },
  fill,
  check: (header, lines, ctx, state) => {
    const supplier = ctx.read['supplier'] as MasterState | undefined;
    if (header.supplierId === null || !supplier?.exists || supplier.cancelled)
      return refuse('notInList', 422, { label: 'supplierId' }, 'supplierId');
    if (state.lines.length > 0 && header.supplierId !== state.header.supplierId)
      return refuse('supplierFixed', 422, undefined, 'supplierId');
    const twice = lines.findIndex(
      (line, i) => lines.findIndex(({ barcodeId }) => barcodeId === line.barcodeId) < i,
    );
    return twice < 0
      ? null
      : atLine(refuse('productTwice', 422, { product: lines[twice]!.product }, 'barcodeId'), twice + 1);
  },
};

const claimInput = z.strictObject({
  pooId: z.int().positive(),
  header: z.looseObject({ supplierId: z.int().positive(), source: fields.oneOf(debitSources) }),
  lines: z
    .array(z.looseObject({ id: fields.text(24) }))
    .min(1)
    .max(500),
});
const creditInput = z.strictObject({
  no: fields.text(20),
  date: fields.date(),
  valuePaise: z.int('badFormat').min(1, 'badFormat').max(9_99_99_99_999, 'badFormat'),
});

/** A claim on a supplier; the tax follows the supplier's own credit note. */
export const debitnote = defineStream<DebitState, DebitEvent>({
  name: 'debitnote',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    DebitNoteDrafted: true,
    DebitNoteChanged: true,
    DebitNoteFileAttached: true,
    DebitNoteFileRemoved: true,
    DebitNotePrinted: true,
    DebitNoteLineReduced: true,
    DebitNoteIssued: true,
    DebitNoteVerified: true,
    SupplierCreditNoteRecorded: true,
    DebitNoteSettled: true,
    DebitNoteDisputed: true,
    DebitNoteCancelled: true,
  },
  initial: noDebit,
  evolve: evolveDebit,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...draftCommands(rules),
    /** Drafted by the server for units that were invoiced but not received. */
    claim: command<DebitState, z.output<typeof claimInput>>({
      input: claimInput,
      need: 'system',
      creates: true,
      reads: ({ pooId, header }, _state, { today }) => ({
        place: placeStream(pooId),
        series: numberingStream(pooId, 'B', today),
        supplier: supplierStream(header.supplierId),
      }),
      decide: (state, input, ctx) => {
        if (state.exists) return refuse('alreadyExists', 409);
        const place: MasterState = ctx.read['place'];
        const code = String(place.fields['vCode'] ?? '');
        const lines = input.lines as unknown as readonly DebitLine[];
        const header: DebitHeader = {
          ...noDebit('').header,
          ...(input.header as Partial<DebitHeader>),
          ...supplierFacts(ctx.read['supplier'] as MasterState),
          deadline: deadlineOf(lines),
        };
        const at = {
          pooId: input.pooId,
          place: { code, stateCode: String(place.fields['vStateCode'] ?? '') },
        };
        const { number, event } = allot(
          ctx.read['series'] as NumberingState,
          { pooId: at.pooId, code },
          'B',
          ctx.today,
          ctx.id,
        );
        return [{ type: 'DebitNoteDrafted', data: { number, ...at, header, lines } }, event];
      },
    }),
    issue: stepCommand({
      step: 'issue',
      event: 'DebitNoteIssued',
      input: nothingInput,
      need: 'Inventory/debitNote:edit',
      life: debitLife,
      decide: (state) => (state.lines.length === 0 ? refuse('noLines', 422) : null),
    }),
    verify: stepCommand({
      step: 'verify',
      event: 'DebitNoteVerified',
      input: nothingInput,
      need: 'Inventory/debitNote:approve',
      life: debitLife,
      fourEyes: true,
    }),
    /** A credit by the supplier; the note is settled when nothing of it is open. */
    recordCredit: command<DebitState, z.output<typeof creditInput>>({
      input: creditInput,
      need: 'Inventory/debitNote:edit',
      versioned: true,
      decide: (state, { no, date, valuePaise }, ctx) => {
        const wrong = firstOf(outOfPlace(state, ctx), wrongStage(state, debitLife, 'credit'));
        if (wrong) return wrong;
        if (date > ctx.today) return refuse('dateInFuture', 422, { label: 'date' }, 'date');
        if (state.credits.some((one) => one.no.toUpperCase() === no.toUpperCase()))
          return refuse('creditTwice', 409, { no }, 'no');
        const { payable } = debitTotals(state);
        const open = payable - creditedPaise(state);
        if (valuePaise > open) return refuse('creditTooMuch', 422, { n: inRupees(open) }, 'valuePaise');
        const { deadline, sourceId, source } = state.header;
        const late = deadline !== null && date > deadline;
        return [
          { type: 'SupplierCreditNoteRecorded', data: { no, date, valuePaise, late } },
          ...(valuePaise === open ? [{ type: 'DebitNoteSettled', data: { sourceId, source } }] : []),
        ];
      },
    }),
    dispute: stepCommand({
      step: 'dispute',
      event: 'DebitNoteDisputed',
      input: reasonInput,
      need: 'Inventory/debitNote:edit',
      life: debitLife,
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'DebitNoteCancelled',
      input: reasonInput,
      need: 'Inventory/debitNote:approve',
      life: debitLife,
      decide: (state) =>
        state.header.source === 'RTV' && state.stage !== 'draft'
          ? refuse('goodsAreGone', 409, { memo: state.header.sourceNumber ?? '' })
          : null,
    }),
  },
  translations: debitTranslations,
  story: [],
});
