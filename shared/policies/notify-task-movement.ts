import { definePolicy } from '../core/policy.ts';
import { taskmovement } from '../streams/leads/taskmovement.ts';

/** In: tasks were moved between two employees, or moved back. Out: a notice to both with their number. */
export const notifyTaskMovement = definePolicy({
  name: 'notify-task-movement',
  on: [taskmovement.events.BulkMovementRecorded, taskmovement.events.BulkMovementTakenBack],
  react: (event) => {
    const { from, to, fromName, toName } = event.data;
    const n = (event.type === 'BulkMovementRecorded' ? event.data.moved : event.data.back).length;
    const [giver, taker] = event.type === 'BulkMovementRecorded' ? [from, to] : [to, from];
    const [giverName, takerName] =
      event.type === 'BulkMovementRecorded' ? [fromName, toName] : [toName, fromName];
    const notify = (empId: number, message: string, name: string) => ({
      kind: 'command' as const,
      stream: `notice-${empId}`,
      command: 'push',
      input: {
        message,
        values: { n, name },
        icon: 'clock',
        route: '/calendar',
        color: 'blue',
        dedupeKey: `${event.stream}:${event.type}:${empId}`,
      },
    });
    return [notify(taker, 'tasksGiven', giverName), notify(giver, 'tasksTaken', takerName)].filter(
      ({ stream }) => stream !== `notice-${event.actor.empId}`,
    );
  },
});
