import { isDay, showDay } from '../core/day.ts';
import { keyText } from '../core/invisible.ts';
import { phoneDigits } from '../core/phone.ts';
import { plainNumber, rupeesText, separators } from '../core/number-text.ts';
import { languages, textIn, type Language } from '../core/translations.ts';
import type { Count, Fields, MasterDef, Problem } from './master-def.ts';
import type { MasterField } from './master-field.ts';
import { isPlainName, spacedLines, spacedParts } from './master-lines.ts';
import { cutText } from '../core/cut.ts';
import { isErrorText, type SheetCell } from '../core/sheet-cell.ts';

/**
 * A column of a file: one heading per field, one text per value; importing an export gives the same value.
 */

export interface Heading {
  readonly key: string;
  readonly label: string;
  readonly field: MasterField | null;
  /** A count rather than a field of the record. */
  readonly number?: boolean;
}
/** How a file names a record of another kind: by code, or by name where people read it; else by `#` and its id. */
export type NameOf = (kind: string, id: number, by?: 'name') => string;

const dangerous = /^'*(?:[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;
const isDangerous = (text: string): boolean => dangerous.test(text) || isErrorText(text.replace(/^'+/, ''));

/** Escapes text that a spreadsheet would take for a formula or an error; `unguarded` reverts it. */
export function guarded(text: string): string {
  return isDangerous(text) ? `'${text}` : text;
}
export function unguarded(text: string): string {
  return text.startsWith("'") && isDangerous(text.slice(1)) ? text.slice(1) : text;
}

/** Text of a workbook, which evaluates none: only what `unguarded` would take from it is escaped. */
export const workbookText = (text: string): string => (unguarded(text) === text ? text : guarded(text));

/** Headings of templates and exports in one language: number, fields, status. */
export function headingsOf(def: MasterDef, language: Language, names?: readonly string[]): Heading[] {
  const translate = (key: string): string => String(def.translations[language]?.[key] ?? key);
  const fields = def.fields.filter(
    (field) => field.kind !== 'file' && (!names || names.includes(field.name)),
  );
  return [
    { key: 'iId', label: translate('column.iId'), field: null },
    ...fields.map((field) => ({ key: field.name, label: translate(`field.${field.name}`), field })),
    ...(def.stages ? [] : [{ key: 'iStatus', label: translate('column.iStatus'), field: null }]),
  ];
}

/**
 * Headings of an export: those of a template, plus, before the status, the counts its reader may see. Imports
 * ignore counts.
 */
export function exportHeadings(
  def: MasterDef,
  language: Language,
  counts: readonly Count[],
  names?: readonly string[],
): Heading[] {
  const headings = headingsOf(def, language, names);
  const reported = counts
    .filter(({ name }) => !names || names.includes(name))
    .map(({ name, label }) => ({ key: name, label: textIn(label, language), field: null, number: true }));
  const status = headings.findIndex(({ key }) => key === 'iStatus');
  return headings.toSpliced(status === -1 ? headings.length : status, 0, ...reported);
}

/** The heading for a column of a file, by field name or by label in either language, the file's first, then by a former label. */
export function headingFor(def: MasterDef, text: string, language: Language = 'en'): Heading | null {
  const wanted = plain(text);
  for (const one of [language, ...languages.filter((other) => other !== language)])
    for (const heading of headingsOf(def, one))
      if (plain(heading.key) === wanted || plain(heading.label) === wanted) return heading;
  return (
    headingsOf(def, language).find(({ field }) =>
      field?.formerly?.some((label) => plain(label) === wanted),
    ) ?? null
  );
}

function plain(text: string): string {
  return keyText(text).replace(/ ?\*$/, '');
}

export function cellText(
  def: MasterDef,
  field: MasterField,
  value: unknown,
  nameOf: NameOf,
  language: Language,
): string {
  if (value == null) return '';
  switch (field.kind) {
    case 'money':
    case 'percent':
      return rupeesText(Number(value), language);
    case 'decimal':
      return String(value).replace('.', separators[language].decimal);
    case 'date':
      return showDay(String(value));
    case 'choice':
      return choiceText(field, String(value), language);
    case 'choices':
      return (value as string[]).map((one) => choiceText(field, one, language)).join('; ');
    case 'reference':
      return nameOf(field.lookup!, Number(value));
    case 'references':
      return (value as number[]).map((id) => nameOf(field.lookup!, id)).join('; ');
    case 'rows':
      return linesText(field, value as readonly Fields[], nameOf, language);
    default:
      return String(value);
  }
}

function linesText(field: MasterField, lines: readonly Fields[], nameOf: NameOf, language: Language): string {
  const parts = spacedParts(field);
  if (!parts) return JSON.stringify(lines);
  const { reference, number, unit } = parts;
  return lines
    .map((line) => {
      const [kind, id] = [reference.lookup!, Number(line[reference.name])];
      const name = nameOf(kind, id, 'name');
      return [
        isPlainName(name) ? name : nameOf(kind, id),
        String(line[number.name]).replace('.', separators[language].decimal),
        choiceText(unit, String(line[unit.name]), language),
      ].join(' ');
    })
    .join('; ');
}

function choiceText(field: MasterField, value: string, language: Language): string {
  const option = field.options?.[value];
  return option ? textIn(option, language) : value;
}

/** A reference in a file, to be looked up before its row can be validated. */
export interface Wanted {
  readonly lookup: string;
  readonly text: string;
}
export function wantedIn(field: MasterField, text: string): Wanted[] {
  if (field.kind === 'reference') return text === '' ? [] : [{ lookup: field.lookup!, text: plain(text) }];
  if (field.kind === 'references')
    return parts(text).map((one) => ({ lookup: field.lookup!, text: plain(one) }));
  const spaced = spacedParts(field);
  return ((spaced && spacedLines(unguarded(text), spaced)) ?? []).flatMap((one) =>
    typeof one === 'string' ? [] : [{ lookup: spaced!.reference.lookup!, text: plain(one.name) }],
  );
}
export type IdOf = (wanted: Wanted) => number | null;

const parts = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

const numbers: readonly MasterField['kind'][] = ['number', 'decimal', 'money', 'percent'];

/** Whether a cell holds a number whose separators do not say in this language where its whole part ends. */
export const isAmbiguous = (field: MasterField, text: string, language: Language): boolean =>
  numbers.includes(field.kind) && plainNumber(unguarded(text).trim(), language) === 'ambiguous';

/** The value of a cell; `undefined` when it is invalid for the field. Blank is null. */
export function cellValue(field: MasterField, text: string, idOf: IdOf, language: Language): unknown {
  const given = unguarded(text).trim();
  if (given === '') return null;
  switch (field.kind) {
    case 'number':
    case 'decimal':
      return /[%₹]/.test(given) ? undefined : numberIn(given, language);
    case 'money':
      return given.includes('%') ? undefined : hundredths(given, language);
    case 'percent':
      return given.includes('₹') ? undefined : hundredths(given, language);
    case 'date':
      return dayIn(given);
    case 'yesNo':
      return flagIn(given);
    case 'choice':
      return optionIn(field, given);
    case 'choices': {
      const all = parts(given).map((one) => optionIn(field, one));
      return all.includes(undefined) ? undefined : all;
    }
    case 'reference':
      return idOf({ lookup: field.lookup!, text: plain(given) }) ?? undefined;
    case 'references': {
      const all = parts(given).map((one) => idOf({ lookup: field.lookup!, text: plain(one) }));
      return all.includes(null) ? undefined : all;
    }
    case 'rows':
      return linesIn(field, given, idOf, language);
    case 'time':
      return timeIn(given);
    case 'phone':
      return phoneIn(given);
    default:
      return given;
  }
}

/** Why a cell cannot be taken for what it is, whatever its text: an error, or a day or time in another kind of column. */
export function cellProblem(field: Pick<MasterField, 'name' | 'kind'>, cell: SheetCell): Problem | null {
  const problem = (code: string, text: string): Problem => ({
    code,
    field: field.name,
    details: { text: cutText(text, 40) },
  });
  if (typeof cell === 'string') return isErrorText(cell) ? problem('cellError', cell) : null;
  if (cell.kind === 'error') return problem('cellError', cell.text);
  if (cell.kind === 'text' || cell.kind === field.kind) return null;
  return problem(cell.kind === 'date' ? 'cellIsDate' : 'cellIsTime', cell.text);
}

/** The lines of a cell; `undefined` when one of them cannot be read. */
function linesIn(field: MasterField, text: string, idOf: IdOf, language: Language): unknown {
  const read = readLines(field, text, idOf, language);
  if (read === null) return listIn(text);
  return read.some((one) => 'problem' in one) ? undefined : read;
}

/** Why a cell of such lines cannot be read: its first line that is no such line, or names nothing known. */
export function linesProblem(
  field: MasterField,
  text: string,
  idOf: IdOf,
  language: Language,
): Problem | null {
  const read = readLines(field, unguarded(text).trim(), idOf, language) ?? [];
  const found = read.find((one): one is { readonly problem: Problem } => 'problem' in one);
  return found?.problem ?? null;
}

function readLines(
  field: MasterField,
  text: string,
  idOf: IdOf,
  language: Language,
): readonly (Fields | { readonly problem: Problem })[] | null {
  const spaced = spacedParts(field);
  const lines = spaced && spacedLines(text, spaced);
  if (!spaced || !lines) return null;
  const { reference, number, unit } = spaced;
  const bad = (code: string, of: string, more = {}) => ({
    problem: { code, field: field.name, details: { text: cutText(of, 80), ...more } },
  });
  return lines.map((one) => {
    if (typeof one === 'string') return bad('lineUnread', one, { example: field.spaced ?? '' });
    const id = idOf({ lookup: reference.lookup!, text: plain(one.name) });
    if (id === null) return bad('lookupMissing', one.name);
    const figure = plainNumber(one.number, language);
    if (figure === 'ambiguous') return bad('ambiguousNumber', one.number);
    const option = optionIn(unit, one.unit);
    return figure === null || option === undefined
      ? bad('lineUnread', `${one.name} ${one.number} ${one.unit}`, { example: field.spaced ?? '' })
      : { [reference.name]: id, [number.name]: Number(figure.plain), [unit.name]: option };
  });
}

function numberIn(text: string, language: Language): number | undefined {
  const number = plainNumber(text, language);
  return number === null || number === 'ambiguous' ? undefined : Number(number.plain);
}

/** Parses `30.24` or `₹1,23,456.78` to paise or basis points, without floating point. */
function hundredths(text: string, language: Language): number | undefined {
  const number = plainNumber(text, language);
  if (number === null || number === 'ambiguous') return undefined;
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(number.plain);
  if (!match) return undefined;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}

/** A day alone: a time of the day is no part of it, but midnight, which programs write with a day. */
function dayIn(text: string): string | undefined {
  const match =
    /^(?:(\d{4}-\d\d-\d\d)|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text);
  if (!match) return undefined;
  const [, iso, d = '', m = '', y] = match;
  const day = iso ?? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** A time of the day, by 24 hours or by 12 with `am` or `pm`; seconds only when there are none. */
function timeIn(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d\d)(?::00)?(?:[\s\u00a0\u202f]*([ap])\.?[\s\u00a0\u202f]*m\.?)?$/i.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, half] = match;
  const hour = Number(hours);
  if (Number(minutes) > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  const added = half?.toLowerCase() === 'p' ? 12 : 0;
  return `${String(half ? (hour % 12) + added : hour).padStart(2, '0')}:${minutes}`;
}

function phoneIn(text: string): string | undefined {
  const digits = phoneDigits(text);
  return /^\d+$/.test(digits) ? digits : undefined;
}

function flagIn(text: string): 0 | 1 | undefined {
  if (/^(1|yes|y|true|sí|si|s|x)$/i.test(text)) return 1;
  return /^(0|no|n|false)$/i.test(text) ? 0 : undefined;
}

function optionIn(field: MasterField, text: string): string | undefined {
  const wanted = plain(text);
  const all = Object.entries(field.options ?? {});
  return (all.find(([value]) => plain(value) === wanted) ??
    all.find(([, both]) => Object.values(both).some((label) => plain(label) === wanted)))?.[0];
}

function listIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the status, 1 or 0, by the names that a master gives the two in either language. */
export function statusIn({ translations }: Pick<MasterDef, 'translations'>, text: string): 0 | 1 | undefined {
  const wanted = plain(text);
  return ([1, 0] as const).find((status) =>
    [
      String(status),
      ...(status === 1 ? ['active', 'activo'] : ['inactive', 'inactivo']),
      ...languages.map((language) => plain(String(translations[language]?.[`state.${status}`] ?? ''))),
    ].includes(wanted),
  );
}

/** A line of CSV as in RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/["\r\n,;]/.test(cell) || /^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** Numbers stay numbers, everything else is escaped. */
export function csvCell(field: MasterField | null, text: string): string {
  return field && ['number', 'decimal', 'money', 'percent', 'yesNo'].includes(field.kind)
    ? text
    : guarded(text);
}

export function recordCells(
  def: MasterDef,
  headings: readonly Heading[],
  row: { readonly id: number; readonly iStatus: 0 | 1; readonly fields: Fields },
  nameOf: NameOf,
  language: Language,
): string[] {
  return headings.map(({ key, field }) => {
    if (key === 'iId') return String(row.id);
    if (key === 'iStatus') return String(def.translations[language]?.[`state.${row.iStatus}`] ?? row.iStatus);
    return field ? cellText(def, field, row.fields[key], nameOf, language) : String(row.fields[key] ?? '');
  });
}
