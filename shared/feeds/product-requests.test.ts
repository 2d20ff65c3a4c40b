import { expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { productRequestView, productRequests, type ProductRequestRow } from './product-requests.ts';

const stored = (type: string, version: number, data: object): StoredEvent =>
  ({
    type,
    version,
    data,
    stream: 'master-productRequest-7',
    at: `2026-11-18T0${version}:00:00.000Z`,
    actor: { kind: 'person', empId: 161, name: 'Manoj Gowda' },
  }) as unknown as StoredEvent;
const fields = {
  vName: 'Metfor-ZD SR 1000',
  vMaker: 'Kaveri',
  vPack: 'TAB 15',
  vReason: 'PRESCRIPTION',
  iPooId: 1,
};
const created = stored('MasterRecordCreated', 1, { fields, iStatus: 1, stage: 'submitted' });
const moved = (to: string, version: number) =>
  stored('MasterRecordStageChanged', version, { action: 'x', from: 'submitted', to, iStatus: 1 });
const fold = (...events: readonly StoredEvent[]): ProductRequestRow | null =>
  events.reduce<ProductRequestRow | null>(
    (row, event) => productRequestView.row(row ?? undefined, event, '7'),
    null,
  );

it('shows a request until it is decided, with its first requester and missing fields', () => {
  const row = fold(created, moved('returned', 2), moved('submitted', 3));
  expect(row).toMatchObject({
    name: 'Metfor-ZD SR 1000',
    stage: 'submitted',
    by: 'Manoj Gowda',
    at: created.at,
  });
  expect(row && productRequests.see(row, { poos: [1] }, '7')).toMatchObject({
    missing: ['vKind', 'iManufacturerId', 'iCategoryId', 'vForm', 'iPackSize'],
  });
  expect(row && productRequests.see(row, { poos: [5] }, '7')).toBeNull();
  expect(fold(created, moved('approved', 2))).toBeNull();
});
it('is about no other master', () =>
  expect(productRequestView.ids({ ...created, stream: 'master-product-7' })).toEqual([]));
