import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { appointmentVisits, visitColumns, visitDrill, visitWords } from './models/appointment-visits.ts';

const own = visitColumns;

export const appointmentData = defineReport({
  name: 'appointmentData',
  route: '/reports/appointment-data',
  model: appointmentVisits,
  columns: [
    own.slotAt,
    own.ref,
    own.type,
    own.customer,
    own.customerName,
    own.pincode,
    own.iPooId,
    own.employee,
    own.status,
    own.startedAt,
    own.endedAt,
    own.visitMinutes,
    own.distanceM,
    own.result,
    own.reason,
    own.reschedules,
    own.bookedAt,
    own.bookedBy,
    own.employeeId,
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  filters: [
    { kind: 'period', name: 'slotAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'type' },
    { kind: 'choice', name: 'status' },
    { kind: 'find', columns: ['ref', 'customer', 'customerName', 'pincode', 'employee', 'reason'] },
  ],
  groups: ['status', 'type', 'employee', 'iPooId', 'result', 'pincode'],
  measures: [
    { name: 'appointments', kind: 'count' },
    { name: 'completed', kind: 'share', where: { column: 'status', in: ['completed'] } },
    { name: 'missed', kind: 'share', where: { column: 'status', in: ['missed'] } },
    { name: 'cancelled', kind: 'share', where: { column: 'status', in: ['cancelled'] } },
    { name: 'length', kind: 'median', of: 'visitMinutes' },
  ],
  chart: { kind: 'stack', by: 'slotAt', split: 'status' },
  drill: visitDrill,
  sort: { column: 'slotAt', way: 'desc' },
  translations: reportTexts({
    ...visitWords,
    title: { en: 'Appointment data', es: 'Datos de citas' },
    'measure.appointments': { en: 'Appointments', es: 'Citas' },
    'measure.completed': { en: 'Completed', es: 'Terminadas' },
    'measure.missed': { en: 'Missed', es: 'Perdidas' },
    'measure.cancelled': { en: 'Cancelled', es: 'Anuladas' },
    'measure.length': { en: 'Median length', es: 'Duración mediana' },
    'means.appointments': {
      en: 'Appointments by the day of their slot. A rescheduled one counts, and so does its successor.',
      es: 'Citas por el día de su franja. Una reprogramada cuenta, y también la que la sustituye.',
    },
    'means.completed': {
      en: 'Appointments whose visit was completed, of all.',
      es: 'Citas cuya visita se terminó, del total.',
    },
    'means.missed': {
      en: 'Appointments that nobody started in time, or where nobody was at home, of all.',
      es: 'Citas que nadie inició a tiempo o en las que no había nadie en casa, del total.',
    },
    'means.cancelled': { en: 'Cancelled appointments, of all.', es: 'Citas anuladas, del total.' },
    'means.length': {
      en: 'Half of the completed visits took less time from start to completion.',
      es: 'La mitad de las visitas terminadas duró menos.',
    },
  }),
});
