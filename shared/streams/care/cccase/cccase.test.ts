import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import type { StoredEvent } from '../../../core/event.ts';
import type { Viewer } from '../../../core/permission.ts';
import { instantOf } from '../../../core/day.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { audit } from '../../core/audit.ts';
import { carers, openCare, patient } from '#tests/kit/care.ts';
import { isRefusal } from '../../../core/refusal.ts';
import type { Life } from '#tests/kit/life.ts';
import { assessment } from './assessment.ts';
import { carecustomer } from './carecustomer.ts';
import { carekit } from './carekit.ts';
import { careCaseMachine, caseStages } from './cccase.machine.ts';
import { cccase } from './cccase.ts';
import { caseIdOf, dueOf, monthAfter, monthBefore, openingOf, readCaseId } from './months.ts';
import { kitFor, sections } from './sections.ts';
import { dataSteps } from './state.ts';

const key = '204202611';
const item = `queueitem-cc-queue-${key}`;
const opening = openingOf('2026-11', 10);
const now = instantOf('2026-11-10', '10:30');
const minute = 60_000;
const required = [
  { loinc: '8480-6', name: 'Systolic blood pressure' },
  { loinc: '8462-4', name: 'Diastolic blood pressure' },
];

function opened(more: object = {}, others: Readonly<Record<string, unknown>> = {}): Life {
  const life = openCare([cccase, assessment, carekit, carecustomer, queueitem, agentwork, audit], (stream) =>
    stream === 'patient-204' ? { ...patient, ...more } : others[stream],
  );
  life.command(`cccase-${key}`, 'open', { customerId: 90 }, { now: opening, prepared: { required } });
  return life;
}
function enter(life: Life, id = key): void {
  const rules = {
    name: 'cc-queue',
    group: 'Out Bound',
    entity: 'cc-queue',
    lease: { group: 'calls', limit: 1 },
    sla: { clock: 'business', warnMs: 1, breachMs: 2 },
    parkLimit: 3,
  } as const;
  life.must(
    `queueitem-cc-queue-${id}`,
    'enter',
    queueFace(rules, {
      subject: `cccase-${id}`,
      ref: 'CC',
      pooId: 1,
      language: null,
      enteredAt: now,
      clockFrom: now,
    }),
  );
}
const give = (life: Life, command: string, input: object = {}, as: Viewer = carers.meera, at = now) =>
  life.command(`cccase-${key}`, command, input, { as, now: at });
function started(life = opened()): Life {
  enter(life);
  life.must(item, 'claim', {}, { as: carers.meera, now });
  expect(give(life, 'start')).toHaveProperty('events');
  return life;
}
function pressure(life: Life, upper: number, lower: number): void {
  const values = [
    { vitalId: 1, value: upper, unit: 'mmHg' },
    { vitalId: 2, value: lower, unit: 'mmHg' },
  ];
  life.must(
    'vital-new',
    'record',
    {
      patientId: 204,
      values,
      takenAt: new Date(now).toISOString(),
      source: 'phoneReported',
      context: null,
      position: null,
      deviceId: null,
    },
    { as: carers.meera, now },
  );
}
function collected(): Life {
  const life = started();
  pressure(life, 136, 84);
  for (const step of dataSteps)
    expect(give(life, 'completeStep', { step, note: 'told by phone' })).toHaveProperty('events');
  return life;
}
function written(life: Life): Life {
  for (const section of sections)
    life.must(
      `assessment-${key}`,
      'writeSection',
      { section, text: `About ${section}` },
      { as: carers.meera, now },
    );
  return life;
}

describe('months', () => {
  it('number a case by patient and month', () => {
    expect([caseIdOf(204, '2026-11'), readCaseId('204202611')]).toEqual([
      204202611,
      { patientId: 204, month: '2026-11' },
    ]);
    expect([monthAfter('2026-12'), monthBefore('2026-01'), monthAfter('2026-01')]).toEqual([
      '2027-01',
      '2025-12',
      '2026-02',
    ]);
  });
  it('begin at six in the morning of India, in February too', () =>
    expect(new Date(openingOf('2028-02', 28)).toISOString()).toBe('2028-02-28T00:30:00.000Z'));
});

describe('a care case', () => {
  it('knows all its stages and reaches each', () => {
    const reached = getShortestPaths(careCaseMachine).map(({ state }) => String(state.value));
    expect(caseStages.filter((stage) => !reached.includes(stage))).toEqual([]);
  });
  it('opens on its cycle day with its due day, and once', () => {
    const life = opened();
    expect(life.state(`cccase-${key}`)).toMatchObject({
      stage: 'due',
      face: {
        name: 'Lakshmi Rao',
        age: 65,
        dueAt: new Date(dueOf('2026-11', 10)).toISOString(),
        reviewBy: 'doctor',
      },
    });
    expect(life.command(`cccase-${key}`, 'open', { customerId: 90 }, { now: opening })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(
      openCare([cccase, assessment, carecustomer]).command(
        `cccase-${key}`,
        'open',
        { customerId: 90 },
        { now: opening - 1 },
      ),
    ).toMatchObject({
      code: 'noLongerNeeded',
    });
  });
  it.each([
    ['on hold', { careStage: 'onHold' }, {}, 'onHold'],
    ['dead', { careStage: 'deceased' }, {}, 'deceased'],
    ['of a customer who left', {}, { 'customer-90': { stage: 'exited' } }, 'exited'],
  ])('of a patient who is %s is withheld, so that the next month is planned', (_title, more, others, why) => {
    const life = opened(more, others);
    expect(life.state(`cccase-${key}`)).toMatchObject({ stage: 'withheld', closedWhy: why });
  });
  it('withheld by a hold is taken up in the same month, not in the next', () => {
    let away = true;
    const life = openCare([cccase, assessment, carecustomer], (stream) =>
      stream === 'patient-204' ? { ...patient, careStage: away ? 'onHold' : 'activeCare' } : undefined,
    );
    life.must(`cccase-${key}`, 'open', { customerId: 90 }, { now: opening });
    const back = (at: number) => life.command(`cccase-${key}`, 'reopen', { customerId: 90 }, { now: at });
    expect(back(now)).toMatchObject({ code: 'noLongerNeeded' });
    away = false;
    expect(back(instantOf('2026-12-01', '10:00'))).toMatchObject({ code: 'noLongerNeeded' });
    expect(back(now)).toHaveProperty('events');
    expect(life.state(`cccase-${key}`).stage).toBe('due');
  });
  it.each(['open', 'reopen', 'approve', 'returnAssessment'])(
    'says what is escalated when its row enters the queue: %s',
    (by) => {
      const escalations = { 7: { severity: 'critical', stage: 'raised' } };
      const file = { items: {}, vitals: {}, months: {}, escalations };
      let away = by === 'reopen';
      const state = written(collected()).state(`cccase-${key}`);
      const life = openCare([cccase, assessment, carecustomer], (stream) => {
        if (stream === 'carefile-204') return file;
        if (stream === `cccase-${key}` && by !== 'open' && by !== 'reopen')
          return { ...state, stage: 'doctorReview' };
        return stream === 'patient-204'
          ? { ...patient, careStage: away ? 'onHold' : 'activeCare' }
          : undefined;
      });
      if (by === 'reopen') life.must(`cccase-${key}`, 'open', { customerId: 90 }, { now: opening });
      away = false;
      const doctor = by === 'approve' || by === 'returnAssessment';
      const input =
        by === 'approve' ? { remarks: null } : doctor ? { reason: 'Goals are missing' } : { customerId: 90 };
      const done = life.must(`cccase-${key}`, by, input, {
        now: doctor ? now : by === 'open' ? opening : now,
        ...(doctor ? { as: carers.doctor } : {}),
      });
      const flagged = done.events.map(({ type, data }) =>
        type === 'CareCaseFlagged' ? [data.escalationId, data.severity, data.stage] : type,
      );
      expect(flagged.slice(0, 2)).toEqual([
        {
          open: 'CareCaseOpened',
          reopen: 'CareCaseReopened',
          approve: 'AssessmentApprovedByDoctor',
          returnAssessment: 'AssessmentReturned',
        }[by],
        [7, 'critical', 'raised'],
      ]);
    },
  );
  it('is worked on by whoever claimed it', () => {
    const life = opened();
    enter(life);
    expect(give(life, 'start')).toMatchObject({ code: 'notClaimedByYou', status: 423 });
  });
  it('begins while the month before is open only by a team lead', () => {
    const life = opened();
    enter(life);
    (life.log as StoredEvent[]).push(october(life));
    life.must(item, 'claim', {}, { as: carers.meera, now });
    expect(give(life, 'start')).toMatchObject({ code: 'previousMonthOpen', details: { month: '2026-10' } });
    life.must(item, 'release', {}, { as: carers.meera, now });
    life.must(item, 'claim', {}, { as: carers.lead, now });
    expect(give(life, 'start', {}, carers.lead)).toHaveProperty('events');
  });
  const ended = (life: Life, more: object, at = now) =>
    life.command(
      `cccase-${key}`,
      'settleCall',
      { callId: 1, code: 'RNR', agent: meera, nextAt: null, retryAt: null, ...more },
      { now: at },
    );
  const meera = { empId: carers.meera.empId, name: carers.meera.name };
  const later = new Date(now + 3_600_000).toISOString();
  it('waits for the next try when nobody was reached, and that counts', () => {
    const life = started();
    expect(ended(life, { retryAt: later })).toMatchObject({
      events: [
        { type: 'CareCaseParked', data: { missedAttempts: 1, until: later } },
        { type: 'QueueItemParked', data: { reason: 'RNR', until: later } },
        {},
      ],
    });
  });
  it('waits for the agreed time, which does not count as not reached', () => {
    expect(ended(started(), { code: 'CALLBACK', nextAt: later })).toMatchObject({
      events: [{ type: 'CareCaseParked', data: { missedAttempts: 0 } }, {}, {}],
    });
  });
  it('stays with the caller who reached the patient', () => {
    expect(ended(started(), { code: 'INFO_DONE' })).toMatchObject({ code: 'noLongerNeeded' });
  });
  it('stays with the caller after the third time: a team lead decides', () => {
    const life = started();
    const hour = 3_600_000;
    const unreached = (at: number) => ended(life, { retryAt: new Date(at + hour).toISOString() }, at);
    for (let n = 0; n < 3; n += 1) {
      expect(unreached(now + 2 * n * hour)).toHaveProperty('events');
      const until = new Date(now + (2 * n + 1) * hour).toISOString();
      life.must(item, 'return', { until }, { now: Date.parse(until) });
      life.must(item, 'claim', {}, { as: carers.meera, now: now + 2 * (n + 1) * hour });
    }
    expect(unreached(now + 6 * hour)).toMatchObject({ code: 'noLongerNeeded' });
  });
  it('asks for the vitals that the diagnoses need', () => {
    const life = started();
    expect(give(life, 'completeStep', { step: 'vitals', note: null })).toMatchObject({
      code: 'stepIncomplete',
      details: { vitals: required.map(({ name }) => name) },
    });
    pressure(life, 136, 84);
    expect(give(life, 'completeStep', { step: 'vitals', note: null })).toHaveProperty('events');
    expect(give(life, 'completeStep', { step: 'adherence', note: null })).toMatchObject({
      code: 'adherenceNote',
    });
  });
  it.each([
    ['2026-11-01T00:10:00+05:30', true],
    ['2026-10-31T23:50:00+05:30', false],
  ])('counts a reading by the month of India: %s', (takenAt, counts) => {
    const life = started();
    const values = [1, 2].map((vitalId) => ({ vitalId, value: vitalId === 1 ? 136 : 84, unit: 'mmHg' }));
    life.must(
      'vital-new',
      'record',
      {
        ...{ patientId: 204, values, takenAt: new Date(takenAt).toISOString(), source: 'phoneReported' },
        ...{ context: null, position: null, deviceId: null },
      },
      { as: carers.meera, now },
    );
    const done = give(life, 'completeStep', { step: 'vitals', note: null });
    expect('events' in done).toBe(counts);
  });
  it('comes back three times when nobody answers, then a team lead lets it go', () => {
    const life = started();
    for (let n = 1; n <= 3; n += 1) {
      const at = now + n * minute;
      expect(
        give(life, 'notReached', { until: new Date(at + 30_000).toISOString() }, carers.meera, at),
      ).toHaveProperty('events');
      life.must(item, 'return', { until: new Date(at + 30_000).toISOString() }, { now: at + 30_000 });
      life.must(item, 'claim', {}, { as: carers.meera, now: at + 40_000 });
      life.must(`cccase-${key}`, 'start', {}, { as: carers.meera, now: at + 40_000 });
    }
    expect(
      give(
        life,
        'notReached',
        { until: new Date(now + 10 * minute).toISOString() },
        carers.meera,
        now + 5 * minute,
      ),
    ).toMatchObject({ code: 'parkLimit' });
    expect(give(life, 'skip', { reason: 'Not reached' })).toMatchObject({ code: 'forbidden' });
    expect(give(life, 'skip', { reason: 'Not reached three times' }, carers.lead)).toHaveProperty('events');
    expect(life.state(`cccase-${key}`)).toMatchObject({ stage: 'closed', closedWhy: 'skipped' });
    expect(life.state(item).stage).toBe('removed');
  });
  it('is parked three times, whichever way', () => {
    const life = started();
    const until = (at: number): string => new Date(at + 30_000).toISOString();
    for (let n = 1; n <= 3; n += 1) {
      const at = now + n * minute;
      life.must(item, 'park', { until: until(at), reason: 'Asked for later' }, { as: carers.meera, now: at });
      life.must(item, 'return', { until: until(at) }, { now: at + 30_000 });
      life.must(item, 'claim', {}, { as: carers.meera, now: at + 40_000 });
    }
    const at = now + 5 * minute;
    expect(
      life.command(item, 'park', { until: until(at), reason: 'Again' }, { as: carers.meera, now: at }),
    ).toMatchObject({ code: 'parkLimit', details: { n: 3 } });
    life.must(`cccase-${key}`, 'start', {}, { as: carers.meera, now: at });
    expect(give(life, 'notReached', { until: until(at) }, carers.meera, at)).toMatchObject({
      code: 'parkLimit',
    });
  });
  it('is assessed once the data is complete, with ten sections that somebody wrote', () => {
    const life = collected();
    expect(life.state(`cccase-${key}`).stage).toBe('assessment');
    expect(give(life, 'submitAssessment')).toMatchObject({ code: 'sectionsEmpty' });
    written(life);
    expect(give(life, 'submitAssessment')).toHaveProperty('events');
    expect([life.state(`cccase-${key}`).stage, life.state(item).stage]).toEqual(['doctorReview', 'done']);
  });
  it('goes from the doctor back to its writer, or on to the kit', () => {
    const life = written(collected());
    life.must(`cccase-${key}`, 'submitAssessment', {}, { as: carers.meera, now });
    expect(give(life, 'approve', { remarks: null }, { ...carers.doctor, empId: 111 })).toMatchObject({
      code: 'ownAssessment',
    });
    life.must(
      `cccase-${key}`,
      'returnAssessment',
      { reason: 'Goals are missing' },
      { as: carers.doctor, now },
    );
    expect(life.state(`cccase-${key}`)).toMatchObject({ stage: 'assessment', returned: 'Goals are missing' });
    enter(life);
    life.must(item, 'claim', {}, { as: carers.meera, now });
    life.must(`cccase-${key}`, 'submitAssessment', {}, { as: carers.meera, now });
    expect(give(life, 'approve', { remarks: 'Well done' }, carers.doctor)).toHaveProperty('events');
    expect(life.state(`cccase-${key}`).stage).toBe('kitDraft');
  });
});

/** October is still open on the sheet. */
function october(life: Life): StoredEvent {
  const stream = 'carefile-204';
  const version = life.log.filter((event) => event.stream === stream).length + 1;
  return {
    ...life.log[0]!,
    stream,
    version,
    type: 'CareMonthNoted',
    data: { patientId: 204, month: '2026-10', caseId: 204202610, open: true },
  };
}

describe('a care kit', () => {
  function ready(): Life {
    const life = written(collected());
    life.must(`cccase-${key}`, 'submitAssessment', {}, { as: carers.meera, now });
    life.must(`cccase-${key}`, 'approve', { remarks: null }, { as: carers.doctor, now });
    enter(life);
    life.must(item, 'claim', {}, { as: carers.meera, now });
    life.must(`cccase-${key}`, 'start', {}, { as: carers.meera, now });
    return life;
  }
  it('is of a type that there is, and of another than asked for with a reason only', () => {
    const life = ready();
    expect([4, 5].map((iKitTypeId) => give(life, 'finalizeKit', { iKitTypeId }))).toMatchObject([
      { code: 'careKitTypeInvalid' },
      { code: 'careKitTypeInvalid' },
    ]);
    expect(give(life, 'finalizeKit', { iKitTypeId: 1 })).toMatchObject({
      code: 'kitReason',
      details: { kit: 'kitType.8' },
    });
    expect(give(life, 'finalizeKit', { iKitTypeId: 1, reason: 'Sugar is rising' })).toHaveProperty('events');
    expect(life.state('carekit-1')).toMatchObject({
      stage: 'finalized',
      kit: { iKitTypeId: 1, customerId: 90, sections: { watchoutfor: 'About watchoutfor' } },
    });
  });
  it('waits while something critical was not acknowledged', () => {
    const life = ready();
    life.must(`cccase-${key}`, 'finalizeKit', { iKitTypeId: 8 }, { as: carers.meera, now });
    life.must(
      'vital-new',
      'record',
      {
        ...{
          patientId: 204,
          takenAt: new Date(now).toISOString(),
          source: 'visit',
          context: null,
          position: null,
          deviceId: null,
        },
        values: [{ vitalId: 5, value: 84, unit: '%' }],
      },
      { as: carers.meera, now },
    );
    expect(give(life, 'sendKit')).toMatchObject({ code: 'escalationOpen' });
    life.must('escalation-1', 'acknowledge', {}, { as: carers.doctor, now });
    expect(give(life, 'sendKit')).toHaveProperty('events');
    expect([
      life.state(`cccase-${key}`).stage,
      life.state('carekit-1').stage,
      life.state(item).stage,
    ]).toEqual(['closed', 'sent', 'done']);
    expect(life.state('carefile-204').months['2026-11'].open).toBe(false);
  });
  it('is corrected by another version, received or returned', () => {
    const life = ready();
    life.must(`cccase-${key}`, 'finalizeKit', { iKitTypeId: 8 }, { as: carers.meera, now });
    const kit = (command: string, input: object) =>
      life.command('carekit-1', command, input, { as: carers.meera, now });
    expect(kit('acknowledge', { note: null })).toMatchObject({ code: 'kitNotSent' });
    expect(kit('reissue', { iKitTypeId: 4, reason: 'Wrong box' })).toMatchObject({
      code: 'careKitTypeInvalid',
    });
    expect(kit('reissue', { iKitTypeId: 7, reason: 'Wrong box' })).toMatchObject({
      events: [{ data: { version: 2 } }],
    });
    life.must(`cccase-${key}`, 'sendKit', {}, { as: carers.meera, now });
    expect(kit('dispatch', {})).toMatchObject({ code: 'kitWithMonth' });
    expect(kit('takeBack', { reason: 'Nobody at home' })).toHaveProperty('events');
    expect(kit('reissue', { iKitTypeId: 1, reason: 'The diabetes box was meant' })).toHaveProperty('events');
    expect(kit('dispatch', {})).toHaveProperty('events');
    expect(life.state('carekit-1')).toMatchObject({ stage: 'sent', kit: { version: 3, iKitTypeId: 1 } });
    expect(kit('digitize', {})).toMatchObject({ events: [{ data: { isDigFlag: 1 } }] });
  });
  it.each([
    [['Type 2 diabetes mellitus', 'Essential hypertension'], 3],
    [['Type 2 diabetes mellitus'], 1],
    [['Essential hypertension'], 2],
    [['Coronary artery disease', 'Essential hypertension'], 6],
    [['Hypothyroidism'], 7],
    [[], 8],
  ])('for %j is type %i', (diagnoses, type) => expect(kitFor(diagnoses)).toBe(type));
});

describe('an assessment', () => {
  it('takes last month over as a suggestion that has to be confirmed', () => {
    const before = {
      patientId: 204,
      month: '2026-10',
      sections: Object.fromEntries(
        sections.map((one) => [one, { text: `Of October: ${one}`, carried: false }]),
      ),
      goals: [{ goalId: 'g1', target: 'Walk', actual: 'yes', status: 'met' }],
      carriedFrom: null,
    };
    const life = started(opened({}, { 'assessment-204202610': before }));
    expect(life.state(`assessment-${key}`)).toMatchObject({
      carriedFrom: '2026-10',
      goals: [{ actual: null, status: 'open' }],
    });
    pressure(life, 130, 80);
    for (const step of dataSteps) give(life, 'completeStep', { step, note: 'ok, all well' });
    expect(give(life, 'submitAssessment')).toMatchObject({ code: 'sectionsCarried' });
    for (const section of sections)
      life.must(`assessment-${key}`, 'confirmSection', { section }, { as: carers.meera, now });
    expect(isRefusal(give(life, 'submitAssessment'))).toBe(false);
  });
  it('is never written over what a colleague wrote meanwhile', () => {
    const life = started();
    const write = (text: string, version?: number, as = carers.meera) =>
      life.command(
        `assessment-${key}`,
        'writeSection',
        { section: 'watchoutfor', text, version },
        { as, now },
      );
    expect(write('Swollen ankles', 0)).toHaveProperty('events');
    expect(write('Ankles', 0)).toMatchObject({
      code: 'sectionChanged',
      status: 409,
      details: { name: carers.meera.name },
    });
    expect(write('Ankles')).toMatchObject({ code: 'sectionChanged' });
    expect(write('Swollen ankles', 0)).toMatchObject({ events: [] });
    expect(write('Both ankles swollen', 1)).toHaveProperty('events');
    const goals = (target: string, version?: number) =>
      life.command(
        `assessment-${key}`,
        'setGoals',
        { goals: [{ goalId: 'g1', target, actual: null, status: 'open' }], version },
        { as: carers.meera, now },
      );
    expect(goals('Walk')).toHaveProperty('events');
    expect(goals('Swim')).toMatchObject({ code: 'goalsChanged' });
    expect(goals('Swim', 1)).toHaveProperty('events');
  });
  it('of another place, with a goal twice, or with no month before it is refused', () => {
    const life = started();
    const assess = (command: string, input: object, as: Viewer = carers.meera) =>
      life.command(`assessment-${key}`, command, input, { as, now });
    const far = { ...carers.meera, poos: [3] };
    expect(assess('writeSection', { section: 'watchoutfor', text: 'Ankles' }, far)).toMatchObject({
      code: 'caseUnknown',
      status: 422,
    });
    const goal = { goalId: 'g1', target: 'Walk', actual: null, status: 'open' };
    expect(assess('setGoals', { goals: [goal, { ...goal, target: 'Swim' }] })).toMatchObject({
      code: 'goalTwice',
      field: 'goals',
    });
    expect(assess('carryForward', {})).toMatchObject({ code: 'nothingToCarry' });
  });
  it('is closed while the doctor has it', () => {
    const life = written(collected());
    life.must(`cccase-${key}`, 'submitAssessment', {}, { as: carers.meera, now });
    expect(
      life.command(
        `assessment-${key}`,
        'writeSection',
        { section: 'watchoutfor', text: 'Late' },
        { as: carers.meera },
      ),
    ).toMatchObject({
      code: 'caseStage',
    });
  });
});
