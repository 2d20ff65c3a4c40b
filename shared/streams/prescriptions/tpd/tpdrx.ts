import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { phoneKey } from '../../../core/phone.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import { ownerAt, uniqueStream, type UniqueState } from '../../core/unique.ts';
import { recordId, uploadId } from '../../../core/record-id.ts';
import { notActive } from '../../customers/customer-state-rules.ts';
import type { CustomerState } from '../../customers/customer.ts';
import type { PatientState } from '../../customers/patient.ts';
import type { MasterState } from '../../masters/state.ts';
import { caseType, type RxFile } from '../pages.ts';
import { iso, personOf } from '../person.ts';
import { receivedEvents } from '../prescription/received.ts';
import { rxRef, tpdRef } from '../references.ts';
import { mostFiles, uploadConsentVersion } from '../upload/access.ts';
import { picturesRead, picturesReserved, picturesTaken } from '../upload/pictures.ts';
import { tpdRules } from './rules.ts';
import { evolveTpd, noTpd, tpdReasons, type TpdEvent, type TpdReason, type TpdState } from './state.ts';
import { tpdTranslations } from './translations.ts';

const right = (name: 'create' | 'edit') => `Prescription/tpdPrescriptionVarification:${name}` as const;
const made = ({ type, data }: TpdEvent): NewEvent => ({ type, data: { ...data } });
const seenStream = (partner: string, ref: string): string =>
  uniqueStream('tpdrx', `${partner}|${ref.toUpperCase()}`);

const receiveInput = z.strictObject({
  partner: texts.code(/^(hospital|clinic)-[1-9]\d{0,9}$/),
  partnerRef: fields.text(40),
  patient: fields.name(80),
  phone: fields.dialablePhone(),
  doctor: fields.text(100, 3),
  prescribedOn: fields.date(),
});

/** A partner's reference is accepted once; the partner must be active. */
const receive = command<TpdState, z.output<typeof receiveInput>>({
  input: receiveInput,
  need: right('create'),
  creates: true,
  reads: ({ partner, partnerRef }) => ({
    partner: `master-${partner}`,
    seen: seenStream(partner, partnerRef),
  }),
  decide(state, { partner, partnerRef, patient, phone, doctor, prescribedOn }, ctx) {
    if (state.stage !== 'none') return refuse('tpdOver', 409);
    const found = ctx.read['partner'] as MasterState;
    if (!found.exists) return refuse('notInList', 422, { label: 'field.partner' }, 'partner');
    const partnerName = String(found.fields['vName'] ?? '');
    if (found.cancelled || found.iStatus === 0)
      return refuse('tpdPartnerInactive', 422, { name: partnerName }, 'partner');
    const home = found.fields['iPooId'] ?? ctx.directory.employee(ctx.viewer.empId ?? 0)?.primaryPooId;
    if (home == null || !inPoos(ctx.viewer, Number(home)))
      return refuse('notInList', 422, { label: 'field.partner' }, 'partner');
    const owner = ownerAt(ctx.read['seen'] as UniqueState | undefined, ctx.now);
    if (owner !== null)
      return refuse(
        'tpdRefSeen',
        409,
        { name: partnerName, no: partnerRef, ref: tpdRef(owner.slice('tpdrx-'.length)) },
        'partnerRef',
      );
    if (prescribedOn > ctx.today)
      return refuse('dateInFuture', 422, { label: 'field.prescribedOn' }, 'prescribedOn');
    const face = { ref: tpdRef(ctx.id), pooId: Number(home), partner, partnerName, partnerRef };
    return [
      made({
        type: 'TpdPrescriptionReceived',
        data: { ...face, patient, phone, doctor, prescribedOn, by: personOf(ctx) },
      }),
      { stream: seenStream(partner, partnerRef), type: 'KeyReserved', data: { owner: `tpdrx-${ctx.id}` } },
    ];
  },
});

/** Undecided, and held by the decider. */
function notMine({ stage, face }: TpdState, ctx: Ctx): Refusal | null {
  if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
  if (stage !== 'received' && stage !== 'matched') return refuse('tpdOver', 409);
  const { lease } = ctx.read['item'] as QueueItemState;
  return lease && lease.empId === ctx.viewer.empId ? null : refuse('leaseLost', 410);
}
const held = (_input: unknown, _state: TpdState, { id }: { readonly id: string }) => ({
  item: itemStream(tpdRules.name, id),
});

/** Why this patient of this customer cannot get a prescription now. */
function notOurs(customerId: number, ctx: Ctx): Refusal | null {
  const patient = ctx.read['patient'] as PatientState;
  if (
    patient.stage === 'none' ||
    patient.pooId === null ||
    patient.customerId !== customerId ||
    !inPoos(ctx.viewer, patient.pooId)
  )
    return refuse('notInList', 422, { label: 'field.patientId' }, 'patientId');
  return notActive(ctx.read['customer'] as CustomerState, 'patientId');
}

const matchInput = z.strictObject({
  patientId: recordId('patient'),
  customerId: recordId('customer'),
  reason: fields.note(250, 5).optional(),
});

/** Matches the partner's patient to one of ours: by the phone number, or by a stated reason. */
const match = command<TpdState, z.output<typeof matchInput>>({
  input: matchInput,
  need: right('edit'),
  reads: (input, state, ctx) => ({
    ...held(input, state, ctx),
    patient: `patient-${input.patientId}`,
    customer: `customer-${input.customerId}`,
  }),
  decide(state, { patientId, customerId, reason }, ctx) {
    const no = notMine(state, ctx) ?? notOurs(customerId, ctx);
    if (no) return no;
    const { phones } = ctx.read['customer'] as CustomerState;
    const key = phoneKey(state.face?.phone ?? '');
    const phoneMatch = phones.some(({ phone }) => phoneKey(phone) === key);
    if (!phoneMatch && reason === undefined) return refuse('tpdNoMatch', 422, undefined, 'reason');
    const { name } = ctx.read['patient'] as PatientState;
    return [
      made({
        type: 'TpdPrescriptionMatched',
        data: { patientId, customerId, name, phoneMatch, reason: reason ?? null, by: personOf(ctx) },
      }),
    ];
  },
});

const verifyInput = z.strictObject({
  caseType,
  fileIds: z.array(uploadId()).min(1, 'required').max(mostFiles, 'tooManyItems'),
  agreed: z.boolean({ error: 'required' }),
  anyway: z.boolean().optional(),
});

/** Becomes a prescription at the entry desk, with the pages that the partner sent. */
const verify = command<TpdState, z.output<typeof verifyInput>>({
  input: verifyInput,
  need: right('edit'),
  reads: (input, state, ctx) => ({
    ...held(input, state, ctx),
    ...(state.match
      ? { patient: `patient-${state.match.patientId}`, customer: `customer-${state.match.customerId}` }
      : {}),
  }),
  readsPrepared: ({ files = [] }: { readonly files?: readonly RxFile[] }) => picturesRead(files),
  decide(state, { caseType: kind, fileIds, agreed, anyway }, ctx) {
    const no = notMine(state, ctx);
    if (no) return no;
    const { match: ours } = state;
    if (!ours) return refuse('tpdNotMatched', 409);
    const left = notOurs(ours.customerId, ctx);
    if (left) return left;
    if (!agreed) return refuse('consentMissing', 422, undefined, 'agreed');
    const files = (ctx.prepared as { readonly files?: readonly RxFile[] } | undefined)?.files ?? [];
    if (files.length !== fileIds.length) return refuse('fileNotBrought', 422, undefined, 'fileIds');
    const taken = picturesTaken(files, ctx.read, ours.patientId, () => anyway ?? false, 'fileIds');
    if (taken) return taken;
    const patient = ctx.read['patient'] as PatientState;
    const customer = ctx.read['customer'] as CustomerState;
    const prescriptionId = ctx.newNumber('prescription');
    const received = receivedEvents(
      prescriptionId,
      {
        pooId: patient.pooId ?? 0,
        customerId: ours.customerId,
        patientId: ours.patientId,
        patientName: patient.name,
        patientDob: patient.dob,
        patientGender: patient.gender,
        language: customer.language,
        source: 'tpd',
        sessionId: null,
        tpdId: Number(ctx.id),
        caseType: kind,
        files,
        consent: { how: 'phone', version: uploadConsentVersion, at: iso(ctx.now) },
        uploadedBy: personOf(ctx),
        supersedes: null,
        verbal: null,
      },
      ctx.now,
    );
    return {
      events: [
        made({
          type: 'TpdPrescriptionVerified',
          data: { prescriptionId, rx: rxRef(prescriptionId), pages: files.length, by: personOf(ctx) },
        }),
        ...received,
        ...picturesReserved(files, ctx.read, prescriptionId, ours.patientId, ctx.today),
      ],
      answer: { prescriptionId },
    };
  },
});

/**
 * A partner's prescription: matched to a patient of ours and verified before it enters the prescription flow.
 */
export const tpdrx = defineStream<TpdState, TpdEvent>({
  name: 'tpdrx',
  area: 'prescriptions',
  numbered: true,
  state: 1,
  events: {
    TpdPrescriptionReceived: true,
    TpdPrescriptionMatched: true,
    TpdPrescriptionVerified: true,
    TpdPrescriptionRejected: true,
    TpdPrescriptionDuplicate: true,
  },
  initial: noTpd,
  about: {
    prefix: 'TP',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveTpd,
  visible: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  commands: {
    receive,
    match,
    verify,
    reject: command<TpdState, { reason: TpdReason; note: string }>({
      input: z.strictObject({ reason: fields.oneOf(tpdReasons), note: fields.note(500, 5) }),
      need: right('edit'),
      reads: held,
      decide: (state, { reason, note }, ctx) =>
        notMine(state, ctx) ?? [
          made({ type: 'TpdPrescriptionRejected', data: { reason, note, by: personOf(ctx) } }),
        ],
    }),
    markDuplicate: command<TpdState, { note: string }>({
      input: z.strictObject({ note: fields.note(500, 5) }),
      need: right('edit'),
      reads: held,
      decide: (state, { note }, ctx) =>
        notMine(state, ctx) ?? [
          made({ type: 'TpdPrescriptionDuplicate', data: { note, by: personOf(ctx) } }),
        ],
    }),
  },
  translations: tpdTranslations,
  story: [],
});
