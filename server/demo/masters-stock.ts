import { careKitBundles } from './care-kits.ts';
import { addDays } from '#shared/core/day.ts';
import type { DemoRows } from './masters-rows.ts';

type Medicine = readonly [
  string,
  string,
  number,
  readonly (readonly [number, number])[],
  string,
  string,
  number,
];

/**
 * After the trays of the stores, so that those keep their numbers: 9 to 16 are ambient, 17 and 18 cold, 19 is
 * for dispatch; 20 and 21 are a store's.
 */
export const warehouseTrays = [
  ...Array.from({ length: 8 }, (_, i) => ({
    vCode: `BLRWH-A1-01-0${i + 1}`,
    vName: `Rack A1-01-0${i + 1} of the warehouse`,
    iPooId: 5,
    vType: 'STORAGE',
    vStorage: 'AMBIENT',
    iCapacity: 400,
  })),
  ...Array.from({ length: 2 }, (_, i) => ({
    vCode: `BLRWH-C1-01-0${i + 1}`,
    vName: `Cold shelf C1-01-0${i + 1} of the warehouse`,
    iPooId: 5,
    vType: 'STORAGE',
    vStorage: 'COLD',
    iCapacity: 200,
  })),
  {
    vCode: 'BLRWH-D-01',
    vName: 'Dispatch 1 of the warehouse',
    iPooId: 5,
    vType: 'DISPATCH',
    vStorage: 'AMBIENT',
    iCapacity: 80,
  },
  {
    vCode: 'BLR01-A1-01-02',
    vName: 'Rack A1-01-02 of store 1',
    iPooId: 1,
    vType: 'STORAGE',
    vStorage: 'AMBIENT',
    iCapacity: 200,
  },
  {
    vCode: 'BLR01-C1-01-01',
    vName: 'Cold shelf C1-01-01 of store 1',
    iPooId: 1,
    vType: 'STORAGE',
    vStorage: 'COLD',
    iCapacity: 60,
  },
];

/**
 * The suppliers' prices of medicines by product: the printed price less a margin, without tax; every sixth
 * with a scheme of ten plus one.
 */
function vendorPrices(today: string, medicines: readonly Medicine[]): DemoRows['rows'] {
  const sellers = [
    [1, 0],
    [4, 150],
    [2, -100],
  ] as const;
  const unnamed = [
    [1, 29, 16_10],
    [4, 29, 15_90],
    [1, 30, 171_00],
  ].map(([iSupplierId, iProductId, nPtrPaise], i) => ({
    ...{
      iSupplierId,
      iProductId,
      nPtrPaise,
      nDiscBp: 0,
      iBuy: 1,
      iFree: 0,
      iMoq: 10,
      iLeadDays: 3,
      iPriority: 5,
    },
    dFrom: addDays(today, -33 + i * 9),
  }));
  const priced = medicines.flatMap(([vName, , , , , , mrp], i) =>
    sellers.slice(0, i === 3 ? 0 : (i % 3) + 1).map(([iSupplierId, discBp]) => ({
      iSupplierId,
      iProductId: i + 1,
      nPtrPaise:
        Math.round((mrp * 0.8) / (vName.startsWith('Aliroc') ? 1 : 1.05)) - (iSupplierId === 2 ? 10 : 0),
      nDiscBp: Math.max(0, discBp),
      iBuy: i % 6 === 1 ? 10 : 1,
      iFree: i % 6 === 1 ? 1 : 0,
      iMoq: 5,
      iLeadDays: iSupplierId === 2 ? 4 : 2,
      iPriority: iSupplierId === 1 ? 1 : 5,
      dFrom: addDays(today, -50),
    })),
  );
  return [...priced, ...unnamed];
}

/** Prices of suppliers and a kit, after the products that they name. */
export function demoStockMasters(today: string, medicines: readonly Medicine[]): DemoRows[] {
  return [
    { kind: 'vendorProduct', rows: vendorPrices(today, medicines) },
    {
      kind: 'bundle',
      rows: [
        {
          vCode: 'DIABETES-START',
          vName: 'Diabetes starter kit',
          components: [
            { iProductId: 18, iQty: 1 },
            { iProductId: 3, iQty: 20 },
          ],
          nPricePaise: 1_149_00,
          dFrom: addDays(today, -30),
        },
        ...careKitBundles(addDays(today, -50)),
      ],
    },
  ];
}
