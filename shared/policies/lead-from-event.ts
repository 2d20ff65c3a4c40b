import { definePolicy } from '../core/policy.ts';
import { masterRefs } from '../streams/masters/events.ts';
import { streamKey } from '../core/event.ts';
import { cutText } from '../core/cut.ts';
import { lead } from '../streams/leads/lead/lead.ts';

/** In: somebody was checked in at an event. Out: a new lead, or a touch of a known one. */
export const leadFromEvent = definePolicy({
  name: 'lead-from-event',
  on: [masterRefs.MasterRecordStageChanged],
  react: ({ data }) => {
    if (data.kind !== 'eventAttendee' || data.to !== 'checked' || !data.carried) return [];
    const { vName, vPhone, iEventId } = data.carried;
    return [
      {
        kind: 'command',
        stream: 'lead-new',
        command: 'arrive',
        input: { name: cutText(String(vName), 80), phone: vPhone, eventId: iEventId, attendeeId: data.id },
      },
    ];
  },
});

/** Stores the lead's id in the attendee's record. */
export const nameLeadOfAttendee = definePolicy({
  name: 'name-lead-of-attendee',
  on: [lead.events.LeadCreated, lead.events.LeadTouchRecorded],
  react: ({ stream, data }) =>
    data.attendeeId === undefined
      ? []
      : [
          {
            kind: 'command',
            stream: `master-eventAttendee-${data.attendeeId}`,
            command: 'update',
            input: { fields: { iLeadId: Number(streamKey(stream)) } },
          },
        ],
});
