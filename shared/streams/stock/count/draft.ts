import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import { atLine, draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { namedStock, stockFacts, stockReads } from '../item/line-facts.ts';
import type { StockState } from '../item/state.ts';
import { bookStream, overlap, scopeStream, type CountBookState, type CountScopeState } from './book.ts';
import {
  countLife,
  countNames,
  noCount,
  type CountHeader,
  type CountLine,
  type CountState,
} from './state.ts';

export const countNeed = 'Inventory/stockAdjustmentScanList:create';

/** The ledger's stock in the tray, or on all shelves of the place. */
export function shelfOf({ buckets, trays }: StockState, trayId: number | null): number {
  return trayId === null ? buckets.available + buckets.reserved : (trays[String(trayId)] ?? 0);
}

/** The ledger's side of lines that were just counted, stored where counters cannot read it. */
export function noteSystem(
  state: CountState,
  lines: readonly CountLine[],
  trayId: number | null,
  ctx: Deciding,
): readonly NewEvent[] {
  const book: CountBookState = ctx.read['book'];
  return lines.flatMap((line): NewEvent[] => {
    const before = state.lines.find(({ id }) => id === line.id)?.countedQty ?? null;
    if (line.countedQty === null || line.countedQty === before) return [];
    const item: StockState = ctx.read[`s${line.barcodeId}`];
    const systemQty = shelfOf(item, trayId);
    const old = before === null ? undefined : book.notes[line.id];
    const moved = old !== undefined && (old.moved || old.systemQty !== systemQty);
    const { costPaise = 0, costUnits = 1 } = item.facts ?? {};
    return [
      {
        stream: bookStream(ctx.id),
        type: 'CountSystemNoted',
        data: { lineId: line.id, systemQty, costPaise, costUnits, moved },
      },
    ];
  });
}

function fill(
  given: Readonly<Record<string, unknown>>,
  before: CountLine | null,
  { ctx }: { readonly ctx: Deciding },
): CountLine | Refusal {
  if (before && before.variance === 0)
    return refuse('lineAgreed', 409, { barcode: before.label }, 'countedQty');
  const named = namedStock(ctx.read, given['barcodeId'] ?? before?.barcodeId);
  if (isRefusal(named)) return named;
  const countedQty = given['countedQty'] === undefined ? (before?.countedQty ?? null) : given['countedQty'];
  return {
    ...stockFacts(named.barcode),
    id: String(given['id']),
    countedQty: countedQty === null ? null : Number(countedQty),
    firstQty: before?.firstQty ?? null,
    systemQty: null,
    variance: null,
    valuePaise: null,
  };
}

function check(
  header: CountHeader,
  lines: readonly CountLine[],
  ctx: Deciding,
  state: CountState,
): Refusal | null {
  if (state.round > 1 && state.counted.includes(ctx.actor.empId ?? 0)) return refuse('otherCounter', 403);
  if (state.lines.length > 0 && header.trayId !== state.header.trayId)
    return refuse('scopeFixed', 422, undefined, 'trayId');
  const tray = ctx.read['tray'] as MasterState | undefined;
  if (header.trayId !== null && tray && (!tray.exists || tray.fields['iPooId'] !== state.pooId))
    return refuse('notInList', 422, { label: 'trayId' }, 'trayId');
  const taken = overlap(ctx.read['scope'] as CountScopeState, ctx.id, header.trayId);
  if (taken !== null) return refuse('countOpen', 409, { name: taken }, 'trayId');
  const gone = state.lines.findIndex((line) => state.round > 1 && !lines.some(({ id }) => id === line.id));
  if (gone >= 0) return atLine(refuse('recountLineGone', 409, { n: gone + 1 }), gone + 1);
  const twice = lines.findIndex(
    (line, i) => lines.findIndex(({ barcodeId }) => barcodeId === line.barcodeId) < i,
  );
  return twice < 0
    ? null
    : atLine(refuse('productTwice', 422, { product: lines[twice]!.label }, 'barcodeId'), twice + 1);
}

const rules: DraftRules<CountHeader, CountLine, CountState> = {
  letter: 'S',
  names: countNames,
  life: countLife,
  need: { create: countNeed, edit: countNeed },
  header: z.strictObject({
    trayId: masterId('tray').nullable().optional(),
    note: fields.blankable(fields.note(500)).optional(),
  }) as z.core.$ZodType<Partial<CountHeader>>,
  line: z.object({
    barcodeId: recordId('barcode').optional(),
    countedQty: z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat').nullable().optional(),
  }),
  blank: () => noCount('').header,
  reads: (header, lines, state) => ({
    ...stockReads(state.pooId, [
      ...lines,
      ...state.lines.filter(({ id }) => lines.some((one) => one['id'] === id)),
    ]),
    scope: scopeStream(state.pooId),
    book: bookStream(state.id),
    ...(header.trayId ? { tray: `master-tray-${header.trayId}` } : {}),
  }),
  copies: (given, { read }) =>
    'trayId' in given
      ? { tray: given.trayId === null ? '' : String((read['tray'] as MasterState).fields['vCode'] ?? '') }
      : {},
  fill,
  check,
  beside: (header, lines, ctx, state) => [
    ...(!state.exists || header.trayId !== state.header.trayId
      ? [
          {
            stream: scopeStream(state.pooId),
            type: 'CountScopeTaken',
            data: { countId: ctx.id, trayId: header.trayId, by: ctx.actor.name },
          },
        ]
      : []),
    ...noteSystem(state, lines, header.trayId, ctx),
  ],
};

export const countDrafting = draftCommands(rules);
