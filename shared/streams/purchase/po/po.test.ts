import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { initialTransition } from 'xstate';
import { stockServer } from '#tests/kit/stock-server.ts';
import { poLife, poTotals, type PoState } from './state.ts';

const line = { id: 'a', productId: 1, packs: 20, ptrPaise: 23_00 };
function drafted(header: object = {}, lines: readonly object[] = [line]) {
  const server = stockServer();
  const outcome = server.give(201, 'po-new', 'draft', {
    pooId: 1,
    header: { supplierId: 1, expectedOn: '2026-11-20', ...header },
    lines,
  });
  return { ...server, outcome, po: (): PoState => server.state('po-1') };
}
const sent = (packs = 20) => {
  const server = drafted({}, [{ ...line, packs }]);
  for (const [as, command, input] of [
    [201, 'submit', {}],
    [203, 'approve', {}],
    [201, 'send', { channel: 'email' }],
  ] as const)
    server.must(as, 'po-1', command, input);
  return server;
};

describe('a draft', () => {
  it('copies its supplier and computes the tax by the one function', () => {
    const { po } = drafted();
    expect(po()).toMatchObject({
      number: 'BLR01/P26/000001',
      header: { supplier: 'Sri Balaji Agencies', gstin: '29ZZZCS0101Z1Z2' },
    });
    expect(poTotals(po())).toMatchObject({
      taxable: 46_000,
      cgst: 1_150,
      sgst: 1_150,
      igst: 0,
      payable: 48_300,
    });
  });
  it('is taxed IGST when the supplier is in another state', () => {
    expect(poTotals(drafted({ supplierId: 3 }).po())).toMatchObject({ cgst: 0, igst: 2_300 });
  });
  it.each([
    ['supplierNotActive', { supplierId: 4 }, [line]],
    ['supplierLicenceExpired', { supplierId: 2 }, [line]],
    ['notInList', { supplierId: 77 }, [line]],
    ['costAboveMrp', {}, [{ ...line, ptrPaise: 30_00 }]],
    ['productNotActive', {}, [{ ...line, productId: 4 }]],
    ['productTwice', {}, [line, { ...line, id: 'b' }]],
    ['dateInPast', { expectedOn: '2026-11-17' }, [line]],
    ['sundayNotAllowed', { expectedOn: '2026-11-22' }, [line]],
  ])('%s', (code, header, lines) => {
    const { outcome } = drafted(header, lines);
    expect(isRefusal(outcome) && outcome.code).toBe(code);
  });
  it('is one per place and supplier when made from indents', () => {
    const { try: react, must } = drafted({ fromIndents: true });
    const again = { pooId: 1, header: { supplierId: 1, fromIndents: true }, lines: [line] };
    expect(react(201, 'po-new', 'draft', again)).toBe('draftExists');
    must(201, 'po-1', 'submit');
    expect(react(201, 'po-new', 'draft', again)).toContain('PoDrafted');
  });
  it('is submitted with lines, prices and a day', () => {
    expect(drafted({}, []).try(201, 'po-1', 'submit')).toBe('noLines');
    expect(drafted({}, [{ ...line, ptrPaise: 0 }]).try(201, 'po-1', 'submit')).toBe('priceMissing');
    expect(drafted({ expectedOn: null }).try(201, 'po-1', 'submit')).toBe('required');
  });
});

describe('approval', () => {
  const submitted = (packs: number, ptrPaise: number) => {
    const server = drafted({}, [{ ...line, productId: 3, packs, ptrPaise }]);
    server.must(201, 'po-1', 'submit');
    return server;
  };
  it('is by somebody else', () => {
    expect(submitted(1, 500_00).try(201, 'po-1', 'approve')).toBe('selfApproval');
  });
  it('above the limit of a purchase executive needs a manager', () => {
    const server = stockServer();
    const order = {
      pooId: 1,
      header: { supplierId: 1, expectedOn: '2026-11-20' },
      lines: [{ ...line, productId: 3, packs: 100, ptrPaise: 600_00 }],
    };
    server.must(1, 'po-new', 'draft', order);
    server.must(1, 'po-1', 'submit');
    expect(server.try(201, 'po-1', 'approve')).toBe('approvalLimit');
    expect(server.try(203, 'po-1', 'approve')).toEqual(['PoApproved']);
  });
  it('above five lakh needs two people', () => {
    const server = submitted(900, 600_00);
    expect(server.try(203, 'po-1', 'approve')).toEqual(['PoFirstApproved']);
    expect(server.try(203, 'po-1', 'approve')).toBe('secondApprover');
    expect(server.try(5, 'po-1', 'approve')).toEqual(['PoApproved']);
  });
  it('that is refused returns to the buyer', () => {
    const server = submitted(1, 500_00);
    server.must(203, 'po-1', 'reject', { reason: 'Price is above last month' });
    server.must(201, 'po-1', 'revise');
    expect(server.po()).toMatchObject({ stage: 'draft', revision: 2 });
  });
});

describe('a sent order', () => {
  it('counts receipts until it is full', () => {
    const { must, po, try: react } = sent();
    must(null, 'po-1', 'recordReceipt', { greId: '1', lines: [{ lineId: 'a', packs: 12, free: 0 }] });
    expect(po().stage).toBe('partlyReceived');
    expect(react(201, 'po-1', 'cancel', { reason: 'Not needed any more' })).toBe('wrongState');
    expect(
      react(null, 'po-1', 'recordReceipt', { greId: '2', lines: [{ lineId: 'a', packs: 8, free: 2 }] }),
    ).toEqual(['PoReceiptRecorded', 'PoFullyReceived']);
    expect(po().lines[0]).toMatchObject({ receivedPacks: 20, receivedFree: 2 });
  });
  it('lapses when nothing arrived, and can be sent again', () => {
    const { until, po, must } = sent();
    until(instantOf('2026-12-06', '03:00'));
    expect(po().stage).toBe('lapsed');
    must(201, 'po-1', 'send', { channel: 'print' });
    expect(po().stage).toBe('sent');
  });
  it('reopens the indent for units that it does not deliver', () => {
    const server = stockServer();
    server.must(161, 'indent-new', 'draft', {
      pooId: 1,
      header: {},
      lines: [{ id: 'a', productId: 1, qty: 300 }],
    });
    server.must(161, 'indent-1', 'submit');
    server.must(201, 'po-new', 'draft', {
      pooId: 1,
      header: { supplierId: 1, expectedOn: '2026-11-20', fromIndents: true },
      lines: [{ ...line, links: [{ indentId: '1', lineId: 'a', qty: 300 }] }],
    });
    server.must(201, 'po-1', 'submit');
    server.must(203, 'po-1', 'approve');
    server.must(201, 'po-1', 'send', { channel: 'email' });
    server.must(null, 'po-1', 'recordReceipt', { greId: '1', lines: [{ lineId: 'a', packs: 12, free: 0 }] });
    expect(server.state('indent-1').lines[0]).toMatchObject({ received: 180, onPo: 120 });
    server.must(201, 'po-1', 'shortClose', { reason: 'The supplier has no more' });
    expect(server.state('indent-1')).toMatchObject({
      stage: 'submitted',
      lines: [{ received: 180, onPo: 0, open: 120 }],
    });
  });
});

it('server and console share one machine', () => {
  expect(initialTransition(poLife.machine)[0].value).toBe('draft');
  expect(poLife.next('submitted', 'approve')).toBe('approved');
  expect(poLife.next('received', 'cancel')).toBeNull();
  expect(poLife.from('shortClose')).toEqual(['sent', 'lapsed', 'partlyReceived']);
  expect([...poLife.final]).toEqual(['received', 'shortClosed', 'cancelled']);
});
