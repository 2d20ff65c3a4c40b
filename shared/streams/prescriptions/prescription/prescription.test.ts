import { describe, expect, it } from 'vitest';
import type { Life } from '#tests/kit/life.ts';
import { checkedIn, openLife, people, wednesday } from '#tests/kit/life.ts';
import { unique } from '../../core/unique.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { agentwork } from '../../calls/agentwork.ts';
import type { Clinical } from '../checks/clinical.ts';
import { unknownClinical } from '../checks/clinical.ts';
import { curatedInteractions } from '../checks/interaction-table.ts';
import { alertsOf } from './checking.ts';
import type { Drug } from './content.ts';
import type { Received } from './events.ts';
import { prescription } from './prescription.ts';
import { receivedEvents } from './received.ts';

const rights = (...names: string[]) => new Set(names.map((name) => `Prescription/${name}`));
const entering = rights('pdList:view', 'pdList:edit', 'AdhocPrescription:create');
const one = { ...people.agent1!, name: 'Suresh', rights: entering };
const two = { ...people.agent2!, name: 'Divya', rights: entering };
const three = { ...people.verifier!, name: 'Kiran', rights: entering };
const checker = {
  ...people.verifier2!,
  name: 'Nandini',
  rights: rights(
    'pdList:view',
    'pdList:edit',
    'prescriptionChecker:view',
    'prescriptionChecker:edit',
    'prescriptionChecker:approve',
    'prescriptionUpdate:edit',
  ),
};
const doctor = { ...people.doctor!, rights: rights('DoctorView:approve', 'prescriptionChecker:view') };
const rx = 'prescription-1';
const item = { entry: 'queueitem-pdList-1', check: 'queueitem-prescriptionChecker-1' };
const minute = 60_000;

const drug = (
  productId: number,
  name: string,
  atc: string,
  strength: number,
  schedule: Drug['schedules'] = ['H'],
): Drug => ({
  productId,
  name,
  form: 'TAB',
  schedules: schedule,
  molecules: [{ moleculeId: productId, inn: name, atc, strength, unit: 'mg' }],
  sold: true,
});
const products = {
  1: drug(1, 'Metformin', 'A10BA02', 500),
  2: drug(2, 'Cefixime', 'J01DD08', 200, ['H1']),
  3: drug(3, 'Amoxicillin', 'J01CA04', 500),
  4: drug(4, 'Morphine', 'N02AA01', 10, ['X']),
  5: drug(5, 'Insulin glargine', 'A10AE04', 100),
  6: drug(6, 'Warfarin', 'B01AA03', 5),
};
const molecule = (moleculeId: number, inn: string, atc: string, schedules: Drug['schedules']) => ({
  ...{ moleculeId, inn, atc, schedules, strength: null, unit: null },
});
const molecules = {
  8: molecule(8, 'Cefixime', 'J01DD08', ['H1']),
  9: molecule(9, 'Telmisartan', 'C09CA07', ['H']),
};
const byMolecule = (moleculeId: number) => ({
  ...{ productId: null, moleculeId, strength: 40, unit: 'mg', form: 'TAB' },
});
const found = { products, molecules, doctors: {} };
const clinical = (more: Partial<Clinical> = {}): Clinical => ({
  ...unknownClinical(curatedInteractions),
  ageYears: 65,
  gender: 'female',
  patientName: 'Lakshmi Rao',
  ...more,
});
const region = { fileId: 'f1', page: 1, x: 0.1, y: 0.2, w: 0.5, h: 0.05 };
const line = (no: number, productId: number, more: object = {}) => ({
  no,
  written: 'Tab as written',
  productId,
  moleculeId: null,
  strength: null,
  unit: null,
  form: null,
  dose: { kind: 'daily', m: 1, a: 0, e: 0, n: 1 },
  route: 'oral',
  food: 'after',
  days: 10,
  qty: 20,
  qtyReason: null,
  unsure: false,
  region: null,
  ...more,
});
const header = (more: object = {}) => ({
  writtenOn: '2026-11-17',
  prescriber: {
    doctorId: null,
    name: 'Dr Kavitha Rao',
    regNo: 'KMC 40001',
    address: 'City Hospital, Jayanagar',
  },
  patientAsWritten: 'Mrs. Lakshmi Rao',
  diagnosis: 'T2DM',
  signature: true,
  legible: true,
  caseType: 'chronic',
  repeats: 1,
  nextReviewOn: null,
  ...more,
});
const received: Omit<Received, 'ref'> = {
  pooId: 1,
  customerId: 3,
  patientId: 7,
  patientName: 'Lakshmi Rao',
  patientDob: '1961-04-02',
  patientGender: 'female',
  language: 'kn',
  source: 'upload',
  sessionId: 1,
  tpdId: null,
  caseType: 'chronic',
  files: [{ fileId: 'f1', name: 'page.jpg', mime: 'image/jpeg', rotation: 0, sha256: 'a'.repeat(64) }],
  consent: null,
  uploadedBy: { empId: 151, name: 'Pooja' },
  supersedes: null,
  verbal: null,
};

function waiting(more: Partial<Received> = {}): Life {
  const life = openLife([prescription, queueitem, agentwork], (stream) => checkedIn(stream));
  for (const event of receivedEvents(1, { ...received, ...more }, wednesday)) {
    const of = (life.log as any[]).filter(({ stream }) => stream === event.stream).length;
    (life.log as any[]).push({
      ...event,
      version: of + 1,
      at: new Date(wednesday).toISOString(),
      actor: { kind: 'system', empId: null, name: 'house' },
      id: `seed-${of}`,
      position: life.log.length + 1,
    });
  }
  return life;
}
function taken(life: Life, who: typeof one, now = wednesday): Life {
  life.must(item.entry, 'claim', {}, { as: who, now });
  life.must(rx, 'takeUp', {}, { as: who, now });
  return life;
}
const submit = (
  life: Life,
  lines: readonly object[],
  who = one,
  head: object = {},
  prepared: object = { ...found, clinical: clinical() },
) => life.command(rx, 'submitDigitization', { header: header(head), lines }, { as: who, prepared });
function checking(
  lines: readonly object[] = [line(1, 1)],
  head: object = {},
  more: Partial<Received> = {},
): Life {
  const life = taken(waiting(more), one);
  const done = submit(life, lines, one, head);
  if ('refused' in done) throw new Error(JSON.stringify(done));
  life.must(item.check, 'claim', {}, { as: checker });
  life.must(rx, 'startCheck', {}, { as: checker });
  return life;
}
const approve = (life: Life, facts: Partial<Clinical> = {}) =>
  life.command(rx, 'approve', {}, { as: checker, prepared: { clinical: clinical(facts) } });

describe('the entry', () => {
  it('begins with the claim of the row, and keeps the draft for the next person', () => {
    const life = waiting();
    expect(life.command(rx, 'takeUp', {}, { as: one })).toMatchObject({ code: 'leaseLost', status: 410 });
    taken(life, one);
    expect(life.state(item.entry)).toMatchObject({ stage: 'working' });
    const draft = { header: { writtenOn: '2026-11-17' }, lines: [{ no: 1, written: 'Met' }] };
    life.must(rx, 'saveDraft', draft, { as: one });
    expect(life.must(rx, 'saveDraft', draft, { as: one }).events).toEqual([]);
    life.must(item.entry, 'expireLease', { leaseId: life.state(item.entry).lease.leaseId });
    expect(life.command(rx, 'saveDraft', draft, { as: one })).toMatchObject({ code: 'leaseLost' });
    taken(life, two);
    expect(life.state(rx)).toMatchObject({
      digitizer: { name: 'Divya' },
      draft: { by: { name: 'Suresh' }, draft },
    });
  });
  it.each([
    [[line(1, 99)], 'notInList', 'lines.0.productId'],
    [[line(1, 1, { productId: null })], 'lineDrugMissing', 'lines.0.productId'],
    [[line(1, 1, { dose: { kind: 'daily', m: 0, a: 0, e: 0, n: 0 } })], 'lineDoseMissing', 'lines.0.dose'],
    [[line(1, 1, { qty: 30 })], 'lineQtyMismatch', 'lines.0.qty'],
    [[line(1, 1), line(1, 1)], 'lineTwice', 'lines.1.no'],
    [[line(1, 2)], 'regionMissing', 'lines.0.region'],
    [[line(1, 1, { ...byMolecule(9), strength: null })], 'lineStrengthMissing', 'lines.0.strength'],
  ])('is refused where a line is wrong: %#', (lines, code, field) => {
    expect(submit(taken(waiting(), one), lines)).toMatchObject({ code, field, status: 422 });
  });
  it('accepts another quantity with a reason, and no future date', () => {
    expect(
      submit(taken(waiting(), one), [line(1, 1, { qty: 30, qtyReason: 'three strips of ten' })]),
    ).not.toHaveProperty('refused');
    expect(submit(taken(waiting(), one), [line(1, 1)], one, { writtenOn: '2026-11-19' })).toMatchObject({
      code: 'dateInFuture',
      field: 'header.writtenOn',
    });
  });
  it('goes straight to the check where no line is risky', () => {
    const life = taken(waiting(), one);
    const done = submit(life, [line(1, 1)]);
    expect('events' in done && done.events.map(({ type }) => type)).toEqual([
      'PrescriptionDigitized',
      'QueueItemEntered',
      'QueueItemCompleted',
      'WorkEnded',
    ]);
    expect(life.state(rx)).toMatchObject({ stage: 'awaitingCheck', isDigFlag: 1 });
    expect(life.state('agentwork-101').items).toEqual({});
  });
  it('enters a molecule of Schedule H1 twice, as its products', () => {
    const life = taken(waiting(), one);
    expect(submit(life, [line(1, 1, { ...byMolecule(8), region })])).toMatchObject({
      answer: { repeat: [{ no: 1, reasons: ['scheduleH1'] }] },
    });
    expect(life.state(rx).first.lines[0].drug).toEqual({
      productId: null,
      name: 'Cefixime 40 mg',
      form: 'TAB',
      schedules: ['H1'],
      molecules: [{ moleculeId: 8, inn: 'Cefixime', atc: 'J01DD08', strength: 40, unit: 'mg' }],
      sold: false,
    });
  });
  it('asks the customer, waits outside the desk, and returns at its rank', () => {
    const life = taken(waiting(), one);
    life.must(rx, 'askClarification', { text: 'Which strength?', to: 'customer' }, { as: one });
    expect(life.state(item.entry).stage).toBe('removed');
    life.must(rx, 'answerClarification', { text: '500 mg' }, { as: two, now: wednesday + 60 * minute });
    expect(life.state(rx)).toMatchObject({ stage: 'pending', answer: '500 mg' });
    expect(life.state(item.entry)).toMatchObject({
      stage: 'waiting',
      face: { enteredAt: new Date(wednesday).toISOString() },
    });
  });
  it('asks a doctor, who answers in time or is reminded', () => {
    const asks = (to: 'doctor' | 'customer'): Life => {
      const life = taken(waiting(), one);
      life.must(rx, 'askClarification', { text: 'Which strength is meant?', to }, { as: one });
      return life;
    };
    const answers = { ...people.doctor!, rights: rights('DoctorView:view', 'DoctorView:edit') };
    const answer = (life: Life, as = answers) =>
      life.command(rx, 'answerClarification', { text: '850 mg' }, { as });
    expect(answer(asks('customer'))).toMatchObject({ code: 'questionNotForDoctor', status: 403 });
    expect(answer(asks('doctor'), { ...answers, poos: [3] })).toMatchObject({ status: 404 });
    expect(answer(asks('doctor'), { ...answers, rights: rights('DoctorView:view') })).toMatchObject({
      status: 403,
    });
    const life = asks('doctor');
    const { dueAt } = life.state(rx).question;
    expect(dueAt).toBe(new Date(wednesday + 4 * 60 * minute).toISOString());
    const overdue = (now: number, at = dueAt) =>
      life.command(rx, 'clarificationOverdue', { dueAt: at }, { now });
    expect(overdue(wednesday + 4 * 60 * minute - 1)).toMatchObject({ code: 'noLongerNeeded' });
    expect(overdue(wednesday + 300 * minute, new Date(wednesday).toISOString())).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(overdue(wednesday + 240 * minute)).toMatchObject({
      events: [{ type: 'ClarificationOverdue', data: { to: 'doctor', by: { empId: 101 }, patientId: 7 } }],
    });
    expect(answer(life)).not.toHaveProperty('refused');
    expect(life.state(rx)).toMatchObject({ stage: 'pending', answer: '850 mg' });
    expect(overdue(wednesday + 300 * minute)).toMatchObject({ code: 'noLongerNeeded' });
    expect(answer(life)).toMatchObject({ refused: true });
  });
  it('is rejected with a reason that the uploader receives', () => {
    const life = taken(waiting(), one);
    const done = life.must(rx, 'reject', { reason: 'unreadable', text: 'too dark to read' }, { as: one });
    expect(done.events[0]).toMatchObject({ data: { uploadedBy: { empId: 151 }, ref: 'RX-000001' } });
    expect(life.state(rx)).toMatchObject({ stage: 'rejected', isDigFlag: 0 });
  });
});

describe('the second entry', () => {
  const risky = [line(1, 1), line(2, 2, { region, days: 5, qty: 10 })];
  function first(): Life {
    const life = taken(waiting(), one);
    const done = submit(life, risky);
    expect(done).toMatchObject({ answer: { repeat: [{ no: 2, reasons: ['scheduleH1'] }] } });
    return life;
  }
  const again = (life: Life, lines: readonly object[], who = two) =>
    life.command(
      rx,
      'submitSecondEntry',
      { lines },
      { as: who, prepared: { ...found, clinical: clinical() } },
    );
  it('is required for the risky lines only, by somebody else', () => {
    const life = first();
    expect(life.state(rx)).toMatchObject({ stage: 'secondPending', isDigFlag: 0 });
    expect(life.command(item.entry, 'claim', {}, { as: one })).toMatchObject({
      code: 'notForYou',
      status: 403,
    });
    taken(life, two);
    expect(again(life, [risky[0]!, risky[1]!])).toMatchObject({ code: 'lineNotAsked', details: { line: 1 } });
    expect(again(life, [line(2, 2, { days: 5, qty: 10 })])).toMatchObject({ answer: { agreed: true } });
    expect(life.state(rx)).toMatchObject({
      stage: 'awaitingCheck',
      digitizer: { name: 'Suresh' },
      second: { name: 'Divya' },
    });
  });
  it('that differs goes to a third person, who decides each difference', () => {
    const life = taken(first(), two);
    expect(again(life, [line(2, 2, { days: 7, qty: 14 })])).toMatchObject({
      answer: { agreed: false, differences: 2 },
    });
    for (const reader of [one, two])
      expect(life.command(item.entry, 'claim', {}, { as: reader })).toMatchObject({
        code: 'notForYou',
        status: 403,
      });
    taken(life, three);
    const choose = (choices: readonly object[]) =>
      life.command(rx, 'decideDifferences', { choices }, { as: three, prepared: { clinical: clinical() } });
    expect(choose([{ no: 2, field: 'days', take: 'second' }])).toMatchObject({
      code: 'differencesOpen',
      details: { n: 1 },
    });
    choose([
      { no: 2, field: 'days', take: 'second' },
      { no: 2, field: 'qty', take: 'second' },
    ]);
    expect(life.state(rx)).toMatchObject({ stage: 'awaitingCheck', decider: { name: 'Kiran' } });
    expect(life.state(rx).lines[1]).toMatchObject({ days: 7, qty: 14 });
  });
  it('covers every line that is asked for', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 2, { region, days: 5, qty: 10 }), line(2, 5, { region, days: 5, qty: 10 })]);
    taken(life, two);
    expect(again(life, [line(1, 2, { days: 5, qty: 10 })])).toMatchObject({
      code: 'lineMissing',
      details: { line: 2 },
    });
  });
  it('given a row held by one who read the page, then it is refused by the prescription itself', () => {
    let holder = one;
    const life = openLife([prescription], (stream) =>
      stream === item.entry
        ? { stage: 'working', lease: { leaseId: 'l1', empId: holder.empId }, face: { notFor: [] } }
        : checkedIn(stream),
    );
    (life.log as any[]).push(...waiting().log);
    life.must(rx, 'startDigitization', {}, { as: one });
    submit(life, risky);
    const begin = (as: typeof one, command: string) => {
      holder = as;
      return life.command(rx, command, {}, { as });
    };
    expect(begin(one, 'startSecondEntry')).toMatchObject({ code: 'secondIsFirst', status: 403 });
    expect(begin(two, 'startSecondEntry')).not.toHaveProperty('refused');
    again(life, [line(2, 2, { days: 7, qty: 14 })]);
    for (const reader of [one, two])
      expect(begin(reader, 'startDeciding')).toMatchObject({ code: 'deciderIsReader', status: 403 });
    expect(begin(three, 'startDeciding')).not.toHaveProperty('refused');
  });
  it('excludes everybody who read the page from checking it', () => {
    const life = taken(first(), two);
    again(life, [line(2, 2, { days: 5, qty: 10 })]);
    const both = { ...two, rights: checker.rights };
    expect(life.command(item.check, 'claim', {}, { as: both })).toMatchObject({
      code: 'notForYou',
      status: 403,
    });
  });
});

describe('the check', () => {
  it('is not done by the person who digitized it, even after a change of role', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 1)]);
    const both = { ...one, rights: checker.rights };
    expect(life.command(item.check, 'claim', {}, { as: both })).toMatchObject({
      code: 'notForYou',
      status: 403,
    });
  });
  it('approves with the draft of an order, and counts unread alerts', () => {
    const life = checking([line(1, 1)], { patientAsWritten: 'Laxmi R' });
    const done = approve(life);
    expect('events' in done && done.events.map(({ type }) => type)).toEqual([
      'PrescriptionApproved',
      'QueueItemCompleted',
      'WorkEnded',
      'OrderDraftRequested',
    ]);
    expect('events' in done && done.events[0]!.data).toMatchObject({
      alerts: { shown: 1, unread: 1, overridden: 0 },
      register: [],
      retainUntil: '2028-11-18',
    });
    expect('events' in done && done.events[3]!.data.lines).toEqual([
      { no: 1, productId: 1, qty: 20, storeOnly: false },
    ]);
  });
  it.each([
    [{ signature: false }, {}, 'rxNoSignature'],
    [{ prescriber: { doctorId: null, name: 'Dr K', regNo: null, address: null } }, {}, 'rxDoctorUnknown'],
    [{ writtenOn: '2026-10-18' }, {}, 'rxTooOld'],
    [{ writtenOn: '2026-11-10', caseType: 'acute' }, {}, 'rxTooOld'],
  ])('refuses an incomplete document: %#', (head, facts, code) => {
    expect(approve(checking([line(1, 1)], head), facts)).toMatchObject({ code, status: 422 });
  });
  it('accepts a chronic prescription on its thirtieth day', () => {
    expect(approve(checking([line(1, 1)], { writtenOn: '2026-10-19' }))).not.toHaveProperty('refused');
  });
  it('stops at a confirmed allergy until a doctor overrides it', () => {
    const life = checking([line(1, 3)]);
    const allergies = [{ name: 'Penicillin', moleculeId: 3, atc: 'J01CA04', confirmed: true }];
    expect(approve(life, { allergies })).toMatchObject({
      code: 'allergyBlock',
      details: { molecule: 'Amoxicillin' },
    });
    const override = (as: typeof doctor) =>
      life.command(
        rx,
        'overrideAlert',
        { alertId: 'allergySubstance:1:3:Penicillin', reason: 'tolerated twice since, rash in childhood' },
        { as, prepared: { clinical: clinical({ allergies }) } },
      );
    expect(override(checker)).toMatchObject({ code: 'doctorOnly', status: 403 });
    expect(override(doctor)).not.toHaveProperty('refused');
    expect(approve(life, { allergies })).not.toHaveProperty('refused');
  });
  it('overrides only an alert that stands, and that may be', () => {
    const life = checking([line(1, 1)], { signature: false });
    const override = (alertId: string) =>
      life.command(
        rx,
        'overrideAlert',
        { alertId, reason: 'seen by the doctor herself' },
        { as: doctor, prepared: { clinical: clinical() } },
      );
    expect(override('allergySubstance:1:3:Penicillin')).toMatchObject({ code: 'alertGone', status: 409 });
    const alerts = alertsOf(life.state(rx), clinical(), '2026-11-18');
    const firm = alerts.find((alert) => alert.override === null)!;
    expect(override(firm.id)).toMatchObject({ code: 'alertFirm', details: { alert: `alert.${firm.kind}` } });
  });
  it('stops at one molecule twice, and at every other block', () => {
    expect(approve(checking([line(1, 1), line(2, 1)]))).toMatchObject({
      code: 'duplicateMolecule',
      details: { molecule: 'Metformin' },
    });
    const kidneys = { egfr: { value: 20, on: '2026-11-01' } };
    expect(approve(checking([line(1, 1)]), kidneys)).toMatchObject({
      code: 'alertOpen',
      details: { alert: 'alert.kidneyAvoid', line: 1 },
    });
  });
  it('decides and corrects lines that there are, and supplies products only', () => {
    const life = checking([line(1, 1, byMolecule(9))]);
    const decide = (no: number) =>
      life.command(rx, 'decideLine', { no, decision: 'supply', holdReason: null }, { as: checker });
    expect(decide(9)).toMatchObject({ code: 'lineUnknown', field: 'no' });
    expect(decide(1)).toMatchObject({ code: 'lineHasNoProduct', details: { line: 1 } });
    expect(correct(life, line(9, 1))).toMatchObject({ code: 'lineUnknown', field: 'line.no' });
  });
  it('takes an image later only for a verbal prescription', () => {
    expect(
      checking().command(rx, 'addImage', { fileIds: ['f2'] }, { as: one, prepared: { files: [] } }),
    ).toMatchObject({ code: 'notVerbal', status: 409 });
  });
  it('drops an override when the line is corrected', () => {
    const life = checking([line(1, 3)]);
    const allergies = [{ name: 'Penicillin', moleculeId: 3, atc: 'J01CA04', confirmed: true }];
    life.must(
      rx,
      'overrideAlert',
      { alertId: 'allergySubstance:1:3:Penicillin', reason: 'tolerated twice since' },
      { as: doctor, prepared: { clinical: clinical({ allergies }) } },
    );
    const done = life.must(
      rx,
      'correctLine',
      { line: line(1, 3, { days: 7, qty: 14 }), errorClass: 'duration' },
      { as: checker, prepared: found },
    );
    expect(done.events[0]!.data).toMatchObject({
      before: { days: 10 },
      after: { days: 7 },
      enteredBy: [{ name: 'Suresh' }],
    });
    expect(approve(life, { allergies })).toMatchObject({ code: 'allergyBlock' });
  });
  const correct = (life: Life, corrected: object) =>
    life.command(
      rx,
      'correctLine',
      { line: corrected, errorClass: 'drug' },
      { as: checker, prepared: found },
    );
  it.each([
    ['hold', 'asked the customer to call back'],
    ['stopped', 'the doctor stopped it'],
    ['patientHas', null],
    ['notStocked', null],
  ])('keeps a line on %s when it is corrected, and orders nothing', (decision, holdReason) => {
    const life = checking([line(1, 1)]);
    life.must(rx, 'decideLine', { no: 1, decision, holdReason }, { as: checker });
    expect(correct(life, line(1, 1, { days: 7, qty: 14 }))).not.toHaveProperty('refused');
    expect(life.state(rx).lines[0]).toMatchObject({ days: 7, decision, holdReason });
    const done = approve(life);
    expect('events' in done && done.events.some(({ type }) => type === 'OrderDraftRequested')).toBe(false);
  });
  it('supplies a molecule once its product is found', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 1, byMolecule(9))]);
    life.must(item.check, 'claim', {}, { as: checker });
    life.must(rx, 'startCheck', {}, { as: checker });
    expect(life.state(rx).lines[0]).toMatchObject({ decision: 'notStocked' });
    correct(life, line(1, 1));
    expect(life.state(rx).lines[0]).toMatchObject({ decision: 'supply' });
  });
  it.each([
    ['Schedule H1', 2],
    ['insulin', 5],
    ['warfarin', 6],
  ])('corrects no line into %s alone: two people enter it', (_name, productId) => {
    const life = checking([line(1, 1)]);
    expect(correct(life, line(1, productId, { region }))).toMatchObject({
      code: 'correctionNeedsTwo',
      status: 422,
      details: { line: 1 },
    });
    expect(life.state(rx).lines[0]).toMatchObject({ productId: 1 });
  });
  it('corrects no line alone that two people had to enter', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 6, { region })]);
    taken(life, two);
    life.must(
      rx,
      'submitSecondEntry',
      { lines: [line(1, 6)] },
      { as: two, prepared: { ...found, clinical: clinical() } },
    );
    life.must(item.check, 'claim', {}, { as: checker });
    life.must(rx, 'startCheck', {}, { as: checker });
    expect(correct(life, line(1, 6, { days: 5, qty: 10 }))).toMatchObject({ code: 'correctionNeedsTwo' });
    expect(correct(life, line(1, 1))).toMatchObject({ code: 'correctionNeedsTwo' });
    expect(correct(life, line(1, 6, { written: 'Tab Warf 5' }))).not.toHaveProperty('refused');
  });
  it('never orders Schedule X, but approves held lines', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 4, { region })]);
    taken(life, two);
    life.must(
      rx,
      'submitSecondEntry',
      { lines: [line(1, 4)] },
      { as: two, prepared: { ...found, clinical: clinical() } },
    );
    life.must(item.check, 'claim', {}, { as: checker });
    life.must(rx, 'startCheck', {}, { as: checker });
    expect(approve(life)).toMatchObject({ code: 'scheduleNotOrdered' });
    expect(
      life.command(rx, 'decideLine', { no: 1, decision: 'hold', holdReason: null }, { as: checker }),
    ).toMatchObject({ code: 'required' });
    life.must(
      rx,
      'decideLine',
      { no: 1, decision: 'hold', holdReason: 'never ordered here' },
      { as: checker },
    );
    const done = approve(life);
    expect('events' in done && done.events.some(({ type }) => type === 'OrderDraftRequested')).toBe(false);
  });
  it('writes the H1 register with the approval, and keeps it three years', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 2, { region, days: 5, qty: 10 })]);
    taken(life, two);
    life.must(
      rx,
      'submitSecondEntry',
      { lines: [line(1, 2, { days: 5, qty: 10 })] },
      { as: two, prepared: { ...found, clinical: clinical() } },
    );
    life.must(item.check, 'claim', {}, { as: checker });
    life.must(rx, 'startCheck', {}, { as: checker });
    const done = approve(life);
    expect('events' in done && done.events[0]!.data).toMatchObject({
      register: [
        {
          drug: 'Cefixime',
          qty: 10,
          prescriber: 'Dr Kavitha Rao',
          prescriberAddress: 'City Hospital, Jayanagar',
          patient: 'Lakshmi Rao',
        },
      ],
      retainUntil: '2029-11-18',
    });
  });
  it('sends back to the person who entered it, who has half an hour before others', () => {
    const life = checking();
    life.must(rx, 'sendBack', { reason: 'the strength is not what is written' }, { as: checker });
    expect(life.state(rx)).toMatchObject({
      stage: 'sentBack',
      isDigFlag: 0,
      sentBack: { to: { name: 'Suresh' } },
    });
    life.must(item.entry, 'claim', {}, { as: two });
    expect(life.command(rx, 'takeUp', {}, { as: two })).toMatchObject({
      code: 'sentBackToAnother',
      details: { name: 'Suresh' },
    });
    life.must(rx, 'takeUp', {}, { as: two, now: wednesday + 30 * minute });
    expect(life.state(rx).digitizer).toMatchObject({ name: 'Divya' });
  });
});

describe('maker and checker', () => {
  const everything = new Set([...entering, ...checker.rights]);
  const all = (who: typeof one) => ({ ...who, rights: everything });
  const sentBack = (life: Life): Life => {
    life.must(rx, 'sendBack', { reason: 'line 1 is not what is written' }, { as: checker });
    return life;
  };
  const half = wednesday + 31 * minute;
  const refused = { code: 'notForYou', status: 403 };
  it('are two people over every round of the entry', () => {
    const life = taken(sentBack(checking()), two, half);
    submit(life, [line(1, 1)], two);
    for (const typist of [one, two])
      expect(life.command(item.check, 'claim', {}, { as: all(typist) })).toMatchObject(refused);
    life.must(item.check, 'claim', {}, { as: checker });
    expect(life.command(rx, 'startCheck', {}, { as: checker })).not.toHaveProperty('refused');
    expect(
      life.command(
        rx,
        'overrideAlert',
        { alertId: 'nameDiffers', reason: 'spelt as the family spells it' },
        { as: all(one), prepared: { clinical: clinical({ patientName: 'Meena' }) } },
      ),
    ).toMatchObject({ code: 'checkerIsDigitizer', status: 403 });
  });
  it('are two people where one typed a draft that another went on with', () => {
    const life = taken(waiting(), one);
    life.must(rx, 'saveDraft', { header: {}, lines: [{ written: 'Met' }] }, { as: one });
    life.must(item.entry, 'expireLease', { leaseId: life.state(item.entry).lease.leaseId });
    submit(taken(life, two), [line(1, 1)], two);
    expect(life.command(item.check, 'claim', {}, { as: all(one) })).toMatchObject(refused);
  });
  it('are two people where the entered version is replaced', () => {
    const life = checking();
    approve(life);
    life.must(
      'prescription-2',
      'amend',
      { of: 1, reason: 'one more line by phone', header: header(), lines: [line(1, 1), line(2, 3)] },
      { as: { ...three, rights: checker.rights }, prepared: { ...found, clinical: clinical() } },
    );
    const desk = 'queueitem-prescriptionChecker-2';
    for (const typist of [one, three])
      expect(life.command(desk, 'claim', {}, { as: all(typist) })).toMatchObject(refused);
    expect(life.command(desk, 'claim', {}, { as: checker })).not.toHaveProperty('refused');
  });
  it('leave the second entry to somebody who read nothing of an earlier round', () => {
    const life = taken(sentBack(checking()), two, half);
    expect(submit(life, [line(1, 6, { region })], two)).toMatchObject({ answer: { repeat: [{ no: 1 }] } });
    for (const knows of [one, two, checker])
      expect(life.command(item.entry, 'claim', {}, { as: all(knows) })).toMatchObject(refused);
    expect(life.state(rx).knowers.map(({ name }: { name: string }) => name)).toEqual([
      'Suresh',
      'Nandini',
      'Divya',
    ]);
    taken(life, three);
    expect(life.state(rx).stage).toBe('secondEntering');
  });
  it('let a second reader whose hold ended go on with their own entry', () => {
    const life = taken(waiting(), one);
    submit(life, [line(1, 6, { region })]);
    taken(life, two);
    life.must(rx, 'saveDraft', { header: {}, lines: [{ written: 'War' }] }, { as: two });
    life.must(item.entry, 'expireLease', { leaseId: life.state(item.entry).lease.leaseId });
    taken(life, two);
    expect(life.state(rx).stage).toBe('secondEntering');
  });
});

describe('a changed prescription', () => {
  function approved(): Life {
    const life = checking();
    approve(life);
    return life;
  }
  const amend = (life: Life, lines: readonly object[], more: object = {}) =>
    life.command(
      'prescription-2',
      'amend',
      { of: 1, reason: 'doctor changed the dose by phone', header: header(), lines, ...more },
      { as: checker, prepared: { ...found, clinical: clinical() } },
    );
  it('is a new one that replaces it, and the old one is held at once', () => {
    const life = approved();
    expect(amend(life, [line(1, 1)])).toMatchObject({ code: 'nothingChanged' });
    expect(amend(life, [line(1, 1, { days: 20, qty: 40 })])).not.toHaveProperty('refused');
    expect(life.state(rx)).toMatchObject({ stage: 'superseded', supersededBy: { ref: 'RX-000002' } });
    expect(life.state('prescription-2')).toMatchObject({
      stage: 'awaitingCheck',
      received: { source: 'update', supersedes: { ref: 'RX-000001' } },
    });
    expect(amend(life, [line(1, 1, { days: 30, qty: 60 })])).toMatchObject({ code: 'wrongStage' });
    expect(
      life.command(rx, 'recordSupply', { supplied: [{ no: 1, qty: 10 }], invoice: 'INV-1' }),
    ).toMatchObject({
      code: 'rxSuperseded',
      details: { ref: 'RX-000002' },
    });
  });
  it('of a page is as old as its first presentation, not as its change', () => {
    const day = 24 * 60 * minute;
    const acute = { writtenOn: '2026-11-14', caseType: 'acute' };
    const changed = (writtenOn: string) => {
      const life = checking([line(1, 1)], acute);
      approve(life);
      const late = { now: wednesday + 6 * day };
      const prepared = { ...found, clinical: clinical() };
      const input = {
        of: 1,
        reason: 'the quantity was read wrong',
        lines: [line(1, 1, { days: 5, qty: 10 })],
      };
      const made = life.must(
        'prescription-2',
        'amend',
        { ...input, header: header({ ...acute, writtenOn }) },
        { as: { ...three, rights: checker.rights }, ...late, prepared },
      );
      const desk = 'queueitem-prescriptionChecker-2';
      life.must(desk, 'claim', {}, { as: checker, ...late });
      life.must('prescription-2', 'startCheck', {}, { as: checker, ...late });
      const done = life.command('prescription-2', 'approve', {}, { as: checker, ...late, prepared });
      const flags = made.events.find(({ type }) => type === 'PrescriptionDigitized')!.data.flags;
      return { done, flags };
    };
    const same = changed('2026-11-14');
    expect(same.flags).toEqual([]);
    expect(same.done).not.toHaveProperty('refused');
    // A page dated after the first presentation is another page, presented with the change.
    const other = changed('2026-11-23');
    expect(other.flags).toEqual([]);
    expect(other.done).not.toHaveProperty('refused');
  });
  it('has the flags of the day it arrived, however late it is read', () => {
    const late = wednesday + 6 * 24 * 60 * minute;
    const life = taken(waiting(), one, late);
    const content = {
      header: header({ writtenOn: '2026-11-14', caseType: 'acute' }),
      lines: [line(1, 1)],
    };
    const done = life.must(rx, 'submitDigitization', content, {
      as: one,
      now: late,
      prepared: { ...found, clinical: clinical() },
    });
    expect(done.events[0]!.data.flags).toEqual([]);
  });
  it('that is rejected reinstates the old one', () => {
    const life = approved();
    amend(life, [line(1, 1, { days: 20, qty: 40 })]);
    const other = { ...three, rights: checker.rights };
    life.must('queueitem-prescriptionChecker-2', 'claim', {}, { as: other });
    life.must('prescription-2', 'startCheck', {}, { as: other });
    life.must(
      'prescription-2',
      'reject',
      { reason: 'other', text: 'the doctor denies the call' },
      { as: other },
    );
    expect(life.state(rx)).toMatchObject({ stage: 'approved', supersededBy: null });
  });
  it('is entered twice where a changed line is risky', () => {
    const life = approved();
    amend(life, [line(1, 1), line(2, 2, { region, days: 5, qty: 10 })]);
    expect(life.state('prescription-2')).toMatchObject({ stage: 'secondPending', repeat: [{ no: 2 }] });
  });
});

describe('supply', () => {
  it('is limited to the remaining units, repeats included', () => {
    const life = checking();
    approve(life);
    const supply = (qty: number) =>
      life.command(rx, 'recordSupply', { supplied: [{ no: 1, qty }], invoice: 'INV-1' });
    expect(supply(30)).not.toHaveProperty('refused');
    expect(supply(11)).toMatchObject({ code: 'rxExhausted', details: { line: 1, left: 10 } });
    expect(supply(10)).not.toHaveProperty('refused');
    expect(supply(1)).toMatchObject({ code: 'rxExhausted' });
  });
});

describe('an adhoc entry', () => {
  const patient = {
    'patient-7': {
      stage: 'enrolled',
      name: 'Lakshmi Rao',
      customerId: 3,
      pooId: 1,
      dob: '1961-04-02',
      gender: 'female',
    },
  };
  const customer = {
    'customer-3': { stage: 'active', language: 'kn', phones: [], exitedOn: null, mergedInto: null },
  };
  const image = { fileId: 'f1', sha256: 'a'.repeat(64) };
  const adhoc = (more: object, files: readonly object[] = [], reserved: object = {}) => {
    const life = openLife([prescription, queueitem, agentwork, unique], {
      ...patient,
      ...customer,
      ...reserved,
    });
    const input = {
      patientId: 7,
      customerId: 3,
      caseType: 'acute',
      fileIds: [],
      agreed: true,
      verbal: null,
      header: header({ caseType: 'acute' }),
      lines: [line(1, 1)],
      ...more,
    };
    return {
      life,
      done: life.command('prescription-1', 'enterAdhoc', input, {
        as: one,
        prepared: { ...found, files, clinical: clinical() },
      }),
    };
  };
  it('needs an image or a verbal prescription, and the patient’s consent', () => {
    expect(adhoc({}).done).toMatchObject({ code: 'imageOrVerbal' });
    expect(adhoc({ agreed: false }).done).toMatchObject({ code: 'consentMissing' });
    expect(adhoc({ fileIds: ['f1'] }).done).toMatchObject({ code: 'fileNotBrought' });
    expect(adhoc({ fileIds: ['f1'] }, [image]).done).not.toHaveProperty('refused');
  });
  it('reserves its images, and accepts none of another prescription', () => {
    const key = `unique-prescription-file-${image.sha256}`;
    const owned = (owner: string) => ({ [key]: { key, owner } });
    expect(adhoc({ fileIds: ['f1'] }, [image]).life.state(key).owner).toBe('prescription-1|7|2026-11-18');
    const same = owned('prescription-501|7|2026-11-10');
    expect(adhoc({ fileIds: ['f1'], anyway: true }, [image], same).done).toMatchObject({
      ...{ code: 'fileDuplicate', status: 409, field: 'fileIds' },
      details: { ref: 'RX-000501', date: '10-11-2026' },
    });
    const other = owned('prescription-501|8|2026-11-10');
    expect(adhoc({ fileIds: ['f1'] }, [image], other).done).toMatchObject({ code: 'fileOfAnother' });
    expect(adhoc({ fileIds: ['f1'], anyway: true }, [image], other).done).not.toHaveProperty('refused');
    expect(adhoc({ fileIds: ['f1', 'f2'] }, [image, { ...image, fileId: 'f2' }]).done).toMatchObject({
      code: 'pageTwice',
    });
  });
  it('by a verbal prescription is valid for a day, never for H1', () => {
    const verbal = { doctor: 'Dr Kavitha Rao', callNote: 'called at 10:20 from the ward' };
    expect(adhoc({ verbal, lines: [line(1, 2, { days: 5, qty: 10 })] }).done).toMatchObject({
      code: 'verbalNotAllowed',
    });
    expect(adhoc({ verbal, lines: [line(1, 1, byMolecule(8))] }).done).toMatchObject({
      code: 'verbalNotAllowed',
    });
    const { life } = adhoc({ verbal });
    const day = wednesday + 24 * 60 * minute;
    expect(life.command(rx, 'lapse', { why: 'verbal' }, { now: day - 1 })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must(rx, 'lapse', { why: 'verbal' }, { now: day });
    expect(life.state(rx)).toMatchObject({ stage: 'lapsed', lapsed: 'verbal' });
    expect(life.state(item.check).stage).toBe('removed');
  });
  it('by a verbal prescription takes no document of another prescription', () => {
    const key = `unique-prescription-file-${image.sha256}`;
    const { life } = adhoc({ verbal: { doctor: 'Dr Kavitha Rao', callNote: 'called at 10:20' } }, [], {
      [key]: { key, owner: 'prescription-501|7|2026-11-10' },
    });
    expect(
      life.command(rx, 'addImage', { fileIds: ['f1'] }, { as: one, prepared: { files: [image] } }),
    ).toMatchObject({ code: 'fileDuplicate' });
  });
  it('becomes a prescription like any other when the document arrives', () => {
    const { life } = adhoc({ verbal: { doctor: 'Dr Kavitha Rao', callNote: 'called at 10:20' } });
    life.must(rx, 'addImage', { fileIds: ['f1'] }, { as: one, prepared: { files: [image] } });
    expect(life.state(`unique-prescription-file-${image.sha256}`).owner).toBe('prescription-1|7|2026-11-18');
    expect(life.command(rx, 'lapse', { why: 'verbal' }, { now: wednesday + 25 * 60 * minute })).toMatchObject(
      { code: 'noLongerNeeded' },
    );
  });
});
