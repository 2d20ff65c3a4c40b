import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { waitingColumns, waitingPrescriptions } from './models/waiting-prescriptions.ts';

const own = waitingColumns;

/** Waiting upload sessions and prescriptions, their desk and waiting time. */
export const prescriptionUploadPending = defineReport({
  name: 'prescriptionUploadPending',
  route: '/reports/normalReports/prescriptionUploadPending',
  model: waitingPrescriptions,
  columns: [
    ...[own.since, own.kind, own.ref, own.patient, own.stage, own.holder, own.source, own.files],
    ...[own.consent, own.by, own.openedAt, own.iPooId, own.subjectId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'since', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['ref', 'patient', 'holder', 'by'] },
  ],
  groups: ['stage', 'holder', 'source', 'kind', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'waiting', kind: 'count' },
    { name: 'sessions', kind: 'count', where: { column: 'kind', in: ['session'] } },
    { name: 'entry', kind: 'count', where: { column: 'stage', in: ['entry', 'second', 'differences'] } },
    { name: 'check', kind: 'count', where: { column: 'stage', in: ['check'] } },
    { name: 'questions', kind: 'count', where: { column: 'stage', in: ['question'] } },
  ],
  chart: { kind: 'bar', by: 'stage' },
  drill: [
    {
      need: 'Prescription/pdList:view',
      href: ({ kind, subjectId }) =>
        kind === 'prescription' ? `/prescription/pdList?row=${String(subjectId)}` : null,
    },
  ],
  sort: { column: 'since', way: 'asc' },
  translations: reportTexts({
    title: { en: 'Prescription upload pending', es: 'Recetas pendientes' },
    'column.since': { en: 'Waiting since', es: 'Espera desde' },
    'column.kind': { en: 'Kind', es: 'Tipo' },
    'kind.session': { en: 'Upload session', es: 'Sesión de subida' },
    'kind.prescription': { en: 'Prescription', es: 'Receta' },
    'column.ref': { en: 'Reference', es: 'Referencia' },
    'column.subjectId': { en: 'Id', es: 'Id.' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.stage': { en: 'Waiting for', es: 'Espera' },
    'stage.upload': { en: 'Pages', es: 'Páginas' },
    'stage.code': { en: 'Code of the customer', es: 'Código del cliente' },
    'stage.entry': { en: 'Transcription', es: 'Transcripción' },
    'stage.second': { en: 'Second transcription', es: 'Segunda transcripción' },
    'stage.differences': { en: 'Decision on differences', es: 'Decisión sobre diferencias' },
    'stage.question': { en: 'Answer to a question', es: 'Respuesta a una pregunta' },
    'stage.check': { en: 'Check', es: 'Revisión' },
    'column.source': { en: 'Received via', es: 'Recibida por' },
    'source.upload': { en: 'Upload', es: 'Subida' },
    'source.adhoc': { en: 'Ad hoc', es: 'Puntual' },
    'source.update': { en: 'Update', es: 'Cambio' },
    'source.tpd': { en: 'Partner', es: 'Socio' },
    'source.agent': { en: 'Agent', es: 'Agente' },
    'source.field': { en: 'Field visit', es: 'Visita' },
    'source.store': { en: 'Store', es: 'Tienda' },
    'source.link': { en: 'Customer’s link', es: 'Enlace del cliente' },
    'column.files': { en: 'Pages', es: 'Páginas' },
    'column.consent': { en: 'Consent', es: 'Consentimiento' },
    'consent.yes': { en: 'Yes', es: 'Sí' },
    'consent.no': { en: 'No', es: 'No' },
    'column.holder': { en: 'Last worked on by', es: 'Último en trabajarla' },
    'column.by': { en: 'Uploaded by', es: 'Subida por' },
    'column.openedAt': { en: 'Handed over', es: 'Entregada' },
    'measure.waiting': { en: 'Waiting', es: 'En espera' },
    'means.waiting': {
      en: 'Sessions and prescriptions that still need somebody, waiting since a moment in the period.',
      es: 'Sesiones y recetas que aún necesitan a alguien, en espera desde un momento del período.',
    },
    'measure.sessions': { en: 'Not handed over', es: 'Sin entregar' },
    'means.sessions': {
      en: 'Upload sessions without all pages or without the customer’s code.',
      es: 'Sesiones sin todas las páginas o sin el código del cliente.',
    },
    'measure.entry': { en: 'In transcription', es: 'En transcripción' },
    'means.entry': {
      en: 'To be transcribed, transcribed again, or decided where the two differ.',
      es: 'Por transcribir, repetir o decidir donde difieren.',
    },
    'measure.check': { en: 'To check', es: 'Por revisar' },
    'means.check': { en: 'Waiting for a pharmacist.', es: 'A la espera de un farmacéutico.' },
    'measure.questions': { en: 'Questions', es: 'Preguntas' },
    'means.questions': {
      en: 'Waiting for the answer of a doctor or a customer.',
      es: 'A la espera de la respuesta de un médico o cliente.',
    },
  }),
});
