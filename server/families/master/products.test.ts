import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseItself, openMasterHouse, personWith, type MasterHouse } from '#tests/kit/master-house.ts';

/** What a product is held to by the records that it names. */
let house: MasterHouse;
beforeAll(async () => {
  house = await openMasterHouse();
  const make = (kind: string, fields: object) => house.must(`master-${kind}-new`, 'create', { fields });
  await make('manufacturer', { vCode: 'ZENDA', vName: 'Zenda Lifesciences' });
  await make('category', { vCode: 'TABLETS', vName: 'Tablets', vGstClass: 'MED' });
  await make('category', { vCode: 'BRAS', vName: 'Bras', bApparel: 1, bNeedsCup: 1, vGstClass: 'APPAREL' });
  await make('molecule', { vCode: 'PCM', vName: 'Paracetamol', vInn: 'Paracetamol' });
  await make('molecule', { vCode: 'MOXI', vName: 'Moxifloxacin', vInn: 'Moxifloxacin', bH1: 1, schedules: ['H1'] });
  await make('colour', { vCode: 'NAVY', vName: 'Navy blue', vHex: '#1F2A44' });
  await make('size', { vCode: 'B-34', vName: 'Band 34', vSystem: 'BAND', iBand: 34 });
  await make('size', { vCode: 'L-M', vName: 'Medium', vSystem: 'ALPHA', vLetters: 'M' });
  await make('cup', { vCode: 'CUP-B', vName: 'Cup B', vCup: 'B' });
});
afterAll(() => house?.close());

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
const product = (more: object) => house.must('master-product-new', 'create', { fields: { ...sold, vName: `Product ${(made += 1)}`, ...more } });
/** How the product of these fields takes being put on sale. */
async function activated(more: object): Promise<unknown> {
  const { id } = await product(more);
  return house.order(`master-${id}`, 'move', { action: 'activate' }, { seen: 1 });
}

test('a medicine with a molecule of Schedule H1 is sold under it, in eye, ear and nose too; on the skin it need not be', async () => {
  const moxi = (more: object) => activated({ vKind: 'PHARMA', composition: [{ iMoleculeId: 2, nStrength: 0.5, vUnit: '%' }], schedules: ['H'], ...more });
  const refused = { status: 400, code: 'scheduleMissing', field: 'schedules', details: { molecule: 'Moxifloxacin' } };
  expect(await moxi({})).toMatchObject(refused);
  expect(await moxi({ vForm: 'DROP', vSite: 'eye' })).toMatchObject(refused);
  expect(await moxi({ vForm: 'CRM', vSite: 'skin' })).not.toHaveProperty('refused');
  expect(await moxi({ schedules: ['H1'] })).not.toHaveProperty('refused');
  expect(await activated({ vKind: 'PHARMA', composition: [{ iMoleculeId: 1, nStrength: 650, vUnit: 'mg' }], schedules: ['none'] })).not.toHaveProperty(
    'refused',
  );
});

test('what the category says of cups holds: with one and a band, or without', async () => {
  let style = 0;
  const worn = (iCategoryId: number, iSizeId: number, iCupId?: number) =>
    activated({ vKind: 'APPAREL', vForm: 'PIECE', vStyle: `Style ${(style += 1)}`, iColourId: 1, iCategoryId, iSizeId, ...(iCupId ? { iCupId } : {}) });
  expect(await worn(2, 1)).toMatchObject({ code: 'cupRequired', field: 'iCupId', details: { category: 'Bras' } });
  expect(await worn(2, 2, 1)).toMatchObject({ code: 'cupRequired', field: 'iSizeId' });
  expect(await worn(2, 1, 1)).not.toHaveProperty('refused');
  expect(await worn(1, 2, 1)).toMatchObject({ code: 'cupNotHere', field: 'iCupId' });
  expect(await worn(1, 2)).not.toHaveProperty('refused');
});

test('equivalents have the same molecules, strengths and form', async () => {
  const tablet = async (nStrength: number, vForm = 'TAB') => {
    const done = await product({ vKind: 'PHARMA', vForm, composition: [{ iMoleculeId: 1, nStrength, vUnit: 'mg' }], schedules: ['none'] });
    return house.must(`master-${done.id}`, 'move', { action: 'activate' }, { seen: 1 });
  };
  const [one, same, weaker, syrup] = [await tablet(650), await tablet(650), await tablet(500), await tablet(650, 'SYP')];
  const name = (other: { id: string }) =>
    house.order(`master-${one.id}`, 'update', { fields: { equivalentIds: [Number(other.id.split('-')[1])] } }, { seen: 2 });
  expect(await name(weaker)).toMatchObject({ status: 422, code: 'notEquivalent', field: 'equivalentIds' });
  expect(await name(syrup)).toMatchObject({ code: 'notEquivalent' });
  expect(await name(same)).not.toHaveProperty('refused');
});

test('a territory’s parcels wait in a dispatch tray of the place named', async () => {
  const make = (kind: string, fields: object) => house.order(`master-${kind}-new`, 'create', { fields });
  const place = (n: number) => ({ vCode: `BLR0${n}`, vName: `Place ${n}`, vKind: 'store', vCity: 'Bengaluru' });
  for (const n of [1, 2]) expect(await make('placeOfOperation', place(n))).not.toHaveProperty('refused');
  for (const [kind, fields] of [
    ['zone', { vCode: 'SOUTH', vName: 'South' }],
    ['region', { vCode: 'KARNATAKA', vName: 'Karnataka', iZoneId: 1 }],
    ['territory', { vCode: 'BLR', vName: 'Bengaluru', iRegionId: 1 }],
  ] as const)
    expect(await make(kind, fields)).not.toHaveProperty('refused');
  const tray = (vCode: string, iPooId: number, vType: string) => make('tray', { vCode, vName: vCode, iPooId, vType, vStorage: 'AMBIENT', iCapacity: 40 });
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

test('products of a file come all or none: one bad row, and nothing is saved; a right to make products is enough', async () => {
  const clerk = personWith(['Masters/BulkProductCreate:view', 'Masters/BulkProductCreate:create']);
  const heads = 'Name,Kind,Maker,Category,Form,Pack,Storage';
  const line = (name: string, maker = 'ZENDA'): string => `${name},OTC,${maker},TABLETS,Tablet,10,Ambient (up to 30 °C)`;
  const upload = async (name: string, lines: readonly string[]) => {
    const file = new FormData();
    file.append('file', new Blob([[heads, ...lines].join('\r\n')]), name);
    const taken = await house.call('POST', '/masters-import/BulkProductCreate', file, clerk);
    await house.masters.idle();
    return taken;
  };
  const apply = async (id: string) => {
    const done = await house.call('POST', `/masters-import/BulkProductCreate/${id}/apply`, {}, clerk);
    await house.masters.idle();
    return done;
  };
  const found = async (): Promise<number> => (await house.call('GET', '/masters-list/productMaster?q=Whole')).body.total;

  const bad = await upload('bad.csv', [line('Whole A'), line('Whole B', 'NOBODY')]);
  expect(await apply(bad.body.id)).toMatchObject({ status: 422, body: { code: 'importRowErrors', details: { n: 1, m: 2 } } });
  const good = await upload('good.csv', [line('Whole A'), line('Whole B')]);
  // The name is taken between the dry run and the carrying out: what was made before it goes again.
  const taken = await product({ vName: 'Whole B', vKind: 'OTC' });
  expect(await apply(good.body.id)).toMatchObject({ status: 200 });
  expect((await house.call('GET', `/masters-import/BulkProductCreate/${good.body.id}`, undefined, clerk)).body).toMatchObject({
    state: 'failed',
    lines: [{ effect: 'undone' }, { effect: 'failed' }],
  });
  expect(await found()).toBe(1);
  await house.must(`master-${taken.id}`, 'cancel', {}, { seen: 1, as: houseItself });
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

test('a product that was blocked goes back to where it stood', async () => {
  const { id } = await product({ vKind: 'OTC' });
  let seen = 1;
  const move = async (action: string): Promise<unknown> => {
    await house.must(`master-${id}`, 'move', { action, reason: 'As the batch shows' }, { seen: seen++ });
    return (await house.call('GET', `/masters-record/productMaster/${id.split('-')[1]}`)).body.row;
  };
  await move('activate');
  await move('discontinue');
  expect(await move('block')).toMatchObject({ stage: 'blocked', iStatus: 0 });
  expect(await move('unblock')).toMatchObject({ stage: 'discontinued', iStatus: 1 });
  await move('activate');
  await move('block');
  expect(await move('unblock')).toMatchObject({ stage: 'active', iStatus: 1 });
});

test('a partner’s name waits without a molecule until one is chosen, is found as unmatched, and may be unmapped again', async () => {
  const name = (vPartnerName: string, more: object = {}) =>
    house.order('master-partnerMolecule-new', 'create', { fields: { vPartner: 'TPD', vPartnerName, ...more } });
  expect(await name('ACETAMINOPHEN', { iMoleculeId: 1 })).not.toHaveProperty('refused');
  const file = new FormData();
  file.append('file', new Blob(['Partner,Name there\r\nTPD,MOXIFLOX HCL\r\nTPD,ACETAMINOPHEN\r\n']), 'names.csv');
  const { id } = (await house.call('POST', '/masters-import/tpMoleculeMapping', file)).body;
  await house.masters.idle();
  await house.call('POST', `/masters-import/tpMoleculeMapping/${id}/apply`);
  await house.masters.idle();
  const filter = encodeURIComponent(JSON.stringify({ iMoleculeId: { op: 'blank' } }));
  const unmatched = async (): Promise<string[]> =>
    (await house.call('GET', `/masters-list/tpMoleculeMapping?filter=${filter}`)).body.rows.map((row: any) => row.fields.vPartnerName);
  expect(await unmatched()).toEqual(['MOXIFLOX HCL']);
  expect(await name('moxiflox hcl')).toMatchObject({ code: 'duplicateRecord' });
  await house.must('master-partnerMolecule-2', 'update', { fields: { iMoleculeId: 2 } }, { seen: 1 });
  expect(await unmatched()).toEqual([]);
  await house.must('master-partnerMolecule-2', 'update', { fields: { iMoleculeId: null } }, { seen: 2 });
  expect(await unmatched()).toEqual(['MOXIFLOX HCL']);
});
