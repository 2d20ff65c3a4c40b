import { addDays, businessDay, DAY_MS, instantOf } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { convertedLeads } from './leads.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
/** Numbers after those of the demo's other events and guests. */
const [camp, firstGuest] = [3, 6];
const field = 151;
/** Leads who came to the camp and became customers soon after. */
export const campLeads: readonly number[] = [10_126, 10_136, 10_046, 10_096];

/** A camp of ten days ago: registrations, attendance, and the leads among them. */
export function demoEvents(now: number): DemoCommand[] {
  const day = weekday(addDays(businessDay(now), -10));
  const commands: DemoCommand[] = [];
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
  ): void => void commands.push({ at, as, stream, command, input });
  const event = `master-campEvent-${camp}`;
  const fields = {
    vCode: 'CAMP-BAN',
    vName: 'Heart camp Banashankari',
    iPooId: 1,
    dDate: day,
    vVenue: 'School hall, 2nd Stage',
    coordinatorIds: [field],
    iCapacity: 40,
  };
  give(now - 30 * DAY_MS, 0, event, 'create', { fields });
  give(now - 29 * DAY_MS, 0, event, 'move', { action: 'open' });
  const leads = convertedLeads(now).filter(({ leadId }) => campLeads.includes(leadId));
  const guests = [
    ...leads.map(({ name, phone }) => ({ vName: name, vPhone: phone, came: true })),
    { vName: 'Nagaraj Urs', vPhone: '5550121101', came: false },
    { vName: 'Vimala Kamath', vPhone: '5550121102', came: false },
    { vName: 'Sadashiv Pai', vPhone: '5550121103', came: false },
  ];
  const opens = instantOf(day, '10:00');
  give(opens - 20 * minute, field, `attendance-${field}-${day}`, 'checkIn', { lat: 12.9279, lng: 77.5838 });
  guests.forEach(({ vName, vPhone, came }, n) => {
    const stream = `master-eventAttendee-${firstGuest + n}`;
    const registered = { iEventId: camp, vName, vPhone, dRegistered: addDays(day, -1 - (n % 2)) };
    give(opens - (24 + n) * 60 * minute, 0, stream, 'create', { fields: registered });
    if (came) give(opens + (8 + n * 37) * minute, 0, stream, 'move', { action: 'check' });
    else give(instantOf(day, '17:00') + n * minute, 0, stream, 'move', { action: 'absent' });
  });
  give(instantOf(day, '17:30'), field, `attendance-${field}-${day}`, 'checkOut', { confirmed: true });
  give(instantOf(day, '17:40'), 0, event, 'move', { action: 'close' });
  return commands;
}
