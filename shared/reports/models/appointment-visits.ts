import { streamKey, streamName } from '../../core/event.ts';
import { reference } from '../../core/reference.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveAppointment } from '../../streams/leads/appointment/evolve.ts';
import {
  appointmentTypes,
  noAppointment,
  startsAt,
  taskStatus,
  type AppointmentState,
} from '../../streams/leads/appointment/state.ts';
import { startLimits } from '../../streams/leads/appointment/task-limits.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { appointment } from '../../streams/leads/appointment/appointment.ts';

interface Visit {
  readonly task: AppointmentState;
  readonly bookedAt: string | null;
  /** Minutes after the slot's start, negative before it; null while it was not started. */
  readonly variance: number | null;
  readonly permits: readonly string[];
  /** The reason of a request to start at another time or place, and its approval. */
  readonly permitReason: string | null;
  readonly approvalId: number | null;
  readonly endReason: string | null;
}

const statuses = ['notStarted', 'started', 'completed', 'cancelled', 'rescheduled', 'missed'] as const;
const startKinds = ['onTime', 'early', 'late', 'elsewhere'] as const;
/** Metres from the address beyond which a visit was started elsewhere. */
const beyondM = 200;

function startKind({ variance, task, permits }: Visit): (typeof startKinds)[number] | null {
  if (variance === null) return null;
  if ((task.startDistanceM ?? 0) > beyondM || permits.includes('anyLocation')) return 'elsewhere';
  if (variance < -startLimits.earlyMinutes) return 'early';
  return variance > startLimits.lateMinutes ? 'late' : 'onTime';
}

const customerOf = ({ iCustomerId, iLeadId }: AppointmentState): string | null =>
  iCustomerId === null ? (iLeadId === null ? null : reference('LD', iLeadId)) : reference('CU', iCustomerId);

/** One row per appointment. */
export const appointmentVisits = {
  name: 'appointment_visits',
  version: 1,
  streams: ['appointment'],
  subject: ({ stream }) => (streamName(stream) === 'appointment' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const visit = before ?? {
      task: noAppointment(id),
      bookedAt: null,
      variance: null,
      permits: [],
      permitReason: null,
      approvalId: null,
      endReason: null,
    };
    const { type, data, at } = event;
    const started = type === 'TaskStarted';
    const requested = type === 'LateEarlyStartRequested' || type === 'AnyLocationStartRequested';
    return {
      task: evolveAppointment(visit.task, event),
      bookedAt: visit.bookedAt ?? at,
      variance: started ? data.lateMinutes : visit.variance,
      permits: started ? (data.permits ?? []) : visit.permits,
      permitReason: requested ? data.reason : visit.permitReason,
      approvalId: type === 'StartPermitGranted' ? data.approvalId : visit.approvalId,
      endReason:
        type === 'TaskMissed'
          ? (data.notAtHome?.note ?? data.reason)
          : type === 'AppointmentCancelled'
            ? data.reason
            : visit.endReason,
    };
  },
  rows: (visit, id) => {
    const { task, bookedAt, variance, permits, permitReason, approvalId, endReason } = visit;
    if (task.iTaskStatus === null) return [];
    const slotAt = new Date(startsAt(task)).toISOString();
    return [
      {
        id,
        ref: task.ref,
        bookedAt,
        bookedBy: task.bookedBy,
        type: task.vAppType,
        customer: customerOf(task),
        customerName: task.place?.name ?? null,
        pincode: task.place?.pincode ?? null,
        iPooId: task.iPooId,
        slotAt,
        leadMinutes: minutesBetween(bookedAt, slotAt),
        employeeId: task.iAssignedTo,
        employee: task.assignedName || null,
        status: statuses.find((name) => taskStatus[name] === task.iTaskStatus) ?? null,
        startedAt: task.startedAt,
        endedAt: task.completedAt,
        visitMinutes: minutesBetween(task.startedAt, task.completedAt),
        distanceM: task.startDistanceM,
        kind: startKind(visit),
        variance,
        permit: variance === null ? null : permits.length > 0 ? 'yes' : 'no',
        permitReason,
        approvalId: permits.length > 0 ? approvalId : null,
        result: task.outcome?.result ?? null,
        reason: endReason,
        reschedules: task.iRescheduleCount,
      },
    ];
  },
} satisfies ReportModel<Visit, EventOf<typeof appointment>>;

/** Columns of the model, by name. */
export const visitColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  bookedAt: { name: 'bookedAt', kind: 'datetime', width: 140 },
  bookedBy: { name: 'bookedBy', kind: 'text', author: true, width: 150 },
  type: { name: 'type', kind: 'choice', width: 110, options: appointmentTypes },
  customer: { name: 'customer', kind: 'id', width: 110 },
  customerName: {
    name: 'customerName',
    kind: 'person',
    width: 160,
    unmask: ['Out Bound/pharamLeadFixSalesApp:view', 'Out Bound/customerSingup:view'],
  },
  pincode: { name: 'pincode', kind: 'id', width: 90 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  slotAt: { name: 'slotAt', kind: 'datetime', width: 140 },
  leadMinutes: { name: 'leadMinutes', kind: 'minutes', width: 110, total: 'average' },
  employeeId: { name: 'employeeId', kind: 'number', width: 100, hidden: true },
  employee: { name: 'employee', kind: 'text', width: 150 },
  status: {
    name: 'status',
    kind: 'choice',
    width: 120,
    options: statuses,
    tones: { missed: 'danger', cancelled: 'muted', completed: 'ok' },
  },
  startedAt: { name: 'startedAt', kind: 'datetime', width: 140 },
  endedAt: { name: 'endedAt', kind: 'datetime', width: 140 },
  visitMinutes: { name: 'visitMinutes', kind: 'minutes', width: 110, total: 'average' },
  distanceM: { name: 'distanceM', kind: 'number', width: 100 },
  kind: {
    name: 'kind',
    kind: 'choice',
    width: 110,
    options: startKinds,
    tones: { late: 'warn', elsewhere: 'danger' },
  },
  variance: { name: 'variance', kind: 'minutes', width: 110 },
  permit: { name: 'permit', kind: 'choice', width: 90, options: ['yes', 'no'] },
  permitReason: { name: 'permitReason', kind: 'text', width: 220 },
  approvalId: { name: 'approvalId', kind: 'number', width: 100, hidden: true },
  result: {
    name: 'result',
    kind: 'choice',
    width: 130,
    options: ['enrolled', 'sold', 'oriented', 'partly', 'followUp', 'notInterested'],
  },
  reason: { name: 'reason', kind: 'text', width: 200 },
  reschedules: { name: 'reschedules', kind: 'number', width: 110, total: 'sum' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const visitDrill = [
  {
    need: 'Out Bound/pharamLeadFixSalesApp:view',
    href: ({ id }: { readonly id: string }) => `/outBound/pharamLeadFixSalesApp?id=${id}`,
  },
] as const;

export const visitWords = {
  'column.ref': { en: 'Appointment', es: 'Cita' },
  'column.bookedAt': { en: 'Booked', es: 'Reservada' },
  'column.bookedBy': { en: 'Booked by', es: 'Reservada por' },
  'column.type': { en: 'Type', es: 'Tipo' },
  'column.customer': { en: 'Customer', es: 'Cliente' },
  'column.customerName': { en: 'Name', es: 'Nombre' },
  'column.pincode': { en: 'Pincode', es: 'Código postal' },
  'column.slotAt': { en: 'Slot', es: 'Franja' },
  'column.leadMinutes': { en: 'Booked ahead', es: 'Antelación' },
  'column.employeeId': { en: 'Employee no.', es: 'N.º de empleado' },
  'column.employee': { en: 'Employee', es: 'Empleado' },
  'column.status': { en: 'Status', es: 'Estado' },
  'column.startedAt': { en: 'Started', es: 'Iniciada' },
  'column.endedAt': { en: 'Completed', es: 'Terminada' },
  'column.visitMinutes': { en: 'Duration', es: 'Duración' },
  'column.distanceM': { en: 'Distance (m)', es: 'Distancia (m)' },
  'column.kind': { en: 'Start', es: 'Inicio' },
  'column.variance': { en: 'After slot', es: 'Tras la franja' },
  'column.permit': { en: 'Permit', es: 'Permiso' },
  'column.permitReason': { en: 'Reason for the request', es: 'Motivo de la solicitud' },
  'column.approvalId': { en: 'Approval no.', es: 'N.º de aprobación' },
  'column.result': { en: 'Outcome', es: 'Resultado' },
  'column.reason': { en: 'Reason', es: 'Motivo' },
  'column.reschedules': { en: 'Reschedules', es: 'Reprogramaciones' },
  'type.setup': { en: 'Setup', es: 'Instalación' },
  'type.sales': { en: 'Sales', es: 'Venta' },
  'type.orientation': { en: 'Orientation', es: 'Orientación' },
  'status.notStarted': { en: 'Not started', es: 'Sin iniciar' },
  'status.started': { en: 'Started', es: 'Iniciada' },
  'status.completed': { en: 'Completed', es: 'Terminada' },
  'status.cancelled': { en: 'Cancelled', es: 'Anulada' },
  'status.rescheduled': { en: 'Rescheduled', es: 'Reprogramada' },
  'status.missed': { en: 'Missed', es: 'Perdida' },
  'kind.onTime': { en: 'On time', es: 'A tiempo' },
  'kind.early': { en: 'Early', es: 'Anticipado' },
  'kind.late': { en: 'Late', es: 'Tardío' },
  'kind.elsewhere': { en: 'Elsewhere', es: 'En otro lugar' },
  'permit.yes': { en: 'Yes', es: 'Sí' },
  'permit.no': { en: 'No', es: 'No' },
  'result.enrolled': { en: 'Enrolled', es: 'Inscrito' },
  'result.sold': { en: 'Sold', es: 'Vendido' },
  'result.oriented': { en: 'Oriented', es: 'Orientado' },
  'result.partly': { en: 'Partly oriented', es: 'Orientado en parte' },
  'result.followUp': { en: 'Follow-up', es: 'Seguimiento' },
  'result.notInterested': { en: 'Not interested', es: 'No interesado' },
} as const;
