import { monthAndYear } from '#shared/core/day.ts';
import { expiryOf } from '#shared/core/gs1.ts';
import { separators } from '#shared/core/number-text.ts';
import type { InputKind } from '#shared/families/field.ts';
import { formatDate, formatMoney, formatNumber, numberLanguage } from '#web/locales/formats.ts';
import { dayFromText } from '../field/date-text.ts';
import { numberFromText } from '../field/text-fields.tsx';

export interface Line {
  readonly id: string;
}
export type LineKind = Extract<
  InputKind,
  'text' | 'code' | 'number' | 'decimal' | 'money' | 'percent' | 'date' | 'month' | 'choice' | 'yesNo'
>;

/** One column of a grid of lines. Money is paise, percent is basis points, a month is the last day of it. */
export interface LineColumn<L extends Line = Line> {
  readonly key: string;
  readonly label: string;
  readonly kind: LineKind;
  readonly width?: number;
  readonly editable: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly value?: (line: L) => unknown;
  readonly total?: string;
  /** Columns that have no room of their own: their values stand below this one's, each with its label. */
  readonly under?: readonly LineColumn<L>[];
}

const figures: readonly LineKind[] = ['number', 'decimal', 'money', 'percent', 'date', 'month'];
export const alignsEnd = (kind: LineKind): boolean =>
  ['number', 'decimal', 'money', 'percent'].includes(kind);
export const hasFigures = (kind: LineKind): boolean => figures.includes(kind);

export function valueOf<L extends Line>(column: LineColumn<L>, line: L): unknown {
  return column.value ? column.value(line) : new Map<string, unknown>(Object.entries(line)).get(column.key);
}

/** The text of a cell; empty for an unknown value. */
export function cellText<L extends Line>(
  column: LineColumn<L>,
  line: L,
  says: { readonly yes: string; readonly no: string },
): string {
  const value = valueOf(column, line);
  if (value === null || value === undefined || value === '') return '';
  switch (column.kind) {
    case 'money':
      return typeof value === 'number' ? formatMoney(value) : '';
    case 'percent':
      return typeof value === 'number' ? `${formatNumber(value / 100)} %` : '';
    case 'number':
    case 'decimal':
      return typeof value === 'number' ? formatNumber(value) : String(value);
    case 'date':
      return formatDate(String(value));
    case 'month':
      return monthText(String(value));
    case 'choice':
      return column.choices?.find((one) => one.value === value)?.label ?? String(value);
    case 'yesNo':
      return value ? says.yes : says.no;
    default:
      return String(value);
  }
}

/** The texts below a cell; a value that is empty or zero has none. */
export const textsUnder = <L extends Line>(
  { under = [] }: LineColumn<L>,
  line: L,
  says: { readonly yes: string; readonly no: string },
): readonly string[] =>
  under.flatMap((column) => {
    const text = valueOf(column, line) === 0 ? '' : cellText(column, line, says);
    return text === '' ? [] : [`${column.label} ${text}`];
  });

/** `2027-11-30` as `11/2027`. */
export const monthText = (day: string): string => (day.length >= 7 ? monthAndYear(day) : '');

const plainText = (value: number): string => String(value).replace('.', separators[numberLanguage()].decimal);

/** The initial text of a cell when editing starts. */
export function typedText<L extends Line>(column: LineColumn<L>, line: L): string {
  const value = valueOf(column, line);
  if (value === null || value === undefined) return '';
  switch (column.kind) {
    case 'money':
    case 'percent':
      return typeof value === 'number' ? plainText(value / 100) : '';
    case 'decimal':
      return typeof value === 'number' ? plainText(value) : String(value);
    case 'date':
      return formatDate(String(value));
    case 'month':
      return monthText(String(value));
    default:
      return String(value);
  }
}

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Parses input as a value of the column; an empty cell is null. */
export function readCell<L extends Line>(column: LineColumn<L>, text: string): Read {
  const plain = text.trim();
  if (plain === '') return { ok: true, value: null };
  switch (column.kind) {
    case 'number':
    case 'decimal':
    case 'money':
    case 'percent': {
      const number = numberFromText(plain.replace(/%$/, ''));
      if (number === null) return { ok: false };
      const value = column.kind === 'money' || column.kind === 'percent' ? Math.round(number * 100) : number;
      if (column.kind === 'number' && !Number.isInteger(value)) return { ok: false };
      return (column.min !== undefined && value < column.min) ||
        (column.max !== undefined && value > column.max)
        ? { ok: false }
        : { ok: true, value };
    }
    case 'date': {
      const day = dayFromText(plain);
      return day ? { ok: true, value: day } : { ok: false };
    }
    case 'month': {
      const day = expiryOf(plain) ?? dayFromText(plain);
      return day ? { ok: true, value: day } : { ok: false };
    }
    case 'choice': {
      const found = column.choices?.find(
        ({ value, label }) => value === plain || label.toLowerCase().startsWith(plain.toLowerCase()),
      );
      return found ? { ok: true, value: found.value } : { ok: false };
    }
    case 'yesNo':
      return { ok: true, value: /^(1|y|s|x|true)/i.test(plain) };
    default:
      return { ok: true, value: column.kind === 'code' ? plain.toUpperCase() : plain };
  }
}

/** Rows of cells from text copied from a spreadsheet. */
export function readSheet(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()));
}
