import type { Fields } from '#shared/families/master-def.ts';

/** Rows of one master, numbered from 1 in their order; `move` takes some of them through their stages afterwards. What says no days happened when the demo organisation began. */
export interface DemoRows {
  readonly kind: string;
  readonly rows: readonly Fields[];
  readonly daysAgo?: readonly number[];
  readonly move?: readonly (readonly [n: number, action: string, daysAgo?: number])[];
}
