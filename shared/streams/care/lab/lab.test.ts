import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import type { Viewer } from '../../../core/permission.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { unique } from '../../core/unique.ts';
import { carers, openCare } from '#tests/kit/care.ts';
import { wednesday, type Life } from '#tests/kit/life.ts';
import { orderStages } from './laborder-state.ts';
import { labOrderMachine } from './laborder.machine.ts';
import { laborder } from './laborder.ts';
import { reportStages } from './labreport-state.ts';
import { labReportMachine } from './labreport.machine.ts';
import { digitizationRules } from './labreport-work.ts';
import { labreport } from './labreport.ts';

const iso = (at: number): string => new Date(at).toISOString();
const paper = {
  ...{
    patientId: 204,
    orderId: null,
    labId: 1,
    labName: null,
    reportNo: 'CD-1001',
    collectedAt: iso(wednesday - 7_200_000),
    reportedAt: iso(wednesday - 3_600_000),
  },
  ...{
    patientName: 'Mrs. RAO LAKSHMI',
    files: [{ fileId: 'abc', name: 'report.pdf', mime: 'application/pdf' }],
    suspected: false,
  },
};
const potassium = (value: number, more: object = {}) => ({
  assayId: 1,
  value,
  text: null,
  unit: 'mmol/L',
  labLow: 3.5,
  labHigh: 5,
  ...more,
});
const item = 'queueitem-labReportsDigitization-1';

/** One page of this patient, one of another. */
const uploaded = (stream: string): unknown =>
  stream === 'file-abc'
    ? { exists: true, for: 'patient-204' }
    : stream === 'file-other'
      ? { exists: true, for: 'patient-205' }
      : undefined;

function received(more: object = {}): Life {
  const life = openCare([labreport, laborder, queueitem, agentwork, unique], (stream) => uploaded(stream));
  life.must('labreport-new', 'receive', { ...paper, ...more }, { as: carers.meera });
  const face = queueFace(digitizationRules, {
    subject: 'labreport-1',
    ref: 'LR-000001',
    pooId: 1,
    language: null,
    enteredAt: wednesday,
    clockFrom: wednesday,
  });
  life.must(item, 'enter', face);
  return life;
}
const give = (life: Life, command: string, input: object = {}, as: Viewer = carers.digitizer) =>
  life.command('labreport-1', command, input, { as });
const claim = (life: Life, as: Viewer) => life.must(item, 'claim', {}, { as });
function digitized(results: readonly object[] = [potassium(6.4)], more: object = {}): Life {
  const life = received(more);
  claim(life, carers.digitizer);
  for (const done of [give(life, 'startDigitization'), give(life, 'submitDigitization', { results })])
    expect(done).toHaveProperty('events');
  return life;
}
function checking(life: Life): Life {
  claim(life, carers.checker);
  expect(give(life, 'startCheck', {}, carers.checker)).toHaveProperty('events');
  return life;
}

describe('a lab report', () => {
  it('knows all its stages and reaches each', () => {
    for (const [machine, stages] of [
      [labReportMachine, reportStages],
      [labOrderMachine, orderStages],
    ] as const) {
      const reached = getShortestPaths(machine).map(({ state }) => String(state.value));
      expect([...stages].filter((stage) => !reached.includes(stage))).toEqual([]);
    }
  });
  it.each([
    [{ reportedAt: iso(wednesday + 1) }, 'reportInFuture'],
    [{ collectedAt: iso(wednesday) }, 'collectedAfterReport'],
    [{ patientId: 999 }, 'patientUnknown'],
    [{ labId: null }, 'required'],
    [{ files: [{ fileId: 'none', name: 'x', mime: 'image/png' }] }, 'fileUnknown'],
    [{ files: [{ fileId: 'other', name: 'x', mime: 'image/png' }] }, 'fileUnknown'],
    [{ files: [] }, 'required'],
    [{ orderId: 7 }, 'orderOfAnother'],
  ])('with %j is refused: %s', (more, code) => {
    const life = openCare([labreport, unique], (stream) => uploaded(stream));
    expect(
      life.command('labreport-new', 'receive', { ...paper, ...more }, { as: carers.meera }),
    ).toMatchObject({ code });
  });
  it('of the same laboratory and number comes once', () =>
    expect(
      received().command('labreport-new', 'receive', { ...paper, reportNo: 'cd 1001' }, { as: carers.meera }),
    ).toMatchObject({ code: 'reportDuplicate' }));
  it('is worked on by whoever claimed it', () => {
    const life = received();
    expect(give(life, 'startDigitization')).toMatchObject({ code: 'notClaimedByYou', status: 423 });
    expect(give(life, 'verify', {}, carers.checker)).toMatchObject({ code: 'reportStage' });
  });
  it('is typed by one and verified by another', () => {
    const life = digitized();
    expect(life.state('labreport-1')).toMatchObject({
      stage: 'digitized',
      isDigFlag: 1,
      digitizer: { empId: 121 },
    });
    expect(life.state(item).stage).toBe('waiting');
    const both = { ...carers.checker, empId: 121 };
    expect(life.command(item, 'claim', {}, { as: both })).toMatchObject({ code: 'notForYou', status: 403 });
  });
  it('that is verified with a critical result raises an escalation in the same commit', () => {
    const life = checking(digitized());
    const done = life.must('labreport-1', 'verify', {}, { as: carers.checker });
    expect(done.events.map(({ type }) => type)).toEqual([
      'LabReportVerified',
      'EscalationRaised',
      'CareEscalationNoted',
      'QueueItemCompleted',
      'WorkEnded',
    ]);
    expect(life.state('escalation-1').face.cause).toMatchObject({
      stream: 'labreport-1',
      name: 'Potassium',
      value: 6.4,
      flag: 'HH',
    });
  });
  it('under another name needs a reason', () => {
    const life = checking(digitized([potassium(4)], { patientName: 'Suresh Patil' }));
    expect(give(life, 'verify', {}, carers.checker)).toMatchObject({
      code: 'reportNameMismatch',
      details: { patient: 'Lakshmi Rao' },
    });
    expect(give(life, 'verify', { nameReason: 'Maiden name on the report' }, carers.checker)).toHaveProperty(
      'events',
    );
  });
  it('that was sent back goes to its digitizer again', () => {
    const life = checking(digitized());
    life.must('labreport-1', 'sendBack', { reason: 'Unit is wrong' }, { as: carers.checker });
    expect(life.state('labreport-1')).toMatchObject({ stage: 'sentBack', isDigFlag: 0 });
    claim(life, carers.digitizer);
    expect(give(life, 'startDigitization')).toHaveProperty('events');
  });
  it('is verified by nobody who typed any of it, in whatever round', () => {
    const life = checking(digitized());
    life.must('labreport-1', 'sendBack', { reason: 'Unit is wrong' }, { as: carers.checker });
    // The checker types the second round; the first typist may not verify it either.
    claim(life, carers.checker);
    expect(give(life, 'startDigitization', {}, carers.checker)).toHaveProperty('events');
    expect(give(life, 'submitDigitization', { results: [potassium(6.4)] }, carers.checker)).toHaveProperty(
      'events',
    );
    expect(life.state(item).face.notFor).toEqual([carers.digitizer.empId, carers.checker.empId]);
    const both = { ...carers.digitizer, rights: carers.checker.rights };
    expect(life.command(item, 'claim', {}, { as: both })).toMatchObject({ refused: true });
    const third = { ...carers.lead, rights: carers.checker.rights };
    life.must(item, 'claim', {}, { as: third });
    expect(give(life, 'startCheck', {}, third)).toHaveProperty('events');
    expect(life.state('labreport-1').typists).toEqual([carers.digitizer.empId, carers.checker.empId]);
  });
  it('given one that its typist holds, when they check or verify it, then both are refused', () => {
    let holder: number | null = carers.digitizer.empId;
    const life = openCare([labreport, laborder, unique], (stream) =>
      stream === item
        ? { stage: 'working', lease: { leaseId: 'one', empId: holder }, face: { notFor: [] } }
        : uploaded(stream),
    );
    life.must('labreport-new', 'receive', paper, { as: carers.meera });
    give(life, 'startDigitization');
    give(life, 'submitDigitization', { results: [potassium(6.4)] });
    const typist = { ...carers.digitizer, rights: carers.checker.rights };
    expect(give(life, 'startCheck', {}, typist)).toMatchObject({ code: 'digitizerIsVerifier', status: 403 });
    holder = carers.checker.empId;
    expect(give(life, 'startCheck', {}, carers.checker)).toHaveProperty('events');
    holder = carers.digitizer.empId;
    expect(give(life, 'verify', {}, typist)).toMatchObject({ code: 'digitizerIsVerifier', status: 403 });
    expect(life.state('labreport-1').stage).toBe('inCheck');
  });
  it('is shared only once it is verified, and crossed out but not deleted', () => {
    const life = checking(digitized([potassium(4)]));
    const share = () => life.command('labreport-1', 'share', { channel: 'paper' }, { as: carers.meera });
    expect(share()).toMatchObject({ code: 'shareUnverified' });
    life.must('labreport-1', 'verify', {}, { as: carers.checker });
    expect(share()).toHaveProperty('events');
    life.must('labreport-1', 'markEnteredInError', { reason: 'Wrong patient' }, { as: carers.checker });
    expect(life.state('labreport-1')).toMatchObject({ stage: 'enteredInError', results: [{ value: 4 }] });
  });
});

describe('a result', () => {
  const submit = (results: readonly object[], prepared?: object) => {
    const life = received();
    claim(life, carers.digitizer);
    give(life, 'startDigitization');
    return life.command('labreport-1', 'submitDigitization', { results }, { as: carers.digitizer, prepared });
  };
  it('is converted and kept as told', () => {
    const done = submit([
      { assayId: 2, value: 132.6, text: null, unit: 'µmol/L', labLow: null, labHigh: null },
    ]);
    expect(done).toMatchObject({
      answer: {
        results: [
          {
            value: 1.5,
            unit: 'mg/dL',
            original: { value: 132.6, unit: 'µmol/L' },
            flag: 'H',
            loinc: '2160-0',
          },
        ],
      },
    });
  });
  it.each([
    [potassium(4, { unit: 'mg/dL' }), 'resultUnitMismatch'],
    [potassium(4, { unit: null }), 'resultUnitMismatch'],
    [potassium(44), 'resultImpossible'],
    [{ ...potassium(4), value: null }, 'resultMissing'],
    [potassium(4, { assayId: 9 }), 'assayUnknown'],
  ])('like %j is refused: %s', (result, code) => expect(submit([result])).toMatchObject({ code }));
  it('belongs to a test that was ordered, and stands once', () => {
    expect(submit([potassium(4)], { allowed: [2] })).toMatchObject({ code: 'assayNotInTest' });
    expect(submit([potassium(4), potassium(4.1)])).toMatchObject({ code: 'resultTwice' });
  });
});

describe('a lab order', () => {
  const react = { patientId: 204, labId: 1, testIds: [1], doctorId: 1, source: 'careConnect' };
  const opened = (): Life => {
    const life = openCare([laborder]);
    life.must('laborder-new', 'order', react, { as: carers.meera });
    return life;
  };
  const step = (life: Life, command: string, input: object = {}) =>
    life.command('laborder-1', command, input, { as: carers.meera });
  it('adds up what its tests cost', () =>
    expect(opened().state('laborder-1').order).toMatchObject({
      ref: 'LO-000001',
      pricePaise: 45_000,
      labName: 'City Diagnostics',
    }));
  it('for a patient who has died is refused', () =>
    expect(
      openCare([laborder]).command(
        'laborder-new',
        'order',
        { ...react, patientId: 205 },
        { as: carers.meera },
      ),
    ).toMatchObject({ refused: true }));
  it('goes from collection to the lab; a rejected sample is collected again', () => {
    const life = opened();
    expect(step(life, 'bookCollection', { at: iso(wednesday - 1), appointmentId: null })).toMatchObject({
      code: 'collectionPast',
    });
    for (const [command, input] of [
      ['bookCollection', { at: iso(wednesday + 86_400_000), appointmentId: null }],
      ['collectSample', {}],
      ['rejectSample', { reason: 'Haemolysed' }],
      ['collectSample', {}],
      ['sendToLab', {}],
    ] as const)
      expect(step(life, command, input)).toHaveProperty('events');
    expect(step(life, 'cancel', { reason: 'Too late' })).toMatchObject({
      code: 'orderStage',
      details: { stage: 'stage.sentToLab' },
    });
  });
});
