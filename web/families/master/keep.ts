import type { MasterFilter } from '#shared/families/master-filter.ts';
import { keep as keepOf, keptOf as kept, type Kept } from '#web/parts/kept.ts';

const space = 'ops-master';

export function keptOf(empId: number, master: string): Kept {
  return kept(space, empId, master);
}

export function keep(empId: number, master: string, part: Kept): void {
  keepOf(space, empId, master, part);
}

/**
 * Whether a value from an address or saved view has the shape of a filter; the server validates its content.
 */
export function isFilter(value: unknown): value is MasterFilter {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (one) => typeof one === 'object' && one !== null && typeof (one as { op?: unknown }).op === 'string',
    )
  );
}
