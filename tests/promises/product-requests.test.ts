import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
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

describe('a request in the inbox of its approver', () => {
  const complete = { vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1, vForm: 'TAB', iPackSize: 15 };
  const about = async (who: Person, id: number): Promise<ApprovalRow | undefined> =>
    ((await who.get('/feeds/approvals/inbox')).body as { rows: ApprovalRow[] }).rows.find(
      ({ subject }) => subject.stream === `productask-${id}`,
    );
  const record = async (id: number): Promise<{ stage: string; vName: string }> => {
    const { row } = (await buyer.get(`/masters-record/NewproductCreationRequest/${id}`)).body;
    return { stage: row.stage, vName: row.fields.vName };
  };
  /** A new request of the buyer, with the row of its approver. */
  async function waiting(more: object = complete) {
    const made = await request(more);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await test.pass(0);
    const head = await test.signIn('stockhead');
    const id = Number(made.body.recordId);
    const row = (await about(head, id))!;
    expect(row, 'in the inbox').toBeDefined();
    const decide = (command: string, input: object = {}) =>
      head.command(`approval-${row.id}`, command, { step: 1, ...input });
    return {
      id,
      row,
      head,
      decide,
      stream: made.body.stream as string,
      version: made.body.version as number,
    };
  }

  it('given a new request, then its approver has it to decide, and is notified; its author only follows it', async () => {
    const { id, row, head } = await waiting();
    expect(row).toMatchObject({ kind: 'productCreationRequest', part: 'approver', state: 'requested' });
    expect(row.actions).toContain('approveStep');
    expect(row.before).toMatchObject({ maker: 'Kaveri Formulations', pack: 'SYP 100' });
    expect((await about(buyer, id))?.actions).toEqual(['withdraw']);
    const notices = (await test.server.log.readStream(`notice-${head.empId}`)).map(({ data }) => data);
    expect(JSON.stringify(notices)).toContain(row.ref);
  });

  it('given an approval in the inbox, then the record is approved once the undo window is over, and a draft product made', async () => {
    const { id, decide } = await waiting();
    expect((await decide('approveStep')).status).toBe(200);
    expect((await record(id)).stage).toBe('submitted');
    await test.pass(31_000);
    const { stage, vName } = await record(id);
    expect(stage).toBe('approved');
    const products = (
      await (
        await test.signIn('admin')
      ).get(`/masters-list/productMasteV2?q=${encodeURIComponent(vName)}&records=5`)
    ).body;
    expect(products.rows.map((one: any) => one.fields.iRequestId)).toContain(id);
  });

  it('given a rejection with its reason, then the record is rejected with that reason', async () => {
    const { id, decide, stream } = await waiting();
    expect((await decide('rejectStep', { comment: 'We sell this already' })).status).toBe(200);
    await test.pass(31_000);
    expect((await record(id)).stage).toBe('rejected');
    expect((await test.server.log.readStream(stream)).at(-1)?.data).toMatchObject({
      action: 'reject',
      reason: 'We sell this already',
    });
  });

  it('given a decision on the record itself, then the request leaves the inbox', async () => {
    const { id, head, stream } = await waiting();
    expect((await head.command(stream, 'move', { action: 'approve' })).status).toBe(200);
    await test.pass(0);
    expect(await about(head, id)).toBeUndefined();
  });

  it('given a change before the decision, then the approver decides about the record as it is', async () => {
    const { id, row, head, stream, version } = await waiting();
    const answer = await buyer.command(stream, 'update', { fields: { vPack: 'SYP 200' } }, { version });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await test.pass(0);
    const now = (await about(head, id))!;
    expect(now.id).not.toBe(row.id);
    expect(now.before['pack']).toBe('SYP 200');
    expect((await head.command(`approval-${row.id}`, 'approveStep', { step: 1 })).body.code).toBe(
      'approvalSuperseded',
    );
  });

  it('given empty fields that the product needs, then the approver is warned and the record stays submitted', async () => {
    const { id, row, head, decide } = await waiting({});
    expect((await head.get(`/approval-status/${row.id}`)).body.fails).toBe('required');
    expect((await decide('approveStep')).status).toBe(200);
    await test.pass(31_000);
    expect((await record(id)).stage).toBe('submitted');
    expect((await head.get(`/approval-status/${row.id}`)).body).toMatchObject({
      state: 'applyFailed',
      why: 'required',
    });
  });

  it('given a name like a product’s, then the approver’s comment approves it in the inbox, and nothing else does', async () => {
    const name = 'Azi ZD 500';
    const { rows } = (await buyer.get(`/product-requests/near?name=${encodeURIComponent(name)}`)).body;
    const notSameIds = rows.map(({ id }: { id: string }) => Number(id));
    const silent = await waiting({ ...complete, vName: name, notSameIds });
    expect((await silent.head.get(`/approval-status/${silent.row.id}`)).body.fails).toBe('similarProduct');
    const comment = 'The syrup, not the tablet';
    expect((await silent.decide('approveStep', { comment })).status).toBe(200);
    await test.pass(31_000);
    expect((await record(silent.id)).stage).toBe('approved');
    expect(
      (await test.server.log.readStream<AnyEvent>(silent.stream)).map(({ data }) => data.reason),
    ).toContain(comment);
  });

  it('given a withdrawal in the inbox, then the record is withdrawn', async () => {
    const { id, row } = await waiting();
    expect((await buyer.command(`approval-${row.id}`, 'withdraw')).status).toBe(200);
    await test.pass(0);
    expect((await record(id)).stage).toBe('withdrawn');
    expect(test.faults).toEqual([]);
  });
});
