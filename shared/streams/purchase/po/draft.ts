import { z } from 'zod';
import { isSunday } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { gstRate } from '../../../core/gst.ts';
import { inRupees, scale } from '../../../core/money.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { draftCommands, type Deciding, type DraftRules } from '../../documents/commands.ts';
import { uniqueStream, type UniqueState } from '../../core/unique.ts';
import { masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { allocateToPo } from '../indent/allocation.ts';
import type { IndentState } from '../indent/state.ts';
import { boughtProduct, productFacts, productReads } from '../product-facts.ts';
import { supplierFacts, supplierSaysNo, supplierStream } from '../supplier-facts.ts';
import { noPo, poLife, poNames, type IndentLink, type PoHeader, type PoLine, type PoState } from './state.ts';

const link = z.strictObject({ indentId: fields.text(24), lineId: fields.text(24), qty: z.int().positive() });

/** One draft made from indents per place and supplier. */
export const draftKey = (pooId: number, supplierId: number | null): string =>
  uniqueStream('podraft', `${pooId}-${supplierId ?? 0}`);

function fillLine(
  given: Readonly<Record<string, unknown>>,
  before: PoLine | null,
  header: PoHeader,
  ctx: Deciding,
): PoLine | Refusal {
  const product =
    before && given['productId'] === undefined
      ? null
      : boughtProduct(ctx.read, given['productId'] ?? before?.productId);
  if (isRefusal(product)) return product;
  const known = product ? productFacts(product) : before;
  if (!known) return refuse('required', 400, { label: 'productId' }, 'productId');
  const number = (name: keyof PoLine, other: number): number =>
    Number(given[name] ?? before?.[name] ?? other);
  const ptrPaise = number('ptrPaise', 0);
  const discBp = number('discBp', 0);
  const net = scale([ptrPaise, 10_000 - discBp], 10_000);
  const gstBp = gstRate(known.gstClass, ctx.today, Math.floor(net / known.packSize));
  if (gstBp === null) return refuse('noRate', 422, { product: known.product, date: ctx.today }, 'productId');
  if (known.mrpPaise > 0 && net + scale([net, gstBp], 10_000) > known.mrpPaise)
    return refuse('costAboveMrp', 422, { ptr: inRupees(net), mrp: inRupees(known.mrpPaise) }, 'ptrPaise');
  const packs = number('packs', 1);
  const old = before?.links ?? [];
  const added = ((given['links'] as readonly Omit<IndentLink, 'received'>[] | undefined) ?? []).map(
    (one): IndentLink => ({ ...one, received: 0 }),
  );
  const links = [
    ...old,
    ...added.filter(
      (one) => !old.some((other) => other.indentId === one.indentId && other.lineId === one.lineId),
    ),
  ];
  const linked = links.reduce((sum, one) => sum + one.qty, 0);
  if (packs * known.packSize < linked)
    return refuse('belowIndents', 422, { n: packs, m: Math.ceil(linked / known.packSize) }, 'packs');
  if (packs < (before?.receivedPacks ?? 0))
    return refuse('belowReceived', 422, { n: packs, m: before?.receivedPacks ?? 0 }, 'packs');
  return {
    ...known,
    id: String(given['id']),
    packs,
    freePacks: number('freePacks', 0),
    ptrPaise,
    discBp,
    gstBp,
    receivedPacks: before?.receivedPacks ?? 0,
    receivedFree: before?.receivedFree ?? 0,
    links,
  };
}

/**
 * Links that this change adds take their units from the indents; the draft's key is written with its first
 * change.
 */
function beside(
  header: PoHeader,
  lines: readonly PoLine[],
  ctx: Deciding,
  state: PoState,
): readonly NewEvent[] | Refusal {
  const events: NewEvent[] = [];
  const order = { id: ctx.id, number: state.number };
  for (const [i, line] of lines.entries()) {
    const old = state.lines.find(({ id }) => id === line.id)?.links ?? [];
    for (const one of line.links.filter(
      (now) => !old.some((was) => was.indentId === now.indentId && was.lineId === now.lineId),
    )) {
      const indent: IndentState | undefined = ctx.read[`i${one.indentId}`];
      if (!indent || indent.pooId !== state.pooId)
        return { ...refuse('notInList', 422, { label: 'indentId' }, 'links'), line: i + 1 };
      const taken = allocateToPo(indent, one.lineId, one.qty, order);
      if (isRefusal(taken)) return { ...taken, line: i + 1 };
      events.push(taken);
    }
  }
  if (!state.exists && header.fromIndents) {
    const key: UniqueState = ctx.read['draftKey'];
    if (key.owner) return refuse('draftExists', 409, { id: key.owner });
    events.push({
      stream: draftKey(state.pooId, header.supplierId),
      type: 'KeyReserved',
      data: { owner: ctx.id },
    });
  }
  return events;
}

const goneLinks = (state: PoState, lines: readonly PoLine[]): number =>
  state.lines.findIndex((line) => line.links.length > 0 && !lines.some(({ id }) => id === line.id));

const rules: DraftRules<PoHeader, PoLine, PoState> = {
  letter: 'P',
  names: poNames,
  life: poLife,
  need: {
    create: ['Inventory/manualPO:create', 'Inventory/poList:create'],
    edit: ['Inventory/manualPO:edit', 'Inventory/poList:create'],
  },
  header: z.strictObject({
    supplierId: masterId('supplier', { former: true }).optional(),
    expectedOn: fields.blankable(fields.date()).optional(),
    validityDays: z.int().min(1, 'badFormat').max(90, 'badFormat').optional(),
    terms: fields.blankable(fields.note(500)).optional(),
    fromIndents: z.boolean().optional(),
  }) as z.core.$ZodType<Partial<PoHeader>>,
  line: z.object({
    productId: masterId('product', { former: true }).optional(),
    packs: z.int('badFormat').min(1, 'badFormat').max(99_999, 'badFormat').optional(),
    freePacks: z.int('badFormat').min(0, 'badFormat').max(99_999, 'badFormat').optional(),
    ptrPaise: z.int('badFormat').min(0, 'badFormat').max(99_99_999_00, 'badFormat').optional(),
    discBp: z.int('badFormat').min(0, 'badFormat').max(10_000, 'badFormat').optional(),
    links: z.array(link).max(100).optional(),
  }),
  blank: () => noPo('').header,
  reads: (header, lines, state) => ({
    ...productReads(lines),
    ...(header.supplierId ? { supplier: supplierStream(header.supplierId) } : {}),
    ...(state.exists || !header.fromIndents
      ? {}
      : { draftKey: draftKey(state.pooId, header.supplierId ?? null) }),
    ...Object.fromEntries(
      lines.flatMap(({ links }) =>
        ((links as readonly { indentId: string }[] | undefined) ?? []).map(({ indentId }) => [
          `i${indentId}`,
          `indent-${indentId}`,
        ]),
      ),
    ),
  }),
  fill: (given, before, { header, ctx }) => fillLine(given, before, header, ctx),
  check: (header, lines, ctx, state) => {
    const { expectedOn } = header;
    if (expectedOn !== null && expectedOn !== state.header.expectedOn) {
      if (expectedOn < ctx.today) return refuse('dateInPast', 422, { label: 'expectedOn' }, 'expectedOn');
      if (isSunday(expectedOn)) return refuse('sundayNotAllowed', 422, undefined, 'expectedOn');
    }
    if (
      state.exists &&
      header.supplierId !== state.header.supplierId &&
      lines.some(({ links }) => links.length > 0)
    )
      return refuse('supplierFixed', 422, undefined, 'supplierId');
    if (header.supplierId !== null) {
      const no = supplierSaysNo(
        ctx.read['supplier'] as MasterState | undefined,
        ctx.today,
        lines.some(({ gstClass }) => gstClass === 'MED' || gstClass === 'NIL'),
      );
      if (no) return no;
    }
    const gone = goneLinks(state, lines);
    if (gone >= 0) return { ...refuse('lineOrdered', 409, { n: gone + 1 }), line: gone + 1 };
    const twice = lines.findIndex(
      (line, i) =>
        lines.findIndex(
          (one) => one.productId === line.productId && one.freePacks === 0 && line.freePacks === 0,
        ) < i && line.freePacks === 0,
    );
    return twice < 0
      ? null
      : { ...refuse('productTwice', 422, { product: lines[twice]!.product }, 'productId'), line: twice + 1 };
  },
  beside,
};

const made = draftCommands(rules);

/** A draft's header carries its supplier's name and registration as of that moment. */
function withSupplier(def: (typeof made)['draft']): (typeof made)['draft'] {
  return {
    ...def,
    decide: (state, input, ctx) => {
      const decision = def.decide(state, input, ctx);
      if (isRefusal(decision)) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      const supplier: MasterState | undefined = ctx.read['supplier'];
      if (!supplier?.exists) return decision;
      const facts = supplierFacts(supplier);
      const [first, ...rest] = events;
      if (!first) return decision;
      const header = first.data['header'] as Partial<PoHeader> | undefined;
      if (header?.supplierId !== facts.supplierId) return decision;
      return {
        ...answer,
        events: [{ ...first, data: { ...first.data, header: { ...header, ...facts } } }, ...rest],
      };
    },
  };
}

export const poDrafting = { ...made, draft: withSupplier(made.draft), change: withSupplier(made.change) };
