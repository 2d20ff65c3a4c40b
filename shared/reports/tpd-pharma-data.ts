import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { tpdColumns, tpdDrill, tpdMeasures, tpdPrescriptions, tpdWords } from './models/tpd-prescriptions.ts';

const own = tpdColumns;

/** Partners' prescriptions and their outcomes. */
export const tpdPharmaData = defineReport({
  name: 'tpdPharmaData',
  route: '/reports/normalReports/tpdPharmaData',
  model: tpdPrescriptions,
  columns: [
    ...[own.receivedAt, own.ref, own.partner, own.partnerRef, own.doctor, own.patient, own.stage],
    ...[own.phoneMatch, own.matchedAt, own.decidedAt, own.decideMinutes, own.decidedBy, own.reason],
    ...[own.rx, own.pages, own.order, own.orderStage, own.orderValue, own.deliveredAt],
    ...[own.prescribedOn, own.inTime, own.iPooId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'receivedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'reason' },
    { kind: 'find', columns: ['ref', 'partner', 'partnerRef', 'doctor', 'patient', 'rx', 'orderRef'] },
  ],
  groups: ['partner', 'stage', 'reason', 'doctor', 'decidedBy', 'iPooId'],
  groupedBy: 'partner',
  measures: [...tpdMeasures, { name: 'value', kind: 'sum', of: 'orderValue' }],
  chart: { kind: 'stack', by: 'partner', split: 'stage' },
  drill: [...tpdDrill],
  sort: { column: 'receivedAt', way: 'desc' },
  translations: reportTexts({
    ...tpdWords,
    title: { en: 'TPD pharma data', es: 'Datos de farmacia TPD' },
    'measure.value': { en: 'Ordered', es: 'Pedido' },
    'means.value': {
      en: 'Total of the orders on these prescriptions, without cancelled units.',
      es: 'Importe de los pedidos con estas recetas, sin las unidades anuladas.',
    },
  }),
});
