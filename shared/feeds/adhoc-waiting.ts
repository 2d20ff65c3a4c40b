import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { inPoos } from '../core/permission.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

/** A verbal prescription that lapses unless its document arrives. */
export interface VerbalRow {
  readonly id: string;
  readonly ref: string;
  readonly pooId: number;
  readonly patientId: number;
  readonly patient: string;
  readonly doctor: string;
  readonly until: string;
  readonly enteredBy: string;
}

const over: ReadonlySet<string> = new Set([
  'PrescriptionImageAdded',
  'PrescriptionLapsed',
  'PrescriptionRejected',
  'PrescriptionSuperseded',
]);

const verbalView = defineView<VerbalRow, EventOf<typeof prescription>>({
  name: 'prescription-verbal',
  version: 1,
  streams: ['prescription'],
  ids: ({ type, stream, data }) =>
    (type === 'PrescriptionReceived' && data.verbal) || over.has(type) ? [streamKey(stream)] : [],
  row: (_row, { type, data }, id) =>
    type === 'PrescriptionReceived' && data.verbal
      ? {
          id,
          ref: rxRef(id),
          pooId: data.pooId,
          patientId: data.patientId,
          patient: data.patientName,
          doctor: data.verbal.doctor,
          until: data.verbal.until,
          enteredBy: data.uploadedBy.name,
        }
      : null,
});

interface VerbalScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

/** Verbal prescriptions of one's places that wait for their document. */
export const adhocWaiting = defineFeed<VerbalRow, VerbalScope, VerbalRow>({
  name: 'list/adhocWaiting',
  view: verbalView,
  need: 'Prescription/AdhocPrescription:view',
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: ['prescription', 'customer'],
});
