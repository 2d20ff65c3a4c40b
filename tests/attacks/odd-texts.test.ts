import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

/** Texts that a person may type stop no list, and texts that are none are refused. */
let target: Attacked;
let admin: Person;
beforeAll(async () => {
  target = await startAttacked();
  admin = await signIn(target.url, 'admin');
});
afterAll(() => target?.close());

test('leaflets whose text is cut inside an emoji for the search stop no list and no search', async () => {
  for (const [n, length] of [1_501, 1_502].entries()) {
    const made = await admin.command('master-pil-new', 'create', {
      fields: {
        iMoleculeId: 1,
        vLanguage: 'mr',
        iVersion: 901 + n,
        dFrom: '2026-11-01',
        vText: 'x'.repeat(length) + '😀'.repeat(400),
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { recordId: id } = made.body as { recordId: number };
    await expect.poll(async () => (await admin.get(`/masters-record/pilMaster/${id}`)).status).toBe(200);
  }
  for (const path of ['/masters-list/reasonmaster?records=5', '/search?q=reason'])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
});

test.each(['a\\ud83d', '\\udc00b', '\\ud83d\\ud83d'])(
  'half a surrogate pair (%s) is refused in every command, as text and as key',
  async (half) => {
    for (const body of [`{"vCode":"X","vName":"${half}"}`, `{"${half}":1}`]) {
      const answer = await fetch(`${target.url}/commands/master/reason-new/create`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: admin.cookie,
          authtoken: admin.token,
          'idempotency-key': randomUUID(),
        },
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  },
);

test('an emoji in its two halves is a character like any other', async () => {
  const answer = await fetch(`${target.url}/employee/api/v2/SignIn/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"loginId":"\\ud83d\\ude00","password":"x"}',
  });
  expect(answer.status).toBe(401);
});

test.each([
  ['turns the text after it', { q: '\u202eevil' }],
  ['rings', { columns: [{ name: 'bell\u0007' }] }],
  ['is nested ten deep', { filter: JSON.parse(`${'{"a":'.repeat(10)}1${'}'.repeat(10)}`) as unknown }],
])('a saved view that %s is refused, one that does not is kept', async (_what, settings) => {
  const path = `/masters-views/reasonmaster/${randomUUID()}`;
  const save = (kept: object) => admin.send('PUT', path, { name: 'Mine', scope: 'private', settings: kept });
  expect(await save(settings)).toMatchObject({ status: 400, body: { code: 'badFormat' } });
  expect((await save({ q: 'fever', columns: [{ name: 'vCode' }] })).status).toBe(200);
});

test('none of it was an error', () => {
  expect(target.faults()).toEqual([]);
});
