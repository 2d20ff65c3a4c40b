import { cutText } from '../../core/cut.ts';

/** What a patient's story tells of one event, and how it weighs. Plain data: names, values with units, references. */
export interface StoryLine {
  readonly kind: StoryKind;
  readonly text: string;
  readonly tone: 'danger' | 'warn' | 'ok' | 'muted';
}

export const storyKinds = [
  'vitals',
  'history',
  'labs',
  'care',
  'escalations',
  'prescriptions',
  'visits',
  'calls',
  'orders',
  'customer',
] as const;
export type StoryKind = (typeof storyKinds)[number];

const kindOf: Readonly<Record<string, StoryKind>> = {
  vital: 'vitals',
  phx: 'history',
  laborder: 'labs',
  labreport: 'labs',
  cccase: 'care',
  carekit: 'care',
  patient: 'care',
  orientationreview: 'visits',
  escalation: 'escalations',
  prescription: 'prescriptions',
  tpdrx: 'prescriptions',
  pus: 'prescriptions',
  appointment: 'visits',
  call: 'calls',
  customer: 'customer',
  custexit: 'customer',
  pickList: 'orders',
  delrem: 'orders',
  retpick: 'orders',
};
export const storyStreams = Object.keys(kindOf);

/** Steps of the machinery that tell a reader nothing. */
const quiet = new Set([
  'EscalationRang',
  'LabReportDraftSaved',
  'LabReportCheckStarted',
  'CareCaseFlagged',
  'CareDataCollected',
  'CareCaseSentToDoctor',
  'PatientReceived',
  'CustomerReceived',
  'CustomerPatientAdded',
  'CustomerPatientLeft',
  'AppointmentRequestLinked',
  'TaskStartOverdue',
]);

type Data = Readonly<Record<string, any>>;
const list = (parts: readonly unknown[]): string =>
  parts.filter((one) => one !== null && one !== undefined && one !== '').join(' · ');

function valuesOf(values: readonly Data[]): string {
  return values
    .map(({ name, value, text, unit, flag }) =>
      `${name} ${value ?? text ?? ''} ${unit ?? ''}${flag === 'N' ? '' : ` (${flag})`}`.replace(/\s+/g, ' '),
    )
    .join(', ');
}

function toneOf(type: string, data: Data): StoryLine['tone'] {
  const flags = ((data['values'] ?? data['results'] ?? []) as readonly Data[]).map(({ flag }) =>
    String(flag),
  );
  if (flags.some((flag) => flag === 'LL' || flag === 'HH') || data['severity'] === 'critical')
    return type === 'EscalationResolved' ? 'ok' : 'danger';
  if (
    flags.some((flag) => flag !== 'N') ||
    /Returned|SentBack|ClarificationOverdue|Rejected|EnteredInError|Missed|Deceased|Exit/.test(type)
  )
    return 'warn';
  return /Resolved|Approved|Sent$|Verified|Completed/.test(type) ? 'ok' : 'muted';
}

function textOf(type: string, data: Data): string {
  if (type === 'ClarificationRequested' || type === 'ClarificationAnswered') return list([data['text']]);
  if (Array.isArray(data['values'])) return valuesOf(data['values']);
  if (Array.isArray(data['results'])) return list([data['labName'], valuesOf(data['results'])]);
  if (data['cause']) {
    const { name, value, unit, flag } = data['cause'] as Data;
    return list([data['ref'], `${name} ${value ?? ''} ${unit ?? ''} ${flag ?? ''}`.trim(), data['text']]);
  }
  if (data['item']) {
    const { clinicalStatus, taken, due, month, finding, advice } = data['item'] as Data;
    return list([
      data['name'],
      clinicalStatus,
      taken === undefined ? '' : `${taken}/${due} ${month}`,
      finding,
      advice,
    ]);
  }
  if (Array.isArray(data['tests']))
    return list([
      data['ref'],
      data['labName'],
      (data['tests'] as readonly Data[]).map(({ name }) => name).join(', '),
    ]);
  return list(
    [
      data['ref'],
      data['name'],
      data['reportNo'],
      data['month'],
      data['appDate'],
      data['slotFrom'],
      data['reason'],
      data['resolution'],
      data['outcome'],
      data['note'],
    ].map((one) => (typeof one === 'object' ? '' : one)),
  );
}

/** The line of an event in the story of whom it is about; null for steps that tell nothing. */
export function storyLine(streamName: string, type: string, data: Data): StoryLine | null {
  const kind = kindOf[streamName];
  if (!kind || quiet.has(type)) return null;
  return { kind, text: cutText(textOf(type, data), 400), tone: toneOf(type, data) };
}
