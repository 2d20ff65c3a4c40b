import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { appointmentVisits } from './appointment-visits.ts';
import { callRows } from './calls.ts';
import { challanLineRows, challanRows } from './deliveries.ts';
import { expenseRows } from './expenses.ts';
import { receiptLineRows, receiptRows } from './goods-receipts.ts';
import { leadRows } from './leads.ts';
import { orderCancelRows } from './order-cancels.ts';
import { saleLines } from './sales.ts';
import { stockItems } from './stock-items.ts';

describe('rows of appointments', () => {
  const booked: Given = [
    'AppointmentBooked',
    {
      appDate: '2026-11-20',
      slotFrom: '10:00',
      vAppType: 'setup',
      iAssignedTo: 7,
      assignedName: 'Asha Rao',
      iLeadId: 10_021,
      iCustomerId: null,
      iPooId: 1,
      iRescheduleCount: 0,
    },
    '2026-11-19T04:30:00.000Z',
  ];
  const started = (lateMinutes: number, distanceM: number | null, permits: readonly string[] = []): Given => [
    'TaskStarted',
    { lateMinutes, distanceM, permits, position: null },
  ];
  it('is late after fifteen minutes and early before them', () => {
    const kind = (late: number) =>
      rowsAfter(appointmentVisits, 'appointment-5', [booked, started(late, 10)])[0]?.['kind'];
    expect([kind(15), kind(16), kind(-15), kind(-16)]).toEqual(['onTime', 'late', 'onTime', 'early']);
  });
  it('is elsewhere beyond 200 m, and keeps whether a permit was used', () => {
    const [row] = rowsAfter(appointmentVisits, 'appointment-5', [booked, started(0, 201, ['anyLocation'])]);
    expect(row).toMatchObject({
      kind: 'elsewhere',
      permit: 'yes',
      customer: 'LD-010021',
      leadMinutes: 1_440,
    });
  });
});

describe('rows of leads', () => {
  const created: Given = ['LeadCreated', { name: 'Ravi', phone: '5550000001', pooId: 1, source: 'web' }];
  it('keeps the furthest step of a lead that went back to the queue', () => {
    const [row] = rowsAfter(leadRows, 'lead-1', [
      created,
      ['LeadCallStarted', { callId: 3, agent: { name: 'Asha Rao' } }, '2026-11-20T05:40:00.000Z'],
      ['LeadCallbackScheduled', { at: '2026-11-21T05:00:00.000Z', owner: { empId: 7 } }],
      ['LeadRequeued', { priority: 1 }],
    ]);
    expect(row).toMatchObject({ stage: 'Queued', reached: 'interested', firstCallMinutes: 40, attempts: 1 });
  });
  it('has no row for an undone import', () => {
    expect(rowsAfter(leadRows, 'lead-1', [created, ['LeadWithdrawn', {}]])).toEqual([]);
  });
});

describe('rows of calls', () => {
  it('adds talk, hold and wrap-up of a connected call', () => {
    const face = {
      ref: 'CL-000004',
      agent: { empId: 7, name: 'Asha Rao' },
      subject: 'lead-1',
      subjectRef: 'LD-000001',
      pooId: 1,
    };
    const settled = { code: 'SETUP_FIXED', wrapSec: 20, notes: '', talkSec: 80 };
    const [row] = rowsAfter(callRows, 'call-4', [
      ['CallPlaced', { face }],
      ['CallConnected', { at: '2026-11-20T05:00:12.000Z', providerCallId: null }],
      ['CallEnded', { by: 'agent', at: '2026-11-20T05:01:42.000Z', talkSec: 80, holdSec: 10 }],
      ['CallDispositioned', settled],
    ]);
    expect(row).toMatchObject({ outcome: 'won', ringSec: 12, handleSec: 110, recording: 'no' });
  });
});

describe('rows of expenses', () => {
  const content = {
    spentOn: '2026-11-19',
    category: 'twoWheeler',
    km: 30,
    paise: 120_00,
    receipts: [],
    note: '',
  };
  const by = { empId: 7, name: 'Asha Rao' };
  it('shows the excess of a claim over its trace, in metres and in money', () => {
    const [row] = rowsAfter(expenseRows, 'expense-2', [
      ['ExpenseDrafted', { ...content, by, iPooId: 1 }],
      ['ExpenseSubmitted', { ...content, requestId: 'r', traceKm: 20, flags: [] }],
    ]);
    expect(row).toMatchObject({
      trace: 'above',
      differenceM: 10_000,
      effectPaise: 40_00,
      stage: 'submitted',
    });
  });
  it('leaves drafts out', () => {
    expect(rowsAfter(expenseRows, 'expense-2', [['ExpenseDrafted', { ...content, by, iPooId: 1 }]])).toEqual(
      [],
    );
  });
});

describe('rows of goods receipts', () => {
  const line = {
    id: 'a',
    product: 'Metformin 500',
    packSize: 10,
    paidPacks: 5,
    freePacks: 1,
    ptrPaise: 20_00,
    discBp: 0,
    gstBp: 500,
    receivedQty: 58,
    acceptedQty: null,
    rejectedQty: null,
    temperature: null,
    placedQty: 0,
    batch: 'B1',
  };
  const place = { code: 'BLR1', stateCode: '29' };
  const header = { supplier: 'Medline', stateCode: '29', poIds: ['1'], invoiceNo: 'X1', gatePass: null };
  const given: readonly Given[] = [
    ['GreStarted', { number: 'E1', pooId: 1, place, header, lines: [line] }],
    ['QcLineInspected', { put: [{ id: 'a', acceptedQty: 50, rejectedQty: 5, rejectReason: 'DAMAGED' }] }],
  ];
  it('compares the units of the invoice, the count and quality control', () => {
    expect(rowsAfter(receiptLineRows, 'gre-1', given)[0]).toMatchObject({
      invoiced: 60,
      free: 10,
      short: 2,
      difference: 3,
      qc: 'partly',
      amount: 100_00,
    });
  });
  it('sums its lines with their tax', () => {
    expect(rowsAfter(receiptRows, 'gre-1', given)[0]).toMatchObject({
      taxable: 100_00,
      gst: 5_00,
      inspected: 58,
      accepted: 50,
    });
  });
});

describe('rows of stock', () => {
  const begun: Given = [
    'StockBegun',
    {
      pooId: 1,
      barcodeId: 9,
      label: 'B9',
      product: 'Metformin 500',
      packSize: 10,
      mrpPaise: 50_00,
      costPaise: 100_00,
      costUnits: 30,
      expiry: '2027-02-28',
    },
  ];
  const received: Given = [
    'StockReceived',
    { qty: 20, from: null, to: 'inwardHold', trayId: null, ref: { type: 'gre', id: '1', line: 'a' } },
  ];
  it('values units at the cost of their barcode', () => {
    const putAway: Given = [
      'StockPutAway',
      { qty: 15, from: 'inwardHold', to: 'available', trayId: 3, ref: { type: 'gre', id: '1', line: 'a' } },
    ];
    expect(rowsAfter(stockItems, 'stock-1-9', [begun, received, putAway])[0]).toMatchObject({
      onHand: 20,
      sellable: 15,
      inward: 5,
      value: 66_67,
      sellableValue: 50_00,
      mrpValue: 100_00,
    });
  });
  it('has no row where nothing is left', () => {
    expect(rowsAfter(stockItems, 'stock-1-9', [begun])).toEqual([]);
  });
});

describe('rows of sales', () => {
  const line = {
    id: 'l1',
    product: 'Telmi-ZD 40',
    hsn: '3004',
    maker: 'Sunrise',
    batch: 'B1',
    qty: 30,
    gstBp: 1_200,
    discBp: 1_000,
    taxable: 24_107,
    cgst: 1_446,
    sgst: 1_447,
    igst: 0,
    total: 27_000,
  };
  const issued = (type: string, header: object): Given => [
    type,
    {
      number: 'I/1',
      pooId: 1,
      place: { code: 'JAY', stateCode: '29' },
      header: { issuedOn: '2026-11-20', customer: 'Anita', ...header },
      lines: [line],
    },
  ];
  it('counts credits negative, with the original discount', () => {
    const [sold] = rowsAfter(saleLines, 'invoice-1', [issued('TaxInvoiceIssued', { kind: 'INVOICE' })]);
    expect(sold).toMatchObject({ qty: 30, gross: 30_000, discount: 3_000, total: 27_000, rate: '12' });
    const [back] = rowsAfter(saleLines, 'invoice-2', [issued('CreditNoteIssued', { kind: 'CREDIT_NOTE' })]);
    expect(back).toMatchObject({ qty: -30, gross: -30_000, total: -27_000, taxable: -24_107 });
  });
});

describe('rows of deliveries and returns', () => {
  const line = { id: 'd1', product: 'Paracet-ZD 650', batch: 'A', qty: 15, total: 30_00, discBp: 500 };
  const made: Given = [
    'DcGenerated',
    {
      number: 'BLR01/D26/000001',
      pooId: 1,
      place: { code: 'BLR01', stateCode: '29' },
      header: { customer: 'Anitha Rao', slotDate: '2026-11-20', slotWindow: 'MORNING', payablePaise: 30_00 },
      lines: [{ ...line, accepted: 0, back: 0, returned: 0, returning: 0 }],
    },
  ];
  const at = (time: string): string => `2026-11-20T${time}:00.000Z`;
  const delivered = (time: string): readonly Given[] => [
    made,
    ['DcVerified', {}, at('05:10')],
    ['DcDispatched', { mode: 'OWN', agent: { empId: 162, name: 'Imran Sheikh' } }, at('05:30')],
    ['DcDelivered', { codPaise: 30_00, how: 'code' }, at(time)],
  ];
  it('are on time until the end of their slot', () => {
    const onTime = (time: string) => rowsAfter(challanRows, 'dc-1', delivered(time))[0]?.['onTime'];
    expect([onTime('07:30'), onTime('07:31')]).toEqual(['yes', 'no']);
    expect(rowsAfter(challanRows, 'dc-1', [made])[0]).toMatchObject({ onTime: null, deliveredAt: null });
  });
  it('count accepted and returned units, batch by batch', () => {
    const [row] = rowsAfter(challanLineRows, 'dc-1', [
      ...delivered('07:00'),
      ['DcReturned', { returnId: '1', lines: [{ lineId: 'd1', qty: 5 }] }],
    ]);
    expect(row).toMatchObject({ sent: 15, delivered: 15, returned: 5, net: 30_00, discount: 5 });
  });
  it('list cancelled lines of an order, and their value', () => {
    const ordered = { id: 'l1', product: 'Paracet-ZD 650', qty: 30, open: 30, allocated: 0 };
    const [row] = rowsAfter(orderCancelRows, 'order-1', [
      [
        'OrderFormCreated',
        {
          number: 'BLR01/F26/000001',
          pooId: 1,
          place: { code: 'BLR01', stateCode: '29' },
          header: { customer: 'Anitha Rao' },
          lines: [{ ...ordered, pricePaise: 30_00, discBp: 0, packSize: 15, cancelled: 0 }],
        },
      ],
      ['OrderCancelRequested', { reason: 'Bought it elsewhere' }, at('06:00')],
      ['OrderCancelled', { reason: 'Bought it elsewhere', refundDuePaise: 0, indents: [] }, at('07:00')],
    ]);
    expect(row).toMatchObject({ qty: 30, value: 60_00, askedBy: 'Asha Rao', reason: 'Bought it elsewhere' });
  });
});
