import { afterEach, expect, test } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { people } from '#tests/kit/life.ts';
import { leadFact, openSourcesHouse, type SourcesHouse } from '#tests/kit/sources-house.ts';
import { deadLetterDoors } from './dead-letter-doors.ts';
import { bury } from './dead-letters.ts';

let it: SourcesHouse;
afterEach(() => it.close());
const keeper: Viewer = { ...people['agent1']!, rights: new Set(['Dashboard/deadLetters:view', 'Dashboard/deadLetters:edit']) };

async function houseOf(viewer: Viewer): Promise<void> {
  it = await openSourcesHouse({ viewer, register: deadLetterDoors });
}
const dead = (version: number) =>
  bury(
    it.house.pool,
    {
      service: 'lead',
      reason: 'failed',
      error: 'hurt',
      via: 'webhook',
      webhookId: null,
      log: [],
      payload: JSON.stringify(leadFact(9, version)),
      fact: leadFact(9, version),
    },
    it.clock.now(),
    '1',
  );
const ask = async (method: 'GET' | 'POST', url: string) => {
  const answer = await it.app.inject({ method, url });
  return { status: answer.statusCode, body: answer.json() };
};

test('it is listed without its content, tried without effect, replayed once; each press is on the trail', async () => {
  await houseOf(keeper);
  const id = await dead(1);
  const { status, body } = await ask('GET', '/relay/dead-letters');
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, items: [{ id, service: 'lead', entity: 'lead', outsideId: '9', reason: 'failed', state: 'dead' }] });
  expect(JSON.stringify(body)).not.toContain('"data"');

  expect(await ask('POST', `/relay/dead-letters/${id}/dry-run`)).toMatchObject({
    status: 200,
    body: { effect: { would: 'apply', events: [{ stream: 'mirror-lead-lead-9', type: 'SourceFactRecorded' }] } },
  });
  expect(await it.house.log.readStream('mirror-lead-lead-9')).toHaveLength(0);

  const cursors = async (): Promise<unknown> => (await it.house.pool.query('select * from source_cursors')).rows;
  await it.house.pool.query("insert into source_cursors (service, resource, since, polled_at) values ('lead', 'api/v2/lead', $1, $1)", [
    new Date(it.clock.now() - 60_000),
  ]);
  const places = await cursors();
  expect(await ask('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({ status: 200, body: { effect: 'applied' } });
  // A replay is one more try of one fact; how far its list was read is another matter.
  expect(await cursors()).toEqual(places);
  expect(await ask('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({ status: 409, body: { code: 'alreadyReplayed', details: { by: keeper.name } } });
  expect(await it.house.log.readStream('mirror-lead-lead-9')).toHaveLength(1);
  expect((await it.house.log.readStream(`deadletter-${id}`)).map((event) => [event.type, event.actor.empId])).toEqual([
    ['PersonalDataViewed', 101],
    ['DeadLetterReplayAsked', 101],
    ['DeadLetterReplayAsked', 101],
  ]);
  expect((await ask('GET', '/relay/dead-letters')).body).toMatchObject({ total: 0 });
  expect((await ask('GET', '/relay/dead-letters?state=replayed')).body).toMatchObject({ total: 1 });
});

test('two people who press replay at the same moment have one effect', async () => {
  await houseOf(keeper);
  const id = await dead(1);
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', `/relay/dead-letters/${id}/replay`)));
  expect(answers.some((answer) => answer.status === 200)).toBe(true);
  expect(await it.house.log.readStream('mirror-lead-lead-9')).toHaveLength(1);
});

test('what still fails stays dead and says so; an older fact is replayed without moving anything back', async () => {
  await houseOf(keeper);
  const id = await dead(1);
  it.failing.times = 0;
  await it.webhook('lead', leadFact(9, 2));
  expect(await ask('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({ status: 200, body: { effect: 'ignored' } });
  expect((await it.state('mirror-lead-lead-9')).version).toBe(2);
  const garbage = await bury(
    it.house.pool,
    { service: 'lead', reason: 'noJson', error: 'x', via: 'webhook', webhookId: null, log: [], payload: '{"half', fact: null },
    it.clock.now(),
    '1',
  );
  expect(await ask('POST', `/relay/dead-letters/${garbage}/dry-run`)).toMatchObject({ status: 200, body: { payload: '{"half', effect: { would: 'dead' } } });
  expect(await ask('POST', `/relay/dead-letters/${garbage}/replay`)).toMatchObject({ status: 422, body: { code: 'cannotReplay' } });
  expect(await ask('POST', '/relay/dead-letters/nothing/replay')).toMatchObject({ status: 404 });
  expect(await ask('GET', '/relay/dead-letters?records=1000')).toMatchObject({ status: 400 });
});

test('without the right nothing is done', async () => {
  await houseOf({ ...keeper, rights: new Set(['Dashboard/deadLetters:view']) });
  const id = await dead(1);
  expect(await ask('POST', `/relay/dead-letters/${id}/replay`)).toMatchObject({ status: 403 });
  expect(await it.house.log.readStream('mirror-lead-lead-9')).toHaveLength(0);
});
