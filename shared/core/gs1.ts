import { headOf } from './cut.ts';
import { dateOf } from './day.ts';

/**
 * The content of a scanned code: one of our labels, a GTIN alone, or a GS1 element string with batch and
 * expiry.
 */
export interface Scanned {
  readonly gtin: string | null;
  readonly batch: string | null;
  /** Last day of the month where the code names no day. */
  readonly expiry: string | null;
  readonly serial: string | null;
}

const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};
const groupSeparator = '\u001d';

/** The last day of a month: `2028`, `02` gives `2028-02-29`. */
export function endOfMonth(year: number, month: number): string {
  return dateOf(new Date(Date.UTC(year, month, 0)).toISOString());
}

/** Expiry as it is typed, `MM/YYYY`, as the last day of that month; null when it is none. */
export function expiryOf(text: string): string | null {
  const found = /^(\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text.trim());
  const month = Number(found?.[1]);
  if (!found || month < 1 || month > 12) return null;
  const year = Number(found[2]);
  return endOfMonth(year < 100 ? 2000 + year : year, month);
}

function dayOf(yymmdd: string): string | null {
  const [year, month, day] = [
    2000 + Number(headOf(yymmdd, 2)),
    Number(yymmdd.slice(2, 4)),
    Number(yymmdd.slice(4, 6)),
  ];
  if (month < 1 || month > 12) return null;
  const last = endOfMonth(year, month);
  if (day === 0) return last;
  return day > Number(last.slice(8))
    ? null
    : `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A GTIN of 8, 12, 13 or 14 digits with a right check digit, as 14 digits; null otherwise. */
export function gtin14(digits: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null;
  const full = digits.padStart(14, '0');
  let sum = 0;
  for (let i = 0; i < 13; i += 1) sum += Number(full[i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10 === Number(full[13]) ? full : null;
}

/**
 * Reads a GS1 element string (DataMatrix, QR or Code 128) with its parts in any sequence, with or without
 * `]d2`, brackets and separators. A part of variable length ends at a separator or at the end. Null when it
 * is no GS1 code and no GTIN.
 */
export function readGs1(text: string): Scanned | null {
  const plain = text
    .trim()
    .replace(/^\](d2|C1|Q3|e0)/, '')
    .replace(/<GS>|\\x1d/gi, groupSeparator);
  const gtin = gtin14(plain);
  if (gtin) return { gtin, batch: null, expiry: null, serial: null };
  const bracketed = plain.startsWith('(');
  const parts = new Map<string, string>();
  let rest = plain;
  while (rest.length > 0) {
    if (rest.startsWith(groupSeparator)) {
      rest = rest.slice(1);
      continue;
    }
    const ai = bracketed ? /^\((\d{2,4})\)/.exec(rest)?.[1] : headOf(rest, 2);
    if (!ai || !/^\d+$/.test(ai)) return null;
    rest = rest.slice(bracketed ? ai.length + 2 : 2);
    const length = fixed[ai];
    const end = bracketed ? rest.search(/\(\d{2,4}\)/) : rest.indexOf(groupSeparator);
    const value = length === undefined ? (end < 0 ? rest : headOf(rest, end)) : headOf(rest, length);
    if (value === '' || (length !== undefined && value.length < length)) return null;
    parts.set(ai, value);
    rest = rest.slice(value.length);
  }
  const code = parts.get('01');
  const known = code === undefined ? null : gtin14(code);
  if (!known) return null;
  const end = parts.get('17');
  return {
    gtin: known,
    batch: parts.get('10')?.toUpperCase() ?? null,
    expiry: end ? dayOf(end) : null,
    serial: parts.get('21') ?? null,
  };
}
