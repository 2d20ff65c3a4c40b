import Papa from 'papaparse';
import { expect, onTestFinished, test } from 'vitest';
import { systemItself, openMasterServer, personWith } from '#tests/kit/master-server.ts';
import { readSheetRows } from './read-sheet.ts';

test("an exported list has the screen's counts, for those who may see them; imports ignore them", async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  await server.must('master-leadListName-new', 'create', {
    fields: { vCode: 'WEB-Q4', vName: 'Web Q4', vSource: 'web', dReceived: '2026-11-01' },
  });
  await server.must('master-leadCampaignName-new', 'create', {
    fields: {
      vCode: 'HEART',
      vName: 'Heart',
      dFrom: '2026-11-01',
      dTo: '2026-11-30',
      vChannel: 'web',
      bPromotional: 1,
    },
  });
  for (const [n, pooId] of [1, 1, 3].entries())
    await server.must('lead-new', 'createLead', {
      name: 'By Hand',
      phone: `555011000${n}`,
      source: 'web',
      listId: 1,
      campaignId: 1,
      pooId,
    });
  const rights = ['Masters/leadListName:view', 'Masters/leadCampaignName:view', 'Masters/leadCreation:view'];
  const file = async (name: string, as: ReturnType<typeof personWith>, query = ''): Promise<string[][]> => {
    const answer = await server.call('GET', `/masters-export/${name}?format=csv&${query}`, undefined, as);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return Papa.parse<string[]>(answer.raw.toString().slice(1), { skipEmptyLines: 'greedy' }).data;
  };
  const cells = async (name: string, as: ReturnType<typeof personWith>, query = '') => {
    const [heads, line] = await file(name, as, query);
    return Object.fromEntries(heads!.map((head, i) => [head, line![i]]));
  };
  expect(await cells('leadListName', personWith(rights))).toMatchObject({
    Leads: '3',
    Imported: '0',
    Open: '3',
    Converted: '0',
    Status: 'Active',
  });
  expect(await cells('leadListName', personWith(rights, { poos: [3] }), 'lang=es')).toMatchObject({
    Prospectos: '1',
    Abiertos: '1',
    Estado: 'Activo',
  });
  expect(await cells('leadCampaignName', personWith(rights, { poos: [1] }))).toMatchObject({
    Leads: '2',
    Open: '2',
    Converted: '0',
  });
  expect(
    Object.keys(await cells('leadListName', personWith(rights.slice(0, 2)))).filter((head) =>
      ['Leads', 'Open'].includes(head),
    ),
  ).toEqual([]);
  expect(Object.keys(await cells('leadListName', personWith(rights), 'columns=vName,iOpen'))).toEqual([
    'No.',
    'Name',
    'Open',
    'Status',
  ]);
  // Without the permission to see leads, their counts cannot be queried either.
  expect(
    Object.keys(await cells('leadListName', personWith(rights.slice(0, 1)), 'columns=vName,iOpen')),
  ).toEqual(['No.', 'Name', 'Status']);

  const xlsx = await readSheetRows(
    (await server.call('GET', '/masters-export/leadListName?format=xlsx')).raw,
  );
  expect(xlsx[1]!.cells[xlsx[0]!.cells.indexOf('Leads')]).toBe('3');
  const form = new FormData();
  form.append(
    'file',
    new Blob([new Uint8Array((await server.call('GET', '/masters-export/leadListName?format=csv')).raw)]),
    'lists.csv',
  );
  const { id } = (await server.call('POST', '/masters-import/leadListName', form)).body;
  await server.masters.idle();
  expect((await server.call('GET', `/masters-import/leadListName/${id}`)).body.counts).toEqual({ same: 1 });
  expect(server.faults).toEqual([]);
}, 120_000);

test('imported leads are counted, removed with the import, and counted again from the first event', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  await server.must('master-leadListName-new', 'create', {
    fields: { vCode: 'WEB-Q4', vName: 'Web Q4', vSource: 'web', dReceived: '2026-11-01' },
  });
  const counts = async (as = personWith(['Masters/leadListName:view', 'Masters/leadCreation:view'])) =>
    (await server.call('GET', '/masters-record/leadListName/1', undefined, as)).body.row.fields;
  const none = { iLeads: 0, iImported: 0, iOpen: 0, iConverted: 0 };
  expect(await counts()).toMatchObject(none);

  const { id: first } = await server.must('lead-new', 'createLead', {
    name: 'By Hand',
    phone: '5550110001',
    source: 'web',
    listId: 1,
    pooId: 1,
  });
  const { id: second } = await server.must('lead-new', 'createLead', {
    name: 'No Place',
    phone: '5550110002',
    source: 'web',
    listId: 1,
  });
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      'Name,Phone,Source,List\nFrom File,5550110003,Web,WEB-Q4\nAnd Another,5550110004,Web,WEB-Q4\n',
    ]),
    'leads.csv',
  );
  const { id } = (await server.call('POST', '/masters-import/leadCreation', form)).body;
  await server.masters.idle();
  await server.call('POST', `/masters-import/leadCreation/${id}/apply`);
  await server.masters.idle();
  expect(await counts()).toMatchObject({ iLeads: 4, iImported: 2, iOpen: 4, iConverted: 0 });
  // Leads without a place are visible to everybody, leads of a place to its people.
  expect(
    await counts(personWith(['Masters/leadListName:view', 'Masters/leadCreation:view'], { poos: [3] })),
  ).toMatchObject({ iLeads: 3, iOpen: 3 });
  expect(await counts(personWith(['Masters/leadListName:view']))).not.toHaveProperty('iLeads');

  await server.call('POST', `/masters-import/leadCreation/${id}/undo`);
  await server.masters.idle();
  await server.must(`lead-${first}`, 'convert', { customerId: 1, signupId: 1 }, { as: systemItself });
  await server.must(`lead-${second}`, 'markDnc', { reason: 'Asked for it' });
  expect(await counts()).toMatchObject({ iLeads: 2, iImported: 0, iOpen: 0, iConverted: 1 });

  const kept = async () =>
    (await server.pool.query('select kind, id, name, place, n from master_counts order by 1, 2, 3, 4')).rows;
  const before = await kept();
  expect(before.map(({ name, place, n }) => [name, place, n])).toEqual([
    ['iConverted', 1, 1],
    ['iLeads', 0, 1],
    ['iLeads', 1, 1],
  ]);
  await server.masters.rows.rebuild();
  expect(await kept()).toEqual(before);
  expect(server.faults).toEqual([]);
}, 120_000);

test('an event counts registrations and attendance for the people of its place', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const make = (kind: string, fields: object) => server.must(`master-${kind}-new`, 'create', { fields });
  for (const n of [1, 2])
    await make('placeOfOperation', {
      vCode: `BLR0${n}`,
      vName: `Place ${n}`,
      vKind: 'store',
      vCity: 'Bengaluru',
    });
  const event = (n: number) => ({
    vCode: `CAMP-${n}`,
    vName: `Camp ${n}`,
    iPooId: n,
    dDate: '2026-12-05',
    vVenue: 'Hall',
    iCapacity: 50,
  });
  for (const n of [1, 2]) await make('campEvent', event(n));
  const attendee = (n: number, iEventId: number) =>
    make('eventAttendee', {
      iEventId,
      vName: 'Savitri Rao',
      vPhone: `555011770${n}`,
      dRegistered: '2026-11-18',
    });
  const [first] = [await attendee(1, 1), await attendee(2, 1), await attendee(3, 2)];
  await server.must('master-campEvent-1', 'move', { action: 'open' }, { seen: 1 });
  await server.must(`master-${first.id}`, 'move', { action: 'check' }, { seen: 1 });
  const rights = ['Masters/eventlist:view', 'Masters/eventCheck:view', 'Masters/eventCheck:create'];
  const [here, there] = [personWith(rights, { poos: [1] }), personWith(rights, { poos: [2] })];
  const seen = async (as: typeof here) =>
    (await server.call('GET', '/masters-list/eventlist', undefined, as)).body.rows.map(
      (row: { fields: object }) => row.fields,
    );
  expect(await seen(here)).toMatchObject([{ vCode: 'CAMP-1', iRegistered: 2, iChecked: 1 }]);
  expect(await seen(there)).toMatchObject([{ vCode: 'CAMP-2', iRegistered: 1, iChecked: 0 }]);
  const names = async (as: typeof here) =>
    (await server.call('GET', '/masters-list/eventCheck?sort=iId', undefined, as)).body.rows.map(
      (row: { id: number }) => row.id,
    );
  expect(await names(here)).toEqual([1, 2]);
  expect(await names(there)).toEqual([3]);
  const elsewhere = {
    iEventId: 1,
    vName: 'Not Mine',
    vPhone: '5550117709',
    dRegistered: '2026-11-18',
    iPooId: 2,
  };
  expect(
    await server.command('master-eventAttendee-new', 'create', { fields: elsewhere }, { as: there }),
  ).toMatchObject({ status: 403, code: 'otherPlace' });
}, 120_000);

test('a molecule counts its published leaflets and reactions, and is filtered by missing leaflets', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const make = (kind: string, fields: object) => server.must(`master-${kind}-new`, 'create', { fields });
  for (const [code, name] of [
    ['PCM', 'Paracetamol'],
    ['IBU', 'Ibuprofen'],
  ] as const)
    await make('molecule', { vCode: code, vName: name, vInn: name });
  await make('adr', { vCode: 'RASH', vName: 'Skin rash', vSeverity: 'mild' });
  await make('adrMolecule', { iMoleculeId: 1, iAdrId: 1, vFrequency: 'rare' });
  const text = 'Take this medicine as your doctor told you.';
  for (const iMoleculeId of [1, 2])
    await make('pil', { iMoleculeId, vLanguage: 'en', iVersion: 1, dFrom: '2026-11-01', vText: text });
  await server.must('master-pil-1', 'move', { action: 'publish' }, { seen: 1 });
  const list = async (filter: object) =>
    (
      await server.call(
        'GET',
        `/masters-list/MoleculeMaster?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      )
    ).body.rows;
  expect(await list({ iLeaflets: { op: 'lte', value: 0 } })).toMatchObject([
    { id: 2, fields: { iLeaflets: 0, iAdrs: 0 } },
  ]);
  expect(await list({ iLeaflets: { op: 'gte', value: 1 } })).toMatchObject([
    { id: 1, fields: { iLeaflets: 1, iAdrs: 1 } },
  ]);
}, 120_000);
