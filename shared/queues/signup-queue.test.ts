import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { compareRanks } from '../core/rank.ts';
import { queueFeed } from '../families/queue.ts';
import { checkedIn, openLife, people, playStory, wednesday } from '#tests/kit/life.ts';
import { agentwork } from '../streams/calls/agentwork.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { audit } from '../streams/core/audit.ts';
import { unique } from '../streams/core/unique.ts';
import { customer } from '../streams/customers/customer.ts';
import { patient } from '../streams/customers/patient.ts';
import { signup } from '../streams/customers/signup/signup.ts';
import type { SignupRow } from './signup-queue-row.ts';
import { signupQueue } from './signup-queue.ts';

const { view } = signupQueue;

const streams = [signup, queueitem, agentwork, unique, audit, customer, patient];
const prepared = { 'signup/sendOtp': { sendId: 's1', n: 1 }, 'signup/verifyOtp': { ok: true, sendId: 's1' } };
const full = signup.story![1]!.input;

function rows(log: readonly StoredEvent[]): Map<string, SignupRow> {
  const all = new Map<string, SignupRow>();
  for (const event of log)
    for (const id of view.streams.includes(event.stream.split('-')[0]!) ? view.ids(event) : []) {
      const after = view.row(all.get(id), event, id);
      if (after) all.set(id, after);
      else all.delete(id);
    }
  return all;
}

describe('the sign-up queue', () => {
  it('shows a case from submit to completion, undo window included', () => {
    const life = openLife(streams, checkedIn);
    life.must('signup-new', 'start', { pooId: 1, ...full }, { as: 'agent1' });
    expect(rows(life.log).size).toBe(0);
    life.must('signup-1', 'submit', {}, { as: 'agent1' });
    expect(rows(life.log).get('1')).toMatchObject({
      ref: 'SG-000001',
      applicant: 'Lakshmi Rao',
      phoneMasked: '••••••1234',
      state: 'waiting',
      stage: 'submitted',
      checked: 0,
      total: 6,
      otp: false,
      docs: 2,
      patients: 1,
      version: 2,
      warnAt: '2026-11-18T06:00:00.000Z',
      breachAt: '2026-11-18T09:00:00.000Z',
      submitter: { empId: 101 },
    });
    life.must('queueitem-signup-queue-1', 'claim', {}, { as: 'verifier' });
    expect(rows(life.log).get('1')).toMatchObject({
      state: 'claimed',
      holder: { empId: 103, name: 'Kiran Joseph' },
    });
    life.must('signup-1', 'beginVerification', {}, { as: 'verifier' });
    life.must(
      'signup-1',
      'verifyOtp',
      { code: '123456' },
      { as: 'verifier', prepared: prepared['signup/verifyOtp'] },
    );
    for (const item of [
      'identityReadable',
      'addressServiceable',
      'patientComplete',
      'prescriptionPresent',
      'consentsRecorded',
    ])
      life.must('signup-1', 'tickChecklist', { item }, { as: 'verifier' });
    expect(rows(life.log).get('1')).toMatchObject({
      state: 'working',
      stage: 'inVerification',
      checked: 6,
      otp: true,
    });
    const { undoUntil } = life.must('signup-1', 'verify', {}, { as: 'verifier' }).answer;
    expect(rows(life.log).get('1')).toMatchObject({ stage: 'verified', undoUntil, holder: { empId: 103 } });
    life.must('signup-1', 'undoVerify', {}, { as: 'verifier' });
    expect(rows(life.log).get('1')).toMatchObject({
      stage: 'inVerification',
      undoUntil: null,
      state: 'working',
      holder: { empId: 103 },
    });
    const again = life.must('signup-1', 'verify', {}, { as: 'verifier' }).answer.undoUntil;
    life.must('signup-1', 'complete', { undoUntil: again }, { now: wednesday + 30_000 });
    expect(rows(life.log).size).toBe(0);
  });
  it('carries the version of the case, not of its item', () => {
    const life = playStory(streams, signup.story!, { prepared });
    expect(rows(life.log).get('1')!.version).toBe(
      life.log.filter((event) => event.stream === 'signup-1').length,
    );
  });
  it('never contains a full phone number', () => {
    expect(JSON.stringify([...rows(playStory(streams, signup.story!, { prepared }).log)])).not.toContain(
      '5550001234',
    );
  });
  it('is worked in rank order', () => {
    const base = {
      pinned: false,
      resubmitted: 0,
      priority: 0,
      enteredAt: '2026-11-18T05:00:00.000Z',
      id: '5',
    } as SignupRow;
    const command = [
      base,
      { ...base, id: '6', enteredAt: '2026-11-18T04:00:00.000Z' },
      { ...base, id: '7', priority: 1 },
      { ...base, id: '8', resubmitted: 1, enteredAt: '2026-11-18T06:00:00.000Z' },
      { ...base, id: '9', pinned: true },
    ];
    expect(
      command.sort((a, b) => compareRanks(signupQueue.rank(a), signupQueue.rank(b))).map((row) => row.id),
    ).toEqual(['9', '8', '7', '6', '5']);
  });
  it('given a claim that ended by itself, then the case keeps its place and says whose claim it was', () => {
    const life = openLife(streams, checkedIn);
    for (const minutes of [0, 1]) {
      const now = wednesday + minutes * 60_000;
      const { id } = life.must('signup-new', 'start', { pooId: 1, ...full }, { as: 'agent1', now });
      life.must(`signup-${id}`, 'submit', {}, { as: 'agent1', now });
    }
    const order = (): string[] =>
      [...rows(life.log).values()]
        .toSorted((a, b) => compareRanks(signupQueue.rank(a), signupQueue.rank(b)))
        .map(({ ref }) => ref);
    expect(order()).toEqual(['SG-000001', 'SG-000002']);
    const item = 'queueitem-signup-queue-2';
    const { leaseId } = life.must(item, 'claim', {}, { as: 'verifier' }).answer;
    life.must(item, 'expireLease', { leaseId });
    expect(order()).toEqual(['SG-000001', 'SG-000002']);
    expect(rows(life.log).get('2')).toMatchObject({ state: 'waiting', lapsed: 'Kiran Joseph' });
    life.must(item, 'claim', {}, { as: 'verifier' });
    expect(rows(life.log).get('2')).toMatchObject({ state: 'claimed', lapsed: null });
  });
  it('is visible in one’s own places and languages only', () => {
    const feed = queueFeed(signupQueue);
    const row = rows(playStory(streams, signup.story!, { prepared }).log).get('1')!;
    expect(feed.see(row, feed.scope(people.verifier!), '1')).not.toBeNull();
    expect(feed.see(row, feed.scope(people.mysuru!), '1')).toBeNull();
    expect(feed.see({ ...row, language: 'ta' }, feed.scope(people.verifier!), '1')).toBeNull();
    expect(feed.see({ ...row, language: 'ta' }, feed.scope(people.admin!), '1')).not.toBeNull();
  });
});
