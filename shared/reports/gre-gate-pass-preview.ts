import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { gatePassTranslations } from '../streams/purchase/gatepass/translations.ts';
import { gatePassColumns, gatePasses } from './models/gate-passes.ts';
import { stageTexts } from './models/purchases.ts';

const own = gatePassColumns;

/** Goods at the gate compared with entered receipts. */
export const greGatePassPreview = defineReport({
  name: 'greGatePassPreview',
  route: '/reports/inventoryReports/greGatePassPreview',
  model: gatePasses,
  columns: [
    ...[own.inAt, own.ref, own.supplier, own.stage, own.mismatch, own.declared, own.received, own.damaged],
    ...[own.invoices, own.entered, own.gres, own.value, own.vehicle, own.transporter, own.lrNo],
    ...[own.coldTemp, own.entryAt, own.waitMinutes, own.endedAt, own.iPooId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'inAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'mismatch' },
    { kind: 'find', columns: ['ref', 'supplier', 'vehicle', 'lrNo', 'gres'] },
  ],
  groups: ['mismatch', 'supplier', 'transporter', 'stage', 'iPooId'],
  groupedBy: 'mismatch',
  measures: [
    { name: 'passes', kind: 'count' },
    { name: 'boxes', kind: 'sum', of: 'received' },
    { name: 'mismatches', kind: 'count', where: { column: 'mismatch', in: ['boxes', 'damaged'] } },
    { name: 'toEnter', kind: 'count', where: { column: 'mismatch', in: ['entry'] } },
    { name: 'wait', kind: 'average', of: 'waitMinutes' },
  ],
  chart: { kind: 'stack', by: 'inAt', split: 'mismatch' },
  drill: [
    {
      need: ['Inventory/gatePass:view', 'Inventory/greGatePass:view'],
      href: ({ id }) => `/purchaseanddispatch/purchase/gatePass?id=${id}`,
    },
  ],
  sort: { column: 'inAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(gatePassTranslations),
    title: { en: 'GRE gate pass preview', es: 'Vista de pases de entrada GRE' },
    'column.ref': { en: 'Gate pass', es: 'Pase de entrada' },
    'column.inAt': { en: 'Arrived', es: 'Entrada' },
    'column.supplier': { en: 'Supplier', es: 'Proveedor' },
    'column.vehicle': { en: 'Vehicle', es: 'Vehículo' },
    'column.transporter': { en: 'Transporter', es: 'Transportista' },
    'column.lrNo': { en: 'LR number', es: 'N.º de carta de porte' },
    'column.declared': { en: 'Boxes declared', es: 'Cajas declaradas' },
    'column.received': { en: 'Boxes received', es: 'Cajas recibidas' },
    'column.damaged': { en: 'Damaged', es: 'Dañadas' },
    'column.coldTemp': { en: '°C', es: '°C' },
    'column.invoices': { en: 'Invoices', es: 'Facturas' },
    'column.entered': { en: 'Entered', es: 'Registradas' },
    'column.value': { en: 'Value', es: 'Valor' },
    'column.gres': { en: 'GREs', es: 'GRE' },
    'column.entryAt': { en: 'Entry begun', es: 'Registro iniciado' },
    'column.endedAt': { en: 'Ended', es: 'Terminado' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.mismatch': { en: 'Mismatch', es: 'Diferencia' },
    'column.waitMinutes': { en: 'Wait at the gate', es: 'Espera en la entrada' },
    'mismatch.none': { en: 'None', es: 'Ninguna' },
    'mismatch.boxes': { en: 'Number of boxes', es: 'Número de cajas' },
    'mismatch.damaged': { en: 'Damaged boxes', es: 'Cajas dañadas' },
    'mismatch.entry': { en: 'Invoices to enter', es: 'Facturas por registrar' },
    'measure.passes': { en: 'Gate passes', es: 'Pases de entrada' },
    'means.passes': {
      en: 'Vehicles that arrived in the period.',
      es: 'Vehículos que entraron en el período.',
    },
    'measure.boxes': { en: 'Boxes', es: 'Cajas' },
    'means.boxes': { en: 'Boxes received at the gate.', es: 'Cajas recibidas en la entrada.' },
    'measure.mismatches': { en: 'With a mismatch', es: 'Con diferencia' },
    'means.mismatches': {
      en: 'More or fewer boxes than declared, or damaged ones.',
      es: 'Más o menos cajas que las declaradas, o dañadas.',
    },
    'measure.toEnter': { en: 'To enter', es: 'Por registrar' },
    'means.toEnter': {
      en: 'Invoices of these passes without a goods receipt yet.',
      es: 'Facturas de estos pases aún sin recepción.',
    },
    'measure.wait': { en: 'Wait at the gate', es: 'Espera en la entrada' },
    'means.wait': {
      en: 'Mean time until the first invoice was entered.',
      es: 'Tiempo medio hasta registrar la primera factura.',
    },
  }),
});
