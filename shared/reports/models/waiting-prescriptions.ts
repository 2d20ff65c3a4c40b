import { streamKey, streamName, type StoredEvent } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import type { RxEvent } from '../../streams/prescriptions/prescription/events.ts';
import { evolveRx, newRx, type RxState } from '../../streams/prescriptions/prescription/state.ts';
import { evolveUpload, newUpload, type UploadState } from '../../streams/prescriptions/upload/state.ts';

/** The steps at which an upload or a prescription waits, sorted by workflow. */
export const waitStages = ['upload', 'code', 'entry', 'second', 'differences', 'question', 'check'] as const;
type WaitStage = (typeof waitStages)[number];

interface Waiting {
  readonly upload: UploadState | null;
  readonly rx: RxState | null;
  readonly since: string;
}

const uploadStages: Readonly<Partial<Record<UploadState['stage'], WaitStage>>> = {
  open: 'upload',
  otpSent: 'code',
  locked: 'code',
  verified: 'upload',
};
const rxStages: Readonly<Partial<Record<RxState['stage'], WaitStage>>> = {
  pending: 'entry',
  entering: 'entry',
  sentBack: 'entry',
  secondPending: 'second',
  secondEntering: 'second',
  differing: 'differences',
  deciding: 'differences',
  clarifying: 'question',
  awaitingCheck: 'check',
  inCheck: 'check',
};

const stageOf = ({ upload, rx }: Waiting): string => upload?.stage ?? rx?.stage ?? 'none';

function fold(before: Waiting | undefined, event: StoredEvent, subject: string): Waiting {
  const key = subject.slice(subject.indexOf('-') + 1);
  const now = before ?? { upload: null, rx: null, since: event.at };
  const next: Waiting =
    streamName(event.stream) === 'prescription'
      ? {
          ...now,
          rx: evolveRx(now.rx ?? newRx(key), event as Parameters<typeof evolveRx>[1] & RxEvent),
        }
      : {
          ...now,
          upload: evolveUpload(now.upload ?? newUpload(key), event as Parameters<typeof evolveUpload>[1]),
        };
  return stageOf(next) === stageOf(now) ? next : { ...next, since: event.at };
}

/** One row per upload session or prescription that needs work; finished ones have none. */
export const waitingPrescriptions = {
  name: 'waiting_prescriptions',
  version: 2,
  streams: ['prescriptionuploadsession', 'prescription'],
  subject: ({ stream }) => `${streamName(stream)}-${streamKey(stream)}`,
  streamsOf: (subject) => [subject],
  fold,
  rows: ({ upload, rx, since }, id) => {
    const stage = rx ? rxStages[rx.stage] : upload ? uploadStages[upload.stage] : undefined;
    const of = rx?.received ?? upload?.opened;
    if (stage === undefined || !of) return [];
    return [
      {
        id,
        kind: rx ? 'prescription' : 'session',
        subjectId: id.slice(id.indexOf('-') + 1),
        ref: of.ref,
        patient: of.patientName,
        stage,
        since,
        openedAt: rx?.receivedAt ?? null,
        source: rx?.received ? rx.received.source : (upload?.opened?.channel ?? null),
        files: rx?.received ? rx.received.files.length : (upload?.files.length ?? 0),
        consent: (rx?.received?.consent ?? upload?.consent) ? 'yes' : 'no',
        holder: (rx?.checker ?? rx?.decider ?? rx?.second ?? rx?.digitizer)?.name ?? null,
        by: rx?.received ? rx.received.uploadedBy.name : (upload?.opened?.openedBy.name ?? null),
        iPooId: of.pooId,
      },
    ];
  },
} satisfies ReportModel<Waiting>;

export const waitingColumns = {
  since: { name: 'since', kind: 'datetime', width: 140 },
  kind: { name: 'kind', kind: 'choice', width: 130, options: ['session', 'prescription'] },
  ref: { name: 'ref', kind: 'id', width: 120 },
  subjectId: { name: 'subjectId', kind: 'id', width: 90, hidden: true },
  patient: { name: 'patient', kind: 'person', width: 170, unmask: 'Prescription/pdList:view' },
  stage: { name: 'stage', kind: 'choice', width: 160, options: waitStages },
  source: {
    name: 'source',
    kind: 'choice',
    width: 110,
    options: ['upload', 'adhoc', 'update', 'tpd', 'agent', 'field', 'store', 'link'],
  },
  files: { name: 'files', kind: 'number', width: 80, total: 'sum' },
  consent: { name: 'consent', kind: 'choice', width: 110, options: ['yes', 'no'] },
  holder: { name: 'holder', kind: 'text', width: 150 },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  openedAt: { name: 'openedAt', kind: 'datetime', width: 140 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
