import type { EventOf } from '../../core/stream.ts';
import type { attendance } from '../../streams/people/attendance/attendance.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveAttendance, noRecord, type AttendanceRecord } from '../../streams/people/attendance/record.ts';

export const dayStates = ['atWork', 'onBreak', 'onCall', 'out'] as const;
function stateOf({ iCheckInCheckOutFlag, iBreakInBreakOutFlag, iOnCall, iCancelFlag }: AttendanceRecord) {
  if (iCancelFlag === 1) return 'voided';
  if (iCheckInCheckOutFlag !== 1) return 'out';
  return iBreakInBreakOutFlag === 1 ? 'onBreak' : iOnCall === 1 ? 'onCall' : 'atWork';
}

/** One row per employee and day of attendance, voided ones too. */
export const employeeDays = {
  name: 'employee_days',
  version: 2,
  streams: ['attendance'],
  subject: ({ stream }) => (streamName(stream) === 'attendance' ? streamKey(stream) : null),
  fold: (before, event, key) => evolveAttendance(before ?? noRecord(key), event),
  rows: (record, key) =>
    record.dCheckInDateTime === null
      ? []
      : [
          {
            id: key,
            day: record.date,
            employeeId: record.iEmpId,
            employee: record.name,
            managerId: record.managerId,
            iPooId: record.iPooId,
            designationId: record.iDesignationId,
            state: stateOf(record),
            cameAt: record.dCheckInDateTime,
            leftAt: record.dActualCheckOutDateTime,
            pauses: record.breaks.length,
            pauseMinutes: record.iBreakMinutes,
            workedMinutes: record.iWorkedMinutes,
            manual: record.bManualCheckIn ? 'yes' : 'no',
            closedBySystem: record.bAutoClosed ? 'yes' : 'no',
          },
        ],
} satisfies ReportModel<AttendanceRecord, EventOf<typeof attendance>>;

const count = <N extends string>(name: N, width = 85) =>
  ({ name, kind: 'number', width, total: 'sum', joined: true }) as const;
export const employeeDayColumns = {
  day: { name: 'day', kind: 'date', width: 110 },
  employee: { name: 'employee', kind: 'text', width: 160 },
  employeeId: { name: 'employeeId', kind: 'number', width: 100, hidden: true },
  manager: { name: 'manager', kind: 'text', width: 150, joined: true },
  managerId: { name: 'managerId', kind: 'number', width: 100, hidden: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  state: { name: 'state', kind: 'choice', width: 115, options: dayStates },
  cameAt: { name: 'cameAt', kind: 'datetime', width: 140 },
  leftAt: { name: 'leftAt', kind: 'datetime', width: 140 },
  pauses: { name: 'pauses', kind: 'number', width: 80, total: 'sum' },
  pauseMinutes: { name: 'pauseMinutes', kind: 'minutes', width: 105, total: 'sum' },
  workedMinutes: { name: 'workedMinutes', kind: 'minutes', width: 105, total: 'sum', hours: true },
  manual: { name: 'manual', kind: 'choice', width: 100, options: ['yes', 'no'] },
  due: count('due'),
  done: count('done'),
  missed: count('missed'),
  calls: count('calls'),
  reached: count('reached', 100),
  talkSec: { name: 'talkSec', kind: 'seconds', width: 95, total: 'sum', joined: true },
  leads: count('leads'),
  orders: count('orders'),
  net: { name: 'net', kind: 'money', width: 115, total: 'sum', joined: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;
