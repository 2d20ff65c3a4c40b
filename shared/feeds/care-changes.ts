import { streamName } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
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
] as const;

const patientOf = (data: { readonly patientId?: unknown }): number | null =>
  typeof data.patientId === 'number' ? data.patientId : null;

export const careChangesView = defineView<Noted>({
  name: 'careChanges',
  version: 1,
  streams,
  ids: (event) => (patientOf(event.data) === null ? [] : [String(event.position % places)]),
  row: (_row, event, id) => ({
    id,
    patientId: patientOf(event.data) ?? 0,
    what: streamName(event.stream),
    position: event.position,
    pooId: typeof event.data.pooId === 'number' ? event.data.pooId : null,
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
