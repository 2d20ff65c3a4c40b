import { definePolicy } from '../core/policy.ts';
import { accessAlert } from '../streams/access/access-alert.ts';

/** Notifies admins of unusual access, except an admin whom it concerns. */
export const notifyAccessAlert = definePolicy({
  name: 'notify-access-alert',
  on: [accessAlert.events.AccessAlertRaised],
  react: (event, { directory }) =>
    directory
      .employees()
      .filter((one) => one.active && one.admin && one.empId !== event.data.empId)
      .map(({ empId }) => ({
        kind: 'command',
        stream: `notice-${empId}`,
        command: 'push',
        input: {
          message: 'accessAlert',
          values: { name: event.data.name, n: event.data.count },
          icon: 'eye-exclamation',
          color: 'red',
          route: '/admin/access-audit',
          dedupeKey: `accessAlert:${event.stream}`,
        },
      })),
});
