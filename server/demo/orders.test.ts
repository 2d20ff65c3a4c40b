import { describe, expect, it } from 'vitest';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import { demoCustomers } from './customers.ts';
import { demoOrders } from './orders.ts';

describe('orders of the demo', () => {
  it.each([
    ['2026-11-27', 'Friday'],
    ['2026-11-28', 'Saturday'],
    ['2026-11-29', 'Sunday'],
    ['2026-11-30', 'Monday'],
  ])('that are picked on %s (%s) have a slot for which they are queued then', (day) => {
    const now = instantOf(day, '11:00');
    const commands = demoOrders(now, demoCustomers(now));
    const picked = new Set(
      commands.filter(({ command }) => command === 'createPickList').map(({ stream }) => stream),
    );
    const late = commands.flatMap(({ at, command, name, input }) => {
      if (command !== 'draft' || !picked.has(`order-{${name}}`)) return [];
      const { slotDate } = input['header'] as { readonly slotDate: string };
      return slotDate > addDays(businessDay(at), 1) ? [slotDate] : [];
    });
    expect(picked.size).toBeGreaterThan(5);
    expect(late).toEqual([]);
  });
});
