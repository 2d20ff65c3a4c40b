import { describe, expect, it } from 'vitest';
import { saleServer } from '#tests/kit/sale-server.ts';
import type { CareKitReturnState } from './state.ts';

const [storeman, inspector, other] = [191, 192, 193];
const rights = {
  'Inventory/ccKitReturn:create': [storeman, inspector],
  'Inventory/ccKitReturn:edit': [storeman, inspector, other],
};
const kit = {
  ...{ patientId: 1, customerId: 1, pooId: 1, month: '2026-11', ref: 'CK-000001', iKitTypeId: 8 },
  ...{ sections: {}, goals: [], version: 1, by: { empId: 171, name: 'Person 171' } },
};
const contents = { bundleId: 1, productIds: [15, 1] };

/** A shop with one BP monitor in each of two batches and a strip of tablets; kits of type 8 lend a monitor. */
function store(components: readonly object[] = []) {
  const server = saleServer(rights, [storeman, inspector, other]);
  server.master('product', 15, {
    ...{ vKind: 'DEVICE', vForm: 'DEVICE', vHsn: '9018', vGstClass: 'DEVICE', vStorage: 'AMBIENT' },
    ...{ vCode: 'P000015', vName: 'BP monitor', iPackSize: 1, nReferenceMrpPaise: 2_250_00 },
  });
  server.master(
    'bundle',
    1,
    {
      ...{
        vCode: 'CARE-WELLNESS',
        vName: 'Wellness kit',
        vKitType: '8',
        nPricePaise: 1,
        dFrom: '2026-04-01',
      },
      components: [
        { iProductId: 15, iQty: 2, bReturnable: 1, nMissingPaise: 2_250_00 },
        { iProductId: 1, iQty: 30 },
        ...components,
      ],
    },
    null,
  );
  server.shelf({ batch: 'M1', expiry: '2029-09-30', qty: 1, productId: 15 });
  server.shelf({ batch: 'M2', expiry: '2029-10-31', qty: 1, productId: 15 });
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 45 });
  server.write('carekit-7', 'CareKitIssued', kit, server.now(), 171);
  const state = (): CareKitReturnState => server.state('cckitret-7');
  const stock = (barcodeId: number) => server.state(`stock-1-${barcodeId}`).buckets;
  return { ...server, kit: state, stock };
}
const prepared = () => {
  const server = store();
  server.must(null, 'cckitret-7', 'prepare', {}, contents);
  return server;
};
const issued = () => {
  const server = prepared();
  server.must(storeman, 'cckitret-7', 'issue', {}, server.goods());
  return server;
};
const count = (server: ReturnType<typeof store>, counts: Readonly<Record<string, number>>, as = storeman) =>
  server.try(as, 'cckitret-7', 'count', {
    put: Object.entries(counts).map(([id, receivedQty]) => ({ id, receivedQty })),
  });
const received = (counts: Readonly<Record<string, number>> = { k1: 1, k2: 15 }) => {
  const server = issued();
  count(server, counts);
  server.must(storeman, 'cckitret-7', 'receive');
  return server;
};
const sort = (server: ReturnType<typeof store>, put: readonly object[], as = inspector) =>
  server.try(as, 'cckitret-7', 'sort', { put });

describe('a kit is prepared', () => {
  it('with the components of its type', () => {
    const server = prepared();
    expect(server.kit()).toMatchObject({
      ...{ stage: 'toIssue', number: 'CK-000007', pooId: 1 },
      header: { patient: 'Suresh Rao', customer: 'Anitha Rao', kitType: '8', bundle: 'Wellness kit' },
      lines: [
        { product: 'BP monitor', qty: 2, returnable: true, unitChargePaise: 2_250_00 },
        { product: 'Paracet-ZD 650', qty: 30, returnable: false, unitChargePaise: 0 },
      ],
    });
    expect(server.try(null, 'cckitret-7', 'prepare', {}, contents)).toBe('noLongerNeeded');
  });
  it('only where its type has components', () => {
    const server = store();
    expect(server.try(null, 'cckitret-7', 'prepare', {}, { bundleId: null, productIds: [] })).toBe(
      'noLongerNeeded',
    );
    server.write(
      'carekit-7',
      'CareKitReissued',
      { ...kit, iKitTypeId: 1, reason: 'Diabetes' },
      server.now(),
      171,
    );
    expect(server.try(null, 'cckitret-7', 'prepare', {}, contents)).toBe('noLongerNeeded');
  });
  it('anew while it was not issued and its type changed', () => {
    const server = prepared();
    server.write(
      'carekit-7',
      'CareKitReissued',
      { ...kit, iKitTypeId: 1, reason: 'Diabetes' },
      server.now(),
      171,
    );
    server.until(server.now() + 1_000);
    expect(server.kit().stage).toBe('notIssued');
  });
});

describe('a kit whose type changed', () => {
  it('has the components of the other type, while it was not issued', () => {
    const server = prepared();
    server.master(
      'bundle',
      2,
      {
        ...{
          vCode: 'CARE-DIABETES',
          vName: 'Diabetes kit',
          vKitType: '1',
          nPricePaise: 1,
          dFrom: '2026-04-01',
        },
        components: [{ iProductId: 1, iQty: 15 }],
      },
      null,
    );
    server.write(
      'carekit-7',
      'CareKitReissued',
      { ...kit, iKitTypeId: 1, reason: 'Diabetes' },
      server.now(),
      171,
    );
    server.must(null, 'cckitret-7', 'prepare', {}, { bundleId: 2, productIds: [1] });
    expect(server.kit()).toMatchObject({
      stage: 'toIssue',
      header: { kitType: '1', bundle: 'Diabetes kit', patient: 'Suresh Rao' },
    });
    expect(server.kit().lines.map(({ qty }) => qty)).toEqual([15]);
  });
  it('stays as it is once it was issued', () => {
    const server = issued();
    server.write(
      'carekit-7',
      'CareKitReissued',
      { ...kit, iKitTypeId: 1, reason: 'Diabetes' },
      server.now(),
      171,
    );
    expect(server.try(null, 'cckitret-7', 'prepare', {}, contents)).toBe('noLongerNeeded');
    expect(server.kit()).toMatchObject({ stage: 'issued', header: { kitType: '8' } });
  });
  it('may stay in the store', () => {
    const server = prepared();
    server.must(other, 'cckitret-7', 'drop', { reason: 'The patient has all of it at home.' });
    expect(server.kit().stage).toBe('notIssued');
  });
});

describe('a kit is issued', () => {
  it('from the stock, over batches, first expiry first', () => {
    const server = issued();
    expect(server.kit().lines).toMatchObject([
      { id: 'k1', batch: 'M1', qty: 1 },
      { id: 'k1-2', batch: 'M2', qty: 1 },
      { id: 'k2', batch: 'A', qty: 30 },
    ]);
    expect([1, 2, 3].map((id) => server.stock(id).available)).toEqual([0, 0, 15]);
    expect([1, 2, 3].map((id) => server.stock(id).picked)).toEqual([0, 0, 0]);
  });
  it('whole or not at all', () => {
    const server = store([{ iProductId: 13, iQty: 1 }]);
    server.must(null, 'cckitret-7', 'prepare', {}, { bundleId: 1, productIds: [15, 1, 13] });
    expect(server.try(storeman, 'cckitret-7', 'issue', {}, server.goods())).toBe('stockInsufficient');
    expect(server.stock(1).available).toBe(1);
  });
  it('once, by somebody with the right', () => {
    const server = issued();
    expect(server.try(storeman, 'cckitret-7', 'issue', {}, server.goods())).toBe('wrongState');
    expect(server.try(other, 'cckitret-7', 'giveUp', { reason: 'The patient moved away.' })).toBe(
      'forbidden',
    );
  });
});

describe('a kit is received', () => {
  it('on hold, with what is missing and what was used up', () => {
    const server = received();
    expect(server.kit()).toMatchObject({
      stage: 'returnReceived',
      header: { receivedBy: { empId: storeman } },
    });
    expect(server.kit().lines).toMatchObject([
      { id: 'k1', missingQty: 0, consumedQty: 0, chargePaise: 0 },
      { id: 'k1-2', missingQty: 1, consumedQty: 0, chargePaise: 2_250_00 },
      { id: 'k2', missingQty: 0, consumedQty: 15, chargePaise: 0 },
    ]);
    expect(server.stock(1)).toMatchObject({ hold: 1, available: 0 });
    expect(server.stock(3)).toMatchObject({ hold: 15, available: 15 });
  });
  it('never more than was issued', () => {
    const server = issued();
    expect(count(server, { k1: 2 })).toBe('moreThanIssued');
    expect(count(server, { nothing: 1 })).toBe('lineGone');
  });
  it('only with something in it; else it is given up', () => {
    const server = issued();
    expect(server.try(storeman, 'cckitret-7', 'receive')).toBe('nothingCounted');
    count(server, { k1: 1 });
    expect(server.try(storeman, 'cckitret-7', 'giveUp', { reason: 'The patient moved away.' })).toBe(
      'somethingCounted',
    );
    count(server, { k1: 0 });
    server.must(storeman, 'cckitret-7', 'giveUp', { reason: 'The patient moved away.' });
    expect(server.kit().lines.map(({ missingQty }) => missingQty)).toEqual([1, 1, 0]);
  });
});

describe('a kit is inspected', () => {
  it('by somebody else than who received it', () => {
    const server = received();
    expect(sort(server, [{ id: 'k1', restockQty: 1 }], storeman)).toBe('receiverInspects');
    expect(server.try(storeman, 'cckitret-7', 'inspect')).toBe('receiverInspects');
  });
  it('to the shelf, to the damaged goods, and with a charge for what is missing', () => {
    const server = received();
    sort(server, [
      { id: 'k1', restockQty: 1 },
      { id: 'k2', damagedQty: 15 },
    ]);
    server.must(inspector, 'cckitret-7', 'inspect');
    expect(server.stock(1)).toMatchObject({ hold: 0, available: 1 });
    expect(server.stock(3)).toMatchObject({ hold: 0, damaged: 15, available: 15 });
    expect(server.kit()).toMatchObject({ stage: 'toCollect', header: { chargePaise: 2_250_00 } });
  });
  it('every unit of it', () => {
    const server = received();
    sort(server, [{ id: 'k1', restockQty: 1 }]);
    expect(server.try(inspector, 'cckitret-7', 'inspect')).toBe('fateMissing');
    expect(sort(server, [{ id: 'k2', restockQty: 16 }])).toBe('moreThanReceived');
  });
  it('and an opened pack never goes back to the shelf', () => {
    const server = received({ k1: 1, k2: 20 });
    expect(sort(server, [{ id: 'k2', restockQty: 20 }])).toBe('neverRestocked');
    expect(sort(server, [{ id: 'k2', restockQty: 15, damagedQty: 5 }])).toEqual(['CcKitSorted']);
  });
  it('and is done when nothing is missing', () => {
    const server = received({ k1: 1, 'k1-2': 1 });
    sort(server, [
      { id: 'k1', restockQty: 1 },
      { id: 'k1-2', restockQty: 1 },
    ]);
    server.must(inspector, 'cckitret-7', 'inspect');
    expect(server.kit()).toMatchObject({ stage: 'inspected', header: { chargePaise: 0 } });
  });
});

describe('a charge', () => {
  const charged = () => {
    const server = received({ k1: 1 });
    sort(server, [{ id: 'k1', restockQty: 1 }]);
    server.must(inspector, 'cckitret-7', 'inspect');
    return server;
  };
  it("is collected into the books of the place's day", () => {
    const server = charged();
    expect(server.try(inspector, 'cckitret-7', 'collect', { mode: 'upi' })).toBe('required');
    server.must(inspector, 'cckitret-7', 'collect', { mode: 'cash' });
    expect(server.kit()).toMatchObject({ stage: 'inspected', header: { chargeMode: 'cash' } });
    expect(server.state('dayend-1-2026-11-18').receipts).toMatchObject([
      { mode: 'cash', paise: 2_250_00, customerId: 1, ref: { number: 'CK-000007' } },
    ]);
    expect(server.try(inspector, 'cckitret-7', 'collect', { mode: 'cash' })).toBe('wrongState');
  });
  it('is waived by somebody else than who inspected', () => {
    const server = charged();
    const reason = { reason: 'The monitor was stolen with the luggage.' };
    expect(server.try(inspector, 'cckitret-7', 'waive', reason)).toBe('inspectorWaives');
    server.must(other, 'cckitret-7', 'waive', reason);
    expect(server.kit()).toMatchObject({ stage: 'inspected', header: { chargePaise: 0 } });
  });
});
