import { z } from 'zod';
import { oneOf, text } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { maskPhone } from '../../../core/phone.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { recordId } from '../../../core/record-id.ts';
import type { CustomerState } from '../../customers/customer.ts';
import { dialled } from '../../customers/customer-phones.ts';
import { notActive } from '../../customers/customer-state-rules.ts';
import type { PatientState } from '../../customers/patient.ts';
import { caseType } from '../pages.ts';
import { iso, personOf } from '../person.ts';
import { receivedEvents } from '../prescription/received.ts';
import { uploadRef } from '../references.ts';
import { mostFiles, said, sessionMs, stepRefused, uploadRight } from './access.ts';
import { numberOf } from './otp.ts';
import { picturesRead, picturesReserved, picturesTaken } from './pictures.ts';
import type { UploadChannel, UploadDocument, UploadFile, UploadState } from './state.ts';
import { channels } from './state.ts';

/** A session for one patient; their customer must be active, with a phone number for the code. */
export const open = command<UploadState, { patientId: number; customerId: number; channel: UploadChannel }>({
  input: z.object({
    patientId: recordId('patient'),
    customerId: recordId('customer'),
    channel: oneOf(channels),
  }),
  need: uploadRight('create'),
  creates: true,
  reads: ({ patientId, customerId }) => ({
    patient: `patient-${patientId}`,
    customer: `customer-${customerId}`,
  }),
  decide(state, { patientId, customerId, channel }, ctx) {
    if (state.stage !== 'none') return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const patient = ctx.read.patient as PatientState;
    const customer = ctx.read.customer as CustomerState;
    if (
      patient.stage === 'none' ||
      patient.customerId !== customerId ||
      !inPoos(ctx.viewer, patient.pooId) ||
      patient.pooId === null
    )
      return refuse('notInList', 422, { label: 'field.patientId' }, 'patientId');
    const left = notActive(customer, 'patientId');
    if (left) return left;
    const opened = {
      ref: uploadRef(ctx.id),
      pooId: patient.pooId,
      customerId,
      patientId,
      patientName: patient.name,
      language: customer.language,
      phoneMasked: maskPhone(numberOf({ customer }) || dialled(customer.phones)?.phone),
      channel,
      openedBy: personOf(ctx),
      expiresAt: iso(ctx.now + sessionMs),
    };
    return [said({ type: 'UploadSessionOpened', data: opened })];
  },
});

/**
 * Hands every document over to the digitization desk; images and prescriptions are written together or not at
 * all.
 */
export const submit = command<UploadState, { documents: UploadDocument[] }>({
  input: z.object({
    documents: z
      .array(
        z.object({ fileIds: z.array(text(64)).min(1, 'required').max(mostFiles, 'tooManyItems'), caseType }),
      )
      .min(1, 'required')
      .max(mostFiles, 'tooManyItems'),
  }),
  need: uploadRight('edit'),
  reads: (_input, state) => ({
    ...(state.opened
      ? { customer: `customer-${state.opened.customerId}`, patient: `patient-${state.opened.patientId}` }
      : {}),
    ...picturesRead(state.files),
  }),
  decide(state, { documents }, ctx) {
    if (state.files.length === 0) return refuse('noFiles', 422);
    const no = stepRefused(state, 'SUBMIT', ctx.now) ?? notActive(ctx.read.customer as CustomerState);
    if (no) return no;
    const used = documents.flatMap(({ fileIds }) => fileIds);
    if (
      new Set(used).size !== used.length ||
      used.some((one) => !state.files.some(({ fileId }) => fileId === one))
    )
      return refuse('fileNotBrought', 422, undefined, 'documents');
    if (used.length !== state.files.length)
      return refuse('filesLeft', 422, { n: state.files.length - used.length }, 'documents');
    const opened = state.opened!;
    const confirmed = ({ sameAs }: UploadFile): boolean => sameAs !== null;
    const taken = picturesTaken(state.files, ctx.read, opened.patientId, confirmed, 'documents');
    if (taken) return taken;
    const events: NewEvent[] = [];
    const prescriptionIds = documents.map(({ fileIds, caseType: kind }) => {
      const prescriptionId = ctx.newNumber('prescription');
      const files = fileIds.map((one) => state.files.find(({ fileId }) => fileId === one)!);
      events.push(
        ...receivedEvents(
          prescriptionId,
          {
            pooId: opened.pooId,
            customerId: opened.customerId,
            patientId: opened.patientId,
            patientName: (ctx.read.patient as PatientState).name,
            patientDob: (ctx.read.patient as PatientState).dob,
            patientGender: (ctx.read.patient as PatientState).gender,
            language: opened.language,
            source: opened.channel === 'tpd' ? 'tpd' : 'upload',
            sessionId: Number(ctx.id),
            caseType: kind,
            files: files.map(({ fileId, name, mime, rotation, sha256 }) => ({
              fileId,
              name,
              mime,
              rotation,
              sha256,
            })),
            consent: state.consent,
            uploadedBy: opened.openedBy,
            supersedes: null,
            verbal: null,
            tpdId: null,
          },
          ctx.now,
        ),
        ...picturesReserved(files, ctx.read, prescriptionId, opened.patientId, ctx.today),
      );
      return prescriptionId;
    });
    return {
      events: [said({ type: 'UploadSubmitted', data: { prescriptionIds, by: personOf(ctx) } }), ...events],
      answer: { prescriptionIds },
    };
  },
});

/** Sent a day after it was opened. */
export const expire = command<UploadState, object>({
  input: z.object({}),
  need: 'system',
  decide: (state, _input, ctx) =>
    state.opened &&
    state.stage !== 'submitted' &&
    state.stage !== 'expired' &&
    ctx.now >= Date.parse(state.opened.expiresAt)
      ? [said({ type: 'UploadSessionExpired', data: { ref: state.opened.ref } })]
      : refuse('noLongerNeeded', 409),
});
