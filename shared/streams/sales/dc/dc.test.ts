import { describe, expect, it } from 'vitest';
import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import { issueCredit } from '../invoice/credit.ts';
import { invoiceTotals, type InvoiceState } from '../invoice/state.ts';
import {
  deliveredEvents,
  dispatchEvents,
  dispatchReads,
  ewayNeeded,
  partlyDeliveredEvents,
  reshippedEvents,
} from './outcome.ts';
import { dcTotals, type DcState } from './state.ts';
import type { NewEvent } from '#shared/core/event.ts';

type Server = ReturnType<typeof saleServer>;
const challan = (server: Server, id = '1'): DcState => server.state(`dc-${id}`);
const bill = (server: Server, id = '1'): InvoiceState => server.state(`invoice-${id}`);

function sold(lines: readonly object[] = [{ productId: 1, qty: 15 }], header: object = {}) {
  const server = saleServer();
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
  server.shelf({ batch: 'M', expiry: '2027-09-30', qty: 60, productId: 10, mrpPaise: 45_00 });
  server.invoiced(lines, header);
  return server;
}
const labelOf = (server: Server, n = 0): string => challan(server).lines[n]!.label;
const apply = (server: Server, events: readonly NewEvent[] | Refusal): void => {
  if (isRefusal(events)) throw new Error(events.code);
  for (const { stream, type, data } of events) server.write(stream!, type, data, server.now(), null);
};
const readOf = (server: Server): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(dispatchReads(challan(server))).map(([short, stream]) => [short, server.state(stream)]),
  );
const own = { mode: 'OWN', agent: { empId: 161, name: 'Rider' } } as const;

describe('challan and invoice', () => {
  it('are made together, with numbers of their own series and equal sums', () => {
    const server = sold();
    expect(challan(server)).toMatchObject({
      number: 'BLR01/D26/000001',
      header: { invoiceNumber: 'BLR01/I26/000001', payablePaise: 30_00, codDuePaise: 30_00 },
    });
    expect(bill(server)).toMatchObject({
      number: 'BLR01/I26/000001',
      header: { dcNumber: 'BLR01/D26/000001', seller: { licence: 'KA-B2-20B-1041' } },
    });
    expect(invoiceTotals(bill(server))).toEqual(dcTotals(challan(server)));
    expect(server.order()).toMatchObject({ stage: 'invoiced', lines: [{ invoiced: 15, allocated: 0 }] });
  });
  it('are numbered without a gap', () => {
    const server = sold();
    for (let n = 2; n <= 4; n += 1) server.invoiced([{ productId: 1, qty: 1 }]);
    expect([1, 2, 3, 4].map((n) => bill(server, String(n)).number)).toEqual([
      'BLR01/I26/000001',
      'BLR01/I26/000002',
      'BLR01/I26/000003',
      'BLR01/I26/000004',
    ]);
  });
  it('tax IGST where the goods go to another state', () => {
    const server = sold([{ productId: 1, qty: 15 }], { addressNo: 2 });
    expect(invoiceTotals(bill(server))).toMatchObject({ cgst: 0, sgst: 0, igst: 144 });
  });
  it('take the price of the label, never above its MRP', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 30, mrpPaise: 28_00 });
    server.invoiced([{ productId: 1, qty: 15 }]);
    expect(challan(server).lines[0]).toMatchObject({ mrpPaise: 28_00, pricePaise: 28_00, total: 28_00 });
  });
  it('are refused above the limit of cash at the door', () => {
    const server = saleServer();
    server.shelf({ batch: 'C', expiry: '2027-09-30', qty: 2_000, productId: 13 });
    const id = server.queued([{ productId: 13, qty: 1_300 }]);
    server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
    server.picked(id, '1');
    server.must(161, 'pick-1', 'pack', { parcels: 2, coldBox: true });
    expect(server.try(173, 'pick-1', 'makeDc')).toBe('cashLimit269');
  });
});

/** Product 11 of Schedule H1 on a prescription. */
function strict(qty = 20) {
  const server = saleServer();
  server.prescribed();
  server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId: 11 });
  const id = server.queued([{ productId: 11, qty }], { rxId: 7 });
  server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
  server.picked(id, '1');
  server.must(161, 'pick-1', 'pack', { parcels: 1 });
  return server;
}

it('a challan with a recalled batch is not passed by its check', () => {
  const server = sold();
  server.must(174, 'dc-1', 'scan', { code: labelOf(server), qty: 15, scanId: 'a' });
  server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
  expect(server.try(174, 'dc-1', 'verify')).toBe('batchBlocked');
});

it('goods of a cancelled challan whose batch was recalled go on hold, not on sale', () => {
  const server = sold();
  server.must(173, 'dc-1', 'requestCancel', { reason: 'The batch was recalled', next: 'again' });
  server.must(174, 'dc-1', 'approveCancel');
  server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
  server.must(173, 'dc-1', 'scanBack', { code: labelOf(server), scanId: 'a' });
  server.must(173, 'dc-1', 'acknowledge');
  expect(server.state('stock-1-1').buckets).toMatchObject({ available: 0, picked: 0, hold: 120 });
});

describe('Schedule H1', () => {
  it('is supplied by a registered pharmacist and entered in the register by the supply itself', () => {
    const server = strict();
    expect(server.try(173, 'pick-1', 'makeDc', { pharmacistId: 161 })).toBe('notInList');
    server.must(173, 'pick-1', 'makeDc');
    expect(challan(server).h1).toMatchObject([
      {
        product: 'Cefpo-ZD 200',
        qty: 20,
        batch: 'H',
        prescriber: 'Dr. Nair',
        patient: 'Suresh Rao',
        maker: 'Zenda Lifesciences',
        reversed: false,
      },
    ]);
    expect(server.state('prescription-7')).toMatchObject({ dispensed: { 1: 20 }, reserved: { 1: 0 } });
  });
  it('is numbered within the place and the financial year, and a cancelled supply keeps its number', () => {
    const server = strict(10);
    server.must(173, 'pick-1', 'makeDc');
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The parcel was damaged', next: 'again' });
    server.must(174, 'dc-1', 'approveCancel');
    const id = server.queued([{ productId: 11, qty: 10 }], { rxId: 7 });
    server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
    server.picked(id, '2');
    server.must(161, 'pick-2', 'pack', { parcels: 1 });
    server.must(173, 'pick-2', 'makeDc');
    expect([challan(server).h1, challan(server, '2').h1].flat()).toMatchObject([
      { serial: 'BLR01/H126/000001', reversed: true },
      { serial: 'BLR01/H126/000002', reversed: false },
    ]);
    expect(server.state('numbering-1-H126').last).toBe(2);
  });
  it('of a cancelled challan stays in the register, reversed; the prescription allows it again', () => {
    const server = strict();
    server.must(173, 'pick-1', 'makeDc');
    server.must(173, 'dc-1', 'requestCancel', {
      reason: 'The doctor changed the medicine',
      next: 'cancelOrder',
    });
    server.must(174, 'dc-1', 'approveCancel');
    expect(challan(server).h1).toMatchObject([{ qty: 20, reversed: true }]);
    expect(server.state('prescription-7')).toMatchObject({ dispensed: { 1: 0 }, reserved: { 1: 0 } });
    expect(server.order()).toMatchObject({ stage: 'cancelled', lines: [{ cancelled: 20, invoiced: 0 }] });
  });
});

describe('what needs a prescription', () => {
  const packed = (productId: number, header: object = {}) => {
    const server = saleServer();
    server.prescribed();
    server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId });
    server.queued([{ productId, qty: 20 }], header);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    const { label } = server.state('pick-1').lines[0] as { label: string };
    server.must(161, 'pick-1', 'scan', { code: label, qty: 20, scanId: 'a' });
    server.must(161, 'pick-1', 'finish');
    server.must(161, 'pick-1', 'pack', { parcels: 1 });
    return server;
  };
  it('is invoiced by a pharmacist who is registered at the place', () => {
    const server = packed(11, { rxId: 7 });
    server.write(
      'master-placeOfOperation-1',
      'MasterRecordUpdated',
      { fields: { pharmacists: [] } },
      server.now(),
      null,
    );
    expect(server.try(173, 'pick-1', 'makeDc')).toBe('pharmacistRequired');
    expect(server.state('numbering-1-D26').last ?? 0).toBe(0);
  });
  it('names no pharmacist of another place', () => {
    expect(packed(11, { rxId: 7 }).try(173, 'pick-1', 'makeDc', { pharmacistId: 161 })).toBe('notInList');
  });
});

describe('an e-way bill', () => {
  const eway = { no: '123456789012', validTill: '2026-11-19' };
  it('is recorded for a day to come, and cancelled within a day, with a reason', () => {
    const server = sold();
    const reason = { reason: 'The vehicle was changed at noon' };
    expect(server.try(173, 'dc-1', 'cancelEway', reason)).toBe('noEway');
    expect(server.try(173, 'dc-1', 'recordEway', { ...eway, validTill: '2026-11-17' })).toBe('dateInPast');
    server.must(173, 'dc-1', 'recordEway', eway);
    expect(challan(server).header).toMatchObject({ ewayNo: eway.no, ewayValidTill: eway.validTill });
    server.must(173, 'dc-1', 'cancelEway', reason);
    expect(challan(server).header).toMatchObject({ ewayNo: null });
    server.must(173, 'dc-1', 'recordEway', eway);
    server.until(server.now() + 25 * 3_600_000);
    expect(server.try(173, 'dc-1', 'cancelEway', reason)).toBe('ewayTooOld');
  });
});

describe('a cancelled challan of a prepaid order', () => {
  it.each([
    ['cancelOrder', 30_00],
    ['again', null],
  ])('gives back what was paid where the order ends with it: %s', (next, paise) => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
    server.queued([{ productId: 1, qty: 15 }], { payment: 'PREPAID' });
    server.pay('1', 30_00);
    server.billed('1');
    server.must(173, 'dc-1', 'requestCancel', { reason: 'Bought it elsewhere', next });
    server.must(174, 'dc-1', 'approveCancel');
    const back = server.log.find(({ type }) => type === 'UndeliveredRefundDue')?.data;
    expect(back?.creditPaise ?? null).toBe(paise);
    expect(server.order().refundedPaise).toBe(paise ?? 0);
  });
});

describe('the second person', () => {
  it('is not the picker', () => {
    const server = sold();
    expect(server.try(161, 'dc-1', 'scan', { code: labelOf(server), scanId: 'a' })).toBe(
      'pickerCannotVerify',
    );
  });
  it('scans everything before the parcel may go', () => {
    const server = sold([{ productId: 1, qty: 30 }]);
    server.must(174, 'dc-1', 'scan', { code: labelOf(server), scanId: 'a' });
    expect(server.try(174, 'dc-1', 'verify')).toBe('dcMismatch');
    server.must(174, 'dc-1', 'scan', { code: labelOf(server), scanId: 'b' });
    expect(server.try(174, 'dc-1', 'scan', { code: labelOf(server), scanId: 'c' })).toBe('overScan');
    server.must(174, 'dc-1', 'verify');
    expect(challan(server)).toMatchObject({ stage: 'verified', verifiedBy: { empId: 174 } });
  });
  it('finds a wrong batch of the right product', () => {
    const server = sold();
    server.shelf({ batch: 'Z', expiry: '2027-10-31', qty: 5 });
    const { label } = server.state('barcode-3') as { label: string };
    expect(server.try(174, 'dc-1', 'scan', { code: label, scanId: 'a' })).toBe('notOnChallan');
    server.must(174, 'dc-1', 'fail', { note: 'Batch Z lies in the parcel' });
    expect(challan(server)).toMatchObject({ stage: 'generated', lines: [{ verified: 0 }] });
  });
});

describe('a cancelled challan', () => {
  const asked = (next = 'again') => {
    const server = sold([{ productId: 1, qty: 15 }]);
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The address was wrong', next });
    return server;
  };
  it('is decided by somebody else', () => {
    const server = asked();
    server.must(174, 'dc-1', 'rejectCancel', { reason: 'The address is right after all' });
    expect(challan(server).stage).toBe('generated');
  });
  it('keeps its number, is credited whole, and its order waits for the pickers again', () => {
    const server = asked();
    server.must(174, 'dc-1', 'approveCancel');
    expect(challan(server)).toMatchObject({ stage: 'cancelled', number: 'BLR01/D26/000001' });
    expect(bill(server)).toMatchObject({ stage: 'credited', creditedPaise: 30_00 });
    expect(bill(server, '2')).toMatchObject({
      number: 'BLR01/C26/000001',
      header: { kind: 'CREDIT_NOTE', against: { number: 'BLR01/I26/000001' } },
    });
    expect(server.order()).toMatchObject({ stage: 'queued', lines: [{ open: 15, invoiced: 0 }] });
  });
  it('gives the goods back when all of them are scanned', () => {
    const server = asked();
    server.must(174, 'dc-1', 'approveCancel');
    expect(server.try(173, 'dc-1', 'acknowledge')).toBe('notAllBack');
    server.must(173, 'dc-1', 'scanBack', { code: labelOf(server), scanId: 'x' });
    server.must(173, 'dc-1', 'acknowledge');
    expect(server.state('stock-1-1').buckets).toMatchObject({ picked: 0, available: 120 });
    expect(bill(server).stage).toBe('closed');
  });
  it('is refused once the parcel left', () => {
    const server = sold();
    server.must(174, 'dc-1', 'scan', { code: labelOf(server), scanId: 'a' });
    server.must(174, 'dc-1', 'verify');
    apply(server, dispatchEvents(challan(server), readOf(server), own, '2026-11-18'));
    expect(server.try(173, 'dc-1', 'requestCancel', { reason: 'The address was wrong', next: 'again' })).toBe(
      'dcDispatched',
    );
    expect(server.state('stock-1-1').buckets).toMatchObject({ picked: 0, available: 105 });
  });
});

describe('outcomes of a delivery', () => {
  const gone = (qty = 30) => {
    const server = sold([{ productId: 1, qty }]);
    apply(server, dispatchEvents(challan(server), readOf(server), own, '2026-11-18'));
    expect(server.order().stage).toBe('dispatched');
    return server;
  };
  it('in full closes the order', () => {
    const server = gone();
    apply(server, deliveredEvents(challan(server), { codPaise: 60_00, how: 'OTP' }));
    server.until(server.now() + 1_000);
    expect(server.order()).toMatchObject({ stage: 'closed', lines: [{ delivered: 30 }] });
  });
  it('in part keeps each unit in one place, and what comes back can go out again', () => {
    const server = gone();
    apply(server, partlyDeliveredEvents(challan(server), [{ lineId: 'd1', qty: 20 }], 40_00));
    expect(server.order().lines[0]).toMatchObject({ delivered: 20, invoiced: 10 });
    apply(
      server,
      reshippedEvents(challan(server), server.order(), [{ lineId: 'd1', qty: 10 }], 'refused', 'open', 20_00),
    );
    expect(server.order()).toMatchObject({
      stage: 'queued',
      lines: [{ delivered: 20, open: 10, invoiced: 0, rtoQty: 10 }],
    });
  });
  it('need an e-way bill above the limit of the state', () => {
    const { header, place } = challan(sold());
    const worth = (payablePaise: number, stateCode: string) =>
      ewayNeeded({ header: { ...header, payablePaise, stateCode }, place });
    expect([worth(50_000_00, '29'), worth(50_000_01, '29'), worth(50_001_00, '33')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('credit notes', () => {
  it('of any split add up to the invoice', () => {
    const server = sold([{ productId: 1, qty: 7, discBp: 1_000 }]);
    const invoiced = invoiceTotals(bill(server)).payable;
    const credited = [2, 2, 3].map((qty, i) => {
      const credit = issueCredit(
        { invoice: bill(server), creditSeries: server.state('numbering-1-C26') },
        {
          parts: [{ lineId: 'd1', qty }],
          reason: 'Returned',
          creditNoteId: String(10 + i),
          uId: `u${i}`,
          today: '2026-11-18',
        },
      );
      if (isRefusal(credit)) throw new Error(credit.code);
      apply(server, credit.events);
      return credit.payablePaise;
    });
    expect(bill(server).lines[0]).toMatchObject({ creditedQty: 7, creditedPaise: 12_70 });
    expect(['10', '11', '12'].map((id) => bill(server, id).lines[0]!.total)).toEqual([363, 363, 544]);
    expect(credited.reduce((sum, one) => sum + one, 0)).toBe(invoiced);
    expect(bill(server).creditedPaise).toBe(invoiced);
    expect(
      issueCredit(
        { invoice: bill(server), creditSeries: server.state('numbering-1-C26') },
        { parts: [{ lineId: 'd1', qty: 1 }], reason: '', creditNoteId: '9', uId: 'u', today: '2026-11-18' },
      ),
    ).toMatchObject({ code: 'creditedTwice' });
  });
});
