import { businessDay, monthOf } from '#shared/core/day.ts';
import { caseIdOf } from '#shared/streams/care/cccase/months.ts';
import { sections, type KitType } from '#shared/streams/care/cccase/sections.ts';
import { dataSteps } from '#shared/streams/care/cccase/state.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
const [carer, store, head] = [111, 161, 203] as const;
const versioned = { versioned: true } as const;

type Until = 'toIssue' | 'issued' | 'received' | 'charged';
const kits: readonly (readonly [patient: number, type: KitType, until: Until])[] = [
  [17, 3, 'charged'],
  [20, 8, 'received'],
  [23, 2, 'issued'],
  [26, 8, 'toIssue'],
];

/** Bundles that types of care kit consist of, after the products that they name. */
export const careKitBundles = (dFrom: string): readonly Readonly<Record<string, unknown>>[] => {
  const monitor = { iProductId: 19, iQty: 1, bReturnable: 1, nMissingPaise: 2_250_00 };
  const meter = { iProductId: 18, iQty: 1, bReturnable: 1, nMissingPaise: 1_150_00 };
  return [
    ['DIABETES', 'Diabetes care kit', '1', 1_150_00, [meter]],
    ['PRESSURE', 'Hypertension care kit', '2', 2_250_00, [monitor]],
    ['DIAB-PRESS', 'Diabetes and hypertension care kit', '3', 3_400_00, [monitor, meter]],
    ['WELLNESS', 'General wellness care kit', '8', 3_400_00, [monitor, { iProductId: 18, iQty: 1 }]],
  ].map(([code, vName, vKitType, nPricePaise, components]) => ({
    vCode: `CARE-${String(code)}`,
    ...{ vName, vKitType, nPricePaise, components, dFrom },
  }));
};

/** Months of care that were finished with a kit, one at each step of its way to the patient and back. */
export function demoCareKits(now: number, patients: readonly { readonly id: number }[]): DemoCommand[] {
  return kits.flatMap(([patient, type, until], n) => {
    const found = patients[patient];
    return found ? kitOf(now - (330 - n * 15) * minute, found.id, type, `CK${n + 1}`, until, now) : [];
  });
}

function kitOf(
  at: number,
  patientId: number,
  type: KitType,
  name: string,
  until: Until,
  now: number,
): DemoCommand[] {
  const caseId = caseIdOf(patientId, monthOf(businessDay(now)));
  const [kase, kit] = [`cccase-${caseId}`, `cckitret-{${name}}`];
  const commands: DemoCommand[] = [];
  let step = 0;
  const give = (
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => {
    commands.push({ at: at + step * 5_000, as, stream, command, input, ...more });
    step += 1;
  };
  const vitals = (values: readonly object[], context: string | null): void =>
    give(carer, 'vital-new', 'record', {
      ...{ patientId, source: 'phoneReported', context, position: null, deviceId: null, values },
      takenAt: new Date(at + step * 5_000 - 2_000).toISOString(),
    });
  give(carer, `queueitem-cc-queue-${caseId}`, 'claim');
  give(carer, kase, 'start');
  vitals(
    [
      { vitalId: 1, value: 132, unit: 'mmHg' },
      { vitalId: 2, value: 82, unit: 'mmHg' },
    ],
    null,
  );
  vitals([{ vitalId: 7, value: 118, unit: 'mg/dL' }], 'random');
  for (const named of dataSteps)
    give(carer, kase, 'completeStep', { step: named, note: 'Gone through by phone' });
  for (const section of sections)
    give(carer, `assessment-${caseId}`, 'writeSection', {
      section,
      text: 'A steady month; nothing that needs to be changed.',
    });
  give(carer, kase, 'submitAssessment');
  const reason = 'Has no device of their own at home';
  give(carer, kase, 'finalizeKit', { iKitTypeId: type, reason }, { answered: { field: 'kitId', name } });
  give(carer, kase, 'sendKit');
  if (until === 'toIssue') return commands;
  give(store, kit, 'issue', {}, versioned);
  if (until === 'issued') return commands;
  give(store, kit, 'count', { put: [{ id: 'k1', receivedQty: 1 }] }, versioned);
  give(store, kit, 'receive', {}, versioned);
  if (until === 'received') return commands;
  give(head, kit, 'sort', { put: [{ id: 'k1', restockQty: 1 }] }, versioned);
  give(head, kit, 'inspect', {}, versioned);
  return commands;
}
