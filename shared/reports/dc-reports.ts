import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dcTranslations } from '../streams/sales/dc/translations.ts';
import { challanDrill, challanRows, deliveryColumns, deliveryWords } from './models/deliveries.ts';
import { stageTexts } from './models/purchases.ts';

const own = deliveryColumns;
const done = { column: 'onTime', in: ['yes', 'no'] };

/** The stage of every delivery challan. */
export const dcReports = defineReport({
  name: 'dcReports',
  route: '/reports/inventoryReports/dcReports',
  model: challanRows,
  columns: [
    ...[own.madeAt, own.ref, own.customer, own.stage, own.value, own.cod, own.agent, own.mode, own.tries],
    ...[own.slotEnds, own.deliveredAt, own.onTime, own.verifiedAt, own.outAt, own.doorMinutes, own.lines],
    ...[own.parcels, own.invoiceNumber, own.orderNumber, own.pincode, own.eway, own.iPooId, own.dcId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'mode' },
    { kind: 'find', columns: ['ref', 'invoiceNumber', 'orderNumber', 'customer', 'agent', 'pincode'] },
  ],
  groups: ['stage', 'agent', 'mode', 'pincode', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'challans', kind: 'count' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'onTime', kind: 'share', among: done, where: { column: 'onTime', in: ['yes'] } },
    { name: 'doorMinutes', kind: 'median', of: 'doorMinutes' },
  ],
  chart: { kind: 'bar', by: 'stage', of: 'value' },
  drill: challanDrill,
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...deliveryWords,
    ...stageTexts(dcTranslations),
    title: { en: 'DC report', es: 'Informe de albaranes' },
    'measure.challans': { en: 'Challans', es: 'Albaranes' },
    'means.challans': { en: 'Challans made in the period.', es: 'Albaranes hechos en el período.' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'means.value': { en: 'Total of their invoices.', es: 'Total de sus facturas.' },
    'measure.onTime': { en: 'On time', es: 'A tiempo' },
    'means.onTime': {
      en: 'Delivered before the end of their slot, of all that were delivered.',
      es: 'Entregados antes del fin de su franja, del total entregado.',
    },
    'measure.doorMinutes': { en: 'Checked to delivered', es: 'De verificado a entregado' },
    'means.doorMinutes': {
      en: 'Half of the delivered parcels took less time.',
      es: 'La mitad de los bultos entregados tardó menos.',
    },
  }),
});
