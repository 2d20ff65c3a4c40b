import { describe, expect, it } from 'vitest';
import { dispatcher, goodCode, parcelServer, rider, supervisor } from '#tests/kit/parcel-server.ts';
import { transportClaimApproval } from '../../../approvals/transport-claim.ts';
import { computedPaise, type ClaimState } from './state.ts';

const rates = { nPerKmPaise: 5_00, nPerDropPaise: 15_00, nMinPaise: 20_00 };
const asked = { transporterId: 1 };

/** A run of 12.5 km with one parcel delivered and one that came home, back and settled. */
function settled(fields: object = rates) {
  const server = parcelServer();
  server.master('transporter', 1, { vName: 'Own riders', vMode: 'OWN', ...fields }, null);
  server.ready();
  server.ready();
  server.out(['1', '2']);
  const cod = { paise: 30_00, mode: 'cash' };
  server.must(rider, 'delivery-1', 'deliver', { code: '123456', cod }, goodCode);
  server.must(rider, 'delivery-2', 'fail', { reason: 'NOT_HOME' });
  server.must(rider, 'statement-1', 'comeBack', { odometerIn: 112.5, scanned: ['BLR01/D26/000002'] });
  const settle = () =>
    server.must(dispatcher, 'statement-1', 'settle', {
      ...{ counted: { n20: 1, n10: 1 }, upiPaise: 0, cardPaise: 0 },
    });
  const claim = (): ClaimState => server.state('tclaim-1');
  const requestId = (): string => claim().claim?.requestId ?? '';
  const decide = (command: string, more: object = {}) =>
    server.must(null, 'tclaim-1', command, { requestId: requestId(), approvalId: 701, ...more });
  return { ...server, settle, claim, decide, requestId };
}

describe('what a run costs', () => {
  it('is kilometres, drops and weight by the rate card, and never less than its least', () => {
    const card = { perKm: 5_00, perDrop: 15_00, perKg: 2_00, least: 100_00 };
    expect(computedPaise({ km: 12.5, drops: 3, weightG: 2_500 }, card)).toBe(112_50);
    expect(computedPaise({ km: 2, drops: 1, weightG: 0 }, card)).toBe(100_00);
  });
});

describe('the claim of a run', () => {
  it('given the run is not settled, when it is claimed, then it is refused', () => {
    expect(settled().try(dispatcher, 'statement-1', 'claim', asked)).toBe('wrongState');
  });

  it('given it is settled, when it is claimed, then only what was delivered counts as a drop, under a number of its own', () => {
    const server = settled();
    server.settle();
    server.must(dispatcher, 'statement-1', 'claim', asked);
    expect(server.claim()).toMatchObject({
      stage: 'submitted',
      claim: {
        ...{ ref: 'BLR01/J26/000001', statement: 'BLR01/L26/000001', km: 12.5, drops: 1 },
        ...{ computedPaise: 77_50, claimedPaise: 77_50, transporter: 'Own riders' },
      },
    });
    expect(server.run().claimId).toBe('1');
    expect(server.try(dispatcher, 'statement-1', 'claim', asked)).toBe('claimedAlready');
  });

  it('given another amount, when it differs by more than a tenth, then it needs a reason', () => {
    const server = settled();
    server.settle();
    const claim = (amountPaise: number, reason?: string) =>
      server.try(dispatcher, 'statement-1', 'claim', {
        ...asked,
        amountPaise,
        ...(reason ? { reason } : {}),
      });
    expect(claim(86_00)).toBe('claimReason');
    expect(claim(69_00)).toBe('claimReason');
    expect(claim(86_00, 'The bridge was closed all day')).toContain('TransportClaimSubmitted');
  });

  it('given a transporter that is unknown, is off, or has no rates, then it is refused', () => {
    const server = settled({});
    server.settle();
    expect(server.try(dispatcher, 'statement-1', 'claim', asked)).toBe('noRateCard');
    expect(server.try(dispatcher, 'statement-1', 'claim', { transporterId: 9 })).toBe('notInList');
  });

  it('given no right to the runs, when it is claimed, then it is refused', () => {
    const server = settled();
    server.settle();
    expect(server.try(rider, 'statement-1', 'claim', asked)).toBe('forbidden');
  });

  it('given it was rejected, then nothing is paid and the run is claimed again under the same number', () => {
    const server = settled();
    server.settle();
    server.must(dispatcher, 'statement-1', 'claim', asked);
    const first = server.requestId();
    server.decide('applyRejection');
    expect([server.claim().stage, server.run().claimId]).toEqual(['rejected', null]);
    server.must(supervisor, 'statement-1', 'claim', asked);
    expect(server.claim()).toMatchObject({ stage: 'submitted', claim: { ref: 'BLR01/J26/000001' } });
    expect(server.try(null, 'tclaim-1', 'applyApproval', { requestId: first, approvalId: 701 })).toBe(
      'noLongerNeeded',
    );
  });

  it('given it waits, when somebody else withdraws it, then it is refused; its author may', () => {
    const server = settled();
    server.settle();
    server.must(dispatcher, 'statement-1', 'claim', asked);
    expect(server.try(supervisor, 'tclaim-1', 'withdraw')).toBe('notYourClaim');
    server.must(dispatcher, 'tclaim-1', 'withdraw');
    expect([server.claim().stage, server.run().claimId]).toEqual(['withdrawn', null]);
  });

  it('given a lower amount was approved, when the accounts pay, then they pay that, once; who claimed may not', () => {
    const server = settled();
    server.settle();
    server.must(dispatcher, 'statement-1', 'claim', asked);
    const pay = (as: number) => server.try(as, 'tclaim-1', 'pay', { reference: 'NEFT 1' });
    expect(pay(supervisor)).toBe('claimNotApproved');
    server.decide('applyApproval', { amount: 70_00 });
    expect(pay(dispatcher)).toBe('selfApproval');
    expect(pay(supervisor)).toContain('TransportClaimPaid');
    expect(server.log.findLast(({ type }) => type === 'TransportClaimPaid')?.data).toEqual({
      paise: 70_00,
      reference: 'NEFT 1',
    });
    expect(pay(supervisor)).toBe('claimPaid');
  });

  it('is decided by whoever holds the right, never by the rider whose run it is', () => {
    const server = settled();
    server.settle();
    server.must(dispatcher, 'statement-1', 'claim', asked);
    const event = server.log.find(({ type }) => type === 'TransportClaimSubmitted');
    if (!event) throw new Error('Nothing was submitted.');
    const request = transportClaimApproval.request(event as never, { directory: server.directory });
    expect(request).toMatchObject({
      subject: { stream: 'tclaim-1', ref: 'BLR01/J26/000001' },
      subjectEmpId: rider,
      steps: [{ rule: 'holders', permission: 'approvals/transportationReport:approve' }],
      amount: 77_50,
      before: { km: 12.5, drops: 1, computed: 77_50, claimed: 77_50, gap: 0 },
    });
  });
});
