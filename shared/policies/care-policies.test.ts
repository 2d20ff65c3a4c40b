import { describe, expect, it } from 'vitest';
import { instantOf } from '../core/day.ts';
import type { StoredEvent } from '../core/event.ts';
import { isRefusal } from '../core/refusal.ts';
import { carers, careStreams, openCare, patient as enrolled, runPolicies } from '#tests/kit/care.ts';
import { directory, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../streams/calls/agentwork.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { notice } from '../streams/notices/notice.ts';
import { patient } from '../streams/customers/patient.ts';
import { assessment } from '../streams/care/cccase/assessment.ts';
import { carecustomer } from '../streams/care/cccase/carecustomer.ts';
import { cccase } from '../streams/care/cccase/cccase.ts';
import { endCareMonth, endCareOfCustomer, openCareMonth, resumeCareMonth } from './open-care-month.ts';
import { settleCall } from './settle-call.ts';
import { notifyOfEscalation, watchEscalation } from './watch-escalation.ts';

const months = [openCareMonth, endCareMonth, resumeCareMonth, endCareOfCustomer];
const day = (date: string, time = '10:30'): number => instantOf(date, time);

function inCare(cycleDay = 10): Life {
  const life = openCare([patient, cccase, assessment, carecustomer, queueitem, agentwork], (stream) =>
    stream === 'patient-204' ? { ...enrolled, careStage: 'enrolled', cycleDay: null } : undefined,
  );
  life.must(
    'patient-204',
    'startCare',
    { careTierId: 1, cycleDay },
    { as: carers.meera, now: day('2026-11-05') },
  );
  return life;
}
const stages = (life: Life): Record<string, string> =>
  Object.fromEntries(
    ['202611', '202612', '202701', '202702'].map((month) => [month, life.state(`cccase-204${month}`).stage]),
  );

describe('the programme of a patient', () => {
  const at = { as: carers.meera, now: day('2026-11-09') };
  const give = (life: Life, command: string, input: object = {}, how: object = at): string | null => {
    const answer = life.command('patient-204', command, input, how);
    return isRefusal(answer) ? answer.code : null;
  };
  it('starts once, in an active tier', () => {
    const life = inCare();
    expect(give(life, 'startCare', { careTierId: 1, cycleDay: 5 })).toBe('careRuns');
    const tier = { careTierId: 99, reason: 'Better values' };
    expect(give(life, 'changeCareTier', tier, { ...at, as: carers.doctor })).toBe('tierUnknown');
  });
  it('is held once, until a day of the next half year', () => {
    const life = inCare();
    const hold = (until: string | null) => give(life, 'putOnHold', { until, reason: 'In hospital' });
    expect(give(life, 'resumeCare')).toBe('notOnHold');
    expect([hold('2026-11-09'), hold('2027-05-12')]).toEqual(['holdRange', 'holdRange']);
    expect(hold('2027-05-11')).toBeNull();
    expect(hold(null)).toBe('alreadyOnHold');
  });
  it('has a mark of death to correct only where there is one', () => {
    const reason = { reason: 'Wrong person' };
    expect(give(inCare(), 'correctDeceased', reason, { ...at, as: 'admin' })).toBe('notDeceased');
  });
});

describe('the months of a patient in care', () => {
  it('open one after the other on the cycle day', () => {
    const life = inCare(28);
    runPolicies(life, months, day('2027-02-28'));
    expect(stages(life)).toEqual({ 202611: 'due', 202612: 'due', 202701: 'due', 202702: 'due' });
  });
  it('begin with the next cycle day', () => {
    const life = inCare(3);
    runPolicies(life, months, day('2026-12-03', '05:59'));
    expect(stages(life)['202612']).toBe('none');
    runPolicies(life, months, day('2026-12-03', '06:00'));
    expect(stages(life)).toMatchObject({ 202611: 'none', 202612: 'due' });
  });
  it('skip a hold and resume when it ends within the month', () => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-09'), done);
    life.must(
      'patient-204',
      'putOnHold',
      { until: '2026-11-20', reason: 'In hospital' },
      { as: carers.meera, now: day('2026-11-09') },
    );
    runPolicies(life, months, day('2026-11-19'), done);
    expect(stages(life)['202611']).toBe('withheld');
    runPolicies(life, months, day('2026-11-20', '06:00'), done);
    expect([stages(life)['202611'], life.state('patient-204').careStage]).toEqual(['due', 'activeCare']);
  });
  it('end for ever when the patient dies, until an admin corrects it', () => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-10'), done);
    life.must(
      'patient-204',
      'markDeceased',
      { on: '2026-11-11', note: 'Told by the son' },
      { as: carers.meera, now: day('2026-11-12') },
    );
    runPolicies(life, months, day('2027-02-28'), done);
    expect(stages(life)).toEqual({ 202611: 'closed', 202612: 'withheld', 202701: 'none', 202702: 'none' });
    expect(life.state('cccase-204202611').closedWhy).toBe('deceased');
    expect(
      life.command('patient-204', 'putOnHold', { until: null, reason: 'gone' }, { as: carers.meera }),
    ).toMatchObject({ code: 'patientDeceased' });
    expect(
      life.command('patient-204', 'correctDeceased', { reason: 'Wrong patient' }, { as: carers.doctor }),
    ).toMatchObject({ code: 'adminOnly' });
  });
  it.each(['CallDispositioned', 'CallDispositionCorrected'] as const)(
    'end when the family says on a call about the month that the patient died: %s',
    (type) => {
      const life = inCare();
      const done = new Set<string>();
      runPolicies(life, months, day('2026-11-10'), done);
      const data = {
        subject: 'customer-90',
        item: 'queueitem-cc-queue-204202611',
        code: 'DECEASED',
        agent: { empId: 301, name: 'Meera' },
        notes: 'The son says so',
        nextAt: null,
        retryAt: null,
      };
      const at = day('2026-11-12');
      const told: StoredEvent = {
        ...life.log[0]!,
        stream: 'call-1',
        type,
        at: new Date(at).toISOString(),
        data,
      };
      for (const reaction of settleCall.react(told, { directory }))
        if (reaction.kind === 'command')
          life.command(reaction.stream, reaction.command, reaction.input, { now: at });
      runPolicies(life, months, day('2027-01-31'), done);
      expect(life.state('patient-204')).toMatchObject({ careStage: 'deceased', diedOn: '2026-11-12' });
      expect(stages(life)).toMatchObject({ 202611: 'closed', 202612: 'withheld', 202701: 'none' });
    },
  );
  const told = (life: Life, data: object, type: string, at: number, callId = 1): void => {
    const event = {
      ...life.log[0]!,
      stream: `call-${callId}`,
      type,
      at: new Date(at).toISOString(),
      data: {
        subject: 'customer-90',
        item: 'queueitem-cc-queue-204202611',
        agent: { empId: 301, name: 'Meera' },
        notes: 'The son says so',
        nextAt: null,
        retryAt: null,
        ...data,
      },
    } as StoredEvent;
    for (const reaction of settleCall.react(event, { directory }))
      if (reaction.kind === 'command')
        life.command(reaction.stream, reaction.command, reaction.input, { now: at });
  };
  const calledAt = new Date(day('2026-11-12', '20:55')).toISOString();
  const wrong = { from: 'DECEASED', code: 'COMPLAINT', reason: 'Pressed the wrong key' };
  it('end with the day of the call, also where that is recorded or corrected later', () => {
    for (const type of ['CallDispositioned', 'CallDispositionCorrected']) {
      const life = inCare();
      told(life, { code: 'DECEASED', calledAt, from: 'COMPLAINT' }, type, day('2026-11-14'));
      expect(life.state('patient-204')).toMatchObject({ diedOn: '2026-11-12', deceasedCallId: 1 });
      expect(life.log.at(-1)?.data).toMatchObject({ ref: 'CL-000001', note: 'The son says so' });
    }
  });
  it('go on when the call that reported the death is corrected', () => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-10'), done);
    told(life, { code: 'DECEASED', calledAt }, 'CallDispositioned', day('2026-11-12', '21:00'));
    runPolicies(life, months, day('2026-11-12', '21:00'), done);
    expect(stages(life)['202611']).toBe('closed');
    told(life, wrong, 'CallDispositionCorrected', day('2026-11-12', '21:10'));
    runPolicies(life, months, day('2026-11-13'), done);
    expect(life.state('patient-204')).toMatchObject({ careStage: 'activeCare', diedOn: null });
    expect(stages(life)['202611']).toBe('due');
  });
  it.each([
    ['discharge', { reason: 'Moved abroad' }, 'discharged'],
    ['putOnHold', { until: null, reason: 'In hospital' }, 'onHold'],
  ])('stay ended after %s when a death reported after it is corrected', (command, input, stage) => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-10'), done);
    life.must('patient-204', command, input, { as: carers.meera, now: day('2026-11-12') });
    told(life, { code: 'DECEASED', calledAt }, 'CallDispositioned', day('2026-11-12', '21:00'));
    told(life, wrong, 'CallDispositionCorrected', day('2026-11-12', '21:10'));
    runPolicies(life, months, day('2026-11-13'), done);
    expect(life.state('patient-204')).toMatchObject({ careStage: stage, diedOn: null });
    expect(stages(life)['202611']).toBe('closed');
  });
  it.each([
    ['another call', { as: 'call' }],
    ['a person', { as: 'person' }],
    ['a call of before calls were named', { as: 'old' }],
  ])('stay ended where %s marked the death', (_who, { as }) => {
    const life = inCare();
    if (as === 'call') told(life, { code: 'DECEASED', calledAt }, 'CallDispositioned', day('2026-11-12'), 2);
    else
      life.must(
        'patient-204',
        'markDeceased',
        { on: '2026-11-12', note: 'Told by the son' },
        as === 'old' ? { now: day('2026-11-12') } : { as: carers.meera, now: day('2026-11-12') },
      );
    told(life, wrong, 'CallDispositionCorrected', day('2026-11-12', '21:10'));
    expect(life.state('patient-204').careStage).toBe('deceased');
  });
  it.each([
    ['markDeceased', { on: '2027-01-11', note: 'Told by the son' }, 'deceased'],
    ['discharge', { reason: 'Moved abroad' }, 'discharged'],
    ['putOnHold', { until: null, reason: 'In hospital' }, 'onHold'],
  ])('end together, the oldest too, with %s', (command, input, why) => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2027-01-10'), done);
    life.must('patient-204', command, input, { as: carers.meera, now: day('2027-01-12') });
    runPolicies(life, months, day('2027-01-12'), done);
    expect(stages(life)).toMatchObject({ 202611: 'closed', 202612: 'closed', 202701: 'closed' });
    expect(life.state('cccase-204202611').closedWhy).toBe(why);
  });
  it.each([
    [
      'on a later cycle day of the same month',
      '2026-11-16',
      20,
      { 202611: 'due', 202612: 'due', 202701: 'due' },
    ],
    ['on the cycle day itself', '2026-12-10', 10, { 202611: 'closed', 202612: 'due', 202701: 'due' }],
    [
      'in a month that was withheld, with an earlier cycle day',
      '2026-12-15',
      5,
      { 202612: 'due', 202701: 'due' },
    ],
    ['months later', '2027-01-20', 10, { 202612: 'withheld', 202701: 'none', 202702: 'due' }],
  ])('begin anew when a discharged patient comes back %s', (_when, back, cycleDay, expected) => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-12'), done);
    const { meera } = carers;
    life.must('patient-204', 'discharge', { reason: 'Moved abroad' }, { as: meera, now: day('2026-11-12') });
    runPolicies(life, months, day(back), done);
    life.must('patient-204', 'startCare', { careTierId: 1, cycleDay }, { as: meera, now: day(back) });
    runPolicies(life, months, day('2027-02-28'), done);
    expect(stages(life)).toMatchObject(expected);
  });
  it('do not come back through a hold after a discharge', () => {
    const life = inCare();
    const as = carers.meera;
    life.must('patient-204', 'discharge', { reason: 'Moved abroad' }, { as, now: day('2026-11-12') });
    expect(
      life.command('patient-204', 'putOnHold', { until: null, reason: 'Travelling' }, { as }),
    ).toMatchObject({ code: 'careOver' });
  });
  it('end together when the customer leaves', () => {
    const life = inCare();
    const done = new Set<string>();
    runPolicies(life, months, day('2026-11-10'), done);
    (life.log as unknown[]).push({
      ...life.log[0],
      id: 'exit',
      stream: 'customer-90',
      type: 'CustomerExited',
      at: new Date(day('2026-11-12')).toISOString(),
      data: { on: '2026-11-12' },
    });
    runPolicies(life, months, day('2026-11-12'), done);
    expect(life.state('cccase-204202611')).toMatchObject({ stage: 'closed', closedWhy: 'exited' });
  });
});

describe('a critical potassium at two in the night', () => {
  const night = day('2026-11-18', '02:00');
  const minute = 60_000;
  function rung(until: number): Life {
    const life = openCare([notice], careStreams);
    life.must(
      'escalation-new',
      'raise',
      {
        patientId: 204,
        source: 'lab',
        severity: 'critical',
        name: 'Potassium',
        text: 'Potassium 6.8 mmol/L',
      },
      { as: carers.meera, now: night },
    );
    runPolicies(life, [watchEscalation, notifyOfEscalation], until);
    return life;
  }
  it('alerts every five minutes and escalates a level every fifteen', () => {
    const life = rung(night + 31 * minute);
    const rings = life.log
      .filter(({ type }) => type === 'EscalationRang')
      .map(({ at }) => (Date.parse(at) - night) / minute);
    const levels = life.log
      .filter(({ type }) => type === 'EscalationLevelRaised')
      .map(({ at, data }) => [(Date.parse(at) - night) / minute, data.level]);
    expect(levels).toEqual([
      [15, 2],
      [30, 3],
    ]);
    expect(rings).toEqual([5, 10, 20, 25]);
  });
  it('goes on for as long as nobody acknowledges it', () => {
    const life = rung(night + 180 * minute);
    expect(life.state('escalation-1')).toMatchObject({ stage: 'raised', level: 3 });
    expect(life.log.filter(({ type }) => type === 'EscalationRang').length).toBeGreaterThan(20);
  });
  it('notifies people on every alert, despite quiet hours, without patient data', () => {
    const life = rung(night + 10 * minute);
    const pushed = life.log.filter(({ type }) => type === 'NotificationPushed');
    expect(pushed.length).toBeGreaterThan(2);
    for (const { data } of pushed)
      expect(data).toMatchObject({ urgent: true, push: true, values: { ref: 'EC-000001', level: 1 } });
    expect(JSON.stringify(pushed.map(({ data }) => data))).not.toMatch(/Potassium|Lakshmi/);
  });
});
