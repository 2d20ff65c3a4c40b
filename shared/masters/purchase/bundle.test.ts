import { expect, it } from 'vitest';
import { bundle } from './bundle.ts';

const monitor = { iProductId: 1, iQty: 1, bReturnable: 1, nMissingPaise: 2_250_00 };
const kit = {
  ...{ vCode: 'CARE-PRESSURE', vName: 'Hypertension kit', vKitType: '2', nPricePaise: 2_250_00 },
  ...{ dFrom: '2026-04-01', components: [monitor] },
};
const codes = (fields: object): readonly string[] =>
  (bundle.check({ ...kit, ...fields }, { today: '2026-11-18', before: null }).problems ?? []).map(
    ({ code }) => code,
  );

it('a care kit may have one component; anything sold has two', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ vKitType: null, components: [{ iProductId: 1, iQty: 1 }] })).toEqual(['twoComponents']);
});
it('only components of a care kit come back, and each has a charge', () => {
  const two = [monitor, { iProductId: 1, iQty: 2 }];
  expect(codes({ vKitType: null, components: two })).toEqual(['lentOutside']);
  expect(codes({ components: [{ ...monitor, nMissingPaise: null }] })).toEqual(['lentCharge']);
});
