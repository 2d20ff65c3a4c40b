import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { medChart, medChartColumns } from './models/med-chart.ts';

const own = medChartColumns;

/** Patients' medicines, supplied units, and the day they run out. */
export const customerMedChart = defineReport({
  name: 'customer-med-chart-list',
  route: '/reports/customer-med-chart-list',
  model: medChart,
  columns: [
    ...[own.patient, own.medicine, own.molecules, own.dose, own.startedOn, own.days, own.qty],
    ...[own.supplied, own.open, own.suppliedOn, own.runsOutOn, own.filled, own.prescriber, own.ref],
    ...[own.caseType, own.decision, own.iPooId, own.patientId, own.rxId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'startedOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'filled' },
    { kind: 'choice', name: 'caseType' },
    { kind: 'find', columns: ['patient', 'medicine', 'molecules', 'prescriber', 'ref'] },
  ],
  groups: ['medicine', 'molecules', 'prescriber', 'patient', 'filled', 'iPooId'],
  groupedBy: 'medicine',
  measures: [
    { name: 'patients', kind: 'distinct', of: 'patientId' },
    { name: 'lines', kind: 'count' },
    { name: 'filled', kind: 'share', where: { column: 'filled', in: ['whole'] } },
    { name: 'open', kind: 'sum', of: 'open' },
  ],
  chart: { kind: 'stack', by: 'medicine', split: 'filled' },
  drill: [
    {
      need: 'Prescription/pdList:view',
      href: ({ rxId }) => `/prescription/pdList?row=${String(rxId)}`,
    },
  ],
  sort: { column: 'runsOutOn', way: 'asc' },
  translations: reportTexts({
    title: { en: 'Customer med chart list', es: 'Medicación de los clientes' },
    'column.ref': { en: 'Prescription', es: 'Receta' },
    'column.rxId': { en: 'Prescription id', es: 'Id. de la receta' },
    'column.patient': { en: 'Patient', es: 'Paciente' },
    'column.patientId': { en: 'Patient id', es: 'Id. del paciente' },
    'column.medicine': { en: 'Medicine', es: 'Medicamento' },
    'column.molecules': { en: 'Molecules', es: 'Moléculas' },
    'column.dose': { en: 'Dose', es: 'Dosis' },
    'column.startedOn': { en: 'Written on', es: 'Escrita el' },
    'column.days': { en: 'Days', es: 'Días' },
    'column.qty': { en: 'Prescribed', es: 'Recetado' },
    'column.supplied': { en: 'Supplied', es: 'Dispensado' },
    'column.open': { en: 'Outstanding', es: 'Pendiente' },
    'column.suppliedOn': { en: 'Last supplied', es: 'Última dispensación' },
    'column.runsOutOn': { en: 'Runs out on', es: 'Se acaba el' },
    'column.prescriber': { en: 'Prescriber', es: 'Prescriptor' },
    'column.caseType': { en: 'Case', es: 'Caso' },
    'caseType.chronic': { en: 'Chronic', es: 'Crónico' },
    'caseType.acute': { en: 'Acute', es: 'Agudo' },
    'column.decision': { en: 'Decision', es: 'Decisión' },
    'decision.supply': { en: 'Supply', es: 'Dispensar' },
    'decision.hold': { en: 'Hold', es: 'Retener' },
    'decision.notStocked': { en: 'Not stocked', es: 'Sin existencias' },
    'decision.patientHas': { en: 'Patient has it', es: 'El paciente lo tiene' },
    'column.filled': { en: 'Supplied so far', es: 'Dispensado hasta ahora' },
    'filled.none': { en: 'Nothing', es: 'Nada' },
    'filled.part': { en: 'Part', es: 'Una parte' },
    'filled.whole': { en: 'All', es: 'Todo' },
    'measure.patients': { en: 'Patients', es: 'Pacientes' },
    'means.patients': {
      en: 'Patients with a valid prescription written in the period.',
      es: 'Pacientes con una receta válida escrita en el período.',
    },
    'measure.lines': { en: 'Medicines', es: 'Medicamentos' },
    'means.lines': { en: 'Lines of these prescriptions.', es: 'Líneas de esas recetas.' },
    'measure.filled': { en: 'Fully supplied', es: 'Dispensado por completo' },
    'means.filled': {
      en: 'Share of the lines of which every unit was supplied.',
      es: 'Parte de las líneas dispensadas por completo.',
    },
    'measure.open': { en: 'Units outstanding', es: 'Unidades pendientes' },
    'means.open': {
      en: 'Prescribed and not supplied by us.',
      es: 'Recetadas y no dispensadas por nosotros.',
    },
  }),
});
