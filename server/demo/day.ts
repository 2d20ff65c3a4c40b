import { businessDay, instantOf } from '#shared/core/day.ts';
import { fieldDayBegins, inField } from './field.ts';
import { workingDays } from './holidays.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The first number of the demo's appointments. */
export const firstAppointment = 2001;

/** The people at work today, and how many minutes ago they checked in. */
const present: readonly (readonly [empId: number, minutesAgo: number])[] = [
  [101, 372],
  [102, 368],
  [103, 371],
  [104, 365],
  [111, 360],
  [121, 358],
  [122, 355],
  [123, 353],
  [131, 375],
  [151, 340],
  [152, 340],
  [161, 366],
  [162, 352],
  [171, 349],
];

/** The start location of those who work outside. */
const beginsAt: Readonly<Record<number, { readonly lat: number; readonly lng: number }>> = {
  151: { lat: 12.9279, lng: 77.5838 },
  152: { lat: 12.9301, lng: 77.5901 },
  162: { lat: 12.9352, lng: 77.6245 },
};

/**
 * Attendance of yesterday and today, visits of the coming days, and requests to reschedule or cancel some of
 * them.
 */
export function demoDay(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => void commands.push({ at, as, stream, command, input, ...more });
  /** Early in the morning the hours of the day are compressed, so that all of them fall on today. */
  const attendance = (empId: number, on = now): string => `attendance-${empId}-${businessDay(on)}`;

  // Yesterday: 104 went on a break and forgot the rest; such a day is closed automatically at six.
  const yesterday = now - 24 * hour;
  give(yesterday - 300 * minute, 104, attendance(104, yesterday - 300 * minute), 'checkIn');
  give(yesterday - 10 * minute, 104, attendance(104, yesterday - 300 * minute), 'toggleBreak');
  for (const [empId, ago] of present)
    give(
      inField.includes(empId) ? fieldDayBegins(now) : now - ago * minute,
      empId,
      attendance(empId),
      'checkIn',
      beginsAt[empId],
    );
  give(now - 32 * minute, 122, attendance(122), 'toggleBreak');
  give(now - 95 * minute, 102, attendance(102), 'toggleBreak');
  give(now - 71 * minute, 102, attendance(102), 'toggleBreak');
  give(now - 8 * minute, 171, attendance(171), 'checkOut', { confirmed: true });

  const days = workingDays(businessDay(now), 12);
  const visits: readonly (readonly [
    name: string,
    day: number,
    slot: string,
    type: 'setup' | 'sales' | 'orientation',
    subject: number,
  ])[] = [
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
  const move = (
    minutesAgo: number,
    as: number,
    name: string,
    on: number,
    slotFrom: string,
    reason: string,
  ): void =>
    give(
      now - minutesAgo * minute,
      as,
      `appointment-${/^\d+$/.test(name) ? name : `{${name}}`}`,
      'requestReschedule',
      { appDate: days[on], slotFrom, reason },
      { versioned: true },
    );
  /**
   * At a week-end or at night the next visits are more than a day away: each was then rescheduled once, by
   * rule, and has a new number.
   */
  let moved = firstAppointment + visits.length;
  const requested = ['A1', 'A2', 'A3'].map((name, i) => {
    const [, on, slotFrom] = visits[i]!;
    if (instantOf(days[on]!, slotFrom) - (now - 30 * minute) < 24 * hour) return name;
    move(
      170 - i * 5,
      i % 2 ? 102 : 101,
      name,
      5,
      ['10:00', '12:00', '15:00'][i]!,
      'The customer asked for another day.',
    );
    return String(moved++);
  }) as [string, string, string];
  // Near ones need the team lead; far ones are approved by rule. One requests a slot that somebody else takes
  // later.
  move(26, 101, requested[0], 2, '14:30', 'The family is travelling to Mysuru tomorrow.');
  move(21, 102, requested[1], 1, '15:00', 'The customer asked for the afternoon.');
  move(17, 101, requested[2], 2, '16:00', 'Clinic visit at the same hour.');
  move(140, 102, 'A9', 7, '10:00', 'The daughter can be present that morning.');
  give(
    now - 12 * minute,
    102,
    'appointment-new',
    'bookAppointment',
    {
      appDate: days[1],
      slotFrom: '15:00',
      iSlotType: 1,
      vAppType: 'sales',
      iAssignedTo: 151,
      iCustomerId: 46,
      iPooId: 1,
    },
    { name: 'A11' },
  );
  const cancel = (minutesAgo: number, as: number, name: string, reason: string): void =>
    give(
      now - minutesAgo * minute,
      as,
      `appointment-{${name}}`,
      'requestCancellation',
      { reason },
      { versioned: true },
    );
  const note = (minutesAgo: number, as: number, name: string, text: string, ready: boolean): void => {
    const stream = `preparatorynote-visit{${name}}`;
    give(now - minutesAgo * minute, as, stream, 'save', { text }, { versioned: true });
    if (ready) give(now - (minutesAgo - 1) * minute, as, stream, 'ready', {}, { versioned: true });
  };
  note(
    48,
    101,
    'A5',
    'The daughter is present from noon. She asks how readings at home are sent; take the spare cuff with you.',
    true,
  );
  note(43, 102, 'A7', 'Wants to see prices of the two brands of Metformin first.', false);
  give(now - 38 * minute, 131, `slots-152-${days[1]}`, 'merge', {
    iAssignedTo: 152,
    appDate: days[1],
    slots: ['15:00', '15:30', '16:00'],
  });
  cancel(19, 101, 'A6', 'The customer bought the medicines elsewhere.');
  cancel(9, 102, 'A8', 'The family moved to another city.');
  return commands;
}
