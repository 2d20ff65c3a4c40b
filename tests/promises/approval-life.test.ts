import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let first: TestServer;
let agent: Person;
let lead: Person;

beforeAll(async () => {
  first = await openTestServer();
  [agent, lead] = await Promise.all([first.signIn('agent1'), first.signIn('lead')]);
});
afterAll(() => first?.close());

const day = '2026-11-18';
const events = async (server: TestServer, stream: string): Promise<string[]> =>
  (await server.server.log.readStream(stream)).map((event) => event.type);

/**
 * Books an appointment near its time and requests to reschedule it; returns the numbers of the appointment
 * and of its request.
 */
async function requested(
  slotFrom: string,
  to: string,
  iCustomerId: number,
): Promise<{ task: string; request: string }> {
  const booked = await agent.command('appointment-new', 'bookAppointment', {
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
  const moved = await agent.command(
    task,
    'requestReschedule',
    { appDate: day, slotFrom: to, reason: 'The family is travelling' },
    { version: booked.body.version },
  );
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  await first.pass(0);
  const made = (await first.server.log.readAfter(0, 100_000)).findLast(
    (event: AnyEvent) => event.type === 'ApprovalRequested' && event.data.subject.stream === task,
  );
  expect(made).toBeDefined();
  return { task, request: made!.stream };
}

test('an approval is requested, approved, undone, approved again, survives a restart in its undo window and moves the appointment once', async () => {
  const { task, request } = await requested('14:00', '16:00', 41);
  expect((await agent.command(request, 'approveStep')).body).toMatchObject({
    code: 'selfApproval',
    message: 'You cannot decide your own request.',
  });
  expect((await lead.command(request, 'approveStep', { step: 1 })).status).toBe(200);
  expect((await lead.command(request, 'undoDecision')).status).toBe(200);
  const again = await lead.command(request, 'approveStep', { step: 1 });
  expect(Date.parse(again.body.undoUntil)).toBe(first.clock.now() + 30_000);
  const { databaseUrl } = first;
  await first.server.close();

  const second = await openTestServer({ databaseUrl });
  try {
    await second.pass(29_000);
    expect(await events(second, task)).not.toContain('AppointmentRescheduled');
    await second.pass(1_000);
    await second.pass(30_000);
    expect((await events(second, task)).filter((type) => type === 'AppointmentRescheduled')).toHaveLength(1);
    expect((await events(second, request)).slice(-2)).toEqual(['ApprovalApproved', 'ApprovalApplied']);
    expect((await (await second.signIn('lead')).command(request, 'undoDecision')).body).toMatchObject({
      code: 'undoWindowOver',
    });
    expect(second.faults).toEqual([]);
  } finally {
    await second.close();
  }
});

test('a day of attendance runs through the routes: check-in, break, check-out with the fixed time', async () => {
  const server = await openTestServer();
  try {
    const field = await server.signIn('store');
    const mine = `attendance-${field.empId}-2026-11-19`;
    await server.pass(instantOf('2026-11-19', '09:00') - server.clock.now());
    const morning = await server.signIn('store');
    expect((await morning.command(mine, 'toggleBreak')).body).toMatchObject({
      code: 'noCheckInToday',
      message: 'Check in first.',
    });
    expect((await morning.command(mine, 'checkIn')).status).toBe(200);
    expect((await morning.command(mine, 'checkIn')).body).toMatchObject({
      code: 'alreadyCheckedIn',
      message: 'You checked in at 09:00.',
    });
    const [one, two] = await Promise.all([
      morning.command(mine, 'toggleBreak', { iBreakInBreakOutFlag: 1 }),
      morning.command(mine, 'toggleBreak', { iBreakInBreakOutFlag: 1 }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await morning.command(mine, 'checkOut', { confirmed: true })).body).toMatchObject({
      code: 'checkOutNotAllowed',
      message: 'Check-out is not allowed yet: you are on a break.',
    });
    expect((await morning.command(mine, 'toggleBreak', { iBreakInBreakOutFlag: 0 })).status).toBe(200);
    expect((await morning.command(mine, 'checkOut', { confirmed: false })).body.code).toBe(
      'checkOutNotConfirmed',
    );
    expect((await morning.command(mine, 'checkOut', { confirmed: true })).status).toBe(200);
    const row = await morning.get(`/feeds/attendance/me?id=${field.empId}`);
    expect(row.body).toMatchObject({
      iEmpId: field.empId,
      state: 'checkedOut',
      dCheckOutDateTime: new Date(instantOf('2026-11-19', '23:59:59')).toISOString(),
    });
    expect(server.faults).toEqual([]);
  } finally {
    await server.close();
  }
});
