import { afterEach, expect, test } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { people } from '#tests/kit/life.ts';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { recordDeadLetter } from './dead-letters.ts';

let it: SourcesServer;
afterEach(() => it.close());
const keeper: Viewer = {
  ...people['agent1']!,
  rights: new Set(['Dashboard/deadLetters:view', 'Dashboard/deadLetters:edit']),
};

async function serverOf(viewer: Viewer): Promise<void> {
  it = await openSourcesServer({ viewer, register: deadLetterRoutes });
}
const dead = (version: number) =>
  recordDeadLetter(
    it.server.pool,
    {
      service: 'lead',
      reason: 'failed',
      error: 'hurt',
      via: 'webhook',
      webhookId: null,
      log: [],
      payload: JSON.stringify(leadMessage(9, version)),
      message: leadMessage(9, version),
    },
    it.clock.now(),
    '1',
  );
const query = async (method: 'GET' | 'POST', url: string) => {
  const answer = await it.app.inject({ method, url });
  return { status: answer.statusCode, body: answer.json() };
};

test('a dead letter is listed without content, dry-run and replayed once; each press is audited', async () => {
  await serverOf(keeper);
  const id = await dead(1);
  const { status, body } = await query('GET', '/relay/dead-letters');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 1,
    items: [{ id, service: 'lead', entity: 'lead', outsideId: '9', reason: 'failed', state: 'dead' }],
  });
  expect(JSON.stringify(body)).not.toContain('"data"');

  expect(await query('POST', `/relay/dead-letters/${id}/dry-run`)).toMatchObject({
    status: 200,
    body: {
      effect: { would: 'apply', events: [{ stream: 'mirror-lead-lead-9', type: 'SourceMessageRecorded' }] },
    },
  });
  expect(await it.server.log.readStream('mirror-lead-lead-9')).toHaveLength(0);

  const cursors = async (): Promise<unknown> =>
    (await it.server.pool.query('select * from source_cursors')).rows;
  await it.server.pool.query(
    "insert into source_cursors (service, resource, since, polled_at) values ('lead', 'api/v2/lead', $1, $1)",
    [new Date(it.clock.now() - 60_000)],
  );
  const places = await cursors();
  expect(await query('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({
    status: 200,
    body: { effect: 'applied' },
  });
  // A replay tries one message again and leaves the cursors of the lists alone.
  expect(await cursors()).toEqual(places);
  expect(await query('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({
    status: 409,
    body: { code: 'alreadyReplayed', details: { by: keeper.name } },
  });
  expect(await it.server.log.readStream('mirror-lead-lead-9')).toHaveLength(1);
  expect(
    (await it.server.log.readStream(`deadletter-${id}`)).map((event) => [event.type, event.actor.empId]),
  ).toEqual([
    ['PersonalDataViewed', 101],
    ['DeadLetterReplayRequested', 101],
    ['DeadLetterReplayRequested', 101],
  ]);
  expect((await query('GET', '/relay/dead-letters')).body).toMatchObject({ total: 0 });
  expect((await query('GET', '/relay/dead-letters?state=replayed')).body).toMatchObject({ total: 1 });
});

test('two concurrent replays have one effect', async () => {
  await serverOf(keeper);
  const id = await dead(1);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => query('POST', `/relay/dead-letters/${id}/replay`)),
  );
  expect(answers.some((answer) => answer.status === 200)).toBe(true);
  expect(await it.server.log.readStream('mirror-lead-lead-9')).toHaveLength(1);
});

test('a replay that fails again stays dead; replaying an older message changes nothing', async () => {
  await serverOf(keeper);
  const id = await dead(1);
  it.failing.times = 0;
  await it.webhook('lead', leadMessage(9, 2));
  expect(await query('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({
    status: 200,
    body: { effect: 'ignored' },
  });
  expect((await it.state('mirror-lead-lead-9')).version).toBe(2);
  const garbage = await recordDeadLetter(
    it.server.pool,
    {
      service: 'lead',
      reason: 'noJson',
      error: 'x',
      via: 'webhook',
      webhookId: null,
      log: [],
      payload: '{"half',
      message: null,
    },
    it.clock.now(),
    '1',
  );
  expect(await query('POST', `/relay/dead-letters/${garbage}/dry-run`)).toMatchObject({
    status: 200,
    body: { payload: '{"half', effect: { would: 'dead' } },
  });
  expect(await query('POST', `/relay/dead-letters/${garbage}/replay`)).toMatchObject({
    status: 422,
    body: { code: 'cannotReplay' },
  });
  expect(await query('POST', '/relay/dead-letters/nothing/replay')).toMatchObject({ status: 404 });
  expect(await query('GET', '/relay/dead-letters?records=1000')).toMatchObject({ status: 400 });
});

test('without the permission nothing happens', async () => {
  await serverOf({ ...keeper, rights: new Set(['Dashboard/deadLetters:view']) });
  const id = await dead(1);
  expect(await query('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({ status: 403 });
  expect(await it.server.log.readStream('mirror-lead-lead-9')).toHaveLength(0);
});
