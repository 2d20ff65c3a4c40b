import { z } from 'zod';
import { instant } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { phoneKey } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { auditStream } from '../../core/audit.ts';
import { uniqueStream } from '../../core/unique.ts';
import { customerExists, phoneReads, quietly } from './checks.ts';
import type { CheckedPaper, ChecklistItem, SignupDocument } from './fields.ts';
import { enterQueue, queueReads, signupRef } from './place.ts';
import type { SignupState } from './state.ts';

/** The checklist item that covers a kind of document; other kinds have none. */
const lookedAt: Readonly<Partial<Record<SignupDocument['kind'], ChecklistItem>>> = {
  identity: 'identityReadable',
  prescription: 'prescriptionPresent',
};

/** The documents, each with who verified it and when; nobody verified a waived one. */
function papersOf({ record, ticks }: SignupState): readonly CheckedPaper[] {
  return record.documents.map((document) => {
    const item = lookedAt[document.kind];
    const tick = item && ticks[item];
    return tick && !tick.waiver
      ? { ...document, checked: { at: tick.at, empId: tick.empId, name: tick.by } }
      : document;
  });
}

function customerOf(
  state: SignupState,
  signupId: string,
  patientIds: readonly number[],
): Record<string, unknown> {
  const { record } = state;
  const { applicant } = record;
  const provenAt = state.proven?.at ?? null;
  const phones = [
    { phone: applicant.phone, verifiedAt: provenAt, primary: true },
    ...(applicant.altPhone ? [{ phone: applicant.altPhone, verifiedAt: null, primary: false }] : []),
  ];
  return {
    name: applicant.name,
    phones,
    email: applicant.email,
    dob: applicant.dob,
    gender: applicant.gender,
    religionId: applicant.religionId,
    secGrade: applicant.secGrade,
    language: applicant.language,
    addresses: [{ ...record.address, default: true }],
    pooId: record.pooId,
    categoryId: record.categoryId,
    careTierId: record.careTierId,
    campaignId: record.campaignId,
    consents: record.consents,
    documents: papersOf(state),
    signupId: Number(signupId),
    leadId: record.leadId,
    patientIds,
  };
}

/**
 * Sent when the undo window of this very verification ends. Creates customer, patients and phone reservation
 * in one commit.
 */
export const complete = command<SignupState, { undoUntil: string }>({
  input: z.object({ undoUntil: instant() }),
  need: 'system',
  reads: (_input, state, ctx) => ({ ...queueReads(ctx), ...phoneReads(state) }),
  decide(state, { undoUntil }, ctx) {
    if (state.stage !== 'verified' || state.undoUntil !== undoUntil || ctx.now < Date.parse(undoUntil))
      return quietly();
    const exists = customerExists(ctx);
    if (exists)
      return [
        { type: 'SignupCompletionFailed', data: { code: exists.code, ...exists.details } },
        enterQueue(state, ctx),
      ];
    const customerId = ctx.newNumber('customer');
    const patientIds = state.record.patients.map(() => ctx.newNumber('patient'));
    const owner = `customer-${customerId}`;
    const { careTierId } = state.record;
    const events: NewEvent[] = [
      {
        type: 'SignupCompleted',
        data: {
          customerId,
          patientIds,
          ref: signupRef(ctx.id),
          customerRef: reference('CU', customerId),
          submitter: state.submittedBy,
          leadId: state.record.leadId,
        },
      },
      { stream: owner, type: 'CustomerCreated', data: customerOf(state, ctx.id, patientIds) },
      ...state.record.patients.map((patient, at): NewEvent => ({
        stream: `patient-${patientIds[at]}`,
        type: 'PatientRegistered',
        data: { ...patient, customerId, pooId: state.record.pooId, careTierId },
      })),
      {
        stream: uniqueStream('customer-phone', phoneKey(state.record.applicant.phone!)),
        type: 'KeyReserved',
        data: { owner },
      },
    ];
    return { events, answer: { customerId, patientIds } };
  },
});

/** Sent 14 days after the last change; any later activity makes it void. */
export const abandon = command<SignupState, { touchedAt: string }>({
  input: z.object({ touchedAt: instant() }),
  need: 'system',
  decide: (state, { touchedAt }, ctx) =>
    (state.stage === 'draft' || state.stage === 'infoRequested') && state.touchedAt === touchedAt
      ? [
          {
            type: 'SignupAbandoned',
            data: {
              ref: signupRef(ctx.id),
              submitter: state.submittedBy ?? state.startedBy,
              leadId: state.record.leadId,
            },
          },
        ]
      : quietly(),
});

/** Returns to the caller everything that feeds mask; the access is recorded beside the case. */
export const reveal = command<SignupState, object>({
  input: z.object({}),
  need: ['Out Bound/signup-queue:edit', 'Out Bound/customerSingup:create'],
  decide(state, _input, ctx) {
    if (state.stage === 'none') return refuse('notFound', 404);
    const { applicant, address } = state.record;
    const fields = ['phone', 'altPhone', 'email', 'address'];
    return {
      events: [
        {
          stream: auditStream(`signup-${ctx.id}`),
          type: 'PersonalDataViewed',
          data: { subject: `signup-${ctx.id}`, fields },
        },
      ],
      answer: {
        phone: applicant.phone,
        altPhone: applicant.altPhone,
        email: applicant.email,
        addressLine: address.line,
        lat: address.lat,
        lng: address.lng,
      },
    };
  },
});
