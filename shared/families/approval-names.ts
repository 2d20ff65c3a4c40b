import type { ApprovalRow } from './approval-feed.ts';

export interface RecordNamed {
  /** CU-000005 */
  readonly ref: string;
  /** CU */
  readonly prefix: string;
}

/** Records that a request names by their reference, in its evidence. */
export function recordsIn({ before, after }: Pick<ApprovalRow, 'before' | 'after'>): readonly RecordNamed[] {
  const values = [...Object.values(before), ...Object.values(after)];
  return [...new Set(values)].flatMap((value) => {
    const prefix = typeof value === 'string' ? /^([A-Z]{2})-\d{6,9}$/.exec(value)?.[1] : undefined;
    return prefix === undefined ? [] : [{ prefix, ref: String(value) }];
  });
}
