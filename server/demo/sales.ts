import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
/** The one affiliate with verified documents, and the team lead who asks the customers. */
const [affiliate, lead] = [303, 131];
const [admin, store, head, accounts, shop] = [1, 161, 203, 182, 1];
/** The account of the affiliate's incentives, under the number of their documents. */
const account = 'incentive-dsa3';
const versioned = { versioned: true } as const;

/** Orders claimed by an affiliate: one confirmed by its customer, one disputed, three to verify. */
export function demoSales(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  let at = now - 62 * minute;
  const give = (
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => {
    at += 20_000;
    commands.push({ at, as, stream, command, input, ...more });
  };
  for (const [n, order] of ['SO2', 'SO3', 'SO5', 'SO7', 'SO12'].entries())
    give(affiliate, 'dsasale-new', 'claim', { order: `number:order-{${order}}` }, { name: `SV${n + 1}` });
  const item = (name: string): string => `queueitem-dsaSalesVerification-{${name}}`;
  const says = (status: string): void =>
    give(0, 'call-{SVK1}', 'providerSays', { status, providerCallId: 'demo-SVK1' });
  give(lead, item('SV1'), 'claim');
  give(lead, 'call-new', 'placeCall', { subject: 'dsasale-{SV1}' }, { name: 'SVK1' });
  says('answered');
  at += minute;
  says('completed');
  give(lead, 'call-{SVK1}', 'dispositionCall', {
    code: 'INFO_DONE',
    notes: 'The agent came to the house and filled the order in with them',
  });
  give(lead, 'dsasale-{SV1}', 'confirm');
  give(lead, item('SV2'), 'claim');
  give(lead, 'dsasale-{SV2}', 'dispute', {
    reason: 'otherAgent',
    note: 'The customer named another agent at the shop this morning.',
  });
  give(lead, item('SV2'), 'release', { reason: 'The city head decides' });
  return commands;
}

/**
 * Sales of the last weeks that an affiliate brought: confirmed on the day after their delivery; one partly returned, a payout, and two
 * adjustments, of which one waits.
 */
export function demoIncentives(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const today = businessDay(now);
  let at = 0;
  const give = (
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => {
    at += minute;
    commands.push({ at, as, stream, command, input, ...more });
  };
  const begin = (daysAgo: number, time: string): void => {
    at = instantOf(weekday(addDays(today, -daysAgo)), time);
  };
  const confirmed = (order: string, daysAgo: number): void => {
    const [sale, call] = [`IS${order}`, `IC${order}`];
    const item = `queueitem-dsaSalesVerification-{${sale}}`;
    const attendance = `attendance-${lead}-${weekday(addDays(today, -daysAgo))}`;
    begin(daysAgo, '10:00');
    give(lead, attendance, 'checkIn');
    begin(daysAgo, '15:00');
    give(affiliate, 'dsasale-new', 'claim', { order: `number:order-{${order}}` }, { name: sale });
    give(lead, item, 'claim');
    give(lead, 'call-new', 'placeCall', { subject: `dsasale-{${sale}}` }, { name: call });
    for (const status of ['answered', 'completed'])
      give(0, `call-{${call}}`, 'providerSays', { status, providerCallId: `demo-${call}` });
    give(lead, `call-{${call}}`, 'dispositionCall', {
      code: 'INFO_DONE',
      notes: 'The agent sold it to them',
    });
    give(lead, `dsasale-{${sale}}`, 'confirm');
    begin(daysAgo, '18:30');
    give(lead, attendance, 'checkOut', { confirmed: true });
  };
  const adjust = (paise: number, reason: string): void =>
    give(accounts, account, 'adjust', { paise, reason });

  confirmed('PO02', 34);
  begin(30, '11:00');
  give(accounts, account, 'pay', { paise: 'balance', reference: 'NEFT I4401' });
  confirmed('PO12', 24);
  begin(22, '16:00');
  give(
    store,
    'return-new',
    'draft',
    {
      pooId: shop,
      header: {
        dcId: '{PD12}',
        reason: 'WRONG_ITEM',
        pickup: false,
        note: 'Another colour than on the order.',
      },
      lines: [{ id: 'd2', qty: 1 }],
    },
    { name: 'IRET' },
  );
  give(store, 'return-{IRET}', 'request', {}, versioned);
  give(head, 'return-{IRET}', 'approve', {}, versioned);
  give(store, 'return-{IRET}', 'scan', { put: [{ id: 'd2', receivedQty: 1 }] }, versioned);
  give(store, 'return-{IRET}', 'receive', {}, versioned);
  give(admin, 'return-{IRET}', 'sort', { put: [{ id: 'd2', restockQty: 1 }] }, versioned);
  give(admin, 'return-{IRET}', 'inspect', {}, versioned);
  confirmed('PO22', 14);
  begin(12, '11:00');
  adjust(50_00, 'Two days at the health camp, agreed with the city head');
  begin(11, '11:00');
  give(admin, account, 'confirmAdjustment', { adjustmentId: 'waiting' });
  begin(3, '12:00');
  adjust(-20_00, 'A travel advance of last month was not settled');
  return commands;
}
