import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { Flag } from '../clinical/ranges.ts';
import type { By } from '../emit.ts';
import type { Position, VitalContext, VitalSource } from './catalogue.ts';

/** One value of a reading, in the unit in which it is kept and as it was told, with the range that held for this patient. */
export interface VitalValue {
  /** Number in the vital master; null for a value that was worked out. */
  readonly vitalId: number | null;
  readonly loinc: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly original: { readonly value: number; readonly unit: string };
  readonly low: number | null;
  readonly high: number | null;
  readonly flag: Flag;
}

export interface Reading {
  readonly patientId: number;
  readonly pooId: number | null;
  readonly values: readonly VitalValue[];
  readonly takenAt: string;
  readonly source: VitalSource;
  readonly context: VitalContext | null;
  readonly position: Position | null;
  readonly deviceId: string | null;
  readonly by: By;
  /** The reading that this one puts right. */
  readonly replaces: number | null;
}

export type VitalEvent =
  | Event<'VitalRecorded', Reading>
  | Event<
      'VitalOutOfRangeFlagged',
      {
        readonly patientId: number;
        readonly level: 'abnormal' | 'critical';
        readonly flags: readonly { readonly loinc: string; readonly flag: Flag }[];
      }
    >
  | Event<
      'VitalCorrected',
      { readonly patientId: number; readonly replacedBy: number; readonly reason: string; readonly by: By }
    >
  | Event<
      'VitalMarkedEnteredInError',
      { readonly patientId: number; readonly reason: string; readonly by: By }
    >;

export type ReadingStatus = 'none' | 'final' | 'corrected' | 'enteredInError';

export interface VitalState {
  readonly status: ReadingStatus;
  readonly reading: Reading | null;
  readonly recordedAt: string | null;
  readonly replacedBy: number | null;
  readonly reason: string | null;
}

export const noVital = (): VitalState => ({
  status: 'none',
  reading: null,
  recordedAt: null,
  replacedBy: null,
  reason: null,
});

export function evolveVital(state: VitalState, event: RecordedEventOf<VitalEvent>): VitalState {
  switch (event.type) {
    case 'VitalRecorded':
      return { ...noVital(), status: 'final', reading: event.data, recordedAt: event.at };
    case 'VitalCorrected':
      return { ...state, status: 'corrected', replacedBy: event.data.replacedBy, reason: event.data.reason };
    case 'VitalMarkedEnteredInError':
      return { ...state, status: 'enteredInError', reason: event.data.reason };
    case 'VitalOutOfRangeFlagged':
      return state;
    default:
      return state;
  }
}
