import { designations, isManager } from '../../core/designations.ts';
import type { NewEvent } from '../../core/event.ts';
import { numberKey } from '../../core/phone.ts';
import { uniqueStream } from '../core/unique.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { mayGrantRole } from '../../access/granting.ts';
import type { RoleState } from '../access/role-state.ts';
import { statusOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import type { EmployeeState } from './employee-state.ts';

/** Streams that hold what may be used once among active employees, however it is spelled; see `unique`. */
export function reservations(person: { phone?: string; email?: string }): Record<string, string> {
  const address = person.email?.trim().toLowerCase();
  const number = person.phone ? numberKey(person.phone) : null;
  return {
    ...(address ? { email: uniqueStream('employeeEmail', address) } : {}),
    ...(number ? { phone: uniqueStream('employeePhone', number) } : {}),
  };
}

/** Master records of the qualifications. */
export function qualificationReads({
  qualificationIds = [],
}: {
  qualificationIds?: readonly number[];
}): Record<string, string> {
  return Object.fromEntries(
    qualificationIds.map((one) => [`qualification:${one}`, `master-qualification-${one}`]),
  );
}

/** Only newly added qualifications must exist and be active. */
export function qualificationsAreRight(
  ids: unknown,
  { qualificationIds: known = [] }: Pick<EmployeeState, 'qualificationIds'>,
  ctx: Ctx,
): Refusal | null {
  for (const one of (ids as readonly number[] | undefined) ?? []) {
    const status = known.includes(one)
      ? 'active'
      : statusOf(ctx.read[`qualification:${one}`] as MasterState | undefined);
    if (status !== 'active')
      return refuse(
        status === 'missing' ? 'notInList' : 'masterInactive',
        422,
        { label: 'qualification' },
        'qualificationIds',
      );
  }
  return null;
}

/** Reserves every stream in `wanted`, or refuses with its owner. */
export function reserve(me: string, wanted: Record<string, string>, ctx: Ctx): NewEvent[] | Refusal {
  const events: NewEvent[] = [];
  for (const [what, stream] of Object.entries(wanted)) {
    if (!(what in ctx.read))
      throw new Error(`The ${what} of ${me} would be reserved without a look at who has it.`);
    const owner = (ctx.read[what] as { owner?: string | null }).owner ?? null;
    if (owner === me) continue;
    if (owner !== null) return taken(what, owner, ctx);
    events.push({ type: 'KeyReserved', data: { owner: me }, stream });
  }
  return events;
}

function taken(what: string, owner: string, ctx: Ctx): Refusal {
  const empId = Number(owner.slice(owner.indexOf('-') + 1));
  const seen = ctx.may('Masters/emplist:view');
  return refuse(
    what === 'email' ? 'emailInUse' : 'phoneInUse',
    409,
    seen ? { name: ctx.directory.employee(empId)?.name ?? '', empId } : { name: '', empId: '' },
    what,
  );
}

export function release(me: string, held: Record<string, string>): NewEvent[] {
  return Object.values(held).map((stream) => ({ type: 'KeyReleased', data: { owner: me }, stream }));
}

/**
 * Only designation 2 and those with code MG may have no reporting manager; a manager must have code MG, and
 * there must be no cycle.
 */
export function managerIsRight(
  empId: number,
  managerId: number | null,
  designationId: number | null,
  ctx: Ctx,
): Refusal | null {
  if (managerId === null) {
    const free =
      designationId === designations.admin.id ||
      (designationId !== null &&
        ctx.directory.designation(designationId)?.code === designations.manager.code);
    return free ? null : refuse('managerRequired', 422, undefined, 'managerId');
  }
  if (managerId === empId) return refuse('managerCycle', 422, undefined, 'managerId');
  const manager = ctx.directory.employee(managerId);
  if (!manager?.active || !isManager(manager)) return refuse('managerNotMg', 422, undefined, 'managerId');
  const seen = new Set<number>();
  for (
    let up = manager.managerId;
    up !== null && !seen.has(up);
    up = ctx.directory.employee(up)?.managerId ?? null
  ) {
    if (up === empId) return refuse('managerCycle', 422, undefined, 'managerId');
    seen.add(up);
  }
  return null;
}

export function designationIsRight(designationId: number, ctx: Ctx): Refusal | null {
  const found = ctx.directory.designation(designationId);
  if (!found) return refuse('notInList', 422, { label: 'designation' }, 'designationId');
  if (found.active === false) return refuse('masterInactive', 422, { label: found.name }, 'designationId');
  if (designationId === 2 && notAdmin(ctx)) return refuse('adminOnly', 403);
  return null;
}

export function pooIsRight(pooId: number, ctx: Ctx): Refusal | null {
  const found = ctx.directory.poo(pooId);
  if (!found) return refuse('notInList', 422, { label: 'place of operation' }, 'pooId');
  return found.active === false ? refuse('masterInactive', 422, { label: found.name }, 'pooId') : null;
}

/** The role assigned and the one it replaces: neither may grant what the assigning person does not hold. */
export function roleIsRight(ctx: Ctx): Refusal | null {
  const role = ctx.read.role as RoleState | undefined;
  if (!role?.exists) return refuse('notInList', 422, { label: 'role' }, 'roleId');
  if (role.retired) return refuse('roleRetired', 422, undefined, 'roleId');
  return (
    mayGrantRole(ctx.viewer, role) ?? mayGrantRole(ctx.viewer, ctx.read.heldRole as RoleState | undefined)
  );
}

/** Stream of the person's current role. */
export function heldRole({ roleId }: Pick<EmployeeState, 'roleId'>): Record<string, string> {
  return roleId === null ? {} : { heldRole: `role-${roleId}` };
}

/** Only admins, the system and its sources may appoint admins. */
export function notAdmin(ctx: Ctx): boolean {
  return ctx.viewer.kind === 'person' && !ctx.viewer.admin;
}

/** Nobody promotes themselves: only an admin may change their own role and designation. */
export function notOneself(state: EmployeeState, ctx: Ctx): Refusal | null {
  return ctx.actor.empId === state.empId && !ctx.viewer.admin ? refuse('selfChange', 403) : null;
}

export function isLastAdmin(empId: number, ctx: Ctx): boolean {
  const admins = ctx.directory.employees().filter((person) => person.active && person.admin);
  return admins.length === 1 && admins[0]!.empId === empId;
}
