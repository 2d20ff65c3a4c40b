import { describe, expect, it } from 'vitest';
import { people, given } from '#tests/kit/life.ts';
import { masterStream } from '../../streams/masters/master.ts';
import { dsaVerificationAccounts } from './accounts.ts';
import { affiliate } from './affiliate.ts';
import { dsaVerificationHr } from './hr.ts';

const stream = masterStream([affiliate, dsaVerificationAccounts, dsaVerificationHr]);
const { bAgreement: _signed, ...unsigned } = affiliate.example;
const record = (fields: object) => ({
  type: 'MasterRecordCreated',
  data: { kind: 'dsa', id: 1, fields: { ...fields, iEmpId: 77 }, iStatus: 0, stage: 'submitted' },
});
const verify = (fields: object, command: string, input: object) =>
  given(stream, [record(fields)]).when(command, input, { key: 'dsa-1', as: people.admin! });

describe('the agreement of an affiliate', () => {
  it('given none is signed, when HR verifies, then it is refused', () =>
    verify(unsigned, 'move', { action: 'hrVerify' }).then({ code: 'agreementMissing', field: 'bAgreement' }));
  it('given it is signed, when HR verifies, then the affiliate advances', () =>
    verify(affiliate.example, 'move', { action: 'hrVerify' }).then(['MasterRecordStageChanged']));
  it('given none is signed, when its day is written, then it is refused', () =>
    expect(
      affiliate.check({ ...unsigned, dAgreement: '2026-11-02' }, { today: '2026-11-18', before: null })
        .problems,
    ).toMatchObject([{ code: 'agreementMissing', field: 'bAgreement' }]));
});

describe('an affiliate that is sent back', () => {
  const verified = {
    type: 'MasterRecordStageChanged',
    data: { kind: 'dsa', id: 1, action: 'hrVerify', from: 'submitted', to: 'hrVerified', iStatus: 0 },
  };
  it.each([
    ['HR', 'hrSendBack', [], 'sentBack'],
    ['Accounts', 'accSendBack', [verified], 'sentBackByAccounts'],
  ])('by %s shows it, and is in that step’s list', (_step, action, before, stage) => {
    given(stream, [record(affiliate.example), ...before])
      .when('move', { action, reason: 'The card is blurred' }, { key: 'dsa-1', as: people.admin! })
      .then([{ type: 'MasterRecordStageChanged', data: { to: stage } }]);
    const list = action === 'accSendBack' ? dsaVerificationAccounts : dsaVerificationHr;
    expect(list.only!.stage!.value).toContain(stage);
    expect(affiliate.stages!.actions.resubmit!.from).toContain(stage);
  });
});
