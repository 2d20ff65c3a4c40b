import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveDelivery, noDelivery, type DeliveryState } from '../../streams/delivery/parcel/state.ts';
import { slotEnd } from '../../streams/sales/order/slots.ts';
import { dcLife, deliveryModes, evolveDc, noDc, type DcState } from '../../streams/sales/dc/state.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { delivery } from '../../streams/delivery/parcel/delivery.ts';

const ofStream =
  (name: string): ReportModel['subject'] =>
  ({ stream }) =>
    streamName(stream) === name ? streamKey(stream) : null;
const foldDc: ReportModel<DcState>['fold'] = (before, event, id) =>
  evolveDc(before ?? noDc(id), event as Parameters<typeof evolveDc>[1]);
const lastStep = ({ steps }: Pick<DcState, 'steps'>, ...names: readonly string[]): string | null =>
  steps.findLast(({ step }) => names.includes(step))?.at ?? null;
const first = (state: DcState, name: string): string | null =>
  state.steps.find(({ step }) => step === name)?.at ?? null;

const shared = (state: DcState) => ({
  ref: state.number,
  dcId: state.id,
  madeAt: state.madeAt,
  invoiceNumber: state.header.invoiceNumber,
  orderNumber: state.header.orderNumber,
  customer: state.header.customer,
  pincode: state.header.pincode,
  iPooId: state.pooId,
  stage: state.stage,
});

/** One row per delivery challan. Money in paise, times from the packed parcel to its delivery. */
export const challanRows = {
  name: 'challans',
  version: 1,
  streams: ['dc'],
  subject: ofStream('dc'),
  fold: foldDc,
  rows: (state, id) => {
    if (!state.exists) return [];
    const deliveredAt = lastStep(state, 'deliver', 'deliverPart');
    const slotEnds = slotEnd(state.header.slotDate, state.header.slotWindow);
    return [
      {
        id,
        ...shared(state),
        lines: state.lines.length,
        parcels: state.header.parcels,
        value: state.header.payablePaise,
        cod: state.header.codDuePaise,
        cold: state.header.cold ? 'yes' : 'no',
        verifiedAt: first(state, 'verify'),
        outAt: first(state, 'dispatch'),
        deliveredAt,
        slotEnds,
        onTime: deliveredAt === null || slotEnds === null ? null : deliveredAt <= slotEnds ? 'yes' : 'no',
        mode: state.mode,
        agent: state.agent?.name ?? null,
        tries: state.attempts,
        eway: state.header.ewayNo,
        doorMinutes: minutesBetween(first(state, 'verify'), deliveredAt),
      },
    ];
  },
} satisfies ReportModel<DcState>;

/** One row per line of a delivery challan: a batch of a product, and the outcome of its units. */
export const challanLineRows = {
  name: 'challan_lines',
  version: 1,
  streams: ['dc'],
  subject: ofStream('dc'),
  fold: foldDc,
  rows: (state, id) =>
    state.exists
      ? state.lines.map((line) => ({
          id: `${id}:${line.id}`,
          ...shared(state),
          product: line.product,
          batch: line.batch,
          expiry: line.expiry,
          sent: line.qty,
          mrp: line.mrpPaise,
          discount: line.discBp / 100,
          net: line.total,
          delivered: line.accepted,
          back: line.back,
          returned: line.returned,
          deliveredAt: lastStep(state, 'deliver', 'deliverPart'),
        }))
      : [],
} satisfies ReportModel<DcState>;

interface HandOver {
  readonly parcel: DeliveryState;
  readonly wrong: number;
  readonly locked: boolean;
}
/** One row per parcel that was given to a carrier: the carrier, and how its code was verified. */
export const handOverRows = {
  name: 'hand_overs',
  version: 1,
  streams: ['delivery'],
  subject: ofStream('delivery'),
  fold: (before, event, id) => {
    const parcel = evolveDelivery(
      before?.parcel ?? noDelivery(id),
      event as Parameters<typeof evolveDelivery>[1],
    );
    return {
      parcel,
      wrong: (before?.wrong ?? 0) + (event.type === 'HandoverOtpFailed' ? 1 : 0),
      locked: (before?.locked ?? false) || event.type === 'HandoverOtpLocked',
    };
  },
  rows: ({ parcel, wrong, locked }, id) =>
    parcel.handedAt === null
      ? []
      : [
          {
            id,
            ref: parcel.number,
            dcId: id,
            iPooId: parcel.pooId,
            parcels: parcel.parcels,
            mode: parcel.mode,
            agent: parcel.agent?.name ?? null,
            codes: parcel.codeIssues,
            wrong,
            result: locked ? 'locked' : parcel.codeIssues === 0 ? 'noCode' : wrong === 0 ? 'first' : 'later',
            acceptedAt: parcel.acceptedAt,
            handedAt: parcel.handedAt,
            waitMinutes: minutesBetween(parcel.acceptedAt, parcel.handedAt),
          },
        ],
} satisfies ReportModel<HandOver, EventOf<typeof delivery>>;

const count = <N extends string>(name: N, width = 80) =>
  ({ name, kind: 'number', width, total: 'sum' }) as const;
const yesNo = ['yes', 'no'] as const;
export const handOverResults = ['first', 'later', 'locked', 'noCode'] as const;
export const deliveryColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  dcId: { name: 'dcId', kind: 'id', width: 90, hidden: true },
  madeAt: { name: 'madeAt', kind: 'datetime', width: 140 },
  invoiceNumber: { name: 'invoiceNumber', kind: 'id', width: 150 },
  orderNumber: { name: 'orderNumber', kind: 'id', width: 150 },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  pincode: { name: 'pincode', kind: 'id', width: 90 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  stage: { name: 'stage', kind: 'choice', width: 140, options: dcLife.stages },
  lines: count('lines', 70),
  parcels: count('parcels'),
  value: { name: 'value', kind: 'money', width: 110, total: 'sum' },
  cod: { name: 'cod', kind: 'money', width: 110, total: 'sum' },
  cold: { name: 'cold', kind: 'choice', width: 80, options: yesNo },
  verifiedAt: { name: 'verifiedAt', kind: 'datetime', width: 140 },
  outAt: { name: 'outAt', kind: 'datetime', width: 140 },
  deliveredAt: { name: 'deliveredAt', kind: 'datetime', width: 140 },
  slotEnds: { name: 'slotEnds', kind: 'datetime', width: 140 },
  onTime: { name: 'onTime', kind: 'choice', width: 90, options: yesNo },
  mode: { name: 'mode', kind: 'choice', width: 130, options: deliveryModes },
  agent: { name: 'agent', kind: 'text', width: 150 },
  tries: count('tries', 70),
  eway: { name: 'eway', kind: 'id', width: 130, hidden: true },
  doorMinutes: { name: 'doorMinutes', kind: 'minutes', width: 120, total: 'average' },
  product: { name: 'product', kind: 'text', width: 200 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  sent: count('sent'),
  mrp: { name: 'mrp', kind: 'money', width: 90 },
  discount: { name: 'discount', kind: 'number', width: 90 },
  net: { name: 'net', kind: 'money', width: 110, total: 'sum' },
  delivered: count('delivered', 90),
  back: count('back'),
  returned: count('returned', 90),
  codes: count('codes', 90),
  wrong: count('wrong', 90),
  result: { name: 'result', kind: 'choice', width: 130, options: handOverResults },
  acceptedAt: { name: 'acceptedAt', kind: 'datetime', width: 140 },
  handedAt: { name: 'handedAt', kind: 'datetime', width: 140 },
  waitMinutes: { name: 'waitMinutes', kind: 'minutes', width: 110, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const challanDrill = [
  {
    need: 'Inventory/dcToBeCancelled:view',
    href: ({ dcId }: { readonly [name: string]: string | number | null }) =>
      `/purchaseanddispatch/dcToBeCancelled?id=${String(dcId)}`,
  },
] as const;

export const deliveryWords = {
  'column.ref': { en: 'Challan', es: 'Albarán' },
  'column.dcId': { en: 'Challan id', es: 'Id. del albarán' },
  'column.madeAt': { en: 'Created', es: 'Creado' },
  'column.invoiceNumber': { en: 'Invoice', es: 'Factura' },
  'column.orderNumber': { en: 'Order', es: 'Pedido' },
  'column.customer': { en: 'Customer', es: 'Cliente' },
  'column.pincode': { en: 'Pincode', es: 'Código postal' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.lines': { en: 'Lines', es: 'Líneas' },
  'column.parcels': { en: 'Parcels', es: 'Bultos' },
  'column.value': { en: 'Value', es: 'Valor' },
  'column.cod': { en: 'Cash on delivery', es: 'Contra entrega' },
  'column.cold': { en: 'Cold', es: 'Frío' },
  'column.verifiedAt': { en: 'Checked', es: 'Verificado' },
  'column.outAt': { en: 'Handed over', es: 'Entregado al repartidor' },
  'column.deliveredAt': { en: 'Delivered', es: 'Entregado' },
  'column.slotEnds': { en: 'Slot ends', es: 'Fin de la franja' },
  'column.onTime': { en: 'On time', es: 'A tiempo' },
  'column.mode': { en: 'Carried by', es: 'Transporte' },
  'column.agent': { en: 'Rider', es: 'Repartidor' },
  'column.tries': { en: 'Tries', es: 'Intentos' },
  'column.eway': { en: 'E-way bill', es: 'Guía e-way' },
  'column.doorMinutes': { en: 'Checked to delivered', es: 'De verificado a entregado' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.expiry': { en: 'Expiry', es: 'Caducidad' },
  'column.sent': { en: 'Sent', es: 'Enviado' },
  'column.mrp': { en: 'MRP', es: 'PVP' },
  'column.discount': { en: 'Discount %', es: 'Descuento %' },
  'column.net': { en: 'Net', es: 'Neto' },
  'column.delivered': { en: 'Accepted', es: 'Aceptado' },
  'column.back': { en: 'Came back', es: 'Volvió' },
  'column.returned': { en: 'Returned', es: 'Devuelto' },
  'column.codes': { en: 'Codes sent', es: 'Códigos enviados' },
  'column.wrong': { en: 'Wrong codes', es: 'Códigos incorrectos' },
  'column.result': { en: 'Code', es: 'Código' },
  'column.acceptedAt': { en: 'Accepted', es: 'Aceptado' },
  'column.handedAt': { en: 'Handed over', es: 'Entregado al repartidor' },
  'column.waitMinutes': { en: 'Waited', es: 'Espera' },
  'cold.yes': { en: 'Cold', es: 'Frío' },
  'cold.no': { en: 'Not cold', es: 'Sin frío' },
  'onTime.yes': { en: 'On time', es: 'A tiempo' },
  'onTime.no': { en: 'Late', es: 'Tarde' },
  'mode.OWN': { en: 'Own rider', es: 'Repartidor propio' },
  'mode.HYPERLOCAL': { en: 'Courier', es: 'Mensajería' },
  'mode.TRANSPORT': { en: 'Transporter', es: 'Transportista' },
  'mode.CUSTOMER_PICKUP': { en: 'Customer pickup', es: 'Recoge el cliente' },
  'result.first': { en: 'First try', es: 'Al primer intento' },
  'result.later': { en: 'After wrong codes', es: 'Tras códigos incorrectos' },
  'result.locked': { en: 'Locked in between', es: 'Bloqueado entretanto' },
  'result.noCode': { en: 'No code needed', es: 'Sin código' },
} as const;
