import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
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
  const server = playServer([appointment, slots, setups, taskmovement, unique], people, {
    'Out Bound/outCall:create': [101],
    [right]: [131],
  });
  const book = (iAssignedTo: number, slotFrom: string, more: object = {}): void => {
    const done = server.command(
      101,
      'appointment-new',
      'bookAppointment',
      {
        appDate: day,
        slotFrom,
        iSlotType: 2,
        vAppType: 'sales',
        iAssignedTo,
        iCustomerId: 5,
        iPooId: 1,
        ...more,
      },
      now,
    );
    expect(isRefusal(done), JSON.stringify(done)).toBe(false);
  };
  const seen = (id: number) => {
    const { version, appDate, slotFrom, iMinutes } = server.state(`appointment-${id}`);
    return { iAppointmentId: id, version, appDate, slotFrom, iMinutes };
  };
  const move = (ids: readonly number[], more: object = {}) =>
    server.command(
      131,
      'taskmovement-new',
      'moveTasks',
      { from: 151, to: 152, reason: 'On leave from today', tasks: ids.map(seen), ...more },
      now,
    );
  const holder = (id: number): number => server.state(`appointment-${id}`).iAssignedTo;
  const taken = (empId: number): number[] =>
    server.state(`slots-${empId}-${day}`).taken.map((one: { appointmentId: number }) => one.appointmentId);
  return { ...server, book, move, seen, holder, taken };
}

describe('moving tasks of one employee to another', () => {
  it('moves the slots as well, and leaves conflicting tasks', () => {
    const { book, move, holder, taken, log } = open();
    book(151, '11:30');
    book(151, '14:00');
    book(152, '14:30');
    expect(emitted(move([1, 2]))).toEqual([
      'AppointmentAssigned',
      'SlotFreed',
      'SlotReserved',
      'BulkMovementRecorded',
    ]);
    expect([holder(1), holder(2)]).toEqual([152, 151]);
    expect([taken(151), taken(152)]).toEqual([[2], [3, 1]]);
    expect(log.at(-1)!.data.refused).toEqual([{ iAppointmentId: 2, code: 'targetBusy' }]);
  });
  it('checks moved tasks against each other and the daily limit', () => {
    const { book, move, holder } = open();
    for (let i = 0; i < 7; i += 1) book(152, `${12 + i}:00`);
    book(151, '11:00');
    book(151, '19:00');
    move([1, 2].map((i) => i + 7));
    expect([holder(8), holder(9)]).toEqual([152, 151]);
  });
  it('avoids blocked hours', () => {
    const { book, move, write, command, holder } = open();
    book(151, '14:00');
    write(
      `unique-master-slotBlock-slot-152|${day}|${14 * 60 + 30}`,
      'KeyReserved',
      { owner: 'master-slotBlock-1' },
      now,
      null,
    );
    expect(emitted(move([1]))).toEqual([]);
    expect(holder(1)).toBe(151);
    const again = {
      appDate: day,
      slotFrom: '14:30',
      iSlotType: 2,
      vAppType: 'sales',
      iAssignedTo: 152,
      iCustomerId: 6,
      iPooId: 1,
    };
    expect(command(101, 'appointment-new', 'bookAppointment', again, now)).toMatchObject({
      code: 'slotBlocked',
      details: { name: 'Amit' },
    });
    expect(
      emitted(command(101, 'appointment-new', 'bookAppointment', { ...again, slotFrom: '15:00' }, now)),
    ).toEqual(['AppointmentBooked', 'SlotReserved']);
  });
  it.each([
    ['sameEmployee', { to: 151 }],
    ['employeeInactive', { to: 999 }],
    ['employeeInactive', { to: 154 }],
  ])('%s for %o', (code, more) => {
    const { book, move } = open();
    book(151, '11:30');
    expect(emitted(move([1], more))).toBe(code);
  });
  it('leaves changed tasks and tasks of another place', () => {
    const { book, seen, command, log, holder } = open();
    book(151, '11:30');
    book(151, '16:00');
    const tasks = [{ ...seen(1), version: 2 }, seen(2)];
    command(
      131,
      'taskmovement-new',
      'moveTasks',
      { from: 151, to: 152, reason: 'On leave today', tasks },
      now,
    );
    expect([holder(1), holder(2)]).toEqual([151, 152]);
    expect(log.at(-1)!.data.refused).toEqual([{ iAppointmentId: 1, code: 'taskChanged' }]);
    expect(
      emitted(
        command(
          131,
          'taskmovement-new',
          'moveTasks',
          { from: 151, to: 153, reason: 'On leave today', tasks: [seen(1)] },
          now,
        ),
      ),
    ).toEqual([]);
  });
  it('undoes the movement once, except tasks changed since', () => {
    const { book, move, command, holder, taken } = open();
    book(151, '11:30');
    book(151, '16:00');
    move([1, 2]);
    const back = () => command(131, 'taskmovement-1', 'takeBack', {}, now);
    expect(emitted(command(131, 'appointment-2', 'assignAppointment', { iAssignedTo: 153 }, now))).toBe(
      'employeeInactive',
    );
    book(151, '16:30', { iCustomerId: 9 });
    expect(emitted(back())).toEqual([
      'AppointmentAssigned',
      'SlotFreed',
      'SlotReserved',
      'BulkMovementTakenBack',
    ]);
    expect([holder(1), holder(2)]).toEqual([151, 152]);
    expect([taken(151), taken(152)]).toEqual([[3, 1], [2]]);
    expect(emitted(back())).toBe('movementTakenBack');
  });
  it('given an undone movement, then the log keeps its original giver and taker', () => {
    const { book, move, command, log } = open();
    book(151, '11:30');
    move([1]);
    command(131, 'taskmovement-1', 'takeBack', {}, now);
    const people = { from: 151, to: 152, fromName: 'Pooja', toName: 'Amit' };
    expect(log.find((event) => event.type === 'BulkMovementRecorded')?.data).toMatchObject(people);
    expect(log.find((event) => event.type === 'BulkMovementTakenBack')?.data).toMatchObject({
      movementId: 1,
      ...people,
      back: [{ iAppointmentId: 1 }],
    });
    expect(
      log.filter((event) => event.type === 'AppointmentAssigned').map((event) => event.data.iAssignedTo),
    ).toEqual([152, 151]);
  });
});

it('reassigns one task', () => {
  const { book, command, holder, taken } = open();
  book(151, '11:30');
  expect(emitted(command(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 151 }, now))).toBe(
    'sameEmployee',
  );
  expect(
    emitted(
      command(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 152, reason: 'Nearer by' }, now),
    ),
  ).toEqual(['AppointmentAssigned', 'SlotFreed', 'SlotReserved']);
  expect([holder(1), taken(151), taken(152)]).toEqual([152, [], [1]]);
  expect(emitted(command(101, 'appointment-1', 'assignAppointment', { iAssignedTo: 151 }, now))).toBe(
    'forbidden',
  );
});

it('plays its story', () => {
  const server = open();
  server.book(151, '11:00', { appDate: '2026-11-20', vAppType: 'orientation' });
  expect(playStoryOf(server, taskmovement.story!)).toEqual([
    ['AppointmentAssigned', 'SlotFreed', 'SlotReserved', 'BulkMovementRecorded'],
  ]);
});
