import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let admin: Person;
let agent: Person;
let lead: Person;
beforeAll(async () => {
  server = await openTestServer();
  [admin, agent, lead] = await Promise.all([
    server.signIn('admin'),
    server.signIn('agent1'),
    server.signIn('lead'),
  ]);
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const path = '/employee/api/v2/Appointment';
/** Everybody who can be assigned visits, with their place. */
const workers = async () =>
  (await admin.get(`${path}/employeelist`)).body as { iEmpId: number; iPooId: number }[];
async function holiday(dDate: string, vName: string, ...pooIds: number[]): Promise<void> {
  const made = await admin.command('master-holiday-new', 'create', {
    fields: { dDate, vName, vType: 'state', pooIds },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
}
const settledAt = async (at: number): Promise<void> => {
  server.clock.pretend(at);
  for (let left = 1; left > 0;) {
    await server.server.settled();
    left = await server.server.reactions.sweep();
  }
  await server.server.settled();
};
const book = (who: Person, appDate: string, slotFrom: string, iAssignedTo: number, iPooId = 1) =>
  who.command('appointment-new', 'bookAppointment', {
    ...{ appDate, slotFrom, iSlotType: 2, vAppType: 'sales', iAssignedTo, iPooId },
    iCustomerId: 41,
  });
interface Slot {
  readonly slotFrom: string;
  readonly iAssignedTo: number;
  readonly bFree: boolean;
  readonly vReason: string | null;
}

test('a visit is neither booked on nor rescheduled to a holiday of its place; other places are open', async () => {
  const day = '2026-11-24';
  const people = await workers();
  const here = people.find(({ iPooId }) => iPooId === 1)!.iEmpId;
  const { iEmpId: there, iPooId } = people.find((one) => one.iPooId !== 1)!;
  await holiday(day, 'Founders’ day', 1);
  expect(await book(admin, day, '11:00', here)).toMatchObject({
    status: 422,
    body: {
      code: 'holidayNotAllowed',
      field: 'appDate',
      message: 'Holidays cannot be selected: Founders’ day.',
    },
  });
  expect((await book(admin, day, '11:00', there, iPooId)).status).toBe(200);
  const booked = await book(admin, '2026-11-25', '11:00', here);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const move = (appDate: string) =>
    admin.command(
      `appointment-${booked.body.id}`,
      'requestReschedule',
      { appDate, slotFrom: '12:00', reason: 'family is away' },
      { version: 1 },
    );
  expect((await move(day)).body).toMatchObject({
    code: 'holidayNotAllowed',
    details: { name: 'Founders’ day' },
  });
  expect((await move('2026-11-26')).status).toBe(200);

  const reasons = async (query: string) =>
    new Set(
      ((await admin.get(`${path}/slots?appDate=${day}&${query}`)).body as Slot[]).map(
        ({ vReason }) => vReason,
      ),
    );
  expect(await reasons(`iAssignedTo=${here}`)).toEqual(new Set(['holidayNotAllowed']));
  expect(await reasons(`iAssignedTo=${there}&iSlotType=2`)).toContain(null);
  expect(await reasons(`iAssignedTo=${there}&iPooId=1`)).toEqual(new Set(['holidayNotAllowed']));
});

test('a requested reschedule is not applied when its day has become a holiday meanwhile', async () => {
  const to = '2026-11-27';
  const here = (await workers()).filter(({ iPooId }) => iPooId === 1)[1]!.iEmpId;
  const booked = await book(agent, '2026-11-18', '18:00', here);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const task = `appointment-${booked.body.id}`;
  const requested = await agent.command(
    task,
    'requestReschedule',
    { appDate: to, slotFrom: '11:00', reason: 'family is away' },
    { version: booked.body.version },
  );
  expect(requested.status, JSON.stringify(requested.body)).toBe(200);
  await settledAt(server.clock.now());
  await holiday(to, 'Harvest', 1);
  const log = await server.server.log.readAfter(0, 100_000);
  const request = log.findLast(
    (event: AnyEvent) => event.type === 'ApprovalRequested' && event.data.subject.stream === task,
  )!.stream;
  expect((await lead.command(request, 'approveStep', { step: 1 })).status).toBe(200);
  await settledAt(instantOf('2026-11-18', '10:32'));
  expect((await server.server.states.load(request)).state).toMatchObject({
    state: 'applyFailed',
    why: 'holiday',
  });
  expect((await server.server.states.load(task)).state).toMatchObject({
    iTaskStatus: 0,
    appDate: '2026-11-18',
    request: null,
  });
});

test('the slots of an employee are visible to those who work for the same place, under both names of the call', async () => {
  const day = '2026-11-26';
  const [one, other] = (await Promise.all(
    ['appointmentslot', 'Appointment/slots'].map((name) =>
      admin.get(`/employee/api/v2/${name}?appDate=${day}&iAssignedTo=161&vAppType=sales&iSlotType=2`),
    ),
  )) as [{ status: number; body: Slot[] }, { status: number; body: Slot[] }];
  expect(one.status, JSON.stringify(one.body)).toBe(200);
  expect(one.body).toEqual(other.body);
  expect(one.body).toHaveLength(24);
  expect(one.body[0]).toEqual({
    appDate: day,
    slotFrom: '08:00',
    iSlotType: 2,
    iAssignedTo: 161,
    bFree: true,
    iMergedMinutes: null,
    vReason: null,
  });
  const call = '/employee/api/v2/appointmentslot';
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=161&pageNo=1&records=20`)).body).toHaveLength(
    4,
  );
  expect((await admin.get(`${call}?appDate=2026-11-22&iAssignedTo=161`)).body[0]).toMatchObject({
    bFree: false,
    vReason: 'sundayNotAllowed',
  });
  expect((await admin.get(`${call}?appDate=${day}`)).body).toMatchObject({
    code: 'required',
    field: 'iAssignedTo',
  });
  const franchise = await server.signIn('franchise');
  expect((await franchise.get(`${call}?appDate=${day}&iAssignedTo=161`)).body).toEqual([]);
  expect((await franchise.get(`${call}?appDate=${day}&iAssignedTo=191`)).body).toHaveLength(24);
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=401`)).body, 'has left').toEqual([]);
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=999999999`)).body).toEqual([]);
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=9007199254740991`)).body).toMatchObject({
    code: 'badFormat',
    field: 'iAssignedTo',
  });
});
