import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamName, type StoredEvent } from '#shared/core/event.ts';
import type { SetAside } from '#shared/operations.ts';
import { everySqlView, everyView } from '#server/app/every-view.ts';
import { allPolicies, allStreams } from '#server/core/registers.ts';
import { auditConsumer } from '#server/access/access-audit-watch.ts';
import { confirmationsConsumer } from '#server/access/confirmations.ts';
import { leasesConsumer } from '#server/jobs/expire-leases.ts';
import { consumerOf } from '#server/jobs/policies.ts';
import { callLogConsumer } from '#server/sources/call-log.ts';
import { eventColumns, queryEvents } from '#server/store/event-row.ts';
import { recordStates } from '#server/store/set-aside.ts';
import { tableName } from '#server/views/sql-view.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
});
afterAll(() => t?.close());

type Odd = Omit<StoredEvent, 'position' | 'version'>;
const viewNames = [...everyView(), ...everySqlView()].map(({ name }) => name);
const policyNames = allPolicies().map(consumerOf);
const nobody = null as unknown as StoredEvent['actor'];

/** What follows the log on its own, each with an event that it cannot take. */
const followers: Readonly<Record<string, Partial<Odd>>> = {
  [recordStates]: { stream: 'master-reason-1', type: 'MasterRecordUpdated', data: null as never },
  [leasesConsumer]: {
    stream: 'queueitem-probe-1',
    type: 'QueueItemClaimed',
    data: { leaseId: 'probe', empId: 2 ** 40, sessionId: 'probe' },
  },
  [callLogConsumer]: { stream: 'probe-1', type: 'Probed', actor: nobody, data: {} },
  [auditConsumer]: {
    stream: 'probe-2',
    type: 'PersonalDataViewed',
    actor: { kind: 'person', empId: 103, name: 'agent1' },
    data: { subject: { toString: 1, valueOf: 1 } },
  },
};
/** They read no more of an event than that it is there, its type, its request: there is none that they cannot take. */
const takeAnything = new Set(['seals', confirmationsConsumer]);
/** Where the log is read on from a position of one's own; a new one needs its event here, or beside itself. */
const readers = [
  'server/jobs/expire-leases.ts',
  'server/jobs/policies.ts',
  'server/sources/outbox.ts',
  'server/views/engine.ts',
  'server/views/sql-view.ts',
];
/** They read one event by its position, and follow nothing. */
const readOneEvent = [
  'server/operations/retry-elsewhere.ts',
  'server/store/set-aside.ts',
  'server/views/hidden-rows.ts',
];

test('whatever follows or reads the log is known here, with an event that it cannot take', () => {
  expect(t.server.log.followers().toSorted()).toEqual(
    [
      ...['views', 'policies', ...everySqlView().map(({ name }) => name)],
      ...Object.keys(followers),
      ...takeAnything,
    ].toSorted(),
  );
  const reading = globSync('server/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /\blog\.(readAfter|eachAfter)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(reading.toSorted()).toEqual([...readers, ...readOneEvent].toSorted());
});

/** One event of every type that a stream declares, with nothing in it: of a record of the demo where it has one. */
async function emptied(): Promise<readonly Odd[]> {
  const lived = new Map(
    (
      await queryEvents(t.server.pool, {
        text: `select distinct on (name, type) ${eventColumns} from events order by name, type, position desc`,
      })
    ).map((event) => [`${streamName(event.stream)} ${event.type}`, event.stream]),
  );
  return [...allStreams().values()].flatMap((def) =>
    Object.keys(def.events).map((type) =>
      oddEvent({ stream: lived.get(`${def.name} ${type}`) ?? `${def.name}-990001`, type }),
    ),
  );
}
const oddEvent = (more: Partial<Odd>): Odd => ({
  ...{ stream: 'probe-1', type: 'Probed', id: t.server.newId(), data: null as never },
  ...{
    at: new Date(t.clock.now()).toISOString(),
    correlationId: 'test',
    causationId: null,
    schemaVersion: 1,
  },
  actor: { kind: 'system', empId: null, name: 'server' },
  ...more,
});

type Fails = (event: StoredEvent) => Promise<boolean> | boolean;
const throwing = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

/** Whether a view or a policy fails at an event, by its name. */
async function judges(): Promise<ReadonlyMap<string, Fails>> {
  const { pool, views, access } = t.server;
  const { rows } = await pool.query<{ name: string; epoch: string }>('select name, epoch from sql_views');
  const epochs = new Map(rows.map(({ name, epoch }) => [name, epoch]));
  return new Map<string, Fails>([
    ...allPolicies().map((policy): [string, Fails] => [
      consumerOf(policy),
      (event) =>
        policy.on.includes(event.type) &&
        throwing(() => policy.react(event, { directory: access.directory })),
    ]),
    ...everyView().map((def): [string, Fails] => [
      def.name,
      (event) =>
        def.streams.includes(streamName(event.stream)) &&
        throwing(() => {
          for (const id of def.ids(event)) def.row(views.byName(def.name)!.rows.get(id), event, id);
        }),
    ]),
    ...everySqlView().map((def): [string, Fails] => [
      def.name,
      async (event) => {
        if (!def.streams.includes(streamName(event.stream))) return false;
        const client = await pool.connect();
        await client.query('begin');
        const table = (name: string): string => tableName(name, epochs.get(def.name)!);
        const failed = await def.apply([event], { client, table }).then(
          () => false,
          () => true,
        );
        await client.query('rollback');
        client.release();
        return failed;
      },
    ]),
  ]);
}

/** Few events, at one of which each view and policy fails; and who fails at none. */
async function chooseFrom(
  events: readonly Odd[],
  names: readonly string[],
): Promise<{ readonly chosen: ReadonlySet<Odd>; readonly never: readonly string[] }> {
  const chosen = new Set<Odd>();
  const never: string[] = [];
  const all = await judges();
  search: for (const name of names) {
    for (const odd of [...chosen, ...events])
      if (await all.get(name)!({ ...odd, position: 1, version: 1 })) {
        chosen.add(odd);
        continue search;
      }
    never.push(name);
  }
  return { chosen, never };
}

/** Appends the events, a few at a time: more than twenty that a view fails at in one batch would be its own fault. */
async function plant(events: readonly Odd[]): Promise<void> {
  const { rows } = await t.server.pool.query<{ stream: string; version: number }>(
    'select stream, max(version) as version from events where stream = any($1) group by stream',
    [events.map(({ stream }) => stream)],
  );
  const versions = new Map(rows.map(({ stream, version }) => [stream, version]));
  const next = (stream: string): number => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return version;
  };
  for (let i = 0; i < events.length; i += 8) {
    const some = events.slice(i, i + 8);
    await appendEvents(
      t.server.log,
      some.map((event) => ({ ...event, id: t.server.newId(), version: next(event.stream) })),
    );
    await t.server.settled();
    await until('every view has gone on', async () =>
      (await health()).every(({ position }) => position === t.server.log.head()),
    );
  }
}
const asideFor = async (): Promise<ReadonlySet<string>> => {
  const { rows } = await t.server.pool.query<{ consumer: string }>('select distinct consumer from set_aside');
  return new Set(rows.map(({ consumer }) => consumer));
};
const health = async (): Promise<readonly { name: string; position: number; still: boolean }[]> =>
  (await admin.get('/health')).body.views;

test('an event that it cannot take is set aside for each consumer, and all of them go on', async () => {
  const viewer = t.server.access.people.viewer(admin.empId, null)!;
  const feeds = [...t.server.feeds.keys()].filter((feed) => t.server.hub.rows(feed, viewer) !== null);
  await t.server.states.load('master-reason-1');
  const events = await emptied();
  const { chosen, never } = await chooseFrom(events, [...viewNames, ...policyNames]);
  // Some read nothing of what an event holds.
  expect(never.length, never.join()).toBeLessThan((viewNames.length + policyNames.length) / 10);
  const expected = [...Object.keys(followers), ...viewNames, ...policyNames].filter(
    (name) => !never.includes(name),
  );
  await plant([...Object.values(followers).map(oddEvent), ...chosen]);
  // An event planted before may have taken away the row that another one was chosen for.
  const before = await asideFor();
  const missed = expected.filter((name) => !before.has(name));
  await plant([...(await chooseFrom(events, missed)).chosen]);
  await expect
    .poll(async () => {
      const found = await asideFor();
      return expected.filter((name) => !found.has(name));
    })
    .toEqual([]);
  const aside = await asideFor();
  expect([...takeAnything].filter((name) => aside.has(name))).toEqual([]);
  await t.server.sealer.seal();
  expect(t.server.sealer.state().log).toMatchObject({ position: t.server.log.head(), broken: null });
  expect(t.server.policies.position()).toBe(t.server.log.head());

  const made = await admin.command('master-reason-new', 'create', {
    fields: { vCode: 'GOESON', vName: 'Goes on', vReasonGroup: 'slot-block', bNeedsText: 0 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect((await admin.get(`/masters-record/reasonmaster/${made.body.recordId}`)).status).toBe(200);
  for (const feed of feeds) expect([feed, t.server.hub.rows(feed, viewer)]).not.toEqual([feed, null]);
});

test('whatever is set aside can be tried again by itself, but for views, and says why it still fails', async () => {
  const items: SetAside[] = [];
  for (let pageNo = 0, total = 1; items.length < total; pageNo += 1) {
    const { body } = await admin.get(`/operations/set-aside?pageNo=${pageNo}&records=100`);
    items.push(...body.items);
    total = body.total;
  }
  const views = new Set(viewNames);
  expect(items.filter(({ consumer, again }) => again === views.has(consumer))).toEqual([]);
  for (const consumer of [
    ...Object.keys(followers),
    policyNames.find((name) => items.some((one) => one.consumer === name))!,
  ]) {
    const { position, reason } = items.find((one) => one.consumer === consumer)!;
    const answer = await admin.send('POST', '/operations/set-aside/retry', { consumer, position });
    expect([consumer, answer.status, answer.body]).toEqual([consumer, 200, { done: false, reason }]);
  }
});
