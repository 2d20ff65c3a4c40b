import { isManager } from '../../../core/designations.ts';
import type { DirectoryEmployee } from '../../../core/directory.ts';
import type { AmountLimits, StepRule } from './request.ts';

/** Who decides next, from the lowest to the highest. */
const ladder = ['manager', 'accounts', 'cityHead'] as const;
type Rung = (typeof ladder)[number];

/** Up to which amount a rule decides by itself; null where no limit holds. */
export const limitOfRule = (limits: AmountLimits, rule: StepRule['rule']): number | null =>
  rule === 'manager' || rule === 'accounts' ? limits[rule] : null;

/**
 * The steps of a request with an amount: the team lead, and as long as the amount is above the limit of the
 * last one, the next above. Whoever decides last has a limit that covers it; those before check it and pass
 * it on.
 */
export function stepsFor(amount: number, limits: AmountLimits): readonly StepRule[] {
  const last = ladder.findIndex((rule) => covers(limitOfRule(limits, rule), amount));
  return ladder.slice(0, last + 1).map((rule) => ({ rule }));
}

const covers = (limit: number | null, amount: number): boolean => limit === null || amount <= limit;

/** Up to which amount this person decides; null without a limit, as for city heads and admins. */
export function limitOf(
  limits: AmountLimits,
  { admin, designationCode }: Pick<DirectoryEmployee, 'admin' | 'designationCode'>,
): number | null {
  if (admin || isManager({ designationCode })) return null;
  return designationCode === 'AC' ? limits.accounts : limits.manager;
}

/** Whom an amount goes to. */
export const rungFor = (amount: number, limits: AmountLimits): Rung =>
  ladder.find((rule) => covers(limitOfRule(limits, rule), amount)) ?? 'cityHead';

/** Whether the limit of this person covers the amount. */
export const coversAmount = (
  limits: AmountLimits | undefined,
  amount: number | null,
  person: Pick<DirectoryEmployee, 'admin' | 'designationCode'>,
): boolean => limits === undefined || amount === null || covers(limitOf(limits, person), amount);
