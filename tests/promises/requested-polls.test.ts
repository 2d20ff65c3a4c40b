import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import { testNow } from '#tests/kit/test-clock.ts';

/**
 * A person requests an immediate poll of an outside service: who, when, with what result; the employees it
 * reports are taken over.
 */
let it: TestServer;
let stub: StubService;
let hr: Person;
let admin: Person;
const people: object[] = [];
const path = '/employee/api/v2/employees/filter';
const list = serveList(path, () => people);
beforeAll(async () => {
  stub = await openStub(list);
  // So seldom that no poll of this test is a scheduled one.
  it = await openTestServer({ env: { SERVICE_EMPLOYEE_URL: stub.url, POLL_SECONDS: '3600' } });
  [hr, admin] = [await it.signIn('hr'), await it.signIn('admin')];
});
afterAll(async () => {
  await it.close();
  await stub.close();
});

async function until<T>(look: () => Promise<T>, right: (seen: T) => boolean): Promise<T> {
  for (let turns = 0; ; turns += 1) {
    const seen = await look();
    if (right(seen)) return seen;
    if (turns > 200) throw new Error(`it never came: ${JSON.stringify(seen).slice(0, 500)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
const stands = async (who = hr) =>
  (await who.get('/relay/polls')).body.items.find((one: { service: string }) => one.service === 'employee');
const request = (who = hr, service = 'employee') => who.command(`servicepoll-${service}`, 'request', {});
const emitted = (fields: object, modifiedAt = new Date(testNow).toISOString()) => ({
  id: 103,
  modifiedAt,
  data: { iEmpId: 103, vZohoId: 'Z-103', vEmpFname: 'Kiran', vEmpLname: 'Joseph', ...fields },
});

test('an editor of employees has their service polled at once, and its changes are applied a moment later', async () => {
  people.push(emitted({ vEmpLname: 'Joseph Mathew', vEmpPhone: 'call the office' }), {
    id: 9999,
    modifiedAt: new Date(testNow).toISOString(),
    data: { iEmpId: 9999 },
  });
  expect(await request()).toMatchObject({ status: 200 });
  const seen = await until(stands, ({ running }) => !running);
  expect(seen).toMatchObject({
    lives: 'outside',
    askedBy: 'Sunita Pillai',
    end: { ok: true, items: 2, applied: 2 },
  });
  await it.server.settled();
  const events = (await it.server.log.readStream('employee-103')).filter(
    ({ type }) => type === 'EmployeeSyncedFromZoho',
  );
  // An invalid phone is not taken over.
  expect(events.map(({ data }) => data)).toMatchObject([
    { zohoId: 'Z-103', fields: { lastName: 'Joseph Mathew' } },
  ]);
  expect(await it.server.log.readStream('employee-9999')).toEqual([]);
  const story = (await it.server.log.readStream('servicepoll-employee')).map(({ type, actor }) => [
    type,
    actor.empId,
  ]);
  expect(story).toEqual([
    ['ServicePollRequested', 181],
    ['ServicePollEnded', null],
  ]);
});

test('a second request within half a minute is refused in plain words, a later one is carried out', async () => {
  expect(await request(admin)).toMatchObject({
    status: 429,
    body: {
      code: 'pollJustRequested',
      message: expect.stringMatching(/^Sunita Pillai requested it a moment ago\. Try again in \d+ s\.$/),
    },
  });
  it.clock.pretend(it.clock.now() + 31_000);
  expect(await request(admin)).toMatchObject({ status: 200 });
  expect(await until(stands, ({ running }) => !running)).toMatchObject({
    askedBy: 'Asha Menon',
    end: { ok: true, applied: 0 },
  });
});

test('a running poll blocks further requests, and a service that does not answer is reported as failed', async () => {
  it.clock.pretend(it.clock.now() + 31_000);
  let answer = (): void => undefined;
  const requested = new Promise<void>((resolve) => {
    stub.answer = (_request, response) => {
      answer = () => json(response, 503, {});
      resolve();
    };
  });
  expect(await request()).toMatchObject({ status: 200 });
  await requested;
  expect(await request(admin)).toMatchObject({
    status: 409,
    body: { code: 'pollRuns', message: 'Sunita Pillai requested it already; the read is in progress.' },
  });
  expect(await stands()).toMatchObject({ running: true, end: null });
  stub.answer = (_request, response) => json(response, 503, {});
  answer();
  const seen = await until(stands, ({ running }) => !running);
  expect(seen.end).toMatchObject({ ok: false, error: expect.stringContaining('503') });
});

test('an internal service cannot be polled, and people without the right can neither request nor see polls', async () => {
  expect(await request(admin, 'lead')).toMatchObject({ status: 422, body: { code: 'serviceInside' } });
  expect(await request(hr, 'lead')).toMatchObject({ status: 403 });
  const agent = await it.signIn('agent1');
  expect(await request(agent)).toMatchObject({ status: 403 });
  expect((await agent.get('/relay/polls')).status).toBe(403);
  const services = async (who: Person): Promise<string[]> =>
    (await who.get('/relay/polls')).body.items.map(({ service }: { service: string }) => service);
  expect(await services(hr)).toEqual(['employee']);
  expect(await services(admin)).toHaveLength(9);
});
