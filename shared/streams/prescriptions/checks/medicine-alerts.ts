import type { Molecule, RxLine } from '../prescription/content.ts';
import { unitsPerDay } from '../prescription/dose.ts';
import type { Alert, Clinical } from './clinical.ts';
import {
  allergyClasses,
  allergySource,
  doseLimits,
  doseSource,
  notInPregnancy,
  ownRule,
  pregnancySource,
} from './dose-limits.ts';
import { interactionsOf } from './interaction-table.ts';

const begins = (atc: string | null, starts: readonly string[]): boolean =>
  atc !== null && starts.some((start) => atc.startsWith(start));
const idOf = (kind: string, ...parts: readonly (string | number)[]): string => [kind, ...parts].join(':');
const perMg: Readonly<Record<string, number>> = { mg: 1, mcg: 0.001, g: 1_000 };

/** Allergies by substance, by class, and by known cross-reactive class. */
export function allergyAlerts(lines: readonly RxLine[], { allergies }: Clinical): Alert[] {
  return lines.flatMap((line) =>
    line.drug.molecules.flatMap((molecule) =>
      allergies.flatMap((allergy): Alert[] => {
        const base = {
          lineNo: line.no,
          source: allergySource,
          values: { molecule: molecule.inn, allergy: allergy.name },
        };
        const id = (kind: string) => idOf(kind, line.no, molecule.moleculeId, allergy.name);
        if (
          allergy.moleculeId === molecule.moleculeId ||
          (allergy.atc !== null && allergy.atc === molecule.atc)
        )
          return [
            {
              ...base,
              id: id('allergySubstance'),
              kind: 'allergySubstance',
              severity: allergy.confirmed ? 'block' : 'warn',
              override: 'doctor',
            },
          ];
        const family = allergyClasses.find((one) => begins(allergy.atc, one.begins));
        if (!family) return [];
        const values = { ...base.values, family: family.name, familyEs: family.nameEs };
        if (begins(molecule.atc, family.begins))
          return [
            {
              ...base,
              values,
              id: id('allergyClass'),
              kind: 'allergyClass',
              severity: allergy.confirmed ? 'block' : 'warn',
              override: 'doctor',
            },
          ];
        return begins(molecule.atc, family.crosses)
          ? [
              {
                ...base,
                values,
                id: id('allergyCross'),
                kind: 'allergyCross',
                severity: 'warn',
                override: 'checker',
              },
            ]
          : [];
      }),
    ),
  );
}

/** One molecule twice on the page, or on the page and still being taken from another prescription. */
export function duplicateAlerts(lines: readonly RxLine[], { medicines }: Clinical, today: string): Alert[] {
  const source = ownRule;
  const here = lines.flatMap((line, at) =>
    line.drug.molecules.flatMap((molecule): Alert[] => {
      const before = lines
        .slice(0, at)
        .find((other) => other.drug.molecules.some(({ moleculeId }) => moleculeId === molecule.moleculeId));
      if (!before) return [];
      const values = { molecule: molecule.inn, line: before.no };
      return [
        {
          id: idOf('duplicateHere', line.no, molecule.moleculeId),
          kind: 'duplicateHere',
          severity: 'block',
          lineNo: line.no,
          values,
          source,
          override: 'doctor',
        },
      ];
    }),
  );
  const current = lines.flatMap((line) =>
    line.drug.molecules.flatMap((molecule): Alert[] => {
      const taken = medicines.find(
        (one) =>
          one.until >= today &&
          one.drug.molecules.some(({ moleculeId }) => moleculeId === molecule.moleculeId),
      );
      if (!taken) return [];
      const values = { molecule: molecule.inn, ref: taken.ref, until: taken.until, left: taken.left };
      const refill = taken.drug.productId !== null && taken.drug.productId === line.productId;
      const found = { lineNo: line.no, values, source };
      return [
        refill
          ? {
              ...found,
              id: idOf('quantityLeft', line.no, molecule.moleculeId),
              kind: 'quantityLeft',
              severity: taken.left > 0 ? 'warn' : 'info',
              override: 'checker',
            }
          : {
              ...found,
              id: idOf('duplicateCurrent', line.no, molecule.moleculeId),
              kind: 'duplicateCurrent',
              severity: 'block',
              override: 'doctor',
            },
      ];
    }),
  );
  return [...here, ...current];
}

/** mg a day of one molecule of a line; null where its strength is no weight. */
export function mgPerDay(line: RxLine, { strength, unit }: Molecule): number | null {
  const factor = unit === null ? undefined : perMg[unit];
  return strength === null || factor === undefined || line.route !== 'oral'
    ? null
    : unitsPerDay(line.dose) * strength * factor;
}

function doseAlert(line: RxLine, molecule: Molecule, facts: Clinical): Alert[] {
  const limit = molecule.atc === null ? undefined : doseLimits[molecule.atc];
  const mg = mgPerDay(line, molecule);
  if (!limit || mg === null) return [];
  const base = { lineNo: line.no, source: doseSource };
  const values = { molecule: molecule.inn, mg, most: limit.most };
  const alert = (
    kind: Alert['kind'],
    severity: Alert['severity'],
    override: Alert['override'],
    more: Alert['values'] = {},
  ): Alert => ({
    ...base,
    id: idOf(kind, line.no, molecule.moleculeId),
    kind,
    severity,
    override,
    values: { ...values, ...more },
  });
  const { ageYears, egfr } = facts;
  const found: Alert[] = [];
  if (mg > limit.most)
    found.push(
      alert(
        'doseHigh',
        mg > 1.5 * limit.most ? 'block' : 'warn',
        mg > 1.5 * limit.most ? 'doctor' : 'checker',
      ),
    );
  if (limit.least !== undefined && mg < limit.least)
    found.push(alert('doseLow', 'info', 'checker', { least: limit.least }));
  if (ageYears !== null && limit.notBelowYears !== undefined && ageYears < limit.notBelowYears)
    found.push(alert('doseNotForAge', 'block', 'doctor', { age: ageYears, from: limit.notBelowYears }));
  if (
    ageYears !== null &&
    limit.elderly &&
    ageYears >= limit.elderly.from &&
    mg > limit.elderly.most &&
    mg <= limit.most
  )
    found.push(alert('doseElderly', 'warn', 'checker', { age: ageYears, most: limit.elderly.most }));
  const kidney = egfr && limit.kidney?.find(({ below }) => egfr.value < below);
  if (kidney && egfr && mg > kidney.most) {
    const more = { egfr: egfr.value, on: egfr.on, most: kidney.most };
    found.push(
      kidney.most === 0
        ? alert('kidneyAvoid', 'block', 'doctor', more)
        : alert('kidneyReduce', 'warn', 'checker', more),
    );
  }
  return found;
}

/** Doses beyond the limits of age and kidney function, where both are known. */
export function doseAlerts(lines: readonly RxLine[], facts: Clinical): Alert[] {
  return lines.flatMap((line) => line.drug.molecules.flatMap((molecule) => doseAlert(line, molecule, facts)));
}

/** Pairs of the table among the lines, and between a line and what the patient takes. */
export function interactionAlerts(
  lines: readonly RxLine[],
  { medicines, interactions }: Clinical,
  today: string,
): Alert[] {
  const source = { name: interactions.name, date: interactions.date };
  const taken = medicines.filter(({ until }) => until >= today);
  const others = [
    ...lines.map(({ no, drug }) => ({ at: `#${no}`, no, drug })),
    ...taken.map(({ ref, drug }) => ({ at: ref, no: Infinity, drug })),
  ];
  return lines.flatMap((line) =>
    others
      .filter(({ no }) => no > line.no)
      .flatMap((other) =>
        line.drug.molecules.flatMap((one) =>
          other.drug.molecules.flatMap((two) =>
            interactionsOf(interactions, one.atc ?? '–', two.atc ?? '–').map(
              ({ a, b, severity, effect, effectEs }): Alert => ({
                id: idOf('interaction', line.no, other.at, a, b),
                kind: 'interaction',
                severity: severity === 'moderate' ? 'warn' : 'block',
                lineNo: line.no,
                values: {
                  molecule: one.inn,
                  other: two.inn,
                  where: other.at,
                  effect,
                  effectEs,
                  grade: severity,
                },
                source,
                override:
                  severity === 'contraindicated' ? 'doctor' : severity === 'major' ? 'doctor' : 'checker',
              }),
            ),
          ),
        ),
      ),
  );
}

/** Medicines that harm an unborn child; an unknown pregnancy status must be asked. */
export function pregnancyAlerts(lines: readonly RxLine[], { pregnant, gender, ageYears }: Clinical): Alert[] {
  const may = gender === 'female' && ageYears !== null && ageYears >= 12 && ageYears <= 50;
  if (!pregnant && !(may && pregnant === null)) return [];
  return lines.flatMap((line) =>
    line.drug.molecules
      .filter(({ atc }) => begins(atc, notInPregnancy))
      .map((molecule): Alert => ({
        id: idOf('pregnancy', line.no, molecule.moleculeId),
        kind: pregnant ? 'pregnancy' : 'pregnancyUnknown',
        severity: pregnant ? 'block' : 'warn',
        lineNo: line.no,
        values: { molecule: molecule.inn },
        source: pregnancySource,
        override: pregnant ? 'doctor' : 'checker',
      })),
  );
}
