import type {
  EnteredLine,
  RxHeader,
  RxLine,
  Unit,
} from '#shared/streams/prescriptions/prescription/content.ts';
import type { Drug } from '#shared/streams/prescriptions/prescription/content.ts';
import type { DraftContent } from '#shared/streams/prescriptions/prescription/content.ts';
import { doseText, readDose, unitsOf } from '#shared/streams/prescriptions/prescription/dose.ts';
import type { Region } from '#shared/streams/prescriptions/pages.ts';

/** A line as it is typed. The quantity follows dose and days until somebody types another. */
export interface LineValues {
  readonly no: number;
  readonly written: string;
  readonly productId: number | null;
  readonly moleculeId: number | null;
  /** The name and form of the chosen product or molecule, for the field and the quantity. */
  readonly drugName: string;
  readonly drugForm: string;
  readonly strength: string;
  readonly unit: Unit | null;
  readonly form: string | null;
  readonly dose: string;
  readonly route: EnteredLine['route'];
  readonly food: EnteredLine['food'];
  readonly days: string;
  readonly qty: string;
  readonly qtyReason: string;
  readonly unsure: boolean;
  readonly region: Region | null;
}
export interface HeaderValues {
  readonly writtenOn: string | null;
  readonly doctorId: number | null;
  readonly doctorName: string;
  readonly regNo: string;
  readonly address: string;
  readonly patientAsWritten: string;
  readonly diagnosis: string;
  readonly signature: boolean;
  readonly legible: boolean;
  readonly caseType: RxHeader['caseType'];
  readonly repeats: string;
  readonly nextReviewOn: string | null;
}
export interface EntryValues {
  readonly header: HeaderValues;
  readonly lines: readonly LineValues[];
}

export const blankLine = (no: number): LineValues => ({
  no,
  written: '',
  productId: null,
  moleculeId: null,
  drugName: '',
  drugForm: '',
  strength: '',
  unit: null,
  form: null,
  dose: '',
  route: 'oral',
  food: 'after',
  days: '',
  qty: '',
  qtyReason: '',
  unsure: false,
  region: null,
});

export const blankHeader = (caseType: RxHeader['caseType']): HeaderValues => ({
  writtenOn: null,
  doctorId: null,
  doctorName: '',
  regNo: '',
  address: '',
  patientAsWritten: '',
  diagnosis: '',
  signature: false,
  legible: true,
  caseType,
  repeats: '0',
  nextReviewOn: null,
});

export const blankEntry = (caseType: RxHeader['caseType']): EntryValues => ({
  header: blankHeader(caseType),
  lines: [blankLine(1)],
});

/** Units by dose and days; blank where they cannot be computed. */
export function computedQty({
  dose,
  days,
  drugForm,
  form,
}: Pick<LineValues, 'dose' | 'days' | 'drugForm' | 'form'>): string {
  const read = readDose(dose);
  const count = Number(days);
  if (!read || !Number.isInteger(count) || count < 1) return '';
  const units = unitsOf(read, count, drugForm || (form ?? ''));
  return units === null ? '' : String(units);
}

/** The line after a change: a quantity that was the computed one stays the computed one. */
export function changedLine(line: LineValues, part: Partial<LineValues>): LineValues {
  const next = { ...line, ...part };
  if ('qty' in part) return next;
  const followed = line.qty === '' || line.qty === computedQty(line);
  return followed
    ? { ...next, qty: computedQty(next) || (line.qty === computedQty(line) ? '' : line.qty) }
    : next;
}

const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The command's input; invalid values are sent unchanged, so that the server reports the error. */
export function lineOf(values: LineValues): Record<string, unknown> {
  const { drugName: _name, drugForm: _form, dose, days, qty, strength, qtyReason, ...rest } = values;
  return {
    ...rest,
    strength: number(strength),
    dose: readDose(dose),
    days: number(days),
    qty: number(qty),
    qtyReason: qtyReason.trim() || null,
  };
}

export function headerOf(values: HeaderValues): Record<string, unknown> {
  const { doctorId, doctorName, regNo, address, repeats, diagnosis, ...rest } = values;
  return {
    ...rest,
    diagnosis: diagnosis.trim() || null,
    repeats: number(repeats) ?? 0,
    prescriber: { doctorId, name: doctorName, regNo: regNo.trim() || null, address: address.trim() || null },
  };
}

const drugLabel = (drug: Drug): string => drug.name;

export function valuesOfLine(line: RxLine): LineValues {
  const {
    no,
    written,
    productId,
    moleculeId,
    strength,
    unit,
    form,
    dose,
    route,
    food,
    days,
    qty,
    qtyReason,
    unsure,
    region,
    drug,
  } = line;
  return {
    no,
    written,
    productId,
    moleculeId,
    drugName: drugLabel(drug),
    drugForm: drug.form,
    strength: strength === null ? '' : String(strength),
    unit,
    form,
    dose: doseText(dose),
    route,
    food,
    days: String(days),
    qty: String(qty),
    qtyReason: qtyReason ?? '',
    unsure,
    region,
  };
}

export function valuesOfHeader(header: RxHeader): HeaderValues {
  const { prescriber, diagnosis, repeats, ...rest } = header;
  return {
    ...rest,
    doctorId: prescriber.doctorId,
    doctorName: prescriber.name,
    regNo: prescriber.regNo ?? '',
    address: prescriber.address ?? '',
    diagnosis: diagnosis ?? '',
    repeats: String(repeats),
  };
}

/** A draft as stored by this form; one of another shape is merged into a blank page. */
export function valuesOfDraft(draft: DraftContent, caseType: RxHeader['caseType']): EntryValues {
  const header = { ...blankHeader(caseType), ...draft.header } as HeaderValues;
  const lines = draft.lines.map((line, at) => ({ ...blankLine(at + 1), ...line }) as LineValues);
  return { header, lines: lines.length > 0 ? lines : [blankLine(1)] };
}

export const draftOf = ({ header, lines }: EntryValues): DraftContent => ({
  header: { ...header },
  lines: lines.map((line) => ({ ...line })),
});

/** `lines.2.dose` of a refusal: the number of the line on the page, and its field. */
export function lineField(
  field: string | undefined,
  lines: readonly LineValues[],
): { readonly no: number; readonly field: string } | null {
  const found = /^lines\.(\d+)\.(\w+)/.exec(field ?? '');
  const line = found && lines[Number(found[1])];
  return found && line ? { no: line.no, field: found[2]! } : null;
}
