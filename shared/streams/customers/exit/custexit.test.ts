import { describe, expect, it } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { unique } from '../../core/unique.ts';
import { customer } from '../customer.ts';
import { custexit } from './custexit.ts';
import { nothingOwed, type Owed } from './state.ts';

const rights = (...names: string[]) => new Set(names.map((name) => `Prescription/${name}`));
const carer: Viewer = {
  ...people['agent1']!,
  rights: rights('customerExit:view', 'customerExit:create', 'customerExit:edit', 'reactive-customer:edit'),
};
const approver: Viewer = {
  ...people['lead']!,
  rights: rights('reactive-customer:edit', 'customerExitApproval:approve'),
};
const day = 86_400_000;
const at = 'customer-9';

/** Given: customer 9 of Jayanagar, who agreed to calls. */
function given(more: Readonly<Record<string, unknown>> = {}): Life {
  return openLife(
    [custexit, customer, unique],
    (stream) => ({ [at]: { ...customer.initial('9'), ...person }, ...more })[stream],
  );
}
const person = {
  stage: 'active',
  name: 'Lakshmi Rao',
  phones: [{ phone: '5550120090', verifiedAt: null, primary: true }],
  pooId: 1,
  consents: {
    calling: { given: true, version: '1', channel: 'app', at: '2026-01-01T00:00:00.000Z' },
    care: { given: true, version: '1', channel: 'app', at: '2026-01-01T00:00:00.000Z' },
  },
} as const;
const asks = (more: object = {}) => ({
  customerId: 9,
  kind: 'byCustomer',
  reasonId: null,
  text: 'Moves in with the daughter',
  effectiveOn: '2026-11-18',
  ...more,
});
const owed = (more: Partial<Owed> = {}) => ({ owed: { ...nothingOwed, ...more } });
const call = (outcome: 'keeps' | 'leaves') => ({ outcome, offer: 'pause', note: 'They want a rest' });

function asked(more: object = {}, life = given()): Life {
  life.must('custexit-new', 'request', asks(more), { as: carer });
  return life;
}
function waiting(more: object = {}): Life {
  const life = asked(more);
  life.must('custexit-1', 'recordCall', call('leaves'), { as: carer, prepared: owed() });
  return life;
}
const requestId = (life: Life): string => life.state('custexit-1').requestId;
function gone(): Life {
  const life = waiting();
  life.must(
    'custexit-1',
    'grant',
    { requestId: requestId(life), approvalId: 5 },
    {
      as: 'system',
      prepared: owed({ visits: [{ id: 44, at: '2026-11-20 10:00' }] }),
    },
  );
  return life;
}

describe('asking for an exit', () => {
  it('marks the customer and waits for the retention call', () => {
    const life = asked();
    expect(life.state('custexit-1')).toMatchObject({
      stage: 'requested',
      face: { ref: 'EX-000001', customer: 'CU-000009', phoneMasked: '••••••0090' },
      iActive: 0,
    });
    expect(life.state(at).exitId).toBe(1);
  });

  it('is refused a second time while one is open', () => {
    const life = asked();
    expect(life.command('custexit-new', 'request', asks(), { as: carer })).toMatchObject({
      code: 'exitAlreadyPending',
      details: { ref: 'EX-000001' },
    });
  });

  it.each([
    ['exitDay', { effectiveOn: '2026-11-17' }],
    ['exitDay', { effectiveOn: '2026-12-19' }],
    ['notInList', { customerId: 10 }],
    ['notInList', { reasonId: 3 }],
  ])('answers %s to %j', (refused, more) =>
    expect(
      given({ 'customer-10': { ...customer.initial('10'), stage: 'active', pooId: 3 } }).command(
        'custexit-new',
        'request',
        asks(more),
        { as: carer },
      ),
    ).toMatchObject({ code: refused }),
  );

  it('stops every call at once for a death, and goes straight to the approval', () => {
    const life = asked({ kind: 'death' });
    expect(life.state(at).consents.calling.given).toBe(false);
    expect(life.state('custexit-1').stage).toBe('pendingApproval');
  });
});

describe('the retention call', () => {
  it('keeps the customer, who is no longer leaving', () => {
    const life = asked();
    life.must('custexit-1', 'recordCall', call('keeps'), { as: carer, prepared: owed() });
    expect(life.state('custexit-1')).toMatchObject({ stage: 'kept', retention: { offer: 'pause' } });
    expect(life.state(at).exitId).toBeNull();
  });

  it('asks somebody else to decide, with the reason and the open business', () => {
    const life = waiting();
    const [event] = life.log.filter(({ type }) => type === 'CustomerExitDecisionAsked');
    expect(event?.data).toMatchObject({ said: 'They want a rest', offered: 'pause', subjectVersion: 3 });
    expect(event?.version).toBe(3);
  });

  it('cannot release a customer with open orders', () => {
    expect(
      asked().command('custexit-1', 'recordCall', call('leaves'), {
        as: carer,
        prepared: owed({ openOrders: ['LO-000004'] }),
      }),
    ).toMatchObject({ code: 'exitOpenOrders', details: { n: 1 } });
  });
});

describe('the decision', () => {
  it('ends the customer, names the visits to cancel and frees the number', () => {
    const life = gone();
    expect(life.state('custexit-1')).toMatchObject({ stage: 'exited', iActive: 1, exitedOn: '2026-11-18' });
    expect(life.state(at)).toMatchObject({ stage: 'exited', exitedOn: '2026-11-18', exitId: 1 });
    expect(life.log.find(({ type }) => type === 'CustomerExitCarriedOut')?.data.visits).toEqual([44]);
    expect(life.state('unique-customer-phone-5550120090')).toMatchObject({
      until: new Date(wednesday).toISOString(),
    });
  });

  it('waits for the requested day', () => {
    const life = waiting({ effectiveOn: '2026-11-20' });
    const decided = { requestId: requestId(life), approvalId: 5 };
    life.must('custexit-1', 'grant', decided, { as: 'system', prepared: owed() });
    expect(life.state(at).stage).toBe('active');
    expect(life.command('custexit-1', 'carryOut', {}, { as: 'system' })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must('custexit-1', 'carryOut', {}, { as: 'system', prepared: owed(), now: wednesday + 2 * day });
    expect(life.state(at).stage).toBe('exited');
  });

  it('fails when an order was opened meanwhile, and the customer stays', () => {
    const life = waiting();
    life.must(
      'custexit-1',
      'grant',
      { requestId: requestId(life), approvalId: 5 },
      { as: 'system', prepared: owed({ openOrders: ['LO-000004'] }) },
    );
    expect(life.state('custexit-1')).toMatchObject({ stage: 'failed', why: 'exitOpenOrders' });
    expect(life.state(at)).toMatchObject({ stage: 'active', exitId: null });
  });

  it('leaves everything as it was when rejected or withdrawn', () => {
    const rejected = waiting();
    rejected.must('custexit-1', 'refuseExit', { requestId: requestId(rejected) }, { as: 'system' });
    const withdrawn = waiting();
    withdrawn.must('custexit-1', 'withdraw', { reason: 'They called again' }, { as: carer });
    for (const life of [rejected, withdrawn])
      expect(life.state(at)).toMatchObject({ stage: 'active', exitId: null });
  });
});

describe('the return', () => {
  const wish = { reason: 'Back from the daughter', consentVersion: '2026-11', care: true, calling: true };
  const verified = (life = gone()): Life => {
    life.must('custexit-1', 'sendReturnCode', {}, { as: carer, prepared: { sendId: 's', n: 1 } });
    life.must(
      'custexit-1',
      'verifyReturnCode',
      { code: '123456' },
      { as: carer, prepared: { ok: true, sendId: 's' } },
    );
    return life;
  };

  it('requires new consents and a new check of the phone', () => {
    const life = verified();
    life.must('custexit-1', 'reactivate', wish, { as: carer });
    expect(life.state('custexit-1')).toMatchObject({ stage: 'returned', iActive: 0 });
    expect(life.state(at)).toMatchObject({ stage: 'active', exitId: null, exits: ['2026-11-18'] });
    expect(life.state('unique-customer-phone-5550120090')).toMatchObject({ owner: at, until: null });
  });

  it.each([
    ['returnCodeFirst', wish, gone, 0],
    ['consentMissing', { ...wish, care: false }, verified, 0],
    ['consentMissing', { ...wish, calling: false }, verified, 0],
    ['returnCodeFirst', wish, verified, 31 * 60_000],
  ] as const)('answers %s', (refused, input, made, later) =>
    expect(
      made().command('custexit-1', 'reactivate', input, { as: carer, now: wednesday + later }),
    ).toMatchObject({ code: refused }),
  );

  it('a wrong code opens nothing', () => {
    const life = gone();
    expect(
      life.command(
        'custexit-1',
        'verifyReturnCode',
        { code: '000000' },
        { as: carer, prepared: { ok: false, left: 4 } },
      ),
    ).toMatchObject({ code: 'otpWrong', details: { left: 4 } });
  });

  it('needs an approver of exits after two exits within a year', () => {
    const life = verified();
    life.must('custexit-1', 'reactivate', wish, { as: carer });
    life.must('custexit-new', 'request', asks({ kind: 'duplicate' }), { as: carer });
    const second = life.state('custexit-2').requestId;
    life.must(
      'custexit-2',
      'grant',
      { requestId: second, approvalId: 6 },
      { as: 'system', prepared: owed() },
    );
    life.must('custexit-2', 'sendReturnCode', {}, { as: carer, prepared: { sendId: 't', n: 1 } });
    life.must('custexit-2', 'verifyReturnCode', { code: '123456' }, { as: carer, prepared: { ok: true } });
    expect(life.command('custexit-2', 'reactivate', wish, { as: carer })).toMatchObject({
      code: 'returnNeedsApprover',
      details: { n: 2 },
    });
    life.must('custexit-2', 'reactivate', wish, { as: approver });
  });

  it('is barred while the number belongs to another customer', () => {
    const life = openLife([custexit, customer], (stream) =>
      stream === at
        ? { ...customer.initial('9'), ...person, stage: 'exited', exitedOn: '2026-11-01', exitId: null }
        : stream === 'unique-customer-phone-5550120090'
          ? { owner: 'customer-12', until: null }
          : undefined,
    );
    life.must('custexit-new', 'noteOutside', { customerId: 9, on: '2026-11-01' }, { as: 'system' });
    life.must('custexit-1', 'sendReturnCode', {}, { as: carer, prepared: { sendId: 's' } });
    life.must('custexit-1', 'verifyReturnCode', { code: '123456' }, { as: carer, prepared: { ok: true } });
    expect(life.command('custexit-1', 'reactivate', wish, { as: carer })).toMatchObject({
      code: 'customerPhoneInUse',
      details: { customer: 'CU-000012' },
    });
  });
});
