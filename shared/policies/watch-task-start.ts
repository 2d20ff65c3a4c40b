import { definePolicy } from '../core/policy.ts';
import type { AppointmentState } from '../streams/leads/appointment/state.ts';
import { missedAt, overdueAt } from '../streams/leads/appointment/task-start.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/**
 * In: a task was booked. Out: checks after its slot's start whether it was started, and after its end whether
 * it was missed.
 */
export const watchTaskStart = definePolicy({
  name: 'watch-task-start',
  on: [appointment.events.AppointmentBooked],
  react: ({ stream, data }) => {
    const slot: Pick<AppointmentState, 'appDate' | 'slotFrom' | 'iMinutes'> = data;
    const later = (command: string, at: number) => ({
      kind: 'command' as const,
      stream,
      command,
      input: { at: new Date(at).toISOString() },
      at,
    });
    return [later('noteOverdue', overdueAt(slot)), later('noteMissed', missedAt(slot))];
  },
});
