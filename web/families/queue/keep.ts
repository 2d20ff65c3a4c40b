import type { ColumnArrangement } from '#web/parts/grid/control.ts';

/** How a person left a list on this machine; one entry a person and queue. */
interface Kept {
  readonly columns?: readonly ColumnArrangement[];
  readonly query?: string;
}

const place = (empId: number, queue: string): string => `ops-arranged:${empId}:${queue}`;

export function keptOf(empId: number, queue: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(place(empId, queue)) ?? '{}') as Kept;
  } catch {
    return {}; // storage switched off or unreadable: the list as declared
  }
}

export function keep(empId: number, queue: string, part: Kept): void {
  try {
    localStorage.setItem(place(empId, queue), JSON.stringify({ ...keptOf(empId, queue), ...part }));
  } catch {
    // storage switched off: the arrangement holds for this visit
  }
}
