import { describe, expect, it } from 'vitest';
import { people, playStory } from '#tests/kit/life.ts';
import { agentwork } from '../streams/calls/agentwork.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { audit } from '../streams/core/audit.ts';
import { unique } from '../streams/core/unique.ts';
import { signup } from '../streams/customers/signup/signup.ts';
import { signupCase, signupCaseView as view } from './signup-case.ts';

const { log } = playStory([signup, queueitem, agentwork, unique, audit], signup.story!, {
  prepared: { 'signup/sendOtp': { sendId: 's1' }, 'signup/verifyOtp': { ok: true } },
});
const row = log
  .filter((event) => view.streams.includes(event.stream.split('-')[0]!))
  .reduce<any>(
    (one, event) => view.ids(event).reduce((last, id) => view.row(last, event, id), one),
    undefined,
  );

describe('a case in its panel', () => {
  it('lists who did what when, queue events included', () => {
    const seen = signupCase.see(row, { poos: [1] }, '1')!;
    expect(seen.history.map((line) => line.type)).toEqual([
      'SignupStarted',
      'SignupSaved',
      'OtpSent',
      'OtpVerified',
      'SignupSubmitted',
      'QueueItemEntered',
      'QueueItemClaimed',
      'SignupVerificationStarted',
      'QueueItemWorkStarted',
      ...Array.from({ length: 5 }, () => 'SignupItemVerified'),
      'SignupVerified',
      'QueueItemCompleted',
    ]);
    expect(seen.checklist[0]).toMatchObject({ item: 'phoneVerified', done: true, by: 'Ravi Kulkarni' });
    expect(seen.checklist[1]).toMatchObject({ item: 'identityReadable', done: true, by: 'Kiran Joseph' });
    expect(seen).toMatchObject({
      ref: 'SG-000001',
      stage: 'verified',
      version: log.filter((event) => event.stream === 'signup-1').length,
    });
  });
  it('shows no masked value', () => {
    const text = JSON.stringify(signupCase.see(row, { poos: 'all' }, '1'));
    for (const secret of ['5550001234', 'lakshmi@care.example', '12, 4th Cross'])
      expect(text).not.toContain(secret);
    expect(text).toContain('••••••1234');
    expect(text).toContain('l•••@care.example');
  });
  it('is hidden from other places', () => {
    expect(signupCase.see(row, signupCase.scope(people.mysuru!), '1')).toBeNull();
  });
});
