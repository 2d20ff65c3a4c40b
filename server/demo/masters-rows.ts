import type { Fields } from '#shared/families/master-def.ts';

/**
 * Rows of one master, numbered from 1; `move` then takes some of them through their stages. Without `days`,
 * a row is as old as the demo organisation.
 */
export interface DemoRows {
  readonly kind: string;
  readonly rows: readonly Fields[];
  /** Who created them; default: the system. */
  readonly by?: number;
  readonly daysAgo?: readonly number[];
  readonly move?: readonly (readonly [n: number, action: string, daysAgo?: number])[];
}
