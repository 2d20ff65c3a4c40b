import { readingLease } from '../../calls/lease-groups.ts';
import { z } from 'zod';
import { businessDay } from '../../../core/day.ts';
import { limits } from '../../../core/limits.ts';
import { note } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CommandDef, Ctx, Decision } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import type { QueueRules } from '../../calls/enter-queue.ts';
import type { Lease } from '../../calls/leases.ts';
import { agentworkStream, endLease, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import type { PatientState } from '../../customers/patient.ts';
import { careFileStream } from '../carefile/carefile.ts';
import { alikeEnough, namesAlike } from '../clinical/names-alike.ts';
import { isCritical } from '../clinical/ranges.ts';
import { byOf, emit, iso } from '../emit.ts';
import { raise } from '../escalation/raise.ts';
import { reportLife, type ReportStep } from './labreport.machine.ts';
import type { LabReportEvent, LabReportState, Received } from './labreport-state.ts';
import type { LabOrderEvent } from './laborder-state.ts';
import { readResults, readsResults, resultsShape, type GivenResult } from './results.ts';

const hour = 3_600_000;
export const digitizationRules: QueueRules = {
  name: 'labReportsDigitization',
  group: 'Prescription',
  entity: 'labReportsDigitization',
  lease: readingLease,
  sla: { clock: 'business', warnMs: 2 * hour, breachMs: 8 * hour },
};

const right = (name: 'edit' | 'approve'): Permission => `Prescription/labReportsDigitization:${name}`;
export const reportEvent = (event: LabReportEvent) => emit<LabReportEvent>(event);
const ownItem = (id: string): string => itemStream(digitizationRules.name, id);

/** The report, when this step is legal for this viewer. */
export function stepping(state: LabReportState, step: ReportStep, ctx: Ctx): Received | Refusal {
  if (!state.report || !inPoos(ctx.viewer, state.report.pooId)) return refuse('notFound', 404);
  return reportLife.next(state.stage, step) === null
    ? refuse('reportStage', 409, { stage: `stage.${state.stage}` })
    : state.report;
}

/** A step of whoever holds the report's row. */
function byHolder<I extends object>(def: {
  readonly step: ReportStep;
  readonly input: z.core.$ZodType<I>;
  readonly right: 'edit' | 'approve';
  readonly reads?: (input: I, state: LabReportState) => Record<string, string>;
  readonly decide: (
    state: LabReportState,
    input: I,
    report: Received,
    lease: Lease,
    ctx: Ctx & { readonly id: string },
  ) => Decision;
}): CommandDef<LabReportState, I> {
  return command<LabReportState, I>({
    input: def.input,
    need: right(def.right),
    reads: (input, state, ctx) => ({
      ...def.reads?.(input, state),
      item: ownItem(ctx.id),
      work: agentworkStream(ctx.viewer.empId),
    }),
    decide(state, input, ctx) {
      const report = stepping(state, def.step, ctx);
      if ('refused' in report) return report;
      const { lease } = ctx.read['item'] as QueueItemState;
      if (!lease || lease.empId !== ctx.viewer.empId) return refuse('notClaimedByYou', 423);
      return def.decide(state, input, report, lease, ctx);
    },
  });
}

const working = (lease: Lease, ctx: Ctx & { readonly id: string }) =>
  (ctx.read['item'] as QueueItemState).stage === 'working'
    ? []
    : [
        {
          stream: ownItem(ctx.id),
          type: 'QueueItemWorkStarted',
          data: { leaseId: lease.leaseId, empId: lease.empId, until: iso(ctx.now + limits.leaseWorkMs) },
        },
      ];

export const startDigitization = byHolder<object>({
  step: 'START',
  input: z.object({}),
  right: 'edit',
  decide: (state, _input, { patientId }, lease, ctx) => [
    ...(state.stage === 'inDigitization' && state.digitizer?.empId === ctx.viewer.empId
      ? []
      : [reportEvent({ type: 'LabReportDigitizationStarted', data: { patientId, by: byOf(ctx) } })]),
    ...working(lease, ctx),
  ],
});

const withResults = {
  input: z.object({ results: resultsShape }),
  right: 'edit' as const,
  reads: (
    { results }: { results: readonly GivenResult[] },
    state: LabReportState,
  ): Record<string, string> => ({
    ...readsResults(results),
    ...(state.report ? { patient: `patient-${state.report.patientId}` } : {}),
  }),
};
const read = (results: readonly GivenResult[], report: Received, ctx: Ctx) =>
  readResults(results, ctx.read['patient'] as PatientState, businessDay(Date.parse(report.collectedAt)), ctx);

export const saveDraft = byHolder<{ results: readonly GivenResult[] }>({
  step: 'SAVE',
  ...withResults,
  decide(_state, { results }, report, _lease, ctx) {
    const found = read(results, report, ctx);
    return 'refused' in found
      ? found
      : [
          reportEvent({
            type: 'LabReportDraftSaved',
            data: { patientId: report.patientId, by: byOf(ctx), results: found },
          }),
        ];
  },
});

/** The row goes back to the queue, for somebody else to check. */
export const submitDigitization = byHolder<{ results: readonly GivenResult[] }>({
  step: 'SUBMIT',
  ...withResults,
  decide(state, { results }, report, lease, ctx) {
    const found = read(results, report, ctx);
    if ('refused' in found) return found;
    return {
      events: [
        reportEvent({
          type: 'LabReportDigitized',
          data: { patientId: report.patientId, by: byOf(ctx), results: found, isDigFlag: 1 },
        }),
        ...endLease(ownItem(ctx.id), lease, {
          type: 'QueueItemReleased',
          data: { reason: null, notFor: [...new Set([...state.typists, ctx.viewer.empId])] },
        }),
      ],
      answer: { results: found },
    };
  },
});

export const startCheck = byHolder<object>({
  step: 'CHECK',
  input: z.object({}),
  right: 'approve',
  decide(state, _input, { patientId }, lease, ctx) {
    if (state.typists.includes(ctx.viewer.empId)) return refuse('digitizerIsVerifier', 403);
    const same = state.stage === 'inCheck' && state.verifier?.empId === ctx.viewer.empId;
    return [
      ...(same ? [] : [reportEvent({ type: 'LabReportCheckStarted', data: { patientId, by: byOf(ctx) } })]),
      ...working(lease, ctx),
    ];
  },
});

/** From here on the results count; one that is critical raises an escalation in the same commit. */
export const verify = byHolder<{ nameReason?: string | undefined }>({
  step: 'VERIFY',
  input: z.object({ nameReason: note(200, 5).optional() }),
  right: 'approve',
  reads: (_input, { report }) =>
    report
      ? {
          patient: `patient-${report.patientId}`,
          file: careFileStream(report.patientId),
          ...(report.orderId === null ? {} : { order: `laborder-${report.orderId}` }),
        }
      : ({} as Record<string, string>),
  decide(state, { nameReason }, report, lease, ctx) {
    if (state.typists.includes(ctx.viewer.empId)) return refuse('digitizerIsVerifier', 403);
    const patient = ctx.read['patient'] as PatientState;
    if (nameReason === undefined && namesAlike(report.patientName, patient.name) < alikeEnough)
      return refuse(
        'reportNameMismatch',
        422,
        { report: report.patientName, patient: patient.name },
        'nameReason',
      );
    const { patientId, pooId, ref, reportedAt, labName, orderId } = report;
    const by = byOf(ctx);
    const worst = state.results.find(({ flag }) => isCritical(flag));
    const order = ctx.read['order'] as { readonly stage?: string } | undefined;
    return [
      reportEvent({
        type: 'LabReportVerified',
        data: {
          patientId,
          by,
          results: state.results,
          nameReason: nameReason ?? null,
          pooId,
          ref,
          reportedAt,
          labName,
        },
      }),
      ...(orderId !== null && order?.stage === 'reportReceived'
        ? [
            emit<LabOrderEvent>(
              { type: 'LabOrderClosed', data: { patientId, by, reportId: Number(ctx.id) } },
              `laborder-${orderId}`,
            ),
          ]
        : []),
      ...(worst && patient.careStage !== 'deceased'
        ? raise(
            ctx.newNumber('escalation'),
            {
              ...{ patientId, patientName: patient.name, pooId, source: 'lab', severity: 'critical' },
              cause: {
                stream: `labreport-${ctx.id}`,
                name: worst.name,
                value: worst.value,
                unit: worst.unit,
                flag: worst.flag,
              },
            },
            ctx,
          )
        : []),
      ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
    ];
  },
});

export const sendBack = byHolder<{ reason: string }>({
  step: 'SEND_BACK',
  input: z.object({ reason: note(500, 5) }),
  right: 'approve',
  decide: (_state, { reason }, { patientId }, lease, ctx) => [
    reportEvent({ type: 'LabReportSentBack', data: { patientId, by: byOf(ctx), reason } }),
    ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemReleased', data: { reason, notFor: [] } }),
  ],
});

export const reject = byHolder<{ reason: string }>({
  step: 'REJECT',
  input: z.object({ reason: note(500, 5) }),
  right: 'edit',
  decide: (_state, { reason }, { patientId }, lease, ctx) => [
    reportEvent({ type: 'LabReportRejected', data: { patientId, by: byOf(ctx), reason } }),
    ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
  ],
});
