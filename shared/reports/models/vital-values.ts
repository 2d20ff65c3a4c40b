import { streamKey, streamName } from '../../core/event.ts';
import type { ReportModel } from '../../families/report.ts';
import type { Flag } from '../../streams/care/clinical/ranges.ts';
import { unitText } from '../../streams/care/clinical/units.ts';
import { evolveVital, noVital, type VitalState } from '../../streams/care/vital/state.ts';

export const readingFlags = ['normal', 'low', 'high', 'critical', 'abnormal'] as const;
export const readingTones = { critical: 'danger', abnormal: 'warn', high: 'warn', low: 'warn' } as const;
const flagOf: Readonly<Record<Flag, (typeof readingFlags)[number]>> = {
  N: 'normal',
  L: 'low',
  H: 'high',
  LL: 'critical',
  HH: 'critical',
  A: 'abnormal',
};
const range = (low: number | null, high: number | null): string | null =>
  low === null && high === null ? null : `${low ?? ''}–${high ?? ''}`;

/** One row per valid value of a reading: corrected and erroneous ones are left out. */
export const vitalValues = {
  name: 'vital_values',
  version: 2,
  streams: ['vital'],
  subject: ({ stream }) => (streamName(stream) === 'vital' ? streamKey(stream) : null),
  fold: (before, event) => evolveVital(before ?? noVital(), event as Parameters<typeof evolveVital>[1]),
  rows: ({ status, reading }, id) =>
    status !== 'final' || reading === null
      ? []
      : reading.values.map(({ loinc, name, value, unit, low, high, flag }) => ({
          id: `${id}:${loinc}`,
          takenAt: reading.takenAt,
          vital: name,
          // Values of different vitals have different units and decimals, so they are texts.
          reading: `${value} ${unitText(unit)}`.trim(),
          normal: range(low, high),
          flag: flagOf[flag],
          source: reading.source,
          patientId: reading.patientId,
          by: reading.by.name,
          iPooId: reading.pooId,
        })),
} satisfies ReportModel<VitalState>;
