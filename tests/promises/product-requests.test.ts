import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let buyer: Person;
let round = 0;
beforeAll(async () => {
  test = await openTestServer();
  buyer = await test.signIn('purchase');
});
afterAll(() => test?.close());

const fields = (more: object) => ({
  vName: `Wholly new syrup ${(round += 1)} ${randomUUID().slice(0, 6)}`,
  vMaker: 'Kaveri Formulations',
  vPack: 'SYP 100',
  vReason: 'CUSTOMER_DEMAND',
  iPooId: 1,
  ...more,
});
const request = (more: object, as = buyer) =>
  as.command('master-productRequest-new', 'create', { fields: fields(more) });
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('x')]);
async function upload(as: Person): Promise<{ status: number; body: Record<string, any> }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)]), 'pack.png');
  const answer = await fetch(`${test.url}/file?for=master-productRequest-new`, {
    method: 'POST',
    body: form,
    headers: { cookie: as.cookie, authtoken: as.token, 'idempotency-key': randomUUID() },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
}

it('given a product of nearly the same name, when another is requested, then the request states that it is not the same', async () => {
  const near = await buyer.get(`/product-requests/near?name=${encodeURIComponent('Paracet ZD 650')}`);
  expect(near.status).toBe(200);
  const [first] = near.body.rows;
  expect(first).toMatchObject({ name: 'Paracet-ZD 650' });
  expect(first.likeness).toBeGreaterThanOrEqual(0.9);
  expect(await request({ vName: 'Paracet ZD 650' })).toMatchObject({
    status: 409,
    body: { code: 'nearProduct', field: 'notSameIds', details: { product: 'Paracet-ZD 650' } },
  });
  const twins: number[] = near.body.rows
    .filter(({ likeness }: { likeness: number }) => likeness >= 0.9)
    .map(({ id }: { id: number }) => Number(id));
  expect(await request({ vName: 'Paracet ZD 650', notSameIds: twins })).toMatchObject({ status: 200 });
  // A name that only later becomes similar is dismissed as well.
  const other = await request({});
  expect(
    await buyer.command(
      other.body.stream,
      'update',
      { fields: { vName: 'Azi ZD 500' } },
      { version: other.body.version },
    ),
  ).toMatchObject({ status: 409, body: { code: 'nearProduct' } });
});

it('given a request, when it is made, then it gets the next number of the series by itself', async () => {
  const made = await request({ vCode: 'NPR999999' });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const id = Number(made.body.recordId);
  const { row } = (await buyer.get(`/masters-record/NewproductCreationRequest/${id}`)).body;
  expect(row.fields.vCode).toBe(`NPR${String(id).padStart(6, '0')}`);
});

it('given an image, when a request names it, then only the requester’s own upload is accepted and the approver may open it', async () => {
  const sent = await upload(buyer);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const image = { id: sent.body['fileId'], name: 'pack.png', size: png.length };
  const admin = await test.signIn('admin');
  expect(await request({ image }, admin)).toMatchObject({
    status: 422,
    body: { code: 'paperUnknown', field: 'image' },
  });
  const made = await request({ image });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const open = (as: Person) => as.get(`/file/${image.id}?for=${made.body.stream}`);
  expect((await open(await test.signIn('stockhead'))).status).toBe(200);
  expect((await open(await test.signIn('lead'))).status).toBe(404);
});
