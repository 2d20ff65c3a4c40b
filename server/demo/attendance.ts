import { businessDay, instantOf, monthOf } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { workday } from './holidays.ts';

const minute = 60_000;
/** People who record attendance, with the minutes after nine at which they come. */
const people: readonly (readonly [empId: number, after: number])[] = [
  ...([101, 102, 103, 104, 105, 106] as const).map((empId) => [empId, 2 + (empId % 5) * 4] as const),
  ...([111, 112, 121, 122, 123, 131, 132] as const).map((empId) => [empId, 5 + (empId % 4) * 3] as const),
  ...([151, 152, 161, 162, 171] as const).map((empId) => [empId, (empId % 3) * 6] as const),
];
/** Those who begin outside do so at a place. */
const outside: Readonly<Record<number, { readonly lat: number; readonly lng: number }>> = {
  151: { lat: 12.9279, lng: 77.5838 },
  152: { lat: 12.9301, lng: 77.5901 },
  162: { lat: 12.9352, lng: 77.6245 },
};

/**
 * The ordinary working days of this month until the day before yesterday: who has nothing else in the story
 * on such a day comes and goes. Now and then somebody is absent.
 */
export function demoAttendance(now: number, story: readonly DemoCommand[]): DemoCommand[] {
  const busy = new Set(story.flatMap(({ as, at }) => (as === 0 ? [] : [`${as} ${businessDay(at)}`])));
  const named = new Set(story.map(({ stream }) => stream));
  const until = businessDay(now - 48 * 60 * minute);
  const commands: DemoCommand[] = [];
  for (
    let day = workday(`${monthOf(until)}-01`);
    day <= until;
    day = workday(businessDay(instantOf(day) + 26 * 60 * minute))
  )
    for (const [empId, after] of people) {
      const stream = `attendance-${empId}-${day}`;
      const n = Number(day.slice(8));
      if (busy.has(`${empId} ${day}`) || named.has(stream) || (empId * 5 + n * 7) % 29 === 0) continue;
      const came = instantOf(day, '09:00') + (after + ((empId + n) % 7)) * minute;
      const left = instantOf(day, '18:05') + ((empId * 3 + n * 11) % 40) * minute;
      commands.push(
        { at: came, as: empId, stream, command: 'checkIn', input: { ...outside[empId] } },
        { at: left, as: empId, stream, command: 'checkOut', input: { confirmed: true } },
      );
    }
  return commands;
}
