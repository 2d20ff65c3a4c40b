import { z } from 'zod';
import { note, text } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { recordId, uploadId } from '../../../core/record-id.ts';
import type { CustomerState } from '../../customers/customer.ts';
import { notActive } from '../../customers/customer-state-rules.ts';
import type { PatientState } from '../../customers/patient.ts';
import { ageOn } from '../../customers/signup/fields.ts';
import { storeOnly } from '../checks/paper-alerts.ts';
import { linesToRepeat } from '../checks/risk.ts';
import type { CaseType, RxFile } from '../pages.ts';
import { caseType } from '../pages.ts';
import { iso, personOf } from '../person.ts';
import { rxRef } from '../references.ts';
import { uploadConsentVersion } from '../upload/access.ts';
import { picturesRead, picturesReserved, picturesTaken } from '../upload/pictures.ts';
import type { Content, RxHeader, RxLine } from './content.ts';
import { headerSchema, lineSchema, mostLines } from './content.ts';
import { enterDesk } from './desk.ts';
import { digitized, readContent } from './entry.ts';
import type { Received, Verbal } from './events.ts';
import { faceOf, rxEvent } from './events.ts';
import type { RxState } from './state.ts';

const dayMs = 24 * 3_600_000;
const content = {
  header: headerSchema,
  lines: z.array(lineSchema).min(1, 'required').max(mostLines, 'tooManyItems'),
};

/**
 * Enters a prescription typed on receipt: to a second reader where lines are risky and there is a page, else
 * to the check.
 */
function entered(
  own: string,
  received: Received,
  read: { header: RxHeader; lines: readonly RxLine[] },
  changed: readonly RxLine[],
  ctx: Ctx,
): NewEvent[] | Refusal {
  const by = personOf(ctx);
  const typists = [...(received.typists ?? []), by];
  const first = rxEvent({ type: 'PrescriptionReceived', data: received });
  const age = received.patientDob ? ageOn(received.patientDob, ctx.today) : null;
  const repeat = received.files.length === 0 ? [] : linesToRepeat(changed, age, Number(own));
  if (repeat.length === 0) return [first, ...digitized(own, received, read, by, typists, ctx)];
  const open = repeat.find(({ no }) => !read.lines.find((line) => line.no === no)?.region);
  if (open)
    return refuse(
      'regionMissing',
      422,
      { line: open.no },
      `lines.${read.lines.findIndex(({ no }) => no === open.no)}.region`,
    );
  return [
    first,
    rxEvent({ type: 'FirstEntrySubmitted', data: { ...read, by, repeat, face: faceOf(received, [by]) } }),
    enterDesk('entry', own, received, ctx.now, ctx.now, [by]),
  ];
}

/** Lines that are the same in both versions need no second entry. */
const sameLine = (one: RxLine, other: RxLine | undefined): boolean =>
  other !== undefined &&
  JSON.stringify([one.drug.name, one.dose, one.route, one.days, one.qty]) ===
    JSON.stringify([other.drug.name, other.dose, other.route, other.days, other.qty]);

/**
 * A prescription is never edited: a new one replaces it and goes through the check again. The old one is held
 * at once.
 */
export const amend = command<RxState, Content & { of: number; reason: string }>({
  input: z.object({ of: recordId('prescription'), reason: note(500, 5), ...content }) as z.core.$ZodType<
    Content & { of: number; reason: string }
  >,
  need: 'Prescription/prescriptionUpdate:edit',
  creates: true,
  reads: ({ of }) => ({ before: `prescription-${of}` }),
  decide(state, { of, reason, header, lines }, ctx) {
    if (state.stage !== 'none') return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const before = ctx.read.before as RxState;
    if (before.stage === 'none' || !inPoos(ctx.viewer, before.received?.pooId))
      return refuse('notFound', 404);
    if (before.stage !== 'approved')
      return refuse('notApproved', 409, { ref: rxRef(of), stage: `stage.${before.stage}` }, 'of');
    const read = readContent({ header, lines }, ctx);
    if (isRefusal(read)) return read;
    const changed = read.lines.filter(
      (line) =>
        !sameLine(
          line,
          before.lines.find(({ no }) => no === line.no),
        ),
    );
    const dropped = before.lines.some(({ no }) => !read.lines.some((line) => line.no === no));
    if (changed.length === 0 && !dropped && JSON.stringify(read.header) === JSON.stringify(before.header))
      return refuse('nothingChanged', 422);
    const own: Received = {
      ...before.received!,
      ref: rxRef(ctx.id),
      source: 'update',
      caseType: header.caseType,
      uploadedBy: personOf(ctx),
      supersedes: { id: of, ref: rxRef(of), reason },
      verbal: null,
      typists: before.typists,
      presentedAt: before.received!.presentedAt ?? before.receivedAt!,
    };
    const events = entered(ctx.id, own, read, changed, ctx);
    if (isRefusal(events)) return events;
    return [
      ...events,
      rxEvent(
        {
          type: 'PrescriptionSuperseded',
          data: { patientId: own.patientId, by: Number(ctx.id), ref: rxRef(ctx.id), reason },
        },
        `prescription-${of}`,
      ),
    ];
  },
});

interface Adhoc extends Content {
  readonly patientId: number;
  readonly customerId: number;
  readonly caseType: CaseType;
  readonly fileIds: readonly string[];
  readonly agreed: boolean;
  /** An image of another patient's prescription belongs to this patient too. */
  readonly anyway?: boolean | undefined;
  readonly verbal: { readonly doctor: string; readonly callNote: string } | null;
}
const adhocInput = z.object({
  patientId: recordId('patient'),
  customerId: recordId('customer'),
  caseType,
  fileIds: z.array(uploadId()).max(10, 'tooManyItems'),
  agreed: z.boolean({ error: 'required' }),
  anyway: z.boolean().optional(),
  verbal: z.object({ doctor: text(100, 3), callNote: note(300, 5) }).nullable(),
  ...content,
}) as z.core.$ZodType<Adhoc>;

/** An entry outside the monthly cycle: from existing pages, or verbal for a day; never verbal for H1 or X. */
export const enterAdhoc = command<RxState, Adhoc>({
  input: adhocInput,
  need: 'Prescription/AdhocPrescription:create',
  creates: true,
  reads: ({ patientId, customerId }) => ({
    patient: `patient-${patientId}`,
    customer: `customer-${customerId}`,
  }),
  readsPrepared: ({ files = [] }: { readonly files?: readonly RxFile[] }) => picturesRead(files),
  decide(state, given, ctx) {
    if (state.stage !== 'none') return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const patient = ctx.read.patient as PatientState;
    if (
      patient.stage === 'none' ||
      patient.pooId === null ||
      patient.customerId !== given.customerId ||
      !inPoos(ctx.viewer, patient.pooId)
    )
      return refuse('notInList', 422, { label: 'field.patientId' }, 'patientId');
    const customer = ctx.read.customer as CustomerState;
    const left = notActive(customer, 'patientId');
    if (left) return left;
    if (!given.agreed) return refuse('consentMissing', 422, undefined, 'agreed');
    if (given.fileIds.length === 0 && !given.verbal)
      return refuse('imageOrVerbal', 422, undefined, 'fileIds');
    const read = readContent(given, ctx);
    if (isRefusal(read)) return read;
    if (given.verbal && read.lines.some(storeOnly))
      return refuse('verbalNotAllowed', 422, undefined, 'verbal');
    const files = (ctx.prepared as { files?: readonly RxFile[] }).files ?? [];
    if (files.length !== given.fileIds.length) return refuse('fileNotBrought', 422, undefined, 'fileIds');
    const taken = picturesTaken(files, ctx.read, given.patientId, () => given.anyway ?? false, 'fileIds');
    if (taken) return taken;
    const verbal: Verbal | null =
      given.verbal && files.length === 0 ? { ...given.verbal, until: iso(ctx.now + dayMs) } : null;
    const received: Received = {
      ref: rxRef(ctx.id),
      pooId: patient.pooId,
      customerId: given.customerId,
      patientId: given.patientId,
      patientName: patient.name,
      patientDob: patient.dob,
      patientGender: patient.gender,
      language: customer.language,
      source: 'adhoc',
      sessionId: null,
      tpdId: null,
      caseType: given.caseType,
      files,
      consent: { how: 'phone', version: uploadConsentVersion, at: iso(ctx.now) },
      uploadedBy: personOf(ctx),
      supersedes: null,
      verbal,
    };
    const events = entered(ctx.id, received, read, read.lines, ctx);
    if (isRefusal(events)) return events;
    const second = events.some(({ type }) => type === 'FirstEntrySubmitted');
    const reserved = picturesReserved(files, ctx.read, Number(ctx.id), given.patientId, ctx.today);
    return { events: [...events, ...reserved], answer: { second } };
  },
});
