import type { EventOf } from '../core/stream.ts';
import type { attendance } from '../streams/people/attendance/attendance.ts';
import { partBefore } from '../core/cut.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { AttendanceRecord, BlockReason } from '../streams/people/attendance/record.ts';
import { blockedBy, evolveAttendance, noRecord } from '../streams/people/attendance/record.ts';

/** The latest day of an employee; correcting a past day does not replace it. */
export interface AttendanceRow extends AttendanceRecord {
  /** The employee's id. */
  readonly id: string;
  readonly state: 'working' | 'onBreak' | 'checkedOut' | 'cancelled';
  /** Why check-out is not allowed. */
  readonly reasons: readonly BlockReason[];
}

function stateOf(record: AttendanceRecord): AttendanceRow['state'] {
  if (record.iCancelFlag === 1) return 'cancelled';
  if (record.iCheckInCheckOutFlag !== 1) return 'checkedOut';
  return record.iBreakInBreakOutFlag === 1 ? 'onBreak' : 'working';
}

export const attendanceView = defineView<AttendanceRow, EventOf<typeof attendance>>({
  name: 'attendance',
  version: 2,
  streams: ['attendance'],
  ids: ({ stream }) => {
    const key = streamKey(stream);
    return [partBefore(key, '-')];
  },
  row: (row, event, id) => {
    const blank = noRecord(streamKey(event.stream));
    if (row && row.date > blank.date) return row;
    const record = evolveAttendance(row && row.date === blank.date ? row : blank, event);
    return { ...record, id, state: stateOf(record), reasons: blockedBy(record) };
  },
});

export const attendanceMe = defineFeed<AttendanceRow, { readonly empId: number | null }, AttendanceRow>({
  name: 'attendance/me',
  view: attendanceView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.iEmpId === scope.empId ? row : null),
  sources: [],
});

/** Employees of the viewer's places and those who report to the viewer. */
export const attendanceBoard = defineFeed<
  AttendanceRow,
  { readonly empId: number | null; readonly poos: readonly number[] | 'all' },
  AttendanceRow
>({
  name: 'attendance/board',
  view: attendanceView,
  need: 'HR/attendanceDetails:view',
  scope: (viewer) => ({
    empId: viewer.empId,
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
  }),
  see: (row, scope) => (inPoos(scope, row.iPooId) || row.managerId === scope.empId ? row : null),
  sources: ['employee'],
});

/** What colleagues may know of each other: at work, on a break, on a call. No place, times or reasons. */
export interface AtWorkRow {
  readonly id: string;
  readonly state: 'working' | 'onCall' | 'onBreak';
}

/** Who is at work now, for chat partners; others have no row. */
export const atWork = defineFeed<AttendanceRow, Readonly<Record<string, never>>, AtWorkRow>({
  name: 'chat/people',
  view: attendanceView,
  need: 'signedIn',
  scope: () => ({}),
  see: (row, _scope, id) => {
    if (row.state !== 'working' && row.state !== 'onBreak') return null;
    return { id, state: row.state === 'working' && row.iOnCall === 1 ? 'onCall' : row.state };
  },
  sources: ['employee'],
});
