import { monthAndYear } from '../core/day.ts';
import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { labelEdit } from '../streams/stock/barcode/label-edit.ts';

const weekMs = 7 * 86_400_000;
const month = (day: string | null): string => (day === null ? '–' : monthAndYear(day));

/** A wrong label: before and after, side by side. Reserved or picked units prevent its application. */
export const stockBarcodeEditApproval = defineApproval({
  name: 'stockBarcodeEditapproval',
  decision: labelEdit,
  steps: () => [{ rule: 'holders', permission: 'approvals/stockBarcodeEditapproval:approve' }],
  due: 240,
  expires: ({ at }) => new Date(Date.parse(at) + weekMs).toISOString(),
  before: ({ product, before }) => ({
    product,
    batch: before.batch,
    mfg: month(before.mfg),
    expiry: month(before.expiry),
    mrp: before.mrpPaise,
  }),
  after: ({ after }) => ({
    batch: after.batch,
    mfg: month(after.mfg),
    expiry: month(after.expiry),
    mrp: after.mrpPaise,
  }),
  recheck: 'effect',
  about: 'product',
  evidence: [
    { name: 'product', kind: 'text' },
    { name: 'batch', kind: 'id' },
    { name: 'mfg', kind: 'text' },
    { name: 'expiry', kind: 'text' },
    { name: 'mrp', kind: 'money' },
  ],
  lockScreen: ['product', 'batch', 'expiry'],
  columns: [
    { name: 'product', kind: 'text', width: 200 },
    { name: 'batch', kind: 'id', width: 130 },
    { name: 'expiry', kind: 'text', width: 100 },
    { name: 'mrp', kind: 'money', width: 110 },
  ],
  sources: ['product'],
  subjectScreen: {
    route: '/purchaseanddispatch/stockBarcodeEdit?id={id}',
    need: 'Inventory/stockBarcodeEdit:view',
  },
  translations: translations({
    en: {
      title: 'Stock Barcode Edit Approval',
      asked: 'Label correction',
      'column.subject': 'Barcode',
      'column.product': 'Product',
      'column.batch': 'Batch',
      'column.mfg': 'Manufactured',
      'column.expiry': 'Expiry',
      'column.mrp': 'MRP',
      'effect.approve':
        'The label is corrected at every place. Documents that were printed keep what they said.',
      'effect.reject': 'The label stays as it is.',
      'fails.unitsHeld': 'units of it are reserved',
    },
    es: {
      title: 'Aprobación de correcciones de etiquetas',
      asked: 'Corrección de etiqueta',
      'column.subject': 'Código',
      'column.product': 'Producto',
      'column.batch': 'Lote',
      'column.mfg': 'Fabricado',
      'column.expiry': 'Caducidad',
      'column.mrp': 'PVP',
      'effect.approve':
        'La etiqueta se corrige en todos los lugares. Los documentos impresos conservan lo que decían.',
      'effect.reject': 'La etiqueta queda como está.',
      'fails.unitsHeld': 'hay unidades reservadas',
    },
  }),
});
