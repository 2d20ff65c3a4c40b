import { addDays, businessDay, timeOfDay } from '../core/day.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';
import { staleCloseTime } from '../streams/people/attendance/guards.ts';

/** Before 06:00 yesterday's record may be the open one; the record that is not open refuses. */
function days(at: string): readonly string[] {
  const now = Date.parse(at);
  const today = businessDay(now);
  return timeOfDay(now) < staleCloseTime ? [today, addDays(today, -1)] : [today];
}
const toDay = (
  empId: number,
  at: string,
  command: string,
  input: Readonly<Record<string, unknown>>,
): readonly Reaction[] =>
  days(at).map((day) => ({ kind: 'command', stream: `attendance-${empId}-${day}`, command, input }));
const onCall = (empId: number, at: string, iOnCall: 0 | 1): readonly Reaction[] =>
  toDay(empId, at, 'setCallPresence', { iOnCall });
const holds = (empId: number, at: string, cause: string, held: boolean): readonly Reaction[] =>
  toDay(empId, at, 'setAllowCheckInCheckOut', { cause: `call:${cause}`, holds: held });

/** An agent is on a call from dialling to its end; check-out waits for the disposition. */
export const callPresence = definePolicy({
  name: 'call-presence',
  on: [
    call.events.CallPlaced,
    call.events.CallNotConnected,
    call.events.CallEnded,
    call.events.CallTransferred,
    call.events.CallDispositioned,
    call.events.CallAutoDispositioned,
  ],
  react: (event) => {
    const { at, stream } = event;
    switch (event.type) {
      case 'CallPlaced': {
        const { empId } = event.data.face.agent;
        return [...onCall(empId, at, 1), ...holds(empId, at, stream, true)];
      }
      case 'CallTransferred': {
        const { from, to } = event.data;
        return [
          ...onCall(from.empId, at, 0),
          ...holds(from.empId, at, stream, false),
          ...onCall(to.empId, at, 1),
          ...holds(to.empId, at, stream, true),
        ];
      }
      case 'CallNotConnected':
      case 'CallEnded':
        return onCall(event.data.empId, at, 0);
      default:
        return holds(event.data.agent.empId, at, stream, false);
    }
  },
});
