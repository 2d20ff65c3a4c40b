import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let hr: Person, accounts: Person, agent: Person;
beforeAll(async () => {
  t = await openTestServer();
  hr = await t.signIn('hr');
  accounts = await t.signIn('accounts');
  agent = await t.signIn('agent1');
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('the PAN card'),
]);
async function upload(as: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)]), 'pan.png');
  const answer = await fetch(`${t.url}/file`, {
    method: 'POST',
    body: form,
    headers: { cookie: as.cookie, authtoken: as.token, 'idempotency-key': randomUUID() },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { fileId: string }).fileId;
}
const opened = async (as: Person, id: string, query = '?for=master-dsa-1') => {
  const answer = await fetch(`${t.url}/file/${id}${query}`, {
    headers: { cookie: as.cookie, authtoken: as.token },
  });
  return answer.status;
};
const trail = async () =>
  (await t.server.log.readStream<AnyEvent>('audit-master-dsa-1')).map(({ type, actor, data }) => [
    type,
    actor.empId,
    data.fields,
  ]);

test("a seller's document is opened through the record by verifiers, and by nobody else", async () => {
  const id = await upload(hr);
  expect(await opened(accounts, id)).toBe(404);
  const { version } = (await hr.get('/masters-record/affiliateMaster/1')).body.row;
  const fields = { panFile: { id, name: 'x', size: 1 } };
  expect(await hr.command('master-dsa-1', 'update', { fields }, { version })).toMatchObject({ status: 200 });
  const before = (await trail()).length;
  expect(await opened(accounts, id)).toBe(200);
  expect(await opened(agent, id)).toBe(404);
  expect(await opened(agent, id, '')).toBe(404);
  expect(await opened(accounts, id, '?for=master-dsa-2')).toBe(404);
  expect(await opened(accounts, id, '?for=master-supplier-1')).toBe(404);
  expect((await trail()).slice(before)).toEqual([['PersonalDataViewed', accounts.empId, ['document']]]);
});

test('HR sees the PAN, Accounts the account too, an agent neither', async () => {
  const reveal = (as: Person) => as.command('master-dsa-1', 'reveal');
  expect((await reveal(hr)).body.fields).toEqual({ vPan: 'ZZZPA1301Z' });
  expect((await reveal(accounts)).body.fields).toEqual({
    vPan: 'ZZZPA1301Z',
    vBankAccount: '301100000001',
  });
  expect(await reveal(agent)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await trail()).slice(-2)).toEqual([
    ['PersonalDataViewed', hr.empId, ['vPan']],
    ['PersonalDataViewed', accounts.empId, ['vPan', 'vBankAccount']],
  ]);
});
