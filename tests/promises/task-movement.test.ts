import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, isSunday } from '#shared/core/day.ts';
import type { TaskMovement } from '#shared/masters/reviews/task-movement.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
let lead: Person;
let days = 0;
/** A working day that no other attempt has used. */
const freshDay = (): string => {
  days += 1;
  const next = addDays('2026-11-20', days);
  return isSunday(next) ? freshDay() : next;
};
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
  lead = await test.signIn('lead');
});
afterAll(() => test?.close());

async function book(
  iAssignedTo: number,
  slotFrom: string,
  appDate: string,
): Promise<{ id: number; version: number; slotFrom: string; appDate: string }> {
  const done = await admin.command('appointment-new', 'bookAppointment', {
    appDate,
    slotFrom,
    iSlotType: 2,
    vAppType: 'sales',
    iAssignedTo,
    iCustomerId: 41,
    iPooId: 1,
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return { id: Number(done.body.id), version: done.body.version, slotFrom, appDate };
}
const seen = ({ id, version, slotFrom, appDate }: Awaited<ReturnType<typeof book>>) => ({
  iAppointmentId: id,
  version,
  appDate,
  slotFrom,
  iMinutes: 45,
});
const look = async (person: Person, query: string): Promise<TaskMovement> =>
  (await person.get(`/masters-task-movement?${query}`)).body;

/** Two employees of place 1 who can be assigned visits. */
async function two(): Promise<[number, number]> {
  const { targets } = await look(admin, '');
  const at1 = targets.filter((one) => one.iPooId === 1).map((one) => one.iEmpId);
  expect(at1.length).toBeGreaterThan(3);
  return [at1.at(-1)!, at1.at(-2)!];
}

it('shows clashes, moves the rest in one commit, notifies both people, and undoes it', async () => {
  const [from, to] = await two();
  const day = freshDay();
  const free = await book(from, '09:00', day);
  const clashing = await book(from, '15:00', day);
  const standing = await book(to, '15:00', day);
  const { rows } = await look(lead, `from=${from}&to=${to}&dFrom=${day}&dTo=${day}`);
  expect(rows.map((row) => [row.iAppointmentId, row.clash?.code ?? null])).toEqual([
    [free.id, null],
    [clashing.id, 'targetBusy'],
  ]);
  expect(rows[1]!.clash!.details).toMatchObject({ ref: `TK-${String(standing.id).padStart(6, '0')}` });

  const done = await lead.command('taskmovement-new', 'moveTasks', {
    from,
    to,
    reason: 'On leave this week',
    tasks: [seen(free), seen(clashing)],
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(done.body).toMatchObject({
    moved: 1,
    results: [
      { iAppointmentId: free.id, ok: true, version: 2 },
      { iAppointmentId: clashing.id, ok: false, code: 'targetBusy' },
    ],
  });
  const slots = async (empId: number): Promise<number[]> =>
    (await test.server.states.load(`slots-${empId}-${day}`)).state.taken
      .map((one: { appointmentId: number }) => one.appointmentId)
      .sort();
  expect(await slots(from)).toEqual([clashing.id]);
  expect(await slots(to)).toEqual([free.id, standing.id].sort());
  await test.server.settled();
  for (const [empId, message] of [
    [from, 'tasksTaken'],
    [to, 'tasksGiven'],
  ] as const)
    expect(
      (await test.server.states.load(`notice-${empId}`)).state.items.map(
        (one: { message: string }) => one.message,
      ),
    ).toContain(message);

  const back = await lead.command(done.body.stream, 'takeBack');
  expect(back.body, JSON.stringify(back.body)).toMatchObject({ moved: 1 });
  expect(await slots(from)).toEqual([free.id, clashing.id].sort());
  expect((await lead.command(done.body.stream, 'takeBack')).body.code).toBe('movementTakenBack');
});

it('reports the result for each of two hundred, and refuses more', async () => {
  const [from, to] = await two();
  const one = await book(from, '11:00', freshDay());
  const strangers = Array.from({ length: 199 }, (_, i) => ({ ...seen(one), iAppointmentId: 900_000 + i }));
  const done = await lead.command('taskmovement-new', 'moveTasks', {
    from,
    to,
    reason: 'On leave this week',
    tasks: [seen(one), ...strangers],
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(done.body.results).toHaveLength(200);
  expect(done.body.moved).toBe(1);
  expect(new Set(done.body.results.slice(1).map((row: { code: string }) => row.code))).toEqual(
    new Set(['notFound']),
  );
  const more = await lead.command('taskmovement-new', 'moveTasks', {
    from,
    to,
    reason: 'One too many',
    tasks: [...strangers, seen(one), seen(one)],
  });
  expect(more.status).toBe(400);
});

it('blocked hours are neither offered, booked nor moved into, and hours with a visit cannot be blocked', async () => {
  const [from, to] = await two();
  const appDate = freshDay();
  const visit = await book(from, '11:00', appDate);
  const reason = Number(
    (await admin.get('/masters-lookup/employeeSlotBlock/iReasonId?records=1')).body.items[0].id,
  );
  const block = (iEmpId: number) =>
    admin.command('master-slotBlock-new', 'create', {
      fields: { iEmpId, dDate: appDate, tFrom: '11:00', tTo: '12:00', iReasonId: reason },
    });
  expect((await block(from)).body).toMatchObject({ code: 'blockOverTask' });
  const blocked = await block(to);
  expect(blocked.status, JSON.stringify(blocked.body)).toBe(200);
  const free = (
    await admin.get(
      `/employee/api/v2/Appointment/slots?appDate=${appDate}&iAssignedTo=${to}&vAppType=sales&iSlotType=2`,
    )
  ).body as {
    slotFrom: string;
    vReason: string | null;
  }[];
  expect(free.filter(({ vReason }) => vReason === 'slotBlocked').map(({ slotFrom }) => slotFrom)).toEqual([
    '10:30',
    '11:00',
    '11:30',
  ]);
  expect(
    (await look(lead, `from=${from}&to=${to}&dFrom=${appDate}&dTo=${appDate}`)).rows[0]!.clash,
  ).toMatchObject({ code: 'slotBlocked' });
  const done = await lead.command('taskmovement-new', 'moveTasks', {
    from,
    to,
    reason: 'On leave this week',
    tasks: [seen(visit)],
  });
  expect(done.body).toMatchObject({ moved: 0, results: [{ code: 'slotBlocked' }] });
});

it('is refused without the right, on every path', async () => {
  const agent = await test.signIn('agent1');
  const [from, to] = await two();
  const one = await book(from, '13:00', freshDay());
  expect((await agent.get('/masters-task-movement')).status).toBe(403);
  expect(
    (
      await agent.command('taskmovement-new', 'moveTasks', {
        from,
        to,
        reason: 'Not mine to move',
        tasks: [seen(one)],
      })
    ).status,
  ).toBe(403);
  expect(
    (
      await agent.command(
        `appointment-${one.id}`,
        'assignAppointment',
        { iAssignedTo: to },
        { version: one.version },
      )
    ).status,
  ).toBe(403);
  expect((await lead.get('/masters-task-movement?from=x')).body).toMatchObject({
    code: 'badFormat',
    field: 'from',
  });
});
