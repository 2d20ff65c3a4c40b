import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { readingLimits, type ReadingAlert, type ReadingReview } from '#shared/access/readings.ts';
import type { FeedOpened } from '#shared/wire.ts';
import { allMasters } from '#server/registers.ts';
import { FeedClient } from '#tests/kit/feed-client.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { hung } from '#tests/kit/patience.ts';
import { testNow } from '#tests/kit/test-clock.ts';

let test: TestHouse;
let admin: Person;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

const week = '2026-11-16';
const review = async (who: Person = admin): Promise<ReadingReview> => (await who.get(`/access/readings?week=${week}`)).body as ReadingReview;
const alertsOf = async (rule: string, empId?: number): Promise<readonly ReadingAlert[]> =>
  (await review()).alerts.filter((alert) => alert.rule === rule && (empId === undefined || alert.empId === empId));
/** A second try has a reader of its own. */
const readers = [103, 104, 105];
const fieldReaders = [152, 153];
const asking = ['agent2', 'verifier', 'store'];

/** This person opens so many records in clear, as the audited order does it. */
async function open(empId: number, n: number, subject: (i: number) => string, at = test.clock.now()): Promise<void> {
  const viewer = test.house.access.people.viewer(empId, null)!;
  const actor = { kind: 'person' as const, empId, name: viewer.name };
  for (let i = 0; i < n; i += 1) {
    const stream = `audit-${subject(i)}`;
    const version = (await test.house.log.readStream(stream)).length;
    await test.house.log.append({
      commandId: null,
      requestHash: null,
      answer: null,
      sourceKey: null,
      expected: [[stream, version]],
      events: [
        {
          stream,
          version: version + 1,
          id: test.house.newId(),
          type: 'PersonalDataViewed',
          at: new Date(at).toISOString(),
          actor,
          data: { subject: subject(i), fields: ['phone'] },
          correlationId: 'readings',
          causationId: null,
          schemaVersion: 1,
        },
      ],
    });
  }
}

describe('reading far more than usual', () => {
  it('is not seen in the demo’s day', async () => {
    expect((await review()).alerts).toEqual([]);
  });

  it('is noticed once, told to the admins, and looked at by one who is not the reader', async () => {
    const reader = readers.shift()!;
    await open(reader, readingLimits.revealsPerHour, (i) => `signup-${reader}${8000 + i}`);
    expect(await alertsOf('reveals', reader)).toEqual([]);
    await open(reader, 3, (i) => `signup-${reader}${8900 + i}`);
    await expect.poll(() => alertsOf('reveals', reader)).toHaveLength(1);
    const [alert] = await alertsOf('reveals', reader);
    expect(alert).toMatchObject({ empId: reader, count: readingLimits.revealsPerHour + 1, limit: readingLimits.revealsPerHour, reviewedBy: null });
    await test.house.settled();
    const told = (await admin.get('/feeds/notifications/me')).body.rows as { message: string; route: string }[];
    expect(told.filter((one) => one.message === 'readingAlert' && one.route === '/admin/readings').length).toBeGreaterThan(0);

    const stream = `readingalert-${alert!.id}`;
    expect((await (await test.signIn('verifier')).order(stream, 'review', { note: 'It was me' })).status).toBe(404);
    expect((await admin.order(stream, 'review', { note: 'no' })).status).toBe(400);
    const looked = await admin.order(stream, 'review', { note: 'A campaign day, agreed with the lead' });
    expect(looked.status, JSON.stringify(looked.body)).toBe(200);
    expect((await admin.order(stream, 'review', { note: 'A second look' })).body).toMatchObject({ code: 'alreadyReviewed' });
    expect((await alertsOf('reveals', reader))[0]).toMatchObject({ note: 'A campaign day, agreed with the lead' });
  });

  it('of one record by many people, of a large export, of doors tried again and again', async () => {
    for (const empId of [101, 102, 103, 104, 105, 106]) await open(empId, 1, () => 'signup-7777');
    await expect.poll(() => alertsOf('subject')).toHaveLength(1);
    expect((await alertsOf('subject'))[0]).toMatchObject({ empId: null, subject: 'signup-7777', count: readingLimits.peoplePerSubject + 1 });

    const noted = await test.house.handle({
      stream: `masterfile-${test.house.newId()}`,
      command: 'noteExport',
      input: { master: 'emplist', byEmpId: 101, byName: 'Ravi', format: 'csv', rows: readingLimits.exportRows + 1, masked: true, asked: '{}' },
      viewer: test.house.access.systemViewer('export'),
      correlationId: 'readings',
    });
    expect(noted).not.toHaveProperty('refused');
    await expect.poll(() => alertsOf('export')).toHaveLength(1);

    const agent = await test.signIn('agent1');
    for (let n = 0; n < readingLimits.denied; n += 1) expect((await agent.get('/access/readings')).status).toBe(403);
    await expect.poll(() => alertsOf('denied')).toHaveLength(1);
    expect((await alertsOf('denied'))[0]).toMatchObject({ empId: agent.empId });
  });

  it('of feeds tried one after the other, but not of one that is asked for again and again', async () => {
    const person = await test.signIn(asking.shift()!);
    const line = new FeedClient(test.url, person, 'notifications/me');
    const ask = async (feed: string): Promise<boolean> => {
      const answer = (await line.socket.timeout(hung.wait).emitWithAck('feed:open', { feed })) as FeedOpened;
      return !answer.ok && answer.code === 'forbidden';
    };
    const before = (await alertsOf('denied')).length;
    try {
      await line.ready();
      const shut: string[] = [];
      for (const { name } of allMasters()) if (shut.length < readingLimits.denied - 1 && (await ask(`masters/${name}`))) shut.push(`masters/${name}`);
      expect(shut).toHaveLength(readingLimits.denied - 1);
      for (let n = 0; n < 30; n += 1) expect(await ask(shut[0]!)).toBe(true);
      await test.house.settled();
      expect(await alertsOf('denied')).toHaveLength(before);
      for (const { name } of allMasters()) if (!shut.includes(`masters/${name}`) && (await ask(`masters/${name}`))) break;
      await expect.poll(() => alertsOf('denied')).toHaveLength(before + 1);
      expect((await alertsOf('denied')).map(({ empId }) => empId)).toContain(person.empId);
    } finally {
      line.close();
    }
  });

  it('at night', async () => {
    test.clock.pretend(testNow + 15 * 3_600_000);
    await open(104, readingLimits.revealsAtNight + 1, (i) => `signup-${6000 + i}`);
    test.clock.release();
    admin = await test.signIn('admin'); // the session may have gone idle in that night
    await expect.poll(() => alertsOf('night')).toHaveLength(1);
    expect(await alertsOf('role')).toHaveLength(0);
  });

  it('against what colleagues with the same role usually open: far more is noticed once, as much in a busier role is not', async () => {
    const { roleFrom, timesTheRole } = readingLimits;
    const reader = fieldReaders.shift()!;
    // On three days before a field colleague opened two, a digitizer ten.
    for (const back of [1, 2, 5]) {
      await open(151, 2, (i) => `signup-151${back}${10 + i}`, testNow - back * DAY_MS);
      await open(123, 10, (i) => `signup-123${back}${10 + i}`, testNow - back * DAY_MS);
    }
    expect(2 * timesTheRole).toBeLessThan(roleFrom);
    expect(10 * timesTheRole).toBeGreaterThan(roleFrom);
    await open(121, roleFrom + 5, (i) => `signup-121${1000 + i}`);
    await open(reader, roleFrom, (i) => `signup-${reader}${1000 + i}`);
    await open(reader, 3, (i) => `signup-${reader}${2000 + i}`);
    await expect.poll(() => alertsOf('role', reader)).toHaveLength(1);
    // Judged record by record: the first one too many raised it, none before and none after.
    const [alert] = await alertsOf('role', reader);
    expect(alert).toMatchObject({ rule: 'role', subject: null, count: roleFrom + 1, limit: roleFrom, reviewedBy: null });
    expect(await alertsOf('role', 121)).toEqual([]);
    expect(await alertsOf('role', 151)).toEqual([]);
    await test.house.settled();
    const told = (await admin.get('/feeds/notifications/me')).body.rows as { message: string; values: { n?: number } }[];
    expect(told.filter((one) => one.message === 'readingAlert').map(({ values }) => values.n)).toContain(roleFrom + 1);
  });

  it('is on record for the week, with a sample to ask about, and the week is signed once', async () => {
    const { people, signed } = await review();
    const reader = people.find((one) => one.empId === 103)!;
    expect(reader.opened).toBeGreaterThan(readingLimits.revealsPerHour);
    expect(reader.subjects).toBeLessThanOrEqual(reader.opened);
    expect(reader.sample.length).toBeGreaterThan(2);
    expect(JSON.stringify(people)).not.toMatch(/555\d{7}/);
    if (signed) return; // a second try: signed by the first
    expect((await admin.order('readingreview-2026-11-17', 'sign', { note: 'A Tuesday' })).body).toMatchObject({ code: 'notAWeek' });
    const done = await admin.order(`readingreview-${week}`, 'sign', { note: 'Asked 103 about the campaign' });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await review()).signed).toMatchObject({ note: 'Asked 103 about the campaign' });
    expect((await admin.order(`readingreview-${week}`, 'sign', { note: 'Once more' })).body).toMatchObject({ code: 'alreadyReviewed' });
    expect((await (await test.signIn('lead')).get('/access/readings')).status).toBe(403);
  });
});
