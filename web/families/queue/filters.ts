import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { CountName } from './counts.ts';
import { countNames, inCount } from './counts.ts';
import { plainText } from '#shared/core/plain.ts';

/** The filters of the list, all of them in the address. */
export interface QueueFilters {
  readonly search: string;
  /** Selected values by column. */
  readonly sets: Readonly<Record<string, readonly string[]>>;
  readonly count: CountName | null;
}

export const noFilters: QueueFilters = { search: '', sets: {}, count: null };

/** A column's value in a filter: a person by name, others as text, blank as `-`. */
export function filterValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'object') return String((value as { name?: unknown }).name ?? '-');
  return String(value);
}

export function member(row: QueueRow, key: string): unknown {
  return (row as unknown as Record<string, unknown>)[key];
}

/**
 * The values of a column, each with the number of its rows; those that a filter takes for one are one.
 */
export function countValues(
  rows: Iterable<QueueRow>,
  key: string,
  chosen: readonly string[],
): ReadonlyMap<string, number> {
  const shown = new Map(chosen.map((value) => [plainText(value), value]));
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const row of rows) {
    const value = filterValue(member(row, key));
    const plain = plainText(value);
    const known = shown.get(plain) ?? value;
    shown.set(plain, known);
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

export function setColumns(def: QueueDef): readonly string[] {
  return def.columns.filter((column) => column.filter === 'set').map((column) => column.name);
}

export function readFilters(def: QueueDef, params: URLSearchParams): QueueFilters {
  const count = params.get('show');
  const sets: Record<string, readonly string[]> = {};
  for (const key of setColumns(def)) {
    const values = params.getAll(key).filter((value) => value !== '');
    if (values.length > 0) sets[key] = values;
  }
  return {
    search: params.get('q') ?? '',
    sets,
    count: countNames.includes(count as CountName) ? (count as CountName) : null,
  };
}

/** The address with these filters; other parameters stay. */
export function writeFilters(def: QueueDef, params: URLSearchParams, filters: QueueFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of ['q', 'show', ...setColumns(def)]) next.delete(key);
  if (filters.search) next.set('q', filters.search);
  if (filters.count) next.set('show', filters.count);
  for (const [key, values] of Object.entries(filters.sets))
    for (const value of values) next.append(key, value);
  return next;
}

export function isFiltered({ search, sets, count }: QueueFilters): boolean {
  return search.trim() !== '' || count !== null || Object.values(sets).some((values) => values.length > 0);
}

/** The filter predicate of the list; null without filters. The grid itself handles search terms. */
export function passes(
  filters: QueueFilters,
  now: () => number,
  empId: number,
): ((row: QueueRow) => boolean) | undefined {
  const sets = Object.entries(filters.sets)
    .filter(([, values]) => values.length > 0)
    .map(([key, values]) => [key, new Set(values.map(plainText))] as const);
  const { count } = filters;
  if (sets.length === 0 && !count) return undefined;
  return (row) =>
    sets.every(([key, values]) => values.has(plainText(filterValue(member(row, key))))) &&
    (!count || inCount(count, row, now(), empId));
}
