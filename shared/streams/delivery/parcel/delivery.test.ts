import { describe, expect, it } from 'vitest';
import {
  badCode,
  dispatcher,
  goodCode,
  otherRider,
  parcelServer,
  rider,
  supervisor,
} from '#tests/kit/parcel-server.ts';
import type { DayState } from '../../money/day/state.ts';
import { onHand, type StockState } from '../../stock/item/state.ts';
import { otherStops } from './rules.ts';
import { noDelivery, type DeliveryState } from './state.ts';

const hour = 3_600_000;
const code = '123456';
const cash = (paise: number) => ({ paise, mode: 'cash' });

describe('a parcel that waits for a carrier', () => {
  it('is opened by the second check and withdrawn when its challan is to be cancelled', () => {
    const server = parcelServer();
    const id = server.ready();
    expect(server.parcel()).toMatchObject({
      stage: 'unassigned',
      number: 'BLR01/D26/000001',
      codDuePaise: 30_00,
    });
    server.must(173, `dc-${id}`, 'requestCancel', { reason: 'The customer changed her mind', next: 'again' });
    expect(server.parcel().stage).toBe('withdrawn');
  });
  it('goes to a rider of the place who is on duty and has room', () => {
    const server = parcelServer();
    server.ready();
    expect(server.try(dispatcher, 'delivery-1', 'assign', { agentId: dispatcher, coldBox: 'yes' })).toBe(
      'notOnDuty',
    );
    expect(server.try(dispatcher, 'delivery-1', 'assign', { agentId: 999 })).toBe('notInList');
    expect(
      server.try(dispatcher, 'delivery-1', 'assign', { agentId: rider, coldBox: 'yes' }, { stops: 25 }),
    ).toBe('riderFull');
    expect(
      server.try(dispatcher, 'delivery-1', 'assign', { agentId: rider, coldBox: 'yes' }, { stops: 24 }),
    ).toContain('LmdAssigned');
  });
  it('counts addresses, not parcels, so that a run of sixty parcels fits into twenty-five stops', () => {
    const at = (id: string, address: string, more: Partial<DeliveryState> = {}): DeliveryState => ({
      ...noDelivery(id),
      customerId: 44,
      address,
      stage: 'accepted',
      agent: { empId: rider, name: 'Suresh' },
      ...more,
    });
    const rows = [
      at('1', '12 Church Street'),
      at('2', '12 Church Street'),
      at('3', '7 Lake Road'),
      at('4', '7 Lake Road', { customerId: 45 }),
      at('5', '9 Hill Road', { stage: 'delivered' }),
      at('6', '9 Hill Road', { agent: { empId: otherRider, name: 'Ramesh' } }),
    ];
    expect(otherStops(rows, rider, at('8', '1 New Road'))).toBe(3);
    // One more for an address that the rider goes to anyway, and the parcel itself, add no stop.
    expect(otherStops(rows, rider, at('8', '12 Church Street'))).toBe(2);
    expect(otherStops(rows, rider, rows[3]!)).toBe(2);
  });
  it('needs a cold box for cold goods', () => {
    const server = parcelServer();
    server.ready([{ productId: 13, qty: 1 }]);
    expect(server.try(dispatcher, 'delivery-1', 'assign', { agentId: rider })).toBe('coldBoxNeeded');
  });
  it('is offered again when the rider declines or does not answer for ten minutes', () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    expect(server.try(otherRider, 'delivery-1', 'decline', { reason: 'Too far away' })).toBe('notYourParcel');
    server.must(rider, 'delivery-1', 'decline', { reason: 'Too far away' });
    server.assigned('1');
    server.until(server.now() + 11 * 60_000);
    expect(server.parcel()).toMatchObject({ stage: 'unassigned', agent: null });
  });
  it('given a parcel that a rider has already, when the same rider takes it again, then nothing changes; another rider is refused', () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    const run = { pooId: 1, agentId: rider, vehicle: 'KA05MX4100', dcIds: ['1'] };
    const again = () => [rider, otherRider].map((who) => server.try(who, 'delivery-1', 'accept'));
    // Put on a run, it counts as accepted.
    server.must(dispatcher, 'statement-new', 'generate', run);
    expect(again()).toEqual([[], 'wrongState']);
    server.must(dispatcher, 'delivery-1', 'handOver', server.scanned('1'));
    expect(again()).toEqual([[], 'wrongState']);
    server.must(rider, 'statement-1', 'depart', { odometerOut: 100 });
    expect(again()).toEqual([[], 'wrongState']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    expect(again()).toEqual(['wrongState', 'wrongState']);
  });
  it('does not lapse once it was accepted', () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    server.must(rider, 'delivery-1', 'accept');
    server.until(server.now() + 11 * 60_000);
    expect(server.parcel().stage).toBe('accepted');
  });
});

describe('a delivery of three parcels', () => {
  const labels = [1, 2, 3].map((n) => `BLR01/D26/000001-${n}`);
  const three = () => {
    const server = parcelServer();
    server.ready();
    const face = server.log.findLast(({ type }) => type === 'DeliveryOpened')!.data;
    server.write('delivery-1', 'DeliveryOpened', { ...face, parcels: 3 }, server.now(), 174);
    return server;
  };
  it('is handed over by the label of each parcel, and a refusal names what was not scanned', () => {
    const server = three();
    server.assigned('1');
    const run = { pooId: 1, agentId: rider, vehicle: 'KA05MX4100', dcIds: ['1'] };
    server.must(dispatcher, 'statement-new', 'generate', run);
    const hand = (...scanned: string[]) =>
      server.give(dispatcher, 'delivery-1', 'handOver', { labels: scanned });
    expect(hand()).toMatchObject({ code: 'labelsMissing', details: { labels: labels.join(', ') } });
    expect(hand('BLR01/D26/000001')).toMatchObject({ code: 'labelsMissing' });
    expect(hand(labels[2]!, labels[0]!)).toMatchObject({
      code: 'labelsMissing',
      details: { labels: labels[1] },
    });
    expect(hand(...labels, 'BLR01/D26/000009-1')).toMatchObject({
      code: 'labelForeign',
      details: { label: 'BLR01/D26/000009-1', dc: 'BLR01/D26/000001' },
    });
    expect(server.parcel().stage).toBe('accepted');
    server.must(dispatcher, 'delivery-1', 'handOver', { labels: labels.toReversed() });
    server.must(rider, 'statement-1', 'depart', { odometerOut: 100 });
    server.must(rider, 'delivery-1', 'fail', { reason: 'NOT_HOME' });
    const back = (...scanned: string[]) =>
      server.give(rider, 'statement-1', 'comeBack', { odometerIn: 118, scanned });
    expect(back('BLR01/D26/000001')).toMatchObject({
      code: 'notScannedIn',
      details: { labels: labels.join(', ') },
    });
    expect(back(labels[1]!)).toMatchObject({ details: { labels: `${labels[0]}, ${labels[2]}` } });
    server.must(rider, 'statement-1', 'comeBack', { odometerIn: 118, scanned: labels });
  });
  it('is given to a courier by the label of each parcel, before the code is asked for', () => {
    const server = three();
    const partner = { mode: 'HYPERLOCAL', partner: 'City Run', riderName: 'Ravi', riderPhone: '9000000202' };
    server.must(dispatcher, 'delivery-1', 'assignPartner', partner);
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    const check = (scanned: readonly string[]) =>
      server.try(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, labels: scanned }, goodCode);
    expect(check([])).toBe('labelsMissing');
    expect(check(labels.slice(1))).toBe('labelsMissing');
    expect(check(labels)).toContain('ParcelHandedOver');
  });
  it('is given to a transporter by the label of each parcel', () => {
    const server = three();
    const partner = { mode: 'TRANSPORT', partner: 'South Line', riderName: 'Ravi', riderPhone: '9000000202' };
    server.must(dispatcher, 'delivery-1', 'assignPartner', { ...partner, lrNo: 'LR-1' });
    expect(server.try(dispatcher, 'delivery-1', 'handOver')).toBe('labelsMissing');
    server.must(dispatcher, 'delivery-1', 'handOver', { labels });
    expect(server.parcel().stage).toBe('handedOver');
  });
});

describe('a courier', () => {
  const partner = { mode: 'HYPERLOCAL', partner: 'City Run', riderName: 'Ravi', riderPhone: '9000000202' };
  const waiting = () => {
    const server = parcelServer();
    server.ready();
    server.must(dispatcher, 'delivery-1', 'assignPartner', partner);
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    return server;
  };
  it('gets the parcel for the right code, and only then do the goods leave', () => {
    const server = waiting();
    const stock = (): StockState => server.state('stock-1-1');
    const before = onHand(stock());
    expect(server.try(dispatcher, 'delivery-1', 'handOver', server.scanned('1'))).toBe('codeFirst');
    server.must(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, goodCode);
    expect(server.parcel().stage).toBe('handedOver');
    expect(server.state('dc-1').stage).toBe('dispatched');
    expect(before - onHand(stock())).toBe(15);
  });
  it('is locked out after three wrong codes until a supervisor frees it', () => {
    const server = waiting();
    server.must(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, badCode(2));
    server.must(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, badCode(0));
    expect(
      server.try(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, goodCode),
    ).toBe('otpLocked');
    expect(server.try(dispatcher, 'delivery-1', 'unlockPickupOtp')).toBe('forbidden');
    server.must(supervisor, 'delivery-1', 'unlockPickupOtp');
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    expect(
      server.try(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, goodCode),
    ).toContain('ParcelHandedOver');
  });
  it('gets at most three codes, none of which is in the log', () => {
    const server = waiting();
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    expect(server.try(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: 'x' })).toBe('otpIssues');
    expect(JSON.stringify(server.log)).not.toContain(`"${code}"`);
  });
});

describe('a transporter', () => {
  const by = { mode: 'TRANSPORT', partner: 'VRL', riderName: 'Ravi', riderPhone: '9000000202' };
  it('takes a parcel against the number of its receipt, without a code', () => {
    const server = parcelServer();
    server.ready();
    expect(server.try(dispatcher, 'delivery-1', 'assignPartner', by)).toBe('lrNeeded');
    server.must(dispatcher, 'delivery-1', 'assignPartner', { ...by, lrNo: 'LR 1' });
    expect(server.try(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: 'x' })).toBe('noCodeForMode');
  });
});

describe('Schedule H1', () => {
  const strict = () => {
    const server = parcelServer();
    server.prescribed();
    server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId: 11 });
    server.ready([{ productId: 11, qty: 20 }], { rxId: 7 });
    return server;
  };
  const by = (mode: string) => ({
    mode,
    partner: 'City Run',
    riderName: 'Ravi',
    riderPhone: '9000000202',
    lrNo: 'LR 1',
  });
  it('never rides: neither with a rider of ours nor with a courier or a transporter', () => {
    const server = strict();
    expect(server.try(dispatcher, 'delivery-1', 'assign', { agentId: rider, coldBox: 'yes' })).toBe(
      'counterOnly',
    );
    for (const mode of ['HYPERLOCAL', 'TRANSPORT'])
      expect(server.try(dispatcher, 'delivery-1', 'assignPartner', by(mode))).toBe('counterOnly');
  });
  it('does not leave with a rider who had it before the rule', () => {
    const server = strict();
    server.write(
      'delivery-1',
      'LmdAssigned',
      { mode: 'OWN', agent: { empId: rider, name: 'Rider' }, partner: null, again: false },
      server.now(),
      dispatcher,
    );
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds: ['1'],
    });
    expect(server.try(dispatcher, 'delivery-1', 'handOver', server.scanned('1'))).toBe('counterOnly');
  });
  it('is handed over the counter for the code', () => {
    const server = strict();
    server.must(dispatcher, 'delivery-1', 'assignPartner', by('CUSTOMER_PICKUP'));
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    server.must(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...server.scanned('1') }, goodCode);
    expect(server.parcel().stage).toBe('handedOver');
  });
});

describe('a batch that is recalled after it was checked', () => {
  const recall = (server: ReturnType<typeof parcelServer>) =>
    server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
  const onRun = () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds: ['1'],
    });
    return server;
  };
  const fetched = () => {
    const server = parcelServer();
    server.ready();
    server.must(dispatcher, 'delivery-1', 'assignPartner', {
      mode: 'CUSTOMER_PICKUP',
      partner: 'Customer',
      riderName: 'Anitha Rao',
      riderPhone: '9876500001',
    });
    server.must(dispatcher, 'delivery-1', 'issuePickupOtp', {}, { until: '2026-11-18T05:00:00.000Z' });
    return server;
  };
  it('is not given to a rider', () => {
    const server = onRun();
    recall(server);
    expect(server.try(dispatcher, 'delivery-1', 'handOver', server.scanned('1'))).toBe('batchBlocked');
  });
  it('is not taken on a second run either: the parcel is received as goods that came back', () => {
    const server = onRun();
    server.must(dispatcher, 'delivery-1', 'handOver', server.scanned('1'));
    server.must(rider, 'statement-1', 'depart', { odometerOut: 100 });
    server.must(rider, 'delivery-1', 'fail', { reason: 'NOT_HOME' });
    server.must(rider, 'statement-1', 'comeBack', { odometerIn: 118, scanned: ['BLR01/D26/000001'] });
    recall(server);
    server.assigned('1');
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds: ['1'],
    });
    server.must(dispatcher, 'delivery-1', 'handOver', server.scanned('1'));
    expect(server.parcel()).toMatchObject({ stage: 'rto', statementId: null, rtoReason: 'BLOCKED' });
    expect(server.run('2').stops).toEqual([]);
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(server.parcel().creditNoteNumber).toBe('BLR01/C26/000001');
  });
  it('is not handed over the counter, neither before nor after the code', () => {
    const before = fetched();
    recall(before);
    expect(
      before.try(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...before.scanned('1') }, goodCode),
    ).toBe('batchBlocked');
    const after = fetched();
    after.must(dispatcher, 'delivery-1', 'verifyPickupOtp', { code, ...after.scanned('1') }, goodCode);
    recall(after);
    expect(after.try(dispatcher, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode)).toBe(
      'batchBlocked',
    );
  });
});

describe('the door', () => {
  const outside = (lines?: readonly object[]) => {
    const server = parcelServer();
    server.ready(lines);
    server.out(['1']);
    return server;
  };
  it('delivers for the customer’s code and exactly what is due', () => {
    const server = outside();
    expect(server.try(otherRider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode)).toBe(
      'notYourParcel',
    );
    expect(server.try(rider, 'delivery-1', 'deliver', { code, cod: cash(29_00) }, goodCode)).toBe(
      'codMismatch',
    );
    expect(server.try(rider, 'delivery-1', 'deliver', { cod: cash(30_00) })).toBe('proofNeeded');
    expect(server.try(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, badCode(2))).toBe(
      'otpWrong',
    );
    const spent = { code: { ok: false, left: 0, expired: true, used: true } };
    const late = server.give(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, spent);
    expect(late).toMatchObject({ code: 'doorCodeUsed', status: 429 });
    server.must(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode);
    expect(server.parcel()).toMatchObject({ stage: 'delivered', cod: cash(30_00) });
    expect(server.state('dc-1').stage).toBe('delivered');
    expect(server.order()).toMatchObject({ lines: [{ delivered: 15, invoiced: 0 }] });
  });
  it('delivers for a photo with a name where there is no code', () => {
    const server = outside();
    server.write(
      'file-p',
      'FileUploaded',
      { name: 'p.jpg', mime: 'image/jpeg', sha256: 'x', bytes: 1 },
      server.now(),
      rider,
    );
    const body = { receiver: 'The neighbour', fileId: 'p', cod: { paise: 30_00, mode: 'upi' } };
    expect(server.try(rider, 'delivery-1', 'deliver', body)).toContain('ParcelDelivered');
  });
  it('takes part of it: cash for what is taken, a credit note for the rest, and the sums agree', () => {
    const server = outside([
      { productId: 13, qty: 1 },
      { productId: 1, qty: 20 },
    ]);
    const { payablePaise, lines } = server.parcel();
    const accepted = lines.map(({ id, qty }, n) => ({ lineId: id, qty: n === 0 ? qty : 7 }));
    const wrongSum = { code, accepted, why: 'Doctor changed the dose', cod: cash(payablePaise) };
    expect(server.try(rider, 'delivery-1', 'deliverPart', wrongSum, goodCode)).toBe('codMismatch');
    const whole = lines.map(({ id, qty }) => ({ lineId: id, qty }));
    expect(server.try(rider, 'delivery-1', 'deliverPart', { ...wrongSum, accepted: whole }, goodCode)).toBe(
      'allAccepted',
    );
    // 13 of 20 tablets at ₹30.24 for 15 go back: ₹26.21, in whole rupees ₹26.
    const due = payablePaise - 26_00;
    server.must(rider, 'delivery-1', 'deliverPart', { ...wrongSum, cod: cash(due) }, goodCode);
    expect(server.parcel()).toMatchObject({ stage: 'rto', rto: [{ qty: 13 }] });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    const credit = server.state('invoice-2');
    expect(credit.number).toBe('BLR01/C26/000001');
    expect(server.state('invoice-1').creditedPaise + due).toBe(payablePaise);
    expect(server.state('stock-1-1').buckets.hold).toBe(13);
  });
  it('is tried three times; then, or when it is refused, the parcel goes back', () => {
    const server = outside();
    const fail = () => server.try(rider, 'delivery-1', 'fail', { reason: 'NOT_HOME' });
    for (const n of [1, 2]) {
      expect(fail()).toEqual(['DeliveryAttemptFailed', 'DcUndelivered']);
      const scanned = ['BLR01/D26/000001'];
      server.must(rider, `statement-${n}`, 'comeBack', { odometerIn: 110, scanned });
      server.out(['1'], `statement-${n + 1}`);
    }
    expect(fail()).toEqual(['DeliveryAttemptFailed', 'DcUndelivered', 'RtoInitiated', 'DcRtoStarted']);
    expect(server.parcel()).toMatchObject({ stage: 'rto', rtoReason: 'NOT_HOME' });
    const refused = outside();
    expect(refused.try(rider, 'delivery-1', 'fail', { reason: 'REFUSED' })).toContain('RtoInitiated');
    expect(refused.state('dc-1').stage).toBe('rtoInTransit');
  });
  it('needs a code that is still valid', () => {
    const server = outside();
    const deliver = (prepared: object) =>
      server.try(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, prepared);
    expect(deliver({ code: { ok: true, left: 3, expired: true } })).toBe('doorCodeExpired');
    expect(deliver({})).toBe('doorCodeExpired');
  });
  it('is delivered in part: something of it, not more than it holds', () => {
    const server = outside();
    const part = (qty: number) =>
      server.try(
        rider,
        'delivery-1',
        'deliverPart',
        { code, accepted: [{ lineId: server.parcel().lines[0]!.id, qty }], why: 'Doctor changed the dose' },
        goodCode,
      );
    expect([part(0), part(15), part(16)]).toEqual(['noneAccepted', 'allAccepted', 'partTooMuch']);
  });
  it('that came too late is delivered after a failed try of the same run', () => {
    const server = outside();
    server.must(rider, 'delivery-1', 'fail', { reason: 'NOT_HOME' });
    server.must(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode);
    expect(server.parcel().stage).toBe('delivered');
  });
  it('goes back when a cold parcel was eight hours on the road', () => {
    const server = outside([{ productId: 13, qty: 1 }]);
    server.until(server.now() + 9 * hour);
    server.must(rider, 'delivery-1', 'fail', { reason: 'NOT_HOME' });
    expect(server.parcel()).toMatchObject({ stage: 'rto', rtoReason: 'COLD' });
  });
  it('is marked by somebody in the shop with a paper, never by the rider', () => {
    const server = outside();
    server.write(
      'file-p',
      'FileUploaded',
      { name: 'p.jpg', mime: 'image/jpeg', sha256: 'x', bytes: 1 },
      server.now(),
      supervisor,
    );
    const body = { reason: 'The customer called and has it', fileId: 'p', cod: cash(30_00) };
    expect(server.try(rider, 'delivery-1', 'markDelivered', body)).toBe('riderMarks');
    server.until(server.now() + 8 * 24 * hour);
    expect(server.try(supervisor, 'delivery-1', 'markDelivered', body)).toBe('markTooLate');
  });
});

describe('what comes back', () => {
  const returned = (lines?: readonly object[]) => {
    const server = parcelServer();
    server.ready(lines);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    return server;
  };
  it('comes with no more than left', () => {
    const server = returned();
    const [part] = server.parcel().rto;
    expect(server.try(dispatcher, 'delivery-1', 'receiveRto', { parts: [{ ...part, qty: 16 }] })).toBe(
      'partTooMuch',
    );
  });
  it('is credited whole; what is missing is charged to who carried it', () => {
    const server = returned();
    const [part] = server.parcel().rto;
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: [{ ...part, qty: 10 }] });
    expect(server.parcel()).toMatchObject({ lostPaise: 10_08, creditNoteNumber: 'BLR01/C26/000001' });
    expect(server.log.find(({ type }) => type === 'RtoReceived')?.data).toMatchObject({
      charged: { empId: rider },
    });
    expect(server.state('invoice-1').stage).toBe('credited');
  });
  it('is put on the shelf only when nothing speaks against it', () => {
    const server = returned();
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    const [part] = server.parcel().back;
    const lines = (restock: number, damaged: number) => ({
      lines: [{ lineId: part?.lineId, restock, damaged }],
    });
    expect(server.try(dispatcher, 'delivery-1', 'inspectRto', lines(10, 0))).toBe('fateMissing');
    server.must(dispatcher, 'delivery-1', 'inspectRto', lines(10, 5));
    expect(server.state('stock-1-1').buckets).toMatchObject({ hold: 0, damaged: 5 });
    expect(server.state('dc-1').stage).toBe('closed');
  });
  it('never goes back to the shelf when its batch was recalled meanwhile', () => {
    const server = returned();
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
    const [part] = server.parcel().back;
    const lines = (restock: number, damaged: number) => ({
      lines: [{ lineId: part?.lineId, restock, damaged }],
    });
    expect(server.try(dispatcher, 'delivery-1', 'inspectRto', lines(15, 0))).toBe('batchBlocked');
    server.must(dispatcher, 'delivery-1', 'inspectRto', lines(0, 15));
    expect(server.state('dc-1').stage).toBe('closed');
  });
  it('never goes back to the shelf when it was cold', () => {
    const server = returned([{ productId: 13, qty: 1 }]);
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    const [part] = server.parcel().back;
    const lines = [{ lineId: part?.lineId, restock: 1, damaged: 0 }];
    expect(server.try(dispatcher, 'delivery-1', 'inspectRto', { lines })).toBe('neverRestocked');
  });
  it('of a prepaid order is to be refunded once, for all that was paid, where refunds are decided', () => {
    const server = parcelServer();
    server.paidParcel([{ productId: 1, qty: 15 }], 30_00);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    const [part] = server.parcel().rto;
    const parts = [{ ...part, qty: 10 }];
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts });
    expect(server.state('return-1')).toMatchObject({
      stage: 'credited',
      number: 'BLR01/E26/000001',
      header: {
        reason: 'NOT_DELIVERED',
        dcNumber: 'BLR01/D26/000001',
        creditNoteNumber: 'BLR01/C26/000001',
        creditPaise: 30_00,
        cashPaid: false,
      },
      lines: [{ qty: 15, receivedQty: 10 }],
    });
    expect(server.try(dispatcher, 'delivery-1', 'receiveRto', { parts })).toBe('wrongState');
    expect(server.log.filter(({ type }) => type === 'UndeliveredRefundDue')).toHaveLength(1);
    expect(server.try(supervisor, 'return-1', 'refund', { mode: 'CASH' })).toBe('notPaidInCash');
    server.must(supervisor, 'return-1', 'refund', { mode: 'ORIGINAL', ref: 'UTR 77' });
    expect(server.state('return-1').stage).toBe('closed');
    expect(server.log.findLast(({ type }) => type === 'RefundIssued')?.data).toMatchObject({ paise: 30_00 });
  });
  it.each([
    [0, null],
    [12_00, 12_00],
  ])('of a prepaid order gives back no more than was paid: %s paise', (paise, creditPaise) => {
    const server = parcelServer();
    server.paidParcel([{ productId: 1, qty: 15 }], paise);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    const back = server.log.find(({ type }) => type === 'UndeliveredRefundDue')?.data;
    expect(back?.creditPaise ?? null).toBe(creditPaise);
    expect(server.order()).toMatchObject({ refundedPaise: paise });
  });
  it('of an order paid in advance with cash may be refunded in cash', () => {
    const server = parcelServer();
    server.paidParcel([{ productId: 1, qty: 15 }], 30_00, 'cash');
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(server.state('return-1').header).toMatchObject({ creditPaise: 30_00, cashPaid: true });
    server.must(supervisor, 'return-1', 'refund', { mode: 'CASH' });
  });
  it('of a prepaid order is to be refunded for the part that was not taken only', () => {
    const server = parcelServer();
    server.paidParcel([{ productId: 1, qty: 20 }], 40_00);
    server.out(['1']);
    const accepted = server.parcel().lines.map(({ id }) => ({ lineId: id, qty: 7 }));
    const why = 'Doctor changed the dose';
    server.must(rider, 'delivery-1', 'deliverPart', { code, accepted, why }, goodCode);
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(server.state('return-1')).toMatchObject({
      stage: 'credited',
      header: { creditPaise: 26_00 },
      lines: [{ qty: 13, receivedQty: 13 }],
    });
  });
  it('is not refunded when the customer still wants it, nor when it was to be paid at the door', () => {
    for (const [payment, again] of [
      ['PREPAID', true],
      ['COD', false],
    ] as const) {
      const server = parcelServer();
      if (payment === 'PREPAID') server.paidParcel([{ productId: 1, qty: 15 }], 30_00);
      else server.ready([{ productId: 1, qty: 15 }], { payment });
      server.out(['1']);
      server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
      server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto, again });
      expect(server.parcel().stage).toBe('rtoReceived');
      expect(server.log.some(({ type }) => type === 'UndeliveredRefundDue')).toBe(false);
    }
  });
  it.each([
    ['goes back to the prescription', false, 10],
    ['is promised to its order again', true, 20],
  ])('of a prescription %s, and what another order was promised stays', (_what, again, reserved) => {
    const server = parcelServer();
    server.prescribed(10);
    server.ready([{ productId: 10, qty: 10 }], { rxId: 7 });
    server.queued([{ productId: 10, qty: 10 }], { rxId: 7 });
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto, again });
    expect(server.state('prescription-7')).toMatchObject({ dispensed: { 1: 0 }, reserved: { 1: reserved } });
    if (!again) return;
    server.billed('1');
    expect(server.state('prescription-7')).toMatchObject({ dispensed: { 1: 10 }, reserved: { 1: 10 } });
  });
  it.each(['cancel', 'cancelLine', 'supply'])(
    'whose order has nothing reserved leaves the prescription what another order has: %s',
    (how) => {
      const server = parcelServer();
      server.prescribed(10);
      server.ready([{ productId: 10, qty: 10 }], { rxId: 7 });
      server.queued([{ productId: 10, qty: 10 }], { rxId: 7 });
      server.out(['1']);
      server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
      server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto, again: true });
      const released = { orderId: '1', lines: [{ no: 1, qty: 10 }] };
      // As a log has it in which the units that came back were not reserved again, and were released too often.
      for (const _n of [1, 2])
        server.write('prescription-7', 'RxQuantityReleased', released, server.now(), null);
      expect(server.state('prescription-7').reserved).toEqual({ 1: 10 });
      const before = server.log.filter(({ type }) => type === 'RxQuantityReleased').length;
      if (how === 'cancel') {
        server.must(171, 'order-1', 'requestCancel', { reason: 'The customer changed her mind' });
        server.must(172, 'order-1', 'approveCancel');
      } else if (how === 'cancelLine')
        server.must(172, 'order-1', 'cancelLine', { lineId: 'l1', qty: 4, reason: 'Wants fewer' });
      else server.billed('1');
      expect(server.state('prescription-7').reserved).toEqual({ 1: 10 });
      expect(server.log.filter(({ type }) => type === 'RxQuantityReleased')).toHaveLength(before);
    },
  );
  it('is open on the order again when the customer still wants it', () => {
    const server = returned();
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto, again: true });
    expect(server.order()).toMatchObject({ stage: 'queued', lines: [{ open: 15, invoiced: 0 }] });
  });
});

describe('a run', () => {
  it('has each parcel once, and only those of its rider', () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    const run = { pooId: 1, agentId: rider, vehicle: 'KA05MX4100', dcIds: ['1'] };
    expect(server.try(dispatcher, 'statement-new', 'generate', { ...run, vehicle: 'SCOOTER' })).toBe(
      'vehicleInvalid',
    );
    expect(server.try(dispatcher, 'statement-new', 'generate', { ...run, agentId: otherRider })).toBe(
      'otherRider',
    );
    server.must(dispatcher, 'statement-new', 'generate', run);
    expect(server.parcel().statement).toBe('BLR01/L26/000001');
    expect(server.try(dispatcher, 'statement-new', 'generate', run)).toBe('onOtherStatement');
  });
  it('leaves with all of its parcels and comes home with a result of each', () => {
    const server = parcelServer();
    server.ready();
    server.ready();
    server.out(['1', '2']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode);
    expect(server.try(rider, 'statement-1', 'comeBack', { odometerIn: 118 })).toBe('statementOpenItems');
    server.must(rider, 'delivery-2', 'fail', { reason: 'NOT_HOME' });
    expect(server.try(rider, 'statement-1', 'comeBack', { odometerIn: 118 })).toBe('notScannedIn');
    expect(server.try(rider, 'statement-1', 'comeBack', { odometerIn: 401, scanned: [] })).toBe(
      'odometerWrong',
    );
    server.must(rider, 'statement-1', 'comeBack', { odometerIn: 118, scanned: ['BLR01/D26/000002'] });
    expect(server.parcel('2')).toMatchObject({ stage: 'unassigned', statementId: null });
    // The second run moves no stock: the goods left with the first.
    const stock = onHand(server.state('stock-1-1'));
    server.assigned('2');
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds: ['2'],
    });
    server.must(dispatcher, 'delivery-2', 'handOver', server.scanned('2'));
    expect(onHand(server.state('stock-1-1'))).toBe(stock);
  });
  it('leaves only with every parcel in hand, by its own rider or whoever makes runs', () => {
    const server = parcelServer();
    for (const id of [server.ready(), server.ready()]) server.assigned(id);
    const dcIds = ['1', '2'];
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds,
    });
    const depart = (who: number) => server.try(who, 'statement-1', 'depart', { odometerOut: 100 });
    server.must(dispatcher, 'delivery-1', 'handOver', server.scanned('1'));
    expect(depart(rider)).toBe('notHandedOver');
    server.must(dispatcher, 'delivery-2', 'handOver', server.scanned('2'));
    expect(depart(otherRider)).toBe('notYourRun');
    expect(depart(rider)).toContain('DeliveryStatementDeparted');
  });
  const generated = (...ids: readonly string[]) => {
    const server = parcelServer();
    for (const id of ids) server.assigned(server.ready() && id);
    const run = { pooId: 1, agentId: rider, vehicle: 'KA05MX4100', dcIds: ids };
    server.must(dispatcher, 'statement-new', 'generate', run);
    const hand = (id: string) => server.must(dispatcher, `delivery-${id}`, 'handOver', server.scanned(id));
    const result = (id: string) =>
      server.must(rider, `delivery-${id}`, 'deliver', { code, cod: cash(30_00) }, goodCode);
    const depart = (who = rider) => server.try(who, 'statement-1', 'depart', { odometerOut: 100 });
    return { ...server, hand, result, depart };
  };
  it('given a parcel that has its result before the run left, when the rider leaves, then only the others are on their way', () => {
    const { hand, result, depart, parcel } = generated('1', '2');
    hand('1');
    result('1');
    expect(depart()).toBe('notHandedOver');
    hand('2');
    expect(depart()).toEqual(['DeliveryStatementDeparted', 'OutForDelivery', 'TillRunLeft']);
    expect([parcel('1').stage, parcel('2').stage]).toEqual(['delivered', 'out']);
  });
  it('given that the shop recorded that the run left, when the rider’s own arrives later, then it is accepted and changes nothing', () => {
    const { hand, depart, run, ...server } = generated('1');
    hand('1');
    server.must(dispatcher, 'statement-1', 'depart', { odometerOut: 104 });
    expect(depart(otherRider)).toBe('notYourRun');
    expect(depart()).toEqual([]);
    expect(run()).toMatchObject({ stage: 'departed', odometerOut: 104 });
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(rider, 'statement-1', 'comeBack', { odometerIn: 110 });
    expect(depart()).toBe('wrongState');
  });
  it.each(['handedOver', 'delivered'])(
    'given a parcel that is %s, when it is taken off the run or the run is cancelled, then both are refused',
    (stage) => {
      const { hand, result, parcel, ...server } = generated('1');
      hand('1');
      if (stage === 'delivered') result('1');
      expect(parcel().stage).toBe(stage);
      expect(server.try(dispatcher, 'statement-1', 'removeDc', { dcId: '1' })).toBe('alreadyHanded');
      const reason = { reason: 'The rider went home' };
      expect(server.try(dispatcher, 'statement-1', 'cancel', reason)).toBe('alreadyHanded');
      expect(parcel().statementId).toBe('1');
    },
  );
  it('given a parcel that nobody took yet, when it is taken off the run, then it stands on none', () => {
    const { parcel, ...server } = generated('1');
    server.must(dispatcher, 'statement-1', 'removeDc', { dcId: '1' });
    expect(parcel()).toMatchObject({ stage: 'accepted', statementId: null });
  });
  it('hands over only a parcel that stands on it', () => {
    const server = parcelServer();
    server.ready();
    server.assigned('1');
    server.must(rider, 'delivery-1', 'accept');
    expect(server.try(dispatcher, 'delivery-1', 'handOver', server.scanned('1'))).toBe('notOnStatement');
  });
  it.each([
    ['ewayRequired', null],
    ['ewayExpired', '2026-11-17'],
    ['ParcelHandedOver', '2026-11-18'],
  ])('of goods that need an e-way bill: %s', (result, validTill) => {
    const server = parcelServer();
    server.ready([{ productId: 1, qty: 15 }], { payment: 'CREDIT' });
    const dc = server.state('dc-1');
    // A parcel worth more than a state lets go without a bill.
    const lines = dc.lines.map((line: object) => ({ ...line, taxable: 2_00_000_00, total: 2_00_000_00 }));
    server.write(
      'dc-1',
      'DcGenerated',
      { ...dc, header: { ...dc.header, payablePaise: 2_00_000_00 }, lines },
      server.now(),
      null,
    );
    server.write('dc-1', 'DcVerified', {}, server.now(), 174);
    if (validTill)
      server.write('dc-1', 'EwayBillRecorded', { no: '123456789012', validTill }, server.now(), 173);
    server.assigned('1');
    server.must(dispatcher, 'statement-new', 'generate', {
      pooId: 1,
      agentId: rider,
      vehicle: 'KA05MX4100',
      dcIds: ['1'],
    });
    expect([server.try(dispatcher, 'delivery-1', 'handOver', server.scanned('1'))].flat()).toContain(result);
  });
  const home = () => {
    const server = parcelServer();
    server.ready();
    server.out(['1']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: cash(30_00) }, goodCode);
    server.must(rider, 'statement-1', 'comeBack', { odometerIn: 110 });
    return server;
  };
  const money = (counted: object, more: object = {}) => ({ counted, upiPaise: 0, cardPaise: 0, ...more });
  it('is settled by somebody else to the rupee, and the cash is in the day’s books', () => {
    const server = home();
    expect(server.try(dispatcher, 'statement-1', 'settle', money({ n20: 1 }))).toBe('cashMismatch');
    server.must(dispatcher, 'statement-1', 'settle', money({ n20: 1, n10: 1 }));
    const day: DayState = server.state('dayend-1-2026-11-18');
    expect(day.receipts).toMatchObject([{ mode: 'cash', paise: 30_00, ref: { number: 'BLR01/L26/000001' } }]);
    expect(server.state('till-1').out).toEqual([]);
  });
  it('makes what is missing the rider’s shortage, with a reason', () => {
    const server = home();
    server.must(
      dispatcher,
      'statement-1',
      'settle',
      money({ n20: 1 }, { reason: 'A note was lost on the way' }),
    );
    expect(server.run()).toMatchObject({ stage: 'settled', shortagePaise: 10_00 });
    expect(server.log.find(({ type }) => type === 'CodShortageRecorded')?.data).toMatchObject({
      agent: { empId: rider },
      paise: 10_00,
    });
  });
  it('needs a supervisor for a gap above ₹500', () => {
    const server = home();
    const much = money({ n500: 2 }, { reason: 'Money of another run was put in' });
    expect(server.try(dispatcher, 'statement-1', 'settle', much)).toBe('approvalLimit');
    expect(server.try(supervisor, 'statement-1', 'settle', much)).toContain('DeliveryStatementSettled');
  });
});
