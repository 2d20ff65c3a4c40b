import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveStock, noStock, onHand, type StockState } from '../../streams/stock/item/state.ts';

/** One row per place and barcode that has units now. */
export const stockItems = {
  name: 'stock_items_now',
  version: 1,
  streams: ['stock'],
  subject: ({ stream }) => (streamName(stream) === 'stock' ? streamKey(stream) : null),
  fold: (before, event, id) => evolveStock(before ?? noStock(id), event as Parameters<typeof evolveStock>[1]),
  rows: (state, id) => {
    const { facts, buckets: now } = state;
    const all = onHand(state);
    if (!facts || all === 0) return [];
    return [
      {
        id,
        barcode: facts.label,
        barcodeId: facts.barcodeId,
        product: facts.product,
        productId: facts.productId,
        iPooId: state.pooId,
        batch: facts.batch,
        expiry: facts.expiry,
        storage: facts.storage,
        mrp: facts.mrpPaise,
        firstAt: state.firstAt,
        onHand: all,
        sellable: now.available,
        reserved: now.reserved + now.picked,
        inward: now.inwardHold,
        held: now.hold + now.qcRejected + now.rtvStaged,
        damaged: now.damaged,
        expired: now.expired,
        trays: Object.keys(state.trays).length,
        value: Math.round((all * facts.costPaise) / facts.costUnits),
        sellableValue: Math.round((now.available * facts.costPaise) / facts.costUnits),
        mrpValue: Math.round((all * facts.mrpPaise) / facts.packSize),
      },
    ];
  },
} satisfies ReportModel<StockState>;
const q = <N extends string>(name: N, width = 95) => ({ name, kind: 'number', width, total: 'sum' }) as const;
export const stockColumns = {
  barcode: { name: 'barcode', kind: 'id', width: 120 },
  barcodeId: { name: 'barcodeId', kind: 'number', width: 100, hidden: true },
  product: { name: 'product', kind: 'text', width: 210 },
  productId: { name: 'productId', kind: 'number', width: 100, hidden: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  daysLeft: { name: 'daysLeft', kind: 'number', width: 90, joined: true },
  bucket: {
    name: 'bucket',
    kind: 'choice',
    width: 120,
    joined: true,
    options: ['expired', 'd30', 'd60', 'd90', 'd180', 'later', 'none'],
  },
  storage: { name: 'storage', kind: 'id', width: 100 },
  mrp: { name: 'mrp', kind: 'money', width: 100 },
  firstAt: { name: 'firstAt', kind: 'datetime', width: 140 },
  onHand: q('onHand'),
  sellable: q('sellable'),
  reserved: q('reserved'),
  inward: q('inward'),
  held: q('held'),
  damaged: q('damaged'),
  expired: q('expired'),
  value: { name: 'value', kind: 'money', width: 120, total: 'sum' },
  sellableValue: { name: 'sellableValue', kind: 'money', width: 130, total: 'sum' },
  mrpValue: { name: 'mrpValue', kind: 'money', width: 130, total: 'sum' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const stockDrill = [
  {
    need: 'Inventory/stockBarcodeEdit:view',
    href: ({ barcodeId }: { readonly [name: string]: string | number | null }) =>
      `/purchaseanddispatch/stockBarcodeEdit?id=${String(barcodeId)}`,
  },
] as const;

export const stockWords = {
  'column.barcode': { en: 'Barcode', es: 'Código de barras' },
  'column.barcodeId': { en: 'Barcode no.', es: 'N.º de código' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.productId': { en: 'Product no.', es: 'N.º de producto' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.expiry': { en: 'Expiry', es: 'Caducidad' },
  'column.daysLeft': { en: 'Days left', es: 'Días restantes' },
  'column.bucket': { en: 'Expires in', es: 'Caduca en' },
  'column.storage': { en: 'Storage', es: 'Conservación' },
  'column.mrp': { en: 'MRP per pack', es: 'PVP por envase' },
  'column.firstAt': { en: 'First received', es: 'Primera entrada' },
  'column.onHand': { en: 'On hand', es: 'Existencias' },
  'column.sellable': { en: 'Sellable', es: 'Vendible' },
  'column.reserved': { en: 'Reserved', es: 'Reservado' },
  'column.inward': { en: 'To put away', es: 'Por ubicar' },
  'column.held': { en: 'On hold', es: 'Retenido' },
  'column.damaged': { en: 'Damaged', es: 'Dañado' },
  'column.expired': { en: 'Expired', es: 'Caducado' },
  'column.value': { en: 'Value at cost', es: 'Valor a coste' },
  'column.sellableValue': { en: 'Sellable at cost', es: 'Vendible a coste' },
  'column.mrpValue': { en: 'Value at MRP', es: 'Valor a PVP' },
  'bucket.expired': { en: 'Expired', es: 'Caducado' },
  'bucket.d30': { en: 'Up to 30 days', es: 'Hasta 30 días' },
  'bucket.d60': { en: '31 to 60 days', es: 'De 31 a 60 días' },
  'bucket.d90': { en: '61 to 90 days', es: 'De 61 a 90 días' },
  'bucket.d180': { en: '91 to 180 days', es: 'De 91 a 180 días' },
  'bucket.later': { en: 'Later', es: 'Más tarde' },
  'bucket.none': { en: 'No expiry', es: 'Sin caducidad' },
  'measure.products': { en: 'Products', es: 'Productos' },
  'measure.onHand': { en: 'On hand', es: 'Existencias' },
  'measure.sellable': { en: 'Sellable', es: 'Vendible' },
  'measure.value': { en: 'Value at cost', es: 'Valor a coste' },
  'means.products': {
    en: 'Different products of which there are units now.',
    es: 'Productos distintos de los que hay unidades.',
  },
  'means.onHand': {
    en: 'Base units of every kind now: sellable, reserved, to be put away, on hold, damaged and expired.',
    es: 'Unidades de toda clase: vendibles, reservadas, por ubicar, retenidas, dañadas y caducadas.',
  },
  'means.sellable': {
    en: 'Units on a shelf that nobody has reserved, whatever their expiry.',
    es: 'Unidades en estante que nadie ha reservado, sea cual sea su caducidad.',
  },
  'means.value': {
    en: 'Units on hand, each at the cost of its own barcode.',
    es: 'Unidades en existencias, cada una al coste de su código.',
  },
} as const;
