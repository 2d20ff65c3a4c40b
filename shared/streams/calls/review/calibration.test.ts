import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { callReviews, type CallReviewRow } from '#shared/feeds/call-reviews.ts';
import { settleReview } from '#shared/policies/sample-call.ts';
import { qualityReview } from '#shared/queues/quality-review.ts';
import { callRows } from '#shared/reports/models/calls.ts';
import { checkedIn, directory, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../agentwork.ts';
import { noCaller } from '../call/caller.ts';
import { noCall } from '../call/state.ts';
import { queueFace } from '../enter-queue.ts';
import { queueitem } from '../queueitem/queueitem.ts';
import { picked } from './calibration.ts';
import { callreview } from './callreview.ts';
import type { Scores } from './state.ts';

const may = (person: Viewer, ...rights: readonly string[]): Viewer => ({
  ...person,
  rights: new Set(rights.map((right) => `Out Bound/qualityReview:${right}`)),
});
const first = may(people.verifier!, 'view', 'edit', 'approve');
const second = may(people.verifier2!, 'view', 'edit');
const lead = may(people.lead!, 'view', 'edit', 'approve');
const agent = may(people.agent1!, 'view', 'edit', 'approve');
const face = {
  ref: 'CL-000007',
  agent: { empId: 101, name: 'Ravi Kulkarni' },
  pooId: 1,
  talkSec: 80,
  code: 'COMPLAINT',
};
const scores: Scores = { greeting: 18, listening: 15, product: 16, compliance: 20, closing: 11 };
const lower: Scores = { ...scores, product: 8, closing: 9 };
const score = { scores, fatal: [], remarks: 'Good listening' };
const again = { scores: lower, fatal: [], remarks: 'Named the wrong dose' };

/** A number that sampling does not pick for calibration, and one that it does. */
const key = '7';
const pickedKey = Array.from({ length: 200 }, (_, n) => String(n + 1)).find(picked)!;
const review = `callreview-${key}`;
const itemOf = (id: string): string => `queueitem-qualityReview-${id}`;

const open = (): Life =>
  openLife([callreview, queueitem, agentwork], (stream) => {
    if (stream.startsWith('caller-')) return { ...noCaller('101'), calls: 40 };
    if (stream.startsWith('call-'))
      return { ...noCall(key), recording: { url: 'simulated://recordings/7', seconds: 80 } };
    return checkedIn(stream);
  });
/** As the queue's policy does it. */
function enter(life: Life, id = key): void {
  const item = qualityReview.entering.enter.item!;
  const entering = item(life.log.findLast(({ stream }) => stream === `callreview-${id}`)!)!;
  life.must(itemOf(id), 'enter', queueFace(qualityReview.rules, entering));
}
function scored(id = key): Life {
  const life = open();
  life.must(`callreview-${id}`, 'sample', face);
  enter(life, id);
  life.must(itemOf(id), 'claim', {}, { as: first });
  life.must(`callreview-${id}`, 'score', score, { as: first });
  return life;
}
function calibrating(): Life {
  const life = scored();
  life.must(review, 'calibrate', {}, { as: lead });
  enter(life);
  return life;
}
function comparing(): Life {
  const life = calibrating();
  life.must(itemOf(key), 'claim', {}, { as: second });
  life.must(review, 'scoreAgain', again, { as: second });
  enter(life);
  return life;
}
const reason = 'The dose was named wrong, the closing was not';
function settled(): Life {
  const life = comparing();
  life.must(itemOf(key), 'claim', {}, { as: lead });
  life.must(
    review,
    'settleCalibration',
    { scores: { ...scores, product: 8 }, fatal: [], reason },
    { as: lead },
  );
  return life;
}

const feedRow = (log: readonly StoredEvent[], viewer: Viewer): CallReviewRow | null => {
  let row: any;
  for (const event of log.filter(({ stream }) => stream === review))
    row = callReviews.view.row(row, event, key);
  return callReviews.see(row, callReviews.scope(viewer), key);
};
const queueRow = (log: readonly StoredEvent[]): unknown => {
  let row: any;
  for (const event of log)
    for (const id of qualityReview.view.ids(event)) row = qualityReview.view.row(row ?? undefined, event, id);
  return row;
};

describe('a scored call is calibrated', () => {
  it('when a lead asks for it, once, and not in a dispute', () => {
    expect(scored().command(review, 'calibrate', {}, { as: second })).toMatchObject({ status: 403 });
    expect(scored().command(review, 'calibrate', {}, { as: agent })).toMatchObject({ code: 'reviewOwn' });
    const disputed = scored();
    disputed.must(review, 'dispute', { reason: 'The customer asked twice' }, { as: people.agent1! });
    expect(disputed.command(review, 'calibrate', {}, { as: lead })).toMatchObject({ code: 'reviewStage' });
    expect(calibrating().command(review, 'calibrate', {}, { as: lead })).toMatchObject({
      code: 'calibrationDone',
    });
    expect(settled().command(review, 'calibrate', {}, { as: lead })).toMatchObject({
      code: 'calibrationDone',
    });
  });
  it('when sampling picks it, with the score itself', () => {
    const share = Array.from({ length: 2_000 }, (_, n) => String(n + 1)).filter(picked).length;
    expect(share).toBeGreaterThan(150);
    expect(share).toBeLessThan(250);
    const life = scored(pickedKey);
    expect(life.state(`callreview-${pickedKey}`)).toMatchObject({
      stage: 'calibrating',
      calibration: { why: 'sample', by: null },
    });
  });
  it('by somebody who scored it not, asked for it not, and sees no scores', () => {
    const life = calibrating();
    const claim = (as: Viewer) => life.command(itemOf(key), 'claim', {}, { as });
    for (const one of [first, lead, agent]) expect(claim(one)).toMatchObject({ refused: true });
    expect(life.command(review, 'scoreAgain', again, { as: second })).toMatchObject({ code: 'reviewClaim' });
    const sees = may(second, 'view', 'edit', 'approve');
    expect(life.command(review, 'scoreAgain', again, { as: sees })).toMatchObject({
      code: 'calibrationBlind',
    });
    expect(life.command(review, 'scoreAgain', again, { as: may(first, 'view', 'edit') })).toMatchObject({
      code: 'calibrationSame',
    });
    life.must(itemOf(key), 'claim', {}, { as: second });
    life.must(review, 'scoreAgain', again, { as: second });
    expect(life.state(review)).toMatchObject({ stage: 'comparing', calibration: { second: { total: 70 } } });
  });
});

describe('the second score is blind', () => {
  it('in the queue, in the feed and in the reports, as long as it is not given', () => {
    const life = calibrating();
    const secret = /80|Good listening|"greeting":18/;
    const { talkSec: _talk, ...shown } = queueRow(life.log) as Record<string, unknown>;
    expect(
      JSON.stringify({ ...shown, why: '' }).replace(/"(enteredAt|warnAt|breachAt|updatedAt)":"[^"]*"/g, ''),
    ).not.toMatch(secret);
    for (const one of [second, lead, agent]) {
      const row = feedRow(life.log, one)!;
      expect([row.total, row.first, row.counts, row.second]).toEqual([null, null, null, null]);
    }
    expect(feedRow(life.log, first)!.first).toMatchObject({ total: 80 });
    const folded = life.log
      .filter(({ stream }) => stream === review)
      .reduce(
        (row: any, event) => callRows.fold(row, event as Parameters<typeof callRows.fold>[1], key),
        undefined,
      );
    const call = { ...noCall(key), face: { ref: 'CL-000007', pooId: 1 } };
    expect(callRows.rows({ ...folded, call }, key)).toMatchObject([{ score: null, review: 'calibrating' }]);
  });
  it('also before a lead asked for it: a reviewer sees only own scores', () => {
    expect(feedRow(scored().log, second)).toMatchObject({ total: null, first: null, counts: null });
    expect(feedRow(scored().log, lead)).toMatchObject({ total: 80 });
    expect(feedRow(scored().log, people.agent1!)).toMatchObject({ total: 80 });
    expect(feedRow(scored().log, people.agent2!)).toBeNull();
    expect(feedRow(scored().log, { ...lead, poos: [3] })).toBeNull();
  });
  it('and hides the notes of the first reviewer', () => {
    const life = open();
    life.must(review, 'sample', face);
    enter(life);
    life.must(itemOf(key), 'claim', {}, { as: first });
    life.must(review, 'noteMoment', { atSec: 30, text: 'Wrong dose' }, { as: first });
    life.must(review, 'score', score, { as: first });
    life.must(review, 'calibrate', {}, { as: lead });
    enter(life);
    const moment = life.state(review).moments[0].id;
    expect(feedRow(life.log, second)!.moments).toEqual([]);
    life.must(itemOf(key), 'claim', {}, { as: second });
    expect(life.command(review, 'removeMoment', { id: moment }, { as: second })).toMatchObject({
      code: 'notFound',
    });
    life.must(review, 'noteMoment', { atSec: 12, text: 'No greeting' }, { as: second });
    expect(feedRow(life.log, second)!.moments).toMatchObject([{ text: 'No greeting' }]);
    life.must(review, 'scoreAgain', again, { as: second });
    expect(feedRow(life.log, lead)!.moments).toMatchObject([{ atSec: 12 }, { atSec: 30 }]);
  });
});

describe('a lead settles the two scores', () => {
  it('with a reason, and only one who gave neither', () => {
    const body = { scores, fatal: [], reason };
    const life = comparing();
    const settle = (as: Viewer, more = {}) =>
      life.command(review, 'settleCalibration', { ...body, ...more }, { as });
    expect(settle(second)).toMatchObject({ status: 403 });
    expect(settle(first)).toMatchObject({ code: 'calibrationScorer' });
    expect(settle(lead)).toMatchObject({ code: 'reviewClaim' });
    life.must(itemOf(key), 'claim', {}, { as: lead });
    expect(feedRow(life.log, lead)).toMatchObject({
      first: { total: 80 },
      second: { total: 70 },
      counts: null,
    });
    expect(settle(lead, { reason: 'short' })).toMatchObject({ refused: true });
    expect(settle(lead)).not.toHaveProperty('refused');
    expect(calibrating().command(review, 'settleCalibration', body, { as: lead })).toMatchObject({
      code: 'reviewStage',
    });
  });
  it('and the settled score counts, with three days for a dispute anew', () => {
    const life = settled();
    expect(life.state(review)).toMatchObject({
      stage: 'scored',
      total: 72,
      calibration: { settled: { remarks: reason, by: { empId: 131 } } },
    });
    expect(feedRow(life.log, people.agent1!)).toMatchObject({ total: 72, counts: { total: 72 } });
    expect(life.command(review, 'settle', {}, { now: wednesday + DAY_MS })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must(review, 'settle', {}, { now: wednesday + 3 * DAY_MS });
    expect(life.state(review)).toMatchObject({ stage: 'final', total: 72 });
  });
  it('and a final score stays final', () => {
    const life = scored();
    life.must(review, 'settle', {}, { now: wednesday + 3 * DAY_MS });
    life.must(review, 'calibrate', {}, { as: lead });
    enter(life);
    life.must(itemOf(key), 'claim', {}, { as: second });
    life.must(review, 'scoreAgain', again, { as: second });
    enter(life);
    life.must(itemOf(key), 'claim', {}, { as: lead });
    life.must(review, 'settleCalibration', { scores: lower, fatal: ['rude'], reason }, { as: lead });
    expect(life.state(review)).toMatchObject({ stage: 'final', total: 0 });
  });
  it('or withdraws the calibration, and the first score counts again', () => {
    const because = { reason: 'No second reviewer speaks Marathi' };
    const life = calibrating();
    expect(life.command(review, 'withdrawCalibration', because, { as: first })).toMatchObject({
      code: 'calibrationScorer',
    });
    expect(life.command(review, 'withdrawCalibration', because, { as: second })).toMatchObject({
      status: 403,
    });
    life.must(review, 'withdrawCalibration', because, { as: lead });
    expect(life.state(review)).toMatchObject({ stage: 'scored', total: 80, calibration: null });
    expect(comparing().command(review, 'withdrawCalibration', because, { as: lead })).toMatchObject({
      code: 'reviewStage',
    });
  });
});

describe('while a calibration is open', () => {
  it('the agent cannot dispute, and the score does not become final', () => {
    for (const life of [calibrating(), comparing()]) {
      const dispute = { reason: 'The customer asked for the price' };
      expect(life.command(review, 'dispute', dispute, { as: people.agent1! })).toMatchObject({
        code: 'reviewCalibrating',
      });
      expect(life.command(review, 'settle', {}, { now: wednesday + 9 * DAY_MS })).toMatchObject({
        code: 'noLongerNeeded',
      });
    }
  });
  it('the agent is notified of the score only when it counts', () => {
    const told = (life: Life, id = key) =>
      life.log
        .filter(({ stream, type }) => stream === `callreview-${id}` && settleReview.on.includes(type))
        .flatMap((event) => settleReview.react(event as never, { directory }))
        .map((one) => ('input' in one && one.input['message']) || ('command' in one && one.command));
    expect(told(scored())).toEqual(['settle', 'callScored']);
    expect(told(scored(pickedKey), pickedKey)).toEqual([]);
    expect(told(settled())).toEqual(['settle', 'callScored', 'settle', 'callCalibrated']);
  });
});

describe('a note at a second of the recording', () => {
  it('needs the row in hand and a second that exists', () => {
    const life = open();
    life.must(review, 'sample', face);
    enter(life);
    const note = (atSec: number, as = second) =>
      life.command(review, 'noteMoment', { atSec, text: 'Wrong dose' }, { as });
    expect(note(10)).toMatchObject({ code: 'reviewClaim' });
    life.must(itemOf(key), 'claim', {}, { as: second });
    expect(note(10, agent)).toMatchObject({ code: 'reviewOwn' });
    expect(note(81)).toMatchObject({ code: 'momentLate' });
    expect(note(80)).not.toHaveProperty('refused');
    expect(life.state(review).moments).toMatchObject([{ atSec: 80, text: 'Wrong dose', by: { empId: 104 } }]);
  });
  it('is removed by its author only', () => {
    const life = comparing();
    life.must(itemOf(key), 'claim', {}, { as: lead });
    life.must(review, 'noteMoment', { atSec: 3, text: 'Greets well' }, { as: lead });
    const { id } = life.state(review).moments[0];
    expect(life.command(review, 'removeMoment', { id }, { as: second })).toMatchObject({ code: 'momentOwn' });
    life.must(review, 'removeMoment', { id }, { as: lead });
    expect(life.state(review).moments).toEqual([]);
  });
});
