import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chief,
  systemItself,
  openMasterServer,
  personWith,
  type MasterServer,
} from '#tests/kit/master-server.ts';
import { beginMasters } from './begin.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
});
afterAll(async () => {
  await server.close();
});

const reason = (n: number, more: object = {}) => ({
  fields: { vCode: `R-${n}`, vName: `Reason number ${n}`, vReasonGroup: 'exit', ...more },
});

test('a record is created, listed, found, changed and published', async () => {
  const made = await server.must('master-reason-new', 'create', reason(1));
  expect(made).toMatchObject({ id: 'reason-1', recordId: 1, version: 1 });
  const page = await server.call('GET', '/masters-list/reasonmaster?q=number%201');
  expect(page.body).toMatchObject({
    total: 1,
    cut: false,
    rows: [{ id: 1, iStatus: 1, fields: { vCode: 'R-1', bNeedsText: 0 }, updatedBy: 'Asha Menon' }],
  });
  await server.must(
    'master-reason-1',
    'update',
    { fields: { vName: 'Moved away' }, reason: 'spelled wrong' },
    { seen: 1 },
  );
  const story = await server.call('GET', '/masters-record/reasonmaster/1/history?field=vName');
  expect(story.body.entries).toMatchObject([
    {
      version: 2,
      reason: 'spelled wrong',
      changes: [{ field: 'vName', before: 'Reason number 1', after: 'Moved away' }],
    },
    { version: 1, type: 'MasterRecordCreated' },
  ]);
  expect(server.faults).toEqual([]);
});

test('edits of different fields are merged; a conflict on one field shows both values', async () => {
  const { id } = await server.must('master-reason-new', 'create', reason(2));
  await server.must(
    `master-${id}`,
    'update',
    { fields: { vDescription: 'first' } },
    { seen: 1, as: personWith(['Masters/reasonmaster:edit'], { name: 'Ravi' }) },
  );
  await server.must(`master-${id}`, 'update', { fields: { vName: 'Second' } }, { seen: 1 });
  const clash = await server.command(
    `master-${id}`,
    'update',
    { fields: { vDescription: 'third' } },
    { seen: 1 },
  );
  expect(clash).toMatchObject({
    code: 'fieldConflict',
    status: 409,
    details: { conflicts: [{ field: 'vDescription', mine: 'third', theirs: 'first', by: 'Ravi' }] },
  });
});

test('a code in use is refused, also for two concurrent commands', async () => {
  const both = await Promise.all([
    server.command('master-reason-new', 'create', reason(3)),
    server.command('master-reason-new', 'create', reason(3)),
  ]);
  expect(both.filter((one) => 'refused' in one)).toMatchObject([
    { code: 'duplicateRecord', status: 409, field: 'vCode' },
  ]);
});

test('every route and command refuses a person without permission', async () => {
  const stranger = personWith(['Masters/zoneMaster:view']);
  expect((await server.call('GET', '/masters-list/reasonmaster', undefined, stranger)).status).toBe(403);
  expect((await server.call('GET', '/masters-list/reasonmaster', undefined, null)).status).toBe(401);
  expect(await server.command('master-reason-new', 'create', reason(9), { as: stranger })).toMatchObject({
    status: 403,
  });
});

test('restoring a version is a new change, and cancelling frees the code', async () => {
  const { id } = await server.must('master-reason-new', 'create', reason(4));
  await server.must(`master-${id}`, 'update', { fields: { vName: 'Other', vDescription: 'x' } }, { seen: 1 });
  await server.must(`master-${id}`, 'revert', { version: 1 }, { seen: 2, as: chief });
  const { body } = await server.call('GET', `/masters-record/reasonmaster/${id.split('-')[1]}`);
  expect(body.row).toMatchObject({ version: 3, fields: { vName: 'Reason number 4' } });
  expect(body.row.fields.vDescription).toBeUndefined();
  await server.must(`master-${id}`, 'cancel', {}, { seen: 3 });
  await server.must('master-reason-new', 'create', reason(4));
});

test('masked phones cannot be sorted by or queried in bulk', async () => {
  // A second digit finds the leads of the first.
  for (const [n, phone] of ['5550110091', '9990110012', '7770110055'].entries())
    await server.command('lead-new', 'createLead', { name: `Hidden ${'abc'[n]}`, phone, source: 'web' });
  await server.masters.rows.reached(server.log.head());
  const looker = personWith(['Masters/leadCreation:view']);
  const phones = async (query: string, as = looker): Promise<string[]> =>
    (await server.call('GET', `/masters-list/leadCreation?${query}`, undefined, as)).body.rows.map(
      (row: { fields: { vPhone: string } }) => row.fields.vPhone,
    );
  expect(await phones('sort=vPhone')).toEqual(['••••••0012', '••••••0055', '••••••0091']);
  expect(await phones('sort=-vPhone')).toEqual(['••••••0091', '••••••0055', '••••••0012']);
  expect(await phones('sort=vPhone', chief)).toEqual(['5550110091', '7770110055', '9990110012']);
  const by = (op: string, value: unknown) =>
    `filter=${encodeURIComponent(JSON.stringify({ vPhone: { op, value } }))}`;
  expect(await phones(by('eq', '7770110055'))).toEqual(['••••••0055']);
  expect(await phones(by('in', ['7770110055', '7770110056']))).toEqual([]);
  expect(await phones(by('gt', '0050'))).toHaveLength(2);
  expect(await phones(by('in', ['7770110055', '7770110056']), chief)).toEqual(['7770110055']);
});

test('an installation outside the demo starts with reasons for lost leads and blocked hours', async () => {
  const fresh = await openMasterServer();
  try {
    await fresh.must(
      'master-reason-new',
      'create',
      reason(1, { vCode: 'LEAVE', vReasonGroup: 'slot-block' }),
    );
    expect(await beginMasters(fresh.server, fresh.defs)).toBeGreaterThan(6);
    expect(await beginMasters(fresh.server, fresh.defs)).toBe(0);
    await fresh.masters.rows.reached(fresh.log.head());
    const offered = async (at: string): Promise<string[]> =>
      (await fresh.call('GET', `/masters-lookup/${at}?records=50`)).body.items.map(
        (one: { name: string }) => one.name,
      );
    expect((await offered('leadCreation/command.markLost.reasonId')).length).toBeGreaterThan(3);
    expect(await offered('employeeSlotBlock/iReasonId')).toEqual(['Reason number 1', 'Training']);
    const lead = await fresh.must('lead-new', 'createLead', {
      name: 'Kavya Rao',
      phone: '5550117001',
      source: 'web',
    });
    await fresh.must(`lead-${lead.id}`, 'markLost', { reasonId: 2 });
  } finally {
    await fresh.close();
  }
});

test('hours are blocked for a reason of that list only, by hand and from a file', async () => {
  const fresh = await openMasterServer();
  try {
    await beginMasters(fresh.server, fresh.defs);
    await fresh.must(
      'master-placeOfOperation-1',
      'create',
      { fields: defNamed(fresh, 'placeofoperarion').example },
      { as: systemItself },
    );
    for (const { stream, command, input } of defNamed(fresh, 'emplist').source!.story)
      await fresh.must(stream, command, input, { as: systemItself });
    const block = (iReasonId: number, tFrom: string) =>
      fresh.command('master-slotBlock-new', 'create', {
        fields: { iEmpId: 1, dDate: '2026-11-20', tFrom, tTo: '18:00', iReasonId },
      });
    expect(await block(1, '10:00')).toMatchObject({ status: 422, code: 'notInList', field: 'iReasonId' });
    expect(await block(7, '17:00')).not.toHaveProperty('refused');
    const file = new FormData();
    file.append(
      'file',
      new Blob([
        'Employee,Date,From,To,Reason\r\n#1,21-11-2026,10:00,11:00,TOO-DEAR\r\n#1,21-11-2026,12:00,13:00,LEAVE\r\n',
      ]),
      'blocks.csv',
    );
    const taken = await fresh.call('POST', '/masters-import/employeeSlotBlock', file);
    await fresh.masters.idle();
    const { lines } = (await fresh.call('GET', `/masters-import/employeeSlotBlock/${taken.body.id}`)).body;
    expect(lines).toMatchObject([
      { effect: 'bad', problems: [{ code: 'notInList', field: 'iReasonId' }] },
      { effect: 'create' },
    ]);
  } finally {
    await fresh.close();
  }
});

test('documents of a direct selling agent name an affiliate only', async () => {
  const fresh = await openMasterServer();
  try {
    await fresh.must(
      'master-placeOfOperation-1',
      'create',
      { fields: defNamed(fresh, 'placeofoperarion').example },
      { as: systemItself },
    );
    for (const { stream, command, input } of defNamed(fresh, 'emplist').source!.story)
      await fresh.must(stream, command, input, { as: systemItself });
    const other = {
      firstName: 'No',
      lastName: 'Affiliate',
      email: 'no.affiliate@care.example',
      designationId: 2,
      pooId: 1,
      joiningDate: '2026-01-05',
    };
    await fresh.must('employee-2', 'createEmployee', other, { as: systemItself });
    const { items } = (await fresh.call('GET', '/masters-lookup/affiliateMaster/iEmpId')).body;
    expect(items.map((one: { id: number }) => one.id)).toEqual([1]);
    const { example } = defNamed(fresh, 'affiliateMaster');
    const papers = (iEmpId: number) =>
      fresh.command('master-dsa-new', 'create', { fields: { ...example, iEmpId } });
    expect(await papers(2)).toMatchObject({ status: 422, code: 'notInList', field: 'iEmpId' });
    expect(await papers(1)).not.toHaveProperty('refused');
  } finally {
    await fresh.close();
  }
});

test('a planned day is not on a holiday of its place, when created or moved', async () => {
  const fresh = await openMasterServer();
  try {
    const make = (kind: string, fields: object) => fresh.must(`master-${kind}-new`, 'create', { fields });
    for (const n of [1, 2])
      await make('placeOfOperation', {
        vCode: `BLR0${n}`,
        vName: `Place ${n}`,
        vKind: 'store',
        vCity: 'Bengaluru',
      });
    await make('holiday', { dDate: '2026-12-25', vName: 'Christmas', vType: 'national' });
    await make('holiday', { dDate: '2026-12-11', vName: 'Founders’ day', vType: 'state', pooIds: [1] });
    const given = await make('holiday', { dDate: '2026-12-12', vName: 'Given up', vType: 'national' });
    await fresh.must(`master-${given.id}`, 'deactivate', {});
    let round = 0;
    const camp = (iPooId: number, dDate: string) =>
      fresh.command('master-campEvent-new', 'create', {
        fields: {
          vCode: `CAMP-${(round += 1)}`,
          vName: `Camp ${round}`,
          iPooId,
          dDate,
          vVenue: 'Hall',
          iCapacity: 50,
        },
      });
    expect(await camp(1, '2026-12-25')).toMatchObject({
      status: 422,
      code: 'holidayNotAllowed',
      field: 'dDate',
      details: { name: 'Christmas' },
    });
    expect(await camp(1, '2026-12-11')).toMatchObject({ code: 'holidayNotAllowed' });
    expect(await camp(2, '2026-12-12')).not.toHaveProperty('refused');
    const made = await make('campEvent', {
      vCode: 'CAMP-X',
      vName: 'Camp X',
      iPooId: 2,
      dDate: '2026-12-11',
      vVenue: 'Hall',
      iCapacity: 50,
    });
    const moved = (dDate: string) =>
      fresh.command(`master-${made.id}`, 'update', { fields: { dDate } }, { seen: 1 });
    expect(await moved('2026-12-25')).toMatchObject({ code: 'holidayNotAllowed' });
    expect(await moved('2026-12-24')).not.toHaveProperty('refused');
    await fresh.must(
      'employee-2',
      'createEmployee',
      {
        firstName: 'Nila',
        email: 'nila@care.example',
        designationId: 2,
        pooId: 1,
        joiningDate: '2026-01-05',
      },
      { as: systemItself },
    );
    await make('reason', { vCode: 'LEAVE', vName: 'Leave', vReasonGroup: 'slot-block' });
    const block = (dDate: string) =>
      fresh.command('master-slotBlock-new', 'create', {
        fields: { iEmpId: 2, dDate, tFrom: '10:00', tTo: '11:00', iReasonId: 1 },
      });
    expect(await block('2026-12-11')).toMatchObject({ code: 'holidayNotAllowed' });
    expect(await block('2026-12-10')).not.toHaveProperty('refused');
  } finally {
    await fresh.close();
  }
});

test('a past holiday cannot be changed, and none is moved into the past', async () => {
  const day = { dDate: '2026-12-25', vName: 'Christmas', vType: 'national' };
  const { id } = await server.must('master-holiday-new', 'create', { fields: day });
  const change = (fields: object, seen: number) =>
    server.command(`master-${id}`, 'update', { fields }, { seen });
  expect(await change({ dDate: '2026-11-17' }, 1)).toMatchObject({
    status: 400,
    code: 'dateInPast',
    field: 'dDate',
  });
  expect(await change({ vName: 'Christmas Day' }, 1)).not.toHaveProperty('refused');
  const { at } = server.clock;
  server.clock.at = Date.parse('2026-12-26T09:00:00+05:30');
  expect(await change({ vName: 'Boxing Day' }, 2)).toMatchObject({ status: 400, code: 'dateInPast' });
  server.clock.at = at;
});

test('the person serving a pincode works for a place that does; where none does yet, anybody may', async () => {
  const fresh = await openMasterServer();
  try {
    const make = (kind: string, fields: object) => fresh.must(`master-${kind}-new`, 'create', { fields });
    for (const n of [1, 2])
      await make('placeOfOperation', {
        vCode: `BLR0${n}`,
        vName: `Place ${n}`,
        vKind: 'store',
        vCity: 'Bengaluru',
      });
    for (const { stream, command, input } of defNamed(fresh, 'emplist').source!.story)
      await fresh.must(stream, command, input, { as: systemItself });
    await make('pincodeService', { vPincode: '560041', iPooId: 1, setup: 1 });
    await make('pincodeService', { vPincode: '560038', iPooId: 2, setup: 1 });
    const serve = (vPincode: string) =>
      fresh.command('master-employeePincodeTask-new', 'create', {
        fields: { iEmpId: 1, vPincode, taskTypes: ['setup'], iPriority: 1 },
      });
    expect(await serve('560041')).not.toHaveProperty('refused');
    expect(await serve('560038')).toMatchObject({
      status: 422,
      code: 'employeeNotMapped',
      field: 'iEmpId',
      details: { pincode: '560038' },
    });
    expect(await serve('560099')).not.toHaveProperty('refused');
    const moved = await fresh.command(
      'master-employeePincodeTask-1',
      'update',
      { fields: { vPincode: '560038' } },
      { seen: 1 },
    );
    expect(moved).toMatchObject({ code: 'employeeNotMapped' });
  } finally {
    await fresh.close();
  }
});

test('a survey has versions under one name, one of them published', async () => {
  const version = (vCode: string, iVersion: number) =>
    server.command('master-interviewSurvey-new', 'create', {
      fields: {
        vCode,
        vName: 'First interview',
        iVersion,
        questions: [{ vQuestion: 'Years of experience?', vKind: 'number' }],
      },
    });
  const [first, second] = [await version('INT-V1', 1), await version('INT-V2', 2)];
  expect(second).not.toHaveProperty('refused');
  expect(await version('INT-V2B', 2)).toMatchObject({ code: 'duplicateRecord' });
  const move = (of: typeof first, action: string) =>
    server.command(`master-${(of as { id: string }).id}`, 'move', { action });
  expect(await move(first, 'publish')).not.toHaveProperty('refused');
  expect(await move(second, 'publish')).toMatchObject({
    status: 409,
    code: 'duplicateRecord',
    field: 'vName',
  });
  expect(await move(first, 'supersede')).not.toHaveProperty('refused');
  expect(await move(second, 'publish')).not.toHaveProperty('refused');
});

test('a place lists its pharmacists, each person and registration number once', async () => {
  const fresh = await openMasterServer();
  try {
    for (const n of [2, 3])
      await fresh.must(
        `employee-${n}`,
        'createEmployee',
        {
          firstName: n === 2 ? 'Nandini' : 'Usha',
          email: `p${n}@care.example`,
          designationId: 2,
          pooId: 1,
          joiningDate: '2026-01-05',
        },
        { as: systemItself },
      );
    let round = 0;
    const place = (...pharmacists: object[]) =>
      fresh.command('master-placeOfOperation-new', 'create', {
        fields: {
          vCode: `BLR0${(round += 1)}`,
          vName: `Place ${round}`,
          vKind: 'store',
          vCity: 'Bengaluru',
          pharmacists,
        },
      });
    const nandini = { iEmpId: 2, vRegNo: 'kspc 20417' };
    expect(await place(nandini, { iEmpId: 3, vRegNo: 'KSPC 20418' })).not.toHaveProperty('refused');
    expect(await place({ iEmpId: 77, vRegNo: 'KSPC 1' })).toMatchObject({
      code: 'notInList',
      field: 'pharmacists.0.iEmpId',
    });
    expect(await place({ iEmpId: 2 })).toMatchObject({ code: 'required' });
    expect(await place(nandini, { ...nandini, vRegNo: 'KSPC 20418' })).toMatchObject({
      code: 'notTwice',
      field: 'pharmacists.1.iEmpId',
    });
    expect(await place(nandini, { iEmpId: 3, vRegNo: 'KSPC 20417' })).toMatchObject({
      code: 'notTwice',
      field: 'pharmacists.1.vRegNo',
    });
  } finally {
    await fresh.close();
  }
});

const defNamed = (of: MasterServer, name: string) => of.defs.find((def) => def.name === name)!;
