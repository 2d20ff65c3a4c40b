import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { NewEvent } from '../../core/event.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import { employeeId, masterId, placeId, recordId, uploadId } from '../../core/record-id.ts';
import { email, line, personName, phone } from '../../access/text.ts';
import { namedMaster, namedReads, namedRefused } from '../masters/named.ts';
import type { FileState } from '../core/file.ts';
import type { EmployeeState } from './employee-state.ts';
import { mayGrantRole } from '../../access/granting.ts';
import type { RoleState } from '../access/role-state.ts';
import {
  designationIsRight,
  heldRole,
  isLastAdmin,
  managerIsRight,
  notAdmin,
  notOneself,
  pooIsRight,
  qualificationReads,
  qualificationsAreRight,
  release,
  reservations,
  reserve,
  roleIsRight,
} from './employee-rules.ts';

const day = texts.day();
const language = texts.code(/^[a-z]{2,3}$/);
const details = {
  firstName: personName(1, 50),
  lastName: personName(0, 50),
  phone,
  email,
  affiliate: z.boolean(),
  departmentId: masterId('department').nullable(),
  qualificationIds: z
    .array(masterId('qualification'))
    .max(10, 'tooMany')
    .refine((ids) => new Set(ids).size === ids.length, 'notTwice'),
  languages: z.array(language).max(8, 'tooMany'),
  joiningDate: day,
};
const department = (id: number | null | undefined, before?: number | null) =>
  namedMaster('departmentId', 'department', id, before);
const me = (ctx: { readonly id: string }) => `employee-${ctx.id}`;

export const createEmployee = command<EmployeeState, any>({
  input: z.strictObject({
    ...details,
    lastName: details.lastName.default(''),
    phone: phone.default(''),
    affiliate: z.boolean().default(false),
    departmentId: masterId('department').nullable().default(null),
    qualificationIds: details.qualificationIds.optional(),
    languages: details.languages.default([]),
    designationId: masterId('designation'),
    roleId: recordId('role').nullable().default(null),
    managerId: employeeId().nullable().default(null),
    pooId: placeId({ anywhere: true }),
    otherPooIds: z
      .array(placeId({ anywhere: true }))
      .max(100, 'tooMany')
      .default([]),
  }),
  need: 'Masters/emplist:create',
  creates: true,
  reads: (input) => ({
    ...reservations(input),
    ...qualificationReads(input),
    ...namedReads(department(input.departmentId)),
    ...(input.roleId ? { role: `role-${input.roleId}` } : {}),
  }),
  decide: (state, input, ctx) => {
    if (state.exists) return refuse('alreadyExists', 409);
    if (input.roleId !== null && !ctx.may('Masters/rolemasterv2:edit'))
      return refuse('forbidden', 403, { permission: 'Masters/rolemasterv2:edit' });
    const wrong =
      designationIsRight(input.designationId, ctx) ??
      (input.roleId !== null ? roleIsRight(ctx) : null) ??
      managerIsRight(Number(ctx.id), input.managerId, input.designationId, ctx) ??
      qualificationsAreRight(input.qualificationIds, state, ctx) ??
      namedRefused(department(input.departmentId), ctx) ??
      [input.pooId, ...input.otherPooIds]
        .map((pooId: number) => pooIsRight(pooId, ctx))
        .find((one) => one !== null);
    if (wrong) return wrong;
    const reserved = reserve(me(ctx), reservations(input), ctx);
    if (isRefusal(reserved)) return reserved;
    return [{ type: 'EmployeeCreated', data: { empId: Number(ctx.id), ...input } }, ...reserved];
  },
});

export const updateDetails = command<EmployeeState, any>({
  input: z.strictObject(details).partial(),
  need: 'Masters/emplist:edit',
  versioned: 'merge',
  merges: (input) => input,
  reads: (input, state) => ({
    ...(state.active ? reservations(input) : {}),
    ...qualificationReads(input),
    ...namedReads(department(input.departmentId, state.departmentId)),
  }),
  decide: (state, input, ctx) => {
    const before = state as unknown as Record<string, unknown>;
    const changed = Object.fromEntries(
      Object.entries(input).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)),
    );
    if (Object.keys(changed).length === 0) return [];
    if (changed.joiningDate && state.exitDate && state.exitDate < String(changed.joiningDate))
      return refuse('exitBeforeJoining', 422, undefined, 'joiningDate');
    const unknown =
      qualificationsAreRight(changed.qualificationIds, state, ctx) ??
      namedRefused(department(input.departmentId, state.departmentId), ctx);
    if (unknown) return unknown;
    const moved = moveReservations(state, changed, ctx);
    return isRefusal(moved)
      ? moved
      : [{ type: 'EmployeeDetailsUpdated', data: { empId: state.empId, ...changed } }, ...moved];
  },
});

/** What people may change about themselves: phone, photo, language. */
export const updateOwnProfile = command<EmployeeState, any>({
  input: z
    .strictObject({ phone, language: z.enum(['en', 'es']), photoFileId: uploadId().nullable() })
    .partial(),
  need: 'signedIn',
  reads: (input, state) => ({
    ...(state.active ? reservations({ phone: input.phone }) : {}),
    ...(input.photoFileId ? { photo: `file-${input.photoFileId}` } : {}),
  }),
  decide: (state, input, ctx) => {
    if (ctx.actor.empId !== state.empId) return refuse('notFound', 404);
    const own = (ctx.read['photo'] as FileState | undefined)?.by === state.empId;
    if (input.photoFileId && input.photoFileId !== state.photoFileId && !own)
      return refuse('notInList', 422, { label: 'photo' }, 'photoFileId');
    const moved = moveReservations(state, input, ctx);
    return isRefusal(moved)
      ? moved
      : [{ type: 'EmployeeProfileUpdated', data: { empId: state.empId, ...input } }, ...moved];
  },
});

function moveReservations(
  state: EmployeeState,
  changed: { phone?: string; email?: string },
  ctx: Parameters<typeof reserve>[2] & { id: string },
) {
  if (!state.active) return [];
  const wanted = reservations(changed);
  const reserved = reserve(me(ctx), wanted, ctx);
  if (isRefusal(reserved)) return reserved;
  const held = reservations(state);
  const given = Object.fromEntries(
    Object.entries(held).filter(([what, stream]) => what in changed && wanted[what] !== stream),
  );
  return [...reserved, ...release(me(ctx), given)];
}

export const changeDesignation = command<EmployeeState, { designationId: number }>({
  input: z.strictObject({ designationId: masterId('designation') }),
  need: 'Masters/rolemasterv2:edit',
  versioned: 'merge',
  merges: ({ designationId }) => ({ designationId }),
  decide: (state, { designationId }, ctx) => {
    if (designationId === state.designationId) return [];
    const wrong = notOneself(state, ctx) ?? designationIsRight(designationId, ctx);
    if (wrong) return wrong;
    if (state.designationId === 2) {
      if (notAdmin(ctx)) return refuse('adminOnly', 403);
      if (isLastAdmin(state.empId, ctx)) return refuse('lastAdmin', 422);
    }
    return [
      {
        type: 'EmployeeDesignationChanged',
        data: { empId: state.empId, designationId, from: state.designationId },
      },
    ];
  },
});

export const changeManager = command<EmployeeState, { managerId: number | null }>({
  input: z.strictObject({ managerId: employeeId().nullable() }),
  need: 'Masters/emplist:edit',
  versioned: 'merge',
  merges: ({ managerId }) => ({ managerId }),
  decide: (state, { managerId }, ctx) => {
    if (managerId === state.managerId) return [];
    return (
      managerIsRight(state.empId, managerId, state.designationId, ctx) ?? [
        { type: 'EmployeeManagerChanged', data: { empId: state.empId, managerId, from: state.managerId } },
      ]
    );
  },
});

export const assignRole = command<EmployeeState, { roleId: number }>({
  input: z.strictObject({ roleId: recordId('role') }),
  need: 'Masters/rolemasterv2:edit',
  versioned: 'merge',
  merges: ({ roleId }) => ({ roleId }),
  reads: ({ roleId }, state) => ({ role: `role-${roleId}`, ...heldRole(state) }),
  decide: (state, { roleId }, ctx) => {
    if (roleId === state.roleId) return [];
    return (
      notOneself(state, ctx) ??
      roleIsRight(ctx) ?? [
        { type: 'EmployeeRoleAssigned', data: { empId: state.empId, roleId, from: state.roleId } },
      ]
    );
  },
});

const leave = (
  state: EmployeeState,
  exitDate: string,
  reason: string,
  ctx: Ctx & { readonly id: string },
): NewEvent[] => [
  {
    type: 'EmployeeDeactivated',
    data: {
      empId: state.empId,
      exitDate,
      reason,
      managerId: state.managerId,
      approvals: ctx.prepared?.approvals ?? [],
    },
  },
  ...release(me(ctx), reservations(state)),
  ...state.devices.flatMap(({ deviceId }) => [
    { type: 'EmployeeDeviceUnmapped', data: { empId: state.empId, deviceId } },
    ...release(me(ctx), { device: `unique-device-${deviceId}` }),
  ]),
];

export const deactivate = command<EmployeeState, { exitDate: string; reason: string }>({
  input: z.strictObject({ exitDate: day, reason: line(5, 200) }),
  need: 'Masters/emplist:delete',
  versioned: 'merge',
  merges: () => ({ active: false }),
  decide: (state, { exitDate, reason }, ctx) => {
    if (!state.active) return refuse('alreadyInactive', 409);
    if (ctx.actor.empId === state.empId) return refuse('selfDeactivation', 422);
    if (isLastAdmin(state.empId, ctx)) return refuse('lastAdmin', 422);
    if (state.joiningDate && exitDate < state.joiningDate)
      return refuse('exitBeforeJoining', 422, undefined, 'exitDate');
    const openTasks = Number(ctx.prepared?.openTasks ?? 0);
    if (openTasks > 0) return refuse('openTasks', 422, { n: openTasks });
    const reportees = ctx.directory
      .employees()
      .filter((person) => person.active && person.managerId === state.empId).length;
    if (reportees > 0) return refuse('hasReportees', 422, { n: reportees });
    return leave(state, exitDate, reason, ctx);
  },
});

/** Undoes the creation of an employee that nothing has happened to since, when its import is undone. */
export const withdraw = command<EmployeeState, { reason: string }>({
  input: z.strictObject({ reason: line(5, 200) }),
  need: 'Masters/emplist:create',
  versioned: true,
  decide: (state, { reason }, ctx) => {
    if (!state.active) return refuse('alreadyInactive', 409);
    if (ctx.actor.empId === state.empId) return refuse('selfDeactivation', 422);
    const exitDate = state.joiningDate && state.joiningDate > ctx.today ? state.joiningDate : ctx.today;
    return [
      ...leave(state, exitDate, reason, ctx),
      { type: 'EmployeeWithdrawn', data: { empId: state.empId } },
    ];
  },
});

export const reactivate = command<EmployeeState, object>({
  input: z.strictObject({}),
  need: 'Masters/emplist:edit',
  versioned: 'merge',
  merges: () => ({ active: true }),
  reads: (_input, state) => ({ ...reservations(state), ...heldRole(state) }),
  decide: (state, _input, ctx) => {
    if (state.active) return refuse('alreadyActive', 409);
    if (state.withdrawn) return refuse('employeeWithdrawn', 409);
    if (state.designationId === 2 && notAdmin(ctx)) return refuse('adminOnly', 403);
    const beyond = mayGrantRole(ctx.viewer, ctx.read.heldRole as RoleState | undefined);
    if (beyond) return beyond;
    const reserved = reserve(me(ctx), reservations(state), ctx);
    return isRefusal(reserved)
      ? reserved
      : [{ type: 'EmployeeReactivated', data: { empId: state.empId } }, ...reserved];
  },
});

function statusCommand(type: 'EmployeeRhemosStatusSet' | 'EmployeeHopiStatusSet', key: 'rhemos' | 'hopi') {
  return command<EmployeeState, { status: 0 | 1 }>({
    input: z.strictObject({ status: z.union([z.literal(0), z.literal(1)]) }),
    need: 'Masters/employeeRhemos&HopiStatus:edit',
    decide: (state, { status }) =>
      state[key] === status ? [] : [{ type, data: { empId: state.empId, status } }],
  });
}
export const setRhemosStatus = statusCommand('EmployeeRhemosStatusSet', 'rhemos');
export const setHopiStatus = statusCommand('EmployeeHopiStatusSet', 'hopi');
