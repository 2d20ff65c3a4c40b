import type { Stored } from '../../core/event.ts';
import { headOf } from '../../core/cut.ts';
import { streamKey, streamName } from '../../core/event.ts';
import { maskPhone } from '../../core/phone.ts';
import { reference } from '../../core/reference.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import type { Fields } from '../../families/master-def.ts';
import { leadStages } from '../../streams/leads/lead/state.ts';
import {
  evolveMaster,
  isRecordEvent,
  nothing,
  type MasterEvent,
  type MasterState,
} from '../../streams/masters/state.ts';

/** The records of one kind of master, without their earlier changes. */
function recordsOf(
  kind: string,
): Pick<ReportModel<MasterState, Stored<MasterEvent>>, 'streams' | 'subject' | 'fold'> {
  return {
    streams: ['master'],
    subject: ({ stream, type }) =>
      streamName(stream) === 'master' && streamKey(stream).startsWith(`${kind}-`) && isRecordEvent(type)
        ? streamKey(stream)
        : null,
    fold: (before, event, key) => ({ ...evolveMaster(before ?? nothing(key), event), past: [] }),
  };
}
const text = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
const whole = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === 'number' ? value : null;
};

/** One row per person registered for an event. */
export const eventGuests = {
  name: 'event_guests',
  version: 1,
  ...recordsOf('eventAttendee'),
  rows: ({ id, exists, cancelled, fields, stage }) => {
    if (!exists || cancelled) return [];
    const leadId = whole(fields, 'iLeadId');
    const came = text(fields, 'tChecked');
    return [
      {
        id: String(id),
        guestId: id,
        eventId: whole(fields, 'iEventId'),
        guest: text(fields, 'vName'),
        phone: maskPhone(text(fields, 'vPhone')),
        registeredOn: text(fields, 'dRegistered'),
        iPooId: whole(fields, 'iPooId'),
        stage: stage ?? 'registered',
        came,
        hour: came === null ? null : `${headOf(came, 2)}:00`,
        leadId,
        lead: leadId === null ? null : reference('LD', leadId),
      },
    ];
  },
} satisfies ReportModel<MasterState, Stored<MasterEvent>>;

/** One row per community event. */
export const campEvents = {
  name: 'camp_events',
  version: 1,
  ...recordsOf('campEvent'),
  rows: ({ id, exists, cancelled, fields, stage }) => {
    if (!exists || cancelled) return [];
    const { coordinatorIds } = fields;
    return [
      {
        id: String(id),
        eventId: id,
        event: text(fields, 'vName'),
        code: text(fields, 'vCode'),
        heldOn: text(fields, 'dDate'),
        venue: text(fields, 'vVenue'),
        iPooId: whole(fields, 'iPooId'),
        stage: stage ?? 'planned',
        staff: Array.isArray(coordinatorIds) ? coordinatorIds.length : 0,
        capacity: whole(fields, 'iCapacity'),
      },
    ];
  },
} satisfies ReportModel<MasterState, Stored<MasterEvent>>;

export const guestStages = ['registered', 'checked', 'absent'] as const;
export const campStages = ['planned', 'open', 'closed', 'reconciled', 'called off'] as const;
const count = <N extends string>(name: N, width = 100) =>
  ({ name, kind: 'number', width, total: 'sum', joined: true }) as const;
export const guestColumns = {
  registeredOn: { name: 'registeredOn', kind: 'date', width: 115 },
  guest: { name: 'guest', kind: 'person', width: 170, unmask: 'Masters/eventCheck:view' },
  phone: { name: 'phone', kind: 'id', width: 120 },
  event: { name: 'event', kind: 'text', width: 200, joined: true },
  heldOn: { name: 'heldOn', kind: 'date', width: 110, joined: true },
  venue: { name: 'venue', kind: 'text', width: 190, joined: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  stage: { name: 'stage', kind: 'choice', width: 130, options: guestStages },
  came: { name: 'came', kind: 'id', width: 90 },
  hour: { name: 'hour', kind: 'id', width: 90, hidden: true },
  lead: { name: 'lead', kind: 'id', width: 110 },
  leadStage: {
    name: 'leadStage',
    kind: 'choice',
    width: 130,
    options: Object.keys(leadStages),
    joined: true,
  },
  leadId: { name: 'leadId', kind: 'number', width: 100, hidden: true },
  eventId: { name: 'eventId', kind: 'number', width: 100, hidden: true },
  guestId: { name: 'guestId', kind: 'number', width: 100, hidden: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const campColumns = {
  heldOn: { name: 'heldOn', kind: 'date', width: 110 },
  event: { name: 'event', kind: 'text', width: 210 },
  code: { name: 'code', kind: 'id', width: 130 },
  venue: { name: 'venue', kind: 'text', width: 200 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  stage: { name: 'stage', kind: 'choice', width: 120, options: campStages },
  staff: { name: 'staff', kind: 'number', width: 80, total: 'sum' },
  capacity: { name: 'capacity', kind: 'number', width: 90, total: 'sum' },
  registered: count('registered'),
  attended: count('attended', 90),
  leads: count('leads', 80),
  customers: count('customers'),
  buyers: count('buyers', 110),
  net: { name: 'net', kind: 'money', width: 120, total: 'sum', joined: true },
  eventId: { name: 'eventId', kind: 'number', width: 100, hidden: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;
