import { definePolicy } from '../core/policy.ts';

/** When tasks were moved from one employee to another, or back: tell both how many and whose. */
export const tellOfTaskMovement = definePolicy({
  name: 'tell-of-task-movement',
  on: ['BulkMovementRecorded', 'BulkMovementTakenBack'],
  ask: (event) => {
    const { from, to, fromName, toName, moved, back } = event.data;
    const n = (moved ?? back).length;
    const [giver, taker] = event.type === 'BulkMovementRecorded' ? [from, to] : [to, from];
    const [giverName, takerName] = event.type === 'BulkMovementRecorded' ? [fromName, toName] : [toName, fromName];
    const tell = (empId: number, message: string, name: string) => ({
      kind: 'command' as const,
      stream: `notice-${empId}`,
      command: 'push',
      input: { message, values: { n, name }, icon: 'clock', route: '/calendar', color: 'blue', dedupeKey: `${event.stream}:${event.type}:${empId}` },
    });
    return [tell(taker, 'tasksGiven', giverName), tell(giver, 'tasksTaken', takerName)].filter(({ stream }) => stream !== `notice-${event.actor.empId}`);
  },
});
