import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos, type Viewer } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { defineStream } from '../../../core/stream.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import {
  atLine,
  draftCommands,
  nothingInput,
  reasonInput,
  stepCommand,
  type DraftRules,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { namedStock, stockFacts, stockReads } from '../item/line-facts.ts';
import { allMoves, moveStock, valueOf } from '../item/moves.ts';
import {
  adjustmentLife,
  adjustmentNames,
  evolveAdjustment,
  noAdjustment,
  type AdjustmentEvent,
  type AdjustmentHeader,
  type AdjustmentLine,
  type AdjustmentState,
} from './state.ts';
import { adjustmentTranslations } from './translations.ts';

/** Units and value of an adjustment, regardless of its direction. */
export function sizeOf(lines: readonly AdjustmentLine[]): {
  readonly units: number;
  readonly valuePaise: number;
} {
  return {
    units: lines.reduce((sum, { qty }) => sum + Math.abs(qty), 0),
    valuePaise: lines.reduce((sum, { valuePaise }) => sum + Math.abs(valuePaise), 0),
  };
}

export const adjustmentLimits = {
  inChargePaise: 1_000_00,
  inChargeUnits: 5,
  managerPaise: 25_000_00,
} as const;
const inventoryManager = 22;
const storeExecutive = 110;

/** Why this person may not approve that amount; the city head and an admin may approve any. */
export function approverSaysNo(
  viewer: Pick<Viewer, 'designationId' | 'kind'>,
  lines: readonly AdjustmentLine[],
): Refusal | null {
  const { units, valuePaise } = sizeOf(lines);
  const { inChargePaise, inChargeUnits, managerPaise } = adjustmentLimits;
  if (viewer.designationId === storeExecutive && (valuePaise > inChargePaise || units > inChargeUnits))
    return refuse('approvalLimit', 403, { limit: '₹1,000', role: 'role.manager' });
  if (viewer.designationId === inventoryManager && valuePaise > managerPaise)
    return refuse('approvalLimit', 403, { limit: '₹25,000', role: 'role.head' });
  return null;
}

export const reasonStream = (id: number): string => `master-stockAdjustReason-${id}`;
const rules: DraftRules<AdjustmentHeader, AdjustmentLine, AdjustmentState> = {
  letter: 'A',
  names: adjustmentNames,
  life: adjustmentLife,
  need: { create: 'Inventory/egstockadjustmentlist:create', edit: 'Inventory/egstockadjustmentlist:create' },
  header: z.strictObject({
    reasonId: masterId('stockAdjustReason').optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<AdjustmentHeader>>,
  line: z.object({
    barcodeId: recordId('barcode').optional(),
    qty: z.int('badFormat').min(-99_99_999, 'badFormat').max(99_99_999, 'badFormat').optional(),
  }),
  blank: () => noAdjustment('').header,
  reads: (header, lines, state) => ({
    ...stockReads(state.pooId, [...lines, ...state.lines]),
    ...(header.reasonId ? { reason: reasonStream(header.reasonId) } : {}),
  }),
  fill: (given, before, { ctx }) => {
    const named = namedStock(ctx.read, given['barcodeId'] ?? before?.barcodeId);
    if (isRefusal(named)) return named;
    const { item, barcode } = named;
    const qty = Number(given['qty'] ?? before?.qty ?? 0);
    const free = item.buckets.available + item.buckets.damaged;
    if (qty < 0 && -qty > free)
      return refuse(
        'adjustBelowReserved',
        409,
        { n: item.buckets.reserved + item.buckets.picked, m: free },
        'qty',
      );
    return {
      ...stockFacts(barcode),
      id: String(given['id']),
      trayId: before?.trayId ?? null,
      systemQty: free,
      qty,
      valuePaise: Math.sign(qty) * valueOf(item, Math.abs(qty)),
    };
  },
  check: (header, lines, ctx) => {
    if (header.reasonId === null) return null;
    const reason = ctx.read['reason'] as MasterState | undefined;
    if (!reason?.exists || reason.iStatus !== 1)
      return refuse('notInList', 422, { label: 'reasonId' }, 'reasonId');
    const direction = reason.fields['vDirection'];
    const wrong = lines.findIndex(
      ({ qty }) => (direction === 'UP' && qty < 0) || (direction === 'DOWN' && qty > 0),
    );
    if (wrong >= 0)
      return atLine(
        refuse('wrongDirection', 422, { reason: String(reason.fields['vName'] ?? '') }, 'qty'),
        wrong + 1,
      );
    const twice = lines.findIndex(
      (line, i) => lines.findIndex(({ barcodeId }) => barcodeId === line.barcodeId) < i,
    );
    return twice < 0
      ? null
      : atLine(refuse('productTwice', 422, { product: lines[twice]!.label }, 'barcodeId'), twice + 1);
  },
};
const made = draftCommands(rules);

/** The header keeps the reason's settings at the time it was chosen. */
function withReason(def: (typeof made)['draft']): (typeof made)['draft'] {
  return {
    ...def,
    decide: (state, input, ctx) => {
      const decision = def.decide(state, input, ctx);
      const reason = ctx.read['reason'] as MasterState | undefined;
      if (isRefusal(decision) || !reason?.exists) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      const [first, ...rest] = events;
      const header = first?.data['header'] as Partial<AdjustmentHeader> | undefined;
      if (!first || header?.reasonId === undefined || header.reasonId === null) return decision;
      const { vName, vDirection, bItcReversal, bNeedsPhoto } = reason.fields;
      const facts = {
        reason: vName,
        direction: vDirection,
        itcReversal: bItcReversal === 1,
        needsPhoto: bNeedsPhoto === 1,
      };
      return {
        ...answer,
        events: [{ ...first, data: { ...first.data, header: { ...header, ...facts } } }, ...rest],
      };
    },
  };
}

/** Excess or missing stock; nothing moves before a second person has agreed. */
export const adjustment = defineStream<AdjustmentState, AdjustmentEvent>({
  name: 'adjustment',
  area: 'stock',
  numbered: true,
  state: 1,
  events: {
    StockAdjustmentDrafted: true,
    StockAdjustmentChanged: true,
    StockAdjustmentFileAttached: true,
    StockAdjustmentFileRemoved: true,
    StockAdjustmentPrinted: true,
    StockAdjustmentProposed: true,
    StockAdjustmentApproved: true,
    StockAdjustmentRejected: true,
    RecountOrdered: true,
  },
  initial: noAdjustment,
  evolve: evolveAdjustment,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...made,
    draft: withReason(made.draft),
    change: withReason(made.change),
    submit: stepCommand({
      step: 'submit',
      event: 'StockAdjustmentProposed',
      input: nothingInput,
      need: 'Inventory/egstockadjustmentlist:create',
      life: adjustmentLife,
      decide: (state) => {
        if (state.lines.length === 0) return refuse('noLines', 422);
        if (state.header.reasonId === null) return refuse('required', 422, { label: 'reasonId' }, 'reasonId');
        const zero = state.lines.findIndex(({ qty }) => qty === 0);
        if (zero >= 0)
          return atLine(refuse('zeroLine', 422, { barcode: state.lines[zero]!.label }, 'qty'), zero + 1);
        return state.header.needsPhoto && state.files.length === 0
          ? refuse('photoMissing', 422)
          : { data: {} };
      },
    }),
    /** Posts into the ledger in the same commit, checked against the buckets as they are now. */
    approve: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'approve',
        event: 'StockAdjustmentApproved',
        input: nothingInput,
        need: 'Inventory/egstockadjustmentlist:approve',
        life: adjustmentLife,
        fourEyes: true,
        reads: (_input, state) => stockReads(state.pooId, state.lines),
        decide: (state, _input, ctx) => {
          const no = approverSaysNo(ctx.viewer, state.lines);
          if (no) return no;
          if (ctx.actor.empId !== null && state.header.count?.by.includes(ctx.actor.empId))
            return refuse('selfApproval', 403);
          const moves = state.lines.flatMap((line) => {
            const named = namedStock(ctx.read, line.barcodeId);
            if (isRefusal(named)) return [named];
            const ref = { type: 'adjustment', id: state.id, line: line.id, number: state.number };
            const trayId = line.trayId ?? null;
            if (line.qty > 0)
              return [moveStock(named.item, 'StockAdjustedUp', { qty: line.qty, trayId, ref }, null)];
            const fromShelf = Math.min(-line.qty, named.item.buckets.available);
            const rest = -line.qty - fromShelf;
            return [
              ...(fromShelf > 0
                ? [
                    moveStock(
                      named.item,
                      'StockAdjustedDown',
                      { qty: fromShelf, from: 'available', trayId, ref },
                      null,
                    ),
                  ]
                : []),
              ...(rest > 0
                ? [moveStock(named.item, 'StockAdjustedDown', { qty: rest, from: 'damaged', ref }, null)]
                : []),
            ];
          });
          const beside = allMoves(moves);
          return isRefusal(beside)
            ? beside
            : { data: { ...sizeOf(state.lines), itcReversal: state.header.itcReversal }, beside };
        },
      }),
    ),
    reject: stepCommand({
      step: 'reject',
      event: 'StockAdjustmentRejected',
      input: reasonInput,
      need: 'Inventory/egstockadjustmentlist:approve',
      life: adjustmentLife,
      fourEyes: true,
    }),
    recount: stepCommand({
      step: 'recount',
      event: 'RecountOrdered',
      input: reasonInput,
      need: 'Inventory/egstockadjustmentlist:approve',
      life: adjustmentLife,
    }),
  },
  translations: adjustmentTranslations,
  story: [],
});
