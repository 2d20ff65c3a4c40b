import { dateOf } from '#shared/core/day.ts';
import { separators } from '#shared/core/number-text.ts';
import type { Language } from '#shared/core/translations.ts';
import type { SheetCell } from '#shared/core/sheet-cell.ts';
import { xmlTokens } from './xml-tokens.ts';

/**
 * What the first sheet of a workbook says of its cells beside their texts: numbers as they are stored, formats,
 * errors, and formulas without a result. The library that reads workbooks leaves these out: it answers a number
 * without its format, and an error as an empty cell.
 */
export type TypedCells = ReadonlyMap<number, readonly (SheetCell | undefined)[]>;

/** What a number is by its format; `digits` are the zeros it is filled up to. */
type Format = 'date' | 'time' | 'elapsed' | 'percent' | { readonly digits: number } | null;

/** Formats that a workbook names by number only (ECMA-376 part 1, §18.8.30). */
const builtIn: Readonly<Record<number, Format>> = {
  ...Object.fromEntries([9, 10].map((id) => [id, 'percent' as const])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 47].map((id) => [id, 'time' as const])),
  46: 'elapsed',
  ...Object.fromEntries(
    [14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)].map((id) => [id, 'date' as const]),
  ),
};

export function typedCells(
  parts: ReadonlyMap<string, Buffer>,
  language: Language,
  limit: { rows(found: number): void; column(at: number): void },
): TypedCells {
  const text = (name: string): string => parts.get(name)?.toString('utf8') ?? '';
  const { relation, from1904 } = firstSheet(text('xl/workbook.xml'));
  const targets = targetsIn(text('xl/_rels/workbook.xml.rels'));
  const formats = formatsIn(text(targets.styles));
  const rows = new Map<number, (SheetCell | undefined)[]>();
  for (const { line, column, type, style, value, formula } of cellsIn(text(targets.sheets[relation] ?? ''))) {
    const cell = typed(type, value, formula, formats[style] ?? null, { language, from1904 });
    if (cell === undefined) continue;
    limit.column(column);
    let row = rows.get(line);
    if (!row) {
      rows.set(line, (row = []));
      limit.rows(rows.size);
    }
    row[column] = cell;
  }
  return rows;
}

interface Stored {
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly value: string | undefined;
  readonly formula: string | undefined;
}

function* cellsIn(xml: string): Generator<Stored> {
  let at: { line: number; column: number; type: string; style: number } | null = null;
  let inside: 'v' | 'f' | null = null;
  let value: string | undefined;
  let formula: string | undefined;
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (inside === 'v') value += token.text;
      if (inside === 'f') formula += token.text;
    } else if (token.kind === 'open') {
      const { name, attributes } = token;
      if (name === 'c') {
        const [, letters = '', line = ''] = /^([A-Z]+)(\d+)$/.exec(attributes.r ?? '') ?? [];
        at = {
          line: Number(line),
          column: columnOf(letters),
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
        };
        value = formula = undefined;
      } else if (name === 'v' || name === 'f') {
        inside = name;
        if (name === 'v') value = '';
        else formula = '';
      }
    } else if (token.name === 'c' && at) {
      yield { ...at, value, formula };
      at = null;
    } else if (token.name === inside) inside = null;
  }
}

/** A cell that is more than its text; undefined for a text, or for an empty cell. */
function typed(
  type: string,
  value: string | undefined,
  formula: string | undefined,
  format: Format,
  about: { readonly language: Language; readonly from1904: boolean },
): SheetCell | undefined {
  if (value === undefined && formula !== undefined) return { kind: 'error', text: `=${formula}` };
  if (value === undefined || value === '') return undefined;
  if (type === 'e') return { kind: 'error', text: value };
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return { kind: 'date', text: value };
  if (type !== 'n') return undefined;
  const number = Number(value);
  if (format === 'date' || format === 'time' || format === 'elapsed')
    return moment(number + (about.from1904 && format === 'date' ? 1462 : 0), format);
  const shown = (one: number): string => plainText(one).replace('.', separators[about.language].decimal);
  if (format === 'percent') return `${shown(number * 100)}%`;
  // A whole number is kept to its last digit, also where it is none that a number can hold.
  const whole = /^\d+$/.test(value) ? value : null;
  return format && whole ? whole.padStart(format.digits, '0') : (whole ?? shown(number));
}

/** To the 15 digits that spreadsheet programs calculate with and show: 1.1 × 3 is 3.3. */
function plainText(number: number): string {
  return number.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 });
}

const daySeconds = 86_400;
/** Days since 1899-12-30, as a day with the time of day that it has, or as that time. */
function moment(serial: number, format: 'date' | 'time' | 'elapsed'): SheetCell {
  const seconds = Math.round(serial * daySeconds);
  // What lies outside these years is shown as number signs.
  if (!(seconds >= 0 && serial < 2_958_466)) return { kind: 'error', text: '#####' };
  const days = Math.floor(seconds / daySeconds);
  const clock = clockText(format === 'elapsed' ? seconds : seconds % daySeconds);
  if (format !== 'date') return { kind: 'time', text: clock };
  // The first two months of 1900 are numbered from 1899-12-31.
  const day = dateOf(new Date((days - 25_569 + (days < 60 ? 1 : 0)) * daySeconds * 1_000).toISOString());
  return { kind: 'date', text: seconds % daySeconds === 0 ? day : `${day} ${clock}` };
}

function clockText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? hours : `${hours}:${two(seconds % 60)}`;
}

function firstSheet(xml: string): { relation: string; from1904: boolean } {
  let relation = '';
  let from1904 = false;
  for (const token of xmlTokens(xml)) {
    if (token.kind !== 'open') continue;
    if (token.name === 'workbookPr') from1904 = ['1', 'true'].includes(token.attributes.date1904 ?? '');
    if (token.name === 'sheet' && relation === '') relation = token.attributes.id ?? '';
  }
  return { relation, from1904 };
}

function targetsIn(xml: string): { sheets: Readonly<Record<string, string>>; styles: string } {
  const sheets: Record<string, string> = {};
  let styles = 'xl/styles.xml';
  for (const token of xmlTokens(xml)) {
    if (token.kind !== 'open' || token.name !== 'Relationship') continue;
    const { Id = '', Type = '', Target = '' } = token.attributes;
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    if (Type.endsWith('/worksheet')) sheets[Id] = path;
    if (Type.endsWith('/styles')) styles = path;
  }
  return { sheets, styles };
}

/** The format of each style of a cell, by its number. */
function formatsIn(xml: string): readonly Format[] {
  const own = new Map<number, Format>();
  const base: Format[] = [];
  const found: Format[] = [];
  let list: Format[] | null = null;
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') continue;
    const { kind, name, attributes } = token;
    if (name === 'cellStyleXfs') list = kind === 'open' ? base : null;
    else if (name === 'cellXfs') list = kind === 'open' ? found : null;
    else if (kind === 'close') continue;
    else if (name === 'numFmt') own.set(Number(attributes.numFmtId), formatOf(attributes.formatCode ?? ''));
    else if (name === 'xf' && list) {
      const id = attributes.numFmtId === undefined ? null : Number(attributes.numFmtId);
      list.push(id === null ? (base[Number(attributes.xfId)] ?? null) : (own.get(id) ?? builtIn[id] ?? null));
    }
  }
  return found;
}

/** What a number is by its format's code, without what the code writes beside the number. */
function formatOf(code: string): Format {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/general/i.test(bare)) return null;
  if (bare.includes('%')) return 'percent';
  const moments = bare.replace(/am\/pm|a\/p/gi, 'h');
  if (/\[[hms]/i.test(moments)) return 'elapsed';
  if (/[yd]/i.test(moments) || (/m/i.test(moments) && !/[hs]/i.test(moments))) return 'date';
  if (/[hs]/i.test(moments)) return 'time';
  return /^0{2,}$/.test(bare) ? { digits: bare.length } : null;
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
