import { callLease } from '../streams/calls/lease-groups.ts';
import type { StoredOf } from '../core/event.ts';
import { DAY_MS } from '../core/day.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { CaseStage } from '../streams/care/cccase/cccase.machine.ts';
import type { cccase } from '../streams/care/cccase/cccase.ts';
import { dueDays, mostMissed } from '../streams/care/cccase/months.ts';
import { dataSteps, type CareCaseState, type CaseFace, type DataStep } from '../streams/care/cccase/state.ts';

interface CareRow extends QueueRow {
  readonly patient: string;
  readonly patientId: number;
  /** Stream of the customer whom a call reaches. */
  readonly customer: string;
  readonly age: number | null;
  readonly tier: number | null;
  readonly month: string;
  readonly dueAt: string;
  readonly done: readonly DataStep[];
  readonly steps: number;
  readonly total: number;
  readonly missed: number;
  readonly lastContact: string | null;
  /** Open escalations, and whether one of them is critical and unacknowledged. */
  readonly alerts: readonly string[];
  readonly alert: boolean;
  readonly critical: boolean;
  readonly stage: CaseStage;
}
type CareQueueEvent = StoredOf<(typeof cccase.events)[keyof typeof cccase.events]>;

const faceParts = ({
  name,
  patientId,
  customerId,
  age,
  careTierId,
  month,
  dueAt,
}: CaseFace): Partial<CareRow> => ({
  patient: name,
  patientId,
  customer: customerId === null ? '' : `customer-${customerId}`,
  age,
  tier: careTierId,
  month,
  dueAt,
});
const all = { done: dataSteps, steps: dataSteps.length };

function fold(row: CareRow, event: CareQueueEvent): Partial<CareRow> {
  switch (event.type) {
    case 'CareCaseOpened':
      return { ...faceParts(event.data), stage: 'due', why: 'why.entered' };
    case 'CareCaseReopened':
      return { ...faceParts(event.data), stage: 'due', why: 'why.reopened' };
    case 'AssessmentReturned':
      return { ...faceParts(event.data), ...all, stage: 'assessment', why: 'why.returned' };
    case 'AssessmentApprovedByDoctor':
      return { ...faceParts(event.data), ...all, stage: 'kitDraft', why: 'why.approved' };
    case 'CareCaseStarted':
      return { stage: row.stage === 'due' ? 'inProgress' : row.stage, lastContact: event.at };
    case 'CareStepCompleted': {
      const done = [...new Set([...row.done, event.data.step])];
      return { done, steps: done.length };
    }
    case 'CareDataCollected':
      return { stage: 'assessment' };
    case 'CareCaseParked':
      return { stage: 'due', missed: event.data.missedAttempts };
    case 'AssessmentSubmitted':
      return { stage: event.data.to };
    case 'CareKitFinalized':
      return { stage: 'kitReady' };
    case 'CareCaseFlagged': {
      const { escalationId, severity, stage } = event.data;
      const others = row.alerts.filter((one) => !one.startsWith(`${escalationId}:`));
      const alerts = stage === 'resolved' ? others : [...others, `${escalationId}:${severity}:${stage}`];
      return {
        alerts,
        alert: alerts.length > 0,
        critical: alerts.some((one) => one.endsWith(':critical:raised')),
      };
    }
    default:
      return {};
  }
}

const mine = { states: ['claimed', 'working'], mine: true } as const;

/** Patients whose month of care waits for a call, an assessment or its kit. */
export const ccQueue = defineQueue<CareRow, CareQueueEvent>({
  name: 'cc-queue',
  route: '/outBound/cc-queue',
  group: 'Out Bound',
  entity: 'cc-queue',
  subject: 'cccase',
  viewVersion: 2,
  lease: callLease,
  parkLimit: mostMissed,
  sla: { clock: 'always', warnMs: (dueDays - 2) * DAY_MS, breachMs: dueDays * DAY_MS },
  enter: {
    on: ['CareCaseOpened', 'CareCaseReopened', 'AssessmentReturned', 'AssessmentApprovedByDoctor'],
    item({ stream, at, data }) {
      if (!('dueAt' in data)) throw new Error('Only a case with a due day enters this queue.');
      const { ref, pooId, language, dueAt } = data;
      return {
        subject: stream,
        ref,
        pooId,
        language,
        enteredAt: Date.parse(at),
        clockFrom: Date.parse(dueAt) - dueDays * DAY_MS,
      };
    },
  },
  leave: ['CareCaseSentToDoctor', 'CareKitSent', 'CareCaseSkipped', 'CareCaseCancelled'],
  holds: ({ stage }: CareCaseState) =>
    ['due', 'inProgress', 'assessment', 'kitDraft', 'kitReady'].includes(stage),
  blank: (base) => ({
    ...base,
    ...{
      patient: '',
      patientId: 0,
      customer: '',
      age: null,
      tier: null,
      month: '',
      dueAt: base.enteredAt,
      done: [],
      steps: 0,
      total: dataSteps.length,
    },
    ...{ missed: 0, lastContact: null, alerts: [], alert: false, critical: false, stage: 'due' },
  }),
  fold,
  /** Open escalations first, then by due time, then the higher tier. */
  rank: (row) => [row.critical ? 0 : row.alert ? 1 : 2, row.dueAt, row.tier ?? 9],
  sources: ['customer', 'prescription'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 128, filter: 'text' },
    { name: 'patient', kind: 'text', width: 160, flex: 2, filter: 'text' },
    { name: 'age', kind: 'number', width: 64 },
    { name: 'alert', kind: 'yesNo', width: 84, filter: 'set' },
    { name: 'tier', kind: 'number', width: 64, filter: 'set' },
    { name: 'month', kind: 'text', width: 84, filter: 'set' },
    { name: 'dueAt', kind: 'datetime', width: 140 },
    { name: 'steps', kind: 'progress', of: 'total', width: 84 },
    { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
    { name: 'holder', kind: 'holder', width: 150, flex: 1, filter: 'set' },
    { name: 'missed', kind: 'number', width: 84 },
    { name: 'lastContact', kind: 'age', width: 96 },
    { name: 'state', kind: 'status', of: 'state', width: 104, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, filter: 'set' },
    { name: 'critical', kind: 'yesNo', width: 84, hidden: true, filter: 'set' },
  ],
  tones: { due: 'muted', inProgress: 'info', assessment: 'accent', kitDraft: 'info', kitReady: 'ok' },
  actions: [
    { ...mine, name: 'start', command: 'start', key: 'b', right: 'edit', states: ['claimed'], primary: true },
    {
      ...mine,
      name: 'call',
      aggregate: 'call',
      command: 'placeCall',
      key: 'd',
      right: 'edit',
      begins: true,
      about: { subject: 'customer', input: 'careCase' },
    },
    {
      ...mine,
      name: 'notReached',
      command: 'notReached',
      key: 'm',
      right: 'edit',
      states: ['working'],
      stages: ['inProgress'],
      inputs: [{ name: 'until', kind: 'datetime', from: 'today', required: true }],
    },
    {
      name: 'skip',
      command: 'skip',
      key: 'x',
      right: 'approve',
      danger: true,
      stages: ['due', 'inProgress'],
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  translations: translations({
    en: {
      title: 'Care connect queue',
      'column.ref': 'Case',
      'column.patient': 'Patient',
      'column.age': 'Age',
      'column.alert': 'Escalation',
      'column.critical': 'Critical',
      'column.tier': 'Tier',
      'column.month': 'Month',
      'column.dueAt': 'Due',
      'column.steps': 'Steps',
      'column.stage': 'Stage',
      'column.missed': 'Not reached',
      'column.lastContact': 'Last contact',
      'stage.due': 'Due',
      'stage.inProgress': 'In progress',
      'stage.assessment': 'Assessment',
      'stage.kitDraft': 'Kit to decide',
      'stage.kitReady': 'Kit ready',
      'action.start': 'Start call',
      'action.call': 'Call',
      'action.notReached': 'Not reached',
      'action.skip': 'Skip month',
      'why.entered': 'The month of care has begun; nobody has called yet.',
      'why.reopened': 'The patient is back; the month was resumed.',
      'why.returned': 'The doctor returned the assessment.',
      'why.approved': 'The doctor approved the assessment; decide the kit.',
    },
    es: {
      title: 'Cola de atención',
      'column.ref': 'Caso',
      'column.patient': 'Paciente',
      'column.age': 'Edad',
      'column.alert': 'Escalamiento',
      'column.critical': 'Crítico',
      'column.tier': 'Nivel',
      'column.month': 'Mes',
      'column.dueAt': 'Vence',
      'column.steps': 'Pasos',
      'column.stage': 'Etapa',
      'column.missed': 'No localizado',
      'column.lastContact': 'Último contacto',
      'stage.due': 'Pendiente',
      'stage.inProgress': 'En curso',
      'stage.assessment': 'Evaluación',
      'stage.kitDraft': 'Kit por decidir',
      'stage.kitReady': 'Kit listo',
      'action.start': 'Iniciar llamada',
      'action.call': 'Llamar',
      'action.notReached': 'No localizado',
      'action.skip': 'Omitir mes',
      'why.entered': 'El mes de atención ha empezado; aún no ha llamado nadie.',
      'why.reopened': 'El paciente ha vuelto; se retomó el mes.',
      'why.returned': 'El médico devolvió la evaluación.',
      'why.approved': 'El médico aprobó la evaluación; decida el kit.',
    },
  }),
});
