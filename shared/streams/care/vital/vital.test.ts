import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../core/permission.ts';
import { carers, openCare } from '#tests/kit/care.ts';
import { wednesday } from '#tests/kit/life.ts';
import type { Life } from '#tests/kit/life.ts';

const now = wednesday;
const iso = (at: number): string => new Date(at).toISOString();
const day = 86_400_000;
const base = {
  patientId: 204,
  takenAt: iso(now),
  source: 'visit',
  context: null,
  position: null,
  deviceId: null,
};
const pressure = (upper: number, lower: number) => [
  { vitalId: 1, value: upper, unit: 'mmHg' },
  { vitalId: 2, value: lower, unit: 'mmHg' },
];
const note = (
  life: Life,
  values: readonly object[],
  more: object = {},
  as: Viewer = carers.meera,
  at = now,
) => life.command('vital-new', 'record', { ...base, values, ...more }, { as, now: at });
const types = (done: ReturnType<Life['command']>): string[] =>
  'events' in done ? done.events.map(({ type }) => type) : [`refused: ${done.code}`];

describe('a reading', () => {
  it('is kept in its own unit and as it was told', () => {
    const life = openCare();
    note(life, [{ vitalId: 6, value: 98.6, unit: '°F' }]);
    expect(life.state('vital-1').reading.values[0]).toMatchObject({
      value: 37,
      unit: 'Cel',
      original: { value: 98.6, unit: '°F' },
      flag: 'N',
      low: 36.1,
      high: 38,
    });
  });
  it('out of range is flagged in the same commit', () => {
    const done = note(openCare(), pressure(150, 95));
    expect(types(done)).toEqual(['VitalRecorded', 'VitalOutOfRangeFlagged', 'CareVitalsNoted']);
  });
  it('that is critical raises one escalation in the same commit', () => {
    const life = openCare();
    const done = note(life, pressure(190, 124));
    expect(types(done)).toEqual([
      'VitalRecorded',
      'VitalOutOfRangeFlagged',
      'CareVitalsNoted',
      'EscalationRaised',
      'CareEscalationNoted',
    ]);
    expect(life.state('escalation-1')).toMatchObject({
      stage: 'raised',
      level: 1,
      face: { severity: 'critical', cause: { stream: 'vital-1', value: 190, flag: 'HH' }, owner: 111 },
    });
  });
  it.each([
    [
      '19.0 instead of 190',
      [
        { vitalId: 1, value: 19, unit: 'mmHg' },
        { vitalId: 2, value: 80, unit: 'mmHg' },
      ],
      { code: 'vitalImpossible', details: { min: 40, max: 300 } },
    ],
    [
      '°F typed as °C',
      [{ vitalId: 6, value: 98.6, unit: 'Cel' }],
      { code: 'unitDoubtful', details: { meant: '[degF]' } },
    ],
    ['the lower value first', pressure(80, 120), { code: 'bpInverted' }],
    ['one part of a pressure', [{ vitalId: 1, value: 120, unit: 'mmHg' }], { code: 'bpIncomplete' }],
    ['an unknown unit', [{ vitalId: 3, value: 80, unit: 'furlong' }], { code: 'unitUnknown' }],
    ['a body mass index', [{ vitalId: 10, value: 25, unit: 'kg/m2' }], { code: 'bmiDerived' }],
    ['a vital that nobody listed', [{ vitalId: 99, value: 25, unit: '%' }], { code: 'vitalUnknown' }],
    [
      'the same vital twice',
      [...pressure(120, 80), { vitalId: 1, value: 121, unit: 'mmHg' }],
      { code: 'valueTwice' },
    ],
  ])('with %s is refused', (_title, values, refusal) =>
    expect(note(openCare(), values)).toMatchObject(refusal),
  );
  it.each([
    ['of tomorrow', { takenAt: iso(now + 1) }, 'takenInFuture'],
    ['of six weeks ago', { takenAt: iso(now - 42 * day) }, 'takenTooLongAgo'],
    ['of somebody who died', { patientId: 205 }, 'patientDeceased'],
    ['of nobody', { patientId: 999 }, 'patientUnknown'],
  ])('%s is refused', (_title, more, code) =>
    expect(note(openCare(), pressure(120, 80), more)).toMatchObject({ code }),
  );
  it('from paper may be old', () =>
    expect(
      types(note(openCare(), pressure(120, 80), { source: 'digitized', takenAt: iso(now - 400 * day) }))[0],
    ).toBe('VitalRecorded'));
  it('of another place is refused', () =>
    expect(note(openCare(), pressure(120, 80), {}, carers.mysuru)).toMatchObject({ code: 'patientUnknown' }));
  it('within two minutes of the last by the same person is asked about', () => {
    const life = openCare();
    note(life, pressure(120, 80));
    expect(note(life, pressure(122, 81), { takenAt: iso(now) }, carers.meera, now + 60_000)).toMatchObject({
      code: 'vitalTwice',
      status: 409,
    });
    expect(types(note(life, pressure(122, 81), { keepBoth: true }, carers.meera, now + 60_000))[0]).toBe(
      'VitalRecorded',
    );
    expect(types(note(life, pressure(122, 81), {}, { ...carers.doctor }, now + 60_000))[0]).toBe(
      'VitalRecorded',
    );
  });
  it('of glucose before breakfast has the narrower range', () => {
    const life = openCare();
    note(life, [{ vitalId: 7, value: 6.1, unit: 'mmol/L' }], { context: 'fasting' });
    note(life, [{ vitalId: 7, value: 110, unit: 'mg/dL' }], { context: 'random', keepBoth: true });
    expect([
      life.state('vital-1').reading.values[0].flag,
      life.state('vital-2').reading.values[0].flag,
    ]).toEqual(['H', 'N']);
  });
  it('of a weight brings the body mass index once the height is known', () => {
    const life = openCare();
    note(life, [{ vitalId: 9, value: 160, unit: 'cm' }]);
    note(life, [{ vitalId: 8, value: 72, unit: 'kg' }]);
    expect(life.state('vital-2').reading.values[1]).toMatchObject({
      loinc: '39156-5',
      value: 28.1,
      vitalId: null,
      flag: 'H',
    });
  });
  it('of a weight that moved by more than 5 % within a month raises an escalation', () => {
    const life = openCare();
    note(life, [{ vitalId: 8, value: 72, unit: 'kg' }], { takenAt: iso(now - 20 * day) });
    note(life, [{ vitalId: 8, value: 68, unit: 'kg' }]);
    expect(life.state('escalation-1')).toMatchObject({ face: { severity: 'high' } });
  });
});

describe('a reading that was wrong', () => {
  const opened = (): Life => {
    const life = openCare();
    note(life, pressure(190, 124));
    return life;
  };
  it('is corrected by a new one that is judged anew; both stay', () => {
    const life = opened();
    const done = life.command(
      'vital-1',
      'correct',
      { values: pressure(150, 94), reason: 'Read the wrong line' },
      { as: carers.meera, now: now + 3_600_000 },
    );
    expect(types(done)).toEqual([
      'VitalCorrected',
      'CareVitalsDropped',
      'VitalRecorded',
      'VitalOutOfRangeFlagged',
      'CareVitalsNoted',
    ]);
    expect([life.state('vital-1').status, life.state('vital-2').reading.replaces]).toEqual(['corrected', 1]);
    expect(
      life.command(
        'vital-1',
        'correct',
        { values: pressure(150, 94), reason: 'Once more' },
        { as: carers.meera },
      ),
    ).toMatchObject({
      code: 'alreadyCorrected',
    });
    expect(
      life.command(
        'vital-2',
        'correct',
        { values: pressure(15, 9), reason: 'Typed badly' },
        { as: carers.meera },
      ),
    ).toMatchObject({
      code: 'vitalImpossible',
    });
  });
  it('keeps the escalation it raised: nothing resolves it by itself', () => {
    const life = opened();
    life.must('vital-1', 'markEnteredInError', { reason: 'Another patient' }, { as: carers.meera });
    expect(life.state('vital-1').status).toBe('enteredInError');
    expect(life.state('escalation-1').stage).toBe('raised');
    expect(life.state('carefile-204').vitals['8480-6']).toEqual([]);
  });
  it('is withdrawn by its author for a day, by a doctor at any time', () => {
    const life = opened();
    const by = (as: Viewer, at: number) =>
      life.command('vital-1', 'markEnteredInError', { reason: 'Another patient' }, { as, now: at });
    expect(by({ ...carers.meera, empId: 112 }, now)).toMatchObject({ code: 'authorOrDoctor' });
    expect(by(carers.meera, now + day + 1)).toMatchObject({ code: 'authorTooLate' });
    expect(types(by(carers.doctor, now + 30 * day))).toContain('VitalMarkedEnteredInError');
  });
});
