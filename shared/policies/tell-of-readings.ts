import { definePolicy } from '../core/policy.ts';

/** Unusual reading is told to the admins, but for the one whom it is about. */
export const tellOfReadings = definePolicy({
  name: 'tell-of-readings',
  on: ['ReadingAlertRaised'],
  ask: (event, { directory }) =>
    directory
      .employees()
      .filter((one) => one.active && one.admin && one.empId !== event.data.empId)
      .map(({ empId }) => ({
        kind: 'command',
        stream: `notice-${empId}`,
        command: 'push',
        input: {
          message: 'readingAlert',
          values: { name: event.data.name, n: event.data.count },
          icon: 'eye-exclamation',
          color: 'red',
          route: '/admin/readings',
          dedupeKey: `readingAlert:${event.stream}`,
        },
      })),
});
