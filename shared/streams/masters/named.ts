import { refuse, type Refusal } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { statusOf } from './references.ts';

/** A record that a command names in one of its fields. */
export interface NamedRecord {
  readonly field: string;
  readonly stream: string;
  /** Whether the command may name the record in this state. */
  readonly status: (state: any, ctx: Pick<Ctx, 'viewer'>) => 'active' | 'inactive' | 'missing';
}

/** The record of a master that a field names; none where it is empty, or names what it named before. */
export const namedMaster = (
  field: string,
  kind: string,
  id: number | null | undefined,
  before?: number | null,
): readonly NamedRecord[] =>
  id == null || id === before ? [] : [{ field, stream: `master-${kind}-${id}`, status: statusOf }];

export const namedReads = (named: readonly NamedRecord[]): Record<string, string> =>
  Object.fromEntries(named.map(({ field, stream }) => [`named:${field}`, stream]));

/** Why one of the records cannot be named: it does not exist for this person, or is inactive. */
export function namedRefused(
  named: readonly NamedRecord[],
  ctx: Pick<Ctx, 'read' | 'viewer'>,
): Refusal | null {
  for (const { field, status } of named) {
    const found = status(ctx.read[`named:${field}`], ctx);
    if (found !== 'active')
      return refuse(
        found === 'missing' ? 'notInList' : 'masterInactive',
        422,
        { label: `field.${field}` },
        field,
      );
  }
  return null;
}
