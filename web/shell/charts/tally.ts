import { headOf } from '#shared/core/cut.ts';
import { businessDay, showDay, showInstant, timeOfDay } from '#shared/core/day.ts';

type Row = Readonly<Record<string, unknown>>;

/** Fields of a list to group by and to sum up. */
export interface Fields {
  readonly splits: readonly string[];
  readonly sums: readonly string[];
}

const MOST_GROUPS = 40;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const noSplit = new Set(['id', 'ref', 'version', 'phone', 'name', 'applicant']);
/** Numbers that name, rank or mark something: nothing is said by adding them up. */
const isMark = (key: string): boolean =>
  /(Id|Status|Version|Priority)$|^(b[A-Z]|(id|version|seq|n|priority|state|stage)$)/.test(key);

/** A value as text to group by: people by name, flags as yes or no, instants by day. */
function textOf(value: unknown, how: string): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return 'name' in value && typeof value.name === 'string' ? value.name : null;
  if (typeof value === 'string' && instant.test(value))
    return how === 'hour' ? `${headOf(timeOfDay(Date.parse(value)), 2)}:00` : businessDay(Date.parse(value));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

/** Derives the fields from the rows: those with few distinct values for grouping, numbers for sums. */
export function fieldsOf(rows: readonly Row[]): Fields {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const splits: string[] = [];
  const sums: string[] = [];
  for (const key of keys) {
    const values = rows.map((row) => row[key]);
    const texts = values.map((value) => textOf(value, 'day'));
    const different = new Set(texts);
    if (values.some((value) => typeof value === 'string' && instant.test(value)))
      splits.push(key, `hour:${key}`);
    else if (
      !noSplit.has(key) &&
      texts.every((text) => text !== null) &&
      different.size <= MOST_GROUPS &&
      different.size > 0
    )
      splits.push(key);
    if (
      !isMark(key) &&
      values.some((value) => typeof value === 'number') &&
      values.every((value) => value === null || value === undefined || typeof value === 'number')
    )
      sums.push(key);
  }
  return { splits, sums };
}

export interface Tally {
  readonly groups: readonly { readonly key: string; readonly value: number; readonly rows: number }[];
  readonly total: number;
}

/**
 * Groups rows by one field: count (`count`), sum (`sum:<field>`) or average (`avg:<field>`). Dates in order,
 * others by size.
 */
export function tally(rows: readonly Row[], split: string, measure: string): Tally {
  const how = split.startsWith('hour:') ? 'hour' : 'day';
  const field = split.replace(/^hour:/, '');
  const [what, of = ''] = measure.split(':');
  const groups = new Map<string, { sum: number; rows: number; counted: number }>();
  let timely = false;
  for (const row of rows) {
    const value = row[field];
    timely ||= typeof value === 'string' && instant.test(value);
    const key = textOf(value, how) ?? '';
    const group = groups.get(key) ?? { sum: 0, rows: 0, counted: 0 };
    const number = row[of];
    group.rows += 1;
    if (typeof number === 'number') {
      group.sum += number;
      group.counted += 1;
    }
    groups.set(key, group);
  }
  const worth = (group: { sum: number; rows: number; counted: number }): number =>
    what === 'sum'
      ? group.sum
      : what === 'avg'
        ? group.counted === 0
          ? 0
          : group.sum / group.counted
        : group.rows;
  const list = [...groups].map(([key, group]) => ({ key, value: worth(group), rows: group.rows }));
  list.sort((a, b) => (timely ? (a.key < b.key ? -1 : 1) : b.value - a.value || (a.key < b.key ? -1 : 1)));
  return { groups: list, total: rows.length };
}

/** The rows that a group of `tally` counts. */
export function rowsOf<T extends object>(rows: readonly T[], split: string, key: string): readonly T[] {
  const how = split.startsWith('hour:') ? 'hour' : 'day';
  const field = split.replace(/^hour:/, '');
  return rows.filter((row) => (textOf((row as Row)[field], how) ?? '') === key);
}

/** A value as a cell shows it: people by name, instants with day and time; '' where it has no text. */
export function cellText(value: unknown): string {
  if (typeof value === 'string' && instant.test(value)) return showInstant(Date.parse(value));
  return textOf(value, 'day') ?? '';
}

/** Formats a day; anything else stays unchanged. */
export function dayText(key: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(key) ? showDay(key) : key;
}
