import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
});
afterAll(async () => {
  await server.close();
});

type Values = Readonly<Record<string, unknown>>;
const make = (kind: string, fields: Values) => server.command(`master-${kind}-new`, 'create', { fields });
const made = (kind: string, fields: Values) =>
  server.must(`master-${kind}-new`, 'create', { fields }) as Promise<Record<string, any>>;

test('a vehicle number is stored without spaces and hyphens, whichever way it is typed', async () => {
  const transporter = await made('transporter', { vCode: 'OWN', vName: 'Own fleet', vMode: 'OWN' });
  const van = { vCode: 'VAN-A', vName: 'Van A', vType: '4W', iTransporterId: transporter.recordId };
  const first = await made('vehicle', { ...van, vNumber: 'ka-01 ab 1234' });
  const row = await server.call('GET', `/masters-record/VehicleMaster/${first.recordId}`);
  expect(row.body.row.fields.vNumber).toBe('KA01AB1234');
  expect(
    await make('vehicle', { ...van, vCode: 'VAN-B', vName: 'Van B', vNumber: 'KA 01 AB-1234' }),
  ).toMatchObject({
    code: 'duplicateRecord',
    field: 'vNumber',
  });
  expect(await make('vehicle', { ...van, vCode: 'VAN-C', vName: 'Van C', vNumber: 'van 7' })).toMatchObject({
    code: 'vehicleInvalid',
    details: { v: 'VAN7' },
  });
});

test('a holiday for all places and one for some of them cannot fall on the same day', async () => {
  for (const [n, vName] of ['Jayanagar', 'Mysuru'].entries())
    await made('placeOfOperation', {
      vCode: `P-${n}`,
      vName,
      vKind: 'store',
      vCity: 'Bengaluru',
    });
  const day = { vType: 'state' };
  await made('holiday', { ...day, dDate: '2027-01-14', vName: 'Sankranti' });
  expect(await make('holiday', { ...day, dDate: '2027-01-14', vName: 'Pongal', pooIds: [1] })).toMatchObject({
    code: 'holidayEverywhere',
    details: { name: 'Sankranti' },
  });
  const { recordId } = await made('holiday', {
    ...day,
    dDate: '2027-11-01',
    vName: 'Rajyotsava',
    pooIds: [1],
  });
  expect(await make('holiday', { ...day, dDate: '2027-11-01', vName: 'All Saints' })).toMatchObject({
    code: 'holidayDoubled',
    details: { name: 'Rajyotsava' },
  });
  expect(
    await server.command(
      `master-holiday-${recordId}`,
      'update',
      { fields: { dDate: '2027-01-14' } },
      { seen: 1 },
    ),
  ).toMatchObject({
    code: 'holidayEverywhere',
  });
  await made('holiday', { ...day, dDate: '2027-01-15', vName: 'Elsewhere', pooIds: [1] });
});

test('of two holidays created for one day and place at the same moment, one is refused', async () => {
  const day = { vType: 'state' };
  const place = async (n: number): Promise<number> => {
    const where = { vCode: `HUB-${n}`, vName: `Hub ${n}`, vKind: 'store', vCity: 'Mysuru' };
    return (await made('placeOfOperation', where))['recordId'];
  };
  const [one, two] = [await place(1), await place(2)];
  for (const [n, pair] of [
    [{ pooIds: [one] }, { pooIds: [one, two] }],
    [{}, { pooIds: [two] }],
    [{}, {}],
  ].entries()) {
    const dDate = `2027-03-0${n + 3}`;
    const both = await Promise.all(
      pair.map((places, at) => make('holiday', { ...day, ...places, dDate, vName: `Day ${n} ${at}` })),
    );
    expect(both.filter((one) => 'refused' in one)).toHaveLength(1);
  }
  const apart = await Promise.all(
    [one, two].map((id) =>
      make('holiday', { ...day, dDate: '2027-03-10', vName: `Fair ${id}`, pooIds: [id] }),
    ),
  );
  expect(apart.filter((one) => 'refused' in one)).toEqual([]);
});

test('hours outside the day cannot be blocked', async () => {
  await made('reason', { vCode: 'DENTIST', vName: 'Dentist', vReasonGroup: 'slot-block' });
  const block = { iEmpId: 1, dDate: '2026-11-20', iReasonId: 1 };
  for (const [tFrom, tTo, field] of [
    ['06:00', '10:00', 'tFrom'],
    ['18:00', '22:30', 'tTo'],
  ])
    expect(await make('slotBlock', { ...block, tFrom, tTo })).toMatchObject({
      code: 'outsideDay',
      field,
      details: { from: '08:00', to: '20:00' },
    });
});

test('a question with choices has at least two different ones', async () => {
  const ask = (vChoices?: string) =>
    make('interviewSurvey', {
      vCode: `INT-${vChoices?.length ?? 0}`,
      vName: `Interview ${vChoices ?? 'none'}`,
      questions: [{ vQuestion: 'Shift?', vKind: 'choice', ...(vChoices ? { vChoices } : {}) }],
    });
  for (const choices of [undefined, 'day', 'day; Day ;'])
    expect(await ask(choices)).toMatchObject({ code: 'choicesMissing', field: 'questions.0.vChoices' });
  expect(await ask('day; night')).not.toHaveProperty('refused');
});

test('nobody is checked in at an event before it is opened', async () => {
  const event = await made('campEvent', {
    vCode: 'CAMP-X',
    vName: 'Heart camp',
    iPooId: 1,
    dDate: '2026-12-05',
    vVenue: 'Hall',
    iCapacity: 5,
  });
  const guest = await made('eventAttendee', {
    iEventId: event.recordId,
    vName: 'Savitri Rao',
    vPhone: '5550000777',
    dRegistered: '2026-11-18',
  });
  const check = () => server.command(`master-eventAttendee-${guest.recordId}`, 'move', { action: 'check' });
  expect(await check()).toMatchObject({ code: 'eventNotOpen', details: { name: 'Heart camp' } });
  await server.must(`master-campEvent-${event.recordId}`, 'move', { action: 'open' });
  expect(await check()).not.toHaveProperty('refused');
});

test('a short word is found after any mark, at the beginning of a word only', async () => {
  await made('religion', { vCode: 'TELMI', vName: 'Telmi-ZD 40' });
  const found = async (q: string): Promise<number> =>
    (await server.call('GET', `/masters-list/religionMaster?q=${encodeURIComponent(q)}`)).body.total;
  expect([await found('zd 40'), await found('zd'), await found('ZD-40'), await found('mi')]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('a zone with active regions cannot be closed', async () => {
  const zone = await made('zone', { vCode: 'NORTH', vName: 'North zone' });
  const region = await made('region', { vCode: 'UP', vName: 'Uttar Pradesh', iZoneId: zone.recordId });
  const close = () => server.command(`master-zone-${zone.recordId}`, 'deactivate', {});
  expect(await close()).toMatchObject({ code: 'masterInUseActive', details: { n: 1 } });
  await server.must(`master-region-${region.recordId}`, 'deactivate', {});
  expect(await close()).not.toHaveProperty('refused');
});

test('ranges of one sex do not share an age', async () => {
  const measure = await made('measure', { vCode: 'MMHG', vName: 'mm Hg', vUcum: 'mm[Hg]' });
  const range = (vSex: string, iAgeFrom: number, iAgeTo: number, low = 90, high = 130) => ({
    vSex,
    iAgeFrom,
    iAgeTo,
    low,
    high,
  });
  const vital = (n: number, ...ranges: object[]) =>
    make('vital', {
      vCode: `BP-${n}`,
      vName: `Pressure ${n}`,
      iMeasureId: measure.recordId,
      iDecimals: 0,
      absLow: 30,
      absHigh: 300,
      ranges,
    });
  expect(await vital(1, range('female', 18, 60), range('any', 60, 80))).toMatchObject({
    code: 'rangesOverlap',
    field: 'ranges.1.iAgeFrom',
    details: { n: 1 },
  });
  expect(await vital(2, range('any', 60, 18))).toMatchObject({
    code: 'rangesCross',
    field: 'ranges.0.iAgeTo',
  });
  expect(await vital(3, range('any', 18, 60, 130, 90))).toMatchObject({
    code: 'rangesCross',
    field: 'ranges.0.high',
  });
  expect(
    await vital(4, range('female', 18, 60), range('male', 18, 60), range('any', 61, 80)),
  ).not.toHaveProperty('refused');
});

test('a date before 1900 is refused with its own words', async () => {
  expect(
    await make('holiday', { dDate: '1026-01-26', vName: 'Republic Day', vType: 'national' }),
  ).toMatchObject({
    code: 'dateTooEarly',
    field: 'dDate',
  });
});

test('names that differ only by invisible characters are the same; direction overrides are refused', async () => {
  await made('religion', { vCode: 'JAIN', vName: 'Jain' });
  expect(await make('religion', { vCode: 'JAIN-2', vName: 'Ja\u200bin' })).toMatchObject({
    code: 'duplicateRecord',
    field: 'vName',
  });
  expect(await make('religion', { vCode: 'JAIN-3', vName: 'Ja\u200din' })).toMatchObject({
    code: 'duplicateRecord',
  });
  await made('religion', { vCode: 'DM', vName: "Sant D'Mello" });
  expect(await make('religion', { vCode: 'DM-2', vName: 'SANT D’Mello' })).toMatchObject({
    code: 'duplicateRecord',
    field: 'vName',
  });
  expect(await make('religion', { vCode: 'JAIN-4', vName: 'Jain \u202ecte' })).toMatchObject({
    code: 'turnsText',
    field: 'vName',
  });
});

test('a name is stored without stray joiners, and needs something that can be seen', async () => {
  await made('religion', { vCode: 'STRAY', vName: 'Par\u200dsi \u200c(علی\u200cرضا) 👨‍👩‍👧\u200d' });
  const { rows } = await server.pool.query<{ name: string }>(
    "select fields->>'vName' as name from master_rows where kind = 'religion' and code = 'STRAY'",
  );
  expect(rows).toEqual([{ name: 'Parsi (علی\u200cرضا) 👨‍👩‍👧' }]);
  for (const vName of ['\u3164\u3164', '\u200d\u200c', '\u2800 \ufe0f'])
    expect(await make('religion', { vCode: 'NONE', vName })).toMatchObject({
      code: 'required',
      field: 'vName',
    });
});
