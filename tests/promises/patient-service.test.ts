import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** The specification's patient-care and prescription calls, over the same records as the screens. */
let server: TestServer;
let carer: Person;
let patientId: number;
beforeAll(async () => {
  server = await openTestServer();
  carer = await server.signIn('cc1');
  const month = (await carer.get('/care/assessments')).body.rows as { patientId: number; stage: string }[];
  patientId = month.find(({ stage }) => stage === 'due')!.patientId;
});
afterAll(() => server?.close());

const base = '/customer/api/v2';
const write = (who: Person, method: 'POST' | 'PUT', path: string, body: object, version?: number) =>
  who.send(method, path, body, {
    'idempotency-key': randomUUID(),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
  });
const mother = { relation: 'mother', diagnosisId: 1, ageOfOnset: 50, deceased: false };

it('an item of family history is recorded, listed and changed as on the screen; what a screen would refuse is refused', async () => {
  const listed = async () => {
    const { status, body } = await carer.get(`${base}/familyhistory?iPatientId=${patientId}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { id: string; version: number; ageOfOnset: number; iPatientId: number }[];
  };
  const before = await listed();
  const made = await write(carer, 'POST', `${base}/familyhistory`, { iPatientId: patientId, ...mother });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const found = (await listed()).find(({ id }) => id === made.body.id)!;
  expect(found).toMatchObject({ iPatientId: patientId, ageOfOnset: 50, version: made.body.version });
  expect((await listed()).length).toBe(before.length + 1);
  expect((await write(carer, 'POST', `${base}/familyhistory`, mother)).body).toMatchObject({
    code: 'required',
    field: 'iPatientId',
  });
  const wrong = { iPatientId: patientId, ...mother, relation: 'neighbour' };
  expect(await write(carer, 'POST', `${base}/familyhistory`, wrong)).toMatchObject({ status: 400 });
  const changed = await write(
    carer,
    'PUT',
    `${base}/familyhistory/${found.id}`,
    { ...mother, ageOfOnset: 55 },
    found.version,
  );
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await listed()).find(({ id }) => id === found.id)).toMatchObject({ ageOfOnset: 55 });
  const stale = await write(carer, 'PUT', `${base}/familyhistory/${found.id}`, mother, found.version);
  expect(stale).toMatchObject({ status: 409, body: { code: 'versionConflict' } });
});

it('a reading is noted in the unit given and corrected; the old one stays, marked', async () => {
  const vitals = (await carer.get('/customer/api/v2/vitalmaster?records=100')).body as {
    iVitalId: number;
    vLoinc?: string;
    vVitalName: string;
  }[];
  const pulse = vitals.find(({ vVitalName }) => /pulse|heart rate/i.test(vVitalName))!;
  const values = (value: number) => [{ vitalId: pulse.iVitalId, value, unit: '/min' }];
  const takenAt = new Date(server.clock.now() - 3_600_000).toISOString();
  const made = await write(carer, 'POST', `${base}/VitalDetails`, {
    ...{ iPatientId: patientId, values: values(71), takenAt, source: 'phoneReported' },
    ...{ context: null, position: null, deviceId: null },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = made.body.iVitalDetailId as number;
  const corrected = await write(
    carer,
    'PUT',
    `${base}/VitalDetails/${id}`,
    { values: values(77), reason: 'Misheard on the phone' },
    made.body.version,
  );
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  const rows = (await carer.get(`${base}/VitalDetails?iPatientId=${patientId}`)).body as any[];
  expect(rows.find((row) => row.iVitalDetailId === id)).toMatchObject({ status: 'corrected' });
  expect(rows.some((row) => row.status === 'final' && row.values[0].value === 77)).toBe(true);
});

it('a section of the month is written and listed', async () => {
  const { month } = (await carer.get('/care/assessments')).body;
  const early = await write(carer, 'PUT', `${base}/lifestyletips`, {
    iPatientId: patientId,
    month,
    vText: 'Walk for half an hour after dinner.',
  });
  expect(early).toMatchObject({ status: 409, body: { code: 'caseStage' } });
  const caseId = `${patientId}${month.replace('-', '')}`;
  const claimed = await carer.command(`queueitem-cc-queue-${caseId}`, 'claim');
  expect(claimed.status, JSON.stringify(claimed.body)).toBe(200);
  expect((await carer.command(`cccase-${caseId}`, 'start')).status).toBe(200);
  const written = await write(carer, 'PUT', `${base}/lifestyletips`, {
    iPatientId: patientId,
    month,
    vText: 'Walk for half an hour after dinner.',
  });
  expect(written.status, JSON.stringify(written.body)).toBe(200);
  const rows = (await carer.get(`${base}/lifestyletips?iPatientId=${patientId}`)).body as any[];
  expect(rows.find((row) => row.month === month)).toMatchObject({
    vText: 'Walk for half an hour after dinner.',
    bCarried: false,
  });
});

it('a patient’s records need the patient, the right and the place; the look is audited', async () => {
  expect(await carer.get(`${base}/familyhistory`)).toMatchObject({ status: 400 });
  const agent = await server.signIn('store');
  expect(await agent.get(`${base}/familyhistory?iPatientId=${patientId}`)).toMatchObject({ status: 403 });
  expect(await carer.get(`${base}/familyhistory?iPatientId=999999`)).toMatchObject({ status: 404 });
  await carer.get(`${base}/surgeries?iPatientId=${patientId}`);
  const admin = await server.signIn('admin');
  const looks = (await admin.get(`/care/patients/${patientId}/looks`)).body as { rows: { empId: number }[] };
  expect(looks.rows.some(({ empId }) => empId === carer.empId)).toBe(true);
});

it('every call of the specification about a patient answers a list', async () => {
  const admin = await server.signIn('admin');
  for (const path of [
    ...[
      'patientdiagnosis',
      'pastdiagnosis',
      'surgeries',
      'familyhistory',
      'allergies',
      'treatingdoctor',
      'VitalDetails',
    ],
    ...[
      'imagingandscans',
      'othertests',
      'therapyadherence',
      'lastdoctorfollowup',
      'clinicalobservation',
      'healthrewind',
    ],
    ...['recommendationdetails', 'watchoutfor', 'lifestyletips', 'goalscheck', 'keepthisup', 'thisneedswork'],
    ...['noteonvitals', 'cccarekit', 'cckitescallation'],
  ]) {
    const { status, body } = await admin.get(`${base}/${path}?iPatientId=${patientId}`);
    expect([path, status, Array.isArray(body)]).toEqual([path, 200, true]);
  }
});

it('prescriptions are listed without what was read from them; an upload session is opened and its code sent', async () => {
  const admin = await server.signIn('admin');
  const all = (await admin.get('/prescription/api/v2/PulDet')).body as any[];
  expect(all.length).toBeGreaterThan(3);
  expect(Object.keys(all[0])).not.toContain('lines');
  const rejected = (await admin.get('/prescription/api/v2/presrejection')).body as any[];
  expect(rejected.every(({ vStatus }) => vStatus === 'rejected')).toBe(true);
  const { iPatientId, iCustomerId } = all[0];
  const mine = (await admin.get(`/prescription/api/v2/PulDet?iPatientId=${iPatientId}`)).body as any[];
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.every((row) => row.iPatientId === iPatientId)).toBe(true);
  const opened = await write(admin, 'POST', '/prescription/api/v2/prescriptionuploadsession', {
    iPatientId,
    iCustomerId,
  });
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  const { iPusId } = opened.body;
  expect(await write(admin, 'POST', '/prescription/api/v2/generateOtp', { iPusId })).toMatchObject({
    status: 200,
    body: { maskedPhone: expect.stringContaining('•') },
  });
  expect(await write(admin, 'POST', '/prescription/api/v2/verifyOtp', { iPusId, vOtp: 'abc' })).toMatchObject(
    { status: 400 },
  );
  for (const path of ['customerexitrequest', 'reactivationlog'])
    expect(Array.isArray((await admin.get(`${base}/${path}`)).body)).toBe(true);
});
