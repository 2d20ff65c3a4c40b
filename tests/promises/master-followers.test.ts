import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

/** What follows elsewhere when a master's record moves on. */

let test: TestHouse;
let admin: Person;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

let round = 0;
const make = async (kind: string, fields: Record<string, unknown>, as: Person = admin): Promise<{ id: number; stream: string; version: number }> => {
  const made = await as.order(`master-${kind}-new`, 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { id: Number(made.body.recordId), stream: made.body.stream, version: made.body.version };
};
const move = async (stream: string, action: string, as: Person = admin) => {
  const done = await as.order(stream, 'move', { action });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  await test.house.settled();
};
const fieldsOf = async (name: string, id: number) => (await admin.get(`/masters-record/${name}/${id}`)).body.row.fields;

it('whoever is checked in at an event becomes a lead of the event’s place; a number known already is a touch', async () => {
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
  const attendee = (vPhone: string, vName: string) => make('eventAttendee', { iEventId: event.id, vName, vPhone, dRegistered: '2026-11-18' });
  const first = await attendee(phone, 'Savitri Camp');
  expect((await test.house.states.load(`unique-leadPhone-${phone}`)).state.owner).toBeNull();
  await move(first.stream, 'check');
  const { iLeadId } = await fieldsOf('eventCheck', first.id);
  const lead = (await test.house.states.load(`lead-${iLeadId}`)).state;
  expect(lead).toMatchObject({ name: 'Savitri Camp', phone, source: 'event', pooId: 1, touches: 1 });

  const again = await make('campEvent', {
    vCode: `CAMP-${round}-B`,
    vName: `Camp ${round} again`,
    iPooId: 1,
    dDate: '2026-12-08',
    vVenue: 'Community hall',
    iCapacity: 50,
  });
  const second = await make('eventAttendee', { iEventId: again.id, vName: 'Savitri Camp', vPhone: phone, dRegistered: '2026-11-18' });
  await move(second.stream, 'check');
  expect((await fieldsOf('eventCheck', second.id)).iLeadId).toBe(iLeadId);
  expect((await test.house.states.load(`lead-${iLeadId}`)).state.touches).toBe(2);

  const absent = await attendee(`55588${String(round).padStart(2, '0')}002`, 'Never Came');
  await move(absent.stream, 'absent');
  expect((await fieldsOf('eventCheck', absent.id)).iLeadId).toBeUndefined();
});

it('an approved request for a product becomes a draft of it; what it lacks is asked for before', async () => {
  round += 1;
  const request = { vName: `Followed-ZD ${round}`, vMaker: 'Kaveri Formulations', vPack: 'TAB 15', nMrpPaise: 64_00, vReason: 'CUSTOMER_DEMAND', iPooId: 1 };
  const asked = await make('productRequest', request);
  const manager = await test.signIn('stockhead');
  const bare = await admin.order(asked.stream, 'move', { action: 'approve' });
  expect(['required', 'selfApproval']).toContain(bare.body.code);
  const told = await admin.order(
    asked.stream,
    'update',
    { fields: { vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1, vForm: 'TAB', iPackSize: 15 } },
    { version: asked.version },
  );
  expect(told.status, JSON.stringify(told.body)).toBe(200);
  await move(asked.stream, 'approve', manager);
  const drafts = async (): Promise<{ stage: string; fields: Record<string, unknown> }[]> =>
    ((await admin.get(`/masters-list/productMaster?q=${encodeURIComponent(request.vName)}`)).body as { rows: never[] }).rows;
  await expect.poll(drafts).toHaveLength(1);
  const rows = await drafts();
  const asks = await test.house.pool.query<{ last_error: string | null }>(
    "select last_error from asks where id like 'draft-product:%' order by id desc limit 1",
  );
  expect(asks.rows[0], 'the draft was asked for').toEqual({ last_error: null });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    stage: 'draft',
    fields: { vName: request.vName, vKind: 'PHARMA', iPackSize: 15, nReferenceMrpPaise: 64_00, iRequestId: asked.id },
  });
});
