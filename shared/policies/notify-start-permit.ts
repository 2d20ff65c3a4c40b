import { definePolicy } from '../core/policy.ts';
import type { StartPermit } from '../streams/leads/appointment/visit-events.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/** Notifies the waiting employee of a granted start permit and its end at once. */
export const notifyStartPermit = definePolicy({
  name: 'notify-start-permit',
  on: [appointment.events.StartPermitGranted],
  react: ({ stream, data }) => {
    const { until, empId }: StartPermit & { readonly empId: number | null } = data;
    if (empId === null) return [];
    return [
      {
        kind: 'command',
        stream: `notice-${empId}`,
        command: 'push',
        input: {
          message: 'startPermitted',
          values: { until },
          icon: 'check',
          color: 'green',
          route: '/customerVisit',
          dedupeKey: `startPermitted:${stream}:${until}`,
          about: stream,
          urgent: true,
        },
      },
    ];
  },
});
