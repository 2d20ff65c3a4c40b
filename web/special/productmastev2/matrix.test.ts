import { describe, expect, it } from 'vitest';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { cellKey, changesOf, matrixOf, missingVariant } from './matrix.ts';

const row = (
  id: number,
  iColourId: number,
  iSizeId: number,
  iCupId: number | null,
  vName: string,
): MasterRow => ({
  id,
  version: 1,
  iStatus: 1,
  iCancelFlag: 0,
  stage: 'active',
  stageAt: '',
  mergedInto: null,
  fields: {
    vCode: `P00000${id}`,
    vName,
    vStyle: 'Everyday',
    vKind: 'APPAREL',
    iColourId,
    iSizeId,
    ...(iCupId === null ? {} : { iCupId }),
    nReferenceMrpPaise: 699_00,
    gtins: [{ vGtin: '8901234567894' }],
  },
  createdAt: '',
  updatedBy: '',
  updatedAt: '',
});
const label = (name: string) => ({ code: '', name, iStatus: 1 as const });
const labels = {
  'colour:1': label('Navy'),
  'colour:2': label('Black'),
  'size:1': label('Band 34'),
  'size:2': label('Band 36'),
  'cup:1': label('Cup B'),
};
const matrix = matrixOf(
  [
    row(1, 1, 1, 1, 'Everyday Navy 34B'),
    row(2, 1, 2, 1, 'Everyday Navy 36B'),
    row(3, 2, 1, 1, 'Everyday Black 34B'),
  ],
  labels,
);
const [first, second] = matrix.lines;
const [black, navy] = matrix.colours;

describe('the variants of a style', () => {
  it('given products of one style, when they are shown, then sizes are rows and colours are columns', () => {
    expect(matrix.lines.map((line) => line.label)).toEqual(['Band 34 · Cup B', 'Band 36 · Cup B']);
    expect(matrix.colours.map((colour) => colour.label)).toEqual(['Black', 'Navy']);
    expect(matrix.at(first!, black!)?.id).toBe(3);
    expect(matrix.at(second!, black!)).toBeNull();
  });

  it('given a missing variant, when it is ticked, then it copies its sibling in another colour, without fields of its own', () => {
    const fields = missingVariant(matrix, second!, black!);
    expect(fields).toMatchObject({
      vName: 'Everyday Black 36B',
      iColourId: 2,
      iSizeId: 2,
      iCupId: 1,
      vStyle: 'Everyday',
    });
    expect(fields).not.toHaveProperty('gtins');
    expect(fields).not.toHaveProperty('vCode');
  });

  it('given typed prices and ticked cells, when they are saved, then only the differences are sent', () => {
    const [same, dearer, missing] = [
      cellKey(first!, navy!),
      cellKey(first!, black!),
      cellKey(second!, black!),
    ];
    const prices = new Map([
      [same, 699_00],
      [dearer, 749_00],
      [missing, 799_00],
    ]);
    expect(changesOf(matrix, prices, new Set())).toMatchObject([
      { key: dearer, what: 'price', paise: 749_00 },
    ]);
    expect(changesOf(matrix, prices, new Set([missing]))).toMatchObject([
      { key: dearer, what: 'price' },
      { key: missing, what: 'create', fields: { nReferenceMrpPaise: 799_00 } },
    ]);
  });
});
