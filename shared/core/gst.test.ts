import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditOf, documentTotals, gstRate, gstRateInclusive, purchaseLine, saleLine } from './gst.ts';
import { spelledAmount } from './amount-text.ts';
import { roundOff, scale } from './money.ts';

describe('a tax-inclusive line', () => {
  it.each([
    [
      'a pack of medicine',
      { pricePaise: 11_200, qty: 1, packSize: 1, discBp: 0, rateBp: 500 },
      [11_200, 10_668, 266],
      [10_667, 533],
    ],
    [
      '7 of 15 tablets less 10 %',
      { pricePaise: 3_024, qty: 7, packSize: 15, discBp: 1_000, rateBp: 500 },
      [1_270, 1_210, 30],
      [1_210, 60],
    ],
    [
      'MRP 99.99',
      { pricePaise: 9_999, qty: 1, packSize: 1, discBp: 0, rateBp: 500 },
      [9_999, 9_523, 238],
      [9_523, 476],
    ],
    ['MRP 3.33', { pricePaise: 333, qty: 1, packSize: 1, discBp: 0, rateBp: 500 }, [333, 317, 8], [317, 16]],
    [
      'apparel less 20 %',
      { pricePaise: 300_000, qty: 1, packSize: 1, discBp: 2_000, rateBp: 500 },
      [240_000, 228_572, 5_714],
      [228_571, 11_429],
    ],
    [
      'apparel above the slab',
      { pricePaise: 300_000, qty: 1, packSize: 1, discBp: 0, rateBp: 1_800 },
      [300_000, 254_238, 22_881],
      [254_237, 45_763],
    ],
  ] as const)('%s', (_name, line, [total, taxable, half], [taxableBetween, igst]) => {
    expect(saleLine({ ...line, interState: false })).toEqual({
      taxable,
      cgst: half,
      sgst: half,
      igst: 0,
      total,
    });
    expect(saleLine({ ...line, interState: true })).toEqual({
      taxable: taxableBetween,
      cgst: 0,
      sgst: 0,
      igst,
      total,
    });
  });

  it('adds up to the paisa whatever is sold', () => {
    const line = fc.record({
      pricePaise: fc.integer({ min: 1, max: 99_99_99_999 }),
      qty: fc.integer({ min: 1, max: 99_99_999 }),
      packSize: fc.integer({ min: 1, max: 1_000 }),
      discBp: fc.integer({ min: 0, max: 10_000 }),
      rateBp: fc.constantFrom(0, 500, 1_200, 1_800),
      interState: fc.boolean(),
    });
    fc.assert(
      fc.property(line, (one) => {
        const { taxable, cgst, sgst, igst, total } = saleLine(one);
        expect(taxable + cgst + sgst + igst).toBe(total);
        expect(cgst).toBe(sgst);
      }),
    );
  });
});

describe('a tax-exclusive line', () => {
  it('puts the tax on top; free packs cost nothing', () => {
    expect(purchaseLine({ ptrPaise: 85_00, packs: 10, discBp: 500, rateBp: 500, interState: false })).toEqual(
      {
        taxable: 80_750,
        cgst: 2_019,
        sgst: 2_019,
        igst: 0,
        total: 84_788,
      },
    );
    expect(purchaseLine({ ptrPaise: 85_00, packs: 0, discBp: 0, rateBp: 500, interState: true }).total).toBe(
      0,
    );
  });
});

describe('a document', () => {
  it('is whole rupees by its round-off', () => {
    const seven = Array.from({ length: 7 }, (_, i) =>
      saleLine({ pricePaise: 333 + i * 7, qty: 1, packSize: 1, discBp: 0, rateBp: 500, interState: false }),
    );
    const totals = documentTotals(seven);
    expect(totals.payable % 100).toBe(0);
    expect(totals.taxable + totals.cgst + totals.sgst + totals.roundOff).toBe(totals.payable);
  });
  it.each([
    [100, 0],
    [149, -49],
    [150, 50],
    [199, 1],
  ])('%d paise are rounded by %d', (paise, off) => expect(roundOff(paise)).toBe(off));
});

describe('a return in parts', () => {
  const credits = (paise: number, parts: readonly number[]): number[] => {
    const qty = parts.reduce((sum, part) => sum + part, 0);
    const given: number[] = [];
    let back = 0;
    for (const part of parts)
      given.push(
        creditOf(
          { paise, qty },
          (back += part),
          given.reduce((sum, one) => sum + one, 0),
        ),
      );
    return given;
  };
  it('credits the published examples', () => {
    expect(credits(1_000, [1, 1, 1])).toEqual([333, 334, 333]);
    expect(credits(1_270, [2, 2, 3])).toEqual([363, 363, 544]);
  });
  it('credits the whole line in whatever parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), parts, (paise, some) => {
        expect(credits(paise, some).reduce((sum, one) => sum + one, 0)).toBe(paise);
      }),
    );
  });
});

describe('the rate', () => {
  it.each([
    ['MED', '2025-09-21', 1_200],
    ['MED', '2025-09-22', 500],
    ['NIL', '2025-09-21', 1_200],
    ['NIL', '2025-09-22', 0],
    ['OTHER', '2026-01-01', null],
  ])('of %s on %s is %s', (gstClass, day, rate) => expect(gstRate(gstClass, day, 100)).toBe(rate));
  it('of apparel changes with the taxable value of a piece', () => {
    expect(gstRateInclusive('APPAREL', '2026-01-01', 262_500)).toBe(500);
    expect(gstRateInclusive('APPAREL', '2026-01-01', 262_501)).toBe(1_800);
    expect(gstRate('APPAREL', '2026-01-01', 250_000)).toBe(500);
    expect(gstRate('APPAREL', '2026-01-01', 250_001)).toBe(1_800);
  });
});

it('rounds half away from zero, also where a double is not exact', () => {
  expect(scale([1], 2)).toBe(1);
  expect(scale([-1], 2)).toBe(-1);
  expect(scale([9_99_99_99_999, 99_99_999], 99_99_999)).toBe(9_99_99_99_999);
});

describe('an amount in words', () => {
  it.each([
    [
      1_23_456_78,
      'Rupees one lakh twenty-three thousand four hundred fifty-six and seventy-eight paise only',
    ],
    [100, 'Rupees one only'],
    [50_00_00_000_00, 'Rupees fifty crore only'],
    [5, 'Rupees zero and five paise only'],
  ])('%d in English', (paise, said) => expect(spelledAmount(paise, 'en')).toBe(said));
  it.each([
    [1_21_100_21, 'Son un lakh veintiún mil cien rupias con veintiún paise'],
    [1_000_00, 'Son mil rupias'],
    [101_00, 'Son ciento una rupias'],
  ])('%d in Spanish', (paise, said) => expect(spelledAmount(paise, 'es')).toBe(said));
});
