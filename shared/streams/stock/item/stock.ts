import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { barcodeStream, type BarcodeState } from '../barcode/state.ts';
import { begun } from './begin.ts';
import { allMoves, moveStock } from './moves.ts';
import {
  buckets,
  evolveStock,
  movements,
  noStock,
  type Movement,
  type StockEvent,
  type StockState,
} from './state.ts';
import { stockTranslations } from './translations.ts';

const ref = z.strictObject({
  type: fields.text(30),
  id: fields.text(30),
  line: fields.text(30).nullable(),
  number: fields.text(30).nullable(),
});
const qty = z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat');
const barcodeOf = (key: string): string => barcodeStream(key.slice(key.indexOf('-') + 1));
const withBarcode = (_input: unknown, state: StockState) => ({ barcode: barcodeOf(state.id) });
const trayStream = (trayId: number): string => `master-tray-${trayId}`;

/** Why goods of this storage class may not be put in that tray; `loadPacks` is its current content. */
export function traySaysNo(
  tray: MasterState | undefined,
  state: StockState,
  packs: number,
  loadPacks: number,
): Refusal | null {
  if (!tray?.exists || tray.iStatus !== 1 || tray.fields['iPooId'] !== state.pooId)
    return refuse('notInList', 422, { label: 'trayId' }, 'trayId');
  const product = state.facts?.product ?? '';
  const storage = state.facts?.storage ?? 'AMBIENT';
  if (tray.fields['vType'] !== 'STORAGE' || tray.fields['vStorage'] !== storage)
    return refuse('trayWrongStorage', 422, { product, storage: `storage.${storage}` }, 'trayId');
  const capacity = Number(tray.fields['iCapacity'] ?? 0);
  return loadPacks + packs > capacity
    ? refuse('trayFull', 422, { t: String(tray.fields['vCode'] ?? ''), n: capacity }, 'trayId')
    : null;
}

const receiveInput = z.strictObject({ accepted: z.int().min(0), rejected: z.int().min(0), ref });
const openingInput = z.strictObject({ qty, expired: z.boolean(), ref });
const putAwayInput = z.strictObject({ trayId: masterId('tray'), qty });
const relocateInput = z.strictObject({ fromTrayId: z.int().min(0), toTrayId: masterId('tray'), qty });
const moveInput = z.strictObject({
  type: z.enum(Object.keys(movements) as [Movement, ...Movement[]]),
  qty,
  from: z.enum(buckets).nullish(),
  to: z.enum(buckets).nullish(),
  trayId: z.int().positive().nullish(),
  ref,
  note: fields.note(250).nullish(),
});

const picksHolding = ({ holders }: StockState): readonly string[] => [
  ...new Set(
    Object.keys(holders).flatMap((key) => {
      const [type, id] = key.split(':');
      return type === 'pick' && id ? [id] : [];
    }),
  ),
];
interface HoldingPick {
  readonly stage: string;
  readonly picker: { readonly empId: number | null } | null;
}
const pickOver: ReadonlySet<string> = new Set(['dcMade', 'cancelled']);

/** Lists that hold units of a batch say that it is blocked. */
const warned = (
  state: StockState,
  reason: string,
  read: Readonly<Record<string, unknown>>,
): readonly NewEvent[] =>
  picksHolding(state).flatMap((id): NewEvent[] => {
    const { stage, picker } = read[`pick${id}`] as HoldingPick;
    const { facts } = state;
    if (!facts || pickOver.has(stage)) return [];
    const { barcodeId, batch, product } = facts;
    return [
      {
        stream: `pick-${id}`,
        type: 'PickBatchBlocked',
        data: { barcodeId, batch, product, reason, picker: picker?.empId ?? null },
      },
    ];
  });

/**
 * The ledger of one barcode at one place. There is no command that sets a quantity: every unit comes from
 * somewhere and goes somewhere.
 */
export const stock = defineStream<StockState, StockEvent>({
  name: 'stock',
  area: 'stock',
  state: 1,
  events: {
    StockBegun: true,
    ...(Object.fromEntries(Object.keys(movements).map((type) => [type, true])) as Record<Movement, true>),
  },
  initial: noStock,
  evolve: evolveStock,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    receive: command<StockState, z.output<typeof receiveInput>>({
      input: receiveInput,
      need: 'system',
      creates: true,
      reads: withBarcode,
      decide: (state, { accepted, rejected, ref: cause }, ctx) => {
        const barcode: BarcodeState = ctx.read['barcode'];
        if (!barcode.exists) return refuse('notFound', 404);
        const first = begun(state, barcode, new Date(ctx.now).toISOString());
        const came = allMoves([
          ...(accepted > 0
            ? [moveStock(first.state, 'StockReceived', { qty: accepted, to: 'inwardHold', ref: cause }, null)]
            : []),
          ...(rejected > 0
            ? [moveStock(first.state, 'StockReceived', { qty: rejected, to: 'qcRejected', ref: cause }, null)]
            : []),
        ]);
        return isRefusal(came) ? came : [...first.events, ...came];
      },
    }),
    postOpening: command<StockState, z.output<typeof openingInput>>({
      input: openingInput,
      need: 'system',
      creates: true,
      reads: withBarcode,
      decide: (state, input, ctx) => {
        const barcode: BarcodeState = ctx.read['barcode'];
        if (!barcode.exists) return refuse('notFound', 404);
        const first = begun(state, barcode, new Date(ctx.now).toISOString());
        const posted = moveStock(
          first.state,
          'StockOpeningPosted',
          { qty: input.qty, to: input.expired ? 'expired' : 'available', ref: input.ref },
          null,
        );
        return isRefusal(posted) ? posted : [...first.events, posted];
      },
    }),
    /** Goods received from another place of ours. */
    transferIn: command<StockState, { qty: number; ref: z.output<typeof ref> }>({
      input: z.strictObject({ qty, ref }),
      need: 'system',
      creates: true,
      reads: withBarcode,
      decide: (state, input, ctx) => {
        const barcode: BarcodeState = ctx.read['barcode'];
        if (!barcode.exists) return refuse('notFound', 404);
        const first = begun(state, barcode, new Date(ctx.now).toISOString());
        const came = moveStock(first.state, 'StockTransferredIn', { qty: input.qty, ref: input.ref }, null);
        return isRefusal(came) ? came : [...first.events, came];
      },
    }),
    /** Scanned into a tray: from now on they can be sold. */
    putAway: movesGoods(
      atOwnPlace,
      command<StockState, z.output<typeof putAwayInput>>({
        input: putAwayInput,
        need: 'Inventory/stockPutawayList:create',
        reads: (input, state) => ({ barcode: barcodeOf(state.id), tray: trayStream(input.trayId) }),
        decide: (state, input, ctx) => {
          if (!inPoos(ctx.viewer, state.pooId))
            return refuse('pooNotMapped', 403, { poo: String(state.pooId) });
          const barcode: BarcodeState = ctx.read['barcode'];
          const packs = Math.ceil(input.qty / barcode.packSize);
          const no = traySaysNo(ctx.read['tray'], state, packs, Number(ctx.prepared?.loadPacks ?? 0));
          if (no) return no;
          const { origin } = barcode;
          const cause = { type: origin.type, id: origin.id, line: origin.line, number: origin.number };
          const placed = moveStock(
            state,
            'StockPutAway',
            { qty: input.qty, trayId: input.trayId, ref: cause },
            { today: ctx.today, barcode },
          );
          return isRefusal(placed) ? placed : [placed];
        },
      }),
    ),
    relocate: movesGoods(
      atOwnPlace,
      command<StockState, z.output<typeof relocateInput>>({
        input: relocateInput,
        need: ['Inventory/stockmovement:edit', 'Inventory/stockPutawayList:create'],
        reads: (input, state) => ({ barcode: barcodeOf(state.id), tray: trayStream(input.toTrayId) }),
        decide: (state, input, ctx) => {
          if (!inPoos(ctx.viewer, state.pooId))
            return refuse('pooNotMapped', 403, { poo: String(state.pooId) });
          const barcode: BarcodeState = ctx.read['barcode'];
          const no = traySaysNo(
            ctx.read['tray'],
            state,
            Math.ceil(input.qty / barcode.packSize),
            Number(ctx.prepared?.loadPacks ?? 0),
          );
          if (no) return no;
          const moved = moveStock(
            state,
            'StockRelocated',
            {
              qty: input.qty,
              trayId: input.fromTrayId,
              toTrayId: input.toTrayId,
              ref: { type: 'tray', id: String(input.toTrayId), line: null, number: null },
            },
            { today: ctx.today, barcode },
          );
          return isRefusal(moved) ? moved : [moved];
        },
      }),
    ),
    /** Any movement requested by a document; the ledger still has to add up. */
    move: command<StockState, z.output<typeof moveInput>>({
      input: moveInput,
      need: 'system',
      reads: withBarcode,
      decide: (state, { type, from, to, trayId, note, ...rest }, ctx) => {
        const barcode: BarcodeState = ctx.read['barcode'];
        const wanted = {
          ...rest,
          from: from ?? null,
          to: to ?? null,
          trayId: trayId ?? null,
          note: note ?? null,
        };
        const moved = moveStock(state, type, wanted, { today: ctx.today, barcode });
        return isRefusal(moved) ? moved : [moved];
      },
    }),
    /**
     * Five past midnight after the day of expiry: free, held and not yet put-away units can only be returned
     * or destroyed.
     */
    expire: command<StockState, object>({
      input: z.strictObject({}),
      need: 'system',
      reads: withBarcode,
      decide: (state, _input, ctx) => {
        const barcode: BarcodeState = ctx.read['barcode'];
        if (barcode.expiry === null || ctx.today <= barcode.expiry) return refuse('noLongerNeeded', 409);
        const cause = { type: 'expiry', id: barcode.id, line: null, number: null };
        const moved = (['available', 'inwardHold', 'hold'] as const).flatMap((from) => {
          const n = state.buckets[from];
          const one =
            n > 0 ? moveStock(state, 'StockMarkedExpired', { qty: n, from, ref: cause }, null) : null;
          return one && !isRefusal(one) ? [one] : [];
        });
        return moved.length > 0 ? moved : refuse('noLongerNeeded', 409);
      },
    }),
    /** The batch is blocked: reservations are released, and all free units go on hold. */
    quarantine: command<StockState, { blocked: string }>({
      input: z.strictObject({ blocked: fields.text(30) }),
      need: 'system',
      reads: (_input, state) =>
        Object.fromEntries(picksHolding(state).map((id) => [`pick${id}`, `pick-${id}`])),
      decide: (state, { blocked }, ctx) => {
        const released = Object.entries(state.holders).flatMap(([key, { reserved }]) => {
          const [type = '', id = '', line = ''] = key.split(':');
          const one =
            reserved > 0
              ? moveStock(
                  state,
                  'StockReservationReleased',
                  {
                    qty: reserved,
                    to: 'hold',
                    ref: { type, id, line: line === '' ? null : line, number: null },
                  },
                  null,
                )
              : null;
          return one && !isRefusal(one) ? [one] : [];
        });
        const cause = { type: 'block', id: blocked, line: null, number: null };
        const held = (['available', 'inwardHold'] as const).flatMap((from) => {
          const n = state.buckets[from];
          const one = n > 0 ? moveStock(state, 'StockHeld', { qty: n, from, ref: cause }, null) : null;
          return one && !isRefusal(one) ? [one] : [];
        });
        const moved = [...released, ...held, ...warned(state, blocked, ctx.read)];
        return moved.length > 0 ? moved : refuse('noLongerNeeded', 409);
      },
    }),
  },
  translations: stockTranslations,
  story: [],
});
