import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveTpd, noTpd, tpdReasons, type TpdState } from '../../streams/prescriptions/tpd/state.ts';
import { rxRef } from '../../streams/prescriptions/references.ts';
import { orderLife } from '../../streams/sales/order/life.ts';
import { orderTranslations } from '../../streams/sales/order/translations.ts';
import { stageTexts } from './purchases.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { tpdrx } from '../../streams/prescriptions/tpd/tpdrx.ts';

interface Sent {
  readonly tpd: TpdState;
  readonly matchedAt: string | null;
  readonly pages: number;
}

/** One row per prescription that a partner sent. */
export const tpdPrescriptions = {
  name: 'tpd_prescriptions',
  version: 1,
  streams: ['tpdrx'],
  subject: ({ stream }) => (streamName(stream) === 'tpdrx' ? streamKey(stream) : null),
  fold: (before, event) => {
    const now = before ?? { tpd: noTpd(), matchedAt: null, pages: 0 };
    const told = event as Parameters<typeof evolveTpd>[1];
    return {
      tpd: evolveTpd(now.tpd, told),
      matchedAt: told.type === 'TpdPrescriptionMatched' ? (now.matchedAt ?? event.at) : now.matchedAt,
      pages: told.type === 'TpdPrescriptionVerified' ? told.data.pages : now.pages,
    };
  },
  rows: ({ tpd, matchedAt, pages }, id) => {
    const { face, match, stage, receivedAt, decidedAt, decidedBy, reason, prescriptionId } = tpd;
    if (face === null) return [];
    const decided = minutesBetween(receivedAt, decidedAt);
    return [
      {
        id,
        ref: face.ref,
        receivedAt,
        partner: face.partnerName,
        partnerRef: face.partnerRef,
        doctor: face.doctor,
        prescribedOn: face.prescribedOn,
        patient: match?.name ?? face.patient,
        stage,
        phoneMatch: match === null ? null : match.phoneMatch ? 'yes' : 'no',
        matchedAt,
        decidedAt,
        decidedBy: decidedBy?.name ?? null,
        reason,
        pages,
        rx: prescriptionId === null ? null : rxRef(prescriptionId),
        inTime: decided === null ? null : decided <= 120 ? 'yes' : 'no',
        decideMinutes: decided,
        iPooId: face.pooId,
      },
    ];
  },
} satisfies ReportModel<Sent, EventOf<typeof tpdrx>>;

const instant = <N extends string>(name: N) => ({ name, kind: 'datetime', width: 140 }) as const;
export const tpdColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  receivedAt: instant('receivedAt'),
  partner: { name: 'partner', kind: 'text', width: 160 },
  partnerRef: { name: 'partnerRef', kind: 'id', width: 130 },
  doctor: { name: 'doctor', kind: 'text', width: 170 },
  prescribedOn: { name: 'prescribedOn', kind: 'date', width: 110 },
  patient: {
    name: 'patient',
    kind: 'person',
    width: 160,
    unmask: 'Prescription/tpdPrescriptionVarification:view',
  },
  stage: {
    name: 'stage',
    kind: 'choice',
    width: 130,
    options: ['received', 'matched', 'verified', 'rejected', 'duplicate'],
  },
  phoneMatch: { name: 'phoneMatch', kind: 'choice', width: 120, options: ['yes', 'no'] },
  matchedAt: instant('matchedAt'),
  decidedAt: instant('decidedAt'),
  decidedBy: { name: 'decidedBy', kind: 'text', author: true, width: 150 },
  reason: { name: 'reason', kind: 'choice', width: 150, options: tpdReasons },
  pages: { name: 'pages', kind: 'number', width: 80, total: 'sum' },
  rx: { name: 'rx', kind: 'id', width: 110 },
  inTime: { name: 'inTime', kind: 'choice', width: 100, options: ['yes', 'no'] },
  decideMinutes: { name: 'decideMinutes', kind: 'minutes', width: 130, total: 'average' },
  order: { name: 'orderRef', kind: 'id', width: 150, joined: true },
  orderStage: {
    name: 'orderStage',
    kind: 'choice',
    width: 130,
    options: [...orderLife.stages, 'none'],
    joined: true,
  },
  orderValue: { name: 'orderValue', kind: 'money', width: 110, total: 'sum', joined: true },
  deliveredAt: { ...instant('deliveredAt'), joined: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const tpdMeasures = [
  { name: 'received', kind: 'count' },
  { name: 'open', kind: 'count', where: { column: 'stage', in: ['received', 'matched'] } },
  {
    name: 'verified',
    kind: 'share',
    where: { column: 'stage', in: ['verified'] },
    among: { column: 'stage', in: ['verified', 'rejected', 'duplicate'] },
  },
  {
    name: 'inTime',
    kind: 'share',
    where: { column: 'inTime', in: ['yes'] },
    among: { column: 'inTime', in: ['yes', 'no'] },
  },
  { name: 'decision', kind: 'median', of: 'decideMinutes' },
] as const;

export const tpdDrill = [
  {
    need: 'Prescription/tpdPrescriptionVarification:view',
    href: ({ id, stage }: { readonly id: string; readonly [name: string]: string | number | null }) =>
      stage === 'received' || stage === 'matched'
        ? `/prescription/tpdPrescriptionVarification?row=${id}`
        : null,
  },
  {
    need: 'Prescription/pdList:view',
    href: ({ rx }: { readonly [name: string]: string | number | null }) =>
      rx === null || rx === undefined ? null : `/prescription/pdList?row=${Number(String(rx).slice(3))}`,
  },
] as const;

const ourOrderStages = Object.fromEntries(
  Object.entries(stageTexts(orderTranslations)).map(([key, text]) => [`orderS${key.slice(1)}`, text]),
);

export const tpdWords = {
  ...ourOrderStages,
  'orderStage.none': { en: 'No order', es: 'Sin pedido' },
  'column.ref': { en: 'Number', es: 'Número' },
  'column.receivedAt': { en: 'Received', es: 'Recibida' },
  'column.partner': { en: 'Partner', es: 'Socio' },
  'column.partnerRef': { en: 'Their reference', es: 'Su referencia' },
  'column.doctor': { en: 'Prescriber', es: 'Prescriptor' },
  'column.prescribedOn': { en: 'Prescribed', es: 'Prescrita' },
  'column.patient': { en: 'Patient', es: 'Paciente' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'stage.received': { en: 'To match', es: 'Por asignar' },
  'stage.matched': { en: 'To verify', es: 'Por verificar' },
  'stage.verified': { en: 'Verified', es: 'Verificada' },
  'stage.rejected': { en: 'Rejected', es: 'Rechazada' },
  'stage.duplicate': { en: 'Duplicate', es: 'Duplicada' },
  'column.phoneMatch': { en: 'Phone', es: 'Teléfono' },
  'phoneMatch.yes': { en: 'Matches', es: 'Coincide' },
  'phoneMatch.no': { en: 'Differs', es: 'No coincide' },
  'column.matchedAt': { en: 'Matched', es: 'Asignada' },
  'column.decidedAt': { en: 'Decided', es: 'Decidida' },
  'column.decidedBy': { en: 'Decided by', es: 'Decidida por' },
  'column.reason': { en: 'Reason for rejection', es: 'Motivo del rechazo' },
  'reason.unreadable': { en: 'Unreadable', es: 'Ilegible' },
  'reason.notAPrescription': { en: 'Not a prescription', es: 'No es una receta' },
  'reason.unknownPatient': { en: 'Not our patient', es: 'No es paciente nuestro' },
  'reason.tooOld': { en: 'Too old', es: 'Demasiado antigua' },
  'reason.noConsent': { en: 'No consent', es: 'Sin consentimiento' },
  'reason.other': { en: 'Other', es: 'Otro' },
  'column.pages': { en: 'Files', es: 'Archivos' },
  'column.rx': { en: 'Prescription', es: 'Receta' },
  'column.inTime': { en: 'Within 2 hours', es: 'En 2 horas' },
  'inTime.yes': { en: 'Yes', es: 'Sí' },
  'inTime.no': { en: 'No', es: 'No' },
  'column.decideMinutes': { en: 'Receipt to decision', es: 'De la recepción a la decisión' },
  'column.orderRef': { en: 'Order', es: 'Pedido' },
  'column.orderStage': { en: 'Order status', es: 'Estado del pedido' },
  'column.orderValue': { en: 'Order value', es: 'Valor del pedido' },
  'column.deliveredAt': { en: 'Delivered', es: 'Entregado' },
  'measure.received': { en: 'Received', es: 'Recibidas' },
  'means.received': {
    en: 'Prescriptions that partners sent in the period.',
    es: 'Recetas que los socios enviaron en el período.',
  },
  'measure.open': { en: 'Open', es: 'Pendientes' },
  'means.open': {
    en: 'Of these, still to be matched or verified.',
    es: 'De ellas, por asignar o verificar.',
  },
  'measure.verified': { en: 'Verified', es: 'Verificadas' },
  'means.verified': {
    en: 'Share of the decided ones that became our prescriptions.',
    es: 'Parte de las decididas que pasaron a ser recetas nuestras.',
  },
  'measure.inTime': { en: 'Within 2 hours', es: 'En 2 horas' },
  'means.inTime': {
    en: 'Share of the decided ones that were decided within two hours, by the clock.',
    es: 'Parte de las decididas que se decidió en dos horas de reloj.',
  },
  'measure.decision': { en: 'Time to a decision', es: 'Tiempo hasta decidir' },
  'means.decision': {
    en: 'Median time from the receipt to the decision.',
    es: 'Mediana desde la recepción hasta la decisión.',
  },
} as const;
