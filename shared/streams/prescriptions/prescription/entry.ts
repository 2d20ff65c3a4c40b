import { z } from 'zod';
import { instant, note, oneOf } from '../../../core/fields.ts';
import { addBusinessTime } from '../../../core/business-time.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { ageOn } from '../../customers/signup/fields.ts';
import { checkPrescription } from '../checks/check.ts';
import type { Clinical } from '../checks/clinical.ts';
import { flagsOf } from '../checks/flags.ts';
import { linesToRepeat } from '../checks/risk.ts';
import type { Person } from '../person.ts';
import { iso, personOf } from '../person.ts';
import type { Content, DraftContent, RxHeader, RxLine } from './content.ts';
import { contentSchema, draftSchema } from './content.ts';
import { deskReads, deskRight, enterDesk, leaveDesk, ownHold, stepRefused, workBegins } from './desk.ts';
import type { FoundNames } from './drugs.ts';
import { namedHeader, namedLines } from './drugs.ts';
import { faceOf, rejectReasons } from './events.ts';
import type { RejectReason, Received } from './events.ts';
import { rxEvent } from './events.ts';
import { presentedOn } from './received.ts';
import type { RxState } from './state.ts';

/** For half an hour a prescription that was sent back is reserved for the person who entered it. */
export const sentBackMs = 30 * 60_000;

/** Starts the page; one whose last reader was lost is resumed with their draft. */
export const startDigitization = command<RxState, object>({
  input: z.object({}),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, _input, ctx) {
    const no = stepRefused(state, 'START');
    if (no) return no;
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const { sentBack } = state;
    if (
      state.stage === 'sentBack' &&
      sentBack &&
      sentBack.to.empId !== ctx.viewer.empId &&
      ctx.now < Date.parse(sentBack.at) + sentBackMs
    )
      return refuse('sentBackToAnother', 409, { name: sentBack.to.name });
    const same = state.stage === 'entering' && state.digitizer?.empId === ctx.viewer.empId;
    const begun = workBegins('entry', ctx, lease);
    return same
      ? begun
      : [rxEvent({ type: 'DigitizationStarted', data: { by: personOf(ctx), n: 1 } }), ...begun];
  },
});

/** Saves a draft; an unchanged one writes nothing. */
export const saveDraft = command<RxState, DraftContent>({
  input: draftSchema,
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, draft, ctx) {
    const n = state.stage === 'entering' ? 1 : state.stage === 'secondEntering' ? 2 : null;
    if (n === null) return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const before = n === 1 ? state.draft : state.secondDraft;
    if (JSON.stringify(before?.draft) === JSON.stringify(draft)) return [];
    return [rxEvent({ type: 'DigitizationDraftSaved', data: { by: personOf(ctx), n, draft } })];
  },
});

/** The valid content is known: passes it to the pharmacist. One that is only being received has no `receivedAt` yet. */
export function digitized(
  id: string,
  received: Received,
  content: { readonly header: RxHeader; readonly lines: readonly RxLine[] },
  by: Person,
  typists: readonly Person[],
  ctx: Pick<Ctx, 'prepared' | 'today' | 'now'>,
  receivedAt: string | null = null,
): NewEvent[] {
  const { header, lines } = content;
  const clinical = (ctx.prepared as { readonly clinical?: Clinical } | undefined)?.clinical;
  const presented = presentedOn(received, receivedAt ?? iso(ctx.now), header);
  const flags = clinical
    ? flagsOf(checkPrescription({ header, lines, presentedOn: presented }, clinical, ctx.today))
    : [];
  const acute = header.caseType === 'acute';
  return [
    rxEvent(
      {
        type: 'PrescriptionDigitized',
        data: { header, lines, isDigFlag: 1, by, acute, flags, face: faceOf(received, typists) },
      },
      `prescription-${id}`,
    ),
    enterDesk('check', id, received, ctx.now, ctx.now, typists),
  ];
}

/** The content of an entry with our master data, or its error. */
export function readContent(
  content: Content,
  ctx: Pick<Ctx, 'prepared' | 'today'>,
): { header: RxHeader; lines: readonly RxLine[] } | Refusal {
  if (isRefusal(ctx.prepared)) return ctx.prepared;
  const found = ctx.prepared as FoundNames;
  const header = namedHeader(content.header, found, ctx.today);
  if (isRefusal(header)) return header;
  const lines = namedLines(content.lines, found);
  return isRefusal(lines) ? lines : { header, lines };
}

/** Risky lines must be marked on the page: the second person sees the mark, never the text. */
function unmarked(lines: readonly RxLine[], nos: readonly number[], received: Received): Refusal | null {
  const at = lines.findIndex(
    (line) =>
      nos.includes(line.no) &&
      !(line.region && received.files.some(({ fileId }) => fileId === line.region?.fileId)),
  );
  return at < 0 ? null : refuse('regionMissing', 422, { line: lines[at]!.no }, `lines.${at}.region`);
}

/** The first entry: straight to the check, or to a second reader for the lines that are risky. */
export const submitDigitization = command<RxState, Content>({
  input: contentSchema,
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, content, ctx) {
    const no = stepRefused(state, 'SUBMIT');
    if (no) return no;
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const read = readContent(content, ctx);
    if (isRefusal(read)) return read;
    const received = state.received!;
    const by = personOf(ctx);
    const repeat = linesToRepeat(
      read.lines,
      received.patientDob ? ageOn(received.patientDob, ctx.today) : null,
      Number(ctx.id),
    );
    if (repeat.length === 0)
      return [
        ...digitized(ctx.id, received, read, by, [...state.typists, by], ctx, state.receivedAt),
        ...leaveDesk('entry', ctx.id, lease),
      ];
    const open = unmarked(
      read.lines,
      repeat.map((one) => one.no),
      received,
    );
    if (open) return open;
    const since = state.receivedAt ? Date.parse(state.receivedAt) : ctx.now;
    return {
      events: [
        ...leaveDesk('entry', ctx.id, lease),
        rxEvent({
          type: 'FirstEntrySubmitted',
          data: { ...read, by, repeat, face: faceOf(received, [...state.knowers, by]) },
        }),
        enterDesk('entry', ctx.id, received, ctx.now, since, [...state.knowers, by]),
      ],
      answer: { repeat },
    };
  },
});

/** A doctor answers within this much working time. */
export const doctorAnswerMs = 4 * 3_600_000;
export const doctorDueAt = (askedAt: number): string =>
  new Date(addBusinessTime(askedAt, doctorAnswerMs)).toISOString();
export const doctorAnswers = 'Prescription/DoctorView:edit' as const;

/** A question to the doctor or the customer; the page waits outside the desks for its answer. */
export const askClarification = command<RxState, { text: string; to: 'doctor' | 'customer' }>({
  input: z.object({ text: note(500, 5), to: oneOf(['doctor', 'customer']) }),
  need: [deskRight('entry', 'edit'), deskRight('check', 'edit')],
  reads: (_input, state, ctx) => deskReads(state.stage === 'inCheck' ? 'check' : 'entry', ctx),
  decide(state, { text, to }, ctx) {
    const no = stepRefused(state, 'CLARIFY');
    if (no) return no;
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const back = state.stage === 'inCheck' ? 'check' : 'entry';
    return [
      rxEvent({
        type: 'ClarificationRequested',
        data: {
          ...{ text, to, by: personOf(ctx), back, face: faceOf(state.received!, state.typists) },
          patientId: state.received!.patientId,
          ...(to === 'doctor' ? { dueAt: doctorDueAt(ctx.now) } : {}),
        },
      }),
      ...leaveDesk(back, ctx.id, lease, 'QueueItemRemoved', 'clarification'),
    ];
  },
});

/** The time for the doctor's answer is over and there is none. */
export const clarificationOverdue = command<RxState, { dueAt: string }>({
  input: z.object({ dueAt: instant() }),
  need: 'system',
  decide(state, { dueAt }, ctx) {
    const { question, received } = state;
    if (!received || !question || state.stage !== 'clarifying' || question.dueAt !== dueAt)
      return refuse('noLongerNeeded', 409);
    if (ctx.now < Date.parse(dueAt)) return refuse('noLongerNeeded', 409);
    const { to, by, back } = question;
    const { pooId, patientId } = received;
    return [rxEvent({ type: 'ClarificationOverdue', data: { to, by, back, pooId, patientId } })];
  },
});

/** The answer, by the doctor who was asked, or by a desk that received it from the doctor or the customer. */
export const answerClarification = command<RxState, { text: string }>({
  input: z.object({ text: note(500, 2) }),
  need: [deskRight('entry', 'edit'), deskRight('check', 'edit'), doctorAnswers],
  decide(state, { text }, ctx) {
    const back = state.question?.back ?? 'entry';
    const no = stepRefused(state, back === 'entry' ? 'ANSWERED_ENTRY' : 'ANSWERED_CHECK');
    if (no) return no;
    const atDesk = ctx.may(deskRight('entry', 'edit')) || ctx.may(deskRight('check', 'edit'));
    if (!atDesk && state.question?.to !== 'doctor') return refuse('questionNotForDoctor', 403);
    const since = state.receivedAt ? Date.parse(state.receivedAt) : ctx.now;
    return [
      rxEvent({
        type: 'ClarificationAnswered',
        data: {
          text,
          by: personOf(ctx),
          back,
          ...(state.question ? { askedBy: state.question.by } : {}),
        },
      }),
      back === 'entry'
        ? rxEvent({ type: 'EntryResumed', data: { face: faceOf(state.received!) } })
        : rxEvent({
            type: 'CheckResumed',
            data: {
              face: faceOf(state.received!, state.typists),
              lines: state.lines.length,
              flags: state.flags,
            },
          }),
      enterDesk(back, ctx.id, state.received!, ctx.now, since, back === 'check' ? state.typists : []),
    ];
  },
});

/**
 * No prescription, unreadable, somebody else's: the uploader is notified. The version it should have replaced
 * is valid again.
 */
export const reject = command<RxState, { reason: RejectReason; text: string }>({
  input: z.object({ reason: oneOf(rejectReasons), text: note(500, 5) }),
  need: [deskRight('entry', 'edit'), deskRight('check', 'approve')],
  reads: (_input, state, ctx) => ({
    ...deskReads(state.stage === 'inCheck' ? 'check' : 'entry', ctx),
    ...(state.received?.supersedes ? { before: `prescription-${state.received.supersedes.id}` } : {}),
  }),
  decide(state, { reason, text }, ctx) {
    const no = stepRefused(state, 'REJECT');
    if (no) return no;
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const received = state.received!;
    const before = received.supersedes;
    const condition = ctx.read.before as RxState | undefined;
    return [
      rxEvent({
        type: 'PrescriptionRejected',
        data: { reason, text, by: personOf(ctx), ref: received.ref, uploadedBy: received.uploadedBy },
      }),
      ...leaveDesk(state.stage === 'inCheck' ? 'check' : 'entry', ctx.id, lease),
      ...(before && condition?.stage === 'superseded'
        ? [
            rxEvent(
              {
                type: 'PrescriptionReinstated',
                data: { patientId: received.patientId, after: Number(ctx.id), ref: received.ref },
              },
              `prescription-${before.id}`,
            ),
          ]
        : []),
    ];
  },
});
