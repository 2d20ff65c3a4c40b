import { definePolicy } from '../core/policy.ts';
import { masterRefs } from '../streams/masters/events.ts';

/** Notifies everybody who may decide about a change that waits for a second person, except its maker. */
export const notifySecondPerson = definePolicy({
  name: 'notify-second-person',
  on: [masterRefs.MasterRecordChangeProposed],
  // Proposals of earlier versions do not name the deciders.
  react: ({ stream, position, actor, data: { name, decides } }, { directory }) =>
    (decides ? directory.holders(decides.need) : [])
      .filter(({ empId }) => empId !== actor.empId)
      .map(({ empId }) => ({
        kind: 'command',
        stream: `notice-${empId}`,
        command: 'push',
        input: {
          message: 'changeToConfirm',
          values: { name: actor.name, of: name },
          icon: 'clipboard-check',
          color: 'blue',
          route: decides!.route,
          dedupeKey: `changeToConfirm:${stream}:${position}`,
        },
      })),
});
