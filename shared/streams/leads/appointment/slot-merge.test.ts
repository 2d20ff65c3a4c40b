import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { emitted, person, playServer } from '#tests/kit/played.ts';
import { appointment } from './appointment.ts';
import { setups, slots } from './slots.ts';

const day = '2026-11-18';
const now = instantOf(day, '09:00');
const wish = {
  appDate: day,
  iSlotType: 1,
  vAppType: 'sales',
  iAssignedTo: 151,
  iCustomerId: 5,
  iPooId: 1,
} as const;
function open() {
  const server = playServer(
    [appointment, slots, setups],
    [person(101, 'Ravi'), person(131, 'Farhan'), person(151, 'Pooja'), person(153, 'Mysuru', { poos: [3] })],
    { 'Out Bound/outCall:create': [101], 'Out Bound/empSlotMerge:edit': [131] },
  );
  const give = (command: string, input: object, empId = 151) =>
    server.command(
      131,
      `slots-${empId}-${day}`,
      command,
      { iAssignedTo: empId, appDate: day, ...input },
      now,
    );
  return {
    ...server,
    merge: (times: readonly string[], empId = 151) => give('merge', { slots: times }, empId),
    split: (slotFrom: string) => give('split', { slotFrom }),
    book: (slotFrom: string) =>
      server.command(101, 'appointment-new', 'bookAppointment', { ...wish, slotFrom }, now),
  };
}

describe('merging', () => {
  it('joins two to four consecutive half hours', () => {
    const { merge } = open();
    expect(emitted(merge(['14:00']))).toBe('slotsNotAdjacent');
    expect(emitted(merge(['14:00', '15:00']))).toBe('slotsNotAdjacent');
    expect(emitted(merge(['12:00', '12:30', '13:00', '13:30', '14:00']))).toBe('slotsNotAdjacent');
    expect(emitted(merge(['14:30', '14:00']))).toEqual(['SlotsMerged']);
  });
  it('is refused over a visit, over another merged slot, in the past, and for people of other places', () => {
    const { merge, book } = open();
    book('14:00');
    expect(emitted(merge(['14:30', '15:00']))).toBe('slotsNotFree');
    merge(['16:00', '16:30']);
    expect(emitted(merge(['16:30', '17:00']))).toBe('slotsNotFree');
    expect(emitted(merge(['08:00', '08:30']))).toBe('slotMergePast');
    expect(emitted(merge(['16:00', '16:30'], 153))).toBe('employeeInactive');
  });
});

describe('a merged slot', () => {
  it('is booked as a whole from its start, and not in its middle', () => {
    const { merge, book, state } = open();
    merge(['14:00', '14:30', '15:00', '15:30']);
    expect(emitted(book('15:00'))).toBe('slotMerged');
    expect(emitted(book('13:30'))).toBe('slotMerged');
    expect(emitted(book('14:00'))).toEqual(['AppointmentBooked', 'SlotReserved']);
    expect(state('appointment-3')).toMatchObject({ iMinutes: 120 });
  });
  it('is split while nobody is booked in it', () => {
    const { merge, split, book } = open();
    merge(['14:00', '14:30']);
    expect(emitted(split('14:30'))).toBe('slotMergeUnknown');
    expect(emitted(split('14:00'))).toEqual(['SlotsSplit']);
    merge(['14:00', '14:30']);
    book('14:00');
    expect(emitted(split('14:00'))).toBe('slotMergeBooked');
  });
});
