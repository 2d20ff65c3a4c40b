import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let store: Person, accounts: Person, agent: Person;
beforeAll(async () => {
  t = await openTestServer();
  store = await t.signIn('store');
  accounts = await t.signIn('accounts');
  agent = await t.signIn('agent1');
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('a bill'),
]);
async function upload(as: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png), randomUUID()]), 'bill.png');
  const answer = await fetch(`${t.url}/file`, {
    method: 'POST',
    body: form,
    headers: { cookie: as.cookie, authtoken: as.token, 'idempotency-key': randomUUID() },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { fileId: string }).fileId;
}
const opened = async (as: Person, id: string, stream?: string) => {
  const answer = await fetch(`${t.url}/file/${id}${stream ? `?for=${stream}` : ''}`, {
    headers: { cookie: as.cookie, authtoken: as.token },
  });
  return answer.status;
};
const day = () => `dayend-1-${businessDay(t.clock.now())}`;
const petty = (fileId: string, entryId: string) => ({
  entryId,
  paise: 100,
  purpose: 'Tea for the riders',
  paidTo: 'Tea stall',
  fileId,
});

test('the bill of petty cash is opened by its giver and by those who see the books, and by nobody else', async () => {
  const id = await upload(store);
  expect(await store.command(day(), 'payPettyCash', petty(id, 'p1'))).toMatchObject({ status: 200 });
  expect(await opened(store, id)).toBe(200);
  expect(await opened(accounts, id, day())).toBe(200);
  expect(await opened(agent, id, day())).toBe(404);
});

test('a file of somebody else is no bill of mine', async () => {
  const id = await upload(agent);
  expect(await store.command(day(), 'payPettyCash', petty(id, 'p2'))).toMatchObject({
    status: 422,
    body: { code: 'notInList' },
  });
});

test('a file of a document needs the right to see the document, not only its place', async () => {
  const id = await upload(store);
  const made = await store.command('indent-new', 'draft', { pooId: 1, header: {}, lines: [] });
  const { stream } = made.body as { stream: string };
  expect(
    await store.command(stream, 'attach', { fileId: id, name: 'bill.png', mime: 'image/png' }),
  ).toMatchObject({
    status: 200,
  });
  expect(await opened(store, id, stream)).toBe(200);
  expect(await opened(agent, id, stream)).toBe(404);
});
