import { z } from 'zod';
import { blankable, instant, note, oneOf } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../../core/stream.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { byOf, emit } from '../emit.ts';
import { patientFor } from '../vital/record.ts';
import { orderLife, type OrderStep } from './laborder.machine.ts';
import {
  evolveLabOrder,
  noLabOrder,
  orderSources,
  type LabOrderEvent,
  type LabOrderState,
  type Ordered,
  type Step,
} from './laborder-state.ts';
import { labOrderTranslations } from './translations.ts';

/** Its order, when this step is legal for this viewer. */
function stepping(state: LabOrderState, step: OrderStep, ctx: Ctx): Ordered | Refusal {
  if (!state.order || !inPoos(ctx.viewer, state.order.pooId)) return refuse('notFound', 404);
  return orderLife.next(state.stage, step) === null
    ? refuse('orderStage', 409, { stage: `stage.${state.stage}` })
    : state.order;
}

const need = [
  'Prescription/labStats:create',
  'Out Bound/LabTestReports:create',
  'Prescription/careConnect:edit',
] as const;
const editing = [
  'Prescription/labStats:edit',
  'Out Bound/LabTestReports:edit',
  'Prescription/careConnect:edit',
] as const;

function stepCommand<I extends object>(
  step: OrderStep,
  input: z.core.$ZodType<I>,
  made: (input: I, base: Step, ctx: Ctx) => LabOrderEvent | Refusal,
  reads: (input: I) => Readonly<Record<string, string>> = () => ({}),
): CommandDef<LabOrderState, I> {
  return command<LabOrderState, I>({
    input,
    need: editing,
    reads,
    decide(state, given, ctx) {
      const order = stepping(state, step, ctx);
      if ('refused' in order) return order;
      const event = made(given, { patientId: order.patientId, by: byOf(ctx) }, ctx);
      return 'refused' in event ? event : [emit<LabOrderEvent>(event)];
    },
  });
}

const order = command<
  LabOrderState,
  {
    patientId: number;
    labId: number;
    testIds: readonly number[];
    doctorId: number | null;
    source: (typeof orderSources)[number];
  }
>({
  input: z.object({
    patientId: recordId('patient'),
    labId: masterId('lab'),
    testIds: z.array(masterId('labTest')).min(1, 'required').max(20, 'tooManyItems'),
    doctorId: blankable(masterId('doctor')),
    source: oneOf(orderSources),
  }),
  need,
  creates: true,
  reads: ({ patientId, labId, testIds }) => ({
    patient: `patient-${patientId}`,
    lab: `master-lab-${labId}`,
    ...Object.fromEntries(testIds.map((one, at) => [`test${at}`, `master-labTest-${one}`])),
  }),
  decide(state, { patientId, labId, testIds, doctorId, source }, ctx) {
    if (state.stage !== 'none') return refuse('orderStage', 409, { stage: `stage.${state.stage}` });
    const patient = patientFor(ctx);
    if ('refused' in patient) return patient;
    const lab = ctx.read['lab'] as MasterState;
    const tests = [...new Set(testIds)].map((testId) => {
      const { vName, nPricePaise, bFasting } = (ctx.read[`test${testIds.indexOf(testId)}`] as MasterState)
        .fields;
      return {
        testId,
        name: String(vName ?? ''),
        pricePaise: typeof nPricePaise === 'number' ? nPricePaise : 0,
        fasting: bFasting === 1,
      };
    });
    const pricePaise = tests.reduce((sum, one) => sum + one.pricePaise, 0);
    const labName = String(lab.fields['vName'] ?? '');
    const data = {
      patientId,
      pooId: patient.pooId,
      ref: reference('LO', ctx.id),
      labId,
      labName,
      tests,
      doctorId,
      source,
      pricePaise,
      by: byOf(ctx),
    };
    return [emit<LabOrderEvent>({ type: 'LabOrdered', data })];
  },
});

/** Tests that were asked for, from the order to the report. */
export const laborder = defineStream<LabOrderState, LabOrderEvent>({
  name: 'laborder',
  area: 'care',
  numbered: true,
  state: 1,
  initial: noLabOrder,
  evolve: evolveLabOrder,
  events: {
    LabOrdered: true,
    LabCollectionBooked: true,
    LabSampleCollected: true,
    LabSampleRejected: true,
    LabSentToLab: true,
    LabOrderReportReceived: true,
    LabOrderClosed: true,
    LabOrderCancelled: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.order?.pooId),
  commands: {
    order,
    bookCollection: stepCommand(
      'BOOK',
      z.object({ at: instant(), appointmentId: blankable(recordId('appointment')) }),
      ({ at, appointmentId }, base, ctx) =>
        Date.parse(at) <= ctx.now
          ? refuse('collectionPast', 422, {}, 'at')
          : appointmentId !== null && !ctx.read.appointment?.appDate
            ? refuse('notInList', 422, { label: 'field.appointmentId' }, 'appointmentId')
            : { type: 'LabCollectionBooked', data: { ...base, at, appointmentId } },
      ({ appointmentId }): Record<string, string> =>
        appointmentId === null ? {} : { appointment: `appointment-${appointmentId}` },
    ),
    collectSample: stepCommand('COLLECT', z.object({}), (_input, base) => ({
      type: 'LabSampleCollected',
      data: base,
    })),
    rejectSample: stepCommand('REJECT_SAMPLE', z.object({ reason: note(200, 3) }), ({ reason }, base) => ({
      type: 'LabSampleRejected',
      data: { ...base, reason },
    })),
    sendToLab: stepCommand('SEND', z.object({}), (_input, base) => ({ type: 'LabSentToLab', data: base })),
    cancel: stepCommand('CANCEL', z.object({ reason: note(200, 3) }), ({ reason }, base) => ({
      type: 'LabOrderCancelled',
      data: { ...base, reason },
    })),
  },
  translations: labOrderTranslations,
  story: [],
});
