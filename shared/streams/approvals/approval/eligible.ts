import { designations, isManager, isTeamLead } from '../../../core/designations.ts';
import type { Directory, DirectoryEmployee } from '../../../core/directory.ts';
import type { Permission } from '../../../core/permission.ts';
import { coversAmount } from './amount-limits.ts';
import type { StepRule } from './request.ts';
import type { ApprovalState, Step } from './state.ts';
import { amountNow, approvalRight, openRules, stepNow } from './state.ts';

/**
 * Who may decide the current step now, and whom a delegate represents. Four eyes take precedence over every
 * rule.
 */
export interface Eligible {
  readonly ids: readonly number[];
  /** delegate → the approver they represent */
  readonly standIns: ReadonlyMap<number, number>;
  /** Rules that a person's approval can satisfy, the hardest to satisfy first. */
  readonly rules: ReadonlyMap<number, readonly number[]>;
}

const ruleRight = (state: ApprovalState, rule: StepRule): Permission =>
  rule.permission ?? approvalRight(state, 'approve');

/** Rights that allow deciding the current step. */
export function stepRights(state: ApprovalState): readonly Permission[] {
  const step = stepNow(state);
  return step ? [...new Set(openRules(step).map(([, rule]) => ruleRight(state, rule)))] : [];
}

/** Holders of one of those rights. */
export function stepHolders(state: ApprovalState, directory: Directory): readonly DirectoryEmployee[] {
  return [
    ...new Map(
      stepRights(state)
        .flatMap((right) => directory.holders(right))
        .map((one) => [one.empId, one]),
    ).values(),
  ];
}

/** Requester or subject employee; nobody decides for themselves, admins included. */
export function isSelf(state: ApprovalState, empId: number | null): boolean {
  return empId !== null && (empId === state.requestedBy.empId || empId === state.subjectEmpId);
}

/**
 * Whether this person's limit allows the current step: an earlier step checks the amount and passes it on,
 * the last one decides about it.
 */
export const withinLimit = (
  state: ApprovalState,
  one: Pick<DirectoryEmployee, 'admin' | 'designationCode'>,
): boolean => state.currentStep < state.steps.length || coversAmount(state.limits, amountNow(state), one);

function decidedEarlier(state: ApprovalState): ReadonlySet<number> {
  const done = new Set<number>();
  for (const step of state.steps) {
    for (const one of step.signed)
      for (const empId of [one.by.empId, one.onBehalfOf]) if (empId !== null) done.add(empId);
    if (step.n >= state.currentStep || !step.by) continue;
    done.add(step.by.empId);
    if (step.onBehalfOf !== null) done.add(step.onBehalfOf);
  }
  return done;
}

function byRule(
  state: ApprovalState,
  { rule }: StepRule,
  holders: readonly DirectoryEmployee[],
  directory: Directory,
): readonly DirectoryEmployee[] {
  if (state.reassignedTo) return holders.filter((one) => one.empId === state.reassignedTo!.empId);
  switch (rule) {
    case 'manager': {
      const asker = directory.employee(state.requestedBy.empId);
      const leads = holders.filter(
        (one) => isTeamLead(one) && (state.pooId === null || one.poos.includes(state.pooId)),
      );
      return holders.filter((one) => one.empId === asker?.managerId || leads.includes(one));
    }
    case 'cityHead':
      return cityHeads(state, holders);
    case 'accounts':
    case 'hr':
      return holders.filter((one) => one.designationCode === designations[rule].code);
    case 'holders':
      return holders.filter((one) => !one.admin);
  }
}

function cityHeads(
  state: ApprovalState,
  holders: readonly DirectoryEmployee[],
): readonly DirectoryEmployee[] {
  const heads = holders.filter(isManager);
  const near = heads.filter((one) => state.pooId === null || one.poos.includes(state.pooId));
  return near.length > 0 ? near : heads;
}

interface Group {
  readonly indexes: readonly number[];
  readonly chosen: readonly DirectoryEmployee[];
}

/**
 * Rules of which any suffices form one group, rules that must all be met one group each; each falls back to
 * the city head, then to admins.
 */
function groupsOf(
  state: ApprovalState,
  step: Step,
  directory: Directory,
  fits: (one: DirectoryEmployee) => boolean,
): readonly Group[] {
  const open = openRules(step);
  const groups = step.mode === 'any' ? [open] : open.map((one) => [one]);
  return groups.map((rules) => {
    const holders = [
      ...new Map(
        rules.flatMap(([, rule]) => directory.holders(ruleRight(state, rule))).map((one) => [one.empId, one]),
      ).values(),
    ];
    const byRules = new Set(
      rules.flatMap(([, rule]) => byRule(state, rule, directory.holders(ruleRight(state, rule)), directory)),
    );
    let chosen = [...byRules].filter(fits);
    if (chosen.length === 0) chosen = cityHeads(state, holders).filter(fits);
    if (chosen.length === 0) chosen = holders.filter((one) => one.admin).filter(fits);
    const called = holders.filter((one) => state.escalatedTo.includes(one.empId) && fits(one));
    return { indexes: rules.map(([index]) => index), chosen: [...new Set([...chosen, ...called])] };
  });
}

/** People named by the rules, those added by SLA escalation, and valid delegates. */
export function resolveEligible(state: ApprovalState, directory: Directory, now: number): Eligible {
  const step = stepNow(state);
  if (!step) return { ids: [], standIns: new Map(), rules: new Map() };
  const earlier = decidedEarlier(state);
  const fits = (one: DirectoryEmployee) =>
    one.active && !isSelf(state, one.empId) && !earlier.has(one.empId) && withinLimit(state, one);
  const rules = new Map<number, number[]>();
  for (const { indexes, chosen } of groupsOf(state, step, directory, fits).toSorted(
    (a, b) => a.chosen.length - b.chosen.length,
  ))
    for (const { empId } of chosen) rules.set(empId, [...(rules.get(empId) ?? []), ...indexes]);
  const holders = stepHolders(state, directory);
  const standIns = new Map<number, number>();
  for (const { from, to, until } of state.delegations) {
    const delegate = holders.find((one) => one.empId === to);
    if (!delegate || !fits(delegate) || !rules.has(from) || standIns.has(from) || Date.parse(until) <= now)
      continue;
    standIns.set(to, from);
  }
  const ids = [...new Set([...rules.keys(), ...standIns.keys()])].sort((a, b) => a - b);
  for (const [to, from] of standIns) if (!rules.has(to)) rules.set(to, rules.get(from) ?? []);
  return { ids, standIns, rules };
}
