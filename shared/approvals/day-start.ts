import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { dayStartDecision } from '../streams/people/day-start-decision.ts';

/** Starting the day after its cut-off; the team lead decides within ten minutes, beside late tasks. */
export const dayStartApproval = defineApproval({
  name: 'dayStartApproval',
  screen: 'lateStartEarlyStartApproval',
  decision: dayStartDecision,
  concerns: ({ data }) => data.empId,
  steps: () => [{ rule: 'manager' }],
  due: 10,
  expires: ({ data }) => data.dayEnd,
  before: ({ name, cutOff, minutes, task }) => ({
    wants: 'day',
    minutes,
    cutOff,
    task,
    assigned: name,
  }),
  after: () => ({}),
  recheck: 'effect',
  about: 'assigned',
  evidence: [
    { name: 'wants', kind: 'status', of: 'wants' },
    { name: 'minutes', kind: 'number' },
    { name: 'cutOff', kind: 'text' },
    { name: 'task', kind: 'text' },
    { name: 'assigned', kind: 'text' },
  ],
  lockScreen: ['wants', 'minutes', 'cutOff'],
  columns: [
    { name: 'assigned', kind: 'text', width: 150 },
    { name: 'wants', kind: 'status', of: 'wants', width: 110, filter: 'set' },
    { name: 'minutes', kind: 'number', width: 90 },
  ],
  sources: [],
  subjectScreen: { route: '/masters/allowdayStart?id={id}', need: 'Masters/allowdayStart:view' },
  translations: translations({
    en: {
      title: 'Day start approval',
      'column.subject': 'Employee',
      'column.assigned': 'Employee',
      'column.wants': 'Start',
      'column.minutes': 'Minutes late',
      'column.cutOff': 'Day start closed at',
      'column.task': 'First task',
      'wants.day': 'Start of the day',
      'effect.approve': 'The employee may check in until the end of the day.',
      'effect.reject': 'The employee cannot check in today.',
      'fails.alreadyInactive': 'the employee is no longer active',
      'fails.dayOver': 'its day is over',
    },
    es: {
      title: 'Aprobación de inicio del día',
      'column.subject': 'Empleado',
      'column.assigned': 'Empleado',
      'column.wants': 'Inicio',
      'column.minutes': 'Minutos de retraso',
      'column.cutOff': 'El inicio cerró a las',
      'column.task': 'Primera tarea',
      'wants.day': 'Inicio del día',
      'effect.approve': 'El empleado puede registrar su entrada hasta el final del día.',
      'effect.reject': 'El empleado no puede registrar su entrada hoy.',
      'fails.alreadyInactive': 'el empleado ya no está activo',
      'fails.dayOver': 'ese día ya terminó',
    },
  }),
});
