import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** Consequences elsewhere when a master's record changes its stage. */

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

let round = 0;
const make = async (
  kind: string,
  fields: Record<string, unknown>,
  as: Person = admin,
): Promise<{ id: number; stream: string; version: number }> => {
  const made = await as.command(`master-${kind}-new`, 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { id: Number(made.body.recordId), stream: made.body.stream, version: made.body.version };
};
const move = async (stream: string, action: string, as: Person = admin) => {
  const done = await as.command(stream, 'move', { action });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  await test.server.settled();
};
const fieldsOf = async (name: string, id: number) =>
  (await admin.get(`/masters-record/${name}/${id}`)).body.row.fields;

it('a guest checked in at an event becomes a lead of the event’s place; a known phone is a touch', async () => {
  round += 1;
  const phone = `55588${String(round).padStart(2, '0')}001`;
  const event = await make('campEvent', {
    vCode: `CAMP-${round}`,
    vName: `Camp ${round}`,
    iPooId: 1,
    dDate: '2026-12-05',
    vVenue: 'Community hall',
    iCapacity: 50,
  });
  await move(event.stream, 'open');
  const attendee = (vPhone: string, vName: string) =>
    make('eventAttendee', { iEventId: event.id, vName, vPhone, dRegistered: '2026-11-18' });
  const first = await attendee(phone, 'Savitri Camp');
  expect((await test.server.states.load(`unique-leadPhone-${phone}`)).state.owner).toBeNull();
  await move(first.stream, 'check');
  const { iLeadId } = await fieldsOf('eventCheck', first.id);
  const lead = (await test.server.states.load(`lead-${iLeadId}`)).state;
  expect(lead).toMatchObject({ name: 'Savitri Camp', phone, source: 'event', pooId: 1, touches: 1 });

  const again = await make('campEvent', {
    vCode: `CAMP-${round}-B`,
    vName: `Camp ${round} again`,
    iPooId: 1,
    dDate: '2026-12-08',
    vVenue: 'Community hall',
    iCapacity: 50,
  });
  await move(again.stream, 'open');
  const second = await make('eventAttendee', {
    iEventId: again.id,
    vName: 'Savitri Camp',
    vPhone: phone,
    dRegistered: '2026-11-18',
  });
  await move(second.stream, 'check');
  expect((await fieldsOf('eventCheck', second.id)).iLeadId).toBe(iLeadId);
  expect((await test.server.states.load(`lead-${iLeadId}`)).state.touches).toBe(2);

  const absent = await attendee(`55588${String(round).padStart(2, '0')}002`, 'Never Came');
  await move(absent.stream, 'absent');
  expect((await fieldsOf('eventCheck', absent.id)).iLeadId).toBeUndefined();
});

it('an approved product request becomes a draft product; missing fields are required first', async () => {
  round += 1;
  const request = {
    vName: `Followed-ZD ${round}`,
    vMaker: 'Kaveri Formulations',
    vPack: 'TAB 15',
    nMrpPaise: 64_00,
    vReason: 'CUSTOMER_DEMAND',
    iPooId: 1,
  };
  const requested = await make('productRequest', request);
  const manager = await test.signIn('stockhead');
  const bare = await admin.command(requested.stream, 'move', { action: 'approve' });
  expect(['required', 'selfApproval']).toContain(bare.body.code);
  const emitted = await admin.command(
    requested.stream,
    'update',
    { fields: { vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1, vForm: 'TAB', iPackSize: 15 } },
    { version: requested.version },
  );
  expect(emitted.status, JSON.stringify(emitted.body)).toBe(200);
  await move(requested.stream, 'approve', manager);
  const drafts = async (): Promise<{ stage: string; fields: Record<string, unknown> }[]> =>
    (
      (await admin.get(`/masters-list/productMaster?q=${encodeURIComponent(request.vName)}`)).body as {
        rows: never[];
      }
    ).rows;
  await expect.poll(drafts).toHaveLength(1);
  const rows = await drafts();
  const reactions = await test.server.pool.query<{ last_error: string | null }>(
    "select last_error from reactions where id like 'draft-product:%' order by id desc limit 1",
  );
  expect(reactions.rows[0], 'the draft was asked for').toEqual({ last_error: null });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    stage: 'draft',
    fields: {
      vName: request.vName,
      vKind: 'PHARMA',
      iPackSize: 15,
      nReferenceMrpPaise: 64_00,
      iRequestId: requested.id,
    },
  });
});
