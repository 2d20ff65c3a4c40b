import { describe, expect, it } from 'vitest';
import { checkedIn, given, openLife, people, playStory, wednesday } from '#tests/kit/life.ts';
import { fill } from '../../../core/translations.ts';
import { agentwork } from '../agentwork.ts';
import { queueitem } from './queueitem.ts';
import type { QueueItemFace } from './state.ts';

const face = (id: number, more: Partial<QueueItemFace> = {}): QueueItemFace => ({
  queue: 'signup-queue',
  subject: `signup-${id}`,
  ref: `SG-00000${id}`,
  group: 'Out Bound',
  entity: 'signup-queue',
  lease: { group: 'calls', limit: 1 },
  pooId: 1,
  language: 'kn',
  priority: 0,
  enteredAt: '2026-11-18T05:00:00.000Z',
  warnAt: '2026-11-18T06:00:00.000Z',
  breachAt: '2026-11-18T09:00:00.000Z',
  escalateAt: '2026-11-18T13:00:00.000Z',
  ...more,
});
const entered = (more: Partial<QueueItemFace> = {}) =>
  given(queueitem, [{ type: 'QueueItemEntered', data: { ...face(1, more) } }], [agentwork], checkedIn);
const item = (id: number) => `queueitem-signup-queue-${id}`;
function server(fixed: Parameters<typeof openLife>[1] = checkedIn) {
  const life = openLife([queueitem, agentwork], fixed);
  for (const id of [1, 2]) life.must(item(id), 'enter', face(id));
  return life;
}

describe('a claim', () => {
  it('takes the row and the agent together', () => {
    const { outcome, life, then } = entered().when('claim', {}, { as: 'verifier', key: 'signup-queue-1' });
    then([
      {
        type: 'QueueItemClaimed',
        data: {
          leaseId: 'id-1',
          empId: 103,
          name: 'Kiran Joseph',
          until: new Date(wednesday + 120_000).toISOString(),
        },
      },
      { type: 'WorkTaken', stream: 'agentwork-103' },
    ]);
    expect(outcome).toMatchObject({ answer: { leaseId: 'id-1' } });
    expect(life.state('agentwork-103').items).toEqual({
      [item(1)]: { leaseId: 'id-1', ref: 'SG-000001', group: 'calls' },
    });
  });
  it('is won by one; the others learn by whom and when', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    const lost = life.command(item(1), 'claim', {}, { as: 'verifier2' });
    expect(lost).toMatchObject({
      code: 'alreadyClaimed',
      status: 423,
      details: { name: 'Kiran Joseph', at: '10:30:00' },
    });
    expect(
      fill(
        queueitem.translations.en.alreadyClaimed!,
        (lost as { details: object }).details as Record<string, unknown>,
      ),
    ).toBe('Taken by Kiran Joseph at 10:30:00.');
    expect(life.log.filter((event) => event.type === 'QueueItemClaimed')).toHaveLength(1);
  });
  it('repeated by the same person returns the same lease', () => {
    const life = server();
    const first = life.must(item(1), 'claim', {}, { as: 'verifier' });
    const second = life.must(item(1), 'claim', {}, { as: 'verifier', now: wednesday + 1000 });
    expect(second.events).toEqual([]);
    expect(second.answer).toEqual(first.answer);
  });
  it('of a second row is refused until the first is finished', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    expect(life.command(item(2), 'claim', {}, { as: 'verifier' })).toMatchObject({
      code: 'tooManyClaims',
      status: 422,
      details: { ref: 'SG-000001' },
    });
    life.must(item(1), 'release', {}, { as: 'verifier' });
    life.must(item(2), 'claim', {}, { as: 'verifier' });
  });
  it('needs the right, the language and attendance', () => {
    entered().when('claim', {}, { as: 'agent1' }).then({ code: 'forbidden', status: 403 });
    entered({ language: 'ta' })
      .when('claim', {}, { as: 'verifier' })
      .then({ code: 'notEligible', status: 403 });
    entered().when('claim', {}, { as: 'mysuru' }).then({ code: 'notFound', status: 404 });
    expect(server({}).command(item(1), 'claim', {}, { as: 'verifier' })).toMatchObject({
      code: 'notCheckedIn',
      status: 422,
    });
    expect(
      server({ 'attendance-103-2026-11-18': { iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 1 } }).command(
        item(1),
        'claim',
        {},
        { as: 'verifier' },
      ),
    ).toMatchObject({ code: 'onBreak', status: 422 });
    server({}).must(item(1), 'claim', {}, { as: 'admin' });
  });
  it('after midnight counts on the day left open', () => {
    const life = server({
      'attendance-103-2026-11-18': { iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 0 },
    });
    life.must(item(1), 'claim', {}, { as: 'verifier', now: Date.parse('2026-11-18T19:30:00Z') });
    expect(
      life.command(item(2), 'claim', {}, { as: 'verifier2', now: Date.parse('2026-11-18T19:30:00Z') }),
    ).toMatchObject({ code: 'notCheckedIn' });
  });
});

describe('a lease', () => {
  it('ends by its lease only', () => {
    const life = server();
    const { leaseId } = life.must(item(1), 'claim', {}, { as: 'verifier' }).answer;
    expect(life.command(item(1), 'expireLease', { leaseId: 'another' })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must(item(1), 'expireLease', { leaseId });
    expect(life.state(item(1))).toMatchObject({ stage: 'waiting', priority: 0, lease: null });
    expect(life.state('agentwork-103').items).toEqual({});
    expect(life.command(item(1), 'release', {}, { as: 'verifier' })).toMatchObject({
      code: 'leaseLost',
      status: 410,
    });
    expect(life.command(item(1), 'expireLease', { leaseId })).toMatchObject({ code: 'noLongerNeeded' });
  });
  it('works five minutes at a time', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    life.must(item(1), 'startWork', {}, { as: 'verifier' });
    expect(life.state(item(1)).lease.until).toBe(new Date(wednesday + 300_000).toISOString());
    expect(life.must(item(1), 'startWork', {}, { as: 'verifier' }).events).toEqual([]);
  });
  it('can be taken over with the approve right', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    expect(
      life.command(
        item(1),
        'takeOver',
        { reason: 'ok ok' },
        { as: { ...people.verifier2!, rights: new Set(['Out Bound/signup-queue:edit']) } },
      ),
    ).toMatchObject({ code: 'forbidden' });
    life.must(item(1), 'takeOver', { reason: 'urgent' }, { as: 'lead' });
    expect(life.state(item(1)).lease.empId).toBe(131);
    expect(life.state('agentwork-103').items).toEqual({});
    expect(Object.keys(life.state('agentwork-131').items)).toEqual([item(1)]);
    expect(life.command(item(1), 'startWork', {}, { as: 'verifier' })).toMatchObject({ code: 'leaseLost' });
  });
  it('is given to a colleague by a team lead: it waits for them alone, then for everybody', () => {
    const life = server();
    const minute = 60_000;
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    const assign = (empId: number, as: Parameters<typeof life.command>[3] = { as: 'lead' }) =>
      life.command(item(1), 'assign', { empId, reason: 'She speaks Kannada' }, as);
    expect(
      assign(104, { as: { ...people.verifier2!, rights: new Set(['Out Bound/signup-queue:edit']) } }),
    ).toMatchObject({ code: 'forbidden' });
    expect(assign(999)).toMatchObject({ code: 'notInList', field: 'empId' });
    expect(assign(101)).toMatchObject({ code: 'colleagueMayNot', details: { why: 'notEligible.right' } });
    expect(assign(103)).toMatchObject({ events: [] });
    expect(assign(104)).toMatchObject({
      events: [
        { type: 'QueueItemReleased', data: { empId: 103, reason: 'She speaks Kannada' } },
        { type: 'WorkEnded', stream: 'agentwork-103' },
        {
          type: 'QueueItemAssigned',
          data: { to: { empId: 104 }, from: { empId: 103 }, ref: 'SG-000001' },
        },
      ],
    });
    expect(life.state(item(1))).toMatchObject({ stage: 'waiting', lease: null, assigned: { empId: 104 } });
    expect(life.command(item(1), 'startWork', {}, { as: 'verifier' })).toMatchObject({ code: 'leaseLost' });
    expect(life.command(item(1), 'claim', {}, { as: 'verifier' })).toMatchObject({
      code: 'assignedToOther',
    });
    const later = wednesday + 60 * minute;
    life.must(item(1), 'claim', {}, { as: 'verifier2', now: later - 1 });
    life.must(item(1), 'release', {}, { as: 'verifier2', now: later - 1 });
    life.must(item(1), 'claim', {}, { as: 'verifier', now: later });
  });
  it('is released when its holder leaves or loses the right', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    expect(
      life.must('agentwork-103', 'releaseAll', { reason: 'permissionRevoked', lostOnly: true }).events,
    ).toEqual([]);
    life.must(item(2), 'claim', {}, { as: { ...people.agent1!, rights: people.verifier!.rights } });
    life.must('agentwork-101', 'releaseAll', { reason: 'permissionRevoked', lostOnly: true });
    expect(life.state(item(2))).toMatchObject({ stage: 'waiting', lease: null });
    life.must('agentwork-103', 'releaseAll', { reason: 'break' });
    expect(life.state(item(1))).toMatchObject({ stage: 'waiting', priority: 0, lease: null });
    expect(life.state('agentwork-103').items).toEqual({});
  });
});

describe('a row', () => {
  it('is parked for at most seven days and returns at its time', () => {
    const life = server();
    life.must(item(1), 'claim', {}, { as: 'verifier' });
    expect(
      life.command(
        item(1),
        'park',
        { until: '2026-11-26T05:00:00.000Z', reason: 'away' },
        { as: 'verifier' },
      ),
    ).toMatchObject({ code: 'parkRange' });
    expect(
      life.command(
        item(1),
        'park',
        { until: '2026-11-18T04:00:00.000Z', reason: 'away' },
        { as: 'verifier' },
      ),
    ).toMatchObject({ code: 'parkRange' });
    life.must(item(1), 'park', { until: '2026-11-19T05:00:00.000Z', reason: 'away' }, { as: 'verifier' });
    expect(life.command(item(1), 'claim', {}, { as: 'verifier2' })).toMatchObject({ code: 'notYetDue' });
    life.must(item(1), 'return', { until: '2026-11-19T05:00:00.000Z' });
    life.must(item(1), 'claim', {}, { as: 'verifier2' });
  });
  it('parked anew does not return at the time of its earlier parking', () => {
    const life = server();
    const [early, late] = ['2026-11-19T05:00:00.000Z', '2026-11-20T05:00:00.000Z'];
    for (const until of [early, late]) {
      life.must(item(1), 'claim', {}, { as: 'verifier' });
      life.must(item(1), 'park', { until, reason: 'away' }, { as: 'verifier' });
      if (until === early) life.must(item(1), 'return', { until });
    }
    life.command(item(1), 'return', { until: early });
    expect(life.state(item(1))).toMatchObject({ stage: 'parked', parkedUntil: late });
    life.must(item(1), 'return', { until: late });
    expect(life.state(item(1)).stage).toBe('waiting');
  });
  it('is breached once, not before its time, and not after it left', () => {
    const life = server();
    const at = face(1).breachAt;
    expect(life.command(item(1), 'breach', { level: 1, at })).toMatchObject({ code: 'noLongerNeeded' });
    life.must(item(1), 'breach', { level: 1, at }, { now: Date.parse(at!) });
    expect(life.command(item(1), 'breach', { level: 1, at }, { now: Date.parse(at!) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must(item(2), 'complete');
    expect(life.command(item(2), 'breach', { level: 1, at }, { now: Date.parse(at!) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(life.log.filter((event) => event.type === 'QueueItemSlaBreached')).toHaveLength(1);
  });
  it('that left names who closed it', () => {
    const life = server();
    life.must(item(1), 'remove', { why: 'merged' });
    expect(life.command(item(1), 'claim', {}, { as: 'verifier' })).toMatchObject({
      code: 'rowClosed',
      status: 410,
      details: { name: 'server' },
    });
    life.must(item(1), 'enter', face(1, { priority: 2 }));
    expect(life.state(item(1))).toMatchObject({ stage: 'waiting', priority: 2 });
  });
  it('is pinned by a lead', () => {
    const life = server();
    life.must(item(1), 'pin', { pinned: true }, { as: 'lead' });
    expect(life.state(item(1)).pinned).toBe(true);
    expect(life.must(item(1), 'pin', { pinned: true }, { as: 'lead' }).events).toEqual([]);
  });
});

it('plays its stories to the end', () => {
  expect(playStory([queueitem, agentwork], queueitem.story!).state('queueitem-demo-queue-2')).toMatchObject({
    stage: 'done',
    lease: null,
  });
  expect(playStory([queueitem, agentwork], agentwork.story!).state('queueitem-demo-queue-1')).toMatchObject({
    stage: 'waiting',
  });
});
