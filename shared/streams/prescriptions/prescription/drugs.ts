import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import type { Drug, EnteredLine, Molecule, Prescriber, RxHeader, RxLine, Schedule } from './content.ts';
import { unitsOf } from './dose.ts';

/** A molecule of the master, with the schedules that apply to every medicine of it. */
export interface FoundMolecule extends Molecule {
  readonly schedules: readonly Schedule[];
}

/** The masters' data that `prepare` found for the products, molecules and doctor of an entry. */
export interface FoundNames {
  readonly products: Readonly<Record<number, Drug>>;
  readonly molecules: Readonly<Record<number, FoundMolecule>>;
  readonly doctors: Readonly<Record<number, Pick<Prescriber, 'name' | 'regNo'>>>;
}

function drugOf(line: EnteredLine, found: FoundNames, at: number): Drug | Refusal {
  if (line.productId !== null)
    return (
      found.products[line.productId] ??
      refuse('notInList', 422, { label: 'field.product' }, `lines.${at}.productId`)
    );
  if (line.moleculeId === null)
    return refuse('lineDrugMissing', 422, { line: line.no }, `lines.${at}.productId`);
  const molecule = found.molecules[line.moleculeId];
  if (!molecule) return refuse('notInList', 422, { label: 'field.molecule' }, `lines.${at}.moleculeId`);
  if (line.strength === null || line.unit === null || line.form === null)
    return refuse('lineStrengthMissing', 422, { line: line.no }, `lines.${at}.strength`);
  const { strength, unit, form } = line;
  const { schedules, ...part } = molecule;
  return {
    productId: null,
    name: `${molecule.inn} ${strength} ${unit}`,
    form,
    schedules,
    molecules: [{ ...part, strength, unit }],
    sold: false,
  };
}

/**
 * Lines with their composition, or the first error. They must be numbered 1, 2, 3 … as on the page, each
 * once.
 */
export function namedLines(lines: readonly EnteredLine[], found: FoundNames): readonly RxLine[] | Refusal {
  const named: RxLine[] = [];
  for (const [at, line] of lines.entries()) {
    if (lines.findIndex(({ no }) => no === line.no) !== at)
      return refuse('lineTwice', 422, { line: line.no }, `lines.${at}.no`);
    const drug = drugOf(line, found, at);
    if (isRefusal(drug)) return drug;
    const { dose } = line;
    if (dose.kind === 'daily' && dose.m + dose.a + dose.e + dose.n === 0)
      return refuse('lineDoseMissing', 422, { line: line.no }, `lines.${at}.dose`);
    const units = unitsOf(dose, line.days, drug.form);
    if (units !== null && units !== line.qty && !line.qtyReason)
      return refuse('lineQtyMismatch', 422, { n: units, m: line.qty, line: line.no }, `lines.${at}.qty`);
    const decision = line.productId === null ? ('notStocked' as const) : ('supply' as const);
    const plain: RxLine = { ...line, drug, decision, holdReason: null };
    named.push(plain);
  }
  return named;
}

/** The prescriber as in the doctor master, where known. */
export function namedHeader(header: RxHeader, found: FoundNames, today: string): RxHeader | Refusal {
  if (header.writtenOn > today)
    return refuse('dateInFuture', 422, { label: 'field.writtenOn' }, 'header.writtenOn');
  const { doctorId } = header.prescriber;
  if (doctorId === null) return header;
  const doctor = found.doctors[doctorId];
  if (!doctor) return refuse('notInList', 422, { label: 'field.doctor' }, 'header.prescriber.doctorId');
  return { ...header, prescriber: { ...header.prescriber, name: doctor.name, regNo: doctor.regNo } };
}
