import { streamKey, streamName } from '../../core/event.ts';
import type { Both, Translations } from '../../core/translations.ts';
import { businessDay } from '../../core/day.ts';
import type { ReportModel } from '../../families/report.ts';
import {
  creditedPaise,
  debitLife,
  debitSources,
  debitTotals,
  evolveDebit,
  noDebit,
  type DebitState,
} from '../../streams/purchase/debitnote/state.ts';
import {
  evolvePo,
  isInterState,
  noPo,
  openPacks,
  poLife,
  poLineTax,
  type PoState,
} from '../../streams/purchase/po/state.ts';
import { evolveRtv, noRtv, rtvLife, rtvReasons, type RtvState } from '../../streams/purchase/rtv/state.ts';

const of =
  (name: string): ReportModel['subject'] =>
  ({ stream }) =>
    streamName(stream) === name ? streamKey(stream) : null;
const dayOf = (at: string): string => businessDay(Date.parse(at));

/** Stages that still expect goods. */
const awaiting: readonly string[] = ['sent', 'partlyReceived', 'lapsed'];

/** One row per line of a purchase order. Money in paise. */
export const poLines = {
  name: 'po_lines',
  version: 1,
  streams: ['po'],
  subject: of('po'),
  fold: (before, event, id) => evolvePo(before ?? noPo(id), event as Parameters<typeof evolvePo>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const inter = isInterState(state.header, state.place);
    return state.lines.map((line) => {
      const open = awaiting.includes(state.stage) ? openPacks(line) : 0;
      return {
        id: `${id}:${line.id}`,
        poId: id,
        ref: state.number,
        madeOn: dayOf(state.madeAt),
        iPooId: state.pooId,
        supplier: state.header.supplier,
        expectedOn: state.header.expectedOn,
        stage: state.stage,
        product: line.product,
        packs: line.packs,
        free: line.freePacks,
        received: line.receivedPacks,
        pending: open,
        rate: line.ptrPaise,
        value: poLineTax(line, inter).total,
        pendingValue: poLineTax({ ...line, packs: open }, inter).total,
      };
    });
  },
} satisfies ReportModel<PoState>;

const stepAt = ({ steps }: DebitState, step: string) => steps.findLast((one) => one.step === step);
/** Whether a second person agrees to a note. */
function verdictOf(state: DebitState): (typeof verdicts)[number] {
  if (state.stage === 'draft' || state.stage === 'cancelled') return state.stage;
  return state.stage === 'issued' ? 'waiting' : 'verified';
}
/** The supplier's response. */
function replyOf(state: DebitState): (typeof replies)[number] {
  if (state.stage === 'settled') return 'accepted';
  if (state.stage === 'disputed') return 'disputed';
  return state.credits.length > 0 ? 'partly' : 'none';
}
export const verdicts = ['draft', 'waiting', 'verified', 'cancelled'] as const;
export const replies = ['none', 'partly', 'accepted', 'disputed'] as const;

/** One row per debit note. Money in paise. */
export const debitNotes = {
  name: 'debit_notes',
  version: 2,
  streams: ['debitnote'],
  subject: of('debitnote'),
  fold: (before, event, id) => evolveDebit(before ?? noDebit(id), event as Parameters<typeof evolveDebit>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const claimed = debitTotals(state).payable;
    const credited = creditedPaise(state);
    return [
      {
        id,
        ref: state.number,
        madeOn: dayOf(state.madeAt),
        iPooId: state.pooId,
        supplier: state.header.supplier,
        source: state.header.source,
        sourceNumber: state.header.sourceNumber,
        stage: state.stage,
        lines: state.lines.length,
        claimed,
        credited,
        open: debitLife.final.has(state.stage) ? 0 : Math.max(0, claimed - credited),
        deadline: state.header.deadline,
        verdict: verdictOf(state),
        issuedAt: stepAt(state, 'issue')?.at ?? null,
        verifiedAt: stepAt(state, 'verify')?.at ?? null,
        verifiedBy: stepAt(state, 'verify')?.by.name ?? null,
        reply: replyOf(state),
      },
    ];
  },
} satisfies ReportModel<DebitState>;

/** One row per line of a return to a supplier. Money in paise. */
export const returnLines = {
  name: 'rtv_lines',
  version: 1,
  streams: ['rtv'],
  subject: of('rtv'),
  fold: (before, event, id) => evolveRtv(before ?? noRtv(id), event as Parameters<typeof evolveRtv>[1]),
  rows: (state, id) =>
    state.exists
      ? state.lines.map((line) => ({
          id: `${id}:${line.id}`,
          rtvId: id,
          ref: state.number,
          madeOn: dayOf(state.madeAt),
          iPooId: state.pooId,
          supplier: state.header.supplier,
          stage: state.stage,
          product: line.product,
          batch: line.batch,
          expiry: line.expiry,
          reason: line.reason,
          qty: line.qty,
          staged: line.stagedQty,
          accepted: line.acceptedQty,
          value: line.valuePaise,
          invoiceNo: line.invoiceNo,
        }))
      : [],
} satisfies ReportModel<RtvState>;

const qty = <N extends string>(name: N, width = 90) =>
  ({ name, kind: 'number', width, total: 'sum' }) as const;
const money = <N extends string>(name: N, width = 120) =>
  ({ name, kind: 'money', width, total: 'sum' }) as const;
export const purchaseColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  madeOn: { name: 'madeOn', kind: 'date', width: 110 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  supplier: { name: 'supplier', kind: 'text', width: 190 },
  product: { name: 'product', kind: 'text', width: 220 },
  expectedOn: { name: 'expectedOn', kind: 'date', width: 110 },
  rate: { name: 'rate', kind: 'money', width: 100 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  invoiceNo: { name: 'invoiceNo', kind: 'id', width: 130 },
  sourceNumber: { name: 'sourceNumber', kind: 'id', width: 150 },
  deadline: { name: 'deadline', kind: 'date', width: 110 },
  source: { name: 'source', kind: 'choice', width: 150, options: debitSources },
  reason: { name: 'reason', kind: 'choice', width: 130, options: rtvReasons },
  poStage: { name: 'stage', kind: 'choice', width: 130, options: poLife.stages },
  debitStage: { name: 'stage', kind: 'choice', width: 130, options: debitLife.stages },
  rtvStage: { name: 'stage', kind: 'choice', width: 130, options: rtvLife.stages },
  verdict: { name: 'verdict', kind: 'choice', width: 130, options: verdicts },
  issuedAt: { name: 'issuedAt', kind: 'datetime', width: 140 },
  verifiedAt: { name: 'verifiedAt', kind: 'datetime', width: 140 },
  verifiedBy: { name: 'verifiedBy', kind: 'text', author: true, width: 150 },
  reply: { name: 'reply', kind: 'choice', width: 130, options: replies },
  packs: qty('packs'),
  free: qty('free'),
  received: qty('received'),
  pending: qty('pending'),
  qty: qty('qty'),
  staged: qty('staged'),
  accepted: qty('accepted'),
  lines: qty('lines'),
  value: money('value'),
  pendingValue: money('pendingValue'),
  claimed: money('claimed'),
  credited: money('credited'),
  open: money('open'),
  poId: { name: 'poId', kind: 'id', width: 100, hidden: true },
  rtvId: { name: 'rtvId', kind: 'id', width: 100, hidden: true },
} as const;

export const purchaseTexts = {
  'column.ref': { en: 'Number', es: 'Número' },
  'column.madeOn': { en: 'Created on', es: 'Creado el' },
  'column.supplier': { en: 'Supplier', es: 'Proveedor' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.expectedOn': { en: 'Expected', es: 'Esperado' },
  'column.rate': { en: 'Rate per pack', es: 'Precio por envase' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.expiry': { en: 'Expiry', es: 'Caducidad' },
  'column.invoiceNo': { en: 'Invoice', es: 'Factura' },
  'column.sourceNumber': { en: 'From document', es: 'Del documento' },
  'column.deadline': { en: 'Tax adjustable until', es: 'Ajuste fiscal hasta' },
  'column.source': { en: 'Cause', es: 'Causa' },
  'column.reason': { en: 'Reason', es: 'Motivo' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.packs': { en: 'Packs ordered', es: 'Envases pedidos' },
  'column.free': { en: 'Free packs', es: 'Envases gratis' },
  'column.received': { en: 'Packs received', es: 'Envases recibidos' },
  'column.pending': { en: 'Packs pending', es: 'Envases pendientes' },
  'column.qty': { en: 'Quantity', es: 'Cantidad' },
  'column.staged': { en: 'Staged', es: 'Apartado' },
  'column.accepted': { en: 'Accepted', es: 'Aceptado' },
  'column.lines': { en: 'Lines', es: 'Líneas' },
  'column.value': { en: 'Value', es: 'Valor' },
  'column.pendingValue': { en: 'Value pending', es: 'Valor pendiente' },
  'column.claimed': { en: 'Claimed', es: 'Reclamado' },
  'column.credited': { en: 'Credited', es: 'Abonado' },
  'column.open': { en: 'Outstanding', es: 'Por cobrar' },
  'column.verdict': { en: 'Verification', es: 'Verificación' },
  'verdict.draft': { en: 'Draft', es: 'Borrador' },
  'verdict.waiting': { en: 'To verify', es: 'Por verificar' },
  'verdict.verified': { en: 'Verified', es: 'Verificada' },
  'verdict.cancelled': { en: 'Cancelled', es: 'Anulada' },
  'column.issuedAt': { en: 'Issued', es: 'Emitida' },
  'column.verifiedAt': { en: 'Verified at', es: 'Verificada el' },
  'column.verifiedBy': { en: 'Verified by', es: 'Verificada por' },
  'column.reply': { en: 'Supplier’s reply', es: 'Respuesta del proveedor' },
  'reply.none': { en: 'No reply', es: 'Sin respuesta' },
  'reply.partly': { en: 'Credited in part', es: 'Abonó en parte' },
  'reply.accepted': { en: 'Credited', es: 'Abonó' },
  'reply.disputed': { en: 'Disputed', es: 'Impugnó' },
  'column.poId': { en: 'Order id', es: 'Id. del pedido' },
  'column.rtvId': { en: 'Memo id', es: 'Id. de la nota' },
} as const;

/** The subjects of debit notes. */
export const debitSourceTexts = {
  'source.RTV': { en: 'Return', es: 'Devolución' },
  'source.GRE_SHORTAGE': { en: 'Shortage at receipt', es: 'Faltante al recibir' },
  'source.PRICE_DIFF': { en: 'Price difference', es: 'Diferencia de precio' },
  'source.RATE_DIFF': { en: 'Rate difference', es: 'Diferencia de tarifa' },
  'source.MANUAL': { en: 'Entered by hand', es: 'Registrada a mano' },
} as const;

/** The names of a document's stages, from its stream. */
export function stageTexts(
  translations: Translations<any>,
  prefix = 'stage.',
): Readonly<Record<string, Both>> {
  const { en, es }: Translations = translations;
  return Object.fromEntries(
    Object.entries(en)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key, { en: text, es: es[key] ?? text }]),
  );
}
