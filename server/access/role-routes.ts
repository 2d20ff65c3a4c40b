import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { businessDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { refuse } from '#shared/core/refusal.ts';
import { given, person, type AccessRoutes } from './route-parts.ts';
import type { RoleRow } from './directory-views.ts';
import { compareTexts } from '#shared/core/collation.ts';

const day = texts.day().optional();
const whole = (most: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .transform((n) => Math.min(n, most))
    .default(usual);
const byName = z.strictObject({
  vRoleName: texts.search().max(60).default(''),
  pageNo: whole(10_000, 0),
  records: whole(100, 100),
});
const exactName = z.strictObject({ vRoleName: texts.token().min(1, 'required').max(60) });
const holding = z
  .strictObject({
    roleId: recordNumber.optional(),
    need: texts.token().max(200).optional(),
  })
  .refine((body) => (body.roleId === undefined) !== (body.need === undefined), 'required');
const temporary = z.strictObject({
  dMinDate: day,
  dMaxDate: day,
  iCancelFlag: z.literal('0').optional(),
  pageNo: whole(10_000, 0),
  records: whole(limits.pageSizes.temporaryDesignation, limits.pageSizes.temporaryDesignation),
  iEmpId: recordNumber.optional(),
});

/** The role calls of the specification. Everyone may read their own role; others need the role master. */
export function roleRoutes(app: FastifyInstance, { access, server }: AccessRoutes): void {
  const { people } = access;
  const mayRead = 'Masters/rolemasterv2:view' as const;
  const shown = (role: RoleRow) => ({
    roleId: role.roleId,
    vRoleName: role.vRoleName,
    permissionGroupsList: role.permissionGroupsList,
    permittedComponentsList: role.permittedComponentsList,
    bSecondFactor: role.bSecondFactor,
    iStatus: role.retired ? 0 : 1,
    version: role.version,
    updatedAt: role.updatedAt,
    updatedBy: role.updatedBy,
    employees: access.directory.employees().filter((one) => one.active && one.roleId === role.roleId).length,
  });

  app.get<{ Params: { roleId: string } }>(
    '/employee/api/v2/rolemaster/:roleId',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const viewer = person(request);
      const roleId = /^\d{1,9}$/.test(request.params.roleId) ? Number(request.params.roleId) : -1;
      if (viewer.roleId !== roleId && !access.explain(viewer, mayRead).ok)
        throw refuse('forbidden', 403, { permission: mayRead });
      const role = people.role(roleId);
      if (!role?.exists) throw refuse('notFound', 404);
      return reply.header('etag', `"${role.version}"`).send(shown(role));
    },
  );

  app.get('/employee/api/v2/rolemaster', { config: { need: mayRead } }, async (request) => {
    const body = given(byName, request.query);
    const all = [...people.roles.rows.values()]
      .filter((role) => role.exists && role.vRoleName.toLowerCase().includes(body.vRoleName.toLowerCase()))
      .sort((a, b) => compareTexts(a.vRoleName, b.vRoleName));
    return {
      totalRecords: all.length,
      pageNo: body.pageNo,
      records: all.slice(body.pageNo * body.records, (body.pageNo + 1) * body.records).map(shown),
    };
  });

  app.get('/employee/api/v2/roletypemaster/byname', { config: { need: mayRead } }, async (request) => {
    const body = given(byName, request.query);
    const all = [...people.roles.rows.values()]
      .filter(
        (role) =>
          role.exists && !role.retired && role.vRoleName.toLowerCase().includes(body.vRoleName.toLowerCase()),
      )
      .sort((a, b) => compareTexts(a.vRoleName, b.vRoleName));
    return all
      .slice(body.pageNo * body.records, (body.pageNo + 1) * body.records)
      .map((role) => ({ roleId: role.roleId, vRoleName: role.vRoleName }));
  });

  app.get(
    '/employee/api/v2/roledetails/byrolenamename',
    { config: { need: 'signedIn' } },
    async (request) => {
      const viewer = person(request);
      const name = given(exactName, request.query).vRoleName.trim().toLowerCase();
      const role = [...people.roles.rows.values()].find(
        (one) => one.exists && !one.retired && one.vRoleName.toLowerCase() === name,
      );
      if (!access.explain(viewer, mayRead).ok && (!role || role.roleId !== viewer.roleId))
        throw refuse('forbidden', 403, { permission: mayRead });
      if (!role) throw refuse('notFound', 404);
      return shown(role);
    },
  );

  /** Who holds a role, and who may do something now: admins, full access and implied view included. */
  app.get('/access/holders', { config: { need: mayRead } }, async (request) => {
    const body = given(holding, request.query);
    const held =
      body.roleId === undefined
        ? access.directory.holders(body.need!)
        : access.directory.employees().filter((one) => one.active && one.roleId === body.roleId);
    return held.map((one) => ({
      empId: one.empId,
      name: one.name,
      roleId: one.roleId,
      admin: one.admin,
      primaryPooId: one.primaryPooId,
    }));
  });

  /**
   * Today's records by default. Without the permission to see others, only the caller's own, also across
   * pages.
   */
  app.get('/employee/api/v2/tempdesignation', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const body = given(temporary, request.query);
    const today = businessDay(server.clock.now());
    const from = body.dMinDate ?? today;
    const to = body.dMaxDate ?? today;
    const mayAll = access.explain(viewer, ['approvals/tlApproval:approve', 'Masters/rolemasterv2:edit']).ok;
    const only = mayAll ? (body.iEmpId ?? null) : viewer.empId;
    const all = [...people.employees.rows.values()]
      .filter((row) => only === null || row.empId === only)
      .flatMap((row) =>
        row.temps
          .filter((temp) => temp.from <= to && temp.to >= from)
          .map((temp) => ({
            iTempDesigId: temp.tempDesigId,
            iEmpId: row.empId,
            iBaseDesignationId: row.designationId,
            iTempDesignationId: temp.designationId,
            dMinDate: temp.from,
            dMaxDate: temp.to,
            iCancelFlag: 0,
          })),
      )
      .sort(
        (a, b) =>
          Number(b.iEmpId === viewer.empId) - Number(a.iEmpId === viewer.empId) ||
          a.iTempDesigId - b.iTempDesigId,
      );
    return {
      totalRecords: all.length,
      pageNo: body.pageNo,
      records: all.slice(body.pageNo * body.records, (body.pageNo + 1) * body.records),
    };
  });
}
