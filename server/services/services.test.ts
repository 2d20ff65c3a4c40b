import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerParts } from '#server/core/parts.ts';
import { instantOf } from '#shared/core/day.ts';
import { openSqlView, type OpenSqlView } from '#server/views/sql-view.ts';
import { masterRowsView } from '../families/master/rows-view.ts';
import { resourceOf } from '../sources/register.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import type { ServiceParts } from './give.ts';
import { documentFiles } from '../families/document/document-files.ts';
import { serviceRoutes } from './routes.ts';

let it: SourcesServer;
let masterRows: OpenSqlView;
const faults: unknown[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'ops-services-'));
beforeAll(async () => {
  it = await openSourcesServer({
    register: (server) => async (app) => {
      masterRows = await openSqlView(server.pool, server.log, masterRowsView([]), {
        onError: (error) => void faults.push(error),
      });
      serviceRoutes(app, {
        server: server as unknown as ServerParts,
        dataDir,
        masterRows,
        documents: documentFiles([], async () => ({ state: undefined, version: 0 })),
      } as unknown as ServiceParts & { dataDir: string });
    },
  });
});
afterAll(async () => {
  expect(faults).toEqual([]);
  await masterRows.close();
  await it.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}
async function query(
  as: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await it.app.inject({
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: { 'x-as': as, ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }), ...headers },
  });
  const text = String(answer.headers['content-type'] ?? '').includes('json') ? answer.json() : null;
  return { status: answer.statusCode, body: text, headers: answer.headers, raw: answer.rawPayload };
}

const { data } = resourceOf('customer', 'signup')!.example;

test("a sign-up is created, submitted and listed by the specification's calls", async () => {
  const key = randomUUID();
  const made = await query('agent1', 'POST', '/customer/api/v2/signup', data, { 'idempotency-key': key });
  expect(made).toMatchObject({
    status: 201,
    body: {
      service: 'customer',
      entity: 'signup',
      change: 'submitted',
      data: { iPooId: 1, vCustFname: 'Lakshmi Iyer', vPhone: '••••••0301', vStatus: 'submitted' },
    },
  });
  expect(
    (await query('agent1', 'POST', '/customer/api/v2/signup', data, { 'idempotency-key': key })).body.id,
  ).toBe(made.body.id);
  it.clock.pass(60_000);
  for (let i = 0; i < 3; i += 1)
    await it.webhook('customer', {
      service: 'customer',
      entity: 'signup',
      id: 700 + i,
      version: 1,
      modifiedAt: '2026-11-18T05:00:00.000Z',
      change: 'submitted',
      data: { ...data, vPhone: `555014040${i}` },
    });

  const list = await query('agent1', 'GET', '/customer/api/v2/signup?pageNo=0&records=3');
  expect(list.body).toHaveLength(3);
  expect(list.headers['x-total-count']).toBe('4');
  expect(JSON.stringify(list.body)).not.toMatch(/555014/);
  expect((await query('agent1', 'GET', '/customer/api/v2/signup?pageNo=1&records=3')).body).toHaveLength(1);
  expect(
    await query('agent1', 'GET', '/customer/api/v2/signup?pageNo=0&records=3', undefined, {
      'if-none-match': String(list.headers['etag']),
    }),
  ).toMatchObject({
    status: 304,
  });
  expect(
    (
      await query(
        'agent1',
        'GET',
        `/customer/api/v2/signup?modifiedSince=${new Date(it.clock.now()).toISOString()}`,
      )
    ).body,
  ).toHaveLength(3);
  expect(await query('mysuru', 'GET', '/customer/api/v2/signup')).toMatchObject({ status: 200, body: [] });
  expect(await query('mysuru', 'GET', `/customer/api/v2/signup/${made.body.id}`)).toMatchObject({
    status: 404,
  });
  expect(await query('agent1', 'GET', '/customer/api/v2/signup?records=-1')).toMatchObject({
    status: 400,
    body: { code: 'badFormat' },
  });
  const cases = async () => (await query('admin', 'GET', '/customer/api/v2/signup')).body.length;
  const before = await cases();
  for (const nothing of [{}, { iPooId: 1 }, { vStatus: 'submitted' }])
    expect(await query('agent1', 'POST', '/customer/api/v2/signup', nothing)).toMatchObject({
      status: 422,
      body: { code: 'signupEmpty' },
    });
  expect(await cases()).toBe(before);
  expect(await query('agent1', 'POST', '/customer/api/v2/signup', { ...data, vPhone: 'abc' })).toMatchObject({
    status: 400,
  });
  expect(
    await query('agent1', 'POST', '/customer/api/v2/signup', data, { 'idempotency-key': 'x' }),
  ).toMatchObject({
    status: 400,
    body: { code: 'idempotencyKeyRequired' },
  });
});

test('a draft is saved with the version its author saw, and only its author sees it', async () => {
  const draft = await query('agent1', 'POST', '/customer/api/v2/signup', { iPooId: 1, vCustFname: 'Meena' });
  expect(draft).toMatchObject({ status: 201, body: { data: { vStatus: 'draft' } } });
  const url = `/customer/api/v2/signup/${draft.body.id}`;
  expect(await query('agent2', 'GET', url)).toMatchObject({ status: 404 });
  expect(await query('agent1', 'PUT', url, { vCustFname: 'Meena', vCustLname: 'Rao' })).toMatchObject({
    status: 428,
  });
  const full = await query(
    'agent1',
    'PUT',
    url,
    { vCustFname: 'Meena', vCustLname: 'Rao' },
    { 'if-match': String(draft.headers['etag']) },
  );
  expect(full).toMatchObject({ status: 200, body: { data: { vCustFname: 'Meena Rao' } } });
  const after = await query(
    'agent1',
    'PUT',
    url,
    { vPhone: '5550000444', vAddress: '9th Main' },
    { 'if-match': String(full.headers['etag']) },
  );
  expect(after).toMatchObject({
    status: 200,
    body: { data: { vCustFname: 'Meena Rao', vPhone: '••••••0444' } },
  });
  expect(
    await query('agent1', 'PUT', url, { vPincode: '560041' }, { 'if-match': String(after.headers['etag']) }),
  ).toMatchObject({
    status: 200,
    body: {
      data: { vCustFname: 'Meena Rao', vPhone: '••••••0444', vPincode: '560041' },
    },
  });
  expect(
    await query('agent1', 'PUT', url, { vCustFname: 'Meena' }, { 'if-match': String(draft.headers['etag']) }),
  ).toMatchObject({
    status: 409,
    body: { code: 'versionConflict' },
  });
});

test("an agent's day by the old header's calls: check-in, break, back, check-out", async () => {
  const path = '/employee/api/v2/employeecheckincheckout';
  expect((await query('agent1', 'GET', `${path}?date=2026-11-18&iEmpId=101`)).body).toEqual([]);
  const checkedIn = await query('agent1', 'POST', path, {});
  expect(checkedIn).toMatchObject({
    status: 201,
    body: {
      iEmpId: 101,
      iCheckInCheckOutFlag: 1,
      iBreakInBreakOutFlag: null,
      iAllowCheckInCheckOut: 1,
      iOrgId: 1,
      dCheckInDateTime: expect.any(String),
    },
  });
  expect(await query('agent1', 'POST', path, {})).toMatchObject({
    status: 409,
    body: { code: 'alreadyCheckedIn' },
  });
  const url = `${path}/${checkedIn.body.iEcicoId}`;
  expect(await query('agent2', 'PUT', url, { iBreakInBreakOutFlag: 1 })).toMatchObject({ status: 404 });
  it.clock.pass(3_600_000);
  expect(await query('agent1', 'PUT', url, { iBreakInBreakOutFlag: 1 })).toMatchObject({
    status: 200,
    body: { iBreakInBreakOutFlag: 1, iAllowCalls: 0 },
  });
  expect(await query('agent1', 'PUT', url, { iBreakInBreakOutFlag: 1 })).toMatchObject({ status: 409 });
  expect(await query('agent1', 'PUT', url, { iBreakInBreakOutFlag: 0 })).toMatchObject({
    status: 200,
    body: { iBreakInBreakOutFlag: 0, dBreakOutDate: expect.any(String) },
  });
  expect(await query('agent1', 'PUT', url, {})).toMatchObject({ status: 400 });
  const out = await query('agent1', 'PUT', url, { iCheckInCheckOutFlag: 0 });
  expect(out).toMatchObject({
    status: 200,
    body: { iCheckInCheckOutFlag: 0, dCheckOutDateTime: '2026-11-18T18:29:59.000Z' },
  });
  expect((await query('agent1', 'GET', `${path}?date=2026-11-18&iEmpId=101`)).body).toHaveLength(1);
  expect((await query('agent2', 'GET', `${path}?date=2026-11-18`)).body).toEqual([]);
  expect(await query('doctor', 'POST', path, {})).toMatchObject({
    status: 403,
    body: { code: 'attendanceNotPermitted' },
  });
});

test('an appointment is booked on a free slot and rescheduled by request', async () => {
  const path = '/employee/api/v2/Appointment';
  for (const id of [10_001, 10_002, 10_003]) {
    const made = await it.server.handle({
      stream: `lead-${id}`,
      command: 'createLead',
      input: { name: 'Rekha N', phone: `55501${id}`, pooId: 1, source: 'web', consent: 'explicit' },
      viewer: it.server.access.systemViewer('test'),
      correlationId: 'test',
      allotted: true,
    });
    expect(made).toMatchObject({ stream: `lead-${id}` });
  }
  const wish = {
    appDate: '2026-11-19',
    slotFrom: '10:30',
    iSlotType: 1,
    vAppType: 'setup',
    iAssignedTo: 102,
    iLeadId: 10_001,
    iPooId: 1,
  };
  const slots = async () =>
    (await query('agent1', 'GET', `${path}/slots?appDate=2026-11-19&iAssignedTo=102`)).body as {
      slotFrom: string;
      bFree: boolean;
    }[];
  expect((await slots()).find((slot) => slot.slotFrom === '10:30')?.bFree).toBe(true);
  const booked = await query('agent1', 'POST', path, wish);
  expect(booked).toMatchObject({
    status: 201,
    body: { iAppointmentId: expect.any(Number), iTaskStatus: 0, appDate: '2026-11-19' },
  });
  expect((await slots()).find((slot) => slot.slotFrom === '10:30')?.bFree).toBe(false);
  expect(await query('agent1', 'POST', path, { ...wish, iLeadId: 10_002 })).toMatchObject({
    status: 409,
    body: { code: 'slotTaken' },
  });
  expect(
    await query('agent1', 'POST', path, { ...wish, appDate: '2026-11-22', iLeadId: 10_003 }),
  ).toMatchObject({
    status: 422,
    body: { code: 'sundayNotAllowed' },
  });
  expect((await query('agent1', 'GET', `${path}?appDate=2026-11-19&iTaskStatus=0,1`)).body).toHaveLength(1);
  expect(
    (await query('agent1', 'GET', `${path}/futuresetupappforcustomerv3?iLeadId=10001`)).body,
  ).toHaveLength(1);
  const url = `${path}/update/${booked.body.iAppointmentId}`;
  expect(
    await query(
      'agent1',
      'PUT',
      url,
      { appDate: '2026-11-20', slotFrom: '11:00', reason: 'family is away' },
      { 'if-match': String(booked.headers['etag']) },
    ),
  ).toMatchObject({ status: 200, body: { bRescheduleAsked: true } });
  expect((await query('mysuru', 'GET', path)).body).toEqual([]);
});

test('a document is typed by its content, and only those who may see its case get it', async () => {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(500, 1),
  ]);
  const upload = (as: string, bytes: Buffer, filename = 'identity "x"\r\n.png', key = 'file') => {
    const boundary = 'x-boundary';
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${key}"; filename="${filename.replace(/["\r\n]/g, '_')}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return it.app.inject({
      method: 'POST',
      url: '/file',
      payload,
      headers: { 'x-as': as, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
  };
  const kept = await upload('agent1', png);
  expect(kept.statusCode).toBe(201);
  const { fileId } = kept.json() as { fileId: string };
  expect(kept.json()).toMatchObject({ mime: 'image/png', bytes: png.length });
  expect(readFileSync(join(dataDir, 'files', fileId)).equals(png)).toBe(true);

  const got = await query('agent1', 'GET', `/file/${fileId}`);
  expect(got.status).toBe(200);
  expect(got.raw.equals(png)).toBe(true);
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(String(got.headers['content-disposition'])).toMatch(/^attachment; /);
  expect(await query('agent2', 'GET', `/file/${fileId}`)).toMatchObject({ status: 404 });

  const draft = await it.server.handle({
    stream: 'signup-new',
    command: 'start',
    input: { pooId: 1, documents: [{ fileId, kind: 'identity', name: 'identity.png', mime: 'image/png' }] },
    viewer: (await import('#tests/kit/life.ts')).people['agent1']!,
    correlationId: 'c',
  });
  expect((await query('verifier', 'GET', `/file/${fileId}`)).status).toBe(200);
  expect((await query('mysuru', 'GET', `/file/${fileId}`)).status).toBe(404);
  // Once found, the file knows its case: cases are not searched again, and access still depends on the case.
  const { views } = it.server as unknown as Pick<ServerParts, 'views'>;
  const { stored } = views;
  Object.assign(views, {
    stored() {
      throw new Error('all cases were searched again');
    },
  });
  expect((await query('agent2', 'GET', `/file/${fileId}`)).status).toBe(200);
  expect((await query('mysuru', 'GET', `/file/${fileId}`)).status).toBe(404);
  Object.assign(views, { stored });
  // A file whose case no longer holds it is searched for.
  await it.server.pool.query("update files set stream = 'signup-999999' where id = $1", [fileId]);
  expect((await query('mysuru', 'GET', `/file/${fileId}`)).status).toBe(404);
  expect((await it.server.pool.query('select stream from files where id = $1', [fileId])).rows).toEqual([
    { stream: (draft as { stream: string }).stream },
  ]);
  const trail = await it.server.log.readStream<AnyEvent>(`audit-${(draft as { stream: string }).stream}`);
  expect(trail.map((event) => [event.type, event.actor.empId, event.data.fileId])).toEqual([
    ['PersonalDataViewed', 103, fileId],
    ['PersonalDataViewed', 102, fileId],
  ]);
  // Each caller gets their own openings only.
  const opened = async (as: string, subject = (draft as { stream: string }).stream) =>
    (await query(as, 'GET', `/file/opened?for=${subject}`)).body;
  expect(await opened('verifier')).toEqual({ opened: { [fileId]: trail[0]!.at } });
  expect(await opened('agent2')).toEqual({ opened: { [fileId]: trail[1]!.at } });
  expect(await opened('agent1')).toEqual({ opened: {} });
  expect(await opened('agent1', 'audit-signup-1')).toMatchObject({ code: 'notFound' });

  for (const [bytes, status] of [
    [Buffer.from('<svg onload="alert(1)"/>'), 415],
    [Buffer.from('MZ'), 415],
    [Buffer.alloc(0), 415],
    [Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), 413],
    // 16,320 by 12,240 dots, by its header.
    [Buffer.from('89504e470d0a1a0a0000000d4948445200003fc000002fd00802000000', 'hex'), 422],
  ] as const)
    expect((await upload('agent1', bytes)).statusCode).toBe(status);
  expect(
    (
      await it.app.inject({
        method: 'POST',
        url: '/file',
        payload: { no: 'file' },
        headers: { 'x-as': 'agent1' },
      })
    ).statusCode,
  ).toBe(415);
  for (const id of [
    '..%2F..%2Fetc%2Fpasswd',
    'x'.repeat(32),
    fileId.toLowerCase() === fileId ? 'A' : fileId.toLowerCase(),
  ])
    expect((await query('agent1', 'GET', `/file/${id}`)).status).toBe(404);
  expect(readdirSync(join(dataDir, 'files'))).toEqual([fileId]);
});

test('check-in locations are visible to oneself and to those who see the attendance, for 90 days', async () => {
  const path = '/employee/api/v2/employeetracedetails';
  const checkIn = '/employee/api/v2/employeecheckincheckout';
  it.clock.set(instantOf('2026-11-20', '09:00'));
  await query('agent2', 'POST', checkIn, { lat: 12.93, lng: 77.58 });
  await query('mysuru', 'POST', checkIn, { lat: 12.3, lng: 76.65 });
  await query('verifier', 'POST', checkIn, {});
  const seen = async (as: string, filter = '') =>
    (await query(as, 'GET', `${path}?${filter}`)).body as { empid: number }[];
  const point = {
    empid: 102,
    empName: 'Divya Shenoy',
    lat: 12.93,
    lng: 77.58,
    iPooId: 1,
    at: '2026-11-20T03:30:00.000Z',
  };
  expect(await seen('agent2')).toMatchObject([point]);
  expect(await seen('lead'), 'not those of Mysuru').toMatchObject([point]);
  expect((await seen('admin')).map(({ empid }) => empid).sort()).toEqual([102, 201]);
  expect(await seen('verifier'), 'a check-in without a place is no point').toEqual([]);
  expect(await seen('agent1')).toEqual([]);
  expect(await seen('admin', 'iEmpId=201&date=2026-11-20')).toMatchObject([
    { empid: 201, lat: 12.3, lng: 76.65 },
  ]);
  expect(await seen('admin', 'dTo=2026-11-19')).toEqual([]);
  expect((await query('admin', 'GET', `${path}?records=1`)).headers['x-total-count']).toBe('2');
  expect(await query('admin', 'GET', `${path}?date=x`)).toMatchObject({
    status: 400,
    body: { code: 'badFormat', details: { label: 'date' } },
  });
  it.clock.pass(90 * 24 * 3_600_000 + 1);
  expect(await seen('admin')).toEqual([]);
});
