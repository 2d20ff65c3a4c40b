import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStream } from '#shared/streams/core/audit.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let inward: Person;
let gre: string;
let attached: string;
const picture = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(200, 'x'),
]);
beforeAll(async () => {
  t = await openTestServer();
  inward = await t.signIn('inward');
  const { rows } = await t.server.pool.query<{ id: string }>(
    `select id from document_states where kind = 'goodsReceipt' and state->>'stage' = 'draft' limit 1`,
  );
  gre = rows[0]!.id;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'invoice.png');
  const sent = await fetch(`${t.url}/file?for=gre-${gre}`, {
    method: 'POST',
    body: form,
    headers: { cookie: inward.cookie, authtoken: inward.token, 'idempotency-key': randomUUID() },
  });
  const file = (await sent.json()) as { fileId: string; name: string; mime: string };
  expect(sent.status, JSON.stringify(file)).toBe(201);
  const { fileId, name, mime } = file;
  expect((await inward.command(`gre-${gre}`, 'attach', { fileId, name, mime })).status).toBe(200);
  attached = fileId;
});
afterAll(() => t?.close());

const open = (url: string) => t.server.app.inject({ method: 'GET', url, headers: { host: 'console.test' } });
async function link(): Promise<string> {
  const { status, body } = await inward.send('POST', `/gre-invoice-link/${gre}`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.path).replace('/greInvoiceImg/', '');
}

test('the bearer of the link sees the invoice of this receipt and its pictures without a session; each opening is recorded', async () => {
  const uId = await link();
  const shown = await open(`/gre-invoice/${uId}`);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['x-robots-tag']).toBe('noindex');
  const { files, invoiceNo } = shown.json();
  expect(invoiceNo).not.toBe('');
  expect(files.map(({ fileId }: { fileId: string }) => fileId)).toContain(attached);
  const file = await open(`/gre-invoice/${uId}/file/${attached}`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
  expect(file.rawPayload.equals(picture)).toBe(true);
  const events = await t.server.log.readStream(auditStream(`gre-${gre}`));
  expect(events.at(-1)).toMatchObject({
    type: 'PersonalDataViewed',
    data: { subject: `gre-${gre}`, fileId: attached },
    actor: { name: 'invoice-link' },
  });
});

test('only people who may see receipts can make a link', async () => {
  const agent = await t.signIn('agent1');
  expect((await agent.send('POST', `/gre-invoice-link/${gre}`, {})).status).toBe(403);
  expect((await inward.send('POST', '/gre-invoice-link/999999', {})).status).toBe(404);
});

test('an altered link, a file of another record and an expired link open nothing', async () => {
  const uId = await link();
  const flipped = uId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  // Some characters differ only in bits that say nothing: none of them opens it.
  const unequal = [...'AQgw']
    .flatMap((last) => [last, String.fromCharCode(last.charCodeAt(0) + 1)])
    .map((last) => uId.replace(/.$/, last))
    .filter((one) => one !== uId);
  const other = uId.replace(/^\d+/, (id) => String(Number(id) + 1));
  for (const url of [
    `/gre-invoice/${flipped}`,
    ...unequal.map((one) => `/gre-invoice/${one}`),
    `/gre-invoice/${other}`,
    `/gre-invoice/${uId}/file/${'x'.repeat(32)}`,
    `/gre-invoice/nothing`,
  ])
    expect((await open(url)).statusCode, url).toBe(404);
  t.clock.pretend(t.clock.now() + 31 * 86_400_000);
  expect((await open(`/gre-invoice/${uId}`)).statusCode).toBe(404);
});
