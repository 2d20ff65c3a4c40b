import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { scale } from '../../../core/money.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { numberingStream } from '../../core/numbering.ts';
import { masterId } from '../../../core/record-id.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  wrongStage,
} from '../../documents/commands.ts';
import { namedStock, stockFacts, stockReads } from '../item/line-facts.ts';
import { reasonStream } from '../adjustment/adjustment.ts';
import { bookStream, scopeStream, type CountBookState } from './book.ts';
import { countDrafting, countNeed, noteSystem } from './draft.ts';
import { proposeAdjustments } from './propose.ts';
import {
  countLife,
  differing,
  evolveCount,
  noCount,
  type CountEvent,
  type CountLine,
  type CountState,
  type FoundLine,
} from './state.ts';
import { countTranslations } from './translations.ts';

const freed = (state: CountState): NewEvent => ({
  stream: scopeStream(state.pooId),
  type: 'CountScopeFreed',
  data: { countId: state.id },
});
const scopeOf = (_input: unknown, state: CountState) => ({ scope: scopeStream(state.pooId) });

/** Each line's result compared with the ledger at the time of its count. */
function findings(state: CountState, book: CountBookState): readonly FoundLine[] | Refusal {
  const found: FoundLine[] = [];
  for (const [i, line] of state.lines.entries()) {
    if (line.variance === 0) continue;
    const note = book.notes[line.id];
    if (line.countedQty === null || !note)
      return atLine(
        refuse('notCounted', 422, { product: line.product, barcode: line.label }, 'countedQty'),
        i + 1,
      );
    if (note.moved)
      return atLine(refuse('movedWhileCounting', 422, { barcode: line.label }, 'countedQty'), i + 1);
    const variance = line.countedQty - note.systemQty;
    const value = scale([note.costPaise, Math.abs(variance)], note.costUnits);
    found.push({
      id: line.id,
      systemQty: note.systemQty,
      variance,
      valuePaise: variance < 0 ? -value : value,
    });
  }
  return found;
}

/** Barcodes in the scope by the ledger that nobody counted. */
const unscanned = (prepared: unknown): readonly number[] =>
  (prepared as { readonly unscanned?: readonly number[] } | undefined)?.unscanned ?? [];

const lineInput = z.strictObject({ lineId: fields.text(24) });
const zeroInput = z.strictObject({ barcodeIds: z.array(z.int().positive()).max(500) });
const proposeInput = z.strictObject({
  upReasonId: masterId('stockAdjustReason').optional(),
  downReasonId: masterId('stockAdjustReason').optional(),
});

/** A blind count of shelves: the ledger's figures are shown only once the count is submitted. */
export const count = defineStream<CountState, CountEvent>({
  name: 'count',
  area: 'stock',
  numbered: true,
  state: 1,
  events: {
    CountSessionOpened: true,
    CountScanRecorded: true,
    CountFileAttached: true,
    CountFileRemoved: true,
    CountPrinted: true,
    CountLineCleared: true,
    CountUnscannedListed: true,
    CountUnscannedAdded: true,
    CountSessionSubmitted: true,
    CountRecountOrdered: true,
    CountDifferencesProposed: true,
    CountSessionCancelled: true,
  },
  initial: noCount,
  evolve: evolveCount,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...countDrafting,
    /** Resets the count of a line, to count it again from zero. */
    clearLine: command<CountState, z.output<typeof lineInput>>({
      input: lineInput,
      need: countNeed,
      reads: (_input, state) => ({ book: bookStream(state.id) }),
      decide: (state, { lineId }, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, countLife, 'change'));
        if (no) return no;
        const line = state.lines.find(({ id }) => id === lineId);
        if (!line || line.countedQty === null) return refuse('noLongerNeeded', 409);
        if (line.variance === 0) return refuse('lineAgreed', 409, { barcode: line.label });
        return [
          { type: 'CountLineCleared', data: { lineId } },
          { stream: bookStream(state.id), type: 'CountSystemForgotten', data: { lineIds: [lineId] } },
        ];
      },
    }),
    /** Lists uncounted goods of the ledger, so that they can be searched for before they count as zero. */
    addUnscanned: command<CountState, object>({
      input: nothingInput,
      need: countNeed,
      decide: (state, _input, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, countLife, 'change'));
        if (no) return no;
        const barcodeIds = unscanned(ctx.prepared).slice(0, 500 - state.lines.length);
        return barcodeIds.length > 0
          ? [{ type: 'CountUnscannedListed', data: { barcodeIds } }]
          : refuse('allScanned', 409);
      },
    }),
    zeroLines: command<CountState, z.output<typeof zeroInput>>({
      input: zeroInput,
      need: 'system',
      reads: ({ barcodeIds }, state) => ({
        ...stockReads(
          state.pooId,
          barcodeIds.map((barcodeId) => ({ barcodeId })),
        ),
        book: bookStream(state.id),
      }),
      decide: (state, { barcodeIds }, ctx) => {
        if (state.stage !== 'counting') return refuse('noLongerNeeded', 409);
        const lines = barcodeIds.flatMap((barcodeId): CountLine[] => {
          const named = namedStock(ctx.read, barcodeId);
          if (isRefusal(named) || state.lines.some((line) => line.barcodeId === barcodeId)) return [];
          return [
            {
              ...stockFacts(named.barcode),
              id: `z${barcodeId}`,
              countedQty: 0,
              firstQty: null,
              systemQty: null,
              variance: null,
              valuePaise: null,
            },
          ];
        });
        if (lines.length === 0) return refuse('noLongerNeeded', 409);
        return [
          { type: 'CountUnscannedAdded', data: { lines } },
          ...noteSystem(state, lines, state.header.trayId, ctx),
        ];
      },
    }),
    submit: command<CountState, object>({
      input: nothingInput,
      need: countNeed,
      versioned: true,
      reads: (_input, state) => ({ book: bookStream(state.id), ...scopeOf(_input, state) }),
      decide: (state, _input, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, countLife, 'submit'));
        if (no) return no;
        const missing = unscanned(ctx.prepared).length;
        if (state.lines.length === 0 && missing === 0) return refuse('noLines', 422);
        if (missing > 0) return refuse('unscanned', 422, { n: missing });
        const found = findings(state, ctx.read['book']);
        if (isRefusal(found)) return found;
        const agreed = found.every(({ variance }) => variance === 0);
        return [
          { type: 'CountSessionSubmitted', data: { agreed, found } },
          ...(agreed ? [freed(state)] : []),
        ];
      },
    }),
    /** Lines with a difference are counted again, blind, by somebody else. */
    recount: stepCommand({
      step: 'recount',
      event: 'CountRecountOrdered',
      input: reasonInput,
      need: 'Inventory/egstockadjustmentlist:approve',
      life: countLife,
      reads: (_input, state) => ({ book: bookStream(state.id) }),
      decide: (state, { reason }) => {
        const lineIds = differing(state).map(({ id }) => id);
        return {
          data: { reason, lineIds },
          beside: [{ stream: bookStream(state.id), type: 'CountSystemForgotten', data: { lineIds } }],
        };
      },
    }),
    /** The differences become adjustments, one for each direction, which somebody else approves by value. */
    propose: stepCommand({
      step: 'propose',
      event: 'CountDifferencesProposed',
      input: proposeInput,
      need: ['Inventory/stockAdjustmentScanList:create', 'Inventory/egstockadjustmentlist:create'],
      life: countLife,
      reads: (input, state, { today }) => ({
        ...scopeOf(input, state),
        series: numberingStream(state.pooId, 'A', today),
        ...(input.upReasonId ? { up: reasonStream(input.upReasonId) } : {}),
        ...(input.downReasonId ? { down: reasonStream(input.downReasonId) } : {}),
      }),
      decide: (state, input, ctx) => {
        const made = proposeAdjustments(state, input, ctx);
        if (isRefusal(made)) return made;
        return {
          data: { adjustments: made.adjustments },
          beside: [...made.events, freed(state)],
          answer: { adjustments: made.adjustments },
        };
      },
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'CountSessionCancelled',
      input: reasonInput,
      need: countNeed,
      life: countLife,
      reads: scopeOf,
      decide: (state, { reason }) => ({ data: { reason }, beside: [freed(state)] }),
    }),
  },
  translations: countTranslations,
  story: [],
});
