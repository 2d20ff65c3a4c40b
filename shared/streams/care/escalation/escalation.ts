import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import { instant, note, oneOf, text } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { recordId } from '../../../core/record-id.ts';
import type { PatientState } from '../../customers/patient.ts';
import { careFileStream, readsCareFile } from '../carefile/carefile.ts';
import { byOf, emit } from '../emit.ts';
import { escalationLife, type EscalationStep } from './escalation.machine.ts';
import { carerRight, doctorRight, severities, teamLeadRight, type Level, type Severity } from './ladder.ts';
import { clockOf, noted, raise as raised } from './raise.ts';
import {
  escalationSources,
  evolveEscalation,
  noEscalation,
  outcomes,
  type EscalationEvent,
  type EscalationSource,
  type EscalationState,
  type Outcome,
} from './state.ts';
import { escalationTranslations } from './translations.ts';

export const reopenDays = 7;
const acknowledging: readonly Permission[] = [
  carerRight,
  'Prescription/careConnect:edit',
  doctorRight,
  teamLeadRight,
];
const clinical: readonly Permission[] = [
  ...acknowledging,
  'Prescription/labReportsDigitization:edit',
  'Prescription/personalHistory:create',
];
const senior = (ctx: Ctx): boolean => ctx.may(doctorRight) || ctx.may(teamLeadRight);
const mine = (event: EscalationEvent) => emit<EscalationEvent>(event);

/** The face of an escalation that takes this step from where it stands; otherwise why it may not. */
function stepping(
  state: EscalationState,
  step: EscalationStep,
  ctx: Ctx,
): NonNullable<EscalationState['face']> | Refusal {
  if (!state.face) return refuse('notFound', 404);
  if (!inPoos(ctx.viewer, state.face.pooId)) return refuse('placeNotYours', 403);
  if (escalationLife.next(state.stage, step) !== null) return state.face;
  if (state.stage === 'resolved')
    return refuse('alreadyResolved', 409, { name: state.resolvedBy?.name ?? '' });
  return state.stage === 'acknowledged'
    ? refuse('alreadyAcknowledged', 409, { name: state.acknowledgedBy?.name ?? '' })
    : refuse('notResolved', 409);
}

const raise = command<
  EscalationState,
  { patientId: number; source: EscalationSource; severity: Severity; name: string; text: string }
>({
  input: z.object({
    patientId: recordId('patient', { former: true }),
    source: oneOf(escalationSources),
    severity: oneOf(severities),
    name: text(80),
    text: note(500, 5),
  }),
  need: clinical,
  creates: true,
  reads: ({ patientId }) => ({ patient: `patient-${patientId}`, file: careFileStream(patientId) }),
  decide(_state, { patientId, source, severity, name, text: said }, ctx) {
    const patient = ctx.read['patient'] as PatientState | undefined;
    if (!patient || patient.stage === 'none' || !inPoos(ctx.viewer, patient.pooId))
      return refuse('patientUnknown', 422, {}, 'patientId');
    if (patient.careStage === 'deceased') return refuse('patientDeceased', 409, { on: patient.diedOn });
    const cause = { stream: null, name, value: null, unit: null, flag: null };
    return raised(
      Number(ctx.id),
      {
        patientId,
        patientName: patient.name,
        pooId: patient.pooId,
        source,
        severity,
        cause,
        text: said,
        owner: ctx.viewer.empId,
      },
      ctx,
    );
  },
});

const acknowledge = command<EscalationState, object>({
  input: z.object({}),
  need: acknowledging,
  reads: (_input, state) => readsCareFile(state.face?.patientId),
  decide(state, _input, ctx) {
    const face = stepping(state, 'ACKNOWLEDGE', ctx);
    if ('refused' in face) return face;
    if (state.level > 1 && !senior(ctx)) return refuse('higherLevel', 403, { level: state.level });
    const minutes = Math.floor((ctx.now - Date.parse(state.raisedAt ?? '')) / 60_000);
    return [
      mine({ type: 'EscalationAcknowledged', data: { patientId: face.patientId, by: byOf(ctx), minutes } }),
      ...noted(face.patientId, Number(ctx.id), face.severity, 'acknowledged', ctx),
    ];
  },
});

const resolve = command<EscalationState, { resolution?: string | undefined; outcome: Outcome }>({
  input: z.object({ resolution: note(2_000, 10).optional(), outcome: oneOf(outcomes) }),
  need: acknowledging,
  reads: (_input, state) => readsCareFile(state.face?.patientId),
  decide(state, { resolution, outcome }, ctx) {
    const face = stepping(state, 'RESOLVE', ctx);
    if ('refused' in face) return face;
    if (face.severity === 'critical' && !senior(ctx)) return refuse('seniorOnly', 403);
    if (resolution === undefined) return refuse('resolutionRequired', 422, {}, 'resolution');
    return [
      mine({
        type: 'EscalationResolved',
        data: { patientId: face.patientId, by: byOf(ctx), resolution, outcome, iResolutionStatus: 1 },
      }),
      ...noted(face.patientId, Number(ctx.id), face.severity, 'resolved', ctx),
    ];
  },
});

const reopen = command<EscalationState, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need: acknowledging,
  reads: (_input, state) => readsCareFile(state.face?.patientId),
  decide(state, { reason }, ctx) {
    const face = stepping(state, 'REOPEN', ctx);
    if ('refused' in face) return face;
    if (ctx.now - Date.parse(state.resolvedAt ?? '') > reopenDays * DAY_MS)
      return refuse('reopenLimit', 422, { days: reopenDays });
    return [
      mine({ type: 'EscalationReopened', data: { ...face, ...clockOf(1, 0, face, ctx), reason } }),
      ...noted(face.patientId, Number(ctx.id), face.severity, 'raised', ctx),
    ];
  },
});

const levelAfter = (level: Level): Level => (level === 1 ? 2 : 3);

const raiseLevel = command<EscalationState, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need: acknowledging,
  decide(state, { reason }, ctx) {
    const face = stepping(state, 'LEVEL', ctx);
    if ('refused' in face) return face;
    if (state.level === 3) return refuse('topLevel', 409);
    return [
      mine({
        type: 'EscalationLevelRaised',
        data: { ...face, ...clockOf(levelAfter(state.level), 0, face, ctx), why: 'asked', reason },
      }),
    ];
  },
});

/** Asked when a clock of a level ran out; a clock that was set anew, or stopped, is left alone. At the top it goes on ringing. */
const levelDue = command<EscalationState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  decide(state, { at }, ctx) {
    const { face } = state;
    const unheard = state.stage === 'raised' && state.ackBy === at;
    const unresolved = (state.stage === 'raised' || state.stage === 'acknowledged') && state.resolveBy === at;
    if (!face || ctx.now < Date.parse(at) || (!unheard && !unresolved)) return refuse('noLongerNeeded', 409);
    const clock = clockOf(levelAfter(state.level), 0, face, ctx);
    const still = state.stage === 'acknowledged' ? { ackBy: null, ringAt: null } : {};
    return [
      mine({
        type: 'EscalationLevelRaised',
        data: { ...face, ...clock, ...still, why: unheard ? 'notAcknowledged' : 'notResolved', reason: null },
      }),
    ];
  },
});

/** Asked every few minutes while nobody has acknowledged; each time one person more is told. */
const ring = command<EscalationState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  decide(state, { at }, ctx) {
    const { face } = state;
    if (
      !face ||
      state.ringAt !== at ||
      ctx.now < Date.parse(at) ||
      escalationLife.next(state.stage, 'RING') === null
    )
      return refuse('noLongerNeeded', 409);
    const n = state.rings + 1;
    const { notified, ringAt } = clockOf(state.level, n, face, ctx);
    const { patientId, severity, ref, pooId } = face;
    return [
      mine({
        type: 'EscalationRang',
        data: {
          patientId,
          severity,
          ref,
          pooId,
          n,
          level: state.level,
          ackBy: state.ackBy,
          resolveBy: state.resolveBy ?? at,
          ringAt,
          notified,
        },
      }),
    ];
  },
});

/** Something that cannot wait for the next call: it goes up from level to level until a person has taken it. */
export const escalation = defineStream<EscalationState, EscalationEvent>({
  name: 'escalation',
  area: 'care',
  numbered: true,
  state: 1,
  initial: noEscalation,
  evolve: evolveEscalation,
  events: {
    EscalationRaised: true,
    EscalationRang: true,
    EscalationLevelRaised: true,
    EscalationAcknowledged: true,
    EscalationResolved: true,
    EscalationReopened: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.face?.pooId),
  commands: { raise, acknowledge, resolve, reopen, raiseLevel, levelDue, ring },
  translations: escalationTranslations,
  story: [],
});
