import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { isCritical } from '../../streams/care/clinical/ranges.ts';
import {
  evolveLabReport,
  noLabReport,
  reportStages,
  type LabReportState,
} from '../../streams/care/lab/labreport-state.ts';
import { minutesBetween } from './spans.ts';

/**
 * One row per report of a laboratory: its times of collection, typing, verification and sharing, and its
 * worst severity.
 */
export const labReports = {
  name: 'lab_reports',
  version: 1,
  streams: ['labreport'],
  subject: ({ stream }) => (streamName(stream) === 'labreport' ? streamKey(stream) : null),
  fold: (before, event) =>
    evolveLabReport(before ?? noLabReport(), event as Parameters<typeof evolveLabReport>[1]),
  rows: (state, id) => {
    const { report, results } = state;
    if (report === null) return [];
    const critical = results.filter(({ flag }) => isCritical(flag)).length;
    const out = results.filter(({ flag }) => flag !== 'N').length;
    return [
      {
        id,
        ref: report.ref,
        reportNo: report.reportNo,
        patient: report.ourName,
        patientId: report.patientId,
        lab: report.labName,
        stage: state.stage,
        flag: critical > 0 ? 'critical' : out > 0 ? 'out' : results.length > 0 ? 'normal' : null,
        tests: results.length,
        out,
        critical,
        collectedAt: report.collectedAt,
        reportedAt: report.reportedAt,
        receivedAt: state.receivedAt,
        verifiedAt: state.verifiedAt,
        sharedAt: state.shared[0]?.at ?? null,
        digitizer: state.digitizer?.name ?? null,
        verifier: state.verifier?.name ?? null,
        iPooId: report.pooId,
        labMinutes: minutesBetween(report.collectedAt, report.reportedAt),
        ourMinutes: minutesBetween(state.receivedAt, state.verifiedAt),
      },
    ];
  },
} satisfies ReportModel<LabReportState>;

const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 90, total: 'sum' }) as const;
export const labReportColumns = {
  receivedAt: { name: 'receivedAt', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 110 },
  reportNo: { name: 'reportNo', kind: 'id', width: 120 },
  patient: { name: 'patient', kind: 'person', width: 160, unmask: 'Out Bound/LabTestReports:view' },
  patientId: { name: 'patientId', kind: 'id', width: 90, hidden: true },
  lab: { name: 'lab', kind: 'text', width: 170 },
  stage: { name: 'stage', kind: 'choice', width: 130, options: reportStages.filter((one) => one !== 'none') },
  flag: {
    name: 'flag',
    kind: 'choice',
    width: 110,
    options: ['normal', 'out', 'critical'],
    tones: { out: 'warn', critical: 'danger' },
  },
  tests: count('tests'),
  out: count('out'),
  critical: count('critical'),
  collectedAt: { name: 'collectedAt', kind: 'datetime', width: 140 },
  reportedAt: { name: 'reportedAt', kind: 'datetime', width: 140 },
  verifiedAt: { name: 'verifiedAt', kind: 'datetime', width: 140 },
  sharedAt: { name: 'sharedAt', kind: 'datetime', width: 140 },
  digitizer: { name: 'digitizer', kind: 'text', width: 150 },
  verifier: { name: 'verifier', kind: 'text', width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  labMinutes: { name: 'labMinutes', kind: 'minutes', width: 120, total: 'average' },
  ourMinutes: { name: 'ourMinutes', kind: 'minutes', width: 120, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;
