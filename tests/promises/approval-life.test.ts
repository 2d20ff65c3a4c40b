import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

let first: TestHouse;
let agent: Person;
let lead: Person;

beforeAll(async () => {
  first = await openTestHouse();
  [agent, lead] = await Promise.all([first.signIn('agent1'), first.signIn('lead')]);
});
afterAll(() => first?.close());

const day = '2026-11-18';
const events = async (house: TestHouse, stream: string): Promise<string[]> => (await house.house.log.readStream(stream)).map((event) => event.type);

/** Books near its time, asks to move it; the numbers of the appointment and of its request. */
async function asked(slotFrom: string, to: string, iCustomerId: number): Promise<{ task: string; request: string }> {
  const booked = await agent.order('appointment-new', 'bookAppointment', {
    appDate: day,
    slotFrom,
    iSlotType: 2,
    vAppType: 'sales',
    iAssignedTo: 104,
    iCustomerId,
    iPooId: 1,
  });
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const task = `appointment-${booked.body.id}`;
  const moved = await agent.order(
    task,
    'requestReschedule',
    { appDate: day, slotFrom: to, reason: 'The family is travelling' },
    { version: booked.body.version },
  );
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  await first.pass(0);
  const made = (await first.house.log.readAfter(0, 100_000)).findLast((event) => event.type === 'ApprovalRequested' && event.data.subject.stream === task);
  expect(made).toBeDefined();
  return { task, request: made!.stream };
}

test('an approval is asked, approved, undone, approved again, survives a restart in its window and moves the appointment once', async () => {
  const { task, request } = await asked('14:00', '16:00', 901);
  expect((await agent.order(request, 'approveStep')).body).toMatchObject({ code: 'selfApproval', message: 'You cannot decide your own request.' });
  expect((await lead.order(request, 'approveStep', { step: 1 })).status).toBe(200);
  expect((await lead.order(request, 'undoDecision')).status).toBe(200);
  const again = await lead.order(request, 'approveStep', { step: 1 });
  expect(Date.parse(again.body.undoUntil)).toBe(first.clock.now() + 30_000);
  const { databaseUrl } = first;
  await first.house.close();

  const second = await openTestHouse({ databaseUrl });
  try {
    await second.pass(29_000);
    expect(await events(second, task)).not.toContain('AppointmentRescheduled');
    await second.pass(1_000);
    await second.pass(30_000);
    expect((await events(second, task)).filter((type) => type === 'AppointmentRescheduled')).toHaveLength(1);
    expect((await events(second, request)).slice(-2)).toEqual(['ApprovalApproved', 'ApprovalApplied']);
    expect((await (await second.signIn('lead')).order(request, 'undoDecision')).body).toMatchObject({ code: 'undoWindowOver' });
    expect(second.faults).toEqual([]);
  } finally {
    await second.close();
  }
});

test('a day is lived through the doors: check-in, break, check-out with the fixed time', async () => {
  const house = await openTestHouse();
  try {
    const field = await house.signIn('store');
    const mine = `attendance-${field.empId}-2026-11-19`;
    await house.pass(instantOf('2026-11-19', '09:00') - house.clock.now());
    const morning = await house.signIn('store');
    expect((await morning.order(mine, 'toggleBreak')).body).toMatchObject({ code: 'noCheckInToday', message: 'Check in first.' });
    expect((await morning.order(mine, 'checkIn')).status).toBe(200);
    expect((await morning.order(mine, 'checkIn')).body).toMatchObject({ code: 'alreadyCheckedIn', message: 'You checked in at 09:00.' });
    const [one, two] = await Promise.all([
      morning.order(mine, 'toggleBreak', { iBreakInBreakOutFlag: 1 }),
      morning.order(mine, 'toggleBreak', { iBreakInBreakOutFlag: 1 }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await morning.order(mine, 'checkOut', { confirmed: true })).body).toMatchObject({
      code: 'checkOutNotAllowed',
      message: 'Check-out is not allowed yet: you are on a break.',
    });
    expect((await morning.order(mine, 'toggleBreak', { iBreakInBreakOutFlag: 0 })).status).toBe(200);
    expect((await morning.order(mine, 'checkOut', { confirmed: false })).body.code).toBe('checkOutNotConfirmed');
    expect((await morning.order(mine, 'checkOut', { confirmed: true })).status).toBe(200);
    const row = await morning.get(`/feeds/attendance/me?id=${field.empId}`);
    expect(row.body).toMatchObject({
      iEmpId: field.empId,
      state: 'checkedOut',
      dCheckOutDateTime: new Date(instantOf('2026-11-19', '23:59:59')).toISOString(),
    });
    expect(house.faults).toEqual([]);
  } finally {
    await house.close();
  }
});
