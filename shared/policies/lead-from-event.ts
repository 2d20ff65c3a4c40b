import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';

/** When somebody is checked in at an event: they become a lead, or a known lead came again. */
export const leadFromEvent = definePolicy({
  name: 'lead-from-event',
  on: ['MasterRecordStageChanged'],
  ask: ({ data }) => {
    if (data.kind !== 'eventAttendee' || data.to !== 'checked' || !data.told) return [];
    const { vName, vPhone, iEventId } = data.told;
    return [
      {
        kind: 'command',
        stream: 'lead-new',
        command: 'arrive',
        input: { name: String(vName).slice(0, 80), phone: vPhone, eventId: iEventId, attendeeId: data.id },
      },
    ];
  },
});

/** The attendee's line then names the lead. */
export const nameLeadOfAttendee = definePolicy({
  name: 'name-lead-of-attendee',
  on: ['LeadCreated', 'LeadTouchRecorded'],
  ask: ({ stream, data }) =>
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
