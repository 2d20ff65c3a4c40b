import { describe, expect, it } from 'vitest';
import { carers, openCare } from '#tests/kit/care.ts';
import type { Life } from '#tests/kit/life.ts';
import { wednesday } from '#tests/kit/life.ts';

const diagnosis = {
  kind: 'diagnosis',
  diagnosisId: 1,
  clinicalStatus: 'active',
  verificationStatus: 'confirmed',
  severityId: 2,
  notedBy: null,
  onsetDate: '2019',
  abatementDate: null,
};
const penicillin = {
  ...{
    kind: 'allergy',
    none: false,
    iAllergyTypeId: 1,
    allergyId: 1,
    type: 'allergy',
    clinicalStatus: 'active',
    verificationStatus: 'confirmed',
  },
  ...{
    criticality: 'high',
    reactions: [{ manifestation: 'Rash', severity: 'severe', date: '2018' }],
    lastOccurrence: '2018',
  },
};
const noKnown = {
  ...penicillin,
  none: true,
  iAllergyTypeId: null,
  allergyId: null,
  criticality: null,
  reactions: [],
  lastOccurrence: null,
};
const add = (
  life: Life,
  item: { readonly kind: string } & object,
  as: (typeof carers)[keyof typeof carers] = carers.meera,
) => life.command(`phx-${item.kind}-new`, 'record', { patientId: 204, item }, { as });
/** The pocket life numbers all new streams alike; items of history are numbered inside their kind. */
const make = (life: Life, key: string, item: object) =>
  life.command(`phx-${key}`, 'record', { patientId: 204, item }, { as: carers.meera });

describe('a diagnosis', () => {
  it('is recorded and stands on the sheet of the patient', () => {
    const life = openCare();
    make(life, 'diagnosis-1', diagnosis);
    expect(life.state('phx-diagnosis-1')).toMatchObject({
      status: 'recorded',
      name: 'Essential hypertension',
    });
    expect(life.state('carefile-204').items['phx-diagnosis-1']).toMatchObject({
      active: true,
      key: 'diagnosis:1',
    });
  });
  it('is recorded once under its number', () => {
    const life = openCare();
    make(life, 'diagnosis-1', diagnosis);
    expect(make(life, 'diagnosis-1', diagnosis)).toMatchObject({ code: 'alreadyRecorded', status: 409 });
  });
  it('has one active row', () => {
    const life = openCare();
    make(life, 'diagnosis-1', diagnosis);
    expect(make(life, 'diagnosis-2', diagnosis)).toMatchObject({
      code: 'diagnosisDuplicate',
      details: { name: 'Essential hypertension' },
    });
    make(life, 'diagnosis-3', { ...diagnosis, clinicalStatus: 'resolved' });
    expect(
      life.command('phx-diagnosis-3', 'change', { item: diagnosis }, { as: carers.meera }),
    ).toMatchObject({ code: 'diagnosisDuplicate' });
  });
  it.each([
    [{ abatementDate: '2020' }, 'statusAbatementMismatch'],
    [{ clinicalStatus: 'resolved', abatementDate: '2018' }, 'abatementBeforeOnset'],
    [{ onsetDate: '2027' }, 'dateInFuture'],
    [{ diagnosisId: 77 }, 'notInList'],
    [{ onsetDate: '2020-13' }, 'badFormat'],
  ])('with %j is refused: %s', (more, code) =>
    expect(make(openCare(), 'diagnosis-1', { ...diagnosis, ...more })).toMatchObject({ code }),
  );
});

describe('an allergy', () => {
  it('is drug, food or other', () => {
    expect(make(openCare(), 'allergy-1', { ...penicillin, iAllergyTypeId: 4 })).toMatchObject({
      code: 'allergyTypeInvalid',
    });
    expect(make(openCare(), 'allergy-1', { ...penicillin, iAllergyTypeId: 2 })).toMatchObject({
      code: 'allergyTypeInvalid',
    });
  });
  it('is on the sheet with its molecule, and not twice', () => {
    const life = openCare();
    make(life, 'allergy-1', penicillin);
    expect(life.state('carefile-204').items['phx-allergy-1']).toMatchObject({
      moleculeId: 4,
      allergyType: 1,
    });
    expect(make(life, 'allergy-2', penicillin)).toMatchObject({ code: 'allergyDuplicate' });
  });
  it('says on the sheet whether it is confirmed, so that a supposed one only warns', () => {
    const life = openCare();
    make(life, 'allergy-1', { ...penicillin, verificationStatus: 'unconfirmed' });
    expect(life.state('carefile-204').items['phx-allergy-1']).toMatchObject({ confirmed: false });
    life.command('phx-allergy-1', 'change', { item: penicillin }, { as: carers.meera });
    expect(life.state('carefile-204').items['phx-allergy-1']).toMatchObject({ confirmed: true });
  });
  it('and no known allergies stand against each other', () => {
    const life = openCare();
    make(life, 'allergy-1', penicillin);
    expect(make(life, 'allergy-2', noKnown)).toMatchObject({
      code: 'nkaConflict',
      details: { name: 'Penicillin' },
    });
    const other = openCare();
    make(other, 'allergy-1', noKnown);
    expect(make(other, 'allergy-2', penicillin)).toMatchObject({ code: 'nkaStands' });
    other.must(
      'phx-allergy-1',
      'change',
      { item: { ...noKnown, clinicalStatus: 'inactive' } },
      { as: carers.meera },
    );
    expect(make(other, 'allergy-3', penicillin)).toHaveProperty('events');
  });
});

describe('adherence', () => {
  const line = {
    kind: 'adherence',
    medicine: 'Metformin 500',
    month: '2026-11',
    due: 30,
    taken: 20,
    reason: null,
  };
  it('below 80 % needs a reason', () => {
    expect(make(openCare(), 'adherence-1', line)).toMatchObject({ code: 'adherenceReason' });
    expect(make(openCare(), 'adherence-1', { ...line, reason: 'Felt sick' })).toHaveProperty('events');
    expect(make(openCare(), 'adherence-1', { ...line, taken: 31 })).toMatchObject({ code: 'takenOverDue' });
  });
  it('has one line a medicine and month', () => {
    const life = openCare();
    make(life, 'adherence-1', { ...line, taken: 30 });
    expect(make(life, 'adherence-2', { ...line, medicine: 'METFORMIN 500', taken: 30 })).toMatchObject({
      code: 'adherenceDuplicate',
    });
  });
});

describe('other kinds', () => {
  it('a history of present illness asks for the right to write one', () => {
    const hopi = {
      kind: 'hopi',
      complaint: 'Chest pain on stairs',
      onset: null,
      duration: '3 days',
      character: null,
      aggravating: null,
      relieving: 'rest',
    };
    expect(make(openCare(), 'hopi-1', hopi)).toHaveProperty('events');
    expect(
      openCare().command('phx-hopi-1', 'record', { patientId: 204, item: hopi }, { as: carers.doctor }),
    ).toMatchObject({ code: 'hopiNotEnabled' });
  });
  it('a next visit is not before the visit', () =>
    expect(
      make(openCare(), 'doctorVisit-1', {
        kind: 'doctorVisit',
        doctorId: 1,
        visitDate: '2026-11-10',
        advice: 'Less salt',
        nextDate: '2026-11-01',
        treating: true,
      }),
    ).toMatchObject({
      code: 'nextBeforeVisit',
    }));
  it('an observation is never changed', () => {
    const life = openCare();
    const observation = { kind: 'observation', text: 'Ankles swollen', severity: 'watch', refersTo: null };
    make(life, 'observation-1', observation);
    expect(
      life.command('phx-observation-1', 'change', { item: observation }, { as: carers.meera }),
    ).toMatchObject({ code: 'observationImmutable' });
  });
  it('an item under a key of another kind is refused', () =>
    expect(make(openCare(), 'surgery-1', diagnosis)).toMatchObject({ code: 'badFormat' }));
  it('an item is refused in another place', () =>
    expect(add(openCare(), diagnosis, carers.mysuru)).toMatchObject({ refused: true }));
});

describe('an item that was wrong', () => {
  it('is crossed out with a reason and leaves the sheet', () => {
    const life = openCare();
    make(life, 'allergy-1', penicillin);
    life.must('phx-allergy-1', 'markEnteredInError', { reason: 'Told of the sister' }, { as: carers.meera });
    expect(life.state('phx-allergy-1')).toMatchObject({ status: 'enteredInError', item: { allergyId: 1 } });
    expect(life.state('carefile-204').items).toEqual({});
    expect(life.command('phx-allergy-1', 'change', { item: penicillin }, { as: carers.meera })).toMatchObject(
      { code: 'alreadyInError' },
    );
  });
  it('is changed by its author, the holder of the month’s case or a doctor', () => {
    const held: Readonly<Record<string, string>> = {
      'agentwork-113': 'queueitem-cc-queue-204202611',
      'agentwork-114': 'queueitem-cc-queue-2041202611',
    };
    const life = openCare([], (stream) => (held[stream] ? { items: { [held[stream]]: {} } } : undefined));
    make(life, 'diagnosis-1', diagnosis);
    const by = (as: object) =>
      life.command(
        'phx-diagnosis-1',
        'change',
        { item: { ...diagnosis, clinicalStatus: 'remission' } },
        { as: as as never, now: wednesday },
      );
    expect(by({ ...carers.meera, empId: 112 })).toMatchObject({ code: 'caseOrDoctor' });
    // Holding the case of patient 2041 says nothing about patient 204.
    expect(by({ ...carers.meera, empId: 114 })).toMatchObject({ code: 'caseOrDoctor' });
    expect(by({ ...carers.meera, empId: 113 })).toHaveProperty('events');
    expect(by(carers.doctor)).toHaveProperty('events');
  });
});

describe('files of an item', () => {
  const scan = (...fileIds: string[]) => ({
    ...{ kind: 'imaging', name: 'Chest X-ray', date: '2024', finding: 'Clear' },
    fileIds,
  });
  const life = (): Life =>
    openCare([], (stream) =>
      stream === 'file-own'
        ? { exists: true, for: 'patient-204' }
        : stream === 'file-other'
          ? { exists: true, for: 'patient-205' }
          : undefined,
    );
  it.each(['none', 'other'])('are those that were uploaded for the patient: %s', (fileId) =>
    expect(add(life(), scan('own', fileId))).toMatchObject({ code: 'fileUnknown', field: 'item.fileIds.1' }),
  );
  it('are named by the item', () => expect(add(life(), scan('own'))).not.toHaveProperty('refused'));
});
