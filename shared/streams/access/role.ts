import { z } from 'zod';
import type { NewEvent } from '../../core/event.ts';
import type { Refusal } from '../../core/refusal.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { command, defineStream } from '../../core/stream.ts';
import { changedRights, mayGrant, mayGrantRole } from '../../access/granting.ts';
import { withImpliedView } from '../../access/rights.ts';
import type { PermissionGroup } from '../../access/role-shape.ts';
import { permissionGroups, permittedComponents } from '../../access/role-shape.ts';
import { line } from '../../access/text.ts';
import { translateRole } from '../../access/translate-role.ts';
import type { RoleState } from './role-state.ts';
import type { RoleEvent } from './role-state.ts';
import { evolveRole, noRole, roleStatus } from './role-state.ts';
import { keyText } from '../../core/invisible.ts';
import { recordId } from '../../core/record-id.ts';
import { roleTranslations } from './role-translations.ts';

const vRoleName = line(2, 60);
const permissions = {
  permissionGroupsList: permissionGroups,
  permittedComponentsList: permittedComponents.default([]),
};
const flag = z.union([z.literal(0), z.literal(1)]);

function nameStream(name: string): string {
  return `unique-roleName-${keyText(name)}`;
}

function reserveName(name: string, ctx: Ctx & { id: string }): NewEvent[] | Refusal {
  const owner = (ctx.read.name as { owner?: string | null } | undefined)?.owner ?? null;
  if (owner === `role-${ctx.id}`) return [];
  return owner === null
    ? [{ type: 'KeyReserved', data: { owner: `role-${ctx.id}` }, stream: nameStream(name) }]
    : refuse('duplicateName', 409, { label: name }, 'vRoleName');
}

function repeated(list: readonly PermissionGroup[]): Refusal | null {
  const seen = new Set<string>();
  for (const group of list)
    for (const { vEntity } of group.entitiesList) {
      const key = `${group.vGroupName}/${vEntity}`;
      if (seen.has(key))
        return refuse(
          'entityTwice',
          422,
          { entity: vEntity, group: group.vGroupName },
          'permissionGroupsList',
        );
      seen.add(key);
    }
  return null;
}

/**
 * Nobody edits the role they hold, except an admin, whose rights do not come from it. Nobody edits a role
 * that grants more than they hold: they could otherwise rename or retire it, or turn off its second factor.
 */
function own(state: RoleState, ctx: Ctx): Refusal | null {
  return selfEdit(state, ctx) ?? mayGrantRole(ctx.viewer, state);
}

function selfEdit(state: RoleState, ctx: Ctx): Refusal | null {
  return ctx.viewer.roleId === state.roleId && !ctx.viewer.admin ? refuse('roleSelfEdit', 403) : null;
}

function create(
  state: RoleState,
  input: {
    vRoleName: string;
    permissionGroupsList: readonly PermissionGroup[];
    permittedComponentsList: RoleState['permittedComponentsList'];
    bSecondFactor: 0 | 1;
  },
  ctx: Ctx & { id: string },
) {
  if (state.exists) return refuse('alreadyExists', 409);
  const wrong = repeated(input.permissionGroupsList) ?? mayGrantRole(ctx.viewer, input);
  if (wrong) return wrong;
  const reserved = reserveName(input.vRoleName, ctx);
  if (isRefusal(reserved)) return reserved;
  return [
    {
      type: 'RoleCreated',
      data: {
        ...input,
        roleId: Number(ctx.id),
        permissionGroupsList: withImpliedView(input.permissionGroupsList),
      },
    },
    ...reserved,
  ];
}

const shape = z.strictObject({ vRoleName, ...permissions, bSecondFactor: flag.default(0) });

/** A role: rights by group and entity, assigned to employees by name. Stream `role-<roleId>`. */
export const role = defineStream<RoleState, RoleEvent>({
  name: 'role',
  events: {
    RoleCreated: true,
    RoleRenamed: true,
    RolePermissionsChanged: true,
    RoleSecondFactorSet: true,
    RoleRetired: true,
  },
  numbered: true,
  area: 'access',
  state: 2,
  initial: noRole,
  status: roleStatus,
  evolve: evolveRole,
  mergedFields: ['vRoleName', 'permissionGroupsList', 'permittedComponentsList', 'bSecondFactor'],
  translations: roleTranslations,
  commands: {
    createRole: command<RoleState, z.output<typeof shape>>({
      input: shape,
      need: 'Masters/rolemasterv2:create',
      creates: true,
      reads: (input) => ({ name: nameStream(input.vRoleName) }),
      decide: create,
    }),
    /** Imports a role of another system; an ambiguous entity is refused by name, never guessed. */
    importRole: command<RoleState, z.output<typeof shape>>({
      input: shape,
      need: 'Masters/rolemasterv2:create',
      creates: true,
      reads: (input) => ({ name: nameStream(input.vRoleName) }),
      decide: (state, input, ctx) => {
        const { list, untranslated } = translateRole(input.permissionGroupsList);
        const first = untranslated[0];
        if (first)
          return refuse(
            'entityUnclear',
            422,
            { ...first, candidates: first.candidates.join(', ') || '–' },
            'permissionGroupsList',
          );
        return create(state, { ...input, permissionGroupsList: list }, ctx);
      },
    }),
    copyRole: command<RoleState, { fromRoleId: number; vRoleName: string }>({
      input: z.strictObject({ fromRoleId: recordId('role', { former: true }), vRoleName }),
      need: 'Masters/rolemasterv2:create',
      creates: true,
      reads: (input) => ({ name: nameStream(input.vRoleName), from: `role-${input.fromRoleId}` }),
      decide: (state, input, ctx) => {
        const from = ctx.read.from as RoleState;
        return create(
          state,
          {
            vRoleName: input.vRoleName,
            permissionGroupsList: from.permissionGroupsList,
            permittedComponentsList: from.permittedComponentsList,
            bSecondFactor: from.bSecondFactor,
          },
          ctx,
        );
      },
    }),
    changePermissions: command<RoleState, z.output<z.ZodObject<typeof permissions>>>({
      input: z.strictObject(permissions),
      need: 'Masters/rolemasterv2:edit',
      versioned: 'merge',
      merges: (input) => ({ ...input, permissionGroupsList: withImpliedView(input.permissionGroupsList) }),
      decide: (state, input, ctx) => {
        if (state.retired) return refuse('roleRetired', 409);
        const wrong = selfEdit(state, ctx) ?? repeated(input.permissionGroupsList);
        if (wrong) return wrong;
        const before = {
          permissionGroupsList: state.permissionGroupsList,
          permittedComponentsList: state.permittedComponentsList,
        };
        const after = {
          permissionGroupsList: withImpliedView(input.permissionGroupsList),
          permittedComponentsList: input.permittedComponentsList,
        };
        const beyond = mayGrant(ctx.viewer, changedRights(before, after));
        if (beyond) return beyond;
        return JSON.stringify(before) === JSON.stringify(after)
          ? []
          : [{ type: 'RolePermissionsChanged', data: { roleId: state.roleId, before, after } }];
      },
    }),
    renameRole: command<RoleState, { vRoleName: string }>({
      input: z.strictObject({ vRoleName }),
      need: 'Masters/rolemasterv2:edit',
      versioned: 'merge',
      merges: ({ vRoleName: name }) => ({ vRoleName: name }),
      reads: (input) => ({ name: nameStream(input.vRoleName) }),
      decide: (state, input, ctx) => {
        if (state.retired) return refuse('roleRetired', 409);
        if (input.vRoleName === state.vRoleName) return [];
        const reserved = own(state, ctx) ?? reserveName(input.vRoleName, ctx);
        if (isRefusal(reserved)) return reserved;
        const freed =
          nameStream(state.vRoleName) === nameStream(input.vRoleName)
            ? []
            : [
                {
                  type: 'KeyReleased',
                  data: { owner: `role-${ctx.id}` },
                  stream: nameStream(state.vRoleName),
                },
              ];
        return [
          {
            type: 'RoleRenamed',
            data: { roleId: state.roleId, vRoleName: input.vRoleName, from: state.vRoleName },
          },
          ...reserved,
          ...freed,
        ];
      },
    }),
    setSecondFactor: command<RoleState, { bSecondFactor: 0 | 1 }>({
      input: z.strictObject({ bSecondFactor: flag }),
      need: 'Masters/rolemasterv2:edit',
      versioned: 'merge',
      merges: ({ bSecondFactor }) => ({ bSecondFactor }),
      decide: (state, { bSecondFactor }, ctx) => {
        if (state.retired) return refuse('roleRetired', 409);
        return (
          own(state, ctx) ??
          (state.bSecondFactor === bSecondFactor
            ? []
            : [{ type: 'RoleSecondFactorSet', data: { roleId: state.roleId, bSecondFactor } }])
        );
      },
    }),
    retireRole: command<RoleState, object>({
      input: z.strictObject({}),
      need: 'Masters/rolemasterv2:delete',
      versioned: true,
      decide: (state, _input, ctx) => {
        if (state.retired) return refuse('roleRetired', 409);
        const holders = ctx.directory
          .employees()
          .filter((person) => person.active && person.roleId === state.roleId).length;
        if (holders > 0) return refuse('roleInUse', 409, { n: holders });
        return (
          own(state, ctx) ?? [
            { type: 'RoleRetired', data: { roleId: state.roleId } },
            { type: 'KeyReleased', data: { owner: `role-${ctx.id}` }, stream: nameStream(state.vRoleName) },
          ]
        );
      },
    }),
  },
  story: [
    {
      as: 'admin',
      stream: 'role-new',
      command: 'createRole',
      input: {
        vRoleName: 'Call Reviewer',
        permissionGroupsList: [
          {
            vGroupName: 'Out Bound',
            vGroupDisplayName: 'Out Bound',
            entitiesList: [
              { vEntity: 'qualityReview', vEntityDisplayName: 'Quality Review', bCanApprove: 1 },
            ],
          },
        ],
      },
    },
    { as: 'admin', stream: 'role-$', command: 'renameRole', input: { vRoleName: 'Quality Reviewer' } },
    { as: 'admin', stream: 'role-$', command: 'changePermissions', input: { permissionGroupsList: [] } },
    { as: 'admin', stream: 'role-$', command: 'setSecondFactor', input: { bSecondFactor: 1 } },
    { as: 'admin', stream: 'role-$', command: 'retireRole', input: {} },
  ],
});
