import { isDay, showDay } from '../core/day.ts';
import { textIn } from '../core/words.ts';
import type { Count, Fields, MasterDef } from './master-def.ts';
import type { MasterField } from './master-field.ts';

/** How a record looks in a file: one heading a field, one text a value; read back it gives the same value. */

export interface Heading {
  readonly key: string;
  readonly label: string;
  readonly field: MasterField | null;
  /** No field of the record, but a number that is counted for it. */
  readonly number?: boolean;
}
/** What a file calls a record of another kind: its code, else its name, else `#` and its number. */
export type NameOf = (kind: string, id: number) => string;

const dangerous = /^(?:[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;

/** A text that no spreadsheet takes for a formula; `unguarded` takes the guard away again. */
export function guarded(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}
export function unguarded(text: string): string {
  return text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text;
}

/** Number, fields, status: the headings of templates and exports, in one language. */
export function headingsOf(def: MasterDef, language: 'en' | 'es', names?: readonly string[]): Heading[] {
  const say = (key: string): string => String(def.words[language]?.[key] ?? key);
  const fields = def.fields.filter((field) => !names || names.includes(field.name));
  return [
    { key: 'iId', label: say('column.iId'), field: null },
    ...fields.map((field) => ({ key: field.name, label: say(`field.${field.name}`), field })),
    ...(def.stages ? [] : [{ key: 'iStatus', label: say('column.iStatus'), field: null }]),
  ];
}

/** The headings of an export: those of a template, and before the status the counts that its reader may see, which no import takes. */
export function exportHeadings(def: MasterDef, language: 'en' | 'es', counts: readonly Count[], names?: readonly string[]): Heading[] {
  const headings = headingsOf(def, language, names);
  const told = counts
    .filter(({ name }) => !names || names.includes(name))
    .map(({ name, label }) => ({ key: name, label: textIn(label, language), field: null, number: true }));
  const status = headings.findIndex(({ key }) => key === 'iStatus');
  return headings.toSpliced(status === -1 ? headings.length : status, 0, ...told);
}

/** The heading that a column of a file means: a field's name, or its label in either language. */
export function headingFor(def: MasterDef, text: string): Heading | null {
  const wanted = plain(text);
  for (const language of ['en', 'es'] as const)
    for (const heading of headingsOf(def, language)) if (plain(heading.key) === wanted || plain(heading.label) === wanted) return heading;
  return null;
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\*$/, '').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');
}

export function cellText(def: MasterDef, field: MasterField, value: unknown, nameOf: NameOf, language: 'en' | 'es'): string {
  if (value == null) return '';
  switch (field.kind) {
    case 'money':
    case 'percent':
      return (Number(value) / 100).toFixed(2);
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
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

function choiceText(field: MasterField, value: string, language: 'en' | 'es'): string {
  const option = field.options?.[value];
  return option ? textIn(option, language) : value;
}

/** What a reference in a file may be: to be looked up before the row can be judged. */
export interface Wanted {
  readonly lookup: string;
  readonly text: string;
}
export function wantedIn(field: MasterField, text: string): Wanted[] {
  if (field.kind === 'reference') return text === '' ? [] : [{ lookup: field.lookup!, text: plain(text) }];
  return field.kind === 'references' ? parts(text).map((one) => ({ lookup: field.lookup!, text: plain(one) })) : [];
}
export type IdOf = (wanted: Wanted) => number | null;

const parts = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** The value that a cell means; `undefined` says that it means nothing here. Blank is null. */
export function cellValue(field: MasterField, text: string, idOf: IdOf): unknown {
  const given = unguarded(text).trim();
  if (given === '') return null;
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return numberIn(given);
    case 'money':
    case 'percent':
      return hundredths(given);
    case 'date':
      return dayIn(given);
    case 'flag':
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
      return listIn(given);
    case 'time':
      return /^\d:\d\d/.test(given) ? `0${given.slice(0, 4)}` : given.slice(0, 5);
    default:
      return given;
  }
}

function numberIn(text: string): number | undefined {
  const number = Number(text.replace(/,(?=\d{2,3}(\D|$))/g, ''));
  return Number.isFinite(number) ? number : undefined;
}

/** `30.24`, `₹1,23,456.78` → paise or basis points, without floating point. */
function hundredths(text: string): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.replace(/[₹%\s,]/g, ''));
  if (!match) return undefined;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}

function dayIn(text: string): string | undefined {
  const match = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  const day = match ? `${match[3]}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}` : text.slice(0, 10);
  return isDay(day) ? day : undefined;
}

function flagIn(text: string): 0 | 1 | undefined {
  if (/^(1|yes|y|true|sí|si|s|x)$/i.test(text)) return 1;
  return /^(0|no|n|false)$/i.test(text) ? 0 : undefined;
}

function optionIn(field: MasterField, text: string): string | undefined {
  const wanted = plain(text);
  const all = Object.entries(field.options ?? {});
  return (all.find(([value]) => plain(value) === wanted) ?? all.find(([, both]) => Object.values(both).some((label) => plain(label) === wanted)))?.[0];
}

function listIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Active 1, inactive 0, in words of either language. */
export function statusIn(text: string): 0 | 1 | undefined {
  const wanted = plain(text);
  if (['1', 'active', 'activo'].includes(wanted)) return 1;
  return ['0', 'inactive', 'inactivo'].includes(wanted) ? 0 : undefined;
}

/** A line of a file as RFC 4180 writes it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/["\r\n,;]/.test(cell) || /^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** Numbers stay numbers, everything else is guarded. */
export function csvCell(field: MasterField | null, text: string): string {
  return field && ['integer', 'decimal', 'money', 'percent', 'flag'].includes(field.kind) ? text : guarded(text);
}

export function recordCells(
  def: MasterDef,
  headings: readonly Heading[],
  row: { readonly id: number; readonly iStatus: 0 | 1; readonly fields: Fields },
  nameOf: NameOf,
  language: 'en' | 'es',
): string[] {
  return headings.map(({ key, field }) => {
    if (key === 'iId') return String(row.id);
    if (key === 'iStatus') return String(def.words[language]?.[`state.${row.iStatus}`] ?? row.iStatus);
    return field ? cellText(def, field, row.fields[key], nameOf, language) : String(row.fields[key] ?? '');
  });
}
