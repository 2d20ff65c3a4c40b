import { expect, onTestFinished, test } from 'vitest';
import { openMasterServer, personWith, type MasterServer } from '#tests/kit/master-server.ts';

async function open(): Promise<{
  server: MasterServer;
  make: (kind: string, fields: object) => Promise<unknown>;
  read: (name: string, id: string) => Promise<any>;
}> {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const make = (kind: string, fields: object) => server.must(`master-${kind}-new`, 'create', { fields });
  const read = async (name: string, id: string) => {
    await server.masters.idle();
    return (await server.call('GET', `/masters-import/${name}/${id}`)).body;
  };
  for (const n of [1, 2])
    await make('placeOfOperation', {
      vCode: `BLR0${n}`,
      vName: `Place ${n}`,
      vKind: 'store',
      vCity: 'Bengaluru',
    });
  return { server, make, read };
}

test('a range of trays is previewed line by line, created and reverted; an existing one is unchanged', async () => {
  const { server, make, read } = await open();
  await make('tray', {
    vCode: 'BLR01-A1-02',
    vName: 'Old shelf',
    iPooId: 1,
    vType: 'STORAGE',
    vStorage: 'COLD',
    iCapacity: 7,
  });
  const range = {
    iPooId: 1,
    vType: 'STORAGE',
    vStorage: 'AMBIENT',
    iCapacity: 40,
    vPrefix: 'a1-',
    iFrom: 1,
    iTo: 3,
  };
  const query = (more: object = {}, as?: ReturnType<typeof personWith>) =>
    server.call('POST', '/masters-series/traymaster', { fields: { ...range, ...more } }, as);
  const trays = async () =>
    (await server.call('GET', '/masters-list/traymaster?sort=vCode')).body.rows.map(({ fields }: any) => [
      fields.vCode,
      fields.vName,
      fields.iCapacity,
    ]);
  const old = ['BLR01-A1-02', 'Old shelf', 7];

  const { status, body } = await query();
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await read('traymaster', body.id)).toMatchObject({
    counts: { create: 2, same: 1 },
    lines: [{ effect: 'create' }, { effect: 'same' }, { effect: 'create' }],
  });
  expect(await trays()).toEqual([old]);
  await server.call('POST', `/masters-import/traymaster/${body.id}/apply`);
  await server.masters.idle();
  expect(await trays()).toEqual([
    ['BLR01-A1-01', 'Place 1 A1-01', 40],
    old,
    ['BLR01-A1-03', 'Place 1 A1-03', 40],
  ]);
  await server.call('POST', `/masters-import/traymaster/${body.id}/undo`);
  await server.masters.idle();
  expect(await trays()).toEqual([old]);
  // Repeating a range does not count as loading the same file twice.
  expect(await read('traymaster', (await query()).body.id)).toMatchObject({ counts: { create: 2, same: 1 } });

  expect(await query({ iTo: 0 })).toMatchObject({
    status: 422,
    body: { code: 'seriesBackwards', field: 'iTo' },
  });
  expect(await query({ iTo: 201 })).toMatchObject({
    status: 422,
    body: { code: 'seriesTooLong', details: { n: 201, most: 200 } },
  });
  expect(await query({ iPooId: 9 })).toMatchObject({
    status: 422,
    body: { code: 'notInList', field: 'iPooId' },
  });
  expect(await query({ iCapacity: 0 })).toMatchObject({ status: 400, body: { field: 'iCapacity' } });
  expect(await query({}, personWith(['Masters/traymaster:view']))).toMatchObject({ status: 403 });
  expect((await server.call('POST', '/masters-series/colourMaster', { fields: {} })).status).toBe(404);
  expect(server.faults).toEqual([]);
}, 120_000);

test('missing variants of a style are created from colour, size and cup', async () => {
  const { server, make, read } = await open();
  await make('manufacturer', { vCode: 'MAYURA', vName: 'Mayura Intimates' });
  await make('category', { vCode: 'BRAS', vName: 'Bras', bApparel: 1, bNeedsCup: 1, vGstClass: 'APPAREL' });
  await make('category', { vCode: 'SHIRTS', vName: 'T-shirts', bApparel: 1, vGstClass: 'APPAREL' });
  for (const [vCode, vName] of [
    ['NAVY', 'Navy blue'],
    ['RED', 'Red'],
  ])
    await make('colour', { vCode, vName, vHex: '#1F2A44' });
  for (const iBand of [32, 34])
    await make('size', { vCode: `B-${iBand}`, vName: `Band ${iBand}`, vSystem: 'BAND', iBand });
  await make('size', { vCode: 'L-M', vName: 'Medium', vSystem: 'ALPHA', vLetters: 'M' });
  for (const vCup of ['B', 'C']) await make('cup', { vCode: `CUP-${vCup}`, vName: `Cup ${vCup}`, vCup });
  const apparel = {
    vKind: 'APPAREL',
    iManufacturerId: 1,
    vForm: 'PIECE',
    iPackSize: 1,
    vHsn: '6212',
    vGstClass: 'APPAREL',
    vStorage: 'AMBIENT',
  };
  const bra = {
    ...apparel,
    iCategoryId: 1,
    vStyle: 'Everyday',
    nReferenceMrpPaise: 699_00,
    iColourId: 1,
    iSizeId: 1,
    iCupId: 1,
  };
  await make('product', { ...bra, vName: 'Mayura Everyday bra', gtins: [{ vGtin: '8901234567890' }] });
  await make('product', {
    ...apparel,
    iCategoryId: 2,
    vStyle: 'Crew',
    vName: 'Crew shirt',
    iColourId: 1,
    iSizeId: 3,
  });
  await make('product', { ...apparel, vKind: 'DEVICE', iCategoryId: 2, vName: 'Tape measure' });
  const query = (fields: object) =>
    server.call('POST', '/masters-series/productMasteV2', { fields: { vNamed: 'Everyday bra', ...fields } });
  const whole = { iProductId: 1, colourIds: [1, 2], sizeIds: [1, 2], cupIds: [1, 2] };

  const { body } = await query(whole);
  expect(await read('productMasteV2', body.id)).toMatchObject({ counts: { create: 7, same: 1 } });
  await server.call('POST', `/masters-import/productMasteV2/${body.id}/apply`);
  expect(await read('productMasteV2', body.id)).toMatchObject({
    state: 'applied',
    counts: { done: 7, same: 1 },
  });
  const { rows, total } = (await server.call('GET', '/masters-list/productMasteV2?q=Everyday&sort=vCode'))
    .body;
  expect(total).toBe(8);
  expect(rows[0].fields.vName).toBe('Mayura Everyday bra');
  const last = rows.find(({ fields }: any) => fields.vName === 'Everyday bra Red 34C');
  expect(last).toMatchObject({
    stage: 'draft',
    fields: { ...bra, iColourId: 2, iSizeId: 2, iCupId: 2, vCode: expect.stringMatching(/^P\d{6}$/) },
  });
  expect(last.fields).not.toHaveProperty('gtins');
  expect(await read('productMasteV2', (await query(whole)).body.id)).toMatchObject({ counts: { same: 8 } });
  await server.call('POST', `/masters-import/productMasteV2/${body.id}/undo`);
  expect(await read('productMasteV2', body.id)).toMatchObject({ counts: { undone: 7, same: 1 } });

  const refused = async (fields: object) => (await query({ ...whole, ...fields })).body;
  expect(await refused({ cupIds: [] })).toMatchObject({ code: 'cupRequired', field: 'cupIds' });
  expect(await refused({ sizeIds: [1, 3] })).toMatchObject({ code: 'cupRequired', field: 'sizeIds' });
  expect(await refused({ iProductId: 2 })).toMatchObject({ code: 'cupNotHere', field: 'cupIds' });
  expect(await refused({ iProductId: 3 })).toMatchObject({ code: 'notInList', field: 'iProductId' });
  expect(
    await read('productMasteV2', (await query({ iProductId: 2, colourIds: [2], sizeIds: [3] })).body.id),
  ).toMatchObject({
    counts: { create: 1 },
    lines: [{ given: { vName: 'Everyday bra Red M' } }],
  });
  expect(server.faults).toEqual([]);
}, 120_000);
