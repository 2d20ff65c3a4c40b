import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilRight } from '#tests/kit/feed-client.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import { testNow } from '#tests/kit/test-clock.ts';

/** A service outside is read at once because somebody asks: who, when, what came of it; and what it brings of people who work here is taken over. */
let it: TestHouse;
let stub: StubService;
let hr: Person;
let admin: Person;
const people: object[] = [];
const path = '/employee/api/v2/employees/filter';
const list = serveList(path, () => people);
beforeAll(async () => {
  stub = await openStub(list);
  // So seldom that no reading of this test comes from the clock.
  it = await openTestHouse({ env: { SERVICE_EMPLOYEE_URL: stub.url, POLL_SECONDS: '3600' } });
  [hr, admin] = [await it.signIn('hr'), await it.signIn('admin')];
});
afterAll(async () => {
  await it.close();
  await stub.close();
});

const stands = async (who = hr) => (await who.get('/relay/polls')).body.items.find((one: { service: string }) => one.service === 'employee');
const ask = (who = hr, service = 'employee') => who.order(`servicepoll-${service}`, 'ask', {});
const told = (fields: object, modifiedAt = new Date(testNow).toISOString()) => ({
  id: 103,
  modifiedAt,
  data: { iEmpId: 103, vZohoId: 'Z-103', vEmpFname: 'Kiran', vEmpLname: 'Joseph', ...fields },
});

test('whoever keeps the employees has their service read at once: what is told of them is theirs a moment later', async () => {
  people.push(told({ vEmpLname: 'Joseph Mathew', vEmpPhone: 'call the office' }), {
    id: 9999,
    modifiedAt: new Date(testNow).toISOString(),
    data: { iEmpId: 9999 },
  });
  expect(await ask()).toMatchObject({ status: 200 });
  const seen = await untilRight(stands, ({ running }) => !running);
  expect(seen).toMatchObject({ lives: 'outside', askedBy: 'Sunita Pillai', end: { ok: true, items: 2, applied: 2 } });
  await it.house.settled();
  const events = (await it.house.log.readStream('employee-103')).filter(({ type }) => type === 'EmployeeSyncedFromZoho');
  // What cannot be a phone is left with the service that said it.
  expect(events.map(({ data }) => data)).toMatchObject([{ zohoId: 'Z-103', fields: { lastName: 'Joseph Mathew' } }]);
  expect(await it.house.log.readStream('employee-9999')).toEqual([]);
  const story = (await it.house.log.readStream('servicepoll-employee')).map(({ type, actor }) => [type, actor.empId]);
  expect(story).toEqual([
    ['ServicePollAsked', 181],
    ['ServicePollEnded', null],
  ]);
});

test('asked a moment ago it is refused in plain words, and again half a minute later it is read', async () => {
  expect(await ask(admin)).toMatchObject({
    status: 429,
    body: { code: 'pollJustAsked', message: expect.stringMatching(/^Sunita Pillai asked a moment ago\. Ask again in \d+ s\.$/) },
  });
  it.clock.pretend(it.clock.now() + 31_000);
  expect(await ask(admin)).toMatchObject({ status: 200 });
  expect(await untilRight(stands, ({ running }) => !running)).toMatchObject({ askedBy: 'Asha Menon', end: { ok: true, applied: 0 } });
});

test('while it is being read nobody asks again, and a service that does not answer is said to have failed', async () => {
  it.clock.pretend(it.clock.now() + 31_000);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    stub.answer = (_request, response) => {
      answer = () => json(response, 503, {});
      resolve();
    };
  });
  expect(await ask()).toMatchObject({ status: 200 });
  await asked;
  expect(await ask(admin)).toMatchObject({ status: 409, body: { code: 'pollRuns', message: 'Sunita Pillai asked already, and it is being read now.' } });
  expect(await stands()).toMatchObject({ running: true, end: null });
  stub.answer = (_request, response) => json(response, 503, {});
  answer();
  const seen = await untilRight(stands, ({ running }) => !running);
  expect(seen.end).toMatchObject({ ok: false, error: expect.stringContaining('503') });
});

test('a service of the house itself is not asked, and others may neither ask nor see', async () => {
  expect(await ask(admin, 'lead')).toMatchObject({ status: 422, body: { code: 'serviceInside' } });
  expect(await ask(hr, 'lead')).toMatchObject({ status: 403 });
  const agent = await it.signIn('agent1');
  expect(await ask(agent)).toMatchObject({ status: 403 });
  expect((await agent.get('/relay/polls')).status).toBe(403);
  const services = async (who: Person): Promise<string[]> => (await who.get('/relay/polls')).body.items.map(({ service }: { service: string }) => service);
  expect(await services(hr)).toEqual(['employee']);
  expect(await services(admin)).toHaveLength(9);
});
