import { describe, expect, it } from 'vitest';
import { isRefusal } from '#shared/core/refusal.ts';
import { instantOf } from '#shared/core/day.ts';
import { emitted } from '#tests/kit/played.ts';
import { dispatcher, goodCode, parcelServer, rider, supervisor } from '#tests/kit/parcel-server.ts';
import { notifyAdjustment } from '../../../policies/settle-incentives.ts';
import type { InvoiceState } from '../../sales/invoice/state.ts';
import { earnedLines, incentiveOn, type EarningState } from './earned.ts';
import { earning } from './earning.ts';
import { incentive } from './incentive.ts';
import { incentiveNeeds } from './needs.ts';
import { evolveIncentive, noIncentive, type IncentiveState } from './state.ts';

const [affiliate, accounts, second] = [301, 302, 303];
const day = '2026-11-18';
const plan = { planId: 1, plan: 'Affiliates', planFrom: '2026-11-01', rateBp: 200 };
const prepared = { plan };

/** A parcel at the door of a customer, of an order that affiliate 301 brought. */
function shop(header: object = {}, confirmed = true) {
  const server = parcelServer({
    people: [affiliate, accounts, second],
    rights: {
      [incentiveNeeds.request]: [accounts, second, affiliate],
      [incentiveNeeds.decide]: [accounts, second, affiliate],
    },
  });
  server.master('dsa', 1, { iEmpId: affiliate }, 'accVerified');
  const dcId = server.ready([{ productId: 1, qty: 30 }], header);
  const order = server.order('1');
  server.write(
    'dsasale-1',
    'DsaSaleClaimed',
    {
      ...{ ref: 'SV-000001', pooId: 1, language: null, orderId: '1', order: order.number, customerId: 1 },
      ...{ customer: 'Anitha Rao', phone: '9876500001', amountPaise: 60_00, dsaId: 1 },
      dsa: { empId: affiliate, name: 'Person 301' },
      claimedBy: { empId: affiliate, name: 'Person 301' },
    },
    server.now(),
    affiliate,
  );
  server.write('unique-dsasale-1', 'KeyReserved', { owner: 'dsasale-1' }, server.now(), null);
  if (confirmed) confirm();
  server.out([dcId]);
  function confirm(): void {
    server.write(
      'dsasale-1',
      'DsaSaleConfirmed',
      {
        ...{ by: { empId: 131, name: 'Lead' }, callId: 9, amountPaise: 60_00, note: null, orderId: '1' },
      },
      server.now(),
      131,
    );
  }
  const due = () => server.parcel().codDuePaise;
  const deliver = () =>
    server.must(rider, 'delivery-1', 'deliver', { code: '123456', ...paid(due()) }, goodCode);
  const accrue = (more: object = {}) => server.try(null, 'earning-1', 'accrue', { day, ...more }, prepared);
  const invoice = (): InvoiceState => server.state(`invoice-${server.order('1').dcs[0]?.invoiceId ?? ''}`);
  const account = (): IncentiveState => server.state('incentive-dsa1');
  const earned = (): EarningState => server.state('earning-1');
  const credit = (creditNoteId: string, qty: number, cause = 'return') =>
    server.try(null, 'earning-1', 'reverse', {
      ...{ invoiceId: invoice().id, creditNoteId, creditNote: `C-${creditNoteId}`, cause },
      parts: [{ lineId: invoice().lines[0]?.id ?? '', qty }],
    });
  return { ...server, confirm, deliver, accrue, invoice, account, earned, credit };
}
const paid = (paise: number) => (paise > 0 ? { cod: { paise, mode: 'cash' } } : {});

describe('the incentive of a sale', () => {
  it('given a base of 10,668 paise at 2 %, then it is 213 paise', () =>
    expect(incentiveOn(106_68, 200)).toBe(213));

  it('given the parcel is still out, then nothing accrues', () => {
    expect(shop().accrue()).toBe('noLongerNeeded');
  });

  it('given it is delivered and paid at the door, then the rate of the plan accrues on the taxable value', () => {
    const server = shop();
    server.deliver();
    expect(server.accrue()).toEqual(['EarningAccrued', 'IncentiveAccrued', 'CustomerEarned']);
    const { taxable } = server.invoice().lines[0]!;
    expect(server.log.find(({ type }) => type === 'IncentiveAccrued')?.data).toMatchObject({
      ...{ dsaId: 1, agent: { empId: affiliate }, iPooId: 1, key: `${server.invoice().id}:1` },
      ...{ planId: 1, planFrom: '2026-11-01', rateBp: 200, day, basePaise: taxable },
      paise: incentiveOn(taxable, 200),
    });
    expect(server.account()).toMatchObject({ balancePaise: incentiveOn(taxable, 200) });
  });

  it('given the same invoice once more, then there is no second entry', () => {
    const server = shop();
    server.deliver();
    server.accrue();
    expect(server.accrue()).toBe('noLongerNeeded');
  });

  it('given no plan is in force, or the sale is not confirmed, then nothing accrues', () => {
    const server = shop({}, false);
    server.deliver();
    expect(server.accrue()).toBe('noLongerNeeded');
    server.confirm();
    expect(server.try(null, 'earning-1', 'accrue', { day }, { plan: null })).toBe('noLongerNeeded');
    expect(server.accrue()).toContain('IncentiveAccrued');
  });

  it('given a customer on credit, then it accrues once the whole invoice is paid at the counter', () => {
    const server = shop({ payment: 'CREDIT' });
    server.deliver();
    expect(server.accrue()).toBe('noLongerNeeded');
    const pay = (entryId: string, paise: number) =>
      server.try(
        null,
        'earning-1',
        'receive',
        { day, entryId, invoice: server.invoice().number, paise },
        prepared,
      );
    expect(pay('e1', 20_00)).toEqual(['EarningReceived']);
    expect(pay('e1', 40_00)).toBe('noLongerNeeded');
    expect(pay('e2', 40_00)).toContain('IncentiveAccrued');
  });

  it('given a prepaid order that nobody has paid yet, then it accrues once the rest is paid at the door', () => {
    const server = shop({ payment: 'PREPAID' });
    expect(server.parcel()).toMatchObject({ codDuePaise: 60_00 });
    server.deliver();
    expect(server.parcel().cod).toEqual({ paise: 60_00, mode: 'cash' });
    expect(server.accrue()).toContain('IncentiveAccrued');
  });

  it('given part was refused at the door, then only the delivered part is the base, and its credit note takes nothing back', () => {
    const server = shop();
    const line = server.parcel().lines[0]!;
    const half = server.parcel().codDuePaise / 2;
    server.must(
      rider,
      'delivery-1',
      'deliverPart',
      {
        code: '123456',
        cod: { paise: half, mode: 'cash' },
        accepted: [{ lineId: line.id, qty: 15 }],
        why: 'Only one strip wanted',
      },
      goodCode,
    );
    server.accrue();
    const { taxable } = server.invoice().lines[0]!;
    const [one] = server.earned().earned;
    expect(one).toMatchObject({ basePaise: Math.round(taxable / 2), lines: [{ qty: 15, undelivered: 15 }] });
    expect(server.credit('77', 15, 'rto')).toEqual(['EarningReversed']);
    expect(server.credit('78', 15)).toEqual(['EarningReversed', 'IncentiveReversed']);
    expect(server.account().balancePaise).toBe(0);
  });

  it('given units were credited before it accrues, then they are no part of the base', () => {
    const server = shop();
    server.deliver();
    const invoice = server.invoice();
    const lines = invoice.lines.map((line) => ({ ...line, creditedQty: 10 }));
    expect(earnedLines({ ...invoice, lines }, server.parcel())).toMatchObject([{ qty: 20, undelivered: 0 }]);
  });
});

describe('a reversal', () => {
  /** What 10,668 paise of 10 units at 2 % earned. */
  const of = (): EarningState =>
    earning.evolve(earning.initial('1'), {
      ...{ stream: 'earning-1', type: 'EarningAccrued', version: 1, at: '2026-11-18T05:00:00.000Z' },
      actor: { kind: 'system', empId: null, name: 'server' },
      data: {
        ...plan,
        ...{ key: '9:1', saleId: '1', sale: 'SV-000001', orderId: '1', order: 'SO/1', invoiceId: '9' },
        ...{ invoice: 'I-9', dsaId: 1, agent: { empId: affiliate, name: 'Ramesh Naidu' }, iPooId: 1 },
        ...{ customerId: 1, day, basePaise: 106_68, paise: 213 },
        lines: [{ lineId: 'd1', soldQty: 10, taxable: 106_68, qty: 10, undelivered: 0, returned: 0 }],
      },
    });
  const back = (state: EarningState, creditNoteId: string, qty: number) => {
    const decision = earning.commands['reverse']!.decide(
      state,
      { invoiceId: '9', creditNoteId, creditNote: 'C', cause: 'return', parts: [{ lineId: 'd1', qty }] },
      { directory: { employee: () => null } } as never,
    );
    if (isRefusal(decision)) throw new Error(decision.code);
    const [event, entry] = 'events' in decision ? decision.events : decision;
    const after = earning.evolve(state, {
      ...{ stream: 'earning-1', version: 2, at: '2026-11-20T05:00:00.000Z' },
      actor: { kind: 'system', empId: null, name: 'server' },
      ...event!,
    } as never);
    return { after, paise: (entry?.data['paise'] as number | undefined) ?? 0 };
  };

  it('given 213 paise and half comes back, then 107 are reversed, and for the rest 106', () => {
    const half = back(of(), '21', 5);
    const rest = back(half.after, '22', 5);
    expect([half.paise, rest.paise]).toEqual([107, 106]);
    expect(back(rest.after, '23', 5).paise).toBe(0);
  });

  it('given any split of a full return, then its parts are exactly what was accrued', () => {
    for (let first = 0; first <= 10; first += 1)
      for (let next = 0; first + next <= 10; next += 1) {
        const one = back(of(), '21', first);
        const two = back(one.after, '22', next);
        const three = back(two.after, '23', 10 - first - next);
        expect(one.paise + two.paise + three.paise).toBe(213);
      }
  });

  it('given the same credit note once more, or an invoice without an accrual, then nothing is reversed', () => {
    const server = shop();
    server.deliver();
    expect(server.credit('21', 15)).toBe('noLongerNeeded');
    server.accrue();
    expect(server.credit('21', 15)).toContain('IncentiveReversed');
    expect(server.credit('21', 15)).toBe('noLongerNeeded');
  });

  it.each([
    ['on the 90th day', '2027-02-16', ['EarningReversed', 'IncentiveReversed']],
    ['a day later', '2027-02-17', 'noLongerNeeded'],
  ])('given the customer leaves %s after it, then %s: %j', (_when, on, expected) => {
    const server = shop();
    server.deliver();
    server.accrue();
    expect(server.try(null, 'customerearnings-1', 'reverseForExit', { on })).toEqual(expected);
    expect(server.account().balancePaise === 0).toBe(Array.isArray(expected));
  });

  it('given it was paid out before, then the balance is below 0 and is carried on', () => {
    const server = shop();
    server.deliver();
    server.accrue();
    const { balancePaise } = server.account();
    server.must(accounts, 'incentive-dsa1', 'pay', { paise: balancePaise, reference: 'NEFT 1' });
    server.credit('21', 15);
    expect(server.account().balancePaise).toBeLessThan(0);
    expect(server.try(second, 'incentive-dsa1', 'pay', { paise: 1, reference: 'NEFT 2' })).toBe(
      'nothingOwed',
    );
  });
});

describe('what reverses by itself', () => {
  it('given the customer leaves soon after, then all that was earned with them is reversed', () => {
    const server = shop();
    server.deliver();
    server.accrue();
    expect(server.account().balancePaise).toBeGreaterThan(0);
    const later = instantOf('2026-12-01', '10:00');
    server.write('customer-1', 'CustomerExited', { on: '2026-12-01' }, later, null);
    server.until(later + 60_000);
    expect(server.account().balancePaise).toBe(0);
  });

  it('given a parcel that was delivered comes back over the counter, then its credit note reverses in proportion', () => {
    const server = shop();
    server.deliver();
    server.accrue();
    const line = server.invoice().lines[0]!;
    const { balancePaise } = server.account();
    server.write(
      'invoice-50',
      'CreditNoteIssued',
      {
        ...{ number: 'C-50', pooId: 1, place: server.invoice().place },
        header: {
          ...server.invoice().header,
          kind: 'CREDIT_NOTE',
          against: { id: server.invoice().id, number: server.invoice().number, date: day },
          reason: 'NOT_NEEDED',
        },
        lines: [{ ...line, qty: 15 }],
      },
      server.now(),
      dispatcher,
    );
    server.until(server.now() + 1_000);
    expect(server.account().balancePaise).toBe(balancePaise - incentiveOn(Math.round(line.taxable / 2), 200));
  });
});

describe('an adjustment', () => {
  const ask = (server: ReturnType<typeof shop>, who = accounts, paise = -5_00) =>
    server.try(who, 'incentive-dsa1', 'adjust', { paise, reason: 'Agreed at the review' });
  const idOf = (server: ReturnType<typeof shop>): string => server.account().waiting?.adjustmentId ?? '';

  it('given it is requested, then it counts only once somebody else confirms it', () => {
    const server = shop();
    expect(ask(server)).toEqual(['IncentiveAdjustmentRequested']);
    expect(server.account().balancePaise).toBe(0);
    const adjustmentId = idOf(server);
    const confirm = (who: number) => server.try(who, 'incentive-dsa1', 'confirmAdjustment', { adjustmentId });
    expect(confirm(accounts)).toBe('selfApproval');
    expect(confirm(affiliate)).toBe('selfIncentive');
    expect(confirm(supervisor)).toBe('forbidden');
    expect(confirm(second)).toEqual(['IncentiveAdjusted']);
    expect(server.account()).toMatchObject({ balancePaise: -5_00, waiting: null });
    expect(confirm(second)).toBe('nothingWaits');
  });

  it('given one waits, or it is one’s own account, or there is no such affiliate, then it is refused', () => {
    const server = shop();
    expect(ask(server, affiliate)).toBe('selfIncentive');
    ask(server);
    expect(ask(server, second)).toBe('adjustmentWaits');
    expect(
      emitted(
        server.command(accounts, 'incentive-dsa2', 'adjust', { paise: 1, reason: 'Reason' }, server.now()),
      ),
    ).toBe('notFound');
  });

  it('given no reason or an amount of 0, then the input is refused', () => {
    const { input } = incentive.commands['adjust']!;
    const parse = (value: object) =>
      (input as unknown as { safeParse(v: unknown): { success: boolean } }).safeParse(value).success;
    expect(parse({ paise: 1, reason: 'Agreed' })).toBe(true);
    expect([
      parse({ paise: 0, reason: 'Agreed' }),
      parse({ paise: 1, reason: '' }),
      parse({ paise: 1.5, reason: 'Agreed' }),
    ]).toEqual([false, false, false]);
  });

  it('given it is declined by a second person or taken back, then nothing changes', () => {
    const server = shop();
    for (const who of [second, accounts]) {
      ask(server);
      const decline = { adjustmentId: idOf(server), reason: 'No longer needed' };
      expect(server.try(who, 'incentive-dsa1', 'declineAdjustment', decline)).toEqual([
        'IncentiveAdjustmentDeclined',
      ]);
      expect(server.account()).toMatchObject({ balancePaise: 0, waiting: null });
    }
  });

  it('given it waits, then everybody else who may confirm it is notified', () => {
    const server = shop();
    ask(server);
    const event = server.log.findLast(({ type }) => type === 'IncentiveAdjustmentRequested');
    const reactions = notifyAdjustment.react(event as never, { directory: server.directory });
    const streams = reactions.flatMap((one) => ('stream' in one ? [one.stream] : []));
    expect(streams).toContain(`notice-${second}`);
    expect(streams).not.toContain(`notice-${accounts}`);
    expect(streams).not.toContain(`notice-${affiliate}`);
  });
});

describe('a payout', () => {
  function owed() {
    const server = shop();
    server.deliver();
    server.accrue();
    const pay = (who: number, paise = server.account().balancePaise) =>
      server.try(who, 'incentive-dsa1', 'pay', { paise, reference: 'NEFT 26 1' });
    return { server, pay };
  }
  it('pays the whole balance that the payer saw, once, and never oneself', () => {
    const { server, pay } = owed();
    expect(pay(affiliate)).toBe('selfIncentive');
    expect(pay(accounts, 1)).toBe('balanceMoved');
    expect(pay(accounts)).toEqual(['IncentivePaid']);
    expect(server.account()).toMatchObject({ balancePaise: 0, paid: { reference: 'NEFT 26 1' } });
    expect(pay(accounts, 1)).toBe('nothingOwed');
  });
  it('needs verified papers of the agent', () => {
    const { server, pay } = owed();
    server.write(
      'master-dsa-1',
      'MasterRecordStageChanged',
      { kind: 'dsa', id: 1, action: 'suspend', from: 'accVerified', to: 'suspended', iStatus: 0 },
      server.now(),
      1,
    );
    expect(pay(accounts)).toBe('dsaNotPayable');
  });
});

it('the balance of an account is the sum of its entries', () => {
  const account = { dsaId: 1, agent: { empId: affiliate, name: 'Ramesh Naidu' }, iPooId: 1 };
  const entries: readonly (readonly [string, object])[] = [
    ['IncentiveAccrued', { paise: 213 }],
    ['IncentiveReversed', { paise: 107 }],
    ['IncentiveAdjusted', { paise: -50 }],
    ['IncentivePaid', { paise: 56, reference: 'NEFT' }],
    ['IncentiveReversed', { paise: 106 }],
  ];
  const after = entries.reduce<IncentiveState>(
    (state, [type, data], n) =>
      evolveIncentive(state, {
        ...{ stream: 'incentive-dsa1', type, version: n + 1, at: '2026-11-18T05:00:00.000Z' },
        actor: { kind: 'person', empId: 1, name: 'Asha Rao' },
        data: { ...account, ...data },
      } as never),
    noIncentive('dsa1'),
  );
  expect(after.balancePaise).toBe(213 - 107 - 50 - 56 - 106);
});
