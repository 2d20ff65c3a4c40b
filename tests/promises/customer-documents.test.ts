import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

/**
 * A customer's documents belong to the customer: people who may see the customer may open them, each opening
 * is recorded, and nobody adds files of others.
 */

let t: TestServer;
/** Two people who may change customers of Bengaluru, one who may see them, and one of another place. */
let keeper: Person, second: Person, reader: Person, stranger: Person, admin: Person;
/** Two customers of place 1, and one of a place where no editor works. */
let mine: number;
const [other, far] = [900_001, 900_010];
beforeAll(async () => {
  t = await openTestServer();
  keeper = await t.signIn('verifier');
  second = await t.signIn('verifier2');
  reader = await t.signIn('agent1');
  stranger = await t.signIn('franchise');
  admin = await t.signIn('admin');
  const { rows } = (await admin.get('/masters-list/customerMasterV2?records=500')).body as {
    rows: { id: number; fields: Record<string, any> }[];
  };
  mine = rows.find(({ fields }) => fields.iPooId === 1)!.id;
  await born(other, 1);
  await born(far, 10);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

/** A customer as made by a completed sign-up. */
async function born(id: number, pooId: number, documents: readonly object[] = []): Promise<void> {
  await happened(`customer-${id}`, 1, 'CustomerCreated', {
    name: 'Savitri Rao',
    phones: [],
    pooId,
    documents,
  });
}
async function happened(
  stream: string,
  version: number,
  type: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { log, newId } = t.server;
  const at = new Date(t.clock.now()).toISOString();
  const actor = { kind: 'system' as const, empId: null, name: 'server' };
  const event = {
    stream,
    version,
    id: newId(),
    type,
    at,
    actor,
    data,
    correlationId: 'test',
    causationId: null,
  };
  const outcome = await appendEvents(log, [event], [[stream, version - 1]]);
  expect(outcome.kind).toBe('written');
}

const png = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(text)]);
async function upload(as: Person, query: string, bytes = png(randomUUID()), name = 'card.png') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${t.url}/file${query}`, {
    method: 'POST',
    body: form,
    headers: {
      cookie: as.cookie,
      authtoken: as.token,
      'accept-language': 'en',
      'idempotency-key': randomUUID(),
    },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
}
const bring = async (as: Person, id: number, bytes?: Buffer): Promise<string> => {
  const sent = await upload(as, `?for=customer-${id}`, bytes);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body['fileId'] as string;
};
const add = (as: Person, id: number, input: object) =>
  as.command(`customer-${id}`, 'addDocument', { documentId: 1, ...input });
const open = (as: Person, fileId: string, query = '') => as.get(`/file/${fileId}${query}`);
/** The row of a document in the record, once it has this state. */
const lineOf = (as: Person, id: number, fileId: string, like: object): Promise<Record<string, any>> =>
  vi.waitFor(async () => {
    const { documents = [] } = (await as.get(`/masters-record/customerMasterV2/${id}`)).body.row.fields;
    const line = documents.find((one: { fileId: string }) => one.fileId === fileId);
    expect(line).toMatchObject(like);
    return line;
  }, hung.wait);
const trail = async (id: number) =>
  (await t.server.log.readStream(`audit-customer-${id}`)).map(({ type, actor, data }) => [
    type,
    actor.empId,
    (data as { fileId?: string }).fileId,
  ]);

test('an uploaded and added document is opened by a colleague of the place only, and each opening is recorded', async () => {
  const bytes = png('the card');
  const fileId = await bring(keeper, mine, bytes);
  expect((await open(second, fileId)).status).toBe(404);
  expect((await open(keeper, fileId)).status).toBe(200);
  expect(await add(keeper, mine, { fileId })).toMatchObject({ status: 200 });
  await lineOf(reader, mine, fileId, {
    documentId: 1,
    name: 'card.png',
    mime: 'image/png',
    stands: 'unchecked',
    addedBy: keeper.empId,
  });

  const before = (await trail(mine)).length;
  const answer = await fetch(`${t.url}/file/${fileId}`, {
    headers: { cookie: reader.cookie, authtoken: reader.token },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await open(reader, fileId, `?for=customer-${mine}`)).status).toBe(200);
  expect((await trail(mine)).slice(before)).toEqual([
    ['PersonalDataViewed', reader.empId, fileId],
    ['PersonalDataViewed', reader.empId, fileId],
  ]);
  for (const query of ['', `?for=customer-${mine}`])
    expect((await open(stranger, fileId, query)).status, query).toBe(404);
  expect((await stranger.get(`/masters-record/customerMasterV2/${mine}`)).status).toBe(404);
  for (const query of [
    `?for=customer-${other}`,
    '?for=customer-0',
    '?for=signup-1',
    '?for=',
    `?for=customer-${mine}&for=customer-${mine}`,
  ])
    expect((await open(reader, fileId, query)).status, query).toBe(404);
  expect((await trail(mine)).length).toBe(before + 2);
});

test('a document is checked once, by somebody other than its uploader', async () => {
  const fileId = await bring(keeper, mine);
  await add(keeper, mine, { fileId });
  const { no } = await lineOf(keeper, mine, fileId, { stands: 'unchecked' });
  const check = (as: Person, input: object) =>
    as.command(`customer-${mine}`, 'verifyDocument', { no, ...input });
  expect(await check(keeper, { accepted: true })).toMatchObject({
    status: 403,
    body: { code: 'checkedByAnother' },
  });
  expect(await check(reader, { accepted: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await check(stranger, { accepted: true })).toMatchObject({ status: 403 });
  expect(await check(second, { accepted: false })).toMatchObject({
    status: 422,
    body: { message: 'Reason is required.' },
  });
  expect(await check(second, { accepted: false, reason: 'The photo is blurred' })).toMatchObject({
    status: 200,
  });
  expect(await check(second, { accepted: true })).toMatchObject({
    status: 409,
    body: { code: 'documentChecked' },
  });
  await lineOf(reader, mine, fileId, { stands: 'refused', by: second.empId, reason: 'The photo is blurred' });
});

test('nobody adds a file they did not upload for this customer, the same file twice, or an expired document', async () => {
  const refused = async (as: Person, input: object): Promise<string> => {
    const answer = await add(as, mine, input);
    expect([409, 422]).toContain(answer.status);
    return answer.body.code as string;
  };
  const theirs = await bring(second, mine);
  expect(await refused(keeper, { fileId: theirs })).toBe('fileNotBrought');
  expect(await refused(keeper, { fileId: await bring(keeper, other) })).toBe('fileNotBrought');
  expect(await refused(keeper, { fileId: (await upload(keeper, '')).body['fileId'] })).toBe('fileNotBrought');
  expect(await refused(keeper, { fileId: 'x'.repeat(32) })).toBe('fileNotUploaded');
  const bytes = png('twice');
  const fileId = await bring(keeper, mine, bytes);
  expect(await refused(keeper, { fileId, documentId: 999 })).toBe('notInList');
  expect(await refused(keeper, { fileId, documentId: 4 })).toBe('expiryNeeded');
  expect(await refused(keeper, { fileId, documentId: 4, expiresOn: '2020-01-01' })).toBe('documentOver');
  expect((await add(keeper, mine, { fileId, documentId: 4, expiresOn: '2031-01-01' })).status).toBe(200);
  expect(await refused(keeper, { fileId })).toBe('documentTwice');
  expect(
    await refused(keeper, {
      fileId: await bring(keeper, mine, bytes),
      documentId: 4,
      expiresOn: '2031-01-01',
    }),
  ).toBe('documentTwice');
});

test('people who may not change or see a customer cannot upload for them, and nothing of it is kept', async () => {
  const kept = () => readdirSync(join(t.server.config.dataDir, 'files')).length;
  const before = kept();
  expect(await upload(reader, `?for=customer-${mine}`)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await upload(stranger, `?for=customer-${mine}`)).toMatchObject({ status: 403 });
  for (const record of [`customer-${far}`, 'customer-999999', 'customer-1x', 'signup-1', ''])
    expect(await upload(keeper, `?for=${record}`), record).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    });
  expect(await upload(keeper, `?for=customer-${mine}`, Buffer.from('<svg/>'))).toMatchObject({
    status: 415,
    body: { message: 'Only JPG, PNG and PDF files are accepted.' },
  });
  expect(
    await upload(
      keeper,
      `?for=customer-${mine}`,
      Buffer.concat([png('big'), Buffer.alloc(10 * 1024 * 1024)]),
    ),
  ).toMatchObject({
    status: 413,
    body: { message: 'The file is too large: at most 10 MB.' },
  });
  expect(kept()).toBe(before);
});

/** Sends a file whose end arrives a moment after everything else was read. */
async function uploadSlowly(
  as: Person,
  path: string,
  name: string,
  bytes: Buffer,
  end: Buffer,
): Promise<{ status: number; code: string }> {
  const mark = randomUUID();
  const sent = request(t.url + path, {
    method: 'POST',
    headers: {
      cookie: as.cookie,
      authtoken: as.token,
      'idempotency-key': mark,
      'content-type': `multipart/form-data; boundary=${mark}`,
    },
  });
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(`--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
  await new Promise((read) => sent.write(bytes, read));
  await new Promise((passed) => setTimeout(passed, 700));
  sent.end(Buffer.concat([end, Buffer.from(`\r\n--${mark}--\r\n`)]));
  const [response] = await answer;
  return { status: response.statusCode!, code: ((await json(response)) as { code: string }).code };
}

test('nothing is kept of a file that exceeds the limit only by its last bytes', async () => {
  await bring(keeper, mine);
  const kept = () => readdirSync(join(t.server.config.dataDir, 'files')).length;
  const before = kept();
  const most = 10 * 1024 * 1024;
  const [picture, list] = [png('full'), Buffer.from('vName;vPhone\n')].map((head) =>
    Buffer.concat([head, Buffer.alloc(most - head.length, 'a')]),
  );
  const end = Buffer.from('one more');
  expect(await uploadSlowly(keeper, `/file?for=customer-${mine}`, 'card.png', picture!, end)).toEqual({
    status: 413,
    code: 'fileTooLarge',
  });
  expect(await uploadSlowly(admin, '/masters-import/leadCreation', 'leads.csv', list!, end)).toEqual({
    status: 413,
    code: 'tooLarge',
  });
  expect(kept()).toBe(before);
});

test('a document of the sign-up shows who checked it there, opens through its customer, and the opening is recorded there', async () => {
  const { rows } = (await admin.get('/masters-list/customerMasterV2?records=500')).body as {
    rows: { id: number; fields: Record<string, any> }[];
  };
  const { id, fields } = rows.find(
    (one) => one.fields.iPooId <= 4 && one.fields.documents?.some(({ kind }: any) => kind),
  )!;
  const paper = fields.documents.find(({ kind }: any) => kind === 'identity');
  const { fileId } = paper;
  // A document checked in the sign-up counts as checked, by the same person.
  expect(paper).toMatchObject({
    stands: 'accepted',
    by: keeper.empId,
    on: expect.any(String),
    at: expect.any(String),
  });
  expect(
    (await second.command(`customer-${id}`, 'verifyDocument', { no: paper.no, accepted: true })).body.code,
  ).toBe('documentChecked');
  // Its bytes are in the folder of the server that filled the demo.
  mkdirSync(join(t.server.config.dataDir, 'files'), { recursive: true });
  writeFileSync(join(t.server.config.dataDir, 'files', fileId), png('sample'));
  const before = (await trail(id)).length;
  expect((await open(reader, fileId, `?for=customer-${id}`)).status).toBe(200);
  expect((await trail(id)).slice(before)).toEqual([['PersonalDataViewed', reader.empId, fileId]]);
  if (fields.iPooId !== 4) expect((await open(stranger, fileId, `?for=customer-${id}`)).status).toBe(404);
});

test('it also opens without naming the customer, for people who see customers but no sign-ups', async () => {
  const { fileId } = (await upload(keeper, '')).body;
  const document = { fileId, kind: 'identity', name: 'card.png', mime: 'image/png' };
  const author = { empId: 1, name: 'Asha Menon' };
  await happened('signup-900004', 1, 'SignupSaved', {
    record: { pooId: 4, documents: [document] },
    startedBy: author,
  });
  await happened('signup-900004', 2, 'SignupCompleted', { customerId: 900_004, patientIds: [] });
  await born(900_004, 4, [document]);
  expect((await open(stranger, fileId)).status).toBe(200);
  expect((await open(stranger, fileId)).status).toBe(200);
  expect(await trail(900_004)).toEqual([
    ['PersonalDataViewed', stranger.empId, fileId],
    ['PersonalDataViewed', stranger.empId, fileId],
  ]);
  const buyer = await t.signIn('purchase');
  expect((await open(buyer, fileId)).status).toBe(404);
});

test('a document type in use is not cancelled, and its customers are named; uploaders are not counted', async () => {
  const made = await admin.command('master-customerDocument-new', 'create', {
    fields: { vCode: 'PASSPORT', vName: 'Passport' },
  });
  const kindId = made.body.recordId as number;
  const fileId = await bring(keeper, mine);
  expect((await add(keeper, mine, { fileId, documentId: kindId })).status).toBe(200);
  const cancelled = await admin.command(
    `master-customerDocument-${kindId}`,
    'cancel',
    {},
    { version: made.body.version as number },
  );
  expect(cancelled).toMatchObject({ status: 409, body: { code: 'masterInUse' } });
  const { groups } = (await admin.get(`/masters-record/custdocument/${kindId}/used-by`)).body;
  expect(groups).toMatchObject([{ kind: 'customer', field: 'documents', n: 1, records: [{ id: mine }] }]);
  const ofPerson = (await admin.get(`/masters-record/emplist/${keeper.empId}/used-by`)).body.groups as {
    field: string;
  }[];
  expect(ofPerson.map(({ field }) => field)).not.toContain('documents');
});

test('documents of a duplicate belong to the surviving record, and open through it', async () => {
  const [stays, double] = [900_020, 900_021];
  await born(stays, 1, [
    { fileId: 'own'.padEnd(32, 'z'), kind: 'identity', name: 'own.png', mime: 'image/png' },
  ]);
  await born(double, 1);
  const fileId = await bring(keeper, double);
  expect((await add(keeper, double, { fileId })).status).toBe(200);
  const { version } = await t.server.states.load(`customer-${stays}`);
  expect(await admin.command(`customer-${stays}`, 'merge', { otherId: double }, { version })).toMatchObject({
    status: 200,
  });
  expect((await add(keeper, double, { fileId: await bring(keeper, double) })).body.code).toBe(
    'customerMerged',
  );
  const { no } = await lineOf(reader, stays, fileId, { name: 'card.png', addedBy: keeper.empId });
  expect(no).toBe(2);
  expect((await open(reader, fileId)).status).toBe(200);
  expect((await open(reader, fileId, `?for=customer-${double}`)).status).toBe(200);
  expect(await trail(stays)).toEqual([
    ['PersonalDataViewed', reader.empId, fileId],
    ['PersonalDataViewed', reader.empId, fileId],
  ]);
  expect((await second.command(`customer-${stays}`, 'verifyDocument', { no, accepted: true })).status).toBe(
    200,
  );
});

test('a document added by mistake is withdrawn: gone from the record, opened only by its uploader, and kept in the history', async () => {
  const takeBack = (as: Person, no: number, more: object = {}) =>
    as.command(`customer-${mine}`, 'takeBackDocument', { no, reason: 'The card of a neighbour', ...more });
  const goneFrom = async (fileId: string): Promise<void> =>
    vi.waitFor(async () => {
      const { documents = [] } = (await reader.get(`/masters-record/customerMasterV2/${mine}`)).body.row
        .fields;
      expect(documents.map((one: { fileId: string }) => one.fileId)).not.toContain(fileId);
    }, hung.wait);
  const fileId = await bring(keeper, mine);
  await add(keeper, mine, { fileId });
  const { no } = await lineOf(keeper, mine, fileId, { stands: 'unchecked' });
  expect((await open(reader, fileId)).status).toBe(200);
  for (const as of [reader, stranger])
    expect(await takeBack(as, no)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await takeBack(keeper, no, { reason: '' })).toMatchObject({
    status: 400,
    body: { field: 'reason' },
  });
  expect(await takeBack(keeper, no)).toMatchObject({ status: 200 });
  expect(await takeBack(second, no)).toMatchObject({
    status: 409,
    body: { code: 'documentTakenBack', message: expect.stringContaining('took this document back already') },
  });
  await goneFrom(fileId);
  const before = (await trail(mine)).length;
  for (const as of [reader, second, admin, stranger])
    for (const query of ['', `?for=customer-${mine}`])
      expect((await open(as, fileId, query)).status, query).toBe(404);
  expect((await trail(mine)).length).toBe(before);
  expect((await open(keeper, fileId)).status).toBe(200);
  const { entries } = (await reader.get(`/masters-record/customerMasterV2/${mine}/history`)).body;
  expect(entries[0]).toMatchObject({
    type: 'CustomerDocumentTakenBack',
    empId: keeper.empId,
    reason: 'The card of a neighbour',
  });
  expect(entries[0].changes.map(({ field }: { field: string }) => field)).toEqual(['documents']);

  // Once it was checked, its uploader cannot remove the other person's result.
  expect((await add(keeper, mine, { fileId })).status).toBe(200);
  const again = await lineOf(reader, mine, fileId, { stands: 'unchecked' });
  expect(again.no).toBeGreaterThan(no);
  expect(
    (
      await second.command(`customer-${mine}`, 'verifyDocument', {
        no: again.no,
        accepted: false,
        reason: 'Not theirs',
      })
    ).status,
  ).toBe(200);
  expect(await takeBack(keeper, again.no)).toMatchObject({
    status: 403,
    body: { code: 'takenBackByAnother' },
  });
  expect(await takeBack(second, again.no)).toMatchObject({ status: 200 });
  await goneFrom(fileId);
  expect((await open(reader, fileId)).status).toBe(404);
});

test('a sign-up document withdrawn at the customer no longer opens through the sign-up', async () => {
  const { fileId } = (await upload(keeper, '')).body;
  const document = { fileId, kind: 'identity', name: 'card.png', mime: 'image/png' };
  await happened('signup-900005', 1, 'SignupSaved', {
    record: { pooId: 1, documents: [document] },
    startedBy: { empId: 1, name: 'Asha Menon' },
  });
  await happened('signup-900005', 2, 'SignupCompleted', { customerId: 900_005, patientIds: [] });
  await born(900_005, 1, [document]);
  expect((await open(second, fileId)).status).toBe(200);
  expect(
    (await second.command('customer-900005', 'takeBackDocument', { no: 1, reason: 'Of another family' }))
      .status,
  ).toBe(200);
  for (const as of [second, reader, admin]) expect((await open(as, fileId)).status).toBe(404);
  expect((await open(keeper, fileId)).status).toBe(200);
});

test('lists, files and other screens of customers keep working', async () => {
  for (const format of ['csv', 'xlsx'])
    expect((await keeper.get(`/masters-export/customerMasterV2?format=${format}`)).status).toBe(200);
  const csv = String((await keeper.get('/masters-export/customerMasterV2?format=csv&lang=es')).body);
  expect(csv.split('\r\n')[0]).toContain('Documentos');
  for (const screen of ['customerMaster', 'customerSearchForMapping'])
    expect((await admin.get(`/masters-record/${screen}/${mine}`)).body.row.fields).not.toHaveProperty(
      'documents',
    );
});
