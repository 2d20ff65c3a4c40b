import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { rescheduleDecision } from '../streams/leads/appointment/decisions.ts';
import { startsAt } from '../streams/leads/appointment/state.ts';

const soonMs = 24 * 3_600_000;

/**
 * Rescheduling an appointment: needs a decision when it is near or was rescheduled before; otherwise approved
 * automatically.
 */
export const appReScheduleApproval = defineApproval({
  name: 'appReScheduleApproval',
  decision: rescheduleDecision,
  concerns: ({ data }) => data.from.iAssignedTo,
  steps: ({ data }) => [
    { rule: 'manager' },
    ...(data.iRescheduleCount >= 2 ? [{ rule: 'cityHead' } as const] : []),
  ],
  due: 30,
  expires: ({ data }) => data.slotAt,
  autoGrant: ({ data, at }) =>
    data.iRescheduleCount === 0 && Date.parse(data.slotAt) - Date.parse(at) >= soonMs,
  before: (data) => ({
    at: data.slotAt,
    assigned: data.assignedName,
    moved: data.iRescheduleCount,
    customer: data.who,
  }),
  after: (data) => ({
    at: new Date(startsAt(data.to)).toISOString(),
    assigned: data.toName,
    moved: data.iRescheduleCount + 1,
  }),
  input: { approve: ({ subjectVersion }) => ({ subjectVersion }) },
  recheck: 'effect',
  about: 'customer',
  evidence: [
    { name: 'at', kind: 'datetime' },
    { name: 'assigned', kind: 'text' },
    { name: 'moved', kind: 'number' },
    { name: 'customer', kind: 'id' },
  ],
  lockScreen: ['at'],
  columns: [
    { name: 'before', kind: 'datetime', width: 150 },
    { name: 'after', kind: 'datetime', width: 150 },
  ],
  sources: ['lead'],
  subjectScreen: {
    route: '/outBound/pharamLeadFixSalesApp?id={id}',
    need: 'Out Bound/pharamLeadFixSalesApp:view',
  },
  translations: translations({
    en: {
      title: 'Reschedule approval',
      asked: 'Reschedule',
      'column.subject': 'Appointment',
      'column.before': 'Current slot',
      'column.after': 'Requested slot',
      'column.at': 'Slot',
      'column.customer': 'Customer',
      'column.assigned': 'Employee',
      'column.moved': 'Times rescheduled',
      'effect.approve':
        'The appointment moves to the new slot. The slot is not reserved meanwhile; it is checked again when the change is applied.',
      'effect.reject': 'The appointment keeps its slot and is unlocked.',
      'fails.taskClosed': 'the appointment is no longer open',
      'fails.slotTaken': 'the new slot is taken',
      'fails.slotBlocked': 'the new hours are blocked',
      'fails.slotPassed': 'the new slot has passed',
      'fails.holiday': 'the new day is a holiday',
    },
    es: {
      title: 'Aprobación de cambios de cita',
      asked: 'Cambio de cita',
      'column.subject': 'Cita',
      'column.before': 'Franja actual',
      'column.after': 'Franja solicitada',
      'column.at': 'Franja',
      'column.customer': 'Cliente',
      'column.assigned': 'Empleado',
      'column.moved': 'Veces reprogramada',
      'effect.approve':
        'La cita pasa a la franja nueva. Entretanto la franja no queda reservada; se comprueba otra vez al aplicar el cambio.',
      'effect.reject': 'La cita conserva su franja y queda desbloqueada.',
      'fails.taskClosed': 'la cita ya no está abierta',
      'fails.slotTaken': 'la nueva franja está ocupada',
      'fails.slotBlocked': 'las nuevas horas están bloqueadas',
      'fails.slotPassed': 'la nueva franja ya pasó',
      'fails.holiday': 'el nuevo día es festivo',
    },
  }),
});
