import type { EventOf } from '../core/stream.ts';
import type { attendance } from '../streams/people/attendance/attendance.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';
import { partBefore } from '../core/cut.ts';
import { businessDay } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { metresBetween, type Position } from '../streams/leads/appointment/visit-place.ts';

export interface TracedPoint {
  readonly lat: number;
  readonly lng: number;
  /** ISO instant. */
  readonly at: string;
}
/**
 * The positions of one employee on one day: at check-in, and at the start of each task. Its id is
 * `<empId>-<day>`.
 */
export interface TraceRow {
  readonly empId: number;
  readonly points: readonly TracedPoint[];
}

const kept = 2_000;
const empIdOf = (id: string): number => Number(partBefore(id, '-'));

export const fieldTraceView = defineView<TraceRow, EventOf<typeof attendance | typeof appointment>>({
  name: 'field-trace',
  version: 1,
  streams: ['attendance', 'appointment'],
  recent: { most: kept, first: ({ type }) => type === 'CheckedIn' },
  ids: ({ type, stream, data, at }) => {
    if (type === 'CheckedIn') return [streamKey(stream)];
    return type === 'TaskStarted' && data.position ? [`${data.by}-${businessDay(Date.parse(at))}`] : [];
  },
  row: (row, { type, data, at }, id) => {
    const position: Partial<Position> =
      type === 'CheckedIn' ? data : ((type === 'TaskStarted' ? data.position : null) ?? {});
    const before = row ?? { empId: empIdOf(id), points: [] };
    const { lat, lng } = position;
    return lat === undefined || lng === undefined
      ? before
      : { ...before, points: [...before.points, { lat, lng, at }] };
  },
});

/** Kilometres between the points of a day, one decimal; null where there are not two of them. */
export function tracedKm(row: TraceRow | undefined): number | null {
  const points = row?.points ?? [];
  if (points.length < 2) return null;
  const metres = points.slice(1).reduce((sum, point, n) => sum + metresBetween(points[n]!, point), 0);
  return Math.round(metres / 100) / 10;
}

/** One's own trace of today and the last days. */
export const fieldTrace = defineFeed<TraceRow, { readonly empId: number | null }, TraceRow>({
  name: 'field/trace',
  view: fieldTraceView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.empId === scope.empId ? row : null),
  sources: [],
});
