import { streamKey, streamName } from '../core/event.ts';
import { reference } from '../core/reference.ts';
import { translations } from '../core/translations.ts';
import { defineReport, type ReportModel } from '../families/report.ts';
import { evolveAppointment } from '../streams/leads/appointment/evolve.ts';
import {
  appointmentTypes,
  noAppointment,
  startsAt,
  type AppointmentState,
  type SlotWish,
} from '../streams/leads/appointment/state.ts';
import type { EventOf } from '../core/stream.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';

const outcomes = ['waiting', 'moved', 'refused', 'failed', 'cancelled'] as const;

interface Move {
  readonly requestId: string;
  readonly askedAt: string;
  readonly askedBy: string;
  readonly from: SlotWish;
  readonly to: SlotWish;
  readonly reason: string;
  readonly times: number;
  readonly outcome: (typeof outcomes)[number];
  readonly decidedAt: string | null;
  readonly approvalId: number | null;
}
interface Moves {
  readonly task: AppointmentState;
  readonly moves: readonly Move[];
}

/** Sets the outcome of the task's last request when an event ends it. */
function ended(moves: readonly Move[], outcome: Move['outcome'], at: string): readonly Move[] {
  return moves.map((move, i) =>
    i === moves.length - 1 && move.outcome === 'waiting' ? { ...move, outcome, decidedAt: at } : move,
  );
}

function foldMoves(moves: readonly Move[], { type, data, at }: EventOf<typeof appointment>): readonly Move[] {
  switch (type) {
    case 'AppointmentRescheduleRequested': {
      const { requestId, from, to, reason, requestedBy, iRescheduleCount } = data;
      const requested = {
        requestId,
        from,
        to,
        reason,
        askedAt: at,
        askedBy: requestedBy.name,
        times: iRescheduleCount + 1,
      };
      return [...moves, { ...requested, outcome: 'waiting', decidedAt: null, approvalId: null }];
    }
    case 'AppointmentRequestLinked':
      return moves.map((move) =>
        move.outcome === 'waiting' ? { ...move, approvalId: data.approvalId } : move,
      );
    case 'AppointmentRescheduled':
      return ended(moves, 'moved', at);
    case 'AppointmentUnlocked':
      return ended(moves, 'refused', at);
    case 'AppointmentRescheduleFailed':
      return ended(moves, 'failed', at);
    case 'AppointmentCancelled':
      return ended(moves, 'cancelled', at);
    default:
      return moves;
  }
}

const customerOf = ({ iCustomerId, iLeadId }: AppointmentState): string | null =>
  iCustomerId === null ? (iLeadId === null ? null : reference('LD', iLeadId)) : reference('CU', iCustomerId);

/** One row per request to reschedule an appointment. */
export const appointmentMoves = {
  name: 'appointment_moves',
  version: 2,
  streams: ['appointment'],
  subject: ({ stream }) => (streamName(stream) === 'appointment' ? streamKey(stream) : null),
  fold: (before, event, id) => ({
    task: evolveAppointment(before?.task ?? noAppointment(id), event),
    moves: foldMoves(before?.moves ?? [], event),
  }),
  rows: ({ task, moves }) =>
    moves.map((move) => ({
      id: move.requestId,
      ref: task.ref,
      customer: customerOf(task),
      customerName: task.place?.name ?? null,
      type: task.vAppType,
      iPooId: task.iPooId,
      employeeId: move.from.iAssignedTo,
      fromAt: new Date(startsAt(move.from)).toISOString(),
      toAt: new Date(startsAt(move.to)).toISOString(),
      noticeMinutes: Math.floor((startsAt(move.from) - Date.parse(move.askedAt)) / 60_000),
      shiftMinutes: Math.round((startsAt(move.to) - startsAt(move.from)) / 60_000),
      askedAt: move.askedAt,
      askedBy: move.askedBy,
      reason: move.reason,
      outcome: move.outcome,
      decidedAt: move.decidedAt,
      decisionMinutes:
        move.decidedAt === null
          ? null
          : Math.round((Date.parse(move.decidedAt) - Date.parse(move.askedAt)) / 60_000),
      times: move.times,
      approvalId: move.approvalId,
    })),
} satisfies ReportModel<Moves, EventOf<typeof appointment>>;

const aDay = 24 * 60;

export const rescheduleLogs = defineReport({
  name: 'rescheduleLogs',
  route: '/reports/normalReports/rescheduleLogs',
  model: appointmentMoves,
  columns: [
    { name: 'askedAt', kind: 'datetime', width: 140 },
    { name: 'ref', kind: 'id', width: 110 },
    {
      name: 'customerName',
      kind: 'person',
      width: 160,
      unmask: ['Out Bound/pharamLeadFixSalesApp:view', 'Out Bound/customerSingup:view'],
    },
    { name: 'customer', kind: 'id', width: 110 },
    { name: 'type', kind: 'choice', width: 110, options: appointmentTypes },
    { name: 'iPooId', kind: 'place', width: 150 },
    { name: 'fromAt', kind: 'datetime', width: 140 },
    { name: 'toAt', kind: 'datetime', width: 140 },
    { name: 'shiftMinutes', kind: 'minutes', width: 100, total: 'average' },
    { name: 'askedBy', kind: 'text', author: true, width: 150 },
    { name: 'reason', kind: 'text', width: 220 },
    {
      name: 'outcome',
      kind: 'choice',
      width: 110,
      options: outcomes,
      tones: { failed: 'danger', refused: 'warn', cancelled: 'muted' },
    },
    { name: 'approver', kind: 'text', author: true, width: 150, joined: true },
    { name: 'decidedAt', kind: 'datetime', width: 140 },
    { name: 'decisionMinutes', kind: 'minutes', width: 110, total: 'average' },
    { name: 'times', kind: 'number', width: 80 },
    { name: 'noticeMinutes', kind: 'minutes', width: 110, total: 'average', hidden: true },
    { name: 'employeeId', kind: 'number', width: 100, hidden: true },
    { name: 'approvalId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  filters: [
    { kind: 'period', name: 'askedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'type' },
    { kind: 'choice', name: 'outcome' },
    { kind: 'find', columns: ['ref', 'customer', 'customerName', 'askedBy', 'reason'] },
  ],
  groups: ['outcome', 'type', 'iPooId', 'askedBy', 'approver', 'reason'],
  measures: [
    { name: 'asked', kind: 'count' },
    { name: 'moved', kind: 'share', where: { column: 'outcome', in: ['moved'] } },
    { name: 'late', kind: 'share', where: { column: 'noticeMinutes', below: aDay } },
    { name: 'often', kind: 'count', where: { column: 'times', atLeast: 3 } },
    { name: 'decision', kind: 'median', of: 'decisionMinutes' },
  ],
  chart: { kind: 'stack', by: 'askedAt', split: 'outcome' },
  drill: [
    {
      need: 'Out Bound/pharamLeadFixSalesApp:view',
      href: ({ ref }) => `/outBound/pharamLeadFixSalesApp?id=${Number(String(ref).replace(/\D/g, ''))}`,
    },
  ],
  sort: { column: 'askedAt', way: 'desc' },
  translations: translations({
    en: {
      title: 'Reschedule logs',
      'column.askedAt': 'Requested',
      'column.ref': 'Appointment',
      'column.customer': 'Customer no.',
      'column.customerName': 'Customer',
      'column.type': 'Type',
      'column.iPooId': 'Place of operation',
      'column.fromAt': 'Old slot',
      'column.toAt': 'New slot',
      'column.shiftMinutes': 'Shifted by',
      'column.askedBy': 'Requested by',
      'column.reason': 'Reason',
      'column.outcome': 'Outcome',
      'column.approver': 'Approver',
      'column.approvalId': 'Approval no.',
      'column.decidedAt': 'Decided',
      'column.decisionMinutes': 'Time to decide',
      'column.times': 'Times',
      'column.noticeMinutes': 'Notice',
      'column.employeeId': 'Employee no.',
      'type.setup': 'Setup',
      'type.sales': 'Sales',
      'type.orientation': 'Orientation',
      'outcome.waiting': 'Waiting',
      'outcome.moved': 'Rescheduled',
      'outcome.refused': 'Not rescheduled',
      'outcome.failed': 'Failed',
      'outcome.cancelled': 'Cancelled',
      'measure.asked': 'Requests',
      'measure.moved': 'Rescheduled',
      'measure.late': 'Under 24 h notice',
      'measure.often': 'Third time or more',
      'measure.decision': 'Median time to decide',
      'means.asked': 'Requests to reschedule an appointment, by the day of the request.',
      'means.moved': 'Requests after which the appointment has a new slot, of all requests.',
      'means.late': 'Requests made less than 24 hours before the old slot, of all requests.',
      'means.often': 'Requests for an appointment that was rescheduled twice before.',
      'means.decision':
        'Half of the decided requests took less time from request to decision. Waiting requests are left out.',
    },
    es: {
      title: 'Registro de reprogramaciones',
      'column.askedAt': 'Solicitado',
      'column.ref': 'Cita',
      'column.customer': 'N.º de cliente',
      'column.customerName': 'Cliente',
      'column.type': 'Tipo',
      'column.iPooId': 'Lugar de operación',
      'column.fromAt': 'Franja anterior',
      'column.toAt': 'Franja nueva',
      'column.shiftMinutes': 'Desplazamiento',
      'column.askedBy': 'Solicitado por',
      'column.reason': 'Motivo',
      'column.outcome': 'Resultado',
      'column.approver': 'Aprobador',
      'column.approvalId': 'N.º de aprobación',
      'column.decidedAt': 'Decidido',
      'column.decisionMinutes': 'Tiempo de decisión',
      'column.times': 'Veces',
      'column.noticeMinutes': 'Antelación',
      'column.employeeId': 'N.º de empleado',
      'type.setup': 'Instalación',
      'type.sales': 'Venta',
      'type.orientation': 'Orientación',
      'outcome.waiting': 'En espera',
      'outcome.moved': 'Reprogramada',
      'outcome.refused': 'No reprogramada',
      'outcome.failed': 'Fallida',
      'outcome.cancelled': 'Anulada',
      'measure.asked': 'Solicitudes',
      'measure.moved': 'Reprogramadas',
      'measure.late': 'Con menos de 24 h',
      'measure.often': 'Tercera vez o más',
      'measure.decision': 'Tiempo de decisión mediano',
      'means.asked': 'Solicitudes de reprogramar una cita, por el día de la solicitud.',
      'means.moved': 'Solicitudes tras las que la cita tiene otra franja, del total.',
      'means.late': 'Solicitudes hechas menos de 24 horas antes de la franja anterior, del total.',
      'means.often': 'Solicitudes de una cita que ya se reprogramó dos veces.',
      'means.decision': 'La mitad de las solicitudes decididas tardó menos. Las que esperan no cuentan.',
    },
  }),
});
