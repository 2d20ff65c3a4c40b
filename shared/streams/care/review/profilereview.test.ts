import { expect, it } from 'vitest';
import { checkedIn, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { nothing } from '../../masters/state.ts';
import { applyProfileReview, openProfileReview } from '../../../policies/review-profile.ts';
import { profilereview } from './profilereview.ts';

const doctor = {
  ...people.doctor!,
  rights: new Set(['Out Bound/profileDoctorReview:view', 'Out Bound/profileDoctorReview:edit']),
};
const agent = { ...people.agent1!, rights: new Set(['Out Bound/customerSingup:edit']) };
const stream = 'profilereview-201';
const item = 'queueitem-profileDoctorReview-201';
const known = ['master-careTier-2', 'master-criticalType-3'];

function opened(): Life {
  const life = openLife([profilereview, queueitem, agentwork], (name) =>
    name.startsWith('master-')
      ? { ...nothing(name.slice(7)), exists: known.includes(name), iStatus: 1 }
      : checkedIn(name),
  );
  life.must(stream, 'open', {
    name: 'Anita Rao',
    pooId: 1,
    customerId: 90,
    dob: '1961-04-02',
    gender: 'female',
    diagnoses: ['Hypertension'],
    careTierId: null,
  });
  const rules = {
    name: 'profileDoctorReview',
    group: 'Out Bound',
    entity: 'profileDoctorReview',
    lease: { group: 'digitization', limit: 3 },
    sla: { clock: 'always', warnMs: 1, breachMs: 2 },
  } as const;
  const entered = {
    subject: stream,
    ref: 'PT-000201',
    pooId: 1,
    language: null,
    enteredAt: wednesday,
    clockFrom: wednesday,
  };
  life.must(item, 'enter', queueFace(rules, entered));
  return life;
}
const body = { careTierId: 2, criticalTypeId: 3, remarks: 'Two readings a week' };

it('sets the care tier and the critical type, by whoever holds the row', () => {
  const life = opened();
  expect(life.command(stream, 'review', body, { as: doctor })).toMatchObject({ code: 'profileClaim' });
  life.must(item, 'claim', {}, { as: doctor });
  life.must(stream, 'review', body, { as: doctor });
  expect(life.state(stream)).toMatchObject({ stage: 'reviewed' });
  const event = life.log.find(({ type }) => type === 'ProfileReviewed')!;
  expect(applyProfileReview.react(event, {} as never)).toMatchObject([
    { stream: 'patient-201', command: 'changeCareTier', input: { careTierId: 2 } },
    { stream: 'patient-201', command: 'setCriticalType', input: { criticalTypeId: 3 } },
  ]);
});
it('waits for an answer to a question and comes back with it', () => {
  const life = opened();
  life.must(item, 'claim', {}, { as: doctor });
  expect(life.command(stream, 'answer', { answer: 'Since 2019' }, { as: agent })).toMatchObject({
    code: 'profileStage',
  });
  life.must(stream, 'askInfo', { question: 'Since when does she take insulin?' }, { as: doctor });
  expect(life.state(stream)).toMatchObject({ stage: 'infoRequested' });
  expect(life.state(item)).toMatchObject({ stage: 'done' });
  life.must(stream, 'answer', { answer: 'Since 2019' }, { as: agent });
  expect(life.state(stream)).toMatchObject({ stage: 'pending' });
});
it('is opened for patients of our own sign-ups only', () => {
  const event = (source: object | null) =>
    ({ stream: 'patient-201', data: { name: 'Anita Rao', pooId: 1, source } }) as never;
  expect(openProfileReview.react(event(null), {} as never)).toHaveLength(1);
  expect(openProfileReview.react(event({ service: 'customer' }), {} as never)).toEqual([]);
});
