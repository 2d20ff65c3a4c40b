import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

let house: TestHouse;
let admin: Person;
let agent: Person;
let lead: Person;
beforeAll(async () => {
  house = await openTestHouse();
  [admin, agent, lead] = await Promise.all([house.signIn('admin'), house.signIn('agent1'), house.signIn('lead')]);
});
afterAll(async () => {
  expect(house.faults).toEqual([]);
  await house.close();
});

const path = '/employee/api/v2/Appointment';
/** Everybody to whom visits can be given, with their own place. */
const workers = async () => (await admin.get(`${path}/employeelist`)).body as { iEmpId: number; iPooId: number }[];
async function holiday(dDate: string, vName: string, ...pooIds: number[]): Promise<void> {
  const made = await admin.order('master-holiday-new', 'create', { fields: { dDate, vName, vType: 'state', pooIds } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
}
const settledAt = async (at: number): Promise<void> => {
  house.clock.pretend(at);
  for (let left = 1; left > 0;) {
    await house.house.settled();
    left = await house.house.asks.sweep();
  }
  await house.house.settled();
};
let customer = 700;
const book = (who: Person, appDate: string, slotFrom: string, iAssignedTo: number, iPooId = 1) =>
  who.order('appointment-new', 'bookAppointment', {
    ...{ appDate, slotFrom, iSlotType: 2, vAppType: 'sales', iAssignedTo, iPooId },
    iCustomerId: (customer += 1),
  });
interface Slot {
  readonly slotFrom: string;
  readonly iAssignedTo: number;
  readonly bFree: boolean;
  readonly vReason: string | null;
}

test('a visit is neither booked on a holiday of its place nor asked to move there; other places work', async () => {
  const day = '2026-11-24';
  const people = await workers();
  const here = people.find(({ iPooId }) => iPooId === 1)!.iEmpId;
  const { iEmpId: there, iPooId } = people.find((one) => one.iPooId !== 1)!;
  await holiday(day, 'Founders’ day', 1);
  expect(await book(admin, day, '11:00', here)).toMatchObject({
    status: 422,
    body: { code: 'holidayNotAllowed', field: 'appDate', message: 'Holidays cannot be selected: Founders’ day.' },
  });
  expect((await book(admin, day, '11:00', there, iPooId)).status).toBe(200);
  const booked = await book(admin, '2026-11-25', '11:00', here);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const move = (appDate: string) =>
    admin.order(`appointment-${booked.body.id}`, 'requestReschedule', { appDate, slotFrom: '12:00', reason: 'family is away' }, { version: 1 });
  expect((await move(day)).body).toMatchObject({ code: 'holidayNotAllowed', details: { name: 'Founders’ day' } });
  expect((await move('2026-11-26')).status).toBe(200);

  const reasons = async (query: string) => new Set(((await admin.get(`${path}/slots?appDate=${day}&${query}`)).body as Slot[]).map(({ vReason }) => vReason));
  expect(await reasons(`iAssignedTo=${here}`)).toEqual(new Set(['holidayNotAllowed']));
  expect(await reasons(`iAssignedTo=${there}&iSlotType=2`)).toContain(null);
  expect(await reasons(`iAssignedTo=${there}&iPooId=1`)).toEqual(new Set(['holidayNotAllowed']));
});

test('a move that was asked for is not made when its day became a holiday meanwhile', async () => {
  const to = '2026-11-27';
  const here = (await workers()).filter(({ iPooId }) => iPooId === 1)[1]!.iEmpId;
  const booked = await book(agent, '2026-11-18', '18:00', here);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const task = `appointment-${booked.body.id}`;
  const asked = await agent.order(task, 'requestReschedule', { appDate: to, slotFrom: '11:00', reason: 'family is away' }, { version: booked.body.version });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await settledAt(house.clock.now());
  await holiday(to, 'Harvest', 1);
  const log = await house.house.log.readAfter(0, 100_000);
  const request = log.findLast((event) => event.type === 'ApprovalRequested' && event.data.subject.stream === task)!.stream;
  expect((await lead.order(request, 'approveStep', { step: 1 })).status).toBe(200);
  await settledAt(instantOf('2026-11-18', '10:32'));
  expect((await house.house.states.load(request)).state).toMatchObject({ state: 'applyFailed', why: 'holiday' });
  expect((await house.house.states.load(task)).state).toMatchObject({ iTaskStatus: 0, appDate: '2026-11-18', request: null });
});

test('the slots of an employee are told to those who work for the same place, under both names of the call', async () => {
  const day = '2026-11-26';
  const [one, other] = (await Promise.all(
    ['appointmentslot', 'Appointment/slots'].map((name) => admin.get(`/employee/api/v2/${name}?appDate=${day}&iAssignedTo=161&vAppType=sales&iSlotType=2`)),
  )) as [{ status: number; body: Slot[] }, { status: number; body: Slot[] }];
  expect(one.status, JSON.stringify(one.body)).toBe(200);
  expect(one.body).toEqual(other.body);
  expect(one.body).toHaveLength(24);
  expect(one.body[0]).toEqual({ appDate: day, slotFrom: '08:00', iSlotType: 2, iAssignedTo: 161, bFree: true, vReason: null });
  const call = '/employee/api/v2/appointmentslot';
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=161&pageNo=1&records=20`)).body).toHaveLength(4);
  expect((await admin.get(`${call}?appDate=2026-11-22&iAssignedTo=161`)).body[0]).toMatchObject({ bFree: false, vReason: 'sundayNotAllowed' });
  expect((await admin.get(`${call}?appDate=${day}`)).body).toMatchObject({ code: 'required', field: 'iAssignedTo' });
  const franchise = await house.signIn('franchise');
  expect((await franchise.get(`${call}?appDate=${day}&iAssignedTo=161`)).body).toEqual([]);
  expect((await franchise.get(`${call}?appDate=${day}&iAssignedTo=191`)).body).toHaveLength(24);
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=401`)).body, 'has left').toEqual([]);
  expect((await admin.get(`${call}?appDate=${day}&iAssignedTo=9007199254740991`)).body).toEqual([]);
});
