import { expect, it } from 'vitest';
import { foreignLabel, parcelCode, scanParcel, unscanned } from './parcel-label.ts';

const one = { number: 'BLR01/D26/000020', parcels: 1 };
const three = { number: 'BLR01/D26/000021', parcels: 3 };
const scan = (code: string, ...before: string[]) => scanParcel([one, three], new Set(before), code);

it.each([
  ['the challan of a single parcel', 'BLR01/D26/000020', [], { is: 'whole', delivery: one }],
  ['the label of a single parcel', ' blr01/d26/000020-1 ', [], { is: 'whole', delivery: one }],
  ['the challan of several', 'BLR01/D26/000021', [], { is: 'each', delivery: three }],
  [
    'the first of three',
    parcelCode(three.number, 2),
    [],
    { is: 'part', delivery: three, parcel: 2, left: 2 },
  ],
  [
    'one that was scanned',
    parcelCode(three.number, 2),
    [parcelCode(three.number, 2)],
    { is: 'twice', delivery: three, parcel: 2 },
  ],
  [
    'the last of three',
    parcelCode(three.number, 3),
    [parcelCode(three.number, 2), parcelCode(three.number, 1)],
    { is: 'whole', delivery: three },
  ],
  ['a fourth of three', parcelCode(three.number, 4), [], { is: 'foreign' }],
  ['a second of one', parcelCode(one.number, 2), [], { is: 'foreign' }],
  ['a challan of another run', 'BLR01/D26/000099-1', [], { is: 'foreign' }],
  ['the label of goods', 'B00000100016', [], { is: 'foreign' }],
])('%s is read', (_what, code, before, found) => {
  expect(scan(code, ...before)).toEqual(found);
});

it.each([
  ['nothing', three, [], [1, 2, 3]],
  ['some of three', three, ['BLR01/D26/000021-1', ' blr01/d26/000021-3'], [2]],
  ['the challan of three', three, ['BLR01/D26/000021'], [1, 2, 3]],
  ['all of three', three, ['BLR01/D26/000021-3', 'BLR01/D26/000021-2', 'BLR01/D26/000021-1'], []],
  ['the challan of a single parcel', one, ['BLR01/D26/000020'], []],
  ['the label of a single parcel', one, ['BLR01/D26/000020-1'], []],
  ['the label of another challan', one, ['BLR01/D26/000021-1'], [1]],
])('after %s was scanned, the other labels are named', (_what, delivery, codes, missing) => {
  expect(unscanned(delivery, codes)).toEqual(missing.map((n) => parcelCode(delivery.number, n)));
});

it('a code that is no label of the parcels is named', () => {
  expect(foreignLabel(three, ['BLR01/D26/000021-3', 'BLR01/D26/000021'])).toBeUndefined();
  for (const code of ['BLR01/D26/000021-4', 'BLR01/D26/000020-1', 'B00000100016'])
    expect(foreignLabel(three, ['BLR01/D26/000021-3', code])).toBe(code);
});
