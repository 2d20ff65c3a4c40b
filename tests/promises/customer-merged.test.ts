import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

/**
 * Documents, consents and addresses of a duplicate are shown at the surviving record, or at the duplicate it
 * links to; those of a former customer at their record.
 */
let t: TestServer;
let keeper: Person, second: Person, reader: Person, admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  [keeper, second, reader, admin] = (await Promise.all(
    ['verifier', 'verifier2', 'agent1', 'admin'].map((name) => t.signIn(name)),
  )) as [Person, Person, Person, Person];
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const line = (n: number) => ({
  line: `${n}, Cubbon Road`,
  areaId: null,
  pincode: '560001',
  lat: null,
  lng: null,
  default: n % 10 === 1,
});
const output = (given: boolean, at: string) => ({ given, version: '2026-01', channel: 'paper', at });

/** A customer as once received. */
async function born(id: number, more: object): Promise<void> {
  const { log, newId } = t.server;
  const stream = `customer-${id}`;
  const data = { name: 'Savitri Rao', phones: [], pooId: 1, language: 'en', documents: [], ...more };
  const actor = { kind: 'system' as const, empId: null, name: 'server' };
  const at = new Date(t.clock.now()).toISOString();
  const event = {
    stream,
    version: 1,
    id: newId(),
    type: 'CustomerCreated',
    at,
    actor,
    data,
    correlationId: 'test',
    causationId: null,
  };
  const outcome = await appendEvents(log, [event], [[stream, 0]]);
  expect(outcome.kind).toBe('written');
}
/** Uploads a document and returns its file. */
async function bring(id: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(`%PDF-1.4\n${randomUUID()}`))]), 'paper.pdf');
  const headers = { cookie: keeper.cookie, authtoken: keeper.token, 'idempotency-key': randomUUID() };
  const sent = await fetch(`${t.url}/file?for=customer-${id}`, { method: 'POST', body: form, headers });
  const { fileId } = (await sent.json()) as { fileId: string };
  expect((await keeper.command(`customer-${id}`, 'addDocument', { fileId, documentId: 1 })).status).toBe(200);
  return fileId;
}
const done = async (as: Person, id: number, command: string, input: object): Promise<void> => {
  const answer = await as.command(`customer-${id}`, command, input);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const record = async (id: number): Promise<Record<string, any>> =>
  (await reader.get(`/masters-record/customerMasterV2/${id}`)).body.row;
const opened = async (fileId: string, id: number): Promise<number[]> =>
  Promise.all(
    [`?for=customer-${id}`, ''].map(async (query) => (await reader.get(`/file/${fileId}${query}`)).status),
  );

test('of a duplicate: current documents, the latest decision on each consent, addresses while there is room; the rest stays with the duplicate, which is named', async () => {
  const [stays, double] = [910_001, 910_002];
  const [early, late] = ['2026-01-05T06:00:00.000Z', '2026-06-05T06:00:00.000Z'];
  await born(stays, {
    addresses: [1, 2, 3].map(line),
    consents: { care: output(true, late), calling: output(true, early) },
  });
  await born(double, {
    addresses: [11, 12, 13].map(line),
    consents: {
      care: output(false, early),
      calling: output(false, late),
      dataProcessing: output(true, early),
    },
  });
  const own = await bring(stays);
  const files = [await bring(double), await bring(double), await bring(double), await bring(double)] as const;
  await done(second, double, 'verifyDocument', { no: 1, accepted: true });
  await done(second, double, 'verifyDocument', { no: 2, accepted: false, reason: 'The photo is blurred' });
  await done(keeper, double, 'takeBackDocument', { no: 3, reason: 'Of a neighbour' });
  const { version } = await t.server.states.load(`customer-${double}`);
  expect((await admin.command(`customer-${double}`, 'merge', { otherId: stays }, { version })).status).toBe(
    200,
  );

  const { fields } = await vi.waitFor(async () => {
    const row = await record(stays);
    expect(row.fields.vDoubles).toBe('CU-910002');
    return row;
  }, hung.wait);
  expect(fields.documents.map(({ fileId, stands, by, reason }: any) => [fileId, stands, by, reason])).toEqual(
    [
      [own, 'unchecked', undefined, undefined],
      [files[0], 'accepted', second.empId, undefined],
      [files[1], 'refused', second.empId, 'The photo is blurred'],
      [files[3], 'unchecked', undefined, undefined],
    ],
  );
  expect(fields.consents.map(({ kind, stands }: any) => [kind, stands])).toEqual([
    ['care', 'given'],
    ['calling', 'refused'],
    ['dataProcessing', 'given'],
  ]);
  expect(fields.addresses.map((one: any) => [one.line, one.default])).toEqual([
    ['1, Cubbon Road', true],
    ['2, Cubbon Road', false],
    ['3, Cubbon Road', false],
    ['11, Cubbon Road', false],
    ['12, Cubbon Road', false],
  ]);
  for (const id of [stays, double]) {
    for (const fileId of [files[0], files[1], files[3]]) expect(await opened(fileId, id)).toEqual([200, 200]);
    expect(await opened(files[2], id)).toEqual([404, 404]);
  }
  // The address for which there was no room, and the earlier consents, are with the duplicate.
  const gone = await record(double);
  expect(gone.mergedInto).toBe(stays);
  expect(gone.fields.addresses.map((one: any) => one.line)).toEqual([
    '11, Cubbon Road',
    '12, Cubbon Road',
    '13, Cubbon Road',
  ]);
  expect(gone.fields.consents[0]).toMatchObject({ kind: 'care', stands: 'refused' });
  // They are edited where they are shown.
  for (const [command, input] of [
    ['verifyDocument', { no: 4, accepted: true }],
    ['takeBackDocument', { no: 4, reason: 'Of a neighbour' }],
  ] as const)
    expect(await second.command(`customer-${double}`, command, input)).toMatchObject({
      status: 409,
      body: { code: 'customerMerged' },
    });
  const last = fields.documents.at(-1).no as number;
  await done(second, stays, 'verifyDocument', { no: last, accepted: true });
  await done(second, stays, 'takeBackDocument', { no: last, reason: 'Of a neighbour' });
  for (const id of [stays, double]) expect(await opened(files[3], id)).toEqual([404, 404]);
});

test('of a former customer: everything is still visible, a document is opened, and withdrawn if it was a mistake; none is added or checked', async () => {
  const id = 910_010;
  await born(id, {
    addresses: [1, 2].map(line),
    consents: { care: output(true, '2026-01-05T06:00:00.000Z') },
  });
  const [fileId, mistaken] = [await bring(id), await bring(id)];
  const left = await t.server.handle({
    stream: `customer-${id}`,
    command: 'receive',
    input: {
      version: 9,
      modifiedAt: new Date(t.clock.now()).toISOString(),
      exited: true,
      phone: '5550147010',
    },
    viewer: t.server.access.systemViewer('test'),
    correlationId: 'test',
  });
  expect(left).toMatchObject({ id: String(id) });
  await done(keeper, id, 'takeBackDocument', { no: 2, reason: 'Of a neighbour' });
  const { fields } = await vi.waitFor(async () => {
    const row = await record(id);
    expect(row.fields).toMatchObject({ iExitFlag: 1, documents: [{ fileId, stands: 'unchecked' }] });
    return row;
  }, hung.wait);
  expect(fields.documents).toHaveLength(1);
  expect(fields.addresses).toHaveLength(2);
  expect(fields.consents).toMatchObject([{ kind: 'care', stands: 'given' }]);
  expect(await opened(fileId, id)).toEqual([200, 200]);
  expect(await opened(mistaken, id)).toEqual([404, 404]);
  expect(
    (await second.command(`customer-${id}`, 'verifyDocument', { no: 1, accepted: true })).body.code,
  ).toBe('customerExited');
  expect((await keeper.command(`customer-${id}`, 'addDocument', { fileId, documentId: 2 })).body.code).toBe(
    'customerExited',
  );
});
