import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseItself, openMasterHouse, type MasterHouse } from '#tests/kit/master-house.ts';

let house: MasterHouse;
let event: number;
let round = 0;
beforeAll(async () => {
  house = await openMasterHouse();
  const place = house.defs.find(({ kind }) => kind === 'placeOfOperation')!;
  await house.must('master-placeOfOperation-1', 'create', { fields: place.example }, { as: houseItself });
});
afterAll(async () => {
  await house.close();
});
/** An event with two seats. */
beforeEach(async () => {
  round += 1;
  const fields = { vCode: `CAMP-${round}`, vName: `Camp ${round}`, iPooId: 1, dDate: '2026-12-05', vVenue: 'Community hall', iCapacity: 2 };
  event = Number((await house.must('master-campEvent-new', 'create', { fields })).recordId);
});

const comes = (n: number) => ({
  fields: { iEventId: event, vName: `Guest ${n}`, vPhone: `55501${String(round).padStart(2, '0')}${String(n).padStart(3, '0')}`, dRegistered: '2026-11-18' },
});
const register = (n: number) => house.order('master-eventAttendee-new', 'create', comes(n));
const registered = async (n: number): Promise<string> => `master-${(await house.must('master-eventAttendee-new', 'create', comes(n))).id}`;
const full = { status: 422, code: 'noSeatLeft', field: 'iEventId', details: { n: 2 } };
const counted = async () => (await house.call('GET', `/masters-record/eventlist/${event}`)).body.row.fields;

test('nobody is registered beyond the capacity of an event, also of many at the same moment', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map(register));
  expect(all.filter((one) => !('refused' in one))).toHaveLength(2);
  expect(all.filter((one) => 'refused' in one)).toMatchObject([full, full, full]);
  await house.masters.rows.reached(house.log.head());
  expect(await counted()).toMatchObject({ iCapacity: 2, iRegistered: 2 });
});

test('who does not come leaves the seat; coming after all needs one again', async () => {
  const [first, second] = [await registered(1), await registered(2)];
  await house.must(first, 'move', { action: 'absent' });
  await house.must(second, 'move', { action: 'check' });
  await registered(3);
  expect(await house.order(first, 'move', { action: 'check' })).toMatchObject(full);
  expect(await register(4)).toMatchObject(full);
  expect(await counted()).toMatchObject({ iRegistered: 3, iChecked: 1 });
});

test('when somebody came is written down at the door, by nobody beforehand', async () => {
  const stream = await registered(1);
  await house.must(stream, 'move', { action: 'check' });
  const { rows } = (await house.call('GET', `/masters-list/eventCheck?filter=${encodeURIComponent(JSON.stringify({ iEventId: { op: 'eq', value: event } }))}`))
    .body;
  expect(rows).toMatchObject([{ stage: 'checked', fields: { vName: 'Guest 1', tChecked: '10:30' } }]);
  const given = comes(2);
  const early = await house.order('master-eventAttendee-new', 'create', { fields: { ...given.fields, tChecked: '09:00' } });
  expect(early).toMatchObject({ status: 400, code: 'fixedField', field: 'tChecked' });
});

test('the capacity is not lowered below the seats that are taken, by no change and by no going back', async () => {
  await house.must(`master-campEvent-${event}`, 'update', { fields: { iCapacity: 3 } }, { seen: 1 });
  for (const n of [1, 2, 3]) await registered(n);
  const fewer = { status: 422, code: 'fewerSeats', field: 'iCapacity', details: { n: 3 } };
  expect(await house.order(`master-campEvent-${event}`, 'update', { fields: { iCapacity: 2 } }, { seen: 2 })).toMatchObject(fewer);
  expect(await house.order(`master-campEvent-${event}`, 'revert', { version: 1 }, { seen: 2 })).toMatchObject(fewer);
  await house.must(`master-campEvent-${event}`, 'update', { fields: { iCapacity: 3, vVenue: 'Other hall' } }, { seen: 2 });
});

test('a file says before it is carried out which of its lines find no seat', async () => {
  await registered(1);
  const file = new FormData();
  const lines = ['Event,Name,Phone,Registered', ...[7, 8, 9].map((n) => `CAMP-${round},Line ${n},55502${String(round).padStart(2, '0')}00${n},18-11-2026`)];
  file.append('file', new Blob([lines.join('\r\n')]), 'guests.csv');
  const taken = await house.call('POST', '/masters-import/eventCheck', file);
  await house.masters.idle();
  const read = await house.call('GET', `/masters-import/eventCheck/${taken.body.id}`);
  expect(read.body.lines).toMatchObject([
    { effect: 'create', problems: [] },
    { effect: 'bad', problems: [{ code: 'noSeatLeft', field: 'iEventId', message: 'All 2 seats are taken.' }] },
    { effect: 'bad', problems: [{ code: 'noSeatLeft' }] },
  ]);
});

test('a route whose stops change nothing but their order is told of by that name, and goes back like any change', async () => {
  const stops = ['4th Block', '9th Block', 'Ragigudda'].map((vStop) => ({ vStop, iMinutes: 15 }));
  const fields = { vCode: `ROUTE-${round}`, vName: `Route ${round}`, iPooId: 1, weekdays: ['mon'], stops };
  const { id } = await house.must('master-customerRoute-new', 'create', { fields });
  const stream = `master-${id}`;
  const turned = [stops[2], stops[0], stops[1]];
  await house.must(stream, 'update', { fields: { stops: turned } }, { seen: 1 });
  await house.must(stream, 'update', { fields: { stops: turned.slice(1) } }, { seen: 2 });
  await house.must(stream, 'update', { fields: { stops: [stops[1], stops[0]], vName: `Route ${round} anew` } }, { seen: 3 });
  await house.must(stream, 'revert', { version: 2 }, { seen: 4 });
  const events = await house.log.readStream(stream);
  expect(events.map(({ type }) => type)).toEqual([
    'MasterRecordCreated',
    'RouteStopsReordered',
    'MasterRecordUpdated',
    'MasterRecordUpdated',
    'MasterRecordUpdated',
  ]);
  expect(events[1]!.data).toMatchObject({ fields: { stops: turned }, before: { stops } });
  const { row } = (await house.call('GET', `/masters-record/customerRouteMaster/${numberOf(id)}`)).body;
  expect(row.fields).toMatchObject({ vName: `Route ${round}`, stops: turned });
});

const numberOf = (id: string): string => id.slice(id.lastIndexOf('-') + 1);
