import { describe, expect, it } from 'vitest';
import { instantOf } from '../../core/day.ts';
import type { StoredEvent } from '../../core/event.ts';
import type { PolicyDef } from '../../core/policy.ts';
import { compareRanks } from '../../core/rank.ts';
import { queueFeed, type QueueDef } from '../../families/queue.ts';
import type { QueueRow } from '../../families/queue-row.ts';
import { queuePolicy } from '../../families/queue-register.ts';
import { barPhone } from '../../policies/bar-phone.ts';
import { requeueLead } from '../../policies/requeue-lead.ts';
import { settleCall } from '../../policies/settle-call.ts';
import { endPreview, loseServed } from '../../policies/served-item.ts';
import { returnParked, watchQueueItem } from '../../policies/watch-queue-item.ts';
import { checkedIn, directory, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../../streams/calls/agentwork.ts';
import { call } from '../../streams/calls/call/call.ts';
import { callingHours } from '../../streams/calls/call/hours.ts';
import { phoneline } from '../../streams/calls/call/phone-line.ts';
import { caller } from '../../streams/calls/call/serving.ts';
import { queueitem } from '../../streams/calls/queueitem/queueitem.ts';
import { unique } from '../../streams/core/unique.ts';
import { lead } from '../../streams/leads/lead/lead.ts';
import { nothing } from '../../streams/masters/state.ts';
import { pharmaLeadNew } from './new.ts';
import { pharmaLeadQueue } from './queue.ts';
import { pharmaLeadRemainder } from './remainder.ts';

const rights = [
  'Out Bound/outCall:edit',
  'Out Bound/pharma-lead-queue:edit',
  'Out Bound/pharmaLeadRemainder:edit',
  'Out Bound/pharmaLead:edit',
];
const ravi = { ...people.agent1!, rights: new Set([...rights, 'Masters/leadCreation:create']) };
const divya = { ...people.agent2!, rights: new Set(rights) };
const minute = 60_000;
const at = (n: number): number => wednesday + n * minute;
const iso = (ms: number): string => new Date(ms).toISOString();
const policies: readonly PolicyDef[] = [
  queuePolicy(pharmaLeadQueue as unknown as QueueDef)!,
  queuePolicy(pharmaLeadRemainder as unknown as QueueDef)!,
  ...[settleCall, barPhone, requeueLead, endPreview, loseServed, returnParked, watchQueueItem],
];
const reason = {
  ...nothing('reason-1'),
  exists: true,
  fields: { vName: 'No interest', vReasonGroup: 'call-lost' },
};
const campaign = { ...nothing('leadCampaignName-2'), exists: true, fields: { vName: 'Winter camp' } };

interface Day {
  readonly life: Life;
  /** Runs the reactions of policies until that instant, sorted by time. */
  until(now: number): void;
  rows<R extends QueueRow>(queue: QueueDef<R>): readonly R[];
  /** One complete call of the lead: claim, dial, provider messages, disposition. */
  call(as: typeof ravi, now: number, status: string, input: object, item?: string): void;
}
function opened(more: object = {}, records: Readonly<Record<string, object>> = {}): Day {
  const life = openLife([lead, unique, call, caller, phoneline, queueitem, agentwork], (stream) => {
    if (records[stream]) return records[stream];
    if (stream === 'master-reason-1') return reason;
    if (stream === 'master-leadCampaignName-2') return campaign;
    if (stream === 'customer-41') return { stage: 'active', exitedOn: null, mergedInto: null };
    return stream.startsWith('master-') ? nothing(stream.slice(7)) : checkedIn(stream);
  });
  const done = new Set<string>();
  const until = (now: number): void => {
    for (;;) {
      const due = life.log
        .flatMap((event) =>
          policies.flatMap((policy) => (policy.on.includes(event.type) ? asked(policy, event) : [])),
        )
        .filter(({ key, from }) => !done.has(key) && from <= now)
        .toSorted((a, b) => a.from - b.from)[0];
      if (!due) return;
      done.add(due.key);
      if (due.react.kind === 'command')
        life.command(due.react.stream, due.react.command, due.react.input, { now: due.from });
    }
  };
  const asked = (policy: PolicyDef, event: StoredEvent) =>
    policy.react(event, { directory }).map((react, n) => ({
      key: `${policy.name} ${event.id} ${n}`,
      react,
      from: react.at ?? Date.parse(event.at),
    }));
  const rows = <R extends QueueRow>(queue: QueueDef<R>): readonly R[] => {
    const all = new Map<string, R>();
    for (const event of life.log) {
      if (!queue.view.streams.some((name) => event.stream.startsWith(`${name}-`))) continue;
      for (const id of queue.view.ids(event)) {
        const row = queue.view.row(all.get(id), event, id);
        if (row) all.set(id, row);
        else all.delete(id);
      }
    }
    return [...all.values()]
      .filter((row) => queue.shows?.(row) ?? true)
      .toSorted((a, b) => compareRanks(queue.rank(a), queue.rank(b)));
  };
  const callLead: Day['call'] = (as, now, status, input, item = 'queueitem-pharma-lead-queue-1') => {
    life.must(item, 'claim', {}, { as, now });
    const { stream } = life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as, now });
    until(now);
    life.must(stream, 'providerSays', { status }, { now });
    if (status === 'answered')
      life.must(stream, 'providerSays', { status: 'completed' }, { now: now + minute });
    life.must(stream, 'dispositionCall', input, { as, now: now + minute });
    until(now + minute);
  };
  life.must(
    'lead-new',
    'createLead',
    { name: 'Mohan Rao', phone: '5550110021', source: 'web', pooId: 1, consent: 'explicit', ...more },
    { as: ravi },
  );
  until(wednesday);
  return { life, until, rows, call: callLead };
}

describe('a new lead', () => {
  it('waits in the queue and among the new ones, masked, for its first call', () => {
    const day = opened();
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { ref: 'LD-000001', name: 'Mohan Rao', phoneMasked: '••••••0021', calls: 0, breachAt: iso(at(120)) },
    ]);
    expect(day.rows(pharmaLeadNew)).toHaveLength(1);
    const feed = queueFeed(pharmaLeadNew);
    expect(feed.see(day.rows(pharmaLeadNew)[0]!, { poos: [3], languages: 'all' }, '1')).toBeNull();
  });
  it('stands under its campaign by name, also after a call', () => {
    const day = opened({ campaignId: 2 });
    const stands = { campaignId: 2, campaign: 'Winter camp' };
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ ...stands, calls: 0 }]);
    const nextAt = iso(at(60));
    day.call(ravi, at(0), 'answered', { code: 'CALLBACK', nextAt });
    expect(day.rows(pharmaLeadRemainder)).toMatchObject([{ ...stands, dueAt: nextAt }]);
    expect(opened().rows(pharmaLeadQueue)).toMatchObject([{ campaignId: null, campaign: null }]);
  });
  it('of an older event, which names no campaign, stands under its number', () => {
    const created = opened({ campaignId: 2 }).life.log.find(({ type }) => type === 'LeadCreated')!;
    const { campaign: named, ...data } = created.data as Record<string, unknown>;
    expect(named).toBe('Winter camp');
    const row = pharmaLeadQueue.view.row(undefined, { ...created, data }, '1');
    expect(row).toMatchObject({ campaignId: 2, campaign: '#2' });
  });
  it('exceeds its time limit only when nobody called it', () => {
    const late = opened();
    late.until(at(121));
    expect(late.rows(pharmaLeadQueue)).toMatchObject([{ breached: true }]);
    const called = opened();
    called.call(ravi, at(5), 'no-answer', { code: 'RNR' });
    called.until(at(400));
    expect(called.rows(pharmaLeadQueue)).toMatchObject([
      { breached: false, breachAt: null, calls: 1, lastCode: 'RNR' },
    ]);
    expect(called.rows(pharmaLeadNew)).toEqual([]);
  });
});

describe('after its call', () => {
  it('a lead that was not reached rests and returns', () => {
    const day = opened();
    day.call(ravi, at(0), 'no-answer', { code: 'RNR' });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ state: 'parked', parkedUntil: iso(at(121)) }]);
    expect(day.life.state('lead-1')).toMatchObject({
      stage: 'Queued',
      attempts: 1,
      lastCall: { code: 'RNR', by: 'Ravi Kulkarni' },
    });
    day.until(at(121));
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ state: 'waiting', why: 'why.again' }]);
  });
  it('a callback is due to the person who promised it, then to everybody, and returns to the queue when the language differs', () => {
    const day = opened();
    const due = at(60);
    day.call(ravi, at(0), 'answered', { code: 'CALLBACK', nextAt: iso(due), notes: 'After lunch' });
    expect(day.rows(pharmaLeadQueue)).toEqual([]);
    const item = 'queueitem-pharmaLeadRemainder-1';
    expect(day.rows(pharmaLeadRemainder)).toMatchObject([
      { dueAt: iso(due), owner: { empId: 101 }, promised: 'After lunch', breachAt: iso(due + 15 * minute) },
    ]);
    const shut = (now: number, empId: number) =>
      pharmaLeadRemainder.shut?.(day.rows(pharmaLeadRemainder)[0]!, {
        now,
        empId,
        day: { hours: callingHours, holiday: null },
      });
    expect(shut(at(30), 101)).toMatchObject({ code: 'notYetDue' });
    expect(shut(at(60), 102)).toMatchObject({ code: 'ownersTurn' });
    expect(shut(at(60), 101)).toBeNull();
    expect(day.life.command(item, 'claim', {}, { as: divya, now: at(65) })).toMatchObject({
      code: 'ownersTurn',
    });
    day.call(divya, at(71), 'answered', { code: 'LANGUAGE', language: 'hi' }, item);
    expect(day.rows(pharmaLeadRemainder)).toEqual([]);
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ language: 'hi', calls: 2, lastCode: 'LANGUAGE' }]);
  });
  it('a request not to be called takes it out of every queue at once and bars the number', () => {
    const day = opened();
    day.call(ravi, at(0), 'answered', { code: 'DNC_REQUEST' });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Dnc' });
    expect([...day.rows(pharmaLeadQueue), ...day.rows(pharmaLeadRemainder)]).toEqual([]);
    expect(day.life.state('phoneline-5550110021').barred).not.toBeNull();
    day.life.must(
      'lead-1',
      'renewConsent',
      { channel: 'web', proof: 'Web form of today' },
      { as: ravi, now: at(10) },
    );
    day.until(at(10));
    expect(day.life.state('phoneline-5550110021').barred).toBeNull();
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ consent: 'explicit', state: 'waiting' }]);
  });
  it('marked do-not-call by somebody else, it is released from the agent who previews it', () => {
    const day = opened();
    const { answer } = day.life.must('queueitem-pharma-lead-queue-1', 'claim', {}, { as: ravi });
    const served = {
      item: 'queueitem-pharma-lead-queue-1',
      queue: 'pharma-lead-queue',
      subject: 'lead-1',
      ref: 'LD-000001',
      name: 'Mohan Rao',
    };
    day.life.must('caller-101', 'serve', {
      ...served,
      campaignId: null,
      why: 'served.age',
      values: {},
      leaseId: answer['leaseId'],
    });
    day.life.must('lead-1', 'markDnc', { reason: 'Wrote a letter' }, { as: divya });
    day.until(wednesday);
    expect(day.life.state('caller-101').served).toBeNull();
    expect(day.life.command('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi })).toMatchObject({
      code: 'callDnc',
    });
  });
  it.each([pharmaLeadQueue, pharmaLeadNew, pharmaLeadRemainder] as unknown as readonly QueueDef[])(
    'a lead is marked lost with its reason by somebody who only works in $name, and leaves it',
    ({ group, entity, actions }) => {
      const lose = actions.find(({ name }) => name === 'markLost');
      expect(lose).toMatchObject({ aggregate: 'lead', several: true, danger: true });
      expect(lose?.inputs?.map(({ name, required }) => [name, required])).toEqual([
        ['reasonId', true],
        ['note', false],
      ]);
      const day = opened();
      if (entity === 'pharmaLeadRemainder')
        day.call(ravi, at(0), 'answered', { code: 'CALLBACK', nextAt: iso(at(60)) });
      const as = { ...divya, rights: new Set([`${group}/${entity}:edit`]) };
      const send = (input: object) => day.life.command('lead-1', 'markLost', input, { as, now: at(5) });
      expect(send({})).toMatchObject({ code: 'required', field: 'reasonId' });
      send({ reasonId: 1, note: 'Buys nearby' });
      day.until(at(5));
      expect(day.life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'No interest: Buys nearby' });
      expect([...day.rows(pharmaLeadQueue), ...day.rows(pharmaLeadRemainder)]).toEqual([]);
    },
  );
  it('a lead without interest is lost with its reason; corrected, it waits again', () => {
    const day = opened();
    day.call(ravi, at(0), 'answered', { code: 'NOT_INTERESTED', reasonId: 1, notes: 'Buys nearby' });
    expect(day.life.state('lead-1')).toMatchObject({
      stage: 'Lost',
      reason: 'No interest: Buys nearby',
      reasonId: 1,
    });
    day.life.must(
      'call-1',
      'correctDisposition',
      { code: 'THINKING', notes: 'Asks the son', reason: 'Pressed the wrong key' },
      { as: ravi, now: at(10) },
    );
    day.until(at(10));
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Queued', lastCall: { code: 'THINKING' } });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ state: 'waiting', lastCode: 'THINKING' }]);
  });
  it.each([
    ['ALREADY_CUSTOMER', 'answered', { customerId: 41 }, 'Already a customer', { bad: false, barred: null }],
    ['WRONG_NUMBER', 'answered', {}, 'Wrong number', { bad: true, barred: null }],
    ['INVALID_NUMBER', 'failed', {}, 'Invalid number', { bad: true, barred: null }],
    [
      'DECEASED',
      'answered',
      { notes: 'The son says so' },
      'Deceased',
      { bad: false, barred: { reason: 'DECEASED' } },
    ],
  ])('%s loses the lead with its reason and marks its number', (code, status, more, why, line) => {
    const day = opened();
    day.call(ravi, at(0), status, { code, ...more });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: why, lastCall: { code } });
    expect(day.life.state('phoneline-5550110021')).toMatchObject(line);
    expect(day.rows(pharmaLeadQueue)).toEqual([]);
    expect(day.life.state('queueitem-pharma-lead-queue-1')).toMatchObject({ stage: 'done', lease: null });
  });
  it('a number that does not exist gives way to the lead’s other one, and the lead is lost once that is none either', () => {
    const day = opened({ altPhone: '5550110099' });
    const invalid = { code: 'INVALID_NUMBER' };
    day.call(ravi, at(0), 'failed', invalid);
    expect(day.life.log.findLast(({ type }) => type === 'CallPlaced')?.data['face']).toMatchObject({
      phoneMasked: '••••••0021',
      otherMasked: '••••••0099',
    });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Queued', attempts: 1 });
    expect(day.life.state('phoneline-5550110021').bad).toBe(true);
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { state: 'waiting', holder: null, phoneMasked: '••••••0099', why: 'why.other' },
    ]);
    // The other number was never tried: no half hour lies between the two calls.
    day.call(ravi, at(2), 'failed', invalid);
    const face = day.life.log.findLast(({ type }) => type === 'CallPlaced')?.data['face'] as object;
    expect(face).toMatchObject({ phoneKey: '5550110099' });
    expect(face).not.toHaveProperty('otherMasked');
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'Invalid number' });
    expect(day.rows(pharmaLeadQueue)).toEqual([]);
  });
  it('a number that does exist after all is called again, also where the other one stood in for it', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    const input = { code: 'RNR', reason: 'Pressed the wrong key' };
    day.life.must('call-1', 'correctDisposition', input, { as: ravi, now: at(5) });
    day.until(at(5));
    expect(day.life.state('phoneline-5550110021').bad).toBe(false);
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ phoneMasked: '••••••0021', why: 'why.again' }]);
  });
  it.each([
    ['known not to exist', { bad: true }],
    ['barred', { barred: { at: iso(at(0)), reason: 'DNC_REQUEST' } }],
  ])('another number that is %s is not tried', (_what, line) => {
    const day = opened({ altPhone: '5550110099' }, { 'phoneline-5550110099': line });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Lost' });
  });
  it('another number that was changed since is the changed one', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    day.life.must('lead-1', 'updateDetails', { altPhone: '5550110088' }, { as: ravi, now: at(1) });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ phoneMasked: '••••••0088' }]);
    const item = 'queueitem-pharma-lead-queue-1';
    day.life.must(item, 'claim', {}, { as: ravi, now: at(2) });
    day.life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi, now: at(2) });
    expect(day.life.state('phoneline-5550110088').live).not.toBeNull();
  });
  it('another number that is removed gives the row back to the first one, and one added later is called again', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ other: true }]);
    const change = (input: object, now: number) =>
      day.life.must('lead-1', 'updateDetails', input, { as: ravi, now });
    change({ name: 'Mohan Kumar Rao' }, at(1));
    expect(day.life.log.at(-1)?.data).toEqual({ name: 'Mohan Kumar Rao' });
    change({ altPhone: null }, at(1));
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { name: 'Mohan Kumar Rao', phoneMasked: '••••••0021', other: false, why: 'why.again' },
    ]);
    expect(day.life.state('lead-1')).not.toHaveProperty('face');
    change({ altPhone: '5550110088' }, at(2));
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { phoneMasked: '••••••0088', other: true, why: 'why.other' },
    ]);
    const item = 'queueitem-pharma-lead-queue-1';
    day.life.must(item, 'claim', {}, { as: ravi, now: at(3) });
    day.life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi, now: at(3) });
    expect(day.life.state('phoneline-5550110088').live).not.toBeNull();
  });
  it('a number beside the first one, which is called, changes nothing in the row', () => {
    const day = opened({ altPhone: '5550110099' });
    day.life.must('lead-1', 'updateDetails', { altPhone: null }, { as: ravi, now: at(1) });
    expect(day.life.log.at(-1)?.data).toEqual({ altPhone: null });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ phoneMasked: '••••••0021', other: false }]);
  });
  it('a lead that returns to a queue says which of its numbers is called', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    const promised = iso(instantOf('2026-11-19', '12:00'));
    day.call(ravi, at(2), 'answered', { code: 'CALLBACK', nextAt: promised });
    expect(day.rows(pharmaLeadRemainder)).toMatchObject([
      { phoneMasked: '••••••0099', other: true, why: 'why.entered' },
    ]);
    day.life.must('lead-1', 'requeue', { why: 'missed' }, { now: at(4) });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { phoneMasked: '••••••0099', other: true, why: 'why.other' },
    ]);
    day.life.must('lead-1', 'updateDetails', { altPhone: null }, { as: ravi, now: at(5) });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ phoneMasked: '••••••0021', other: false }]);
  });
  it('a callback whose other number is removed is still promised', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    const promised = iso(instantOf('2026-11-19', '12:00'));
    day.call(ravi, at(2), 'answered', { code: 'CALLBACK', nextAt: promised });
    day.life.must('lead-1', 'updateDetails', { altPhone: null }, { as: ravi, now: at(5) });
    expect(day.rows(pharmaLeadRemainder)).toMatchObject([
      { phoneMasked: '••••••0021', other: false, why: 'why.entered', dueAt: promised },
    ]);
  });
  it('do not call bars the number that is called, and new consent allows it again', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    day.life.must('lead-1', 'markDnc', { reason: 'Asked by letter' }, { as: ravi, now: at(1) });
    day.until(at(1));
    expect(day.life.state('phoneline-5550110099').barred).toMatchObject({ reason: 'Asked by letter' });
    expect(day.life.state('phoneline-5550110021').barred).toBeNull();
    const consent = { channel: 'web', proof: 'Form of today' };
    day.life.must('lead-1', 'renewConsent', consent, { as: ravi, now: at(2) });
    day.until(at(2));
    expect(day.life.state('phoneline-5550110099').barred).toBeNull();
  });
  it('do not call said on the other number names that one', () => {
    const day = opened({ altPhone: '5550110099' });
    day.call(ravi, at(0), 'failed', { code: 'INVALID_NUMBER' });
    day.call(ravi, at(2), 'answered', { code: 'DNC_REQUEST', notes: 'Never again' });
    expect(day.life.log.findLast(({ type }) => type === 'LeadMarkedDnc')?.data).toMatchObject({
      phoneKey: '5550110099',
    });
    expect(day.life.state('phoneline-5550110021').barred).toBeNull();
  });
  it('what the call to the first number came to after all is said of that number', () => {
    const settled = {
      ...{ callId: 7, agent: { empId: 101, name: 'Ravi' }, notes: '', nextAt: null, retryAt: null },
      ...{ appointmentId: null, reasonId: null, customerId: null, language: null },
    };
    const corrected = (code: string, more: object = {}) => {
      const day = opened({ altPhone: '5550110099' });
      day.life.must('lead-1', 'noteCall', { callId: 7, agent: settled.agent });
      const invalid = { ...settled, code: 'INVALID_NUMBER', nextKey: '5550110099' };
      day.life.must('lead-1', 'settleCall', invalid, { now: at(0) });
      day.life.must('lead-1', 'settleCall', { ...settled, ...more, code, corrected: true }, { now: at(1) });
      return (type: string) => day.life.log.findLast((event) => event.type === type)?.data;
    };
    expect(corrected('DNC_REQUEST')('LeadMarkedDnc')).toMatchObject({ phoneKey: '5550110021' });
    expect(corrected('CALLBACK', { nextAt: iso(at(60)) })('LeadCallbackScheduled')).toMatchObject({
      face: { phoneKey: '5550110021' },
    });
  });
  it('a lead that complained stays queued and rests until the next working day', () => {
    const day = opened();
    day.call(ravi, at(0), 'answered', { code: 'COMPLAINT', notes: 'Nobody came yesterday' });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Queued', lastCall: { code: 'COMPLAINT' } });
    expect(day.rows(pharmaLeadQueue)).toMatchObject([
      { state: 'parked', parkedUntil: iso(instantOf('2026-11-19', '10:00')), lastCode: 'COMPLAINT' },
    ]);
  });
  it('a booked visit removes it from the queue; when missed, the lead returns before others', () => {
    const day = opened();
    day.life.must('lead-1', 'noteCall', { callId: 7, agent: { empId: 101, name: 'Ravi' } });
    const settled = {
      callId: 7,
      code: 'SETUP_FIXED',
      agent: { empId: 101, name: 'Ravi' },
      notes: '',
      nextAt: null,
      retryAt: null,
    };
    day.life.must('lead-1', 'settleCall', {
      ...settled,
      appointmentId: 9,
      reasonId: null,
      customerId: null,
      language: null,
    });
    day.until(at(1));
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Appointment' });
    expect(day.rows(pharmaLeadQueue)).toEqual([]);
    day.life.must('lead-1', 'requeue', { why: 'TaskMissed' }, { now: at(2) });
    expect(day.life.command('lead-1', 'requeue', { why: 'TaskMissed' })).toMatchObject({
      code: 'noLongerNeeded',
    });
    day.until(at(2));
    expect(day.rows(pharmaLeadQueue)).toMatchObject([{ priority: 2, state: 'waiting' }]);
  });
  it('a lead is exhausted after eight unsuccessful calls', () => {
    const day = opened();
    const start = [0, 130, 1440, 1570, 2880, 3010, 7200, 7330];
    start.forEach((n) => {
      day.until(at(n));
      day.call(ravi, at(n), 'busy', { code: 'BUSY' });
    });
    expect(day.life.state('lead-1')).toMatchObject({ stage: 'Exhausted', attempts: 8 });
    expect(day.rows(pharmaLeadQueue)).toEqual([]);
    expect(
      day.life.command('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi, now: at(8640) }),
    ).toMatchObject({ code: 'callClosed' });
  });
  it('of a lead with hours of their own is not claimed, dialled or promised outside them, and its row says from when', () => {
    const day = opened();
    const set = (input: object, as = divya) =>
      day.life.command('lead-1', 'setCallHours', input, { as, now: at(0) });
    expect(set({ from: '09:30', to: '18:00' })).toMatchObject({ code: 'callHoursWithin', field: 'from' });
    expect(set({ from: '17:00' })).toMatchObject({ code: 'required', field: 'to' });
    expect(set({ from: '17:00', to: '19:00' })).toMatchObject({ events: [{ type: 'LeadCallHoursSet' }] });
    const shut = (queue: QueueDef<any>, now: number) =>
      queue.shut?.(day.rows(queue)[0]!, { now, empId: 101, day: { hours: callingHours, holiday: null } });
    const evening = instantOf('2026-11-18', '17:00');
    const own = { code: 'callOwnHours', details: { opens: iso(evening), from: '17:00', to: '19:00' } };
    expect(shut(pharmaLeadQueue, at(0))).toMatchObject(own);
    expect(shut(pharmaLeadQueue, evening)).toBeNull();
    const item = 'queueitem-pharma-lead-queue-1';
    expect(day.life.command(item, 'claim', {}, { as: ravi, now: at(0) })).toMatchObject(own);
    day.life.must(item, 'claim', {}, { as: ravi, now: evening });
    expect(
      day.life.command('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi, now: at(0) }),
    ).toMatchObject(own);
    day.life.must(item, 'release', {}, { as: ravi, now: evening });
    const tomorrow = (time: string): string => iso(instantOf('2026-11-19', time));
    day.call(ravi, evening, 'answered', { code: 'CALLBACK', nextAt: tomorrow('17:30') });
    const move = (time: string) =>
      day.life.command(
        'lead-1',
        'moveCallback',
        { at: tomorrow(time), reason: 'Asked by SMS' },
        { as: ravi, now: evening + 10 * minute },
      );
    expect(move('16:59')).toMatchObject({ code: 'callOwnHours', field: 'at' });
    expect(move('18:00')).not.toHaveProperty('code');
    day.until(evening + 10 * minute);
    expect(shut(pharmaLeadRemainder, instantOf('2026-11-20', '12:00'))).toMatchObject({
      code: 'callOwnHours',
      details: { opens: iso(instantOf('2026-11-20', '17:00')) },
    });
    set({});
    expect(day.life.state('lead-1').callHours).toBeNull();
  });
  it('names the next opening of a lead’s own hours across the Sunday', () => {
    const day = opened();
    day.life.must('lead-1', 'setCallHours', { from: '10:00', to: '11:00' }, { as: divya });
    const saturday = instantOf('2026-11-21', '12:00');
    expect(
      pharmaLeadQueue.shut?.(day.rows(pharmaLeadQueue)[0]!, {
        now: saturday,
        empId: 101,
        day: { hours: callingHours, holiday: null },
      }),
    ).toMatchObject({ details: { opens: iso(instantOf('2026-11-23', '10:00')) } });
  });
  it('a promised time is moved with a reason, within two weeks', () => {
    const day = opened();
    day.call(ravi, at(0), 'answered', { code: 'CALLBACK', nextAt: iso(at(60)) });
    const move = (when: number) =>
      day.life.command(
        'lead-1',
        'moveCallback',
        { at: iso(when), reason: 'Asked by SMS' },
        { as: ravi, now: at(10) },
      );
    expect(move(at(5))).toMatchObject({ code: 'leadCallbackPast' });
    expect(move(instantOf('2026-12-20', '11:00'))).toMatchObject({ code: 'leadCallbackFar' });
    // A Wednesday in November: at night, on Sunday and on a holiday nobody is promised a call.
    expect(move(instantOf('2026-11-19', '03:00'))).toMatchObject({
      code: 'callbackOutsideHours',
      field: 'at',
    });
    expect(move(instantOf('2026-11-22', '11:00'))).toMatchObject({ code: 'sundayNotAllowed', field: 'at' });
    expect(
      day.life.command(
        'lead-1',
        'moveCallback',
        { at: iso(instantOf('2026-11-25', '11:00')), reason: 'Asked by SMS' },
        { as: ravi, now: at(10), prepared: { nextHoliday: 'Guru Nanak Jayanti' } },
      ),
    ).toMatchObject({ code: 'holidayNotAllowed', details: { name: 'Guru Nanak Jayanti' } });
    expect(move(at(180))).not.toHaveProperty('code');
    day.until(at(11));
    expect(day.rows(pharmaLeadRemainder)).toMatchObject([{ dueAt: iso(at(180)), promised: 'Asked by SMS' }]);
    expect(
      opened().life.command('lead-1', 'moveCallback', { at: iso(at(60)), reason: 'Asked' }, { as: ravi }),
    ).toMatchObject({ code: 'leadNoCallback' });
  });
});
