import { z } from 'zod';
import { blankable, instant, name, note, oneOf, text } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { uniqueStream, type UniqueState } from '../../core/unique.ts';
import { masterId, recordId, uploadId } from '../../../core/record-id.ts';
import type { FileState } from '../../core/file.ts';
import type { MasterState } from '../../masters/state.ts';
import { byOf, emit, iso } from '../emit.ts';
import { doctorRight } from '../escalation/ladder.ts';
import { patientFor } from '../vital/record.ts';
import { orderLife } from './laborder.machine.ts';
import type { LabOrderEvent, LabOrderState } from './laborder-state.ts';
import {
  reportEvent,
  reject,
  saveDraft,
  sendBack,
  startCheck,
  startDigitization,
  stepping,
  submitDigitization,
  verify,
} from './labreport-work.ts';
import {
  evolveLabReport,
  noLabReport,
  shareChannels,
  type LabReportEvent,
  type LabReportState,
  type ReportFile,
} from './labreport-state.ts';
import { labReportTranslations } from './translations.ts';

interface Receive {
  readonly patientId: number;
  readonly orderId: number | null;
  readonly labId: number | null;
  readonly labName: string | null;
  readonly reportNo: string;
  readonly collectedAt: string;
  readonly reportedAt: string;
  readonly patientName: string;
  readonly files: readonly ReportFile[];
  readonly suspected: boolean;
}

const file = z.object({
  fileId: uploadId(),
  name: text(120),
  mime: oneOf(['image/jpeg', 'image/png', 'application/pdf']),
});
/** One laboratory gives one number once. */
const uniqueNo = ({ labId, labName, reportNo }: Pick<Receive, 'labId' | 'labName' | 'reportNo'>): string =>
  uniqueStream(
    'labreport',
    `${labId ?? (labName ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '')}-${reportNo.toUpperCase().replace(/[^A-Z0-9]+/g, '')}`,
  );

const receive = command<LabReportState, Receive>({
  input: z.object({
    patientId: recordId('patient', { former: true }),
    orderId: blankable(recordId('laborder')),
    labId: blankable(masterId('lab')),
    labName: blankable(text(100)),
    reportNo: text(40),
    collectedAt: instant(),
    reportedAt: instant(),
    patientName: name(100),
    files: z.array(file).min(1, 'required').max(10, 'tooManyItems'),
    suspected: z.boolean().default(false),
  }),
  need: [
    'Out Bound/LabTestReports:create',
    'Prescription/labReportsDigitization:create',
    'Prescription/careConnect:edit',
  ],
  creates: true,
  reads: (input) => ({
    patient: `patient-${input.patientId}`,
    known: uniqueNo(input),
    ...(input.labId === null ? {} : { lab: `master-lab-${input.labId}` }),
    ...(input.orderId === null ? {} : { order: `laborder-${input.orderId}` }),
    ...Object.fromEntries(input.files.map(({ fileId }, at) => [`file${at}`, `file-${fileId}`])),
  }),
  decide(state, input, ctx) {
    if (state.stage !== 'none') return refuse('reportStage', 409, { stage: `stage.${state.stage}` });
    const patient = patientFor(ctx);
    if ('refused' in patient) return patient;
    const { orderId, labId, patientId, reportNo, patientName, files, suspected } = input;
    const lab = ctx.read['lab'] as MasterState | undefined;
    const labName = lab ? String(lab.fields['vName'] ?? '') : input.labName;
    if (!labName) return refuse('required', 422, { label: 'field.labName' }, 'labName');
    const order = ctx.read['order'] as LabOrderState | undefined;
    if (orderId !== null && order?.order?.patientId !== patientId)
      return refuse('orderOfAnother', 422, {}, 'orderId');
    if (order && orderLife.next(order.stage, 'REPORT') === null)
      return refuse('orderStage', 409, { stage: `stage.${order.stage}` }, 'orderId');
    const [collected, reported] = [Date.parse(input.collectedAt), Date.parse(input.reportedAt)];
    if (reported > ctx.now) return refuse('reportInFuture', 422, {}, 'reportedAt');
    if (collected > reported) return refuse('collectedAfterReport', 422, {}, 'collectedAt');
    if (
      files.some(
        (_one, at) => (ctx.read[`file${at}`] as FileState | undefined)?.for !== `patient-${patientId}`,
      )
    )
      return refuse('fileUnknown', 422, {}, 'files');
    if ((ctx.read['known'] as UniqueState | undefined)?.owner)
      return refuse('reportDuplicate', 409, { no: reportNo }, 'reportNo');
    const by = byOf(ctx);
    const ref = reference('LR', ctx.id);
    const data = {
      ...{
        patientId,
        pooId: patient.pooId,
        ref,
        orderId,
        labId,
        labName,
        reportNo,
        patientName,
        ourName: patient.name,
        files,
        suspected,
        by,
      },
      ...{ collectedAt: iso(collected), reportedAt: iso(reported) },
    };
    return [
      reportEvent({ type: 'LabReportReceived', data }),
      { stream: uniqueNo(input), type: 'KeyReserved', data: { owner: `labreport-${ctx.id}` } },
      ...(orderId === null
        ? []
        : [
            emit<LabOrderEvent>(
              { type: 'LabOrderReportReceived', data: { patientId, by, reportId: Number(ctx.id) } },
              `laborder-${orderId}`,
            ),
          ]),
    ];
  },
});

const share = command<LabReportState, { channel: (typeof shareChannels)[number] }>({
  input: z.object({ channel: oneOf(shareChannels) }),
  need: ['Out Bound/LabTestReports:create', 'Out Bound/LabTestReports:edit'],
  decide(state, { channel }, ctx) {
    if (state.report && state.stage !== 'verified') return refuse('shareUnverified', 409);
    const report = stepping(state, 'SHARE', ctx);
    return 'refused' in report
      ? report
      : [
          reportEvent({
            type: 'LabReportShared',
            data: { patientId: report.patientId, by: byOf(ctx), channel },
          }),
        ];
  },
});

/** A verified report that was never so: it stays, crossed out, and its results count for nothing. */
const markEnteredInError = command<LabReportState, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need: ['Prescription/labReportsDigitization:approve', doctorRight],
  decide(state, { reason }, ctx) {
    const report = stepping(state, 'WITHDRAW', ctx);
    return 'refused' in report
      ? report
      : [
          reportEvent({
            type: 'LabReportMarkedEnteredInError',
            data: { patientId: report.patientId, by: byOf(ctx), reason },
          }),
        ];
  },
});

/** A laboratory's report: read off the paper by one person, verified by another. */
export const labreport = defineStream<LabReportState, LabReportEvent>({
  name: 'labreport',
  area: 'care',
  numbered: true,
  state: 2,
  initial: noLabReport,
  about: {
    prefix: 'LR',
    needs: ['Out Bound/LabTestReports:view'],
    there: ({ report }) => report !== null,
    sees: ({ report }, viewer) => inPoos(viewer, report?.pooId),
  },
  evolve: evolveLabReport,
  events: {
    LabReportReceived: true,
    LabReportDigitizationStarted: true,
    LabReportDraftSaved: true,
    LabReportDigitized: true,
    LabReportCheckStarted: true,
    LabReportVerified: true,
    LabReportSentBack: true,
    LabReportRejected: true,
    LabReportShared: true,
    LabReportMarkedEnteredInError: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.report?.pooId),
  commands: {
    receive,
    startDigitization,
    saveDraft,
    submitDigitization,
    startCheck,
    verify,
    sendBack,
    reject,
    share,
    markEnteredInError,
  },
  translations: labReportTranslations,
  story: [],
});
