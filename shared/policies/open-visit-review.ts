import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { visitreview } from '../streams/leads/visitreview/visitreview.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/** In: a visit is completed. Out: its review, under the number of the appointment. */
export const openVisitReview = definePolicy({
  name: 'open-visit-review',
  on: [appointment.events.TaskCompleted],
  react: ({ stream, data }) => [
    {
      kind: 'command',
      stream: `visitreview-${streamKey(stream)}`,
      command: 'open',
      input: { appointmentId: Number(streamKey(stream)), minutes: data.minutes ?? 0 },
    },
  ],
});

/** In: a visit got a low score. Out: the visitor's manager is asked to follow up. */
export const followUpVisit = definePolicy({
  name: 'follow-up-visit',
  on: [visitreview.events.VisitReviewed],
  react: ({ stream, data }, { directory }) => {
    const { visitor, ref } = data.face;
    const managerId = visitor.empId === null ? null : (directory.employee(visitor.empId)?.managerId ?? null);
    if (data.low.length === 0 || managerId === null) return [];
    return [
      {
        kind: 'command',
        stream: `notice-${managerId}`,
        command: 'push',
        input: {
          message: 'visitFollowUp',
          values: { ref, name: visitor.name },
          icon: 'alarm',
          color: 'amber',
          route: `/customerVisit/visitReviewV2?id=${streamKey(stream)}`,
          dedupeKey: `${stream}:low`,
        },
      },
    ];
  },
});
