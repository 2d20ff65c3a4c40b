import { isManager, isTeamLead } from '../core/designations.ts';
import { definePolicy } from '../core/policy.ts';
import type { Directory } from '../core/directory.ts';
import type { QueueDef } from '../families/queue.ts';
import * as queues from '../queues/index.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';

interface Breach {
  readonly ref: string;
  readonly queue: string;
  readonly group: string;
  readonly entity: string;
  readonly pooId: number | null;
}

/**
 * Team leads of the place, or else the holders of the approve right there. At twice the time: the managers.
 */
function toNotify(level: 1 | 2, breach: Breach, directory: Directory): readonly { empId: number }[] {
  const there = (one: { poos: readonly number[]; admin: boolean; active: boolean }): boolean =>
    one.active && !one.admin && (breach.pooId == null || one.poos.includes(breach.pooId));
  if (level === 2) return directory.employees().filter((one) => isManager(one) && there(one));
  const may = directory.holders(`${breach.group}/${breach.entity}:approve`).filter(there);
  const leads = may.filter((one) => isTeamLead(one));
  return leads.length > 0 ? leads : may;
}

/**
 * In: a row exceeded its time limit. Out: a notice to those who can act, once per limit; rows of one queue
 * that follow one another share a notice.
 */
export const notifyBreach = definePolicy({
  name: 'notify-breach',
  on: [queueitem.events.QueueItemSlaBreached, queueitem.events.QueueItemSlaEscalated],
  react: (event, { directory }) => {
    const breach = event.data as Breach;
    const level = event.type === 'QueueItemSlaBreached' ? 1 : 2;
    return toNotify(level, breach, directory).map(({ empId }) => ({
      kind: 'command',
      stream: `notice-${empId}`,
      command: 'push',
      input: {
        message: level === 1 ? 'queueItemBreached' : 'queueItemEscalated',
        values: { ref: breach.ref, queue: breach.queue },
        icon: 'alarm',
        route: routes.get(breach.queue) ?? '/dashboard',
        color: 'red',
        dedupeKey: `breach:${breach.queue}:${level}`,
      },
    }));
  },
});
const routes = new Map(
  Object.values<Pick<QueueDef, 'name' | 'route'>>(queues).map(({ name, route }) => [name, route]),
);
