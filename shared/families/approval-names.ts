import type { ApprovalRow } from './approval-feed.ts';

/** The kind of record behind each prefix of a reference to a person. */
const kinds: Readonly<Record<string, string>> = { CU: 'customer', LD: 'lead' };

export interface PersonNamed {
  readonly kind: string;
  /** CU-000005 or LD-010004. */
  readonly ref: string;
}

/** Customers and leads that a request names by number, in its evidence. */
export function peopleIn({ before, after }: Pick<ApprovalRow, 'before' | 'after'>): readonly PersonNamed[] {
  const values = [...Object.values(before), ...Object.values(after)];
  return [...new Set(values)].flatMap((value) => {
    const prefix = typeof value === 'string' ? /^([A-Z]{2})-\d{6,9}$/.exec(value)?.[1] : undefined;
    const kind = prefix === undefined ? undefined : kinds[prefix];
    return kind === undefined ? [] : [{ kind, ref: String(value) }];
  });
}
