import { addDays, businessDay } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
const hour = 60 * minute;

/** People of buying and stock. */
const store = 161;
const buyer = 201;
const head = 203;

/** Indents of the shops and the warehouse and the orders for them, some of them waiting for somebody. */
export function demoPurchases(now: number): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const today = businessDay(now);
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => void orders.push({ at, as, stream, command, input, ...more });
  const line = (n: number, productId: number, qty: number) => ({ id: `l${n}`, productId, qty });
  const indent = (
    name: string,
    ago: number,
    as: number,
    pooId: number,
    lines: readonly object[],
    header: object = {},
  ): void => {
    give(now - ago, as, 'indent-new', 'draft', { pooId, header, lines }, { name });
    give(now - ago + minute, as, `indent-{${name}}`, 'submit', {}, { versioned: true });
  };
  const order = (
    name: string,
    ago: number,
    supplierId: number,
    lines: readonly object[],
    pooId = 5,
    expectedIn = 2,
  ): void =>
    give(
      now - ago,
      buyer,
      'po-new',
      'draft',
      {
        pooId,
        header: { supplierId, expectedOn: weekday(addDays(businessDay(now - ago), expectedIn)) },
        lines,
      },
      { name },
    );
  const packs = (n: number, productId: number, many: number, ptrPaise: number, more: object = {}) => ({
    id: `l${n}`,
    productId,
    packs: many,
    ptrPaise,
    ...more,
  });

  indent('N1', 26 * hour, store, 1, [line(1, 1, 300), line(2, 3, 100), line(3, 7, 150)], {
    neededBy: weekday(addDays(today, 2)),
  });
  indent('N2', 5 * hour, store, 1, [line(1, 12, 50), line(2, 6, 4)], { urgency: 'urgent' });
  indent('N3', 90 * minute, head, 5, [line(1, 1, 1500), line(2, 10, 600), line(3, 11, 450), line(4, 15, 90)]);
  give(
    now - 40 * minute,
    store,
    'indent-new',
    'draft',
    { pooId: 1, header: {}, lines: [line(1, 17, 10)] },
    { name: 'N4' },
  );

  // Drafted, waiting for approval, approved and not sent, late, rejected.
  order('P1', 70 * minute, 4, [packs(1, 9, 40, 29_00), packs(2, 13, 20, 77_00)]);
  order('P2', 4 * hour, 1, [packs(1, 1, 200, 23_00), packs(2, 2, 110, 47_00, { freePacks: 11 })]);
  give(now - 4 * hour + minute, buyer, 'po-{P2}', 'submit', {}, { versioned: true });
  order('P3', 7 * hour, 3, [packs(1, 6, 60, 560_00)]);
  give(now - 7 * hour + minute, buyer, 'po-{P3}', 'submit', {}, { versioned: true });
  order('P4', 30 * hour, 1, [packs(1, 5, 30, 125_00), packs(2, 8, 40, 100_00)]);
  give(now - 30 * hour + minute, buyer, 'po-{P4}', 'submit', {}, { versioned: true });
  give(now - 28 * hour, head, 'po-{P4}', 'approve', {}, { versioned: true });
  order('P5', 9 * 24 * hour, 6, [packs(1, 19, 12, 1_700_00)], 5, 3);
  give(now - 9 * 24 * hour + minute, buyer, 'po-{P5}', 'submit', {}, { versioned: true });
  give(now - 8 * 24 * hour, head, 'po-{P5}', 'approve', {}, { versioned: true });
  give(now - 8 * 24 * hour + minute, buyer, 'po-{P5}', 'send', { channel: 'email' }, { versioned: true });
  order('P6', 6 * hour, 4, [packs(1, 16, 5, 7_100_00)]);
  give(now - 6 * hour + minute, buyer, 'po-{P6}', 'submit', {}, { versioned: true });
  give(
    now - 5 * hour,
    head,
    'po-{P6}',
    'reject',
    { reason: 'The price is above last month’s; ask again.' },
    { versioned: true },
  );
  return orders;
}
