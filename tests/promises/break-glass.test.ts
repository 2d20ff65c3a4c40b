import { afterAll, beforeAll, expect, test } from 'vitest';
import { glassMs, glassStream } from '#shared/streams/care/careaccess.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

let t: TestServer;
let carer: Person, doctor: Person, admin: Person;
/** A patient of a place where neither the carer nor the doctor works. */
const far = 900_701;
const nowhere = 99;
const reason = 'Calls from Mysuru with chest pain, her own doctor is away';

beforeAll(async () => {
  t = await openTestServer();
  [carer, doctor, admin] = await Promise.all([t.signIn('cc1'), t.signIn('doctor'), t.signIn('admin')]);
  await happened(`patient-${far}`, 1, 'PatientRegistered', {
    ...{ name: 'Savitri Rao', customerId: 900_700, pooId: nowhere },
    ...{ relation: 'self', dob: '1961-04-02', gender: 'female', diagnoses: [] },
  });
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

async function happened(
  stream: string,
  version: number,
  type: string,
  data: Record<string, unknown>,
): Promise<void> {
  const outcome = await appendEvents(
    t.server.log,
    [
      {
        ...{ stream, version, type, data, id: t.server.newId(), at: new Date(t.clock.now()).toISOString() },
        actor: { kind: 'system', empId: null, name: 'server' },
        ...{ correlationId: 'test', causationId: null },
      },
    ],
    [[stream, version - 1]],
  );
  expect(outcome.kind).toBe('written');
}
const screens = ['head', 'vitals', 'history', 'labs', 'story', 'looks'];
const statuses = async (who: Person): Promise<readonly number[]> =>
  Promise.all(screens.map(async (screen) => (await who.get(`/care/patients/${far}/${screen}`)).status));
const all = (status: number): readonly number[] => screens.map(() => status);
const breakGlass = (who: Person, given: string, of = who.empId) =>
  who.command(glassStream(of, far), 'breakGlass', { patientId: far, reason: given });

test('stays shut without a reason, on every screen', async () => {
  expect(await statuses(carer)).toEqual(all(403));
  expect((await carer.get(`/care/patients/${far}/head`)).body.error ?? '').not.toContain('Savitri');
  expect((await breakGlass(carer, 'urgent')).status).toBe(400);
  expect((await breakGlass(carer, reason, doctor.empId)).status).toBe(403);
  expect(await statuses(carer)).toEqual(all(403));
});

test('opens with a reason for whoever gave it, and for nobody else', async () => {
  expect((await breakGlass(carer, reason)).status).toBe(200);
  await until('the record opens', async () => (await carer.get(`/care/patients/${far}/head`)).status === 200);
  expect(await statuses(carer)).toEqual(all(200));
  expect(await statuses(doctor)).toEqual(all(403));
});

test('a second reason within the same quarter of an hour is another look, not a fault', async () => {
  const other = 'She calls again, short of breath this time';
  expect((await breakGlass(carer, other)).status).toBe(200);
  await until('the look carries the new reason', async () => {
    expect((await carer.get(`/care/patients/${far}/vitals`)).status).toBe(200);
    const { rows } = (await admin.get(`/care/patients/${far}/looks`)).body as { rows: { reason: string }[] };
    return rows.filter((row) => row.reason === other).length > 1;
  });
});

test('is shown to the admin with person, reason and screens, and notified at once', async () => {
  const { rows } = (await admin.get(`/care/patients/${far}/looks`)).body as {
    rows: { empId: number; reason: string | null; glass: boolean; screen: string }[];
  };
  expect(rows.filter(({ glass }) => glass).map(({ empId }) => empId)).toEqual([carer.empId, carer.empId]);
  const looks = rows.filter(({ glass, empId }) => !glass && empId === carer.empId);
  expect(looks.length).toBeGreaterThan(3);
  expect(looks.every((row) => row.reason !== null)).toBe(true);
  const notices = new FeedClient(t.url, admin, 'notifications/me');
  await notices.ready();
  await until('the notice', () => JSON.stringify([...notices.rows.values()]).includes('glassBroken'));
  expect(JSON.stringify([...notices.rows.values()])).not.toContain('chest pain');
  notices.close();
});

test('a prescription and a list of medicines are read one by one, and each look is written down', async () => {
  const [checker, digi] = await Promise.all([t.signIn('checker'), t.signIn('digi1')]);
  for (const feed of ['case/prescription', 'case/medicines']) {
    expect([feed, (await checker.get(`/feeds/${feed}`)).status]).toEqual([feed, 403]);
    expect([feed, (await checker.get(`/feeds/${feed}?at=2026-11-01T00:00:00.000Z`)).status]).toEqual([
      feed,
      403,
    ]);
  }
  const { rows } = (await checker.get('/feeds/queue/prescriptionChecker')).body as {
    rows: { id: string; subject?: string }[];
  };
  const seen = await checker.get(`/feeds/case/prescription?id=${rows[0]!.id}`);
  expect(seen.status).toBe(200);
  const { patientId } = (seen.body as { received: { patientId: number } }).received;
  expect((await digi.get(`/feeds/case/prescription?id=${rows[0]!.id}`)).status).toBe(200);
  const found = (await admin.get(`/care/patients/${patientId}/looks`)).body as {
    rows: { empId: number; screen: string }[];
  };
  const readers = found.rows.filter(({ screen }) => screen === 'prescription').map(({ empId }) => empId);
  expect(readers.toSorted()).toEqual([checker.empId, digi.empId].toSorted());
  // Whoever looks sees who it is, and what the customer said no to.
  const head = async () =>
    (await admin.get(`/care/patients/${patientId}/head`)).body as {
      customerId: number;
      phoneMasked: string;
      consentsRefused: readonly string[];
    };
  const { customerId, phoneMasked, consentsRefused } = await head();
  expect([phoneMasked, consentsRefused]).toEqual([expect.stringMatching(/^•{6}\d{4}$/), []]);
  const no = { kind: 'calling', channel: 'phone' };
  expect((await admin.command(`customer-${customerId}`, 'withdrawConsent', no)).status).toBe(200);
  expect((await head()).consentsRefused).toEqual(['calling']);
});

test('ends by the clock, and no live feed carries the patient before, during or after', async () => {
  const feed = await new FeedClient(t.url, carer, 'care/changes').ready();
  const sees = (): boolean => [...feed.rows.values()].some(({ patientId }) => patientId === far);
  const measured = async (version: number): Promise<void> => {
    await happened('carekit-900702', version, 'CareKitSent', { patientId: far, pooId: nowhere });
    await happened('carekit-900703', version, 'CareKitSent', { patientId: 900_704, pooId: 1 });
    // The change of the own place comes after it on the same feed.
    await until('the next change', () =>
      [...feed.rows.values()].some(({ patientId, position }) => {
        const last = Number(position) > latest && patientId === 900_704;
        if (last) latest = Number(position);
        return last;
      }),
    );
  };
  let latest = 0;
  await measured(1);
  expect(sees()).toBe(false);
  expect((await carer.get(`/care/patients/${far}/head`)).status).toBe(200);
  // In steps, so that the session does not idle out before the hour is over.
  const opened = t.clock.now();
  for (let step = 1; step < 12; step += 1) {
    t.clock.pretend(opened + (step * glassMs) / 12);
    expect((await carer.get(`/care/patients/${far}/head`)).status).toBe(200);
  }
  t.clock.pretend(opened + glassMs - 1);
  expect((await carer.get(`/care/patients/${far}/head`)).status).toBe(200);
  t.clock.pretend(opened + glassMs);
  await measured(2);
  expect(sees()).toBe(false);
  expect(await statuses(carer)).toEqual(all(403));
  feed.close();
});
