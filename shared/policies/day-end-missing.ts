import { instantOf } from '../core/day.ts';
import { definePolicy } from '../core/policy.ts';
import { dayend } from '../streams/money/day/dayend.ts';
import { reconcileNeed } from '../streams/money/deposit/need.ts';

/** Notifies the responsible people and accounts of a day that was opened and is not submitted by 23:00. */
export const dayEndMissing = definePolicy({
  name: 'day-end-missing',
  on: [dayend.events.DayOpened, dayend.events.DayEndMissed],
  react: (event, { directory }) => {
    if (event.type === 'DayOpened')
      return [
        {
          kind: 'command',
          stream: event.stream,
          command: 'remind',
          input: {},
          at: instantOf(event.data.date, '23:00'),
        },
      ];
    const [pooId = ''] = event.stream.slice('dayend-'.length).split('-');
    const date = event.stream.slice(`dayend-${pooId}-`.length);
    const people = new Set([
      ...directory
        .holders('Inventory/dayendsubmission:create')
        .filter(({ poos }) => poos.includes(Number(pooId))),
      ...directory.holders(reconcileNeed),
    ]);
    return [...people]
      .filter(({ admin, empId }) => !admin && !event.data.excused.includes(empId))
      .map(({ empId }) => ({
        kind: 'command' as const,
        stream: `notice-${empId}`,
        command: 'push',
        input: {
          message: 'dayEndMissing',
          values: { place: directory.poo(Number(pooId))?.name ?? pooId, date },
          icon: 'alert',
          color: 'red',
          route: '/purchaseanddispatch/dayendsubmission',
          dedupeKey: `dayEndMissing:${event.stream}`,
        },
      }));
  },
});
