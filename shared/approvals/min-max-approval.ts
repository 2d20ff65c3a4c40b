import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { levelChange } from '../streams/stock/minmax/level-change.ts';
import { dailySales } from '../streams/stock/minmax/levels.ts';

const weekMs = 7 * 86_400_000;

/** New levels of a product at a place, with the demand behind them. */
export const minMaxApproval = defineApproval({
  name: 'min-max-approval',
  decision: levelChange,
  steps: () => [{ rule: 'holders', permission: 'approvals/min-max-approval:approve' }],
  due: 3 * 24 * 60,
  expires: ({ at }) => new Date(Date.parse(at) + 2 * weekMs).toISOString(),
  before: ({ product, place, before, figures, change }) => ({
    product,
    place,
    min: before?.min ?? null,
    max: before?.max ?? null,
    multiple: before?.multiple ?? null,
    change: change === null ? '–' : `${change} %`,
    sold: figures?.sold ?? null,
    stockedDays: figures?.stockedDays ?? null,
    ads: figures ? String(dailySales({ ...figures, packSize: 1 })) : null,
    leadDays: figures?.leadDays ?? null,
  }),
  after: ({ min, max, multiple }) => ({ min, max, multiple }),
  about: 'product',
  evidence: [
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
    { name: 'multiple', kind: 'number' },
    { name: 'product', kind: 'text' },
    { name: 'place', kind: 'id' },
    { name: 'change', kind: 'text' },
    { name: 'ads', kind: 'text' },
    { name: 'sold', kind: 'number' },
    { name: 'stockedDays', kind: 'number' },
    { name: 'leadDays', kind: 'number' },
  ],
  lockScreen: ['product', 'min', 'max'],
  columns: [
    { name: 'product', kind: 'text', width: 200 },
    { name: 'place', kind: 'id', width: 90 },
    { name: 'ads', kind: 'text', width: 110 },
    { name: 'change', kind: 'text', width: 90 },
  ],
  sources: ['product'],
  subjectScreen: { route: '/purchaseanddispatch/minMaxList?id={id}', need: 'Inventory/minMaxList:view' },
  example: {
    as: 201,
    minutesAgo: 300,
    steps: () => [{ stream: 'minmax-1-1', command: 'propose', input: { min: 45, max: 165, multiple: 15 } }],
  },
  translations: translations({
    en: {
      title: 'Min Max Approval',
      'column.subject': 'Rule',
      'column.product': 'Product',
      'column.place': 'Place',
      'column.min': 'Minimum',
      'column.max': 'Maximum',
      'column.multiple': 'Ordered in',
      'column.change': 'Change',
      'column.ads': 'Sold a day',
      'column.sold': 'Sold in 90 days',
      'column.stockedDays': 'Days with stock',
      'column.leadDays': 'Lead time (days)',
      'effect.approve': 'From tonight the place is filled up by the new levels.',
      'effect.reject': 'The old levels stay.',
    },
    es: {
      title: 'Aprobación de mínimos y máximos',
      'column.subject': 'Regla',
      'column.product': 'Producto',
      'column.place': 'Lugar',
      'column.min': 'Mínimo',
      'column.max': 'Máximo',
      'column.multiple': 'Se pide de',
      'column.change': 'Cambio',
      'column.ads': 'Venta diaria',
      'column.sold': 'Vendido en 90 días',
      'column.stockedDays': 'Días con existencias',
      'column.leadDays': 'Plazo (días)',
      'effect.approve': 'Desde esta noche el lugar se repone según los nuevos niveles.',
      'effect.reject': 'Quedan los niveles anteriores.',
    },
  }),
});
