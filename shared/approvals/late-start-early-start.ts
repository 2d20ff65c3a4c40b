import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { timePermit } from '../streams/leads/appointment/decisions.ts';
import { startRequestDetails } from '../streams/leads/appointment/start-details.ts';

/**
 * Starting a task outside the quarter of an hour around its slot; the team lead decides within ten minutes.
 */
export const lateStartEarlyStartApproval = defineApproval({
  name: 'lateStartEarlyStartApproval',
  decision: timePermit,
  concerns: ({ data }) => data.iAssignedTo,
  steps: () => [{ rule: 'manager' }],
  due: 10,
  expires: ({ data }) => data.dayEnd,
  variant: ({ wants }) => wants,
  before: (data) => ({
    ...startRequestDetails(data),
    wants: data.wants,
    minutes: data.minutes,
    typedAt: data.typedAt,
  }),
  after: () => ({}),
  input: { approve: () => ({ kind: 'time' }), reject: () => ({ kind: 'time' }) },
  recheck: 'effect',
  about: 'customer',
  evidence: [
    { key: 'wants', kind: 'status', of: 'wants' },
    { key: 'minutes', kind: 'number' },
    { key: 'slot', kind: 'instant' },
    { key: 'assigned', kind: 'text' },
    { key: 'type', kind: 'status', of: 'type' },
    { key: 'customer', kind: 'id' },
    { key: 'distance', kind: 'number' },
    { key: 'typedAt', kind: 'instant' },
  ],
  lockScreen: ['wants', 'minutes', 'slot'],
  columns: [
    { key: 'assigned', kind: 'text', width: 150 },
    { key: 'slot', kind: 'instant', width: 150 },
    { key: 'wants', kind: 'status', of: 'wants', width: 110, filter: 'set' },
    { key: 'minutes', kind: 'number', width: 90 },
  ],
  sources: ['lead'],
  subjectScreen: {
    route: '/outBound/pharamLeadFixSalesApp?id={id}',
    need: 'Out Bound/pharamLeadFixSalesApp:view',
  },
  translations: translations({
    en: {
      title: 'Late or early start approval',
      'column.subject': 'Task',
      'column.assigned': 'Employee',
      'column.slot': 'Slot',
      'column.wants': 'Start',
      'column.minutes': 'Minutes off',
      'column.type': 'Type',
      'column.customer': 'Customer',
      'column.distance': 'Distance (m)',
      'column.typedAt': 'Typed offline at',
      'wants.early': 'Early',
      'wants.late': 'Late',
      'type.setup': 'Setup visit',
      'type.sales': 'Sales visit',
      'type.orientation': 'Orientation visit',
      'effect.approve': 'The employee may start this task within the next 30 minutes, once.',
      'effect.reject': 'The task cannot be started outside its time.',
    },
    es: {
      title: 'Aprobación de inicio fuera de hora',
      'column.subject': 'Tarea',
      'column.assigned': 'Empleado',
      'column.slot': 'Franja',
      'column.wants': 'Inicio',
      'column.minutes': 'Minutos de diferencia',
      'column.type': 'Tipo',
      'column.customer': 'Cliente',
      'column.distance': 'Distancia (m)',
      'column.typedAt': 'Escrito sin conexión',
      'wants.early': 'Anticipado',
      'wants.late': 'Tardío',
      'type.setup': 'Visita de instalación',
      'type.sales': 'Visita de venta',
      'type.orientation': 'Visita de orientación',
      'effect.approve': 'El empleado puede empezar esta tarea en los próximos 30 minutos, una sola vez.',
      'effect.reject': 'La tarea no se puede empezar fuera de su hora.',
    },
  }),
});
