import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { person, playHouse, tellStory, told } from '#tests/kit/played.ts';
import { unique } from '../core/unique.ts';
import { appointment } from './appointment/appointment.ts';
import { setups, slots } from './appointment/slots.ts';
import { taskmovement } from './taskmovement.ts';

const day = '2026-11-18';
const now = instantOf(day, '09:00');
const right = 'Masters/employeeTaskBulkMovement:edit';

function open() {
  const people = [
    person(101, 'Ravi'),
    person(131, 'Lead'),
    person(151, 'Pooja'),
    person(152, 'Amit'),
    person(153, 'Mysuru', { poos: [3] }),
    person(154, 'Gone', { active: false }),
  ];
  const house = playHouse([appointment, slots, setups, taskmovement, unique], people, { 'Out Bound/outCall:create': [101], [right]: [131] });
  const book = (iAssignedTo: number, slotFrom: string, more: object = {}): void => {
    const done = house.order(
      101,
      'appointment-new',
      'bookAppointment',
      { appDate: day, slotFrom, iSlotType: 2, vAppType: 'sales', iAssignedTo, iCustomerId: 5, iPooId: 1, ...more },
      now,
    );
    expect(isRefusal(done), JSON.stringify(done)).toBe(false);
  };
  const seen = (id: number) => {
    const { version, appDate, slotFrom, iMinutes } = house.state(`appointment-${id}`);
    return { iAppointmentId: id, version, appDate, slotFrom, iMinutes };
  };
  const move = (ids: readonly number[], more: object = {}) =>
    house.order(131, 'taskmovement-new', 'moveTasks', { from: 151, to: 152, reason: 'On leave from today', tasks: ids.map(seen), ...more }, now);
  const holder = (id: number): number => house.state(`appointment-${id}`).iAssignedTo;
  const taken = (empId: number): number[] => house.state(`slots-${empId}-${day}`).taken.map((one: { appointmentId: number }) => one.appointmentId);
  return { ...house, book, move, seen, holder, taken };
}

describe('moving tasks of one employee to another', () => {
  it('moves the slots with them, and leaves what clashes where it is', () => {
    const { book, move, holder, taken, log } = open();
    book(151, '11:30');
    book(151, '14:00');
    book(152, '14:30');
    expect(told(move([1, 2]))).toEqual(['AppointmentAssigned', 'SlotFreed', 'SlotReserved', 'BulkMovementRecorded']);
    expect([holder(1), holder(2)]).toEqual([152, 151]);
    expect([taken(151), taken(152)]).toEqual([[2], [3, 1]]);
    expect(log.at(-1)!.data.refused).toEqual([{ iAppointmentId: 2, code: 'targetBusy' }]);
  });
  it('holds tasks moved together against each other and against eight a day', () => {
    const { book, move, holder } = open();
    for (let i = 0; i < 7; i += 1) book(152, `${12 + i}:00`);
    book(151, '11:00');
    book(151, '19:00');
    move([1, 2].map((i) => i + 7));
    expect([holder(8), holder(9)]).toEqual([152, 151]);
  });
  it('keeps off blocked hours', () => {
    const { book, move, write, order, holder } = open();
    book(151, '14:00');
    write(`unique-master-slotBlock-slot-152|${day}|${14 * 60 + 30}`, 'KeyReserved', { owner: 'master-slotBlock-1' }, now, null);
    expect(told(move([1]))).toEqual([]);
    expect(holder(1)).toBe(151);
    const again = { appDate: day, slotFrom: '14:30', iSlotType: 2, vAppType: 'sales', iAssignedTo: 152, iCustomerId: 6, iPooId: 1 };
    expect(order(101, 'appointment-new', 'bookAppointment', again, now)).toMatchObject({ code: 'slotBlocked', details: { name: 'Amit' } });
    expect(told(order(101, 'appointment-new', 'bookAppointment', { ...again, slotFrom: '15:00' }, now))).toEqual(['AppointmentBooked', 'SlotReserved']);
  });
  it.each([
    ['sameEmployee', { to: 151 }],
    ['employeeInactive', { to: 999 }],
    ['employeeInactive', { to: 154 }],
  ])('%s for %o', (code, more) => {
    const { book, move } = open();
    book(151, '11:30');
    expect(told(move([1], more))).toBe(code);
  });
  it('leaves a task that changed since it was seen, and one that goes to another place', () => {
    const { book, seen, order, log, holder } = open();
    book(151, '11:30');
    book(151, '16:00');
    const tasks = [{ ...seen(1), version: 2 }, seen(2)];
    order(131, 'taskmovement-new', 'moveTasks', { from: 151, to: 152, reason: 'On leave today', tasks }, now);
    expect([holder(1), holder(2)]).toEqual([151, 152]);
    expect(log.at(-1)!.data.refused).toEqual([{ iAppointmentId: 1, code: 'taskChanged' }]);
    expect(told(order(131, 'taskmovement-new', 'moveTasks', { from: 151, to: 153, reason: 'On leave today', tasks: [seen(1)] }, now))).toEqual([]);
  });
  it('takes all of it back once, except what was touched since', () => {
    const { book, move, order, holder, taken } = open();
    book(151, '11:30');
    book(151, '16:00');
    move([1, 2]);
    const back = () => order(131, 'taskmovement-1', 'takeBack', {}, now);
    expect(told(order(131, 'appointment-2', 'assignAppointment', { iAssignedTo: 153 }, now))).toBe('employeeInactive');
    book(151, '16:30', { iCustomerId: 9 });
    expect(told(back())).toEqual(['AppointmentAssigned', 'SlotFreed', 'SlotReserved', 'BulkMovementTakenBack']);
    expect([holder(1), holder(2)]).toEqual([151, 152]);
    expect([taken(151), taken(152)]).toEqual([[3, 1], [2]]);
    expect(told(back())).toBe('movementTakenBack');
  });
  it('given tasks taken back, then the log names giver and taker as they were when the tasks were moved', () => {
    const { book, move, order, log } = open();
    book(151, '11:30');
    move([1]);
    order(131, 'taskmovement-1', 'takeBack', {}, now);
    const people = { from: 151, to: 152, fromName: 'Pooja', toName: 'Amit' };
    expect(log.find((event) => event.type === 'BulkMovementRecorded')?.data).toMatchObject(people);
    expect(log.find((event) => event.type === 'BulkMovementTakenBack')?.data).toMatchObject({ movementId: 1, ...people, back: [{ iAppointmentId: 1 }] });
    expect(log.filter((event) => event.type === 'AppointmentAssigned').map((event) => event.data.iAssignedTo)).toEqual([152, 151]);
  });
});

it('gives one task to somebody else', () => {
  const { book, order, holder, taken } = open();
  book(151, '11:30');
  expect(told(order(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 151 }, now))).toBe('sameEmployee');
  expect(told(order(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 152, reason: 'Nearer by' }, now))).toEqual([
    'AppointmentAssigned',
    'SlotFreed',
    'SlotReserved',
  ]);
  expect([holder(1), taken(151), taken(152)]).toEqual([152, [], [1]]);
  expect(told(order(101, 'appointment-1', 'assignAppointment', { iAssignedTo: 151 }, now))).toBe('forbidden');
});

it('tells its story', () => {
  const house = open();
  house.book(151, '11:00', { appDate: '2026-11-20', vAppType: 'orientation' });
  expect(tellStory(house, taskmovement.story!)).toEqual([['AppointmentAssigned', 'SlotFreed', 'SlotReserved', 'BulkMovementRecorded']]);
});
