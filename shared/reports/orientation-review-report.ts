import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { orientationColumns, orientationReviews } from './models/orientation-reviews.ts';

const own = orientationColumns;

/** The timeliness of orientation reviews, and their reviewers. */
export const orientationReviewReport = defineReport({
  name: 'orientationReviewReport',
  route: '/reports/normalReports/orientationReviewReport',
  model: orientationReviews,
  columns: [
    ...[own.completedAt, own.ref, own.customer, own.executive, own.state, own.leadBy, own.leadAt],
    ...[own.doctorBy, own.doctorAt, own.closedAt, own.minutes, own.inTime, own.outcome],
    ...[own.leadText, own.doctorText, own.iPooId, own.appointmentId, own.customerRef],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'completedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'state' },
    { kind: 'find', columns: ['ref', 'customer', 'customerRef', 'executive', 'leadBy', 'doctorBy'] },
  ],
  groups: ['executive', 'state', 'leadBy', 'doctorBy', 'iPooId'],
  groupedBy: 'executive',
  measures: [
    { name: 'visits', kind: 'count' },
    { name: 'closed', kind: 'share', where: { column: 'state', in: ['closed'] } },
    {
      name: 'inTime',
      kind: 'share',
      where: { column: 'inTime', in: ['yes'] },
      among: { column: 'inTime', in: ['yes', 'no'] },
    },
    { name: 'wait', kind: 'median', of: 'minutes' },
  ],
  chart: { kind: 'stack', by: 'completedAt', split: 'state' },
  drill: [
    {
      need: 'Prescription/reviewerType/1:view',
      href: ({ id }) => `/prescription/orientationReview/reviewerType/1?row=${id}`,
    },
    {
      need: 'Prescription/reviewerType/2:view',
      href: ({ id }) => `/prescription/orientationReview/reviewerType/2?row=${id}`,
    },
  ],
  sort: { column: 'completedAt', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Orientation review report', es: 'Informe de revisiones de orientación' },
    'column.completedAt': { en: 'Visit', es: 'Visita' },
    'column.ref': { en: 'Review', es: 'Revisión' },
    'column.appointmentId': { en: 'Appointment', es: 'Cita' },
    'column.customer': { en: 'Customer', es: 'Cliente' },
    'column.customerRef': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.executive': { en: 'Executive', es: 'Ejecutivo' },
    'column.outcome': { en: 'Outcome', es: 'Resultado' },
    'column.state': { en: 'Waiting for', es: 'Espera a' },
    'state.both': { en: 'Team lead and doctor', es: 'Jefe de equipo y médico' },
    'state.lead': { en: 'Team lead', es: 'Jefe de equipo' },
    'state.doctor': { en: 'Doctor', es: 'Médico' },
    'state.closed': { en: 'Nobody (closed)', es: 'Nadie (cerrada)' },
    'column.leadBy': { en: 'Team lead', es: 'Jefe de equipo' },
    'column.leadAt': { en: 'Team lead commented', es: 'Comentó el jefe de equipo' },
    'column.leadText': { en: 'Team lead’s comment', es: 'Comentario del jefe de equipo' },
    'column.doctorBy': { en: 'Doctor', es: 'Médico' },
    'column.doctorAt': { en: 'Doctor commented', es: 'Comentó el médico' },
    'column.doctorText': { en: 'Doctor’s comment', es: 'Comentario del médico' },
    'column.closedAt': { en: 'Closed', es: 'Cerrada' },
    'column.inTime': { en: 'Within 48 h', es: 'En 48 h' },
    'inTime.yes': { en: 'Yes', es: 'Sí' },
    'inTime.no': { en: 'No', es: 'No' },
    'column.minutes': { en: 'Visit to closed', es: 'De la visita al cierre' },
    'measure.visits': { en: 'Orientations', es: 'Orientaciones' },
    'means.visits': {
      en: 'Orientation visits completed in the period.',
      es: 'Visitas de orientación hechas en el período.',
    },
    'measure.closed': { en: 'Reviewed', es: 'Revisadas' },
    'means.closed': {
      en: 'Share with the comments of both.',
      es: 'Parte con los comentarios de ambos.',
    },
    'measure.inTime': { en: 'Within 48 h', es: 'En 48 h' },
    'means.inTime': {
      en: 'Of the reviewed ones, those closed within 48 hours of the visit.',
      es: 'De las revisadas, las cerradas en las 48 horas tras la visita.',
    },
    'measure.wait': { en: 'Time to review', es: 'Tiempo de revisión' },
    'means.wait': {
      en: 'Median time from the visit to the end of the review.',
      es: 'Mediana desde la visita hasta el fin de la revisión.',
    },
  }),
});
