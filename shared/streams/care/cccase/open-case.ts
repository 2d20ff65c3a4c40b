import { z } from 'zod';
import { monthOf } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { id } from '../../../core/fields.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { agentworkStream, endLease, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import type { CustomerState } from '../../customers/customer.ts';
import type { PatientState } from '../../customers/patient.ts';
import { careFileStream, type CareFileEvent, type CareFileState } from '../carefile/carefile.ts';
import { ageOn } from '../clinical/ranges.ts';
import { emit, iso } from '../emit.ts';
import { listCase } from './carecustomer.ts';
import { assessmentStream, carriedFrom, type AssessmentEvent, type AssessmentState } from './assessment.ts';
import { caseLife } from './cccase.machine.ts';
import { dueOf, monthBefore, openingOf, readCaseId } from './months.ts';
import type { CareCaseEvent, CareCaseState, CaseFace, Closing, RequiredVital } from './state.ts';

export const caseEvent = (event: CareCaseEvent): NewEvent => emit<CareCaseEvent>(event);
export const caseItem = (caseId: string | number): string => itemStream('cc-queue', String(caseId));

/** The sheet knows which month is open, so that two cases of one patient meet there. */
export const monthNoted = (patientId: number, month: string, caseId: number, open: boolean): NewEvent =>
  emit<CareFileEvent>(
    { type: 'CareMonthNoted', data: { patientId, month, caseId, open } },
    careFileStream(patientId),
  );

/** What is escalated now, said to a row that enters its queue: what was said before, it has not heard. */
export const flagsNow = (patientId: number, month: string, ctx: Pick<Ctx, 'read'>): readonly NewEvent[] =>
  Object.entries((ctx.read['file'] as CareFileState | undefined)?.escalations ?? {}).map(
    ([escalationId, { severity, stage }]) =>
      caseEvent({
        type: 'CareCaseFlagged',
        data: { patientId, month, escalationId: Number(escalationId), severity, stage },
      }),
  );

/** Why nobody is called about this patient this month. */
function heldBack(patient: PatientState, customer: CustomerState | undefined): Closing | null {
  if (patient.careStage === 'deceased') return 'deceased';
  if (patient.careStage === 'discharged') return 'discharged';
  if (customer?.stage === 'exited') return 'exited';
  return patient.careStage === 'onHold' ? 'onHold' : null;
}

function faceFor(
  caseId: string,
  patient: PatientState,
  customer: CustomerState | undefined,
  dueAt: number,
  ctx: Ctx,
): CaseFace {
  const { patientId, month } = readCaseId(caseId);
  const { required = [] } = (ctx.prepared ?? {}) as { readonly required?: readonly RequiredVital[] };
  return {
    ...{
      patientId,
      month,
      ref: reference('CC', caseId),
      name: patient.name,
      age: ageOn(patient.dob, ctx.today),
      pooId: patient.pooId,
    },
    ...{
      language: customer?.language ?? null,
      customerId: patient.customerId,
      careTierId: patient.careTierId,
      reviewBy: patient.reviewBy ?? 'doctor',
    },
    ...{ cycleDay: patient.cycleDay ?? 1, dueAt: iso(dueAt), required },
  };
}

interface Opening {
  readonly customerId: number | null;
}
const opening = z.object({ customerId: id().nullable() });
const readsOpening = (
  { customerId }: Opening,
  _state: CareCaseState,
  { id: key }: { readonly id: string },
): Record<string, string> => {
  const { patientId, month } = readCaseId(key);
  return {
    patient: `patient-${patientId}`,
    file: careFileStream(patientId),
    own: assessmentStream(patientId, month),
    before: assessmentStream(patientId, monthBefore(month)),
    ...(customerId === null ? {} : { customer: `customer-${customerId}` }),
  };
};

/** Asked at six on the cycle day. A month that must not begin is written down as well, so that the next one is planned. */
export const open = command<CareCaseState, Opening>({
  input: opening,
  need: 'system',
  creates: true,
  reads: readsOpening,
  decide(state, _input, ctx) {
    const { patientId, month } = readCaseId(ctx.id);
    const patient = ctx.read['patient'] as PatientState;
    if (caseLife.next(state.stage, 'OPEN') === null || patient.cycleDay === null || patient.stage === 'none')
      return refuse('noLongerNeeded', 409);
    if (ctx.now < openingOf(month, patient.cycleDay)) return refuse('noLongerNeeded', 409);
    const customer = ctx.read['customer'] as CustomerState | undefined;
    const why = heldBack(patient, customer);
    if (why !== null)
      return [
        caseEvent({
          type: 'CareCaseWithheld',
          data: { patientId, month, why, cycleDay: patient.cycleDay, customerId: patient.customerId },
        }),
      ];
    const face = faceFor(ctx.id, patient, customer, dueOf(month, patient.cycleDay), ctx);
    const carried = carriedFrom(ctx.id, ctx.read['before'] as AssessmentState | undefined);
    const own = assessmentStream(patientId, month);
    return [
      caseEvent({ type: 'CareCaseOpened', data: face }),
      ...flagsNow(patientId, month, ctx),
      monthNoted(patientId, month, Number(ctx.id), true),
      ...listCase(face.customerId, Number(ctx.id)),
      emit<AssessmentEvent>({ type: 'AssessmentOpened', data: { patientId, month } }, own),
      ...(carried ? [emit<AssessmentEvent>(carried, own)] : []),
    ];
  },
});

/** Closed or withheld because nobody was there to be called. */
const away = (why: Closing | null): boolean => why !== null && why !== 'sent' && why !== 'skipped';

/** The patient came back within the month whose case was withheld or closed because they were away. */
export const reopen = command<CareCaseState, Opening>({
  input: opening,
  need: 'system',
  creates: true,
  reads: readsOpening,
  decide(state, _input, ctx) {
    const { patientId, month } = readCaseId(ctx.id);
    const patient = ctx.read['patient'] as PatientState;
    if (
      !away(state.closedWhy) ||
      caseLife.next(state.stage, 'REOPEN') === null ||
      patient.cycleDay === null ||
      monthOf(ctx.today) !== month
    )
      return refuse('noLongerNeeded', 409);
    const customer = ctx.read['customer'] as CustomerState | undefined;
    if (heldBack(patient, customer) !== null) return refuse('noLongerNeeded', 409);
    const face = faceFor(
      ctx.id,
      patient,
      customer,
      Math.max(dueOf(month, patient.cycleDay), ctx.now + 2 * 86_400_000),
      ctx,
    );
    return [
      caseEvent({ type: 'CareCaseReopened', data: face }),
      ...flagsNow(patientId, month, ctx),
      monthNoted(patientId, month, Number(ctx.id), true),
      ...listCase(face.customerId, Number(ctx.id)),
      ...(state.stage === 'withheld'
        ? [
            emit<AssessmentEvent>(
              { type: 'AssessmentOpened', data: { patientId, month } },
              assessmentStream(patientId, month),
            ),
          ]
        : []),
    ];
  },
});

/** The patient went on hold, left, died or was discharged: the month ends, whoever holds it. */
export const cancel = command<CareCaseState, { why: Closing }>({
  input: z.object({ why: z.enum(['onHold', 'exited', 'deceased', 'discharged']) }),
  need: 'system',
  creates: true,
  reads: (_input, state, ctx) => ({
    ...(state.face ? { file: careFileStream(state.face.patientId) } : {}),
    item: caseItem(ctx.id),
  }),
  decide(state, { why }, ctx) {
    if (!state.face || caseLife.next(state.stage, 'CANCEL') === null) return refuse('noLongerNeeded', 409);
    const { patientId, month } = state.face;
    const { lease, stage } = ctx.read['item'] as QueueItemState;
    const inQueue = ['waiting', 'claimed', 'working', 'parked'].includes(stage);
    return [
      caseEvent({ type: 'CareCaseCancelled', data: { patientId, month, why } }),
      monthNoted(patientId, month, Number(ctx.id), false),
      ...(inQueue ? endLease(caseItem(ctx.id), lease, { type: 'QueueItemRemoved', data: { why } }) : []),
    ];
  },
});

export const itemReads = (ctx: Pick<Ctx, 'viewer'> & { readonly id: string }): Record<string, string> => ({
  item: caseItem(ctx.id),
  work: agentworkStream(ctx.viewer.empId),
});
