import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { reference } from '../core/reference.ts';
import { translations } from '../core/translations.ts';
import { defineReport, type ReportModel } from '../families/report.ts';
import { signupRef } from '../streams/customers/signup/place.ts';
import { evolveSignup, newSignup, ticked, type SignupState } from '../streams/customers/signup/state.ts';
import type { signup } from '../streams/customers/signup/signup.ts';

const stages = [
  'draft',
  'submitted',
  'inVerification',
  'infoRequested',
  'verified',
  'completed',
  'rejected',
  'abandoned',
] as const;

interface Case {
  readonly signup: SignupState;
  readonly startedAt: string;
  readonly verifiedAt: string | null;
}

function foldCase(before: Case | undefined, event: EventOf<typeof signup>, id: string): Case {
  const signup = evolveSignup(before?.signup ?? newSignup(id), event);
  const { type, at } = event;
  // A verification that was undone or could not be completed does not count.
  const undone = type === 'SignupVerificationUndone' || type === 'SignupCompletionFailed';
  const verifiedAt = type === 'SignupVerified' ? at : undone ? null : (before?.verifiedAt ?? null);
  return { signup, startedAt: before?.startedAt ?? at, verifiedAt };
}

const minutesBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

/** One row per sign-up case, drafts included. */
export const signupCases = {
  name: 'signup_cases',
  version: 2,
  streams: ['signup'],
  subject: ({ stream }) => streamKey(stream),
  fold: foldCase,
  rows: ({ signup, startedAt, verifiedAt }, id) =>
    signup.stage === 'none'
      ? []
      : [
          {
            id,
            ref: signupRef(id),
            customer: signup.record.applicant.name,
            iPooId: signup.record.pooId,
            campaignId: signup.record.campaignId,
            lead: signup.record.leadId === null ? null : reference('LD', signup.record.leadId),
            source: signup.source ? 'outside' : signup.record.leadId === null ? 'direct' : 'lead',
            agentId: signup.startedBy?.empId ?? null,
            agent: signup.startedBy?.name ?? null,
            startedAt,
            submittedAt: signup.firstSubmittedAt,
            verifiedAt,
            stage: signup.stage,
            checked: ticked(signup).length,
            reworks: signup.resubmitted,
            verifier: signup.verifier?.name ?? null,
            verifyMinutes: minutesBetween(signup.firstSubmittedAt, verifiedAt),
            reached: reachedBy(signup, verifiedAt),
          },
        ],
} satisfies ReportModel<Case, EventOf<typeof signup>>;

/** The furthest step of the case; it implies all earlier ones. */
function reachedBy({ firstSubmittedAt, stage }: SignupState, verifiedAt: string | null): string {
  if (stage === 'completed') return 'completed';
  return verifiedAt !== null ? 'verified' : firstSubmittedAt !== null ? 'submitted' : 'started';
}

export const signupReport = defineReport({
  name: 'customersignupReport',
  route: '/reports/customersignupReport',
  model: signupCases,
  columns: [
    { name: 'startedAt', kind: 'datetime', width: 140 },
    { name: 'ref', kind: 'id', width: 110 },
    {
      name: 'customer',
      kind: 'person',
      width: 170,
      unmask: ['Out Bound/customerSingup:view', 'Out Bound/signup-queue:view'],
    },
    { name: 'iPooId', kind: 'place', width: 150 },
    { name: 'source', kind: 'choice', width: 110, options: ['direct', 'lead', 'outside'] },
    { name: 'campaign', kind: 'text', width: 150, joined: true },
    { name: 'agent', kind: 'text', width: 150 },
    { name: 'submittedAt', kind: 'datetime', width: 140 },
    { name: 'verifiedAt', kind: 'datetime', width: 140 },
    { name: 'verifyMinutes', kind: 'minutes', width: 120, total: 'average' },
    { name: 'stage', kind: 'choice', width: 130, options: stages },
    { name: 'checked', kind: 'number', width: 90 },
    { name: 'reworks', kind: 'number', width: 90, total: 'sum' },
    { name: 'verifier', kind: 'text', width: 150 },
    {
      name: 'reached',
      kind: 'choice',
      width: 120,
      options: ['started', 'submitted', 'verified', 'completed'],
      hidden: true,
    },
    { name: 'agentId', kind: 'number', width: 100, hidden: true },
    { name: 'lead', kind: 'id', width: 110, hidden: true },
    { name: 'campaignId', kind: 'number', width: 100, hidden: true },
  ],
  scope: { place: 'iPooId', own: 'agentId' },
  filters: [
    { kind: 'period', name: 'startedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'source' },
    { kind: 'find', columns: ['ref', 'agent', 'verifier', 'campaign'] },
  ],
  groups: ['stage', 'reached', 'iPooId', 'agent', 'verifier', 'source', 'campaign'],
  measures: [
    { name: 'started', kind: 'count' },
    {
      name: 'submitted',
      kind: 'share',
      where: { column: 'reached', in: ['submitted', 'verified', 'completed'] },
    },
    { name: 'verified', kind: 'share', where: { column: 'reached', in: ['verified', 'completed'] } },
    { name: 'rejected', kind: 'share', where: { column: 'stage', in: ['rejected'] } },
    { name: 'verifyTime', kind: 'median', of: 'verifyMinutes' },
  ],
  chart: { kind: 'stack', by: 'startedAt', split: 'reached' },
  drill: [
    { need: 'Out Bound/customerSingup:view', href: ({ id }) => `/outBound/customerSingup?id=${id}` },
    {
      need: 'Out Bound/signup-queue:view',
      href: ({ id, stage }) =>
        ['submitted', 'inVerification', 'verified'].includes(String(stage))
          ? `/outBound/signup-queue?row=${id}`
          : null,
    },
  ],
  sort: { column: 'startedAt', way: 'desc' },
  translations: translations({
    en: {
      title: 'Customer sign-up report',
      'column.startedAt': 'Started',
      'column.ref': 'Case',
      'column.customer': 'Customer',
      'column.iPooId': 'Place of operation',
      'column.source': 'Source',
      'column.campaign': 'Campaign',
      'column.agent': 'Signed up by',
      'column.submittedAt': 'Submitted',
      'column.verifiedAt': 'Verified',
      'column.verifyMinutes': 'Time to verify',
      'column.stage': 'Stage',
      'column.checked': 'Checks done of 6',
      'column.reworks': 'Reworks',
      'column.verifier': 'Verifier',
      'column.reached': 'Furthest step',
      'column.agentId': 'Agent no.',
      'column.campaignId': 'Campaign no.',
      'column.lead': 'Lead',
      'source.direct': 'Direct',
      'source.lead': 'Lead',
      'source.outside': 'Customer service',
      'stage.draft': 'Draft',
      'stage.submitted': 'Submitted',
      'stage.inVerification': 'In verification',
      'stage.infoRequested': 'Information requested',
      'stage.verified': 'Verified',
      'stage.completed': 'Completed',
      'stage.rejected': 'Rejected',
      'stage.abandoned': 'Abandoned',
      'reached.started': 'Started',
      'reached.submitted': 'Submitted',
      'reached.verified': 'Verified',
      'reached.completed': 'Completed',
      'measure.started': 'Started',
      'measure.submitted': 'Submitted',
      'measure.verified': 'Verified',
      'measure.rejected': 'Rejected',
      'measure.verifyTime': 'Median to verify',
      'means.started': 'Sign-up cases started in the period, drafts included.',
      'means.submitted': 'Cases that were submitted at least once, of all started.',
      'means.verified':
        'Cases that are verified or completed, of all started. A verification that was undone does not count.',
      'means.rejected': 'Cases that were rejected, of all started.',
      'means.verifyTime':
        'Half of the verified cases took less time from the first submission to the verification.',
    },
    es: {
      title: 'Informe de altas de clientes',
      'column.startedAt': 'Iniciada',
      'column.ref': 'Caso',
      'column.customer': 'Cliente',
      'column.iPooId': 'Lugar de operación',
      'column.source': 'Origen',
      'column.campaign': 'Campaña',
      'column.agent': 'Dado de alta por',
      'column.submittedAt': 'Enviada',
      'column.verifiedAt': 'Verificada',
      'column.verifyMinutes': 'Tiempo de verificación',
      'column.stage': 'Etapa',
      'column.checked': 'Comprobaciones de 6',
      'column.reworks': 'Correcciones',
      'column.verifier': 'Verificador',
      'column.reached': 'Último paso',
      'column.agentId': 'N.º de agente',
      'column.campaignId': 'N.º de campaña',
      'column.lead': 'Prospecto',
      'source.direct': 'Directo',
      'source.lead': 'Prospecto',
      'source.outside': 'Servicio de clientes',
      'stage.draft': 'Borrador',
      'stage.submitted': 'Enviada',
      'stage.inVerification': 'En verificación',
      'stage.infoRequested': 'Información solicitada',
      'stage.verified': 'Verificada',
      'stage.completed': 'Completada',
      'stage.rejected': 'Rechazada',
      'stage.abandoned': 'Abandonada',
      'reached.started': 'Iniciada',
      'reached.submitted': 'Enviada',
      'reached.verified': 'Verificada',
      'reached.completed': 'Completada',
      'measure.started': 'Iniciadas',
      'measure.submitted': 'Enviadas',
      'measure.verified': 'Verificadas',
      'measure.rejected': 'Rechazadas',
      'measure.verifyTime': 'Mediana de verificación',
      'means.started': 'Altas iniciadas en el período, con los borradores.',
      'means.submitted': 'Altas enviadas al menos una vez, del total iniciado.',
      'means.verified':
        'Altas verificadas o completadas, del total iniciado. Una verificación deshecha no cuenta.',
      'means.rejected': 'Altas rechazadas, del total iniciado.',
      'means.verifyTime': 'La mitad de las altas verificadas tardó menos desde el primer envío.',
    },
  }),
});
