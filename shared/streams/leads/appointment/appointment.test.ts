import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { appointment } from './appointment.ts';
import { setups, slots } from './slots.ts';

const day = '2026-11-18';
const now = instantOf(day, '09:00');
const wish = {
  appDate: day,
  slotFrom: '14:00',
  iSlotType: 1,
  vAppType: 'sales',
  iAssignedTo: 151,
  iCustomerId: 5,
  iPooId: 1,
} as const;
function open() {
  const server = playServer(
    [appointment, slots, setups],
    [
      person(101, 'Ravi'),
      person(151, 'Pooja'),
      person(152, 'Gone', { active: false }),
      person(153, 'Mysuru', { poos: [3] }),
    ],
    { 'Out Bound/outCall:create': [101] },
  );
  return {
    ...server,
    book: (more: object = {}) =>
      server.command(101, 'appointment-new', 'bookAppointment', { ...wish, ...more }, now),
  };
}

describe('booking', () => {
  it('reserves the slot in the same commit', () => {
    const { book, state } = open();
    expect(emitted(book())).toEqual(['AppointmentBooked', 'SlotReserved']);
    expect(state('appointment-1')).toMatchObject({
      ref: 'TK-000001',
      iTaskStatus: 0,
      iMinutes: 45,
      iCustomerId: 5,
      iLeadId: null,
      assignedName: 'Pooja',
    });
    expect(emitted(book({ iCustomerId: 6 }))).toBe('slotTaken');
  });
  it.each([
    ['sundayNotAllowed', { appDate: '2026-11-22' }],
    ['leadTime', { slotFrom: '10:30' }],
    ['leadTime', { appDate: '2026-11-17' }],
    ['tooFarAhead', { appDate: '2026-12-19' }],
    ['slotNotOnGrid', { slotFrom: '14:15' }],
    ['slotNotOnGrid', { slotFrom: '07:30' }],
    ['slotNotOnGrid', { slotFrom: '20:00' }],
    ['employeeInactive', { iAssignedTo: 152 }],
    ['employeeInactive', { iAssignedTo: 153 }],
    ['oneSubject', { iLeadId: 7 }],
    ['oneSubject', { iCustomerId: undefined }],
    ['oneSubject', { iCustomerId: undefined, iLeadId: 7 }],
    ['placeNotYours', { iPooId: 3 }],
  ])('%s for %o', (code, more) => expect(emitted(open().book(more))).toBe(code));
  it('is refused on a holiday of its place', () => {
    const { command } = open();
    const book = (prepared: object) =>
      command(101, 'appointment-new', 'bookAppointment', wish, now, prepared);
    expect(book({ holiday: 'Harvest' })).toMatchObject({
      status: 422,
      code: 'holidayNotAllowed',
      field: 'appDate',
      details: { name: 'Harvest' },
    });
    expect(emitted(book({ holiday: null }))).toEqual(['AppointmentBooked', 'SlotReserved']);
  });
  it('keeps 15 minutes of travel around home visits only', () => {
    const { book } = open();
    book();
    expect(emitted(book({ slotFrom: '14:30' }))).toBe('slotTaken');
    expect(emitted(book({ slotFrom: '15:00', iSlotType: 2 }))).toEqual(['AppointmentBooked', 'SlotReserved']);
    expect(emitted(book({ slotFrom: '16:00', iSlotType: 2 }))).toEqual(['AppointmentBooked', 'SlotReserved']);
    expect(emitted(book({ slotFrom: '17:00', iSlotType: 2, vAppType: 'orientation' }))).toEqual([
      'AppointmentBooked',
      'SlotReserved',
    ]);
    expect(emitted(book({ slotFrom: '18:00', iSlotType: 2 }))).toEqual(['AppointmentBooked', 'SlotReserved']);
    expect(emitted(book({ slotFrom: '13:30', iSlotType: 2 }))).toBe('slotTaken');
  });
  it('has one open setup visit per lead', () => {
    const { book } = open();
    const setup = { vAppType: 'setup', iCustomerId: undefined, iLeadId: 7 };
    expect(emitted(book(setup))).toEqual(['AppointmentBooked', 'SlotReserved', 'SetupReserved']);
    expect(book({ ...setup, slotFrom: '17:00' })).toMatchObject({
      code: 'setupAlreadyBooked',
      details: { date: '18-11-2026' },
    });
    expect(emitted(book({ ...setup, iLeadId: 8, slotFrom: '17:00' }))).toEqual([
      'AppointmentBooked',
      'SlotReserved',
      'SetupReserved',
    ]);
  });
  it('is limited to eight per day', () => {
    const { book } = open();
    for (let i = 0; i < 8; i += 1)
      expect(emitted(book({ iSlotType: 2, slotFrom: `${12 + i}:00` }))).toEqual([
        'AppointmentBooked',
        'SlotReserved',
      ]);
    expect(book({ iSlotType: 2, slotFrom: '11:00' })).toMatchObject({
      code: 'dayFull',
      details: { name: 'Pooja' },
    });
  });
});

it('plays its story', () => {
  expect(playStoryOf(open(), appointment.story!)).toEqual([
    ['AppointmentBooked', 'SlotReserved', 'SetupReserved'],
  ]);
});
