import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/**
 * In: an orientation visit is done. Out: its review by a team lead and a doctor, under the number of its
 * appointment.
 */
export const openOrientationReview = definePolicy({
  name: 'open-orientation-review',
  on: [appointment.events.TaskCompleted],
  react: ({ stream, data }) =>
    data.vAppType === 'orientation'
      ? [
          {
            kind: 'command',
            stream: `orientationreview-${streamKey(stream)}`,
            command: 'open',
            input: { appointmentId: Number(streamKey(stream)) },
          },
        ]
      : [],
});
