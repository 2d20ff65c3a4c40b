import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { queueFace } from '../enter-queue.ts';
import { checkedIn, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../agentwork.ts';
import { noCaller } from '../call/caller.ts';
import { queueitem } from '../queueitem/queueitem.ts';
import { callreview } from './callreview.ts';

const qa = {
  ...people.verifier!,
  rights: new Set(['view', 'edit', 'approve'].map((right) => `Out Bound/qualityReview:${right}`)),
};
const ravi = { ...people.agent1!, rights: qa.rights };
const face = {
  ref: 'CL-000007',
  agent: { empId: 101, name: 'Ravi Kulkarni' },
  pooId: 1,
  talkSec: 80,
  code: 'COMPLAINT',
};
const scores = { greeting: 18, listening: 15, product: 16, compliance: 20, closing: 11 };
const item = 'queueitem-qualityReview-7';
const rules = {
  name: 'qualityReview',
  group: 'Out Bound',
  entity: 'qualityReview',
  lease: { group: 'digitization', limit: 3 },
  sla: { clock: 'always', warnMs: 1, breachMs: 2 },
} as const;
const opened = (calls = 40): Life =>
  openLife([callreview, queueitem, agentwork], (stream) =>
    stream.startsWith('caller-') ? { ...noCaller('101'), calls } : checkedIn(stream),
  );
const enter = (life: Life): void =>
  void life.must(
    item,
    'enter',
    queueFace(rules, {
      subject: 'callreview-7',
      ref: 'CL-000007',
      pooId: 1,
      language: null,
      enteredAt: wednesday,
      clockFrom: wednesday,
    }),
  );
const scored = (): Life => {
  const life = opened();
  life.must('callreview-7', 'sample', face);
  enter(life);
  life.must(item, 'claim', {}, { as: qa });
  life.must('callreview-7', 'score', { scores, fatal: [], remarks: 'Good listening' }, { as: qa });
  return life;
};

describe('a call is sampled', () => {
  it('for a complaint, for a new agent, and one in twenty', () => {
    const why = (key: string, code: string, calls: number) => {
      const done = opened(calls).command(`callreview-${key}`, 'sample', { ...face, code });
      return 'events' in done ? done.events[0]?.data.face.why : done.code;
    };
    expect([
      why('7', 'COMPLAINT', 99),
      why('7', 'THINKING', 10),
      why('7', 'THINKING', 11),
      why('40', 'THINKING', 99),
    ]).toEqual(['complaint', 'newAgent', 'noLongerNeeded', 'chance']);
  });
  it('once', () => {
    const life = opened();
    life.must('callreview-7', 'sample', face);
    expect(life.command('callreview-7', 'sample', face)).toMatchObject({ code: 'noLongerNeeded' });
  });
});

describe('the score', () => {
  it('needs the row in hand and is never of one’s own call', () => {
    const life = opened();
    life.must('callreview-7', 'sample', face);
    enter(life);
    const body = { scores, fatal: [], remarks: 'Good listening' };
    expect(life.command('callreview-7', 'score', body, { as: qa })).toMatchObject({ code: 'reviewClaim' });
    life.must(item, 'claim', {}, { as: ravi });
    expect(life.command('callreview-7', 'score', body, { as: ravi })).toMatchObject({
      code: 'reviewOwn',
      status: 403,
    });
  });
  it('is the sum of its heads, zero with a fatal fault, and lets go of the row', () => {
    const life = scored();
    expect(life.state('callreview-7')).toMatchObject({ stage: 'scored', total: 80 });
    expect(life.state(item)).toMatchObject({ stage: 'done', lease: null });
    const fatal = opened();
    fatal.must('callreview-7', 'sample', face);
    enter(fatal);
    fatal.must(item, 'claim', {}, { as: qa });
    fatal.must('callreview-7', 'score', { scores, fatal: ['rude'], remarks: 'Shouted' }, { as: qa });
    expect(fatal.state('callreview-7').total).toBe(0);
    expect(
      fatal.command('callreview-7', 'score', { scores, fatal: [], remarks: 'again' }, { as: qa }),
    ).toMatchObject({ code: 'reviewStage' });
  });
  it('is disputed by the agent within three days and then decided', () => {
    const reason = { reason: 'The customer asked for the price twice' };
    expect(scored().command('callreview-7', 'dispute', reason, { as: qa })).toMatchObject({
      code: 'notFound',
    });
    expect(
      scored().command('callreview-7', 'dispute', reason, { as: ravi, now: wednesday + 3 * DAY_MS + 1 }),
    ).toMatchObject({ code: 'disputeLate', status: 410 });
    const life = scored();
    life.must('callreview-7', 'dispute', reason, { as: ravi });
    enter(life);
    life.must(item, 'claim', {}, { as: qa });
    life.must('callreview-7', 'finalize', { total: 85, remarks: 'Agreed' }, { as: qa });
    expect(life.state('callreview-7')).toMatchObject({ stage: 'final', total: 85 });
    expect(life.command('callreview-7', 'settle', {})).toMatchObject({ code: 'noLongerNeeded' });
  });
  it('is final after three days of silence', () => {
    const life = scored();
    life.must('callreview-7', 'settle', {}, { now: wednesday + 3 * DAY_MS });
    expect(life.state('callreview-7')).toMatchObject({ stage: 'final', total: 80 });
  });
});
