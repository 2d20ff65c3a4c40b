import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos, type Viewer } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { uniqueStream, type UniqueState } from '../../core/unique.ts';
import { placeId } from '../../../core/record-id.ts';
import { batchPattern } from './batch.ts';
import { applyEdit, linkApproval, rejectEdit, requestEdit, withdrawEdit } from './edit.ts';
import { labelOf } from './label.ts';
import {
  blockReasons,
  evolveBarcode,
  noBarcode,
  type BarcodeEvent,
  type BarcodeFacts,
  type BarcodeState,
} from './state.ts';
import { barcodeTranslations } from './translations.ts';

/** The stored expiry of a batch of a product: one batch has one. */
export const batchStream = (productId: number, batch: string): string =>
  uniqueStream('batch', `${productId}-${batch}`);

export const batchText = () =>
  fields
    .text(20)
    .transform((text) => text.toUpperCase())
    .refine((text) => batchPattern.test(text), 'badFormat');

const factsInput = z.looseObject({
  productId: z.int().positive(),
  batch: batchText(),
  expiry: fields.date().nullable(),
  pooId: z.int().positive(),
  accepted: z.int().min(0),
  rejected: z.int().min(0),
});
type Generate = BarcodeFacts & {
  readonly pooId: number;
  readonly accepted: number;
  readonly rejected: number;
};

const copiesInput = z.strictObject({
  pooId: placeId(),
  copies: z.int().min(1, 'badFormat').max(1_000, 'badFormat'),
});
const reprintInput = copiesInput.extend({ reason: fields.note(250, 5) });
const blockInput = z.strictObject({ reason: fields.oneOf(blockReasons), note: fields.note(250, 10) });
/** Barcodes of the same batch of the same product, which arrived with other receipts. */
const siblings = (prepared: unknown): readonly number[] =>
  (prepared as { readonly siblings?: readonly number[] } | undefined)?.siblings ?? [];
const unblockInput = z.strictObject({ note: fields.note(250, 10) });

const atPlace = (state: BarcodeState, pooId: number, viewer: Viewer) =>
  state.places.includes(pooId) && inPoos(viewer, pooId)
    ? null
    : refuse('pooNotMapped', 403, { poo: String(pooId) });

/** One received batch of one product: its label, cost and supplier. */
export const barcode = defineStream<BarcodeState, BarcodeEvent>({
  name: 'barcode',
  area: 'stock',
  numbered: true,
  state: 1,
  events: {
    BarcodesGenerated: true,
    BarcodePlaced: true,
    BarcodeLabelsPrinted: true,
    BarcodeLabelsReprinted: true,
    BarcodeEditRequested: true,
    BarcodeEditLinked: true,
    BarcodeEditApproved: true,
    BarcodeAttributesChanged: true,
    BarcodeEditRejected: true,
    BarcodeEditFailed: true,
    BarcodeEditWithdrawn: true,
    BatchBlocked: true,
    BatchUnblocked: true,
    BarcodeReturned: true,
  },
  initial: noBarcode,
  evolve: evolveBarcode,
  visible: (state, viewer) => viewer.kind !== 'person' || state.places.some((pooId) => inPoos(viewer, pooId)),
  files: (state) => (state.edit ? [state.edit.fileId] : []),
  commands: {
    /** Sent when a receipt is confirmed or an opening entry approved; the label follows from the number. */
    generate: command<BarcodeState, z.output<typeof factsInput>>({
      input: factsInput,
      need: 'system',
      creates: true,
      reads: ({ productId, batch }) => ({ batch: batchStream(productId, batch) }),
      decide: (state, input, ctx) => {
        if (state.exists) return refuse('alreadyExists', 409);
        const known: UniqueState = ctx.read['batch'];
        const given = input as unknown as Generate;
        const data = { ...given, label: labelOf(ctx.id) };
        const first = known.owner === null && given.expiry !== null;
        return [
          { type: 'BarcodesGenerated', data },
          ...(first
            ? [
                {
                  stream: batchStream(given.productId, given.batch),
                  type: 'KeyReserved',
                  data: { owner: given.expiry },
                },
              ]
            : []),
        ];
      },
    }),
    place: command<BarcodeState, { pooId: number }>({
      input: z.strictObject({ pooId: z.int().positive() }),
      need: 'system',
      decide: (state, { pooId }) =>
        state.places.includes(pooId) ? [] : [{ type: 'BarcodePlaced', data: { pooId } }],
    }),
    printLabels: command<BarcodeState, z.output<typeof copiesInput>>({
      input: copiesInput,
      need: 'Inventory/stockPutawayList:create',
      decide: (state, { pooId, copies }, ctx) => {
        const no = atPlace(state, pooId, ctx.viewer);
        if (no) return no;
        const most = Math.ceil(state.receivedQty / state.packSize);
        if (state.printed + copies > most)
          return refuse('labelsPrinted', 422, { n: state.printed, m: most }, 'copies');
        return [{ type: 'BarcodeLabelsPrinted', data: { copies, pooId } }];
      },
    }),
    reprintLabels: command<BarcodeState, z.output<typeof reprintInput>>({
      input: reprintInput,
      need: 'Inventory/stockPutawayList:edit',
      decide: (state, { pooId, copies, reason }, ctx) => {
        const no = atPlace(state, pooId, ctx.viewer);
        if (no) return no;
        if (state.printed === 0) return refuse('neverPrinted', 422);
        return [{ type: 'BarcodeLabelsReprinted', data: { copies, reason, n: state.reprints + 1, pooId } }];
      },
    }),
    requestEdit,
    linkApproval,
    applyEdit,
    rejectEdit,
    withdrawEdit,
    /** At every place, and for every receipt of the batch: free and reserved units go on hold. */
    block: command<BarcodeState, z.output<typeof blockInput>>({
      input: blockInput,
      need: 'Inventory/stockBarcodeEdit:approve',
      decide: (state, input, ctx) =>
        state.blocked
          ? refuse('alreadyBlocked', 409)
          : [
              {
                type: 'BatchBlocked',
                data: {
                  ...input,
                  places: state.places,
                  siblings: siblings(ctx.prepared),
                  supplierId: state.supplierId,
                },
              },
            ],
    }),
    unblock: command<BarcodeState, z.output<typeof unblockInput>>({
      input: unblockInput,
      need: 'Inventory/stockBarcodeEdit:approve',
      decide: (state, { note }) =>
        state.blocked ? [{ type: 'BatchUnblocked', data: { note } }] : refuse('notBlocked', 409),
    }),
  },
  translations: barcodeTranslations,
  story: [],
});
