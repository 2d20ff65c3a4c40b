import { describe, expect, it } from 'vitest';
import { saleServer } from '#tests/kit/sale-server.ts';
import type { ClaimPrepared } from './dsasale.ts';
import type { DsaSaleState } from './state.ts';

type Server = ReturnType<typeof saleServer>;
const [affiliate, stranger, verifier, agent] = [301, 302, 303, 304];
const right = (name: string): string => `Prescription/dsa-sales-verification:${name}`;

/** A confirmed order of 30 rupees, an affiliate, and people who verify. */
function shop(stage = 'accVerified', queued = true): Server {
  const server = saleServer(
    {
      [right('create')]: [affiliate],
      [right('edit')]: [verifier, agent],
      [right('approve')]: [verifier],
    },
    [affiliate, stranger, verifier, agent],
  );
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
  if (queued) server.queued([{ productId: 1, qty: 15 }]);
  else server.form([{ productId: 1, qty: 15 }]);
  server.master('dsa', 1, { iEmpId: affiliate }, stage);
  return server;
}
const known: ClaimPrepared = { orderId: '1', dsaId: 1 };
const claim = (server: Server, who = affiliate, input: object = {}, prepared: ClaimPrepared = known) =>
  server.try(who, 'dsasale-new', 'claim', { order: 'SO/1', ...input }, prepared);
const sale = (server: Server): DsaSaleState => server.state('dsasale-1');
const take = (server: Server, who = verifier): void =>
  void server.write(
    'queueitem-dsaSalesVerification-1',
    'QueueItemClaimed',
    { leaseId: 'L1', empId: who, name: 'Verifier', sessionId: null, since: '', until: '' },
    Date.parse('2026-11-18T05:00:00Z'),
    who,
  );
const called = (server: Server, code = 'INFO_DONE') =>
  server.try(null, 'dsasale-1', 'noteCall', { callId: 9, code });

describe('a sale of a direct selling agent', () => {
  it('is claimed with what the order comes to, once', () => {
    const server = shop();
    expect(claim(server)).toEqual(['DsaSaleClaimed', 'KeyReserved']);
    expect(sale(server)).toMatchObject({
      stage: 'claimed',
      face: { ref: 'SV-000001', customer: 'Anitha Rao', amountPaise: 30_00, dsa: { empId: affiliate } },
    });
    expect(claim(server)).toBe('saleClaimed');
  });
  it('is claimed only for oneself, unless somebody of the desk does it', () => {
    expect(claim(shop(), affiliate, { empId: stranger })).toBe('saleNotOwn');
    expect(claim(shop(), agent, { empId: affiliate })).toEqual(['DsaSaleClaimed', 'KeyReserved']);
  });
  it('needs verified papers, a confirmed order of the claimant’s place and another phone than their own', () => {
    expect(claim(shop('hrVerified'))).toBe('dsaNotPayable');
    expect(claim(shop(), affiliate, {}, { orderId: '1', dsaId: null })).toBe('notAffiliate');
    expect(claim(shop(), affiliate, {}, { orderId: null, dsaId: 1 })).toBe('notInList');
    expect(claim(shop('accVerified', false))).toBe('saleNoOrder');
    const own = shop();
    Object.assign(own.directory.employee(affiliate) ?? {}, { phone: '09876500001' });
    expect(claim(own)).toBe('dsaSelfSale');
  });
  it('is confirmed by whoever holds it and spoke to the customer', () => {
    const server = shop();
    claim(server);
    const confirm = () => server.try(verifier, 'dsasale-1', 'confirm');
    expect(confirm()).toBe('saleNotHeld');
    take(server);
    expect(confirm()).toBe('saleNotCalled');
    called(server, 'RNR');
    expect(confirm()).toBe('saleNotCalled');
    called(server);
    expect(confirm()).toEqual(['DsaSaleConfirmed']);
    expect(sale(server)).toMatchObject({ stage: 'confirmed', amountPaise: 30_00 });
    expect(confirm()).toBe('saleOver');
  });
  it('is not verified by whoever claimed it for the agent', () => {
    const server = shop();
    claim(server, verifier, { empId: affiliate });
    take(server);
    called(server);
    expect(server.try(verifier, 'dsasale-1', 'confirm')).toBe('saleBySeller');
  });
  it('is rejected only after it was disputed, and a disputed one is confirmed only with a note', () => {
    const server = shop();
    claim(server);
    take(server);
    const reject = () => server.try(verifier, 'dsasale-1', 'reject', { reason: 'Nobody came to the house' });
    expect(reject()).toBe('saleNotDisputed');
    const dispute = { reason: 'notKnown', note: 'Nobody came to the house' };
    expect(server.try(verifier, 'dsasale-1', 'dispute', dispute)).toEqual(['DsaSaleDisputed']);
    expect(server.try(verifier, 'dsasale-1', 'dispute', dispute)).toBe('saleDisputed');
    called(server);
    expect(server.try(verifier, 'dsasale-1', 'confirm')).toBe('required');
    expect(reject()).toEqual(['DsaSaleRejected']);
  });
  it('is not confirmed once its order is being cancelled', () => {
    const server = shop();
    claim(server);
    take(server);
    called(server);
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere today' });
    expect(server.try(verifier, 'dsasale-1', 'confirm')).toBe('saleNoOrder');
  });
});
