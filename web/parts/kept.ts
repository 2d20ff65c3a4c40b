import type { ColumnArrangement } from './grid/control.ts';

/** A person's settings of one list, kept on this device. */
export interface Kept {
  readonly columns?: readonly ColumnArrangement[];
  readonly query?: string;
}

const place = (space: string, empId: number, name: string): string => `${space}:${empId}:${name}`;

export function keptOf(space: string, empId: number, name: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(place(space, empId, name)) ?? '{}') as Kept;
  } catch {
    return {}; // storage is disabled or unreadable: the list as declared
  }
}

export function keep(space: string, empId: number, name: string, part: Kept): void {
  try {
    localStorage.setItem(
      place(space, empId, name),
      JSON.stringify({ ...keptOf(space, empId, name), ...part }),
    );
  } catch {
    // storage is disabled: it lasts for this visit
  }
}

/** The columns of a saved view, as far as they are valid. */
export function arrangementOf(columns: unknown): readonly ColumnArrangement[] {
  return Array.isArray(columns)
    ? columns.filter(
        (one): one is ColumnArrangement =>
          typeof one === 'object' && one !== null && typeof (one as { id?: unknown }).id === 'string',
      )
    : [];
}
