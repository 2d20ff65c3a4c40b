import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { By } from '../emit.ts';
import type { LabResult } from './results.ts';

export const reportStages = [
  'none',
  'received',
  'inDigitization',
  'digitized',
  'inCheck',
  'verified',
  'sentBack',
  'rejected',
  'enteredInError',
] as const;
export type ReportStage = (typeof reportStages)[number];

export interface ReportFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
}
export interface Received {
  readonly patientId: number;
  readonly pooId: number | null;
  readonly ref: string;
  readonly orderId: number | null;
  readonly labId: number | null;
  readonly labName: string;
  readonly reportNo: string;
  readonly collectedAt: string;
  readonly reportedAt: string;
  /** As it stands on the paper. */
  readonly patientName: string;
  /** The patient's name as we have it, for whoever works on the queue. */
  readonly ourName: string;
  readonly files: readonly ReportFile[];
  /** Whoever brought it saw a value that cannot wait. */
  readonly suspected: boolean;
  readonly by: By;
}
interface Step {
  readonly patientId: number;
  readonly by: By;
}
export const shareChannels = ['whatsapp', 'email', 'paper'] as const;

export type LabReportEvent =
  | Event<'LabReportReceived', Received>
  | Event<'LabReportDigitizationStarted', Step>
  | Event<'LabReportDraftSaved', Step & { readonly results: readonly LabResult[] }>
  | Event<'LabReportDigitized', Step & { readonly results: readonly LabResult[]; readonly isDigFlag: 1 }>
  | Event<'LabReportCheckStarted', Step>
  | Event<
      'LabReportVerified',
      Step & {
        readonly results: readonly LabResult[];
        readonly nameReason: string | null;
        readonly pooId: number | null;
        readonly ref: string;
        readonly reportedAt: string;
        readonly labName: string;
      }
    >
  | Event<'LabReportSentBack', Step & { readonly reason: string }>
  | Event<'LabReportRejected', Step & { readonly reason: string }>
  | Event<'LabReportShared', Step & { readonly channel: (typeof shareChannels)[number] }>
  | Event<'LabReportMarkedEnteredInError', Step & { readonly reason: string }>;

export interface LabReportState {
  readonly stage: ReportStage;
  readonly report: Received | null;
  readonly receivedAt: string | null;
  readonly isDigFlag: 0 | 1;
  readonly results: readonly LabResult[];
  readonly digitizer: By | null;
  /** Everybody who typed results, in every round and in drafts too; none of them verifies. */
  readonly typists: readonly (number | null)[];
  readonly verifier: By | null;
  readonly verifiedAt: string | null;
  readonly sentBack: string | null;
  readonly shared: readonly { readonly channel: string; readonly at: string }[];
}

export const noLabReport = (): LabReportState => ({
  stage: 'none',
  report: null,
  receivedAt: null,
  isDigFlag: 0,
  results: [],
  digitizer: null,
  typists: [],
  verifier: null,
  verifiedAt: null,
  sentBack: null,
  shared: [],
});

const typedBy = ({ typists }: LabReportState, { empId }: By): LabReportState['typists'] => [
  ...new Set([...typists, empId]),
];

export function evolveLabReport(
  state: LabReportState,
  event: RecordedEventOf<LabReportEvent>,
): LabReportState {
  switch (event.type) {
    case 'LabReportReceived':
      return { ...noLabReport(), stage: 'received', report: event.data, receivedAt: event.at };
    case 'LabReportDigitizationStarted':
      return { ...state, stage: 'inDigitization', digitizer: event.data.by };
    case 'LabReportDraftSaved':
      return { ...state, results: event.data.results, typists: typedBy(state, event.data.by) };
    case 'LabReportDigitized':
      return {
        ...state,
        stage: 'digitized',
        isDigFlag: 1,
        results: event.data.results,
        digitizer: event.data.by,
        typists: typedBy(state, event.data.by),
        sentBack: null,
      };
    case 'LabReportCheckStarted':
      return { ...state, stage: 'inCheck', verifier: event.data.by };
    case 'LabReportVerified':
      return { ...state, stage: 'verified', verifier: event.data.by, verifiedAt: event.at };
    case 'LabReportSentBack':
      return { ...state, stage: 'sentBack', isDigFlag: 0, verifier: null, sentBack: event.data.reason };
    case 'LabReportRejected':
      return { ...state, stage: 'rejected', sentBack: event.data.reason };
    case 'LabReportShared':
      return { ...state, shared: [...state.shared, { channel: event.data.channel, at: event.at }] };
    case 'LabReportMarkedEnteredInError':
      return { ...state, stage: 'enteredInError', sentBack: event.data.reason };
    default:
      return state;
  }
}
