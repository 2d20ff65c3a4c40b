import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemItself, openMasterServer, personWith, type MasterServer } from '#tests/kit/master-server.ts';

/** The rules of a product that depend on the records it refers to. */
let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  const make = (kind: string, fields: object) => server.must(`master-${kind}-new`, 'create', { fields });
  await make('manufacturer', { vCode: 'ZENDA', vName: 'Zenda Lifesciences' });
  await make('category', { vCode: 'TABLETS', vName: 'Tablets', vGstClass: 'MED' });
  await make('category', { vCode: 'BRAS', vName: 'Bras', bApparel: 1, bNeedsCup: 1, vGstClass: 'APPAREL' });
  await make('molecule', { vCode: 'PCM', vName: 'Paracetamol', vInn: 'Paracetamol' });
  await make('molecule', {
    vCode: 'MOXI',
    vName: 'Moxifloxacin',
    vInn: 'Moxifloxacin',
    bH1: 1,
    schedules: ['H1'],
  });
  await make('colour', { vCode: 'NAVY', vName: 'Navy blue', vHex: '#1F2A44' });
  await make('size', { vCode: 'B-34', vName: 'Band 34', vSystem: 'BAND', iBand: 34 });
  await make('size', { vCode: 'L-M', vName: 'Medium', vSystem: 'ALPHA', vLetters: 'M' });
  await make('cup', { vCode: 'CUP-B', vName: 'Cup B', vCup: 'B' });
});
afterAll(() => server?.close());

let made = 0;
const sold = {
  iManufacturerId: 1,
  iCategoryId: 1,
  vForm: 'TAB',
  iPackSize: 10,
  vHsn: '3004',
  vGstClass: 'MED',
  nReferenceMrpPaise: 30_00,
  vStorage: 'AMBIENT',
};
const product = (more: object) =>
  server.must('master-product-new', 'create', {
    fields: { ...sold, vName: `Product ${(made += 1)}`, ...more },
  });
/** The result of putting a product with these fields on sale. */
async function activated(more: object): Promise<unknown> {
  const { id } = await product(more);
  return server.command(`master-${id}`, 'move', { action: 'activate' }, { seen: 1 });
}

test('a medicine with a Schedule H1 molecule is sold under H1, also in eye, ear and nose; on the skin it need not be', async () => {
  const moxi = (more: object) =>
    activated({
      vKind: 'PHARMA',
      composition: [{ iMoleculeId: 2, nStrength: 0.5, vUnit: '%' }],
      schedules: ['H'],
      ...more,
    });
  const refused = {
    status: 400,
    code: 'scheduleMissing',
    field: 'schedules',
    details: { molecule: 'Moxifloxacin' },
  };
  expect(await moxi({})).toMatchObject(refused);
  expect(await moxi({ vForm: 'DROP', vSite: 'eye' })).toMatchObject(refused);
  expect(await moxi({ vForm: 'CRM', vSite: 'skin' })).not.toHaveProperty('refused');
  expect(await moxi({ schedules: ['H1'] })).not.toHaveProperty('refused');
  expect(
    await activated({
      vKind: 'PHARMA',
      composition: [{ iMoleculeId: 1, nStrength: 650, vUnit: 'mg' }],
      schedules: ['none'],
    }),
  ).not.toHaveProperty('refused');
});

test('the category decides about cups: with one and a band, or without', async () => {
  let style = 0;
  const worn = (iCategoryId: number, iSizeId: number, iCupId?: number) =>
    activated({
      vKind: 'APPAREL',
      vForm: 'PIECE',
      vStyle: `Style ${(style += 1)}`,
      iColourId: 1,
      iCategoryId,
      iSizeId,
      ...(iCupId ? { iCupId } : {}),
    });
  expect(await worn(2, 1)).toMatchObject({
    code: 'cupRequired',
    field: 'iCupId',
    details: { category: 'Bras' },
  });
  expect(await worn(2, 2, 1)).toMatchObject({ code: 'cupRequired', field: 'iSizeId' });
  expect(await worn(2, 1, 1)).not.toHaveProperty('refused');
  expect(await worn(1, 2, 1)).toMatchObject({ code: 'cupNotHere', field: 'iCupId' });
  expect(await worn(1, 2)).not.toHaveProperty('refused');
});

test('a composition is exported readable and imported unchanged; an invalid one is refused with its row', async () => {
  await product({
    vName: 'Comp-ZD',
    vKind: 'PHARMA',
    composition: [
      { iMoleculeId: 1, nStrength: 650, vUnit: 'mg' },
      { iMoleculeId: 2, nStrength: 0.5, vUnit: '%' },
    ],
  });
  const bring = async (text: string): Promise<any> => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'products.csv');
    const { id } = (await server.call('POST', '/masters-import/productMapping?lang=en', form)).body;
    await server.masters.idle();
    return (await server.call('GET', `/masters-import/productMapping/${id}`)).body;
  };
  const file = await server.call('GET', '/masters-export/productMapping?format=csv&q=Comp-ZD&lang=en');
  const text = file.raw.toString();
  expect(text).toContain('Paracetamol 650 mg; Moxifloxacin 0.5 %');
  expect(await bring(text)).toMatchObject({ counts: { same: 1 } });
  const wrong = text.replace('Paracetamol 650 mg', 'Paracetamol a lot');
  expect(await bring(wrong)).toMatchObject({
    counts: { bad: 1 },
    lines: [
      {
        line: 2,
        problems: [
          {
            code: 'lineUnread',
            field: 'composition',
            message:
              'Composition: “Paracetamol a lot” can’t be read. Write it like this: Paracetamol 650 mg; Caffeine 50 mg',
          },
        ],
      },
    ],
  });
});

test('equivalents have the same molecules, strengths and form', async () => {
  const tablet = async (nStrength: number, vForm = 'TAB') => {
    const done = await product({
      vKind: 'PHARMA',
      vForm,
      composition: [{ iMoleculeId: 1, nStrength, vUnit: 'mg' }],
      schedules: ['none'],
    });
    return server.must(`master-${done.id}`, 'move', { action: 'activate' }, { seen: 1 });
  };
  const [one, same, weaker, syrup] = [
    await tablet(650),
    await tablet(650),
    await tablet(500),
    await tablet(650, 'SYP'),
  ];
  const name = (other: { id: string }) =>
    server.command(
      `master-${one.id}`,
      'update',
      { fields: { equivalentIds: [Number(other.id.split('-')[1])] } },
      { seen: 2 },
    );
  expect(await name(weaker)).toMatchObject({ status: 422, code: 'notEquivalent', field: 'equivalentIds' });
  expect(await name(syrup)).toMatchObject({ code: 'notEquivalent' });
  expect(await name(one)).toMatchObject({ status: 422, code: 'namesItself', field: 'equivalentIds' });
  expect(await name(same)).not.toHaveProperty('refused');
});

test('a territory’s parcels wait in a dispatch tray of that place', async () => {
  const make = (kind: string, fields: object) => server.command(`master-${kind}-new`, 'create', { fields });
  const place = (n: number) => ({
    vCode: `BLR0${n}`,
    vName: `Place ${n}`,
    vKind: 'store',
    vCity: 'Bengaluru',
  });
  for (const n of [1, 2]) expect(await make('placeOfOperation', place(n))).not.toHaveProperty('refused');
  for (const [kind, fields] of [
    ['zone', { vCode: 'SOUTH', vName: 'South' }],
    ['region', { vCode: 'KARNATAKA', vName: 'Karnataka', iZoneId: 1 }],
    ['territory', { vCode: 'BLR', vName: 'Bengaluru', iRegionId: 1 }],
  ] as const)
    expect(await make(kind, fields)).not.toHaveProperty('refused');
  const tray = (vCode: string, iPooId: number, vType: string) =>
    make('tray', { vCode, vName: vCode, iPooId, vType, vStorage: 'AMBIENT', iCapacity: 40 });
  for (const [code, place, type] of [
    ['D-01', 1, 'DISPATCH'],
    ['D-02', 2, 'DISPATCH'],
    ['A-01', 1, 'STORAGE'],
  ] as const)
    expect(await tray(code, place, type)).not.toHaveProperty('refused');
  const map = (iTrayId: number) => make('territoryTray', { iTerritoryId: 1, iPooId: 1, iTrayId });
  expect(await map(2)).toMatchObject({ status: 422, code: 'trayElsewhere', field: 'iTrayId' });
  expect(await map(3)).toMatchObject({ status: 422, code: 'notInList', field: 'iTrayId' });
  expect(await map(1)).not.toHaveProperty('refused');
});

test('a product import is all or nothing, and needs only the permission to create products', async () => {
  const clerk = personWith(['Masters/BulkProductCreate:view', 'Masters/BulkProductCreate:create']);
  const heads = 'Name,Kind,Maker,Category,Form,Pack,Storage';
  const line = (name: string, maker = 'ZENDA'): string =>
    `${name},OTC,${maker},TABLETS,Tablet,10,Ambient (up to 30 °C)`;
  const upload = async (name: string, lines: readonly string[]) => {
    const file = new FormData();
    file.append('file', new Blob([[heads, ...lines].join('\r\n')]), name);
    const taken = await server.call('POST', '/masters-import/BulkProductCreate', file, clerk);
    await server.masters.idle();
    return taken;
  };
  const apply = async (id: string) => {
    const done = await server.call('POST', `/masters-import/BulkProductCreate/${id}/apply`, {}, clerk);
    await server.masters.idle();
    return done;
  };
  const found = async (): Promise<number> =>
    (await server.call('GET', '/masters-list/productMaster?q=Whole')).body.total;

  const bad = await upload('bad.csv', [line('Whole A'), line('Whole B', 'NOBODY')]);
  expect(await apply(bad.body.id)).toMatchObject({
    status: 422,
    body: { code: 'importRowErrors', details: { n: 1, m: 2 } },
  });
  const good = await upload('good.csv', [line('Whole A'), line('Whole B')]);
  // The name is taken between dry run and import: what was created before is reverted.
  const taken = await product({ vName: 'Whole B', vKind: 'OTC' });
  expect(await apply(good.body.id)).toMatchObject({ status: 200 });
  expect(
    (await server.call('GET', `/masters-import/BulkProductCreate/${good.body.id}`, undefined, clerk)).body,
  ).toMatchObject({
    state: 'failed',
    lines: [{ effect: 'undone' }, { effect: 'failed' }],
  });
  expect(await found()).toBe(1);
  await server.must(`master-${taken.id}`, 'cancel', {}, { seen: 1, as: systemItself });
  const again = await upload('again.csv', [line('Whole A'), line('Whole B'), line('Whole C')]);
  expect(await apply(again.body.id)).toMatchObject({ status: 200 });
  expect(await found()).toBe(3);
  expect(
    await upload(
      'long.csv',
      Array.from({ length: 2_001 }, (_, n) => line(`Long ${n}`)),
    ),
  ).toMatchObject({ status: 422, body: { code: 'importTooLong', details: { n: 2_000 } } });
});

test('a blocked product returns to its earlier stage', async () => {
  const { id } = await product({ vKind: 'OTC' });
  let seen = 1;
  const move = async (action: string): Promise<unknown> => {
    await server.must(`master-${id}`, 'move', { action, reason: 'As the batch shows' }, { seen: seen++ });
    return (await server.call('GET', `/masters-record/productMaster/${id.split('-')[1]}`)).body.row;
  };
  await move('activate');
  await move('discontinue');
  expect(await move('block')).toMatchObject({ stage: 'blocked', iStatus: 0 });
  expect(await move('unblock')).toMatchObject({ stage: 'discontinued', iStatus: 1 });
  await move('activate');
  await move('block');
  expect(await move('unblock')).toMatchObject({ stage: 'active', iStatus: 1 });
});

test('a partner’s name stays unmatched until a molecule is chosen, and can be unmapped again', async () => {
  const name = (vPartnerName: string, more: object = {}) =>
    server.command('master-partnerMolecule-new', 'create', {
      fields: { vPartner: 'TPD', vPartnerName, ...more },
    });
  expect(await name('ACETAMINOPHEN', { iMoleculeId: 1 })).not.toHaveProperty('refused');
  const file = new FormData();
  file.append(
    'file',
    new Blob(['Partner,Name there\r\nTPD,MOXIFLOX HCL\r\nTPD,ACETAMINOPHEN\r\n']),
    'names.csv',
  );
  const { id } = (await server.call('POST', '/masters-import/tpMoleculeMapping', file)).body;
  await server.masters.idle();
  await server.call('POST', `/masters-import/tpMoleculeMapping/${id}/apply`);
  await server.masters.idle();
  const filter = encodeURIComponent(JSON.stringify({ iMoleculeId: { op: 'blank' } }));
  const unmatched = async (): Promise<string[]> =>
    (await server.call('GET', `/masters-list/tpMoleculeMapping?filter=${filter}`)).body.rows.map(
      (row: any) => row.fields.vPartnerName,
    );
  expect(await unmatched()).toEqual(['MOXIFLOX HCL']);
  expect(await name('moxiflox hcl')).toMatchObject({ code: 'duplicateRecord' });
  await server.must('master-partnerMolecule-2', 'update', { fields: { iMoleculeId: 2 } }, { seen: 1 });
  expect(await unmatched()).toEqual([]);
  await server.must('master-partnerMolecule-2', 'update', { fields: { iMoleculeId: null } }, { seen: 2 });
  expect(await unmatched()).toEqual(['MOXIFLOX HCL']);
});

test('the conditions for putting a product on sale hold at every later change of it', async () => {
  const { id } = await product({
    vKind: 'PHARMA',
    composition: [{ iMoleculeId: 1, nStrength: 500, vUnit: 'mg' }],
    schedules: ['H'],
  });
  await server.must(`master-${id}`, 'move', { action: 'activate' });
  const change = (fields: object) => server.command(`master-${id}`, 'update', { fields }, { seen: 2 });
  for (const [field, value] of [
    ['schedules', []],
    ['composition', []],
    ['nReferenceMrpPaise', null],
    ['vHsn', null],
  ] as const)
    expect(await change({ [field]: value }), field).toMatchObject({ code: 'required', field });
  expect(await change({ composition: [{ iMoleculeId: 2, nStrength: 0.5, vUnit: '%' }] })).toMatchObject({
    code: 'scheduleMissing',
  });
  expect(await change({ nReferenceMrpPaise: 31_00 })).toMatchObject({ version: 3 });
});

test('a place that active records name is not closed; the refusal counts them', async () => {
  const place = await server.must('master-placeOfOperation-new', 'create', {
    fields: { vCode: 'BLR09', vName: 'Hebbal', vKind: 'store', vCity: 'Bengaluru', vPincode: '560024' },
  });
  const pincode = await server.must('master-pincodeService-new', 'create', {
    fields: { vPincode: '560024', iPooId: Number(place.id.split('-')[1]), setup: 1 },
  });
  const close = () => server.command(`master-${place.id}`, 'deactivate', {}, { seen: 1 });
  expect(await close()).toMatchObject({ status: 409, code: 'masterInUseActive', details: { n: 1 } });
  await server.must(`master-${pincode.id}`, 'deactivate', {});
  expect(await close()).toMatchObject({ version: 2 });
});
