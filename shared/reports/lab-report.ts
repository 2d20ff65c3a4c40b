import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { labReportTranslations } from '../streams/care/lab/translations.ts';
import { labReportColumns, labReports } from './models/lab-reports.ts';
import { stageTexts } from './models/purchases.ts';

const own = labReportColumns;

/** Laboratory reports, their speed and their severity. */
export const labReport = defineReport({
  name: 'labReport',
  route: '/reports/labReport',
  model: labReports,
  columns: [
    ...[own.receivedAt, own.ref, own.patient, own.lab, own.stage, own.flag, own.tests, own.out],
    ...[own.critical, own.collectedAt, own.reportedAt, own.verifiedAt, own.sharedAt, own.labMinutes],
    ...[own.ourMinutes, own.digitizer, own.verifier, own.reportNo, own.iPooId, own.patientId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'receivedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'flag' },
    { kind: 'find', columns: ['ref', 'reportNo', 'patient', 'lab', 'digitizer', 'verifier'] },
  ],
  groups: ['lab', 'stage', 'flag', 'digitizer', 'verifier', 'iPooId'],
  groupedBy: 'lab',
  measures: [
    { name: 'reports', kind: 'count' },
    { name: 'labTime', kind: 'median', of: 'labMinutes' },
    { name: 'ourTime', kind: 'median', of: 'ourMinutes' },
    { name: 'outOfRange', kind: 'ratio', of: 'out', per: 'tests' },
    { name: 'critical', kind: 'sum', of: 'critical' },
  ],
  chart: { kind: 'stack', by: 'receivedAt', split: 'flag' },
  drill: [
    {
      need: 'Prescription/labReportsDigitization:view',
      href: ({ id }) => `/prescription/labReportsDigitization?row=${id}`,
    },
  ],
  sort: { column: 'receivedAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(labReportTranslations),
    title: { en: 'Lab report', es: 'Informe de laboratorio' },
    'column.receivedAt': { en: 'Received', es: 'Recibido' },
    'column.ref': { en: 'Report', es: 'Informe' },
    'column.reportNo': { en: 'Lab report no.', es: 'N.º del laboratorio' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.patientId': { en: 'Patient id', es: 'Id. del paciente' },
    'column.lab': { en: 'Lab', es: 'Laboratorio' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.flag': { en: 'Values', es: 'Valores' },
    'flag.normal': { en: 'Normal', es: 'Normales' },
    'flag.out': { en: 'Out of range', es: 'Fuera de rango' },
    'flag.critical': { en: 'Critical', es: 'Críticos' },
    'column.tests': { en: 'Tests', es: 'Pruebas' },
    'column.out': { en: 'Out of range', es: 'Fuera de rango' },
    'column.critical': { en: 'Critical', es: 'Críticos' },
    'column.collectedAt': { en: 'Collected', es: 'Muestra tomada' },
    'column.reportedAt': { en: 'Reported', es: 'Emitido' },
    'column.verifiedAt': { en: 'Verified', es: 'Verificado' },
    'column.sharedAt': { en: 'Shared', es: 'Compartido' },
    'column.digitizer': { en: 'Transcribed by', es: 'Transcrito por' },
    'column.verifier': { en: 'Verified by', es: 'Verificado por' },
    'column.labMinutes': { en: 'Time at the lab', es: 'Tiempo en el laboratorio' },
    'column.ourMinutes': { en: 'Received to verified', es: 'De recibido a verificado' },
    'measure.reports': { en: 'Reports', es: 'Informes' },
    'means.reports': { en: 'Reports received in the period.', es: 'Informes recibidos en el período.' },
    'measure.labTime': { en: 'Time at the lab', es: 'Tiempo en el laboratorio' },
    'means.labTime': {
      en: 'Median time from the sample to the report.',
      es: 'Mediana desde la muestra hasta el informe.',
    },
    'measure.ourTime': { en: 'Received to verified', es: 'De recibido a verificado' },
    'means.ourTime': {
      en: 'Median time until two people had transcribed and verified it.',
      es: 'Mediana hasta que dos personas lo transcribieron y verificaron.',
    },
    'measure.outOfRange': { en: 'Out of range', es: 'Fuera de rango' },
    'means.outOfRange': {
      en: 'Share of the transcribed values outside the range that holds for the patient.',
      es: 'Parte de los valores transcritos fuera del rango válido para el paciente.',
    },
    'measure.critical': { en: 'Critical values', es: 'Valores críticos' },
    'means.critical': {
      en: 'Values that cannot wait; each raises an escalation.',
      es: 'Valores que no pueden esperar; cada uno crea un escalamiento.',
    },
  }),
});
