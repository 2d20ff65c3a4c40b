import { defineReport, type ReportDrill } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { attendanceDesignations } from '../streams/people/attendance/guards.ts';
import { employeeDays } from './models/employee-days.ts';

/** States of a day, those that need attention first. */
const dayStates = ['absent', 'late', 'unclosed', 'open', 'present', 'holiday', 'off', 'voided'] as const;

const count = <N extends string>(name: N, width: number, hidden = false) =>
  ({ name, kind: 'number', width, total: 'sum', joined: true, ...(hidden ? { hidden } : {}) }) as const;

/** The person's days in the report of days: those of the month, or the one that was opened. */
const daysOf: ReportDrill['href'] = ({ month, last, employee }, day) =>
  `/reports/tlReport?from=${day ?? `${String(month)}-01`}&to=${day ?? String(last)}&q=${encodeURIComponent(String(employee))}`;

/** Attendance of a month, a row for each person who records it. */
export const attendanceMonth = defineReport({
  name: 'attendanceMonth',
  route: '/masters/attendanceDetails',
  model: employeeDays,
  from: [
    { name: 'designationId', kind: 'number' },
    { name: 'closedBySystem', kind: 'choice' },
  ],
  values: { designations: attendanceDesignations },
  columns: [
    { name: 'employee', kind: 'person', width: 150, joined: true },
    {
      name: 'days',
      kind: 'days',
      width: 590,
      joined: true,
      options: dayStates,
      tones: { absent: 'danger', late: 'warn', unclosed: 'warn', open: 'ok', holiday: 'info', off: 'muted' },
    },
    count('present', 74),
    count('absent', 74),
    count('late', 70),
    { name: 'worked', kind: 'minutes', width: 90, total: 'sum', hours: true, joined: true },
    count('unclosed', 80),
    count('manual', 80, true),
    count('onFreeDays', 90, true),
    { name: 'designation', kind: 'text', width: 150, joined: true },
    { name: 'manager', kind: 'text', width: 150, joined: true },
    { name: 'iPooId', kind: 'place', width: 150, joined: true },
    { name: 'month', kind: 'month', width: 90, joined: true },
    { name: 'last', kind: 'date', width: 100, hidden: true, joined: true },
    { name: 'employeeId', kind: 'number', width: 100, hidden: true, joined: true },
    { name: 'designationId', kind: 'number', width: 100, hidden: true, joined: true },
  ],
  scope: { place: 'iPooId', own: 'employeeId', team: 'employeeId' },
  filters: [
    { kind: 'period', name: 'month', preset: 'thisMonth', mostDays: 800 },
    { kind: 'reference', name: 'employeeId', shown: 'employee' },
    { kind: 'place', name: 'iPooId' },
    { kind: 'reference', name: 'designationId', shown: 'designation' },
    { kind: 'find', columns: ['employee', 'designation', 'manager'] },
  ],
  groups: ['manager', 'designation', 'iPooId', 'month'],
  groupedBy: 'manager',
  measures: [
    { name: 'people', kind: 'distinct', of: 'employeeId' },
    { name: 'present', kind: 'sum', of: 'present' },
    { name: 'absent', kind: 'sum', of: 'absent' },
    { name: 'late', kind: 'ratio', of: 'late', per: 'present' },
    { name: 'worked', kind: 'sum', of: 'worked' },
    { name: 'unclosed', kind: 'sum', of: 'unclosed' },
  ],
  chart: { kind: 'bar', by: 'iPooId', of: 'absent' },
  drill: [
    { need: 'Reports/tlReport:access', href: daysOf },
    {
      need: 'Masters/emplist:view',
      href: ({ employeeId }) => `/masters/emplist?row=${String(employeeId)}`,
    },
  ],
  sort: { column: 'employee', way: 'asc' },
  translations: reportTexts({
    title: { en: 'Attendance by month', es: 'Asistencia por mes' },
    'column.month': { en: 'Month', es: 'Mes' },
    'column.last': { en: 'Last day', es: 'Último día' },
    'column.employee': { en: 'Employee', es: 'Empleado' },
    'column.employeeId': { en: 'Employee no.', es: 'N.º de empleado' },
    'column.designation': { en: 'Designation', es: 'Cargo' },
    'column.designationId': { en: 'Designation no.', es: 'N.º de cargo' },
    'column.manager': { en: 'Reports to', es: 'Responsable' },
    'column.days': { en: 'Days', es: 'Días' },
    'column.present': { en: 'Present', es: 'Presente' },
    'column.absent': { en: 'Absent', es: 'Ausente' },
    'column.late': { en: 'Late', es: 'Tarde' },
    'column.worked': { en: 'Worked', es: 'Trabajado' },
    'column.unclosed': { en: 'Auto-closed', es: 'Cerrado automáticamente' },
    'column.manual': { en: 'Entered by hand', es: 'Registrado a mano' },
    'column.onFreeDays': { en: 'On days off', es: 'En días libres' },
    'days.present': { en: 'Present', es: 'Presente' },
    'days.present.sign': { en: 'P', es: 'P' },
    'days.late': { en: 'Late', es: 'Tarde' },
    'days.late.sign': { en: 'L', es: 'T' },
    'days.unclosed': { en: 'Auto-closed', es: 'Cerrado automáticamente' },
    'days.unclosed.sign': { en: 'C', es: 'C' },
    'days.open': { en: 'Checked in', es: 'Con entrada' },
    'days.open.sign': { en: 'I', es: 'E' },
    'days.absent': { en: 'Absent', es: 'Ausente' },
    'days.absent.sign': { en: 'A', es: 'A' },
    'days.holiday': { en: 'Holiday', es: 'Festivo' },
    'days.holiday.sign': { en: 'H', es: 'F' },
    'days.off': { en: 'Weekly off', es: 'Descanso semanal' },
    'days.off.sign': { en: 'W', es: 'D' },
    'days.voided': { en: 'Voided', es: 'Anulado' },
    'days.voided.sign': { en: 'V', es: 'N' },
    'days.mark.late': { en: 'late', es: 'con retraso' },
    'days.mark.manual': { en: 'entered by hand', es: 'registrado a mano' },
    'days.mark.off': { en: 'on a weekly off', es: 'en descanso semanal' },
    'days.mark.holiday': { en: 'on a holiday', es: 'en festivo' },
    'measure.people': { en: 'People', es: 'Personas' },
    'means.people': {
      en: 'Employees whose designation records attendance, and everybody else who checked in.',
      es: 'Empleados cuyo cargo registra asistencia y cualquier otro que registró su entrada.',
    },
    'measure.present': { en: 'Days present', es: 'Días presentes' },
    'means.present': {
      en: 'Days with a check-in that was not voided, also those on weekly offs and holidays.',
      es: 'Días con entrada no anulada, incluidos descansos y festivos.',
    },
    'measure.absent': { en: 'Days absent', es: 'Días ausentes' },
    'means.absent': {
      en: 'Past working days without a check-in, between joining and leaving. Sundays and the holidays of the place are no working days.',
      es: 'Días laborables pasados sin entrada, entre el ingreso y la salida. Los domingos y los festivos del lugar no son laborables.',
    },
    'measure.late': { en: 'Late', es: 'Con retraso' },
    'means.late': {
      en: 'Days begun after the limit of the designation and its grace, of the days present.',
      es: 'Días iniciados después del límite del cargo y su margen, de los días presentes.',
    },
    'measure.worked': { en: 'Hours worked', es: 'Horas trabajadas' },
    'means.worked': {
      en: 'Hours between check-in and check-out, without breaks.',
      es: 'Horas entre la entrada y la salida, sin descansos.',
    },
    'measure.unclosed': { en: 'Auto-closed', es: 'Cerrados automáticamente' },
    'means.unclosed': {
      en: 'Days without a check-out: the system closed them, and their hours need confirming.',
      es: 'Días sin salida registrada: los cerró el sistema y falta confirmar sus horas.',
    },
  }),
});
