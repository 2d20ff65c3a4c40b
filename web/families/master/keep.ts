import type { MasterFilter } from '#shared/families/master-wire.ts';
import type { ColumnArrangement } from '#web/parts/grid/control.ts';

/** How a person left a list on this machine; one entry a person and master. */
interface Kept {
  readonly columns?: readonly ColumnArrangement[];
  readonly query?: string;
}

const place = (empId: number, master: string): string => `ops-master:${empId}:${master}`;

export function keptOf(empId: number, master: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(place(empId, master)) ?? '{}') as Kept;
  } catch {
    return {}; // storage switched off or unreadable: the list as declared
  }
}

export function keep(empId: number, master: string, part: Kept): void {
  try {
    localStorage.setItem(place(empId, master), JSON.stringify({ ...keptOf(empId, master), ...part }));
  } catch {
    // storage switched off: it holds for this visit
  }
}

/** Whether something read from an address or a saved view has the shape of a filter; the server judges its content. */
export function isFilter(value: unknown): value is MasterFilter {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'object' && one !== null && typeof (one as { op?: unknown }).op === 'string')
  );
}
