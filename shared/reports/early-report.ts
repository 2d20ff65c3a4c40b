import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { appointmentVisits, visitColumns, visitDrill, visitWords } from './models/appointment-visits.ts';

const own = visitColumns;
const unusual = { column: 'kind', in: ['early', 'late', 'elsewhere'] } as const;

export const earlyReport = defineReport({
  name: 'earlyreport',
  route: '/reports/normalReports/earlyreport',
  model: appointmentVisits,
  columns: [
    own.slotAt,
    own.ref,
    own.employee,
    own.iPooId,
    own.type,
    own.startedAt,
    own.variance,
    own.distanceM,
    own.kind,
    own.permit,
    { name: 'approver', kind: 'text', author: true, width: 150, joined: true },
    own.permitReason,
    { name: 'same', kind: 'number', width: 120, joined: true },
    own.customerName,
    own.customer,
    own.employeeId,
    own.approvalId,
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  only: { column: 'kind', in: ['onTime', 'early', 'late', 'elsewhere'] },
  filters: [
    { kind: 'period', name: 'slotAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'choice', name: 'permit' },
    { kind: 'find', columns: ['ref', 'employee', 'customer', 'customerName', 'approver', 'permitReason'] },
  ],
  groups: ['kind', 'employee', 'iPooId', 'type', 'permit', 'approver'],
  measures: [
    { name: 'starts', kind: 'count' },
    { name: 'early', kind: 'count', where: { column: 'kind', in: ['early'] } },
    { name: 'late', kind: 'count', where: { column: 'kind', in: ['late'] } },
    { name: 'elsewhere', kind: 'count', where: { column: 'kind', in: ['elsewhere'] } },
    { name: 'without', kind: 'count', among: unusual, where: { column: 'permit', in: ['no'] } },
  ],
  chart: { kind: 'stack', by: 'slotAt', split: 'kind' },
  drill: visitDrill,
  sort: { column: 'slotAt', way: 'desc' },
  translations: reportTexts({
    ...visitWords,
    title: { en: 'Early and late starts', es: 'Inicios antes y después de la franja' },
    'column.approver': { en: 'Approver', es: 'Aprobador' },
    'column.same': { en: 'Same kind in 30 days', es: 'Del mismo tipo en 30 días' },
    'measure.starts': { en: 'Starts', es: 'Inicios' },
    'measure.early': { en: 'Early', es: 'Anticipados' },
    'measure.late': { en: 'Late', es: 'Tardíos' },
    'measure.elsewhere': { en: 'Elsewhere', es: 'En otro lugar' },
    'measure.without': { en: 'Without a permit', es: 'Sin permiso' },
    'means.starts': {
      en: 'Visits that were started, by the day of their slot.',
      es: 'Visitas iniciadas, por el día de su franja.',
    },
    'means.early': {
      en: 'Visits started more than 15 minutes before their slot, near the address.',
      es: 'Visitas iniciadas más de 15 minutos antes de la franja, cerca de la dirección.',
    },
    'means.late': {
      en: 'Visits started more than 15 minutes after the beginning of their slot, near the address.',
      es: 'Visitas iniciadas más de 15 minutos después del comienzo de la franja, cerca de la dirección.',
    },
    'means.elsewhere': {
      en: 'Visits started more than 200 m from the address, or with a permit for another place.',
      es: 'Visitas iniciadas a más de 200 m de la dirección, o con permiso para otro lugar.',
    },
    'means.without': {
      en: 'Early, late or elsewhere, without a permit.',
      es: 'Anticipados, tardíos o en otro lugar, sin permiso.',
    },
  }),
});
