import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { emitted, person, playServer } from '#tests/kit/played.ts';
import { attendance } from '../../people/attendance/attendance.ts';
import { appointment } from './appointment.ts';
import { setups, slots } from './slots.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const [desk, field, colleague] = [101, 151, 152];
const near = { lat: 12.9305, lng: 77.5803, accuracyM: 20 };
const far = { lat: 12.9335, lng: 77.58, accuracyM: 20 };
const task = 'appointment-1';
const noteText = 'Nobody opens; the neighbour has not seen them';

/** Given: a visit of that type from 14:00 to 14:45 for 151, who has been at work since 09:00. */
function given(vAppType: 'setup' | 'sales' | 'orientation' = 'sales') {
  const app = playServer(
    [appointment, slots, setups, attendance],
    [person(desk, 'Ravi Kulkarni'), person(field, 'Pooja Hegde'), person(colleague, 'Arun Das')],
    { 'Out Bound/outCall:create': [desk] },
  );
  for (const who of [field, colleague])
    app.command(who, `attendance-${who}-${day}`, 'checkIn', {}, at('09:00'));
  const place = { vAddress: '14, 4th Cross', lat: 12.93, lng: 77.58 };
  const whom = { iAssignedTo: field, iCustomerId: 5, iPooId: 1 };
  const slot = { appDate: day, slotFrom: '14:00', iSlotType: 1, vAppType, ...whom, ...place };
  const booked = app.command(desk, 'appointment-new', 'bookAppointment', slot, at('09:00'));
  if (!Array.isArray(booked)) throw new Error(JSON.stringify(booked));
  const act = (command: string, input: object, time: string, as = field) =>
    app.command(as, task, command, input, at(time));
  const started = () => {
    expect(emitted(act('startTask', { position: near }, '14:00'))).toEqual(['TaskStarted']);
    app.write(task, 'VisitFileAdded', { fileId: 'f1', name: 'door.jpg', label: '' }, at('14:01'), field);
  };
  const taken = () => app.state(`slots-${field}-${day}`).taken.length;
  return { ...app, act, started, taken };
}
const outcome = (result: string, more: object = {}) => ({
  outcome: { result, notes: 'They think it over', ...more },
});

describe('a completed visit', () => {
  it('frees its slot, and a setup what kept the customer from another one', () => {
    const app = given('setup');
    app.started();
    app.act('recordVisitVitals', { vitals: { systolic: 120, diastolic: 80 } }, '14:05');
    expect([app.taken(), app.state('setups-customer-5').open]).toMatchObject([1, { appointmentId: 1 }]);
    expect(emitted(app.act('completeTask', outcome('enrolled'), '14:20'))).toEqual([
      'TaskCompleted',
      'SlotFreed',
      'SetupFreed',
    ]);
    expect([app.taken(), app.state('setups-customer-5').open]).toEqual([0, null]);
    expect(app.state(task)).toMatchObject({ iTaskStatus: 2 });
  });
  it('was started, by its own employee', () => {
    const app = given();
    expect(emitted(app.act('completeTask', outcome('notInterested'), '14:00'))).toBe('notStartedYet');
    expect(emitted(app.act('recordVisitVitals', { vitals: { pulse: 70 } }, '14:00'))).toBe('notStartedYet');
    app.started();
    expect(emitted(app.act('completeTask', outcome('notInterested'), '14:10', colleague))).toBe(
      'taskNotYours',
    );
  });
  it.each([
    ['sales', outcome('enrolled'), ['result']],
    ['sales', outcome('notInterested', { notes: 'no' }), ['notes']],
    ['sales', outcome('followUp'), ['followUpOn']],
    ['sales', outcome('followUp', { followUpOn: day }), ['followUpOn']],
    ['setup', outcome('enrolled'), ['vitals']],
    ['orientation', outcome('oriented'), ['vitals', 'topics', 'allTopics', 'attended']],
    [
      'orientation',
      outcome('partly', { topics: ['medicines'], attended: 'Son', notes: '' }),
      ['vitals', 'notes'],
    ],
  ] as const)('of type %s with %j misses %j', (type, input, missing) => {
    const app = given(type);
    app.started();
    expect(app.act('completeTask', input, '14:20')).toMatchObject({
      code: 'outcomeIncomplete',
      status: 422,
      field: missing[0],
      details: { missing: missing.map((one) => `missing.${one}`) },
    });
    expect([app.state(task).iTaskStatus, app.taken()]).toEqual([1, 1]);
  });
  it('at home misses a photo', () => {
    const app = given();
    app.act('startTask', { position: near }, '14:00');
    expect(app.act('completeTask', outcome('notInterested'), '14:20')).toMatchObject({
      code: 'outcomeIncomplete',
      details: { missing: ['missing.photo'] },
    });
  });
  it.each([
    [{ systolic: 80, diastolic: 120 }, 'bpInverted'],
    [{ systolic: 120 }, 'bpIncomplete'],
    [{}, 'required'],
  ])('measurements %j are refused with %s', (vitals, code) => {
    const app = given('setup');
    app.started();
    expect(emitted(app.act('recordVisitVitals', { vitals }, '14:05'))).toBe(code);
  });
});

describe('nobody at home', () => {
  const report = { note: noteText, position: near };
  it('is reported from the address within the slot: the visit is missed and its slot is free', () => {
    const app = given();
    expect(emitted(app.act('reportNotAtHome', report, '14:10'))).toEqual(['TaskMissed', 'SlotFreed']);
    expect([app.state(task).iTaskStatus, app.taken()]).toEqual([5, 0]);
    expect(app.log.find(({ type }) => type === 'TaskMissed')?.data).toMatchObject({
      reason: 'notAtHome',
      notAtHome: { note: noteText, position: near },
    });
    expect(emitted(app.act('reportNotAtHome', report, '14:11'))).toBe('taskClosed');
  });
  it('is reported of a visit that was started as well', () => {
    const app = given();
    app.started();
    expect(emitted(app.act('reportNotAtHome', report, '14:10'))).toEqual(['TaskMissed', 'SlotFreed']);
  });
  it.each([
    ['before the slot', '13:44', report, field, 'notAtHomeEarly'],
    ['from elsewhere', '14:10', { note: noteText, position: far }, field, 'tooFar'],
    ['without a position', '14:10', { note: noteText }, field, 'locationUnknown'],
    ['by a colleague', '14:10', report, colleague, 'taskNotYours'],
  ])('%s is refused', (_title, time, input, as, code) => {
    const app = given();
    expect(emitted(app.act('reportNotAtHome', input, time, as))).toBe(code);
    expect([app.state(task).iTaskStatus, app.taken()]).toEqual([0, 1]);
  });
});
