import { translations } from '../core/translations.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { AppointmentState } from '../streams/leads/appointment/state.ts';
import type { TaskEvent, TaskFace, TaskMoveEvent } from '../streams/leads/appointment/task-events.ts';

interface TaskRow extends QueueRow, Pick<TaskFace, 'vAppType' | 'customer' | 'slotAt'> {
  readonly employee: { readonly empId: number; readonly name: string };
  readonly phoneMasked: string;
  readonly calls: number;
}
type TaskQueueEvent = TaskEvent | TaskMoveEvent;

const minute = 60_000;
const reason = { name: 'reason', kind: 'paragraph', required: true } as const;
const overdue = { right: 'edit', stages: ['overdue'], versioned: true } as const;

function fold(row: TaskRow, event: TaskQueueEvent): Partial<TaskRow> {
  switch (event.type) {
    case 'TaskStartOverdue': {
      const { vAppType, customer, slotAt, moving } = event.data.face;
      const { phoneMasked, ...employee } = event.data.face.employee;
      return { vAppType, customer, slotAt, employee, phoneMasked, stage: moving ? 'moving' : 'overdue' };
    }
    case 'TaskEmployeeCalled':
      return { calls: row.calls + 1 };
    case 'AppointmentAssigned':
      return {
        employee: { empId: event.data.iAssignedTo, name: event.data.assignedName },
        phoneMasked: event.data.phoneMasked ?? '',
        calls: 0,
      };
    case 'AppointmentRescheduleRequested':
    case 'AppointmentCancellationRequested':
      return { stage: 'moving' };
    case 'AppointmentRescheduleFailed':
    case 'AppointmentCancelFailed':
    case 'AppointmentUnlocked':
      return { stage: 'overdue' };
    default:
      return {};
  }
}

/** Tasks whose slot has begun and that nobody has started. */
export const taskNotStarted = defineQueue<TaskRow, TaskQueueEvent, keyof typeof appointment.events>({
  name: 'taskNotStarted',
  route: '/outBound/taskNotStarted',
  group: 'Out Bound',
  entity: 'taskNotStarted',
  subject: 'appointment',
  lease: null,
  sla: { clock: 'always', warnMs: 5 * minute, breachMs: 15 * minute },
  enter: {
    on: ['TaskStartOverdue'],
    item({ stream, data }) {
      if (!('face' in data)) throw new Error('Only an overdue task enters this queue.');
      const { ref, iPooId: pooId, slotAt } = data.face;
      return {
        subject: stream,
        ref,
        pooId,
        language: null,
        enteredAt: Date.parse(slotAt),
        clockFrom: Date.parse(slotAt),
      };
    },
  },
  leave: ['TaskStarted', 'TaskMissed', 'AppointmentRescheduled', 'AppointmentCancelled'],
  holds: ({ iTaskStatus, overdueAt }: AppointmentState) => iTaskStatus === 0 && overdueAt !== undefined,
  blank: (base) => ({
    ...base,
    vAppType: 'setup',
    customer: '',
    slotAt: base.enteredAt,
    employee: { empId: 0, name: '' },
    phoneMasked: '',
    calls: 0,
  }),
  fold,
  rank: (row) => [row.slotAt],
  sources: ['lead', 'employee'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'employee', kind: 'person', width: 150, flex: 2, filter: 'set' },
    { name: 'atWork', kind: 'atWork', of: 'employee', width: 124 },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'slotAt', kind: 'datetime', width: 140 },
    { name: 'vAppType', kind: 'status', of: 'type', width: 120, filter: 'set' },
    { name: 'customer', kind: 'id', width: 104, filter: 'text' },
    { name: 'calls', kind: 'number', width: 70 },
    { name: 'stage', kind: 'status', of: 'stage', width: 170, flex: 1, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
  ],
  panel: ['employee', 'atWork', 'phoneMasked', 'calls', 'vAppType', 'customer', 'slotAt', 'stage'],
  tones: { overdue: 'warn', moving: 'info' },
  actions: [
    {
      name: 'callEmployee',
      command: 'callEmployee',
      key: 'p',
      right: 'edit',
      primary: true,
      shows: [{ name: 'phone', kind: 'phone' }],
    },
    {
      ...overdue,
      name: 'reassign',
      command: 'assignAppointment',
      key: 'a',
      inputs: [{ name: 'iAssignedTo', kind: 'employee', required: true }, reason],
    },
    {
      ...overdue,
      name: 'reschedule',
      command: 'requestReschedule',
      key: 'r',
      inputs: [{ name: 'slot', kind: 'slot', required: true }, reason],
    },
    {
      name: 'lateStart',
      command: 'requestLateEarlyStart',
      key: 'e',
      right: 'edit',
      stages: ['overdue'],
      inputs: [reason],
    },
    {
      name: 'anyLocation',
      command: 'requestStartAnyLocation',
      key: 'o',
      right: 'edit',
      stages: ['overdue'],
      inputs: [reason],
    },
    { ...overdue, name: 'markMissed', command: 'markMissed', key: 'x', danger: true, inputs: [reason] },
  ],
  translations: translations({
    en: {
      title: 'Tasks not started',
      'column.ref': 'Task',
      'column.enteredAt': 'Late',
      'column.employee': 'Employee',
      'column.atWork': 'Attendance',
      'column.phoneMasked': 'Phone',
      'column.slotAt': 'Slot',
      'column.vAppType': 'Type',
      'column.customer': 'Customer',
      'column.calls': 'Calls',
      'column.stage': 'Status',
      'type.setup': 'Setup visit',
      'type.sales': 'Sales visit',
      'type.orientation': 'Orientation visit',
      'stage.overdue': 'Not started',
      'stage.moving': 'Approval pending',
      'action.callEmployee': 'Call employee',
      'action.reassign': 'Reassign',
      'action.reschedule': 'Reschedule',
      'action.lateStart': 'Request late start',
      'action.anyLocation': 'Request start elsewhere',
      'action.markMissed': 'Mark missed',
      'ask.iAssignedTo': 'New employee',
      'ask.slot': 'New slot',
      'answer.phone': 'Call now',
      'why.entered': '{{name}} has not started this task.',
    },
    es: {
      title: 'Tareas sin empezar',
      'column.ref': 'Tarea',
      'column.enteredAt': 'Retraso',
      'column.employee': 'Empleado',
      'column.atWork': 'Asistencia',
      'column.phoneMasked': 'Teléfono',
      'column.slotAt': 'Franja',
      'column.vAppType': 'Tipo',
      'column.customer': 'Cliente',
      'column.calls': 'Llamadas',
      'column.stage': 'Estado',
      'type.setup': 'Visita de instalación',
      'type.sales': 'Visita de venta',
      'type.orientation': 'Visita de orientación',
      'stage.overdue': 'Sin empezar',
      'stage.moving': 'Pendiente de aprobación',
      'action.callEmployee': 'Llamar al empleado',
      'action.reassign': 'Reasignar',
      'action.reschedule': 'Reprogramar',
      'action.lateStart': 'Solicitar inicio tardío',
      'action.anyLocation': 'Solicitar inicio en otro lugar',
      'action.markMissed': 'Marcar como perdida',
      'ask.iAssignedTo': 'Nuevo empleado',
      'ask.slot': 'Nueva franja',
      'answer.phone': 'Llame ahora',
      'why.entered': '{{name}} no ha empezado esta tarea.',
    },
  }),
});
