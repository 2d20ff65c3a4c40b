import { describe, expect, it } from 'vitest';
import { reviewCsv, reviewPincodes, type ReviewQuery, type ReviewData } from './pincode-review.ts';

const pooja = {
  iEmpId: 151,
  vEmpName: 'Pooja',
  pooIds: [1],
  vPincode: '560041',
  taskTypes: ['setup', 'sales'],
  iPriority: 2,
} as const;
const data: ReviewData = {
  tags: [
    { vPincode: '560041', iPooId: 1, services: ['setup', 'lab'] },
    { vPincode: '560038', iPooId: 2, services: ['setup'] },
  ],
  mappings: [
    pooja,
    { ...pooja, iEmpId: 160, vEmpName: '=SUM(1)', pooIds: [2], taskTypes: ['setup'], iPriority: 1 },
  ],
  open: new Map([
    [151, 3],
    [160, 1],
  ]),
};
const everything: ReviewQuery = { iPooId: null, gapOnly: false, q: '' };
const ids = (poos: readonly number[] | 'all', query: Partial<ReviewQuery> = {}) =>
  reviewPincodes(data, { poos }, { ...everything, ...query }).map((row) => row.id);

describe('pincode review', () => {
  it('lists tagged and mapped pincodes, gaps first', () =>
    expect(ids('all')).toEqual(['560038-setup', '560041-lab', '560041-setup', '560041-sales']));
  it("sums up the employees' open tasks", () => {
    expect(
      reviewPincodes(data, { poos: 'all' }, everything).find((row) => row.id === '560041-setup'),
    ).toEqual({
      id: '560041-setup',
      vPincode: '560041',
      taskType: 'setup',
      iPooId: 1,
      openLoad: 4,
      gap: false,
      employees: [
        { iEmpId: 160, vEmpName: '=SUM(1)', iPriority: 1, open: 1 },
        { iEmpId: 151, vEmpName: 'Pooja', iPriority: 2, open: 3 },
      ],
    });
  });
  it('shows a place its own pincodes and the untagged ones of its employees', () => {
    expect(ids([1])).toEqual(['560041-lab', '560041-setup', '560041-sales']);
    expect(ids([2])).toEqual(['560038-setup']);
    expect(ids([])).toEqual([]);
  });
  it('filters by place, gap and pincode', () => {
    expect(ids('all', { iPooId: 1 })).toEqual(['560041-lab', '560041-setup', '560041-sales']);
    expect(ids('all', { gapOnly: true })).toEqual(['560038-setup', '560041-lab']);
    expect(ids('all', { q: '560038' })).toEqual(['560038-setup']);
  });
  it('escapes formulas in its file', () => {
    const file = reviewCsv(
      reviewPincodes(data, { poos: [1] }, everything),
      (key) => key,
      (id) => `=P${id}`,
    );
    expect(file.split('\r\n')[2]).toBe('560041,type.setup,\'=P1,"\'=SUM(1) (160); Pooja (151)",4,gap.no');
  });
});
