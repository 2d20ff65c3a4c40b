import type { LineValues } from './entry-values.ts';

/** One field of one line before and after; an added or removed line is one change. */
export interface LineChange {
  readonly no: number;
  readonly field: 'line' | 'drug' | 'dose' | 'route' | 'food' | 'days' | 'qty';
  readonly before: string | null;
  readonly after: string | null;
}

const fields = ['drug', 'dose', 'route', 'food', 'days', 'qty'] as const;
const value = (line: LineValues, field: (typeof fields)[number]): string =>
  field === 'drug' ? line.drugName : line[field];
const whole = ({ drugName, dose, days }: LineValues): string =>
  [drugName, dose, days].filter(Boolean).join(' · ');

/** Two versions of a prescription line by line, sorted as on the page. */
export function lineChanges(before: readonly LineValues[], after: readonly LineValues[]): LineChange[] {
  const nos = [...new Set([...before, ...after].map(({ no }) => no))].toSorted((a, b) => a - b);
  return nos.flatMap((no): LineChange[] => {
    const old = before.find((line) => line.no === no);
    const now = after.find((line) => line.no === no);
    if (!old || !now)
      return [{ no, field: 'line', before: old ? whole(old) : null, after: now ? whole(now) : null }];
    return fields
      .filter((field) => value(old, field) !== value(now, field))
      .map((field) => ({ no, field, before: value(old, field), after: value(now, field) }));
  });
}
