import type { StoredEvent } from '../core/event.ts';
import { placeIn, streamKey, streamName } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { PatientCareEvent } from '../streams/customers/patient-care.ts';
import { careViewNeed } from '../streams/care/careaccess.ts';

/** A record about a patient changed: its id, never its content. Screens that show the patient reload it. */
export interface CareChange {
  readonly id: string;
  readonly patientId: number;
  readonly what: string;
  readonly position: number;
}
interface Noted extends CareChange {
  readonly pooId: number | null;
}

/** The number of recent changes to keep: new ones overwrite the oldest. */
const places = 256;
const streams = [
  'vital',
  'phx',
  'laborder',
  'labreport',
  'cccase',
  'assessment',
  'carekit',
  'escalation',
  'patient',
] as const;

/** Events of a patient that change their care; an import of patients must not push those out. */
const careOfPatient: ReadonlySet<string> = new Set<PatientCareEvent['type']>([
  'PatientCareStarted',
  'PatientCareTierChanged',
  'PatientCriticalTypeSet',
  'PatientPutOnHold',
  'PatientResumed',
  'PatientDischarged',
  'PatientMarkedDeceased',
  'PatientDeceasedMarkCorrected',
  'PatientRangeOverridden',
  'PatientRangeReset',
]);

function patientOf({ stream, type, data }: StoredEvent): number | null {
  if (streamName(stream) === 'patient') return careOfPatient.has(type) ? Number(streamKey(stream)) : null;
  const { patientId } = data as { readonly patientId?: unknown };
  return typeof patientId === 'number' ? patientId : null;
}

export const careChangesView = defineView<Noted>({
  name: 'careChanges',
  version: 2,
  streams,
  ids: (event) => (patientOf(event) === null ? [] : [String(event.position % places)]),
  row: (_row, event, id) => ({
    id,
    patientId: patientOf(event) ?? 0,
    what: streamName(event.stream),
    position: event.position,
    pooId: placeIn(event.data),
  }),
});

/**
 * Changes of care: patient numbers only. An event without a place goes to everybody who may read health data.
 */
export const careChanges = defineFeed<Noted, { readonly poos: readonly number[] | 'all' }, CareChange>({
  name: 'care/changes',
  view: careChangesView,
  need: [...careViewNeed, 'Out Bound/LabTestReports:view'],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: ({ pooId, ...row }, scope) => (pooId === null || inPoos(scope, pooId) ? row : null),
  sources: ['prescription'],
});
