import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { checkedIn, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { followUpVisit } from '../../../policies/open-visit-review.ts';
import { noAppointment } from '../appointment/state.ts';
import { visitreview } from './visitreview.ts';

const rights = ['visitReviewV2', 'reviewAppointmentList'].flatMap((one) => [
  `Out Bound/${one}:view`,
  `Out Bound/${one}:edit`,
]);
const reviewer = { ...people.lead!, rights: new Set(rights) };
const visitor = { ...people.agent1!, rights: new Set(rights) };
const task = {
  ...noAppointment('2001'),
  iTaskStatus: 2,
  iPooId: 1,
  iAssignedTo: 101,
  assignedName: 'Ravi Kulkarni',
  iLeadId: 7,
  appDate: '2026-11-18',
  slotFrom: '09:30',
  completedAt: '2026-11-18T05:00:00.000Z',
  outcome: { result: 'enrolled', notes: '', topics: [], attended: '', followUpOn: null },
};
const item = 'queueitem-reviewAppointmentList-2001';
const good = { punctuality: 5, preparation: 4, conduct: 5, explanation: 4, records: 3, result: 5 };

function opened(more: object = {}): Life {
  const life = openLife([visitreview, queueitem, agentwork], (stream) =>
    stream === 'appointment-2001' ? { ...task, ...more } : checkedIn(stream),
  );
  life.command('visitreview-2001', 'open', { appointmentId: 2001, minutes: 48 });
  return life;
}
function claimed(as = reviewer): Life {
  const life = opened();
  const rules = {
    name: 'reviewAppointmentList',
    group: 'Out Bound',
    entity: 'reviewAppointmentList',
    lease: { group: 'digitization', limit: 3 },
    sla: { clock: 'always', warnMs: 1, breachMs: 2 },
  } as const;
  const entered = {
    subject: 'visitreview-2001',
    ref: 'VR-002001',
    pooId: 1,
    language: null,
    enteredAt: wednesday,
    clockFrom: wednesday,
  };
  life.must(item, 'enter', queueFace(rules, entered));
  life.must(item, 'claim', {}, { as });
  return life;
}
const body = (scores: object = good) => ({ scores, remarks: 'Well prepared' });

describe('a completed visit', () => {
  it('is opened for review with its recorded data, once', () => {
    const life = opened();
    expect(life.state('visitreview-2001')).toMatchObject({
      stage: 'pending',
      face: { ref: 'VR-002001', visitor: { empId: 101 }, who: 'LD-000007', minutes: 48 },
    });
    expect(life.command('visitreview-2001', 'open', { appointmentId: 2001, minutes: 1 })).toMatchObject({
      code: 'noLongerNeeded',
    });
  });
  it('is not opened before it is completed', () => {
    expect(opened({ iTaskStatus: 1 }).state('visitreview-2001')).toMatchObject({ stage: 'none' });
  });
});

describe('the review', () => {
  it('needs the claimed row and is never of one’s own visit', () => {
    expect(opened().command('visitreview-2001', 'review', body(), { as: reviewer })).toMatchObject({
      code: 'visitClaim',
    });
    expect(claimed(visitor).command('visitreview-2001', 'review', body(), { as: visitor })).toMatchObject({
      code: 'ownVisit',
      status: 403,
    });
  });
  it('is the average of six scores and releases the row', () => {
    const life = claimed();
    life.must('visitreview-2001', 'review', body(), { as: reviewer });
    expect(life.state('visitreview-2001')).toMatchObject({ stage: 'reviewed', review: { total: 87 } });
    expect(life.state(item)).toMatchObject({ stage: 'done' });
    expect(life.command('visitreview-2001', 'review', body(), { as: reviewer })).toMatchObject({
      code: 'visitReviewed',
    });
  });
  it('with a low score asks the visitor’s manager to follow up', () => {
    const life = claimed();
    life.must('visitreview-2001', 'review', body({ ...good, conduct: 2 }), { as: reviewer });
    const event = life.log.find(({ type }) => type === 'VisitReviewed')!;
    const directory = { employee: () => ({ managerId: 131 }) } as never;
    expect(followUpVisit.react(event, { directory })).toMatchObject([
      { stream: 'notice-131', input: { message: 'visitFollowUp', values: { ref: 'VR-002001' } } },
    ]);
    expect(
      followUpVisit.react({ ...event, data: { ...event.data, low: [] } } as never, { directory }),
    ).toEqual([]);
  });
  it('is reopened within thirty days, with a reason', () => {
    const life = claimed();
    const why = { reason: 'The photos show another house' };
    expect(life.command('visitreview-2001', 'reopen', why, { as: reviewer })).toMatchObject({
      code: 'visitNotReviewed',
    });
    life.must('visitreview-2001', 'review', body(), { as: reviewer });
    expect(
      life.command('visitreview-2001', 'reopen', why, {
        as: reviewer,
        now: wednesday + 31 * DAY_MS,
      }),
    ).toMatchObject({ code: 'reopenLate', status: 410 });
    life.must('visitreview-2001', 'reopen', why, { as: reviewer });
    expect(life.state('visitreview-2001')).toMatchObject({ stage: 'pending', reopened: why.reason });
  });
});
