import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import { greTotals, payablePaise, shortClaimPaise, type GreState } from './state.ts';

const line = {
  id: 'a',
  productId: 2,
  batch: 'NB260001',
  expiry: '2027-11-30',
  paidPacks: 10,
  ptrPaise: 80_00,
};
const inward = 204;
const quality = 202;

/** A sent order of 10 packs, a gate pass with one invoice for it, and a receipt begun. */
function started(packs = 10, value = 840_00) {
  const server = stockServer();
  const order = {
    pooId: 5,
    header: { supplierId: 1, expectedOn: '2026-11-20' },
    lines: [{ id: 'p', productId: 2, packs, ptrPaise: 80_00 }],
  };
  server.must(201, 'po-new', 'draft', order);
  server.must(201, 'po-1', 'submit');
  server.must(203, 'po-1', 'approve');
  server.must(201, 'po-1', 'send', { channel: 'email' });
  const pass = {
    pooId: 5,
    header: { supplierId: 1, vehicle: 'KA 01 AB 1234' },
    lines: [{ id: 'i', invoiceNo: 'SB/1', invoiceDate: '2026-11-17', valuePaise: value }],
  };
  server.must(inward, 'gatepass-new', 'draft', pass);
  const start = { pooId: 5, header: { gatePassId: '1', invoiceLineId: 'i', poIds: ['1'] }, lines: [] };
  server.must(inward, 'gre-new', 'draft', start);
  return { ...server, start, pass, gre: (): GreState => server.state('gre-1') };
}
function submitted(lines: readonly object[] = [line], value = 840_00) {
  const server = started(10, value);
  server.must(inward, 'gre-1', 'change', { put: lines });
  server.write(
    'file-x',
    'FileUploaded',
    { name: 'invoice.pdf', mime: 'application/pdf', sha256: 'x'.repeat(64), bytes: 1 },
    server.now(),
    inward,
  );
  server.must(inward, 'gre-1', 'attach', { fileId: 'x', name: 'invoice.pdf', mime: 'application/pdf' });
  server.must(inward, 'gre-1', 'submit');
  return server;
}
const inspected = (
  server: ReturnType<typeof submitted>,
  found: object = { acceptedQty: 100, rejectedQty: 0 },
) => {
  server.must(quality, 'gre-1', 'inspect', { put: [{ id: 'a', ...found }] });
  return server;
};

describe('a gate pass', () => {
  it('accepts an invoice once', () => {
    const { try: give, pass } = started();
    expect(give(inward, 'gatepass-new', 'draft', pass)).toBe('duplicateSupplierInvoice');
  });
  it.each([
    ['vehicleInvalid', { vehicle: 'TRUCK 7' }, {}],
    ['damagedAboveReceived', { boxesReceived: 2, boxesDamaged: 3 }, {}],
    ['invoiceDateInvalid', {}, { invoiceDate: '2026-11-19' }],
    ['invoiceDateInvalid', {}, { invoiceDate: '2026-05-01' }],
  ])('%s', (code, header, invoice) => {
    const { try: give, pass } = started();
    const lines = [{ id: 'j', invoiceNo: 'SB/2', invoiceDate: '2026-11-17', valuePaise: 1, ...invoice }];
    expect(
      give(inward, 'gatepass-new', 'draft', { ...pass, header: { supplierId: 1, ...header }, lines }),
    ).toBe(code);
  });
  it('is refused with a photograph and a reason, which frees the invoice', () => {
    const server = started();
    const more = {
      ...server.pass,
      lines: [{ id: 'j', invoiceNo: 'SB/9', invoiceDate: '2026-11-17', valuePaise: 1 }],
    };
    server.must(inward, 'gatepass-new', 'draft', more);
    const no = { reason: 'DAMAGED', note: 'All boxes are wet through' };
    expect(server.try(203, 'gatepass-2', 'refuse', no)).toBe('photoMissing');
    server.write(
      'file-y',
      'FileUploaded',
      { name: 'p.jpg', mime: 'image/jpeg', sha256: 'y'.repeat(64), bytes: 1 },
      server.now(),
      inward,
    );
    server.must(inward, 'gatepass-2', 'attach', { fileId: 'y', name: 'p.jpg', mime: 'image/jpeg' });
    server.must(203, 'gatepass-2', 'refuse', no);
    expect(server.try(inward, 'gatepass-new', 'draft', more)).toContain('GatePassOpened');
  });
});

describe('a receipt', () => {
  it('begins with the invoice of its gate pass, once', () => {
    const { gre, state, try: give, start } = started();
    expect(gre()).toMatchObject({
      number: 'BLRWH/G26/000001',
      header: { invoiceNo: 'SB/1', supplier: 'Sri Balaji Agencies' },
    });
    expect(state('gatepass-1')).toMatchObject({ stage: 'greStarted', lines: [{ greId: '1' }] });
    expect(give(inward, 'gre-new', 'draft', start)).toBe('greExists');
  });
  it('above the limit of the state needs an e-way bill', () => {
    const server = started();
    const lines = [{ id: 'k', invoiceNo: 'SB/3', invoiceDate: '2026-11-17', valuePaise: 60_000_00 }];
    server.must(inward, 'gatepass-new', 'draft', { ...server.pass, lines });
    const begin = { pooId: 5, header: { gatePassId: '2', invoiceLineId: 'k' }, lines: [] };
    expect(server.try(inward, 'gre-new', 'draft', begin)).toBe('ewayRequired');
    server.must(inward, 'gatepass-2', 'change', { header: { ewayNo: '123456789012' } });
    expect(server.try(inward, 'gre-new', 'draft', begin)).toContain('GreStarted');
  });
  it.each([
    ['expiredAtReceipt', { expiry: '2026-11-18' }],
    ['expiryTooFar', { expiry: '2035-01-31' }],
    ['expiryBeforeMfg', { mfg: '2027-12-31' }],
    ['costAboveMrp', { ptrPaise: 109_00 }],
    ['overReceipt', { paidPacks: 12 }],
    ['receivedAboveInvoice', { receivedQty: 101 }],
    ['productNotActive', { productId: 4 }],
  ])('%s', (code, more) =>
    expect(started().try(inward, 'gre-1', 'change', { put: [{ ...line, ...more }] })).toBe(code),
  );
  it('uses the price of the order where none is typed', () => {
    const { must, gre } = started();
    must(inward, 'gre-1', 'change', { put: [{ id: 'a', productId: 2, paidPacks: 10 }] });
    expect(gre().lines[0]).toMatchObject({ ptrPaise: 80_00, poLineId: 'p', receivedQty: 100, gstBp: 500 });
  });
  it('of a known batch has the stored expiry', () => {
    const { must, try: give, write, now } = started();
    write('unique-batch-2-NB260001', 'KeyReserved', { owner: '2027-10-31' }, now(), null);
    expect(give(inward, 'gre-1', 'change', { put: [line] })).toBe('batchFactsConflict');
    must(inward, 'gre-1', 'change', { put: [{ ...line, expiry: '2027-10-31' }] });
  });
  it('is submitted complete, with its invoice, and accurate to the rupee', () => {
    const { must, try: give, write, now } = started();
    expect(give(inward, 'gre-1', 'submit')).toBe('noLines');
    must(inward, 'gre-1', 'change', { put: [{ ...line, batch: '' }] });
    expect(give(inward, 'gre-1', 'submit')).toBe('lineIncomplete');
    must(inward, 'gre-1', 'change', { put: [{ id: 'a', batch: 'NB260001', paidPacks: 9 }] });
    expect(give(inward, 'gre-1', 'submit')).toBe('invoiceMissing');
    write(
      'file-x',
      'FileUploaded',
      { name: 'i.pdf', mime: 'application/pdf', sha256: 'x'.repeat(64), bytes: 1 },
      now(),
      inward,
    );
    must(inward, 'gre-1', 'attach', { fileId: 'x', name: 'i.pdf', mime: 'application/pdf' });
    expect(give(inward, 'gre-1', 'submit')).toBe('matchFailed');
    must(inward, 'gre-1', 'change', { put: [{ id: 'a', paidPacks: 10 }] });
    expect(give(inward, 'gre-1', 'submit')).toEqual(['GreSubmitted']);
  });
  it('without an order needs a reason and has a limit', () => {
    const server = stockServer();
    const direct = { supplierId: 1, invoiceNo: 'L-1', invoiceDate: '2026-11-17', invoiceValuePaise: 840_00 };
    const begin = (header: object, lines: readonly object[] = []) =>
      server.try(inward, 'gre-new', 'draft', { pooId: 5, header: { ...direct, ...header }, lines });
    expect(begin({})).toBe('required');
    expect(begin({ directReason: 'Urgent for a patient' }, [{ ...line, paidPacks: 320 }])).toBe(
      'directTooMuch',
    );
    expect(begin({ directReason: 'Urgent for a patient' }, [line])).toContain('GreStarted');
  });
});

describe('quality control', () => {
  it('is by another person, and counts everything', () => {
    const { try: give } = submitted();
    expect(give(inward, 'gre-1', 'inspect', { put: [{ id: 'a', acceptedQty: 100 }] })).toBe('selfApproval');
    expect(give(quality, 'gre-1', 'inspect', { put: [{ id: 'a', acceptedQty: 90, rejectedQty: 5 }] })).toBe(
      'qcQtyMismatch',
    );
    expect(give(quality, 'gre-1', 'completeQc')).toBe('qcIncomplete');
  });
  it('computes the other quantity from one, and requires a reason for a rejection', () => {
    const server = inspected(submitted(), { acceptedQty: 98 });
    expect(server.gre().lines[0]).toMatchObject({ acceptedQty: 98, rejectedQty: 2 });
    expect(server.try(quality, 'gre-1', 'completeQc')).toBe('rejectReasonMissing');
    server.must(quality, 'gre-1', 'inspect', { put: [{ id: 'a', rejectReason: 'DAMAGED' }] });
    expect(server.try(quality, 'gre-1', 'completeQc')).toEqual(['QcCompleted', 'GreMatched']);
  });
  it('has no reason where nothing is rejected', () => {
    const server = submitted();
    const inspect = (more: object) =>
      server.try(quality, 'gre-1', 'inspect', { put: [{ id: 'a', ...more }] });
    expect(inspect({ acceptedQty: 100, rejectReason: 'DAMAGED' })).toBe('rejectReasonExtra');
    expect(inspect({ rejectedQty: 2, rejectReason: 'DAMAGED' })).toEqual(['QcLineInspected']);
    inspect({ rejectedQty: 0 });
    expect(server.gre().lines[0]).toMatchObject({ acceptedQty: 100, rejectedQty: 0, rejectReason: null });
  });
  it('refuses cold goods that arrived warm', () => {
    const cold = { ...line, productId: 3, ptrPaise: 80_00 };
    const server = submitted([cold]);
    const warm = { acceptedQty: 10, temperature: 9.1 };
    expect(server.try(quality, 'gre-1', 'inspect', { put: [{ id: 'a', ...warm }] })).toBe('tempOutOfRange');
    server.must(quality, 'gre-1', 'inspect', {
      put: [{ id: 'a', rejectedQty: 10, rejectReason: 'TEMP', temperature: 9.1 }],
    });
  });
});

describe('the three-way match', () => {
  const raised = (lines: readonly object[], value: number): readonly string[] => {
    const server = inspected(submitted(lines, value));
    server.must(quality, 'gre-1', 'completeQc');
    return server.gre().exceptions.map(({ kind }) => kind);
  };
  it.each([
    ['nothing within one per cent', [{ ...line, ptrPaise: 80_80 }], 848_00, []],
    ['a dearer price', [{ ...line, ptrPaise: 82_00 }], 861_00, ['PRICE']],
    ['too short a life', [{ ...line, expiry: '2027-03-31' }], 840_00, ['SHORT_LIFE']],
    ['another printed price', [{ ...line, labelMrpPaise: 130_00 }], 840_00, ['MRP']],
    ['another tax rate', [{ ...line, gstBp: 1_200 }], 896_00, ['TAX']],
  ])('finds %s', (_name, lines, value, kinds) => expect(raised(lines, value)).toEqual(kinds));
  it('finds units above the order, and goods that were not ordered', () => {
    const over = submitted([{ ...line, paidPacks: 11 }], 924_00);
    over.must(quality, 'gre-1', 'inspect', { put: [{ id: 'a', acceptedQty: 110 }] });
    over.must(quality, 'gre-1', 'completeQc');
    expect(over.gre().exceptions).toMatchObject([{ kind: 'QTY_OVER', ordered: 10, effectPaise: 80_00 }]);
    const other = submitted([{ ...line, productId: 1, batch: 'X1', ptrPaise: 20_00, paidPacks: 40 }]);
    other.must(quality, 'gre-1', 'inspect', { put: [{ id: 'a', acceptedQty: 600 }] });
    other.must(quality, 'gre-1', 'completeQc');
    expect(other.gre().exceptions.map(({ kind }) => kind)).toEqual(['NO_PO']);
  });
  it('waits for a decision and then continues, or is rejected', () => {
    const server = inspected(submitted([{ ...line, ptrPaise: 82_00 }], 861_00));
    server.must(quality, 'gre-1', 'completeQc');
    expect(server.gre().stage).toBe('approvalPending');
    expect(server.try(203, 'gre-1', 'confirm')).toBe('wrongState');
    const requestId = server.gre().request?.requestId;
    server.must(null, 'gre-1', 'approveExceptions', { requestId });
    expect(server.gre().stage).toBe('matched');
  });
  it('lapses when the receipt is cancelled meanwhile', () => {
    const server = inspected(submitted([{ ...line, ptrPaise: 82_00 }], 861_00));
    server.must(quality, 'gre-1', 'completeQc');
    const approval = `approval-${server.gre().request?.approvalId}`;
    expect(server.state(approval).state).toBe('requested');
    server.must(inward, 'gre-1', 'cancel', { reason: 'Entered for the wrong order' });
    expect(server.state(approval).state).toBe('superseded');
  });
});

describe('confirmed', () => {
  const confirmed = (found?: object) => {
    const server = inspected(submitted(), found);
    server.must(quality, 'gre-1', 'completeQc');
    server.must(203, 'gre-1', 'confirm');
    return server;
  };
  it('it becomes a barcode, stock, and a receipt of its order; the gate pass closes', () => {
    const { state } = confirmed();
    expect(state('barcode-1')).toMatchObject({
      label: 'B00000000018',
      batch: 'NB260001',
      costPaise: 800_00,
      costUnits: 100,
    });
    expect(state('stock-5-1').buckets).toMatchObject({ inwardHold: 100, available: 0 });
    expect(state('po-1').stage).toBe('received');
    expect(state('gatepass-1').stage).toBe('closed');
  });
  it('rejected goods are set apart, and the order keeps waiting for them', () => {
    const { state } = confirmed({ acceptedQty: 90, rejectedQty: 10, rejectReason: 'DAMAGED' });
    expect(state('stock-5-1').buckets).toMatchObject({ inwardHold: 90, qcRejected: 10 });
    expect(state('po-1')).toMatchObject({ stage: 'partlyReceived', lines: [{ receivedPacks: 9 }] });
  });
  it('it cannot be changed, and closes when all is put away', () => {
    const { must, try: give, gre } = confirmed();
    expect(give(inward, 'gre-1', 'change', { put: [{ id: 'a', paidPacks: 9 }] })).toBe('wrongState');
    must(203, 'stock-5-1', 'putAway', { trayId: 1, qty: 60 });
    expect(gre().stage).toBe('confirmed');
    must(203, 'stock-5-1', 'putAway', { trayId: 4, qty: 40 });
    expect(gre().stage).toBe('closed');
  });
  it('by somebody other than its author', () => {
    const server = inspected(submitted());
    server.must(quality, 'gre-1', 'completeQc');
    expect(server.try(inward, 'gre-1', 'confirm')).toBe('forbidden');
  });
  it('free packs share the cost of the paid ones', () => {
    const server = submitted([{ ...line, paidPacks: 9, freePacks: 1, ptrPaise: 80_00 }], 756_00);
    inspected(server);
    server.must(quality, 'gre-1', 'completeQc');
    server.must(203, 'gre-1', 'confirm');
    expect(server.state('barcode-1')).toMatchObject({ costPaise: 720_00, costUnits: 100 });
    expect(server.state('po-1').lines[0]).toMatchObject({ receivedPacks: 9, receivedFree: 1 });
  });
});

describe('the bill of a receipt', () => {
  const accounts = 203;
  const confirmed = (found?: object) => {
    const server = inspected(submitted(), found);
    server.must(quality, 'gre-1', 'completeQc');
    server.must(203, 'gre-1', 'confirm');
    return server;
  };
  it('is agreed to once by somebody other than its author, also when all is put away', () => {
    const server = confirmed();
    expect(server.try(inward, 'gre-1', 'verifyAccounts')).toBe('forbidden');
    server.must(203, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
    expect(server.gre().stage).toBe('closed');
    server.must(accounts, 'gre-1', 'verifyAccounts');
    expect(server.gre()).toMatchObject({ stage: 'closed', accountsVerified: true });
    expect(server.try(accounts, 'gre-1', 'verifyAccounts')).toBe('noLongerNeeded');
  });
  it('is not agreed to before the goods are in stock', () => {
    expect(submitted().try(accounts, 'gre-1', 'verifyAccounts')).toBe('wrongState');
  });
  it('is the cost of the lines less the claim for missing units', () => {
    const server = confirmed();
    expect(payablePaise(server.gre())).toBe(greTotals(server.gre()).payable);
    const { lines } = server.gre();
    const half = {
      ...server.gre(),
      lines: lines.map((one) => ({ ...one, acceptedQty: 50, rejectedQty: 0 })),
    };
    expect([shortClaimPaise(half), payablePaise(half)]).toEqual([420_00, 420_00]);
  });
});

it('a receipt that is cancelled leaves its invoice to be entered again', () => {
  const { must, state, try: give, start } = started();
  must(inward, 'gre-1', 'cancel', { reason: 'Entered for the wrong order' });
  expect(state('gatepass-1')).toMatchObject({ stage: 'open', lines: [{ greId: null }] });
  expect(give(inward, 'gre-new', 'draft', start)).toContain('GreStarted');
});
