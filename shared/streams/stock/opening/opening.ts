import { inRupees } from '../../../core/money.ts';
import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { tillStream, type TillState } from '../../money/day/till.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { defineStream } from '../../../core/stream.ts';
import { masterId } from '../../../core/record-id.ts';
import {
  atLine,
  draftCommands,
  nothingInput,
  reasonInput,
  stepCommand,
  type Deciding,
  type DraftRules,
} from '../../documents/commands.ts';
import { documentLife } from '../../documents/life.ts';
import { documentTranslations } from '../../documents/refusals.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import {
  boughtProduct,
  productFacts,
  productReads,
  type ProductFacts,
} from '../../purchase/product-facts.ts';
import { batchPattern } from '../barcode/batch.ts';

export interface OpeningHeader {
  readonly note: string | null;
}
export interface OpeningLine extends ProductFacts {
  readonly id: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly labelMrpPaise: number;
  /** Base units. */
  readonly qty: number;
  /** Cost of one pack without tax. */
  readonly costPaise: number;
}
export type OpeningState = DocumentState<OpeningHeader, OpeningLine>;

const names = {
  drafted: 'OpeningStockDrafted',
  changed: 'OpeningStockChanged',
  attached: 'OpeningStockFileAttached',
  detached: 'OpeningStockFileRemoved',
  printed: 'OpeningStockPrinted',
} as const;
export type OpeningEvent =
  | DraftEvents<typeof names, OpeningHeader, OpeningLine>
  | Event<'OpeningStockSubmitted', object>
  | Event<
      'OpeningStockApproved',
      { readonly number: string; readonly pooId: number; readonly lines: readonly OpeningLine[] }
    >
  | Event<'OpeningStockRejected', { readonly reason: string }>;

export const openingLife = documentLife('opening', {
  draft: { change: 'draft', submit: 'submitted' },
  submitted: { approve: 'approved', reject: 'draft' },
  approved: {},
});
export const noOpening = (id: string): OpeningState =>
  noDocument<OpeningHeader, OpeningLine>(id, { note: null });

function evolve(state: OpeningState, event: RecordedEventOf<OpeningEvent>): OpeningState {
  const draft = evolveDraft<OpeningHeader, OpeningLine, OpeningState>(
    names,
    openingLife.initial,
    state,
    event,
  );
  if (draft) return draft;
  switch (event.type) {
    case 'OpeningStockSubmitted':
      return stepped(state, event, 'submit', 'submitted');
    case 'OpeningStockApproved':
      return stepped(state, event, 'approve', 'approved');
    case 'OpeningStockRejected':
      return stepped(state, event, 'reject', 'draft', event.data.reason);
    default:
      return state;
  }
}

/** A batch that no barcode can carry would never come into stock. */
const batchWrong = (batch: string): Refusal | null =>
  batch === '' || batchPattern.test(batch) ? null : refuse('badFormat', 400, { label: 'batch' }, 'batch');
function linesWrong(lines: readonly OpeningLine[]): Refusal | null {
  for (const [i, { batch }] of lines.entries()) {
    const no = batchWrong(batch);
    if (no) return atLine(no, i + 1);
  }
  return null;
}

const tillRead = ({ pooId }: Pick<OpeningState, 'pooId'>): Readonly<Record<'till', string>> => ({
  till: tillStream(pooId),
});
/** What lay on the shelves is counted before the place ends its first day; from then on stock only moves. */
const openingClosed = (place: string, { read }: Pick<Deciding, 'read'>): Refusal | null =>
  (read['till'] as TillState).firstClosed === null ? null : refuse('openingClosed', 409, { poo: place });

const rules: DraftRules<OpeningHeader, OpeningLine, OpeningState> = {
  letter: 'M',
  names,
  life: openingLife,
  need: {
    create: 'Inventory/openStockEntry:create',
    edit: ['Inventory/openStockEntry:create', 'Inventory/openStockEntry:edit'],
  },
  header: z.strictObject({ note: fields.blankable(fields.note(500)).optional() }) as z.core.$ZodType<
    Partial<OpeningHeader>
  >,
  line: z.object({
    productId: masterId('product', { former: true }).optional(),
    batch: texts.line().max(20, 'tooLong').nullable().optional(),
    expiry: fields.blankable(fields.date()).optional(),
    labelMrpPaise: z.int('badFormat').min(0, 'badFormat').max(99_99_999_00, 'badFormat').optional(),
    qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
    costPaise: z.int('badFormat').min(0, 'badFormat').max(99_99_999_00, 'badFormat').optional(),
  }),
  blank: () => ({ note: null }),
  reads: (_header, lines, state) => ({ ...productReads(lines), ...tillRead(state) }),
  check: (_header, _lines, ctx, { place }) => openingClosed(place.code, ctx),
  fill: (given, before, { ctx }) => {
    const product =
      before && given['productId'] === undefined
        ? null
        : boughtProduct(ctx.read, given['productId'] ?? before?.productId);
    if (isRefusal(product)) return product;
    const known = product ? productFacts(product) : before;
    if (!known) return refuse('required', 400, { label: 'productId' }, 'productId');
    const batch = String(given['batch'] ?? before?.batch ?? '').toUpperCase();
    const wrong = batchWrong(batch);
    if (wrong) return wrong;
    const labelMrpPaise = Number(given['labelMrpPaise'] ?? before?.labelMrpPaise ?? known.mrpPaise);
    const costPaise = Number(given['costPaise'] ?? before?.costPaise ?? 0);
    if (labelMrpPaise > 0 && costPaise > labelMrpPaise)
      return refuse(
        'costAboveMrp',
        422,
        { ptr: inRupees(costPaise), mrp: inRupees(labelMrpPaise) },
        'costPaise',
      );
    return {
      ...known,
      id: String(given['id']),
      batch,
      expiry: 'expiry' in given ? ((given['expiry'] as string | null) ?? null) : (before?.expiry ?? null),
      labelMrpPaise,
      qty: Number(given['qty'] ?? before?.qty ?? known.packSize),
      costPaise,
    };
  },
};

/**
 * The stock on the shelves when a place opened; each line becomes a barcode when somebody else approves it.
 */
export const opening = defineStream<OpeningState, OpeningEvent>({
  name: 'opening',
  area: 'stock',
  numbered: true,
  state: 1,
  events: {
    OpeningStockDrafted: true,
    OpeningStockChanged: true,
    OpeningStockFileAttached: true,
    OpeningStockFileRemoved: true,
    OpeningStockPrinted: true,
    OpeningStockSubmitted: true,
    OpeningStockApproved: true,
    OpeningStockRejected: true,
  },
  initial: noOpening,
  evolve,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...draftCommands(rules),
    submit: stepCommand({
      step: 'submit',
      event: 'OpeningStockSubmitted',
      input: nothingInput,
      need: 'Inventory/openStockEntry:create',
      life: openingLife,
      reads: (_input, state) => tillRead(state),
      decide: (state, _input, ctx) => {
        const closed = openingClosed(state.place.code, ctx);
        if (closed) return closed;
        if (state.lines.length === 0) return refuse('noLines', 422);
        const open = state.lines.findIndex(
          ({ batch, expiry, costPaise }) => batch === '' || expiry === null || costPaise === 0,
        );
        return open < 0
          ? (linesWrong(state.lines) ?? { data: {} })
          : { ...refuse('lineIncomplete', 422, { product: state.lines[open]!.product }), line: open + 1 };
      },
    }),
    approve: movesGoods(
      atOwnPlace,
      stepCommand({
        step: 'approve',
        event: 'OpeningStockApproved',
        input: nothingInput,
        need: 'Inventory/openStockEntry:approve',
        life: openingLife,
        fourEyes: true,
        reads: (_input, state) => tillRead(state),
        decide: ({ number, pooId, place, lines }, _input, ctx) =>
          openingClosed(place.code, ctx) ?? linesWrong(lines) ?? { data: { number, pooId, lines } },
      }),
    ),
    reject: stepCommand({
      step: 'reject',
      event: 'OpeningStockRejected',
      input: reasonInput,
      need: 'Inventory/openStockEntry:approve',
      life: openingLife,
    }),
  },
  translations: documentTranslations({
    en: {
      'stage.draft': 'Draft',
      'stage.submitted': 'To approve',
      'stage.approved': 'In stock',
      lineIncomplete: '{{product}} needs batch, expiry and cost.',
      openingClosed: 'Opening stock can no longer be entered for {{poo}}.',
      OpeningStockDrafted: 'Drafted',
      OpeningStockChanged: 'Changed',
      OpeningStockFileAttached: 'File attached',
      OpeningStockFileRemoved: 'File removed',
      OpeningStockPrinted: 'Printed',
      OpeningStockSubmitted: 'Submitted',
      OpeningStockApproved: 'Approved into stock',
      OpeningStockRejected: 'Sent back',
    },
    es: {
      'stage.draft': 'Borrador',
      'stage.submitted': 'Por aprobar',
      'stage.approved': 'En existencias',
      lineIncomplete: '{{product}} necesita lote, caducidad y coste.',
      openingClosed: 'Ya no se pueden registrar existencias iniciales para {{poo}}.',
      OpeningStockDrafted: 'Borrador creado',
      OpeningStockChanged: 'Modificado',
      OpeningStockFileAttached: 'Archivo adjuntado',
      OpeningStockFileRemoved: 'Archivo quitado',
      OpeningStockPrinted: 'Impreso',
      OpeningStockSubmitted: 'Enviado',
      OpeningStockApproved: 'Aprobado en existencias',
      OpeningStockRejected: 'Devuelto',
    },
  }),
  story: [],
});
