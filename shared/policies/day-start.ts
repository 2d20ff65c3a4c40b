import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { attendance } from '../streams/people/attendance/attendance.ts';
import { noRecord } from '../streams/people/attendance/record.ts';
import { employee } from '../streams/people/employee.ts';

/** A day that somebody entered for its employee needs no permission to start any more. */
export const dropDayStartRequest = definePolicy({
  name: 'drop-day-start-request',
  on: [attendance.events.CheckInRegularized],
  react: ({ stream }) => {
    const { iEmpId, date: day } = noRecord(streamKey(stream));
    return [
      { kind: 'command', stream: `employee-${iEmpId}`, command: 'dropDayStartRequest', input: { day } },
    ];
  },
});

/** Notifies an employee at once that they may check in after the cut-off, and until when. */
export const notifyDayStart = definePolicy({
  name: 'notify-day-start',
  on: [employee.events.DayStartAllowed],
  react: ({ stream, data: { empId, until } }) => [
    {
      kind: 'command',
      stream: `notice-${empId}`,
      command: 'push',
      input: {
        message: 'dayStartAllowed',
        values: { until },
        icon: 'check',
        color: 'green',
        route: '/',
        dedupeKey: `dayStartAllowed:${stream}:${until}`,
        about: stream,
        urgent: true,
      },
    },
  ],
});
