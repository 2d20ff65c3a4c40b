import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { isVehicle, plainVehicle } from '../../../core/vehicle.ts';
import { command, defineStream } from '../../../core/stream.ts';
import {
  atLine,
  draftCommands,
  reasonInput,
  stepCommand,
  type Deciding,
  type DraftRules,
} from '../../documents/commands.ts';
import { uniqueStream, type UniqueState } from '../../core/unique.ts';
import { financialYear } from '../../core/numbering.ts';
import { masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { supplierFacts, supplierStream } from '../supplier-facts.ts';
import { evolveGatePass, gatePassLife, gatePassNames, noGatePass, refuseReasons } from './state.ts';
import type { GatePassEvent, GatePassHeader, GatePassState, InvoiceLine } from './state.ts';
import { gatePassTranslations } from './translations.ts';

const mostInvoices = 20;

/** An invoice number of a supplier is used once per financial year. */
export function invoiceKey(supplierId: number | null, invoiceNo: string, invoiceDate: string): string {
  const no = invoiceNo.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return uniqueStream('supplierinvoice', `${supplierId ?? 0}-${financialYear(invoiceDate)}-${no}`);
}

const keyOf = (
  header: Pick<GatePassHeader, 'supplierId'>,
  line: Pick<InvoiceLine, 'invoiceNo' | 'invoiceDate'>,
): string | null =>
  line.invoiceNo === '' || line.invoiceDate === null
    ? null
    : invoiceKey(header.supplierId, line.invoiceNo, line.invoiceDate);

const text = (max: number) => fields.blankable(fields.text(max)).optional();
const boxes = z.int('badFormat').min(0, 'badFormat').max(9_999, 'badFormat').nullable().optional();

/** Keys that lines reserve and release with this change. */
function keyMoves(
  header: GatePassHeader,
  lines: readonly InvoiceLine[],
  ctx: Deciding,
  state: GatePassState,
): readonly NewEvent[] | ReturnType<typeof refuse> {
  const held = new Set(state.lines.flatMap((line) => keyOf(state.header, line) ?? []));
  const wanted = new Map(
    lines.flatMap((line, i) =>
      keyOf(header, line) === null ? [] : [[keyOf(header, line)!, { line, n: i + 1 }] as const],
    ),
  );
  const events: NewEvent[] = [];
  for (const [key, { line, n }] of wanted) {
    if (held.has(key)) continue;
    const owner = (ctx.read[key] as UniqueState | undefined)?.owner ?? null;
    if (owner !== null)
      return atLine(
        refuse(
          'duplicateSupplierInvoice',
          409,
          { no: line.invoiceNo, supplier: header.supplier, doc: owner },
          'invoiceNo',
        ),
        n,
      );
    events.push({ stream: key, type: 'KeyReserved', data: { owner: state.number || `gatepass-${ctx.id}` } });
  }
  for (const key of held)
    if (!wanted.has(key)) events.push({ stream: key, type: 'KeyReleased', data: { owner: state.number } });
  return events;
}

const rules: DraftRules<GatePassHeader, InvoiceLine, GatePassState> = {
  letter: 'X',
  freeLines: true,
  names: gatePassNames,
  life: gatePassLife,
  need: { create: 'Inventory/gatePass:create', edit: 'Inventory/gatePass:edit' },
  header: z.strictObject({
    supplierId: masterId('supplier', { former: true }).optional(),
    orders: text(200),
    transporter: text(100),
    vehicle: fields.blankable(fields.text(20).transform(plainVehicle)).optional(),
    driver: text(100),
    phone: text(20),
    lrNo: text(30),
    boxesDeclared: boxes,
    boxesReceived: boxes,
    boxesDamaged: boxes,
    coldTemp: z.number().min(-30, 'badFormat').max(60, 'badFormat').nullable().optional(),
    ewayNo: fields.blankable(texts.entry().regex(/^\d{12}$/, 'badFormat')).optional(),
    ewayTill: fields.blankable(fields.date()).optional(),
  }) as z.core.$ZodType<Partial<GatePassHeader>>,
  line: z.object({
    invoiceNo: fields.text(16).optional(),
    invoiceDate: fields.blankable(fields.date()).optional(),
    valuePaise: z.int('badFormat').min(0, 'badFormat').max(9_99_99_99_999, 'badFormat').nullable().optional(),
  }),
  blank: () => noGatePass('').header,
  reads: (header, lines, state) => {
    const merged = [...state.lines, ...lines].map(
      (line) =>
        ({
          invoiceNo: '',
          invoiceDate: null,
          ...state.lines.find(({ id }) => id === line['id']),
          ...line,
        }) as InvoiceLine,
    );
    const keys = merged.flatMap((line) => keyOf({ supplierId: header.supplierId ?? null }, line) ?? []);
    return {
      ...(header.supplierId ? { supplier: supplierStream(header.supplierId) } : {}),
      ...Object.fromEntries(keys.map((key) => [key, key])),
    };
  },
  fill: (given, before) => {
    if (before?.greId) return refuse('invoiceEntered', 409, { doc: before.gre ?? '' });
    return {
      id: String(given['id']),
      invoiceNo: String(given['invoiceNo'] ?? before?.invoiceNo ?? ''),
      invoiceDate: (given['invoiceDate'] as string | null | undefined) ?? before?.invoiceDate ?? null,
      valuePaise: Number(given['valuePaise'] ?? before?.valuePaise ?? 0),
      greId: null,
      gre: null,
    };
  },
  check: (header, lines, ctx, state) => {
    const { vehicle, boxesReceived, boxesDamaged } = header;
    if (vehicle !== null && !isVehicle(vehicle))
      return refuse('vehicleInvalid', 422, { v: vehicle }, 'vehicle');
    if (boxesDamaged !== null && boxesDamaged > (boxesReceived ?? 0))
      return refuse('damagedAboveReceived', 422, { n: boxesDamaged, m: boxesReceived ?? 0 }, 'boxesDamaged');
    if (
      state.exists &&
      header.supplierId !== state.header.supplierId &&
      state.lines.some(({ greId }) => greId !== null)
    )
      return refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.${state.stage}`,
        allowed: ['stage.open'],
      });
    if (header.supplierId !== null && !(ctx.read['supplier'] as MasterState | undefined)?.exists)
      return refuse('notInList', 422, { label: 'supplierId' }, 'supplierId');
    if (lines.length > mostInvoices)
      return refuse('tooManyItems', 422, { label: 'invoices', n: mostInvoices });
    const late = lines.findIndex(
      ({ invoiceDate }) =>
        invoiceDate !== null &&
        (invoiceDate > ctx.today || Date.parse(ctx.today) - Date.parse(invoiceDate) > 180 * 86_400_000),
    );
    return late < 0
      ? null
      : atLine(
          refuse('invoiceDateInvalid', 422, { d: lines[late]!.invoiceDate ?? '' }, 'invoiceDate'),
          late + 1,
        );
  },
  beside: keyMoves,
};

const drafting = draftCommands(rules);

/** The first event carries the supplier's name and registration. */
function named(def: (typeof drafting)['draft']): (typeof drafting)['draft'] {
  return {
    ...def,
    decide: (state, input, ctx) => {
      const decision = def.decide(state, input, ctx);
      const supplier: MasterState | undefined = ctx.read['supplier'];
      if (isRefusal(decision) || !supplier?.exists) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      const [first, ...rest] = events;
      const header = first?.data['header'] as Partial<GatePassHeader> | undefined;
      if (!first || header?.supplierId === undefined) return decision;
      return {
        ...answer,
        events: [
          { ...first, data: { ...first.data, header: { ...header, ...supplierFacts(supplier) } } },
          ...rest,
        ],
      };
    },
  };
}

const refuseInput = z.strictObject({ reason: fields.oneOf(refuseReasons), note: fields.note(250, 10) });
const endedInput = z.strictObject({ greId: fields.text(24), taken: z.boolean() });

/** A vehicle with goods at the gate, and its invoices. */
export const gatepass = defineStream<GatePassState, GatePassEvent>({
  name: 'gatepass',
  area: 'purchase',
  numbered: true,
  state: 1,
  events: {
    GatePassOpened: true,
    GatePassCorrected: true,
    GatePassFileAttached: true,
    GatePassFileRemoved: true,
    GatePassPrinted: true,
    GatePassRefused: true,
    GatePassGreStarted: true,
    GatePassGreEnded: true,
    GatePassClosed: true,
    GatePassCancelled: true,
  },
  initial: noGatePass,
  evolve: evolveGatePass,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    ...drafting,
    draft: named(drafting.draft),
    change: named(drafting.change),
    /** Goods that cannot be accepted return with the vehicle; a photograph shows why. */
    refuse: stepCommand({
      step: 'refuse',
      event: 'GatePassRefused',
      input: refuseInput,
      need: 'Inventory/gatePass:approve',
      life: gatePassLife,
      decide: (state, input) => {
        if (state.files.length === 0) return refuse('photoMissing', 422);
        const { coldTemp } = state.header;
        if (input.reason === 'COLD_CHAIN' && coldTemp !== null && coldTemp >= 2 && coldTemp <= 8)
          return refuse('tempInRange', 422, { t: coldTemp }, 'reason');
        return { data: input, beside: releases(state) };
      },
    }),
    cancel: stepCommand({
      step: 'cancel',
      event: 'GatePassCancelled',
      input: reasonInput,
      need: 'Inventory/gatePass:delete',
      life: gatePassLife,
      decide: (state, input) => ({ data: input, beside: releases(state) }),
    }),
    /** A receipt ended: taken into stock, or cancelled, so that the invoice can be entered again. */
    greEnded: command<GatePassState, z.output<typeof endedInput>>({
      input: endedInput,
      need: 'system',
      decide: (state, input) => {
        if (!state.lines.some(({ greId }) => greId === input.greId)) return refuse('noLongerNeeded', 409);
        const others = state.lines.filter(({ greId }) => greId !== input.greId);
        return [
          { type: 'GatePassGreEnded', data: input },
          ...(input.taken && others.every(({ greId }) => greId !== null)
            ? [{ type: 'GatePassClosed', data: {} }]
            : []),
        ];
      },
    }),
  },
  translations: gatePassTranslations,
  story: [
    {
      as: 'admin',
      stream: 'gatepass-new',
      command: 'draft',
      input: {
        pooId: 1,
        header: { supplierId: 1, vehicle: 'KA01AB1234', boxesReceived: 4 },
        lines: [{ id: 'i1', invoiceNo: 'SB/1042', invoiceDate: '2026-11-17', valuePaise: 12_000_00 }],
      },
    },
  ],
});

const releases = (state: GatePassState): readonly NewEvent[] =>
  state.lines.flatMap((line) => {
    const key = keyOf(state.header, line);
    return key ? [{ stream: key, type: 'KeyReleased', data: { owner: state.number } }] : [];
  });
