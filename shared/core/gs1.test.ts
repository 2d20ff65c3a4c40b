import { describe, expect, it } from 'vitest';
import { barcodeOfLabel, labelOf } from '#shared/streams/stock/barcode/label.ts';
import { expiryOf, gtin14, readGs1 } from './gs1.ts';

const whole = { gtin: '08901234567890', batch: 'AB-12', expiry: '2027-11-30', serial: '77' };

describe('a GS1 code', () => {
  it.each([
    ['with separators', '010890123456789017271100' + '10AB-12\u001d' + '2177'],
    ['with its symbology', ']d2010890123456789017271100' + '10AB-12\u001d' + '2177'],
    ['in another order', '10AB-12\u001d' + '2177\u001d' + '0108901234567890' + '17271100'],
    ['in brackets', '(01)08901234567890(17)271100(10)ab-12(21)77'],
    ['with a named separator', '01089012345678901727110010AB-12<GS>2177'],
  ])('%s', (_name, code) => expect(readGs1(code)).toEqual(whole));
  it('without a separator gives the variable part the rest', () => {
    expect(readGs1('01089012345678901727110010AB-122177')).toMatchObject({
      batch: 'AB-122177',
      serial: null,
    });
  });
  it('with a day keeps it, and refuses one that is none', () => {
    expect(readGs1('010890123456789017280229')).toMatchObject({ expiry: '2028-02-29' });
    expect(readGs1('010890123456789017270229')).toMatchObject({ expiry: null });
  });
  it.each(['', 'hello', '0108901234567894', '99', '01'])('%s is none', (code) =>
    expect(readGs1(code)).toBeNull(),
  );
  it('may be a GTIN alone', () =>
    expect(readGs1('8901234567890')).toEqual({ ...whole, batch: null, expiry: null, serial: null }));
});

it('an expiry is the last day of its month', () => {
  expect(['02/2028', '11/26', '13/2027', 'soon'].map(expiryOf)).toEqual([
    '2028-02-29',
    '2026-11-30',
    null,
    null,
  ]);
});

it('a GTIN has a check digit', () =>
  expect([gtin14('8901234567890'), gtin14('8901234567894')]).toEqual(['08901234567890', null]));

it('our own label has a check digit too', () => {
  expect(labelOf(10_001)).toBe('B00000100016');
  expect(barcodeOfLabel('b00000100016')).toBe(10_001);
  expect(barcodeOfLabel('B00000100017')).toBeNull();
});
