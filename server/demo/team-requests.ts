import { businessDay, instantOf } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { workday, workingDays } from './holidays.ts';

const minute = 60_000;

/** People's requests to their team lead today. */
export function demoTeamRequests(now: number): DemoCommand[] {
  const today = businessDay(now);
  const [next, after] = workingDays(today, 2) as [string, string];
  const raise = (
    minutesAgo: number,
    as: number,
    what: string,
    details: object,
    reason: string,
  ): DemoCommand => ({
    at: now - minutesAgo * minute,
    as,
    stream: 'teamrequest-new',
    command: 'raise',
    input: { what, details, reason },
  });
  // Her threshold is of half past eight, and her place works today.
  const late = now - instantOf(today, '08:31') > 20 * minute && workday(today) === today;
  return [
    ...(late
      ? [
          {
            at: now - 8 * minute,
            as: 164,
            stream: 'employee-164',
            command: 'requestDayStart',
            input: { reason: 'The bus from Kondapur had a flat tyre' },
          },
        ]
      : []),
    raise(
      41,
      151,
      'slotBlock',
      { date: after, from: '08:00', to: '09:30' },
      'Appointment with the dentist in the morning',
    ),
    raise(
      27,
      101,
      'leadReassign',
      { leadId: 10_024, ownerId: 102 },
      'The family speaks Hindi, which Divya speaks better',
    ),
    raise(
      22,
      131,
      'tempDesignation',
      { empId: 102, designationId: 95, from: next, to: after },
      'Stands in for me while I am in Mysuru',
    ),
  ];
}
