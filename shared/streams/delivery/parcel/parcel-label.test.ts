import { expect, it } from 'vitest';
import { parcelCode, scanParcel } from './parcel-label.ts';

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
