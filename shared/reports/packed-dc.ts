import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dcTranslations } from '../streams/sales/dc/translations.ts';
import { challanDrill, challanRows, deliveryColumns, deliveryWords } from './models/deliveries.ts';
import { stageTexts } from './models/purchases.ts';

const own = deliveryColumns;

/** Packed parcels that have not left. */
export const packedDc = defineReport({
  name: 'packeddc',
  route: '/reports/inventoryReports/packeddc',
  model: challanRows,
  columns: [
    ...[own.slotEnds, own.ref, own.orderNumber, own.customer, own.pincode, own.stage, own.agent],
    ...[own.cold, own.parcels, own.cod, own.value, own.madeAt, own.verifiedAt, own.iPooId, own.dcId],
  ],
  scope: { place: 'iPooId' },
  only: { column: 'stage', in: ['generated', 'verified', 'cancelRequested'] },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'cold' },
    { kind: 'find', columns: ['ref', 'orderNumber', 'customer', 'pincode'] },
  ],
  groups: ['stage', 'pincode', 'cold', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'parcels', kind: 'sum', of: 'parcels' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'cod', kind: 'sum', of: 'cod' },
  ],
  chart: { kind: 'bar', by: 'pincode', of: 'value' },
  drill: challanDrill,
  sort: { column: 'slotEnds', way: 'asc' },
  translations: reportTexts({
    ...deliveryWords,
    ...stageTexts(dcTranslations),
    title: { en: 'Packed DC', es: 'Albaranes embalados' },
    'measure.parcels': { en: 'Parcels', es: 'Bultos' },
    'means.parcels': { en: 'Packed and still in the store.', es: 'Embalados y aún en la tienda.' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'means.value': { en: 'Total of their invoices.', es: 'Total de sus facturas.' },
    'measure.cod': { en: 'Cash on delivery', es: 'Contra entrega' },
    'means.cod': { en: 'To be collected at the door.', es: 'A cobrar en la puerta.' },
  }),
});
