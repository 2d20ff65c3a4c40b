import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

/** Whether an event of a record was set aside, only those learn who may see the record. */
let target: Attacked;
beforeAll(async () => {
  target = await startAttacked();
  // One event of every stream of the organisation, so that a right answer is no accident.
  await target.sql(
    "insert into set_aside (consumer, position, stream, type, reason) select distinct on (stream) 'signup-case', position, stream, type, 'nothing in it' from events order by stream, position",
  );
});
afterAll(() => target?.close());

const marked = async (person: Person, stream: string): Promise<unknown> => {
  const answer = await person.get(`/operations/incomplete?streams=${stream}`);
  expect([stream, answer.status]).toEqual([stream, 200]);
  return answer.body;
};
const not = { incomplete: false };

test('a record of one’s own place and rights is marked, one of another place or screen is not', async () => {
  const [agent, buyer, admin] = await Promise.all(
    ['agent1', 'purchase', 'admin'].map((login) => signIn(target.url, login)),
  );
  const list = async (person: Person) =>
    ((await person.get('/masters-list/leadCreation?records=500')).body.rows as { id: number }[]).map(
      ({ id }) => id,
    );
  const mine = await list(agent!);
  const all = await list(admin!);
  const others = all.filter((id) => !mine.includes(id));
  expect([mine.length > 0, others.length > 0]).toEqual([true, true]);
  for (const id of mine.slice(0, 5)) expect(await marked(agent!, `lead-${id}`)).toEqual({ incomplete: true });
  for (const id of others.slice(0, 20)) {
    expect(await marked(agent!, `lead-${id}`)).toEqual(not);
    expect(await marked(admin!, `lead-${id}`)).toEqual({ incomplete: true });
  }
  expect((await buyer!.get('/masters-list/leadCreation?records=5')).status).toBe(403);
  for (const id of all.slice(0, 20)) expect(await marked(buyer!, `lead-${id}`)).toEqual(not);
  expect(await marked(agent!, 'lead-99999999')).toEqual(not);
});

test('a master is marked for whoever may open its list, and what no screen shows is marked for nobody', async () => {
  const [agent, buyer, admin] = await Promise.all(
    ['agent1', 'purchase', 'admin'].map((login) => signIn(target.url, login)),
  );
  for (const person of [agent!, buyer!, admin!])
    for (const [list, kind] of [
      ['reasonmaster', 'reason'],
      ['suppliermaster', 'supplier'],
      ['accounts-threshold', 'accountsThreshold'],
    ] as const) {
      const may = (await person.get(`/masters-list/${list}?records=5`)).status === 200;
      expect([kind, await marked(person, `master-${kind}-1`)]).toEqual([kind, { incomplete: may }]);
    }
  for (const stream of ['preference-5', 'notice-5', 'agentwork-101', 'unique-employee', 'audit-5', 'file-1'])
    expect([stream, await marked(agent!, stream)]).toEqual([stream, not]);
});
