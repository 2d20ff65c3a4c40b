import type { Directory, DirectoryEmployee } from '../../../core/directory.ts';
import type { Permission } from '../../../core/permission.ts';
import type { ApprovalState, Step } from './state.ts';
import { stepNow } from './state.ts';

/** Who may decide the current step now, and for whom a delegate stands. Four eyes come before every rule. */
export interface Eligible {
  readonly ids: readonly number[];
  /** delegate → the approver they stand for */
  readonly standIns: ReadonlyMap<number, number>;
}

export function stepRight(state: ApprovalState, step: Step | undefined = stepNow(state)): Permission {
  return step?.permission ?? `approvals/${state.entity}:approve`;
}

/** The requester and the employee it is about; nobody decides for themselves, admins included. */
export function isSelf(state: ApprovalState, empId: number | null): boolean {
  return empId !== null && (empId === state.requestedBy.empId || empId === state.subjectEmpId);
}

/** The designation of team leads; a temporary one counts. */
const teamLead = 95;

function decidedEarlier(state: ApprovalState): ReadonlySet<number> {
  const done = new Set<number>();
  for (const step of state.steps) {
    if (step.n >= state.currentStep || !step.by) continue;
    done.add(step.by.empId);
    if (step.onBehalfOf !== null) done.add(step.onBehalfOf);
  }
  return done;
}

function byRule(state: ApprovalState, step: Step, holders: readonly DirectoryEmployee[], directory: Directory): readonly DirectoryEmployee[] {
  if (state.reassignedTo) return holders.filter((one) => one.empId === state.reassignedTo!.empId);
  switch (step.rule) {
    case 'manager': {
      const asker = directory.employee(state.requestedBy.empId);
      const leads = holders.filter((one) => one.effectiveDesignationId === teamLead && (state.pooId === null || one.poos.includes(state.pooId)));
      return holders.filter((one) => one.empId === asker?.managerId || leads.includes(one));
    }
    case 'cityHead':
      return cityHeads(state, holders);
    case 'holders':
      return holders.filter((one) => !one.admin);
  }
}

function cityHeads(state: ApprovalState, holders: readonly DirectoryEmployee[]): readonly DirectoryEmployee[] {
  const heads = holders.filter((one) => one.designationCode === 'MG');
  const near = heads.filter((one) => state.pooId === null || one.poos.includes(state.pooId));
  return near.length > 0 ? near : heads;
}

/** Rule, else city head, else admin; then whoever the SLA called in and valid delegates. */
export function resolveEligible(state: ApprovalState, directory: Directory, now: number): Eligible {
  const step = stepNow(state);
  if (!step) return { ids: [], standIns: new Map() };
  const earlier = decidedEarlier(state);
  const fits = (one: DirectoryEmployee) => one.active && !isSelf(state, one.empId) && !earlier.has(one.empId);
  const holders = directory.holders(stepRight(state, step));
  let chosen = byRule(state, step, holders, directory).filter(fits);
  if (chosen.length === 0) chosen = cityHeads(state, holders).filter(fits);
  if (chosen.length === 0) chosen = holders.filter((one) => one.admin).filter(fits);
  const ids = new Set(chosen.map((one) => one.empId));
  for (const one of holders) if (state.escalatedTo.includes(one.empId) && fits(one)) ids.add(one.empId);
  const standIns = new Map<number, number>();
  for (const { from, to, until } of state.delegations) {
    const delegate = holders.find((one) => one.empId === to);
    if (delegate && fits(delegate) && ids.has(from) && !standIns.has(from) && Date.parse(until) > now) standIns.set(to, from);
  }
  return { ids: [...ids, ...[...standIns.keys()].filter((id) => !ids.has(id))].sort((a, b) => a - b), standIns };
}
