import { checkedIn, directory, openLife, people, type Life } from '#tests/kit/life.ts';
import type { PolicyDef } from '#shared/core/policy.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { noPatientCare } from '#shared/streams/customers/patient-care.ts';
import { carefile } from '#shared/streams/care/carefile/carefile.ts';
import { escalation } from '#shared/streams/care/escalation/escalation.ts';
import { phx } from '#shared/streams/care/history/phx.ts';
import { vital } from '#shared/streams/care/vital/vital.ts';

const rights = (...list: string[]): ReadonlySet<string> => new Set(list);

/** The people who look after patients in the tests of care. */
export const carers = {
  meera: {
    ...people['agent1']!,
    empId: 111,
    name: 'Meera Nair',
    effectiveDesignationId: 114,
    rights: rights(
      ...['create', 'edit', 'view'].flatMap((right) =>
        ['personalHistory', 'vitalStats', 'labStats', 'careConnect', 'monthlyAssessments'].map(
          (one) => `Prescription/${one}:${right}`,
        ),
      ),
      ...['view', 'create', 'edit'].flatMap((right) => [
        `Out Bound/cc-queue:${right}`,
        `Out Bound/LabTestReports:${right}`,
      ]),
    ),
  },
  doctor: {
    ...people['doctor']!,
    rights: rights(
      ...['create', 'edit', 'view'].flatMap((right) =>
        ['personalHistory', 'vitalStats', 'labStats'].map((one) => `Prescription/${one}:${right}`),
      ),
      ...['view', 'create', 'edit', 'approve'].map((right) => `Prescription/DoctorView:${right}`),
      ...['view', 'edit', 'approve'].map((right) => `Prescription/reviewerType/2:${right}`),
    ),
  },
  lead: {
    ...people['lead']!,
    rights: rights(
      ...['view', 'create', 'edit', 'approve'].map((right) => `Out Bound/cc-queue:${right}`),
      ...['view', 'edit', 'approve'].map((right) => `Prescription/reviewerType/1:${right}`),
    ),
  },
  digitizer: {
    ...people['agent2']!,
    empId: 121,
    name: 'Suresh Babu',
    rights: rights(
      ...['view', 'create', 'edit'].map((right) => `Prescription/labReportsDigitization:${right}`),
    ),
  },
  checker: {
    ...people['verifier']!,
    empId: 122,
    name: 'Nandini Rao',
    rights: rights(
      ...['view', 'edit', 'approve'].map((right) => `Prescription/labReportsDigitization:${right}`),
    ),
  },
  mysuru: {
    ...people['mysuru']!,
    rights: rights(
      'Prescription/vitalStats:create',
      'Prescription/vitalStats:edit',
      'Prescription/personalHistory:create',
    ),
  },
} satisfies Record<string, Viewer>;

export const master = (fields: Readonly<Record<string, unknown>>): object => ({
  exists: true,
  cancelled: false,
  iStatus: 1,
  fields,
});

const vitals: readonly (readonly [number, string, string, number, ...(number | undefined)[]])[] = [
  [1, '8480-6', 'Systolic blood pressure', 0, 100, 139, 91, 179, 40, 300],
  [2, '8462-4', 'Diastolic blood pressure', 0, 60, 89, 51, 119, 20, 200],
  [3, '8867-4', 'Pulse', 0, 51, 90, 41, 130, 20, 250],
  [5, '59408-5', 'Oxygen saturation', 0, 96, 100, 92, 100, 50, 100],
  [6, '8310-5', 'Temperature', 1, 36.1, 38, 35.1, 39, 30, 43],
  [7, '41653-7', 'Glucose, capillary', 0, 70, 139, 54, 399, 10, 1000],
  [8, '29463-7', 'Weight', 1, undefined, undefined, undefined, undefined, 1, 350],
  [9, '8302-2', 'Height', 0, undefined, undefined, undefined, undefined, 30, 250],
  [10, '39156-5', 'Body mass index', 1, 18.5, 24.9, undefined, undefined, 5, 100],
];

/** Streams that the tests of care need: a patient of Jayanagar, vitals, diagnoses, allergies, assays. */
export function careStreams(stream: string): unknown {
  const vitalAt = vitals.find(([id]) => stream === `master-vital-${id}`);
  if (vitalAt) {
    const [, vLoinc, vName, iDecimals, refLow, refHigh, critLow, critHigh, absLow, absHigh] = vitalAt;
    return master({ vLoinc, vName, iDecimals, refLow, refHigh, critLow, critHigh, absLow, absHigh });
  }
  return fixed[stream];
}

export const patient = {
  ...noPatientCare,
  id: '204',
  stage: 'enrolled',
  name: 'Lakshmi Rao',
  customerId: 90,
  pooId: 1,
  relation: 'self',
  dob: '1961-03-02',
  gender: 'female',
  diagnoses: ['Essential hypertension'],
  careTierId: 1,
  source: null,
  careStage: 'activeCare',
  cycleDay: 10,
  reviewBy: 'doctor',
} as const;

const fixed: Readonly<Record<string, unknown>> = {
  'patient-204': patient,
  'patient-205': { ...patient, id: '205', name: 'Mohan Kumar', careStage: 'deceased', diedOn: '2026-11-01' },
  'customer-90': {
    stage: 'active',
    name: 'Lakshmi Rao',
    phones: [{ number: '5550120090', primary: true }],
    exitedOn: null,
    mergedInto: null,
  },
  'master-diagnosis-1': master({ vName: 'Essential hypertension' }),
  'master-diagnosis-2': master({ vName: 'Type 2 diabetes mellitus' }),
  'master-allergy-1': master({ vName: 'Penicillin', iAllergyTypeId: 1, iMoleculeId: 4 }),
  'master-allergy-2': master({ vName: 'Peanut', iAllergyTypeId: 2 }),
  'master-doctor-1': master({ vName: 'Dr. Kavitha Rao' }),
  'master-severity-2': master({ vName: 'Moderate' }),
  'master-careTier-1': master({ vName: 'Tier 1', vReviewBy: 'doctor' }),
  'master-careTier-3': master({ vName: 'Tier 3', vReviewBy: 'TL' }),
  'master-lab-1': master({ vName: 'City Diagnostics' }),
  'master-labTest-1': master({ vName: 'Electrolytes', nPricePaise: 45_000, bFasting: 0 }),
  'master-assay-1': master({
    vName: 'Potassium',
    vLoinc: '2823-3',
    critLow: 2.9,
    critHigh: 6.1,
    absLow: 1.5,
    absHigh: 10,
    ranges: [{ vSex: 'any', iAgeFrom: 0, iAgeTo: 120, low: 3.5, high: 5.1 }],
  }),
  'master-assay-2': master({
    vName: 'Creatinine',
    vLoinc: '2160-0',
    critHigh: 3.9,
    absLow: 0.1,
    absHigh: 25,
    ranges: [{ vSex: 'any', iAgeFrom: 0, iAgeTo: 120, low: 0.6, high: 1.2 }],
  }),
  'employee-111': { hopi: 1 },
};

export function openCare(
  more: readonly StreamDef[] = [],
  others: (stream: string) => unknown = () => undefined,
): Life {
  return openLife(
    [vital, phx, escalation, carefile, ...more],
    (stream) => others(stream) ?? careStreams(stream) ?? checkedIn(stream),
  );
}

/**
 * Runs the policies' reactions that are due by `now`, sorted by time; a refusal ends its reaction, as in a
 * running server.
 */
export function runPolicies(
  life: Life,
  policies: readonly PolicyDef[],
  now: number,
  done: Set<string> = new Set(),
): void {
  for (;;) {
    const due = life.log
      .flatMap((event) =>
        policies.flatMap((policy) =>
          policy.on.includes(event.type)
            ? policy.react(event, { directory }).map((react, at) => ({
                key: `${policy.name} ${event.id} ${at}`,
                react,
                from: Date.parse(event.at),
              }))
            : [],
        ),
      )
      .filter(({ key, react, from }) => !done.has(key) && (react.at ?? from) <= now)
      .toSorted((a, b) => (a.react.at ?? a.from) - (b.react.at ?? b.from))[0];
    if (!due) return;
    done.add(due.key);
    if (due.react.kind === 'command')
      life.command(due.react.stream, due.react.command, due.react.input, { now: due.react.at ?? due.from });
  }
}
