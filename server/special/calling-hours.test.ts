import { expect, it } from 'vitest';
import { callingHours } from '#shared/streams/calls/call/hours.ts';
import { noReminder } from '#shared/streams/delivery/reminder/state.ts';
import { callingHooks } from './calling-hours.ts';

it('finds the numbers of the customer whom a delivery reminder may call, that of the order first', async () => {
  const hooks = callingHooks({
    pool: { query: async () => ({ rows: [] }) } as never,
    clock: { now: () => Date.parse('2026-11-18T04:30:00.000Z') } as never,
    config: { callingHours },
  });
  const read = {
    order: { header: { phone: '9876500001', customerId: 1 } },
    customer: { phones: [{ phone: '5550100002' }, { phone: '9876500001' }] },
  };
  const open = hooks['reminder/open']!;
  expect(await open({} as never, {}, noReminder('1'), read)).toEqual({
    calling: { hours: callingHours, holiday: null },
    numbers: ['9876500001', '5550100002'],
  });
});
