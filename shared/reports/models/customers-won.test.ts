import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { customersWon } from './customers-won.ts';

const created = (more: object = {}): Given => [
  'CustomerCreated',
  { name: 'Rahul Menon', pooId: 1, campaignId: 2, leadId: null, signupId: null, ...more },
];
const rows = (...given: Given[]) => rowsAfter(customersWon, 'customer-21', given);

describe('rows of customers won', () => {
  it('given a sign-up of a lead, then a new customer by sign-up, on the day it was made', () => {
    expect(rows(created({ leadId: 7, signupId: 301 }))).toMatchObject([
      { id: '21:new', kind: 'new', way: 'signup', leadId: 7, wonOn: '2026-11-20', month: '2026-11' },
    ]);
  });

  it('given the customer service names an earlier day, then that day counts', () => {
    expect(rows(created({ since: '2026-03-02', leadId: 7 }))).toMatchObject([
      { way: 'lead', wonOn: '2026-03-02', month: '2026-03' },
    ]);
  });

  it('given an exit and a return, then a second row on the day of the return', () => {
    expect(
      rows(
        created(),
        ['CustomerExited', { on: '2026-11-21', exitId: 1 }],
        ['CustomerReactivated', { exitId: 1, reason: 'Moved back' }, '2026-11-24T05:00:00.000Z'],
      ).map(({ id, kind, wonOn }) => [id, kind, wonOn]),
    ).toEqual([
      ['21:new', 'new', '2026-11-20'],
      ['21:back1', 'back', '2026-11-24'],
    ]);
  });

  it('given a duplicate that was merged, then no row', () => {
    expect(rows(created(), ['CustomersMerged', { into: 3 }])).toEqual([]);
  });
});
