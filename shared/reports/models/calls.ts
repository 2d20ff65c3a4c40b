import type { Both } from '../../core/translations.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  callPurposes,
  dispositionCodes,
  dispositionOf,
  type DispositionCode,
} from '../../streams/calls/call/dispositions.ts';
import { evolveCall, noCall, type CallState } from '../../streams/calls/call/state.ts';
import { evolveReview, inCalibration, noReview, type ReviewState } from '../../streams/calls/review/state.ts';
import type { EventOf } from '../../core/stream.ts';
import type { call } from '../../streams/calls/call/call.ts';
import type { callreview } from '../../streams/calls/review/callreview.ts';

interface Call {
  readonly call: CallState;
  readonly review: ReviewState;
  readonly ringAt: string | null;
  readonly wrapSec: number | null;
}

/** Dispositions in which the callee agreed to something. */
const won: readonly DispositionCode[] = ['SETUP_FIXED', 'SALES_FIXED', 'ORDER_TAKEN'];
const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

function outcomeOf({ answeredAt, disposition }: CallState): 'won' | 'connected' | 'notConnected' {
  if (disposition && won.includes(disposition.code)) return 'won';
  return answeredAt === null ? 'notConnected' : 'connected';
}

/** One row per call, with its review. */
export const callRows = {
  name: 'calls',
  version: 2,
  streams: ['call', 'callreview'],
  subject: ({ stream }) => (['call', 'callreview'].includes(streamName(stream)) ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const old = before ?? { call: noCall(id), review: noReview(id), ringAt: null, wrapSec: null };
    if (streamName(event.stream) === 'callreview')
      return { ...old, review: evolveReview(old.review, event as Parameters<typeof evolveReview>[1]) };
    const settled = event.type === 'CallDispositioned' || event.type === 'CallAutoDispositioned';
    return {
      ...old,
      call: evolveCall(old.call, event as Parameters<typeof evolveCall>[1]),
      ringAt: old.ringAt ?? (event.type === 'CallRinging' ? event.at : null),
      wrapSec: settled ? event.data.wrapSec : old.wrapSec,
    };
  },
  rows: ({ call, review, ringAt, wrapSec }, id) => {
    const { face } = call;
    if (!face) return [];
    return [
      {
        id,
        ref: face.ref,
        placedAt: call.placedAt,
        agentId: call.agent?.empId ?? null,
        agent: call.agent?.name ?? null,
        iPooId: face.pooId,
        direction: face.direction,
        purpose: face.purpose,
        callee: face.subject,
        subjectRef: face.subjectRef,
        phone: face.phoneMasked,
        ringSec: secondsBetween(ringAt ?? call.placedAt, call.answeredAt),
        talkSec: call.answeredAt === null ? null : call.talkSec,
        holdSec: call.answeredAt === null ? null : call.holdSec,
        wrapSec,
        handleSec:
          call.answeredAt === null || wrapSec === null ? null : call.talkSec + call.holdSec + wrapSec,
        disposition: call.disposition?.code ?? null,
        dispositionKind: call.disposition ? dispositionOf(call.disposition.code).kind : null,
        outcome: outcomeOf(call),
        consent: call.consent === null ? null : call.consent ? 'yes' : 'no',
        recording: call.recording ? 'yes' : 'no',
        recordingSec: call.recording?.seconds ?? null,
        score: inCalibration(review) ? null : review.total,
        review: review.stage === 'none' ? null : review.stage,
      },
    ];
  },
} satisfies ReportModel<Call, EventOf<typeof call | typeof callreview>>;

const yesNo = ['yes', 'no'] as const;
export const callColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  placedAt: { name: 'placedAt', kind: 'datetime', width: 140 },
  agentId: { name: 'agentId', kind: 'number', width: 100, hidden: true },
  agent: { name: 'agent', kind: 'text', width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  direction: { name: 'direction', kind: 'choice', width: 100, options: ['out', 'in'] },
  purpose: { name: 'purpose', kind: 'choice', width: 150, options: callPurposes },
  callee: { name: 'callee', kind: 'id', width: 110, hidden: true },
  subjectRef: { name: 'subjectRef', kind: 'id', width: 110 },
  phone: { name: 'phone', kind: 'id', width: 130 },
  ringSec: { name: 'ringSec', kind: 'seconds', width: 90, total: 'average' },
  talkSec: { name: 'talkSec', kind: 'seconds', width: 90, total: 'sum' },
  holdSec: { name: 'holdSec', kind: 'seconds', width: 90, total: 'sum' },
  wrapSec: { name: 'wrapSec', kind: 'seconds', width: 100, total: 'average' },
  handleSec: { name: 'handleSec', kind: 'seconds', width: 100, total: 'average' },
  disposition: { name: 'disposition', kind: 'choice', width: 160, options: dispositionCodes },
  outcome: {
    name: 'outcome',
    kind: 'choice',
    width: 120,
    options: ['won', 'connected', 'notConnected'],
    tones: { won: 'ok', notConnected: 'muted' },
  },
  consent: { name: 'consent', kind: 'choice', width: 110, options: yesNo },
  recording: { name: 'recording', kind: 'choice', width: 100, options: yesNo },
  recordingSec: { name: 'recordingSec', kind: 'seconds', width: 110 },
  score: { name: 'score', kind: 'number', width: 80, total: 'average' },
  review: {
    name: 'review',
    kind: 'choice',
    width: 110,
    options: ['sampled', 'scored', 'disputed', 'calibrating', 'comparing', 'final'],
  },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const callDrill = [
  {
    need: 'Out Bound/outCall:view',
    href: ({ callee }: { readonly [name: string]: string | number | null }) =>
      `/outBound/outCall?who=${String(callee)}`,
  },
] as const;

/** What a call came to, for every column of dispositions. */
export const dispositionTexts = {
  'disposition.SETUP_FIXED': { en: 'Setup fixed', es: 'Instalación fijada' },
  'disposition.SALES_FIXED': { en: 'Sales visit fixed', es: 'Visita fijada' },
  'disposition.ORDER_TAKEN': { en: 'Order taken', es: 'Pedido tomado' },
  'disposition.CALLBACK': { en: 'Call back', es: 'Devolver la llamada' },
  'disposition.THINKING': { en: 'Thinking it over', es: 'Lo está pensando' },
  'disposition.NOT_INTERESTED': { en: 'Not interested', es: 'Sin interés' },
  'disposition.ALREADY_CUSTOMER': { en: 'Already a customer', es: 'Ya es cliente' },
  'disposition.WRONG_NUMBER': { en: 'Wrong number', es: 'Número equivocado' },
  'disposition.LANGUAGE': { en: 'Other language', es: 'Otro idioma' },
  'disposition.DNC_REQUEST': { en: 'Do not call again', es: 'No volver a llamar' },
  'disposition.COMPLAINT': { en: 'Complaint', es: 'Queja' },
  'disposition.CONFIRMED': { en: 'Confirmed', es: 'Confirmado' },
  'disposition.NEW_DATE': { en: 'New date', es: 'Nueva fecha' },
  'disposition.REFUSED': { en: 'Refused', es: 'Rechazado' },
  'disposition.INFO_DONE': { en: 'Done', es: 'Hecho' },
  'disposition.PARTIAL': { en: 'Partly done', es: 'Hecho en parte' },
  'disposition.DECEASED': { en: 'Deceased', es: 'Fallecido' },
  'disposition.DROPPED': { en: 'Dropped', es: 'Se cortó' },
  'disposition.RNR': { en: 'No answer', es: 'No contesta' },
  'disposition.BUSY': { en: 'Busy', es: 'Ocupado' },
  'disposition.SWITCHED_OFF': { en: 'Switched off', es: 'Apagado' },
  'disposition.NOT_REACHABLE': { en: 'Not reachable', es: 'Fuera de cobertura' },
  'disposition.INVALID_NUMBER': { en: 'Invalid number', es: 'Número no válido' },
  'disposition.NO_DISPOSITION': { en: 'None given', es: 'Sin indicar' },
} as const satisfies Readonly<Record<string, Both>>;

export const callWords = {
  'column.ref': { en: 'Call', es: 'Llamada' },
  'column.placedAt': { en: 'Placed', es: 'Hecha' },
  'column.agentId': { en: 'Agent no.', es: 'N.º de agente' },
  'column.agent': { en: 'Agent', es: 'Agente' },
  'column.direction': { en: 'Direction', es: 'Sentido' },
  'column.purpose': { en: 'Purpose', es: 'Propósito' },
  'column.callee': { en: 'Record', es: 'Registro' },
  'column.subjectRef': { en: 'Called', es: 'Llamado' },
  'column.phone': { en: 'Number', es: 'Número' },
  'column.ringSec': { en: 'Ring time', es: 'Timbre' },
  'column.talkSec': { en: 'Talk time', es: 'Conversación' },
  'column.holdSec': { en: 'Hold time', es: 'Espera' },
  'column.wrapSec': { en: 'Wrap-up', es: 'Cierre' },
  'column.handleSec': { en: 'Handle time', es: 'Tiempo de gestión' },
  'column.disposition': { en: 'Disposition', es: 'Resultado indicado' },
  'column.outcome': { en: 'Outcome', es: 'Resultado' },
  'column.consent': { en: 'Agreed to recording', es: 'Aceptó la grabación' },
  'column.recording': { en: 'Recording', es: 'Grabación' },
  'column.recordingSec': { en: 'Recorded', es: 'Grabado' },
  'column.score': { en: 'Score', es: 'Puntuación' },
  'column.review': { en: 'Review', es: 'Revisión' },
  'direction.out': { en: 'Outbound', es: 'Saliente' },
  'direction.in': { en: 'Inbound', es: 'Entrante' },
  'purpose.lead': { en: 'Lead', es: 'Prospecto' },
  'purpose.callback': { en: 'Callback', es: 'Devolución de llamada' },
  'purpose.setup-confirm': { en: 'Setup confirmation', es: 'Confirmación de instalación' },
  'purpose.signup-verify': { en: 'Sign-up verification', es: 'Verificación de alta' },
  'purpose.care-connect': { en: 'Care call', es: 'Llamada del programa de atención' },
  'purpose.delivery-reminder': { en: 'Delivery reminder', es: 'Recordatorio de entrega' },
  'purpose.return-pickup': { en: 'Return pickup', es: 'Recogida de devolución' },
  'purpose.dsa-sale-verify': { en: 'DSA sale check', es: 'Control de venta DSA' },
  'purpose.exit-retention': { en: 'Retention', es: 'Retención' },
  'purpose.clinical-escalation': { en: 'Clinical escalation', es: 'Escalamiento clínico' },
  'purpose.adhoc': { en: 'Ad hoc', es: 'Puntual' },
  ...dispositionTexts,
  'outcome.won': { en: 'Agreed', es: 'Aceptó' },
  'outcome.connected': { en: 'Connected', es: 'Conectada' },
  'outcome.notConnected': { en: 'Not connected', es: 'No conectada' },
  'consent.yes': { en: 'Yes', es: 'Sí' },
  'consent.no': { en: 'No', es: 'No' },
  'recording.yes': { en: 'Yes', es: 'Sí' },
  'recording.no': { en: 'No', es: 'No' },
  'review.sampled': { en: 'To be reviewed', es: 'Por revisar' },
  'review.scored': { en: 'Scored', es: 'Puntuada' },
  'review.disputed': { en: 'Disputed', es: 'Impugnada' },
  'review.calibrating': { en: 'Second score', es: 'Segunda puntuación' },
  'review.comparing': { en: 'To settle', es: 'Por resolver' },
  'review.final': { en: 'Final', es: 'Definitiva' },
} as const;
