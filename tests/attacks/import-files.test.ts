import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

/** A file that was read in belongs to its maker and the admins, and shows of records only what its reader may see of them. */
let target: Attacked;
let admin: Person;
let maker: Person;
let stranger: Person;
beforeAll(async () => {
  target = await startAttacked();
  admin = await signIn(target.url, 'admin');
  maker = await signIn(target.url, 'agent1');
  stranger = await signIn(target.url, 'agent2');
});
afterAll(() => target?.close());

async function upload(person: Person, text: string, id = ''): Promise<{ status: number; body: any }> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'leads.csv');
  const answer = await fetch(`${target.url}/masters-import/leadCreation${id}`, {
    method: 'POST',
    body: form,
    headers: {
      ...{ cookie: person.cookie, authtoken: person.token, origin: target.url },
      'idempotency-key': randomUUID(),
    },
  });
  return { status: answer.status, body: await answer.json() };
}
async function checked(person: Person, text: string): Promise<any> {
  const { status, body } = await upload(person, text);
  expect(status, JSON.stringify(body)).toBe(200);
  const path = `/masters-import/leadCreation/${body.id}`;
  await expect.poll(async () => (await person.get(path)).body.state).toBe('checked');
  return (await person.get(path)).body;
}
const post = (person: Person, path: string) =>
  person.send('POST', path, {}, { 'idempotency-key': randomUUID() });

test('a stranger with the same right finds neither the file nor its lines, cells and notes, and cannot apply or undo it', async () => {
  const file = await checked(
    maker,
    'Name,Phone,Source\r\nSecret Import,5557799001,event\r\nNobody,12,event\r\n',
  );
  expect(file.lines).toHaveLength(2);
  expect(file.lines[1].problems[0]).toMatchObject({ cell: 'B3', message: expect.stringMatching(/\w/) });
  const path = `/masters-import/leadCreation/${file.id}`;
  for (const query of ['', '?only=bad', '?only=changes', '?only=all', '?records=1&pageNo=0', '?pageNo=1']) {
    const { status, body } = await stranger.get(path + query);
    expect([query, status, body.code]).toEqual([query, 404, 'notFound']);
    expect(JSON.stringify(body)).not.toMatch(/Secret|9001/);
  }
  for (const what of ['apply', 'undo'])
    expect([what, (await post(stranger, `${path}/${what}`)).status]).toEqual([what, 404]);
  const listed = await stranger.get('/masters-import/leadCreation');
  expect(listed.body.files.map(({ id }: { id: string }) => id)).not.toContain(file.id);
  // Whoever may not create a lead at all learns nothing either; the maker and an admin read it.
  const verifier = await signIn(target.url, 'verifier');
  for (const one of [path, '/masters-import/leadCreation'])
    expect([403, 404]).toContain((await verifier.get(one)).status);
  expect((await maker.get(path)).body.state).toBe('checked');
  expect((await admin.get(path)).body.lines).toHaveLength(2);
  // Under the name of another master it is not there, for its maker neither.
  expect((await admin.get(`/masters-import/emplist/${file.id}`)).status).toBe(404);
});

test('a line that meets a record of another place shows nothing of it, neither checked nor applied', async () => {
  const made = await admin.command('lead-new', 'createLead', {
    ...{ name: 'Hidden Person', phone: '5557799002', source: 'web', pooId: 7 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const record = `/masters-record/leadCreation/${String(made.body.stream).split('-').at(-1)}`;
  await expect.poll(async () => (await admin.get(record)).status).toBe(200);
  expect((await maker.get(record)).status).toBe(404);
  const file = await checked(maker, 'Name,Phone,Source\r\nMy Own Text,5557799002,event\r\n');
  const path = `/masters-import/leadCreation/${file.id}`;
  const silent = async (): Promise<void> => {
    const { body } = await maker.get(path);
    expect(JSON.stringify(body)).not.toMatch(/Hidden|5557799002/);
    expect(body.lines[0].changes.map(({ before }: { before: unknown }) => before ?? null)).toEqual(
      body.lines[0].changes.map(() => null),
    );
  };
  await silent();
  await post(maker, `${path}/apply`);
  await expect.poll(async () => (await maker.get(path)).body.state).not.toMatch(/checked|applying/);
  await silent();
  expect((await maker.get(record)).status).toBe(404);
});

test('phones are masked in every line for every reader, also what they were before', async () => {
  const made = await admin.command('lead-new', 'createLead', {
    ...{ name: 'Known Person', phone: '5557799003', source: 'web', pooId: 1 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const file = await checked(
    maker,
    'Name,Phone,Source\r\nKnown Again,5557799003,event\r\nFresh Person,5557799004,event\r\n',
  );
  for (const reader of [maker, admin]) {
    const { body } = await reader.get(`/masters-import/leadCreation/${file.id}`);
    expect(body.lines).toHaveLength(2);
    expect(JSON.stringify(body)).not.toMatch(/55577990/);
  }
});

test('none of it was an error', () => {
  expect(target.faults()).toEqual([]);
});
