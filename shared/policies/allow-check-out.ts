import { addDays, businessDay, timeOfDay } from '../core/day.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { staleCloseTime } from '../streams/people/attendance/guards.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { agentwork } from '../streams/calls/agentwork.ts';

/** Before 06:00 yesterday's record may be the open one; the record that is not open refuses. */
function onOpenDay(
  empId: number,
  at: string,
  input: { readonly cause: string; readonly holds: boolean },
): readonly Reaction[] {
  const now = Date.parse(at);
  const today = businessDay(now);
  const days = timeOfDay(now) < staleCloseTime ? [today, addDays(today, -1)] : [today];
  return days.map((day) => ({
    kind: 'command',
    stream: `attendance-${empId}-${day}`,
    command: 'setAllowCheckInCheckOut',
    input,
  }));
}

/** In: work on a queue row starts or ends. Out: check-out is blocked meanwhile. */
export const allowCheckOut = definePolicy({
  name: 'allow-check-out',
  on: [queueitem.events.QueueItemWorkStarted, agentwork.events.WorkEnded],
  react: ({ type, stream, data, at, actor }) => {
    if (type === 'WorkEnded')
      return onOpenDay(Number(stream.slice(stream.indexOf('-') + 1)), at, {
        cause: `lease:${data.item}`,
        holds: false,
      });
    const empId: number | null = data.empId ?? actor.empId;
    return empId === null ? [] : onOpenDay(empId, at, { cause: `lease:${stream}`, holds: true });
  },
});
