import { definePolicy } from '../core/policy.ts';
import { showDay } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { staleAt } from '../streams/people/attendance/guards.ts';
import { attendance } from '../streams/people/attendance/attendance.ts';

/**
 * In: a day was opened. Out: its closing at 06:00 of the next morning if still open, and a notice to the team
 * lead.
 */
export const closeStaleDays = definePolicy({
  name: 'close-stale-days',
  on: [
    attendance.events.CheckedIn,
    attendance.events.CheckInRegularized,
    attendance.events.AttendanceReopened,
    attendance.events.AttendanceAutoClosed,
  ],
  react: ({ type, stream, data }) => {
    if (type !== 'AttendanceAutoClosed') {
      const key = streamKey(stream);
      return [
        {
          kind: 'command',
          stream,
          command: 'closeStaleDay',
          input: {},
          at: staleAt(key.slice(key.indexOf('-') + 1)),
        },
      ];
    }
    if (!data.managerId) return [];
    const input = {
      message: 'dayAutoClosed',
      values: { name: data.name, date: showDay(data.date) },
      icon: 'clock-exclamation',
      color: 'orange',
      route: '/HR/attendanceDetails',
      dedupeKey: stream,
    };
    return [{ kind: 'command', stream: `notice-${data.managerId}`, command: 'push', input }];
  },
});
