import { addDays, businessDay, DAY_MS, instantOf, monthOf } from '#shared/core/day.ts';
import { caseIdOf } from '#shared/streams/care/cccase/months.ts';
import { sections } from '#shared/streams/care/cccase/sections.ts';
import { dataSteps } from '#shared/streams/care/cccase/state.ts';
import { dice } from '../simulate/dice.ts';
import { demoCareKits } from './care-kits.ts';
import type { DemoCommand } from './demo-command.ts';
import { allergicToPenicillin } from './prescriptions.ts';
import { sampleFileId, sha256Of, type SampleFile } from './sample-files.ts';
import { samplePdf } from './sample-pdf.ts';

const minute = 60_000;
/** Meera Nair (care connect), Suresh Babu (digitization), Nandini Rao (verification), Dr Anil Deshpande. */
const [carer, digitizer, checker, doctor] = [111, 121, 122, 141] as const;
const inCare = 40;
/** Patients with a full story; the first of them has the alarming pressure. */
const told = 12;

/** The diagnosis master's number for a name used by the customer service. */
const diagnosisOf: Readonly<Record<string, number>> = {
  Hypertension: 1,
  'Type 2 diabetes': 2,
  Hypothyroidism: 3,
  Dyslipidaemia: 4,
  Asthma: 5,
  'Chronic kidney disease': 7,
};
const medicineOf: Readonly<Record<string, string>> = {
  Hypertension: 'Telmisartan 40 mg',
  'Type 2 diabetes': 'Metformin 500 mg',
  Hypothyroidism: 'Levothyroxine 50 µg',
  Dyslipidaemia: 'Atorvastatin 10 mg',
  Asthma: 'Budesonide inhaler',
};
const texts: Readonly<Record<(typeof sections)[number], string>> = {
  healthrewind: 'A steady month: no visit to a hospital, sleep has become better.',
  noteonvitals: 'Pressure came down from the mid 150s; the morning values are the higher ones.',
  clinicalobservation: 'Ankles slightly swollen in the evening, no breathlessness.',
  therapyadherence: 'Took most of the tablets; forgot some evening doses while travelling.',
  goalscheck: 'Walking goal was met on five days a week.',
  keepthisup: 'The daily walk and the written record of readings.',
  thisneedswork: 'Salt in pickles and papad; dinner is late.',
  watchoutfor: 'Giddiness on standing up, swelling that stays in the morning.',
  lifestyletips: 'Dinner before eight, a handful of nuts instead of fried snacks.',
  recommendationdetails: 'Repeat electrolytes and creatinine with the next collection.',
};

interface Patient {
  readonly id: number;
  readonly name: string;
  readonly diagnoses: readonly string[];
}

/** Patients of the first place whose customers stayed. */
function patientsOf(customers: readonly DemoCommand[]): readonly Patient[] {
  const left = new Set(customers.flatMap(({ stream, input }) => (input['exited'] === true ? [stream] : [])));
  const here = new Set(
    customers.flatMap(({ stream, input }) =>
      stream.startsWith('customer-') && input['pooId'] === 1 && !left.has(stream)
        ? [Number(stream.slice(9))]
        : [],
    ),
  );
  return customers
    .filter(({ stream, input }) => stream.startsWith('patient-') && here.has(Number(input['customerId'])))
    .slice(0, inCare)
    .map(({ stream, input }) => ({
      id: Number(stream.slice(8)),
      name: String(input['name']),
      diagnoses: (input['diagnoses'] as readonly string[] | undefined) ?? [],
    }));
}

interface Paper extends Patient {
  readonly n: number;
  readonly file: SampleFile;
}

/** Lab reports of the last days: three verified, one of them critical, two to check, three to digitize. */
function papersOf(now: number, customers: readonly DemoCommand[]): readonly Paper[] {
  return patientsOf(customers)
    .slice(0, 8)
    .map((patient, n) => {
      const at = now - (240 - n * 12) * minute;
      const lines = [
        'City Diagnostics – SAMPLE',
        patient.name,
        'Electrolytes',
        'Potassium mmol/L',
        'Sodium mmol/L',
      ];
      const bytes = samplePdf([lines]);
      const file = {
        id: sampleFileId('labreport', patient.id),
        name: 'lab-report SAMPLE.pdf',
        mime: 'application/pdf',
        bytes,
      };
      return { ...patient, n, file: { ...file, by: carer, for: `patient-${patient.id}`, at } as SampleFile };
    });
}

export const labFiles = (now: number, customers: readonly DemoCommand[]): SampleFile[] =>
  papersOf(now, customers).map(({ file }) => file);

function programme(now: number, patients: readonly Patient[]): DemoCommand[] {
  const today = businessDay(now);
  const day = Number(today.slice(8));
  return patients.map(({ id }, n): DemoCommand => {
    const back = Math.min(day - 1, (n * 5) % Math.max(1, Math.min(day, 24)));
    const begun = addDays(today, -back);
    const cycleDay = Math.min(28, Number(begun.slice(8)));
    const at = Math.min(instantOf(begun, '00:30'), now - 500 * minute);
    return {
      at,
      as: carer,
      stream: `patient-${id}`,
      command: 'startCare',
      input: { careTierId: (n % 3) + 1, cycleDay },
    };
  });
}

const recorded = (at: number, patientId: number, kind: string, fields: object): DemoCommand => ({
  at,
  as: carer,
  stream: `phx-${kind}-new`,
  command: 'record',
  input: { patientId, item: { kind, ...fields } },
});
const noneKnown = {
  ...{ none: true, iAllergyTypeId: null, allergyId: null, type: null, clinicalStatus: 'active' },
  ...{ verificationStatus: 'confirmed', criticality: null, lastOccurrence: null, reactions: [] },
};
/** Of the allergy master: azithromycin and penicillin. */
const allergicTo = (allergyId: 1 | 4) => ({
  ...{ none: false, iAllergyTypeId: 1, allergyId, type: 'allergy', clinicalStatus: 'active' },
  ...{ verificationStatus: 'confirmed', criticality: 'high', lastOccurrence: '2021' },
  reactions: [{ manifestation: 'Rash', severity: 'moderate', date: '2021' }],
});

function history(now: number, patients: readonly Patient[]): DemoCommand[] {
  const at = now - 2 * DAY_MS;
  const month = monthOf(businessDay(now));
  const item = (id: number, kind: string, fields: object, after: number): DemoCommand =>
    recorded(at + after, id, kind, fields);
  return patients.slice(0, told).flatMap(({ id, diagnoses }, n) => [
    ...diagnoses.flatMap((name, index) => {
      const diagnosisId = diagnosisOf[name];
      const condition = {
        clinicalStatus: 'active',
        verificationStatus: 'confirmed',
        severityId: 2,
        notedBy: null,
      };
      return diagnosisId === undefined
        ? []
        : [
            item(
              id,
              'diagnosis',
              { diagnosisId, ...condition, onsetDate: String(2012 + n), abatementDate: null },
              index * minute,
            ),
          ];
    }),
    item(id, 'allergy', n % 3 === 0 ? allergicTo(1) : noneKnown, 3 * minute),
    ...diagnoses.flatMap((name, index) => {
      const medicine = medicineOf[name];
      const taken = n % 4 === 1 ? 19 : 28;
      return medicine === undefined
        ? []
        : [
            item(
              id,
              'adherence',
              {
                medicine,
                month,
                due: 30,
                taken,
                reason: taken < 24 ? 'Forgot the evening dose while travelling' : null,
              },
              (4 + index) * minute,
            ),
          ];
    }),
    item(
      id,
      'doctorVisit',
      {
        doctorId: (n % 4) + 1,
        visitDate: addDays(businessDay(now), -20 - n),
        advice: 'Less salt, walk daily',
        nextDate: null,
        treating: true,
      },
      8 * minute,
    ),
  ]);
}

function readings(now: number, patients: readonly Patient[]): DemoCommand[] {
  const { whole } = dice(4104);
  const base = { context: null, position: 'sitting', deviceId: null };
  return patients.slice(0, told).flatMap(({ id }, n): DemoCommand[] => {
    const old = Array.from({ length: 8 }, (_, back) => 8 - back).flatMap((weeks): DemoCommand[] => {
      const takenAt = new Date(now - weeks * 21 * DAY_MS).toISOString();
      const note = (values: readonly object[], after: number): DemoCommand => ({
        at: now - 2 * DAY_MS + (n * 40 + after) * 1_000,
        as: carer,
        stream: 'vital-new',
        command: 'record',
        input: { patientId: id, values, takenAt, source: 'digitized', ...base },
      });
      const upper = 134 + weeks * 2 + whole(0, 6);
      return [
        note(
          [
            { vitalId: 1, value: upper, unit: 'mmHg' },
            { vitalId: 2, value: 78 + whole(0, 14), unit: 'mmHg' },
          ],
          weeks * 3,
        ),
        note([{ vitalId: 8, value: 72 + weeks * 0.2, unit: 'kg' }], weeks * 3 + 1),
        ...(n % 2 === 0
          ? [note([{ vitalId: 7, value: 110 + whole(0, 50), unit: 'mg/dL' }], weeks * 3 + 2)]
          : []),
      ];
    });
    return old;
  });
}

/**
 * This morning's pressure of the first patient, which nobody has acknowledged yet, and a blood sugar that a
 * doctor has already resolved.
 */
function alarms(now: number, patients: readonly Patient[]): DemoCommand[] {
  const [first, second] = patients;
  if (!first || !second) return [];
  const note = (id: number, minutes: number, values: readonly object[]): DemoCommand => ({
    at: now - minutes * minute,
    as: carer,
    stream: 'vital-new',
    command: 'record',
    input: {
      ...{ patientId: id, values, takenAt: new Date(now - minutes * minute - 30_000).toISOString() },
      ...{ source: 'phoneReported', context: null, position: null, deviceId: null },
    },
  });
  return [
    note(second.id, 220, [{ vitalId: 7, value: 48, unit: 'mg/dL' }]),
    note(first.id, 6, [
      { vitalId: 1, value: 190, unit: 'mmHg' },
      { vitalId: 2, value: 124, unit: 'mmHg' },
    ]),
  ];
}

function reports(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  return papersOf(now, customers).flatMap(({ id, name, n, file }): DemoCommand[] => {
    const at = file.at ?? now;
    const stream = `labreport-{LR${n}}`;
    const item = `queueitem-labReportsDigitization-{LR${n}}`;
    const give = (
      after: number,
      as: number,
      to: string,
      command: string,
      input: DemoCommand['input'] = {},
    ): DemoCommand => ({ at: at + after * minute, as, stream: to, command, input });
    const results = [
      {
        assayId: 4,
        value: n === 0 ? 6.4 : 4.2 + n * 0.1,
        text: null,
        unit: 'mmol/L',
        labLow: 3.5,
        labHigh: 5.1,
      },
      { assayId: 5, value: 138 + n, text: null, unit: 'mmol/L', labLow: 136, labHigh: 145 },
    ];
    const keep = {
      name: file.name,
      mime: file.mime,
      bytes: file.bytes.length,
      sha256: sha256Of(file.bytes),
      for: `patient-${id}`,
    };
    // A partner was asked for these tests; the first five are the reports that have arrived since.
    const order = `laborder-{LO${n}}`;
    const ordered = {
      ...give(-700, carer, 'laborder-new', 'order', {
        ...{ patientId: id, labId: 1 + (n % 2), testIds: n % 3 === 0 ? [5, 1] : [5] },
        ...{ doctorId: null, source: 'tpd' },
      }),
      name: `LO${n}`,
    };
    return [
      ordered,
      ...(n < 7 ? [give(-640, carer, order, 'collectSample')] : []),
      ...(n === 5 ? [give(-590, carer, order, 'rejectSample', { reason: 'The tube had clotted' })] : []),
      ...(n < 7 && n !== 5 ? [give(-580, carer, order, 'sendToLab')] : []),
      { at, as: carer, noted: true, stream: `file-${file.id}`, command: 'keep', input: keep },
      {
        ...give(1, carer, 'labreport-new', 'receive', {
          ...{
            patientId: id,
            orderId: n < 5 ? n + 1 : null,
            labId: 1,
            labName: null,
            reportNo: `CD-${1_000 + n}`,
            patientName: name,
          },
          ...{
            collectedAt: new Date(at - 600 * minute).toISOString(),
            reportedAt: new Date(at - 60 * minute).toISOString(),
          },
          files: [{ fileId: file.id, name: file.name, mime: file.mime }],
          suspected: n === 5,
        }),
        name: `LR${n}`,
      },
      ...(n < 5
        ? [
            give(2, digitizer, item, 'claim'),
            give(3, digitizer, stream, 'startDigitization'),
            give(5, digitizer, stream, 'submitDigitization', { results }),
          ]
        : []),
      ...(n < 3
        ? [
            give(6, checker, item, 'claim'),
            give(7, checker, stream, 'startCheck'),
            give(9, checker, stream, 'verify'),
          ]
        : []),
    ];
  });
}

/** One month that was worked through to the doctor. */
function work(now: number, patients: readonly Patient[]): DemoCommand[] {
  const month = monthOf(businessDay(now));
  // Every third has a tier that the team lead reviews; this one goes to the doctor.
  const chosen = patients[3];
  if (!chosen) return [];
  const caseId = caseIdOf(chosen.id, month);
  const at = now - 90 * minute;
  // The whole month is done within one lease: nobody renews it here.
  const step = 5_000;
  const give = (
    after: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
  ): DemoCommand => ({ at: at + after * step, as: carer, stream, command, input });
  return [
    give(0, `queueitem-cc-queue-${caseId}`, 'claim'),
    give(1, `cccase-${caseId}`, 'start'),
    {
      ...give(2, 'vital-new', 'record', {
        ...{ patientId: chosen.id, source: 'phoneReported', context: null, position: null, deviceId: null },
        ...{ takenAt: new Date(at + step).toISOString() },
        values: [
          { vitalId: 1, value: 138, unit: 'mmHg' },
          { vitalId: 2, value: 84, unit: 'mmHg' },
        ],
      }),
    },
    give(3, 'vital-new', 'record', {
      ...{ patientId: chosen.id, source: 'phoneReported', context: 'random', position: null, deviceId: null },
      ...{
        takenAt: new Date(at + 2 * step).toISOString(),
        values: [{ vitalId: 7, value: 132, unit: 'mg/dL' }],
      },
    }),
    ...dataSteps.map((named, n) =>
      give(4 + n, `cccase-${caseId}`, 'completeStep', { step: named, note: 'Gone through by phone' }),
    ),
    ...sections.map((section, n) =>
      give(9 + n, `assessment-${caseId}`, 'writeSection', { section, text: texts[section] }),
    ),
    give(20, `cccase-${caseId}`, 'submitAssessment'),
  ];
}

/** A duplicate customer of the first place: a second person decides about it. */
function exitOf(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  const twice = customers.findLast(
    ({ stream, input }) => stream.startsWith('customer-') && input['pooId'] === 1 && input['exited'] !== true,
  );
  if (!twice) return [];
  return [
    {
      at: now - 50 * minute,
      as: carer,
      stream: 'custexit-new',
      command: 'request',
      input: {
        customerId: Number(twice.stream.slice('customer-'.length)),
        kind: 'duplicate',
        reasonId: null,
        text: 'The same person signed up twice; the other record has the orders.',
        effectiveOn: businessDay(now),
      },
    },
  ];
}

/**
 * Forty patients in the care programme; twelve with a story, one of them with a pressure that cannot wait.
 */
export function demoCareStories(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  const patients = patientsOf(customers);
  return [
    ...programme(now, patients),
    ...history(now, patients),
    recorded(now - DAY_MS, allergicToPenicillin(customers), 'allergy', allergicTo(4)),
    ...readings(now, patients),
    ...reports(now, customers),
    ...work(now, patients),
    ...demoCareKits(now, patients),
    ...alarms(now, patients),
    ...exitOf(now, customers),
    {
      at: now - 4 * minute,
      as: doctor,
      stream: `patient-${patients[5]?.id ?? 1}`,
      command: 'overrideRange',
      input: {
        vitalId: 5,
        refLow: 88,
        refHigh: 92,
        critLow: 85,
        critHigh: null,
        reason: 'Chronic obstructive lung disease',
      },
    },
  ];
}
