import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { businessDay, DAY_MS, monthOf } from '../../../core/day.ts';
import { blankable, id, instant, note, oneOf } from '../../../core/fields.ts';
import { limits } from '../../../core/limits.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CommandDef, Ctx, Decision } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { dispositionCodes } from '../../calls/call/dispositions.ts';
import type { Lease } from '../../calls/leases.ts';
import { agentworkStream, endLease } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import {
  activeItems,
  careFileStream,
  readsCareFile,
  waitsForAnswer,
  type CareFileState,
} from '../carefile/carefile.ts';
import { byOf, emit, iso } from '../emit.ts';
import { doctorRight, teamLeadRight } from '../escalation/ladder.ts';
import { assessmentStream, unfinished, type AssessmentState } from './assessment.ts';
import type { CareKitEvent } from './carekit.ts';
import { caseLife, type CaseStep } from './cccase.machine.ts';
import { monthBefore, mostMissed } from './months.ts';
import { caseEvent, caseItem, flagsNow, itemReads, monthNoted } from './open-case.ts';
import { isKitType, kitFor, sections } from './sections.ts';
import { dataSteps, type CareCaseEvent, type CareCaseState, type CaseFace, type DataStep } from './state.ts';

const need = [
  'Out Bound/cc-queue:edit',
  'Prescription/careConnect:edit',
  'Prescription/careConnectV2:edit',
] as const;

/** The case, when this step is legal for this viewer. */
function stepping(state: CareCaseState, step: CaseStep, ctx: Ctx): CaseFace | Refusal {
  if (!state.face || !inPoos(ctx.viewer, state.face.pooId)) return refuse('notFound', 404);
  return caseLife.next(state.stage, step) === null
    ? refuse('caseStage', 409, { stage: `stage.${state.stage}` })
    : state.face;
}

interface Held<I> {
  readonly step: CaseStep;
  readonly input: z.core.$ZodType<I>;
  readonly reads?: (state: CareCaseState) => Record<string, string>;
  readonly decide: (
    state: CareCaseState,
    input: I,
    face: CaseFace,
    lease: Lease,
    ctx: Ctx & { readonly id: string },
  ) => Decision;
}

/** A step of whoever holds the case's row. */
function byHolder<I extends object>(def: Held<I>): CommandDef<CareCaseState, I> {
  return command<CareCaseState, I>({
    input: def.input,
    need,
    reads: (_input, state, ctx) => ({
      ...itemReads(ctx),
      ...(state.face ? { file: careFileStream(state.face.patientId) } : {}),
      ...def.reads?.(state),
    }),
    decide(state, input, ctx) {
      const face = stepping(state, def.step, ctx);
      if ('refused' in face) return face;
      const { lease } = ctx.read['item'] as QueueItemState;
      return lease && lease.empId === ctx.viewer.empId
        ? def.decide(state, input, face, lease, ctx)
        : refuse('notClaimedByYou', 423);
    },
  });
}

const fileOf = (ctx: Ctx): CareFileState | undefined => ctx.read['file'] as CareFileState | undefined;
const ofCase = ({ patientId, month }: CaseFace) => ({ patientId, month });

/** Takes the case up; the hold becomes work. A month begins while the one before is open only when a team lead does it. */
export const start = byHolder<object>({
  step: 'START',
  input: z.object({}),
  decide(state, _input, face, lease, ctx) {
    const before = fileOf(ctx)?.months[monthBefore(face.month)];
    if (state.stage === 'due' && before?.open && !ctx.may(teamLeadRight))
      return refuse('previousMonthOpen', 409, { month: monthBefore(face.month) });
    const working = (ctx.read['item'] as QueueItemState).stage === 'working';
    const same = state.stage !== 'due' && state.owner?.empId === ctx.viewer.empId;
    return [
      ...(same ? [] : [caseEvent({ type: 'CareCaseStarted', data: { ...ofCase(face), by: byOf(ctx) } })]),
      ...(working
        ? []
        : [
            {
              stream: caseItem(ctx.id),
              type: 'QueueItemWorkStarted',
              data: { leaseId: lease.leaseId, empId: lease.empId, until: iso(ctx.now + limits.leaseWorkMs) },
            },
          ]),
    ];
  },
});

const settled = z.object({
  callId: id(),
  code: z.enum(dispositionCodes),
  agent: z.object({ empId: z.int(), name: texts.own() }),
  nextAt: z.nullable(instant()),
  retryAt: z.nullable(instant()),
});
/**
 * How the call about this month ended. Whoever was reached stays with the caller, who goes on; otherwise the row waits until the next
 * try, and after the third one for a team lead.
 */
export const settleCall = command<CareCaseState, z.output<typeof settled>>({
  input: settled,
  need: 'system',
  reads: (_input, _state, ctx) => ({ item: caseItem(ctx.id) }),
  decide(state, { code, agent, nextAt, retryAt }, ctx) {
    const { face, stage, missedAttempts } = state;
    const { lease, parks } = ctx.read['item'] as QueueItemState;
    const until = nextAt ?? retryAt;
    if (!face || until === null || lease?.empId !== agent.empId) return refuse('noLongerNeeded', 409);
    const missed = nextAt === null;
    if (Math.max(missedAttempts, parks) >= mostMissed) return refuse('noLongerNeeded', 409);
    const began: readonly CareCaseEvent[] =
      stage === 'due' ? [{ type: 'CareCaseStarted', data: { ...ofCase(face), by: agent } }] : [];
    const parked: readonly CareCaseEvent[] =
      stage === 'due' || caseLife.next(stage, 'PARK') !== null
        ? [
            {
              type: 'CareCaseParked',
              data: { ...ofCase(face), until, missedAttempts: missedAttempts + (missed ? 1 : 0), by: agent },
            },
          ]
        : [];
    return [
      ...[...began, ...parked].map(caseEvent),
      ...endLease(caseItem(ctx.id), lease, { type: 'QueueItemParked', data: { until, reason: code } }),
    ];
  },
});

/** What is still missing for a step, as names. */
function missing(step: DataStep, face: CaseFace, file: CareFileState | undefined): readonly string[] {
  if (step !== 'vitals') return [];
  return face.required
    .filter(
      ({ loinc }) =>
        !(file?.vitals[loinc] ?? []).some(
          ({ takenAt }) => monthOf(businessDay(Date.parse(takenAt))) >= face.month,
        ),
    )
    .map(({ name }) => name);
}

export const completeStep = byHolder<{ step: DataStep; note: string | null }>({
  step: 'STEP',
  input: z.object({ step: oneOf(dataSteps), note: blankable(note(500)) }),
  decide(state, { step, note: said }, face, _lease, ctx) {
    const open = missing(step, face, fileOf(ctx));
    if (open.length > 0) return refuse('stepIncomplete', 422, { vitals: [...open] }, 'step');
    const medicines = activeItems(fileOf(ctx), 'adherence').some(({ key }) =>
      key.startsWith(`adherence:${face.month}:`),
    );
    if (step === 'adherence' && !medicines && said === null) return refuse('adherenceNote', 422, {}, 'note');
    const done = new Set([...Object.keys(state.steps), step]);
    return [
      caseEvent({ type: 'CareStepCompleted', data: { ...ofCase(face), step, note: said, by: byOf(ctx) } }),
      ...(dataSteps.every((one) => done.has(one))
        ? [caseEvent({ type: 'CareDataCollected', data: ofCase(face) })]
        : []),
    ];
  },
});

/** Not reached: the row comes back by itself; after the third time a team lead decides. */
export const notReached = byHolder<{ until: string }>({
  step: 'PARK',
  input: z.object({ until: instant() }),
  decide(state, { until }, face, lease, ctx) {
    const at = Date.parse(until);
    const { parks } = ctx.read['item'] as QueueItemState;
    if (Math.max(state.missedAttempts, parks) >= mostMissed)
      return refuse('parkLimit', 409, { n: mostMissed });
    if (at <= ctx.now || at > ctx.now + limits.parkDays * DAY_MS)
      return refuse('parkRange', 422, { days: limits.parkDays }, 'until');
    return [
      caseEvent({
        type: 'CareCaseParked',
        data: { ...ofCase(face), until: iso(at), missedAttempts: state.missedAttempts + 1, by: byOf(ctx) },
      }),
      ...endLease(caseItem(ctx.id), lease, {
        type: 'QueueItemParked',
        data: { until: iso(at), reason: 'notReached' },
      }),
    ];
  },
});

/** To the doctor, where the tier says so; then the row leaves the queue until it comes back. */
export const submitAssessment = byHolder<object>({
  step: 'SUBMIT',
  input: z.object({}),
  reads: ({ face }) =>
    face ? { assessment: assessmentStream(face.patientId, face.month) } : ({} as Record<string, string>),
  decide(_state, _input, face, lease, ctx) {
    const { empty, carried } = unfinished(ctx.read['assessment'] as AssessmentState | undefined);
    if (empty.length > 0)
      return refuse('sectionsEmpty', 422, { sections: empty.map((one) => `section.${one}`) });
    if (carried.length > 0)
      return refuse('sectionsCarried', 422, { sections: carried.map((one) => `section.${one}`) });
    const to = face.reviewBy === 'doctor' ? 'doctorReview' : 'kitDraft';
    return [
      caseEvent({ type: 'AssessmentSubmitted', data: { ...ofCase(face), by: byOf(ctx), to } }),
      ...(to === 'doctorReview'
        ? [
            caseEvent({
              type: 'CareCaseSentToDoctor',
              data: { ...ofCase(face), name: face.name, pooId: face.pooId, by: byOf(ctx) },
            }),
            ...endLease(caseItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
          ]
        : []),
    ];
  },
});

export const approve = command<CareCaseState, { remarks: string | null }>({
  input: z.object({ remarks: blankable(note(1_000)) }),
  need: [doctorRight, 'Prescription/monthlyAssessments:approve'],
  versioned: true,
  reads: (_input, { face }) => readsCareFile(face?.patientId),
  decide(state, { remarks }, ctx) {
    const face = stepping(state, 'APPROVE', ctx);
    if ('refused' in face) return face;
    if (state.submittedBy?.empId === ctx.viewer.empId) return refuse('ownAssessment', 403);
    return [
      caseEvent({ type: 'AssessmentApprovedByDoctor', data: { ...face, by: byOf(ctx), remarks } }),
      ...flagsNow(face.patientId, face.month, ctx),
    ];
  },
});

export const returnAssessment = command<CareCaseState, { reason: string }>({
  input: z.object({ reason: note(1_000, 5) }),
  need: [doctorRight, 'Prescription/monthlyAssessments:approve'],
  versioned: true,
  reads: (_input, { face }) => readsCareFile(face?.patientId),
  decide(state, { reason }, ctx) {
    const face = stepping(state, 'RETURN', ctx);
    return 'refused' in face
      ? face
      : [
          caseEvent({ type: 'AssessmentReturned', data: { ...face, by: byOf(ctx), reason } }),
          ...flagsNow(face.patientId, face.month, ctx),
        ];
  },
});

/** Decides the kit: the type that the diagnoses ask for, or another with a reason. What was written is kept with it as it is now. */
export const finalizeKit = byHolder<{ iKitTypeId: number; reason?: string | undefined }>({
  step: 'FINALIZE',
  input: z.object({ iKitTypeId: id(), reason: note(500, 5).optional() }),
  reads: ({ face }) =>
    face ? { assessment: assessmentStream(face.patientId, face.month) } : ({} as Record<string, string>),
  decide(_state, { iKitTypeId, reason }, face, _lease, ctx) {
    if (!isKitType(iKitTypeId)) return refuse('careKitTypeInvalid', 422, {}, 'iKitTypeId');
    const asked = kitFor(activeItems(fileOf(ctx), 'diagnosis').map(({ name }) => name));
    if (asked !== iKitTypeId && reason === undefined)
      return refuse('kitReason', 422, { kit: `kitType.${asked}` }, 'reason');
    const written = ctx.read['assessment'] as AssessmentState;
    const kitId = ctx.newNumber('carekit');
    const { patientId, customerId, pooId, month } = face;
    const texts = Object.fromEntries(
      sections.map((section) => [section, written.sections[section]?.text ?? '']),
    );
    const kit = {
      patientId,
      customerId,
      pooId,
      month,
      ref: reference('CK', kitId),
      iKitTypeId,
      sections: texts,
      goals: written.goals,
      version: 1,
      by: byOf(ctx),
    };
    return {
      events: [
        caseEvent({
          type: 'CareKitFinalized',
          data: { ...ofCase(face), kitId, kitTypeId: iKitTypeId, by: byOf(ctx), reason: reason ?? null },
        }),
        emit<CareKitEvent>({ type: 'CareKitIssued', data: kit }, `carekit-${kitId}`),
      ],
      answer: { kitId },
    };
  },
});

/** The month is done. It does not go out while something critical waits for an answer. */
export const sendKit = byHolder<object>({
  step: 'SEND',
  input: z.object({}),
  decide(state, _input, face, lease, ctx) {
    if (waitsForAnswer(fileOf(ctx))) return refuse('escalationOpen', 409);
    const kitId = state.kitId ?? 0;
    const { patientId, month } = face;
    return [
      caseEvent({ type: 'CareKitSent', data: { patientId, month, kitId, by: byOf(ctx) } }),
      emit<CareKitEvent>(
        { type: 'CareKitDispatched', data: { patientId, by: byOf(ctx) } },
        `carekit-${kitId}`,
      ),
      monthNoted(patientId, month, Number(ctx.id), false),
      ...endLease(caseItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
    ];
  },
});

/** A team lead lets a month go, with the reason. */
export const skip = command<CareCaseState, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need: teamLeadRight,
  reads: (_input, state, ctx) => ({
    item: caseItem(ctx.id),
    work: agentworkStream(ctx.viewer.empId),
    ...(state.face ? { file: careFileStream(state.face.patientId) } : {}),
  }),
  decide(state, { reason }, ctx) {
    const face = stepping(state, 'SKIP', ctx);
    if ('refused' in face) return face;
    const { lease, stage } = ctx.read['item'] as QueueItemState;
    return [
      caseEvent({ type: 'CareCaseSkipped', data: { ...ofCase(face), reason, by: byOf(ctx) } }),
      monthNoted(face.patientId, face.month, Number(ctx.id), false),
      ...(['waiting', 'claimed', 'working', 'parked'].includes(stage)
        ? endLease(caseItem(ctx.id), lease, { type: 'QueueItemRemoved', data: { why: 'skipped' } })
        : []),
    ];
  },
});
