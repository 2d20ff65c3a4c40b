import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { accessAuditLimits, type AccessAlert, type AccessReview } from '#shared/access/access-audit.ts';
import type { FeedOpened } from '#shared/wire.ts';
import { allMasters } from '#server/core/registers.ts';
import { FeedClient } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

const week = '2026-11-16';
const review = async (who: Person = admin): Promise<AccessReview> =>
  (await who.get(`/access/audit?week=${week}`)).body as AccessReview;
const alertsOf = async (rule: string, empId?: number): Promise<readonly AccessAlert[]> =>
  (await review()).alerts.filter(
    (alert) => alert.rule === rule && (empId === undefined || alert.empId === empId),
  );
/** A second attempt has a reader of its own. */
const readers = [103, 104, 105];
const fieldReaders = [152, 153];
const querying = ['agent2', 'verifier', 'store'];

/** This person opens that many records in clear, as the audited command does. */
async function open(
  empId: number,
  n: number,
  subject: (i: number) => string,
  at = test.clock.now(),
): Promise<void> {
  const viewer = test.server.access.people.viewer(empId, null)!;
  const actor = { kind: 'person' as const, empId, name: viewer.name };
  for (let i = 0; i < n; i += 1) {
    const stream = `audit-${subject(i)}`;
    const version = (await test.server.log.readStream(stream)).length;
    await appendEvents(
      test.server.log,
      [
        {
          stream,
          version: version + 1,
          id: test.server.newId(),
          type: 'PersonalDataViewed',
          at: new Date(at).toISOString(),
          actor,
          data: { subject: subject(i), fields: ['phone'] },
          correlationId: 'readings',
          causationId: null,
          schemaVersion: 1,
        },
      ],
      [[stream, version]],
    );
  }
}

describe('reading far more than usual', () => {
  it('does not occur in the demo’s day', async () => {
    expect((await review()).alerts).toEqual([]);
  });

  it('is noticed once, reported to the admins, and reviewed by an admin who is not the reader', async () => {
    const reader = readers.shift()!;
    await open(reader, accessAuditLimits.revealsPerHour, (i) => `signup-${reader}${8000 + i}`);
    expect(await alertsOf('reveals', reader)).toEqual([]);
    await open(reader, 3, (i) => `signup-${reader}${8900 + i}`);
    await expect.poll(() => alertsOf('reveals', reader)).toHaveLength(1);
    const [alert] = await alertsOf('reveals', reader);
    expect(alert).toMatchObject({
      empId: reader,
      count: accessAuditLimits.revealsPerHour + 1,
      limit: accessAuditLimits.revealsPerHour,
      reviewedBy: null,
    });
    await test.server.settled();
    const emitted = (await admin.get('/feeds/notifications/me')).body.rows as {
      message: string;
      route: string;
    }[];
    expect(
      emitted.filter((one) => one.message === 'accessAlert' && one.route === '/admin/access-audit').length,
    ).toBeGreaterThan(0);

    const stream = `readingalert-${alert!.id}`;
    expect(
      (await (await test.signIn('verifier')).command(stream, 'review', { note: 'It was me' })).status,
    ).toBe(404);
    expect((await admin.command(stream, 'review', { note: 'no' })).status).toBe(400);
    const looked = await admin.command(stream, 'review', { note: 'A campaign day, agreed with the lead' });
    expect(looked.status, JSON.stringify(looked.body)).toBe(200);
    expect((await admin.command(stream, 'review', { note: 'A second look' })).body).toMatchObject({
      code: 'alreadyReviewed',
    });
    expect((await alertsOf('reveals', reader))[0]).toMatchObject({
      note: 'A campaign day, agreed with the lead',
    });
  });

  it('of one record by many people, of a large export, of routes tried again and again', async () => {
    for (const empId of [101, 102, 103, 104, 105, 106]) await open(empId, 1, () => 'signup-7777');
    await expect.poll(() => alertsOf('subject')).toHaveLength(1);
    expect((await alertsOf('subject'))[0]).toMatchObject({
      empId: null,
      subject: 'signup-7777',
      count: accessAuditLimits.peoplePerSubject + 1,
    });

    const noted = await test.server.handle({
      stream: `masterfile-${test.server.newId()}`,
      command: 'noteExport',
      input: {
        master: 'emplist',
        byEmpId: 101,
        byName: 'Ravi',
        format: 'csv',
        rows: accessAuditLimits.exportRows + 1,
        masked: true,
        requested: '{}',
      },
      viewer: test.server.access.systemViewer('export'),
      correlationId: 'readings',
    });
    expect(noted).not.toHaveProperty('refused');
    await expect.poll(() => alertsOf('export')).toHaveLength(1);

    const agent = await test.signIn('agent1');
    for (let n = 0; n < accessAuditLimits.denied; n += 1)
      expect((await agent.get('/access/audit')).status).toBe(403);
    await expect.poll(() => alertsOf('denied')).toHaveLength(1);
    expect((await alertsOf('denied'))[0]).toMatchObject({ empId: agent.empId });
  });

  it('of feeds tried one after the other, but not of one that is requested again and again', async () => {
    const person = await test.signIn(querying.shift()!);
    const line = new FeedClient(test.url, person, 'notifications/me');
    const request = async (feed: string): Promise<boolean> => {
      const answer = (await line.socket.timeout(5_000).emitWithAck('feed:open', { feed })) as FeedOpened;
      return !answer.ok && answer.code === 'forbidden';
    };
    const before = (await alertsOf('denied')).length;
    try {
      await line.ready();
      const shut: string[] = [];
      for (const { name } of allMasters())
        if (shut.length < accessAuditLimits.denied - 1 && (await request(`masters/${name}`)))
          shut.push(`masters/${name}`);
      expect(shut).toHaveLength(accessAuditLimits.denied - 1);
      for (let n = 0; n < 30; n += 1) expect(await request(shut[0]!)).toBe(true);
      await test.server.settled();
      expect(await alertsOf('denied')).toHaveLength(before);
      for (const { name } of allMasters())
        if (!shut.includes(`masters/${name}`) && (await request(`masters/${name}`))) break;
      await expect.poll(() => alertsOf('denied')).toHaveLength(before + 1);
      expect((await alertsOf('denied')).map(({ empId }) => empId)).toContain(person.empId);
    } finally {
      line.close();
    }
  });

  it('at night', async () => {
    test.clock.pretend(testNow + 15 * 3_600_000);
    await open(104, accessAuditLimits.revealsAtNight + 1, (i) => `signup-${6000 + i}`);
    test.clock.release();
    admin = await test.signIn('admin'); // the session may have expired during that night
    await expect.poll(() => alertsOf('night')).toHaveLength(1);
    expect(await alertsOf('role')).toHaveLength(0);
  });

  it('against what colleagues with the same role usually open: far more is noticed once, the same amount in a busier role is not', async () => {
    const { roleFrom, timesTheRole } = accessAuditLimits;
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
    // Checked record by record: the first one over the limit raised it, none before and none after.
    const [alert] = await alertsOf('role', reader);
    expect(alert).toMatchObject({
      rule: 'role',
      subject: null,
      count: roleFrom + 1,
      limit: roleFrom,
      reviewedBy: null,
    });
    expect(await alertsOf('role', 121)).toEqual([]);
    expect(await alertsOf('role', 151)).toEqual([]);
    await test.server.settled();
    const emitted = (await admin.get('/feeds/notifications/me')).body.rows as {
      message: string;
      values: { n?: number };
    }[];
    expect(emitted.filter((one) => one.message === 'accessAlert').map(({ values }) => values.n)).toContain(
      roleFrom + 1,
    );
  });

  it('is on record for the week, with a sample to review, and the week is signed once', async () => {
    const { people, signed } = await review();
    const reader = people.find((one) => one.empId === 103)!;
    expect(reader.opened).toBeGreaterThan(accessAuditLimits.revealsPerHour);
    expect(reader.subjects).toBeLessThanOrEqual(reader.opened);
    expect(reader.sample.length).toBeGreaterThan(2);
    expect(JSON.stringify(people)).not.toMatch(/555\d{7}/);
    if (signed) return; // a second attempt: signed by the first
    expect(
      (await admin.command('readingreview-2026-11-17', 'sign', { note: 'A Tuesday' })).body,
    ).toMatchObject({ code: 'notAWeek' });
    const done = await admin.command(`readingreview-${week}`, 'sign', {
      note: 'Asked 103 about the campaign',
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await review()).signed).toMatchObject({ note: 'Asked 103 about the campaign' });
    expect((await admin.command(`readingreview-${week}`, 'sign', { note: 'Once more' })).body).toMatchObject({
      code: 'alreadyReviewed',
    });
    expect((await (await test.signIn('lead')).get('/access/audit')).status).toBe(403);
  });
});
