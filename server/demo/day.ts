import { businessDay, instantOf } from '#shared/core/day.ts';
import { workingDays } from './holidays.ts';
import type { DemoOrder } from './order.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Appointments of the demo are numbered from here. */
export const firstAppointment = 2001;

/** Who is in today, and how many minutes ago they checked in. */
const present: readonly (readonly [empId: number, minutesAgo: number])[] = [
  [101, 372],
  [102, 368],
  [103, 371],
  [104, 365],
  [111, 360],
  [121, 358],
  [122, 355],
  [131, 375],
  [151, 340],
  [161, 366],
  [162, 352],
  [171, 349],
];

/** Who works outside tells where the day begins. */
const beginsAt: Readonly<Record<number, { readonly lat: number; readonly lng: number }>> = {
  151: { lat: 12.9279, lng: 77.5838 },
  162: { lat: 12.9352, lng: 77.6245 },
};

/** Attendance of yesterday and today, visits of the coming days, and requests to move or cancel some of them. */
export function demoDay(now: number): DemoOrder[] {
  const orders: DemoOrder[] = [];
  const give = (at: number, as: number, stream: string, command: string, input: DemoOrder['input'] = {}, more: Partial<DemoOrder> = {}): void =>
    void orders.push({ at, as, stream, command, input, ...more });
  /** In a young morning the hours of the day pass faster, so that all of them are today's. */
  const attendance = (empId: number, on = now): string => `attendance-${empId}-${businessDay(on)}`;

  // Yesterday: 104 went on a break and forgot the rest; the house closes such a day at six.
  const yesterday = now - 24 * hour;
  give(yesterday - 300 * minute, 104, attendance(104, yesterday - 300 * minute), 'checkIn');
  give(yesterday - 10 * minute, 104, attendance(104, yesterday - 300 * minute), 'toggleBreak');
  for (const [empId, ago] of present) give(now - ago * minute, empId, attendance(empId), 'checkIn', beginsAt[empId]);
  give(now - 32 * minute, 122, attendance(122), 'toggleBreak');
  give(now - 95 * minute, 102, attendance(102), 'toggleBreak');
  give(now - 71 * minute, 102, attendance(102), 'toggleBreak');
  give(now - 8 * minute, 171, attendance(171), 'checkOut', { confirmed: true });

  const days = workingDays(businessDay(now), 12);
  const visits: readonly (readonly [name: string, day: number, slot: string, type: 'setup' | 'sales' | 'orientation', subject: number])[] = [
    ['A1', 0, '10:00', 'setup', 10_001],
    ['A2', 0, '11:30', 'setup', 10_005],
    ['A3', 0, '14:00', 'sales', 41],
    ['A4', 1, '09:30', 'setup', 10_009],
    ['A5', 1, '12:00', 'orientation', 42],
    ['A6', 2, '10:30', 'sales', 43],
    ['A7', 3, '15:00', 'setup', 10_021],
    ['A8', 4, '09:00', 'orientation', 44],
    ['A9', 6, '16:30', 'setup', 10_033],
    ['A10', 8, '11:00', 'sales', 45],
  ];
  visits.forEach(([name, on, slotFrom, vAppType, subject], i) => {
    give(
      now - (350 - i * 4) * minute,
      i % 2 ? 102 : 101,
      'appointment-new',
      'bookAppointment',
      {
        appDate: days[on],
        slotFrom,
        iSlotType: 1,
        vAppType,
        iAssignedTo: 151,
        ...(subject > 10_000 ? { iLeadId: subject } : { iCustomerId: subject }),
        iPooId: 1,
      },
      { name },
    );
  });
  const move = (minutesAgo: number, as: number, name: string, on: number, slotFrom: string, reason: string): void =>
    give(
      now - minutesAgo * minute,
      as,
      `appointment-${/^\d+$/.test(name) ? name : `{${name}}`}`,
      'requestReschedule',
      { appDate: days[on], slotFrom, reason },
      { versioned: true },
    );
  /** Over a week-end or at night the next visits are more than a day away: then they were moved once before, by rule, and have a new number. */
  let moved = firstAppointment + visits.length;
  const asked = ['A1', 'A2', 'A3'].map((name, i) => {
    const [, on, slotFrom] = visits[i]!;
    if (instantOf(days[on]!, slotFrom) - (now - 30 * minute) < 24 * hour) return name;
    move(170 - i * 5, i % 2 ? 102 : 101, name, 5, ['10:00', '12:00', '15:00'][i]!, 'The customer asked for another day.');
    return String(moved++);
  }) as [string, string, string];
  // Near ones ask the team lead; far ones are granted by rule. One asks for a slot that somebody else takes afterwards.
  move(26, 101, asked[0], 2, '14:30', 'The family is travelling to Mysuru tomorrow.');
  move(21, 102, asked[1], 1, '15:00', 'The customer asked for the afternoon.');
  move(17, 101, asked[2], 2, '16:00', 'Clinic visit at the same hour.');
  move(140, 102, 'A9', 7, '10:00', 'The daughter can be present that morning.');
  give(
    now - 12 * minute,
    102,
    'appointment-new',
    'bookAppointment',
    { appDate: days[1], slotFrom: '15:00', iSlotType: 1, vAppType: 'sales', iAssignedTo: 151, iCustomerId: 46, iPooId: 1 },
    { name: 'A11' },
  );
  const cancel = (minutesAgo: number, as: number, name: string, reason: string): void =>
    give(now - minutesAgo * minute, as, `appointment-{${name}}`, 'requestCancellation', { reason }, { versioned: true });
  cancel(19, 101, 'A6', 'The customer bought the medicines elsewhere.');
  cancel(9, 102, 'A8', 'The family moved to another city.');
  return orders;
}
