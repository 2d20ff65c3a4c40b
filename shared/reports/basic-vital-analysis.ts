import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { sources } from '../streams/care/vital/catalogue.ts';
import { readingFlags, readingTones, vitalValues } from './models/vital-values.ts';

/** The share of patients' vitals in range, by vital; a patient is named to whoever may see their vitals. */
export const basicVitalAnalysis = defineReport({
  name: 'basicVitalAnalysis',
  route: '/reports/basicVitalAnalysis',
  model: vitalValues,
  columns: [
    { name: 'takenAt', kind: 'datetime', width: 140 },
    { name: 'vital', kind: 'text', clinical: true, width: 180 },
    { name: 'reading', kind: 'id', width: 120 },
    { name: 'normal', kind: 'id', width: 110 },
    { name: 'flag', kind: 'choice', width: 120, options: readingFlags, tones: readingTones },
    { name: 'source', kind: 'choice', width: 150, options: sources },
    { name: 'patient', kind: 'person', width: 160, unmask: 'Prescription/vitalStats:view', joined: true },
    { name: 'by', kind: 'text', author: true, width: 150 },
    { name: 'iPooId', kind: 'place', width: 140 },
    { name: 'patientId', kind: 'number', width: 90, hidden: true },
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'takenAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'flag' },
    { kind: 'choice', name: 'source' },
    { kind: 'find', columns: ['vital', 'patient', 'by'] },
  ],
  groups: ['vital', 'flag', 'source', 'by', 'iPooId'],
  groupedBy: 'vital',
  measures: [
    { name: 'readings', kind: 'count' },
    { name: 'patients', kind: 'distinct', of: 'patientId' },
    { name: 'normal', kind: 'share', where: { column: 'flag', in: ['normal'] } },
    { name: 'low', kind: 'share', where: { column: 'flag', in: ['low'] } },
    { name: 'high', kind: 'share', where: { column: 'flag', in: ['high'] } },
    { name: 'critical', kind: 'count', where: { column: 'flag', in: ['critical'] } },
  ],
  chart: { kind: 'stack', by: 'vital', split: 'flag' },
  drill: [
    {
      need: 'Prescription/vitalStats:view',
      href: ({ patientId }) => `/prescription/vitalStats?patient=${String(patientId)}`,
    },
  ],
  sort: { column: 'takenAt', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Basic vital analysis', es: 'Análisis básico de constantes vitales' },
    'column.takenAt': { en: 'Taken', es: 'Tomada' },
    'column.vital': { en: 'Vital', es: 'Constante vital' },
    'column.reading': { en: 'Value', es: 'Valor' },
    'column.normal': { en: 'Normal range', es: 'Rango normal' },
    'column.flag': { en: 'Assessment', es: 'Valoración' },
    'flag.normal': { en: 'In range', es: 'En rango' },
    'flag.low': { en: 'Low', es: 'Bajo' },
    'flag.high': { en: 'High', es: 'Alto' },
    'flag.critical': { en: 'Critical', es: 'Crítico' },
    'flag.abnormal': { en: 'Abnormal', es: 'Anormal' },
    'column.source': { en: 'Source', es: 'Origen' },
    'source.visit': { en: 'Visit', es: 'Visita' },
    'source.phoneReported': { en: 'Reported by phone', es: 'Por teléfono' },
    'source.device': { en: 'Device', es: 'Dispositivo' },
    'source.lab': { en: 'Lab', es: 'Laboratorio' },
    'source.digitized': { en: 'Transcribed from paper', es: 'Transcrito de papel' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.patientId': { en: 'Patient no.', es: 'N.º de paciente' },
    'column.by': { en: 'Recorded by', es: 'Registrado por' },
    'measure.readings': { en: 'Values', es: 'Valores' },
    'means.readings': {
      en: 'Values taken in the period; a blood pressure counts as two, a corrected value once.',
      es: 'Valores tomados en el período; una presión arterial cuenta como dos y un valor corregido, una vez.',
    },
    'measure.patients': { en: 'Patients', es: 'Pacientes' },
    'means.patients': { en: 'Different patients with a value.', es: 'Pacientes distintos con algún valor.' },
    'measure.normal': { en: 'In range', es: 'En rango' },
    'means.normal': {
      en: 'Share of the values within the range that held for the patient.',
      es: 'Parte de los valores dentro del rango que regía para el paciente.',
    },
    'measure.low': { en: 'Low', es: 'Bajos' },
    'means.low': {
      en: 'Share below the range, not critically.',
      es: 'Parte por debajo del rango, sin ser crítica.',
    },
    'measure.high': { en: 'High', es: 'Altos' },
    'means.high': {
      en: 'Share above the range, not critically.',
      es: 'Parte por encima del rango, sin ser crítica.',
    },
    'measure.critical': { en: 'Critical', es: 'Críticos' },
    'means.critical': {
      en: 'Values so low or high that somebody must act.',
      es: 'Valores tan bajos o altos que alguien debe actuar.',
    },
  }),
});
