import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemItself, openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

let server: MasterServer;
let event: number;
let round = 0;
beforeAll(async () => {
  server = await openMasterServer();
  const place = server.defs.find(({ kind }) => kind === 'placeOfOperation')!;
  await server.must('master-placeOfOperation-1', 'create', { fields: place.example }, { as: systemItself });
});
afterAll(async () => {
  await server.close();
});
/** An event with two seats. */
beforeEach(async () => {
  round += 1;
  const fields = {
    vCode: `CAMP-${round}`,
    vName: `Camp ${round}`,
    iPooId: 1,
    dDate: '2026-12-05',
    vVenue: 'Community hall',
    iCapacity: 2,
  };
  event = Number((await server.must('master-campEvent-new', 'create', { fields })).recordId);
});

const comes = (n: number) => ({
  fields: {
    iEventId: event,
    vName: `Guest ${n}`,
    vPhone: `55501${String(round).padStart(2, '0')}${String(n).padStart(3, '0')}`,
    dRegistered: '2026-11-18',
  },
});
const register = (n: number) => server.command('master-eventAttendee-new', 'create', comes(n));
const registered = async (n: number): Promise<string> =>
  `master-${(await server.must('master-eventAttendee-new', 'create', comes(n))).id}`;
const full = { status: 422, code: 'noSeatLeft', field: 'iEventId', details: { n: 2 } };
const counted = async () => (await server.call('GET', `/masters-record/eventlist/${event}`)).body.row.fields;

test('registrations never exceed the capacity of an event, also concurrently', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map(register));
  expect(all.filter((one) => !('refused' in one))).toHaveLength(2);
  expect(all.filter((one) => 'refused' in one)).toMatchObject([full, full, full]);
  await server.masters.rows.reached(server.log.head());
  expect(await counted()).toMatchObject({ iCapacity: 2, iRegistered: 2 });
});

test('a no-show frees the seat; arriving after all needs one again', async () => {
  await server.must(`master-campEvent-${event}`, 'move', { action: 'open' });
  const [first, second] = [await registered(1), await registered(2)];
  await server.must(first, 'move', { action: 'absent' });
  await server.must(second, 'move', { action: 'check' });
  await registered(3);
  expect(await server.command(first, 'move', { action: 'check' })).toMatchObject(full);
  expect(await register(4)).toMatchObject(full);
  expect(await counted()).toMatchObject({ iRegistered: 3, iChecked: 1 });
});

test('attendance is recorded at the event, not in advance', async () => {
  await server.must(`master-campEvent-${event}`, 'move', { action: 'open' });
  const stream = await registered(1);
  await server.must(stream, 'move', { action: 'check' });
  const { rows } = (
    await server.call(
      'GET',
      `/masters-list/eventCheck?filter=${encodeURIComponent(JSON.stringify({ iEventId: { op: 'eq', value: event } }))}`,
    )
  ).body;
  expect(rows).toMatchObject([{ stage: 'checked', fields: { vName: 'Guest 1', tChecked: '10:30' } }]);
  const given = comes(2);
  const early = await server.command('master-eventAttendee-new', 'create', {
    fields: { ...given.fields, tChecked: '09:00' },
  });
  expect(early).toMatchObject({ status: 400, code: 'fixedField', field: 'tChecked' });
});

test('the capacity cannot drop below the taken seats, by a change or by restoring a version', async () => {
  await server.must(`master-campEvent-${event}`, 'update', { fields: { iCapacity: 3 } }, { seen: 1 });
  for (const n of [1, 2, 3]) await registered(n);
  const fewer = { status: 422, code: 'fewerSeats', field: 'iCapacity', details: { n: 3 } };
  expect(
    await server.command(`master-campEvent-${event}`, 'update', { fields: { iCapacity: 2 } }, { seen: 2 }),
  ).toMatchObject(fewer);
  expect(
    await server.command(`master-campEvent-${event}`, 'revert', { version: 1 }, { seen: 2 }),
  ).toMatchObject(fewer);
  await server.must(
    `master-campEvent-${event}`,
    'update',
    { fields: { iCapacity: 3, vVenue: 'Other hall' } },
    { seen: 2 },
  );
});

test('a dry run shows which lines of a file find no seat', async () => {
  await registered(1);
  const file = new FormData();
  const lines = [
    'Event,Name,Phone,Registered',
    ...[7, 8, 9].map(
      (n) => `CAMP-${round},Line ${n},55502${String(round).padStart(2, '0')}00${n},18-11-2026`,
    ),
  ];
  file.append('file', new Blob([lines.join('\r\n')]), 'guests.csv');
  const taken = await server.call('POST', '/masters-import/eventCheck', file);
  await server.masters.idle();
  const read = await server.call('GET', `/masters-import/eventCheck/${taken.body.id}`);
  expect(read.body.lines).toMatchObject([
    { effect: 'create', problems: [] },
    {
      effect: 'bad',
      problems: [{ code: 'noSeatLeft', field: 'iEventId', message: 'All 2 seats are taken.' }],
    },
    { effect: 'bad', problems: [{ code: 'noSeatLeft' }] },
  ]);
});

test('a route with reordered stops is published under that name and can be restored', async () => {
  const stops = ['4th Block', '9th Block', 'Ragigudda'].map((vStop) => ({ vStop, iMinutes: 15 }));
  const fields = { vCode: `ROUTE-${round}`, vName: `Route ${round}`, iPooId: 1, weekdays: ['mon'], stops };
  const { id } = await server.must('master-customerRoute-new', 'create', { fields });
  const stream = `master-${id}`;
  const turned = [stops[2], stops[0], stops[1]];
  await server.must(stream, 'update', { fields: { stops: turned } }, { seen: 1 });
  await server.must(stream, 'update', { fields: { stops: turned.slice(1) } }, { seen: 2 });
  await server.must(
    stream,
    'update',
    { fields: { stops: [stops[1], stops[0]], vName: `Route ${round} anew` } },
    { seen: 3 },
  );
  await server.must(stream, 'revert', { version: 2 }, { seen: 4 });
  const events = await server.log.readStream(stream);
  expect(events.map(({ type }) => type)).toEqual([
    'MasterRecordCreated',
    'RouteStopsReordered',
    'MasterRecordUpdated',
    'MasterRecordUpdated',
    'MasterRecordUpdated',
  ]);
  expect(events[1]!.data).toMatchObject({ fields: { stops: turned }, before: { stops } });
  const { row } = (await server.call('GET', `/masters-record/customerRouteMaster/${numberOf(id)}`)).body;
  expect(row.fields).toMatchObject({ vName: `Route ${round}`, stops: turned });
});

const numberOf = (id: string): string => id.slice(id.lastIndexOf('-') + 1);
