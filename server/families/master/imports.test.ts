import { afterAll, beforeAll, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { chief, openMasterServer, personWith, type MasterServer } from '#tests/kit/master-server.ts';
import { releaseFiles } from './import-files.ts';
import { readSheetRows } from './read-sheet.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
});
afterAll(async () => {
  await server.close();
});

async function bring(name: string, bytes: Buffer | string, as = chief) {
  const form = new FormData();
  form.append('file', new Blob([bytes as never]), 'records.csv');
  const taken = await server.call('POST', `/masters-import/${name}`, form, as);
  await server.masters.idle();
  return taken.status === 200
    ? server.call('GET', `/masters-import/${name}/${taken.body.id}?records=500`, undefined, as)
    : taken;
}
async function carry(name: string, id: string, what: 'apply' | 'undo', as = chief) {
  const requested = await server.call('POST', `/masters-import/${name}/${id}/${what}`, undefined, as);
  await server.masters.idle();
  await server.masters.rows.reached(server.log.head());
  return requested.status === 200
    ? server.call('GET', `/masters-import/${name}/${id}?records=500`, undefined, as)
    : requested;
}

test("a file is checked line by line, imported, visible in each record's history, and reverted whole", async () => {
  await server.must('master-reason-new', 'create', {
    fields: { vCode: 'OLD', vName: 'Old reason', vReasonGroup: 'exit' },
  });
  await server.must('master-reason-new', 'create', {
    fields: { vCode: 'SAME', vName: 'Same reason', vReasonGroup: 'exit' },
  });
  const lines = Array.from({ length: 200 }, (_, i) => `N-${i},New reason ${i},Cancellation,yes`);
  const csv = [
    'Code,Name,Group,Needs text',
    ...lines,
    'OLD,Old reason renamed,exit,0',
    'SAME,Same reason,Customer exit,no',
    'x,Too short code,exit,0',
    'N-1,Twice in the file,exit,0',
    'BAD-G,Bad group,nonsense,0',
    ',No code at all,exit,0',
  ].join('\n');
  const checked = await bring('reasonmaster', csv);
  expect(checked.body).toMatchObject({
    state: 'checked',
    rows: 206,
    counts: { create: 200, update: 1, same: 1, bad: 4 },
  });
  expect(checked.body.lines.find((line: any) => line.line === 202)).toMatchObject({
    effect: 'update',
    recordId: 1,
    changes: [{ field: 'vName', before: 'Old reason', after: 'Old reason renamed' }],
  });
  expect(checked.body.lines.find((line: any) => line.line === 205).problems).toMatchObject([
    { code: 'fileTwice', field: 'vCode', message: 'Line 3 has the same Code.' },
  ]);

  const done = await carry('reasonmaster', checked.body.id, 'apply');
  expect(done.body).toMatchObject({ state: 'applied', counts: { done: 201, same: 1, bad: 4 } });
  expect((await server.call('GET', '/masters-list/reasonmaster?q=New%20reason')).body.total).toBe(200);
  const story = await server.call('GET', '/masters-record/reasonmaster/1/history');
  expect(story.body.entries[0]).toMatchObject({
    importId: checked.body.id,
    changes: [{ field: 'vName', after: 'Old reason renamed' }],
  });
  expect((await bring('reasonmaster', csv)).body).toMatchObject({ code: 'importAlreadyLoaded' });

  await server.must(
    'master-reason-3',
    'update',
    { fields: { vDescription: 'worked on since' } },
    { seen: 1 },
  );
  const back = await carry('reasonmaster', checked.body.id, 'undo');
  expect(back.body).toMatchObject({ state: 'undone', counts: { undone: 200, kept: 1 } });
  expect((await server.call('GET', '/masters-list/reasonmaster?q=New%20reason')).body.total).toBe(1);
  expect((await server.call('GET', '/masters-record/reasonmaster/1')).body.row.fields.vName).toBe(
    'Old reason',
  );
  expect(server.faults).toEqual([]);
});

test('given a record, when a file leaves a cell blank, then the field is kept; a word empties it, and is counted apart', async () => {
  for (const [vCode, vDescription] of [
    ['KEEP', 'Kept by a blank cell'],
    ['WIPE', 'Emptied by a word'],
    ['WIPS', 'Emptied in Spanish'],
  ])
    await server.must('master-reason-new', 'create', {
      fields: { vCode, vName: `Reason ${vCode}`, vReasonGroup: 'exit', vDescription },
    });
  const csv = [
    'Code,Name,Group,Description',
    'KEEP,Reason renamed,exit,',
    'WIPE,Reason WIPE,exit,(clear)',
    'WIPS,Reason WIPS,exit,(VACIAR)',
  ].join('\n');
  const checked = await bring('reasonmaster', csv);
  expect(checked.body.counts).toEqual({ update: 3, cleared: 2 });
  expect(checked.body.lines.map(({ changes }: any) => changes)).toEqual([
    [{ field: 'vName', before: 'Reason KEEP', after: 'Reason renamed' }],
    [{ field: 'vDescription', before: 'Emptied by a word', after: null }],
    [{ field: 'vDescription', before: 'Emptied in Spanish', after: null }],
  ]);
  const done = await carry('reasonmaster', checked.body.id, 'apply');
  expect(done.body.counts).toEqual({ done: 3, cleared: 2 });
  const held = (await server.call('GET', '/masters-list/reasonmaster?q=KEEP')).body.rows;
  expect(held).toMatchObject([{ fields: { vDescription: 'Kept by a blank cell', vName: 'Reason renamed' } }]);
});

test('the import of a lost node is resumed; that of a live one is left alone', async () => {
  await server.pool.query(
    "insert into nodes (id, roles, version, started_at, seen_at, state, figures) values ('there', '', '', now(), clock_timestamp(), 'up', '{}')",
  );
  await server.pool.query(
    "insert into nodes (id, roles, version, started_at, seen_at, state, figures) values ('silent', '', '', now(), clock_timestamp() - interval '1 minute', 'up', '{}')",
  );
  const files = {
    there: ['applying', 'applying'],
    silent: ['applying', 'failed'],
    gone: ['undoing', 'applied'],
  } as const;
  for (const [node, [state]] of Object.entries(files))
    await server.pool.query(
      "insert into import_files (id, master, file_name, sha256, made_by, made_at, state, worked_on_by) values ($1, 'reasonmaster', '', $1, 1, now(), $2, $1)",
      [node, state],
    );
  await releaseFiles(server.pool, 'here', 20_000);
  const { rows } = await server.pool.query<{ id: string; state: string }>(
    "delete from import_files where id = any('{there,silent,gone}') returning id, state",
  );
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
    there: 'applying',
    silent: 'failed',
    gone: 'applied',
  });
  await server.pool.query('delete from nodes');
});

test('a workbook is read as text and numbers; formulas and their guards stay text', async () => {
  const sheet = [
    ['Code', 'Name', 'Description'],
    ['F-1', "'=1+1", '@home'],
    ['F-2', '=cmd()', '+x'],
  ];
  const bytes = await writeExcelFile(sheet as never).toBuffer();
  expect(await readSheetRows(bytes)).toEqual(sheet.map((cells, i) => ({ line: i + 1, cells })));
  const checked = await bring('religionMaster', bytes);
  expect(checked.body.counts).toEqual({ create: 2 });
  await carry('religionMaster', checked.body.id, 'apply');
  const out = await server.call('GET', '/masters-export/religionMaster?format=csv&sort=vCode');
  expect(out.raw.toString().replace(/^\d+,/gm, '#,')).toBe(
    "\ufeffNo.,Code,Name,Description,Sort order,Status\r\n#,F-1,'=1+1,'@home,,Active\r\n#,F-2,'=cmd(),'+x,,Active\r\n",
  );
  const shown = await server.pool.query(
    "select count(*)::int as n from events where type = 'MasterExported'",
  );
  expect(shown.rows[0].n).toBe(1);
});

test('bulk commands have one result per record, and the same key has no second effect', async () => {
  for (const n of [1, 2, 3])
    await server.must('master-zone-new', 'create', { fields: { vCode: `Z${n}`, vName: `Zone ${n}` } });
  const { body } = await server.call('POST', '/masters-bulk/zoneMaster', {
    action: 'deactivate',
    records: [
      { id: 1, version: 1 },
      { id: 2, version: 1 },
      { id: 99, version: 1 },
    ],
    reason: 'closed',
  });
  expect(body.results).toMatchObject([
    { id: 1, ok: true, version: 2 },
    { id: 2, ok: true },
    { id: 99, ok: false, code: 'notFound' },
  ]);
  const viewer = personWith(['Masters/zoneMaster:view']);
  expect(
    (
      await server.call(
        'POST',
        '/masters-bulk/zoneMaster',
        { action: 'activate', records: [{ id: 1, version: 2 }] },
        viewer,
      )
    ).status,
  ).toBe(403);
  expect((await server.call('POST', '/masters-import/zoneMaster', new FormData(), viewer)).status).toBe(403);
});

test('saved views of a list belong to oneself, a role or everybody', async () => {
  const mine = personWith(['Masters/zoneMaster:view'], { empId: 11, roleId: 2, sessionId: 's11' });
  const same = personWith(['Masters/zoneMaster:view'], { empId: 12, roleId: 2, sessionId: 's12' });
  const other = personWith(['Masters/zoneMaster:view'], { empId: 13, roleId: 3, sessionId: 's13' });
  const put = (id: string, scope: string) =>
    server.call(
      'PUT',
      `/masters-views/zoneMaster/${id}`,
      { name: scope, scope, settings: { sort: '-updatedAt' } },
      mine,
    );
  for (const [id, scope] of [
    ['view-0001', 'private'],
    ['view-0002', 'role'],
    ['view-0003', 'shared'],
  ] as const)
    expect((await put(id, scope)).status).toBe(200);
  const names = async (as: typeof mine) =>
    (await server.call('GET', '/masters-views/zoneMaster', undefined, as)).body.map((one: any) => one.name);
  expect([await names(mine), await names(same), await names(other)]).toEqual([
    ['private', 'role', 'shared'],
    ['role', 'shared'],
    ['shared'],
  ]);
  // Edited by an admin of another role, a role's view stays with its role.
  const admin = personWith(['Masters/zoneMaster:view'], {
    ...{ empId: 14, roleId: 1, sessionId: 's14', admin: true },
  });
  const edited = await server.call(
    'PUT',
    '/masters-views/zoneMaster/view-0002',
    { name: 'renamed', scope: 'role', settings: {} },
    admin,
  );
  expect(edited.status).toBe(200);
  expect([await names(mine), await names(same), await names(other)]).toEqual([
    ['private', 'renamed', 'shared'],
    ['renamed', 'shared'],
    ['shared'],
  ]);
  expect((await server.call('DELETE', '/masters-views/zoneMaster/view-0003', undefined, other)).status).toBe(
    404,
  );
  expect((await server.call('DELETE', '/masters-views/zoneMaster/view-0003', undefined, mine)).status).toBe(
    200,
  );
});

test('templates open in the format they claim', async () => {
  const csv = await server.call('GET', '/masters-import/reasonmaster/template?format=csv&lang=es');
  expect(csv.raw.toString()).toBe(
    '\ufeffN.º,Código,Nombre,Descripción,Orden en las listas,Grupo,Pide texto,Estado\r\n',
  );
  const xlsx = await server.call('GET', '/masters-import/reasonmaster/template?format=xlsx&lang=en');
  expect((await readSheetRows(xlsx.raw))[0]!.cells).toContain('Needs text');
});

test('leads are imported by the command that creates one; a known number becomes a touch', async () => {
  const server = await openMasterServer();
  try {
    await server.must('master-placeOfOperation-new', 'create', {
      fields: { vCode: 'BLR01', vName: 'Jayanagar', vKind: 'store', vCity: 'Bengaluru' },
    });
    await server.must('master-pincodeService-new', 'create', {
      fields: { vPincode: '560041', iPooId: 1, setup: 1 },
    });
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        'Name,Phone,Pincode,Source\nMohan Rao,5550110021,560041,Event\nSecond Person,05550110022,,web\nMohan Rao again,05550110021,,web\nNo Phone,12,,web\n',
      ]),
      'leads.csv',
    );
    const taken = await server.call('POST', '/masters-import/leadCreation', form);
    await server.masters.idle();
    expect((await server.call('GET', `/masters-import/leadCreation/${taken.body.id}`)).body.counts).toEqual({
      create: 2,
      update: 1,
      bad: 1,
    });
    const lines = (await server.call('GET', `/masters-import/leadCreation/${taken.body.id}`)).body.lines;
    expect(lines.map((line: any) => [line.effect, line.given.vPhone ?? line.given.phone])).toEqual([
      ['create', '••••••0021'],
      ['create', '••••••0022'],
      ['update', '••••••0021'],
      ['bad', '••••••12'],
    ]);
    const stranger = await server.call(
      'GET',
      `/masters-import/leadCreation/${taken.body.id}`,
      undefined,
      personWith(['Masters/leadCreation:create'], { poos: [1] }),
    );
    expect(stranger.status).toBe(404);
    await server.call('POST', `/masters-import/leadCreation/${taken.body.id}/apply`);
    await server.masters.idle();
    await server.masters.rows.reached(server.log.head());
    expect((await server.call('GET', `/masters-import/leadCreation/${taken.body.id}`)).body).toMatchObject({
      state: 'applied',
      counts: { done: 3, bad: 1 },
    });
    const { body } = await server.call('GET', '/masters-list/leadCreation?sort=vCode');
    expect(body.rows.map((row: any) => [row.fields.vName, row.fields.iPooId, row.fields.iTouches])).toEqual(
      expect.arrayContaining([
        ['Mohan Rao', 1, 2],
        ['Second Person', undefined, 1],
      ]),
    );
    expect(server.faults).toEqual([]);
  } finally {
    await server.close();
  }
});
