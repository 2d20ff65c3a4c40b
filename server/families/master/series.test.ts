import { expect, onTestFinished, test } from 'vitest';
import { openMasterHouse, personWith, type MasterHouse } from '#tests/kit/master-house.ts';

async function open(): Promise<{
  house: MasterHouse;
  make: (kind: string, fields: object) => Promise<unknown>;
  read: (name: string, id: string) => Promise<any>;
}> {
  const house = await openMasterHouse();
  onTestFinished(() => house.close());
  const make = (kind: string, fields: object) => house.must(`master-${kind}-new`, 'create', { fields });
  const read = async (name: string, id: string) => {
    await house.masters.idle();
    return (await house.call('GET', `/masters-import/${name}/${id}`)).body;
  };
  for (const n of [1, 2]) await make('placeOfOperation', { vCode: `BLR0${n}`, vName: `Place ${n}`, vKind: 'store', vCity: 'Bengaluru' });
  return { house, make, read };
}

test('a range of trays is told line by line, made, and taken back; one that is there stays as it is', async () => {
  const { house, make, read } = await open();
  await make('tray', { vCode: 'BLR01-A1-02', vName: 'Old shelf', iPooId: 1, vType: 'STORAGE', vStorage: 'COLD', iCapacity: 7 });
  const range = { iPooId: 1, vType: 'STORAGE', vStorage: 'AMBIENT', iCapacity: 40, vPrefix: 'a1-', iFrom: 1, iTo: 3 };
  const ask = (more: object = {}, as?: ReturnType<typeof personWith>) =>
    house.call('POST', '/masters-series/traymaster', { fields: { ...range, ...more } }, as);
  const trays = async () =>
    (await house.call('GET', '/masters-list/traymaster?sort=vCode')).body.rows.map(({ fields }: any) => [fields.vCode, fields.vName, fields.iCapacity]);
  const old = ['BLR01-A1-02', 'Old shelf', 7];

  const { status, body } = await ask();
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await read('traymaster', body.id)).toMatchObject({
    counts: { create: 2, same: 1 },
    lines: [{ effect: 'create' }, { effect: 'same' }, { effect: 'create' }],
  });
  expect(await trays()).toEqual([old]);
  await house.call('POST', `/masters-import/traymaster/${body.id}/apply`);
  await house.masters.idle();
  expect(await trays()).toEqual([['BLR01-A1-01', 'Place 1 A1-01', 40], old, ['BLR01-A1-03', 'Place 1 A1-03', 40]]);
  await house.call('POST', `/masters-import/traymaster/${body.id}/undo`);
  await house.masters.idle();
  expect(await trays()).toEqual([old]);
  // The same range once more is no file that was loaded already.
  expect(await read('traymaster', (await ask()).body.id)).toMatchObject({ counts: { create: 2, same: 1 } });

  expect(await ask({ iTo: 0 })).toMatchObject({ status: 422, body: { code: 'seriesBackwards', field: 'iTo' } });
  expect(await ask({ iTo: 201 })).toMatchObject({ status: 422, body: { code: 'seriesTooLong', details: { n: 201, most: 200 } } });
  expect(await ask({ iPooId: 9 })).toMatchObject({ status: 422, body: { code: 'notInList', field: 'iPooId' } });
  expect(await ask({ iCapacity: 0 })).toMatchObject({ status: 400, body: { field: 'iCapacity' } });
  expect(await ask({}, personWith(['Masters/traymaster:view']))).toMatchObject({ status: 403 });
  expect((await house.call('POST', '/masters-series/colourMaster', { fields: {} })).status).toBe(404);
  expect(house.faults).toEqual([]);
}, 120_000);

test('the variants of a style that are missing are made of colour, size and cup, all else like the one that is there', async () => {
  const { house, make, read } = await open();
  await make('manufacturer', { vCode: 'MAYURA', vName: 'Mayura Intimates' });
  await make('category', { vCode: 'BRAS', vName: 'Bras', bApparel: 1, bNeedsCup: 1, vGstClass: 'APPAREL' });
  await make('category', { vCode: 'SHIRTS', vName: 'T-shirts', bApparel: 1, vGstClass: 'APPAREL' });
  for (const [vCode, vName] of [
    ['NAVY', 'Navy blue'],
    ['RED', 'Red'],
  ])
    await make('colour', { vCode, vName, vHex: '#1F2A44' });
  for (const iBand of [32, 34]) await make('size', { vCode: `B-${iBand}`, vName: `Band ${iBand}`, vSystem: 'BAND', iBand });
  await make('size', { vCode: 'L-M', vName: 'Medium', vSystem: 'ALPHA', vLetters: 'M' });
  for (const vCup of ['B', 'C']) await make('cup', { vCode: `CUP-${vCup}`, vName: `Cup ${vCup}`, vCup });
  const apparel = { vKind: 'APPAREL', iManufacturerId: 1, vForm: 'PIECE', iPackSize: 1, vHsn: '6212', vGstClass: 'APPAREL', vStorage: 'AMBIENT' };
  const bra = { ...apparel, iCategoryId: 1, vStyle: 'Everyday', nReferenceMrpPaise: 699_00, iColourId: 1, iSizeId: 1, iCupId: 1 };
  await make('product', { ...bra, vName: 'Mayura Everyday bra', gtins: [{ vGtin: '8901234567890' }] });
  await make('product', { ...apparel, iCategoryId: 2, vStyle: 'Crew', vName: 'Crew shirt', iColourId: 1, iSizeId: 3 });
  await make('product', { ...apparel, vKind: 'DEVICE', iCategoryId: 2, vName: 'Tape measure' });
  const ask = (fields: object) => house.call('POST', '/masters-series/productMasteV2', { fields: { vNamed: 'Everyday bra', ...fields } });
  const whole = { iProductId: 1, colourIds: [1, 2], sizeIds: [1, 2], cupIds: [1, 2] };

  const { body } = await ask(whole);
  expect(await read('productMasteV2', body.id)).toMatchObject({ counts: { create: 7, same: 1 } });
  await house.call('POST', `/masters-import/productMasteV2/${body.id}/apply`);
  expect(await read('productMasteV2', body.id)).toMatchObject({ state: 'applied', counts: { done: 7, same: 1 } });
  const { rows, total } = (await house.call('GET', '/masters-list/productMasteV2?q=Everyday&sort=vCode')).body;
  expect(total).toBe(8);
  expect(rows[0].fields.vName).toBe('Mayura Everyday bra');
  const last = rows.find(({ fields }: any) => fields.vName === 'Everyday bra Red 34C');
  expect(last).toMatchObject({ stage: 'draft', fields: { ...bra, iColourId: 2, iSizeId: 2, iCupId: 2, vCode: expect.stringMatching(/^P\d{6}$/) } });
  expect(last.fields).not.toHaveProperty('gtins');
  expect(await read('productMasteV2', (await ask(whole)).body.id)).toMatchObject({ counts: { same: 8 } });
  await house.call('POST', `/masters-import/productMasteV2/${body.id}/undo`);
  expect(await read('productMasteV2', body.id)).toMatchObject({ counts: { undone: 7, same: 1 } });

  const refused = async (fields: object) => (await ask({ ...whole, ...fields })).body;
  expect(await refused({ cupIds: [] })).toMatchObject({ code: 'cupRequired', field: 'cupIds' });
  expect(await refused({ sizeIds: [1, 3] })).toMatchObject({ code: 'cupRequired', field: 'sizeIds' });
  expect(await refused({ iProductId: 2 })).toMatchObject({ code: 'cupNotHere', field: 'cupIds' });
  expect(await refused({ iProductId: 3 })).toMatchObject({ code: 'notInList', field: 'iProductId' });
  expect(await read('productMasteV2', (await ask({ iProductId: 2, colourIds: [2], sizeIds: [3] })).body.id)).toMatchObject({
    counts: { create: 1 },
    lines: [{ given: { vName: 'Everyday bra Red M' } }],
  });
  expect(house.faults).toEqual([]);
}, 120_000);
