import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { labOrderTranslations } from '../streams/care/lab/translations.ts';
import { labOrderColumns, labOrders } from './models/lab-orders.ts';
import { stageTexts } from './models/purchases.ts';

const own = labOrderColumns;

/** Collection and reporting of the tests that partners order, by laboratory. */
export const tpdLabDashboard = defineReport({
  name: 'tpdLabDashboard',
  route: '/reports/tpdLabDashboard',
  model: labOrders,
  only: { column: 'source', in: ['tpd'] },
  columns: [
    ...[own.orderedAt, own.ref, own.lab, own.patient, own.testNames, own.tests, own.price, own.stage],
    ...[own.bookedFor, own.collectedAt, own.sentAt, own.reportedAt, own.closedAt],
    ...[own.collectMinutes, own.reportMinutes, own.collected, own.rejected, own.reason],
    ...[own.by, own.source, own.iPooId, own.patientId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'orderedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'lab', 'testNames', 'patient'] },
  ],
  groups: ['lab', 'stage', 'by', 'iPooId'],
  groupedBy: 'lab',
  measures: [
    { name: 'orders', kind: 'count' },
    { name: 'collected', kind: 'share', where: { column: 'collected', in: ['yes'] } },
    {
      name: 'rejected',
      kind: 'share',
      where: { column: 'rejected', in: ['yes'] },
      among: { column: 'collected', in: ['yes'] },
    },
    { name: 'reported', kind: 'share', where: { column: 'stage', in: ['reportReceived', 'closed'] } },
    { name: 'toReport', kind: 'median', of: 'reportMinutes' },
    { name: 'value', kind: 'sum', of: 'price' },
  ],
  chart: { kind: 'stack', by: 'orderedAt', split: 'stage' },
  drill: [
    {
      need: 'Prescription/labStats:view',
      href: ({ patientId }) => `/prescription/labStats?patient=${String(patientId)}`,
    },
  ],
  sort: { column: 'orderedAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(labOrderTranslations),
    title: { en: 'TPD lab dashboard', es: 'Panel de laboratorio TPD' },
    'column.ref': { en: 'Order', es: 'Orden' },
    'column.orderedAt': { en: 'Ordered', es: 'Solicitada' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.patientId': { en: 'Patient no.', es: 'N.º de paciente' },
    'column.lab': { en: 'Lab', es: 'Laboratorio' },
    'column.tests': { en: 'Tests', es: 'Pruebas' },
    'column.testNames': { en: 'Test names', es: 'Nombres de las pruebas' },
    'column.price': { en: 'Price', es: 'Precio' },
    'column.source': { en: 'Source', es: 'Origen' },
    'source.careConnect': { en: 'Care Connect', es: 'Care Connect' },
    'source.prescription': { en: 'Prescription', es: 'Receta' },
    'source.tpd': { en: 'Partner', es: 'Socio' },
    'source.adhoc': { en: 'Ad hoc', es: 'Puntual' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.bookedFor': { en: 'Collection booked for', es: 'Toma reservada para' },
    'column.collectedAt': { en: 'Collected', es: 'Muestra tomada' },
    'column.sentAt': { en: 'Sent to the lab', es: 'Enviada al laboratorio' },
    'column.reportedAt': { en: 'Report received', es: 'Informe recibido' },
    'column.closedAt': { en: 'Report verified', es: 'Informe verificado' },
    'column.collectMinutes': { en: 'Ordered to collected', es: 'De solicitada a tomada' },
    'column.reportMinutes': { en: 'Collected to report', es: 'De la toma al informe' },
    'column.collected': { en: 'Sample taken', es: 'Con muestra' },
    'collected.yes': { en: 'Yes', es: 'Sí' },
    'collected.no': { en: 'No', es: 'No' },
    'column.rejected': { en: 'Sample rejected', es: 'Muestra rechazada' },
    'rejected.yes': { en: 'Yes', es: 'Sí' },
    'rejected.no': { en: 'No', es: 'No' },
    'column.reason': { en: 'Reason', es: 'Motivo' },
    'column.by': { en: 'Ordered by', es: 'Solicitada por' },
    'measure.orders': { en: 'Orders', es: 'Órdenes' },
    'means.orders': {
      en: 'Test orders that partners requested in the period.',
      es: 'Órdenes de pruebas solicitadas por socios en el período.',
    },
    'measure.collected': { en: 'Collected', es: 'Con muestra' },
    'means.collected': {
      en: 'Share of the orders with a sample taken.',
      es: 'Parte de las órdenes con muestra tomada.',
    },
    'measure.rejected': { en: 'Sample rejected', es: 'Muestra rechazada' },
    'means.rejected': {
      en: 'Share of the collected ones with a sample rejected at least once.',
      es: 'Parte de las tomadas cuya muestra se rechazó alguna vez.',
    },
    'measure.reported': { en: 'Reported', es: 'Con informe' },
    'means.reported': {
      en: 'Share of the orders whose report was received.',
      es: 'Parte de las órdenes con informe recibido.',
    },
    'measure.toReport': { en: 'Collected to report', es: 'De la toma al informe' },
    'means.toReport': {
      en: 'Median time from the first sample to the report.',
      es: 'Mediana desde la primera muestra hasta el informe.',
    },
    'measure.value': { en: 'Value', es: 'Valor' },
    'means.value': {
      en: 'Price of the tests by the price list of the day of the order.',
      es: 'Precio de las pruebas según la tarifa del día de la orden.',
    },
  }),
});
