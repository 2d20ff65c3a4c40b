import { defineReport, type ReportDrill } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dayStates, employeeDayColumns, employeeDays } from './models/employee-days.ts';

const own = employeeDayColumns;

/** Another report, narrowed to one person and day. */
const sameDay =
  (route: string, counted: string): ReportDrill['href'] =>
  (row) =>
    Number(row[counted]) === 0
      ? null
      : `${route}?from=${String(row['day'])}&to=${String(row['day'])}&q=${encodeURIComponent(String(row['employee']))}`;

/** A team's day: attendance, and each person's work. */
export const tlReport = defineReport({
  name: 'tlReport',
  route: '/reports/tlReport',
  model: employeeDays,
  columns: [
    ...[own.day, own.employee, own.state, own.manager, own.iPooId, own.cameAt, own.leftAt],
    ...[own.pauses, own.pauseMinutes, own.workedMinutes, own.due, own.done, own.missed],
    ...[own.calls, own.reached, own.talkSec, own.leads, own.orders, own.net, own.manual],
    ...[own.employeeId, own.managerId],
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  only: { column: 'state', in: dayStates },
  filters: [
    { kind: 'period', name: 'day', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'state' },
    { kind: 'find', columns: ['employee', 'manager'] },
  ],
  groups: ['manager', 'employee', 'state', 'day', 'iPooId'],
  groupedBy: 'manager',
  measures: [
    { name: 'people', kind: 'distinct', of: 'employeeId' },
    { name: 'atWork', kind: 'count', where: { column: 'state', in: ['atWork', 'onBreak', 'onCall'] } },
    { name: 'worked', kind: 'average', of: 'workedMinutes' },
    { name: 'done', kind: 'ratio', of: 'done', per: 'due' },
    { name: 'calls', kind: 'sum', of: 'calls' },
    { name: 'talk', kind: 'sum', of: 'talkSec' },
    { name: 'leads', kind: 'sum', of: 'leads' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'stack', by: 'day', split: 'state' },
  drill: [
    { need: 'Reports/appointment-data:access', href: sameDay('/reports/appointment-data', 'due') },
    { need: 'Reports/agentReport:access', href: sameDay('/reports/normalReports/agentReport', 'calls') },
    {
      need: 'Masters/emplist:view',
      href: ({ employeeId }) => `/masters/emplist?row=${String(employeeId)}`,
    },
  ],
  sort: { column: 'cameAt', way: 'desc' },
  translations: reportTexts({
    title: { en: 'TL report', es: 'Informe del jefe de equipo' },
    'column.day': { en: 'Day', es: 'Día' },
    'column.employee': { en: 'Employee', es: 'Empleado' },
    'column.employeeId': { en: 'Employee no.', es: 'N.º de empleado' },
    'column.manager': { en: 'Reports to', es: 'Responsable' },
    'column.managerId': { en: 'Manager no.', es: 'N.º de responsable' },
    'column.state': { en: 'Now', es: 'Ahora' },
    'state.atWork': { en: 'At work', es: 'Trabajando' },
    'state.onBreak': { en: 'On break', es: 'En descanso' },
    'state.onCall': { en: 'On a call', es: 'En llamada' },
    'state.out': { en: 'Checked out', es: 'Salió' },
    'column.cameAt': { en: 'In', es: 'Entrada' },
    'column.leftAt': { en: 'Out', es: 'Salida' },
    'column.pauses': { en: 'Breaks', es: 'Descansos' },
    'column.pauseMinutes': { en: 'Break time', es: 'Tiempo de descanso' },
    'column.workedMinutes': { en: 'Worked', es: 'Trabajado' },
    'column.manual': { en: 'Entered by hand', es: 'Registrada a mano' },
    'manual.yes': { en: 'Yes', es: 'Sí' },
    'manual.no': { en: 'No', es: 'No' },
    'column.due': { en: 'Visits due', es: 'Visitas previstas' },
    'column.done': { en: 'Done', es: 'Hechas' },
    'column.missed': { en: 'Missed', es: 'Perdidas' },
    'column.calls': { en: 'Calls', es: 'Llamadas' },
    'column.reached': { en: 'Answered', es: 'Contestadas' },
    'column.talkSec': { en: 'Talk', es: 'Conversación' },
    'column.leads': { en: 'Leads', es: 'Prospectos' },
    'column.orders': { en: 'Orders', es: 'Pedidos' },
    'column.net': { en: 'Net sales', es: 'Ventas netas' },
    'measure.people': { en: 'People', es: 'Personas' },
    'means.people': {
      en: 'Different employees who checked in during the period.',
      es: 'Empleados distintos que registraron su entrada en el período.',
    },
    'measure.atWork': { en: 'At work', es: 'Trabajando' },
    'means.atWork': {
      en: 'Days that are not closed: at work, on a break or on a call.',
      es: 'Jornadas sin cerrar: trabajando, en descanso o en llamada.',
    },
    'measure.worked': { en: 'Worked per day', es: 'Trabajado por día' },
    'means.worked': {
      en: 'Mean of the closed days, without breaks.',
      es: 'Media de las jornadas cerradas, sin descansos.',
    },
    'measure.done': { en: 'Visits completed', es: 'Visitas hechas' },
    'means.done': {
      en: 'Completed visits, of those due on the day; cancelled and rescheduled ones are not due.',
      es: 'Visitas terminadas, de las previstas del día; sin anuladas ni reprogramadas.',
    },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'means.calls': {
      en: 'Calls placed by the people who checked in.',
      es: 'Llamadas hechas por quienes registraron su entrada.',
    },
    'measure.talk': { en: 'Talk time', es: 'Conversación' },
    'means.talk': {
      en: 'Talk of these calls, without hold.',
      es: 'Conversación de esas llamadas, sin espera.',
    },
    'measure.leads': { en: 'Leads', es: 'Prospectos' },
    'means.leads': {
      en: 'Leads created on the day that are theirs now.',
      es: 'Prospectos creados ese día que ahora son suyos.',
    },
    'measure.net': { en: 'Net sales', es: 'Ventas netas' },
    'means.net': {
      en: 'Invoices less credit notes of the orders they took on the day.',
      es: 'Facturas menos notas de crédito de los pedidos que tomaron ese día.',
    },
  }),
});
