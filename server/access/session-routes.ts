import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { demoPassword } from '../demo/accounts.ts';
import type { DemoAccount, Me } from '#shared/access/me.ts';
import { needOf, screenAt } from '#shared/access/guard.ts';
import type { Need, Permission } from '#shared/core/permission.ts';
import { groups } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { readAccessLog } from './access-log.ts';
import { inReach } from './people.ts';
import { admin, byPerson, given, person, type AccessRoutes } from './route-parts.ts';

const who = z.strictObject({ empId: recordNumber.optional() });
const question = z
  .strictObject({ need: texts.token().max(200).optional(), route: texts.token().max(300).optional() })
  .refine((body) => (body.need === undefined) !== (body.route === undefined), 'required');
const looking = z.strictObject({
  before: z.coerce.number().int().positive().optional(),
  records: z.coerce.number().int().min(1).max(500).default(100),
});
const permission = new RegExp(
  `^(${groups.join('|')})/[^:]{1,80}:(view|create|edit|delete|approve|access|export)$`,
);

/** The caller's identity and sessions, and explanations of permissions. */
export function sessionRoutes(app: FastifyInstance, { access, server }: AccessRoutes): void {
  const { people, directory } = access;

  app.get('/access/me', { config: { need: 'signedIn' } }, async (request): Promise<Me> => {
    const viewer = person(request);
    const row = people.row(viewer.empId)!;
    const role = people.role(viewer.roleId);
    const mine = directory.employee(viewer.empId)!;
    const pooIds = viewer.poos === 'all' ? directory.poos().map((poo) => poo.id) : viewer.poos;
    const session = (await access.sessions.list(viewer.empId)).find((one) => one.id === viewer.sessionId);
    return {
      empId: viewer.empId,
      name: viewer.name,
      email: row.email,
      phone: row.phone,
      roleId: viewer.roleId,
      roleName: role?.vRoleName ?? null,
      designationId: viewer.designationId,
      designationName:
        viewer.designationId === null ? null : (directory.designation(viewer.designationId)?.name ?? null),
      effectiveDesignationId: viewer.effectiveDesignationId,
      admin: viewer.admin,
      rights: viewer.admin ? [] : ([...viewer.rights] as Permission[]),
      components: role?.permittedComponentsList ?? [],
      pooIds,
      primaryPooId: mine.primaryPooId,
      poos: pooIds.flatMap((id) => {
        const poo = directory.poo(id);
        return poo ? [{ id, name: poo.name, city: poo.city, pincode: poo.pincode }] : [];
      }),
      territories: viewer.territories === 'all' ? [] : (viewer.territories ?? []),
      languages: viewer.languages === 'all' ? [] : viewer.languages,
      language: viewer.language,
      permissionVersion: viewer.permissionVersion,
      orgId: 1,
      sessionId: viewer.sessionId,
      secondFactor: await access.secondFactors.state(viewer.empId),
      idleMs: access.spans.idleMs,
      absoluteMs: access.spans.absoluteMs,
      loginParam: session?.loginParam ?? 'default',
      demo: access.demo,
    };
  });

  /** Demo only: the accounts to choose from on the first screen. */
  app.get(
    '/access/demo',
    { config: { need: 'public' } },
    async (): Promise<{ password: string; accounts: DemoAccount[] }> => {
      if (!access.demo) throw refuse('notFound', 404);
      const accounts = (await access.credentials.demoAccounts()).flatMap(
        ({ empId, loginName }): DemoAccount[] => {
          const row = people.row(empId);
          if (!row?.active) return [];
          const one = directory.employee(empId)!;
          return [
            {
              loginId: loginName,
              empId,
              name: one.name,
              role: people.role(row.roleId)?.vRoleName ?? '',
              designation:
                row.designationId === null ? '' : (directory.designation(row.designationId)?.name ?? ''),
              place: one.primaryPooId === null ? '' : (directory.poo(one.primaryPooId)?.name ?? ''),
            },
          ];
        },
      );
      return { password: demoPassword, accounts };
    },
  );

  /** Other people's sessions can be seen and ended by those who may edit employees. */
  function whose(request: Parameters<typeof person>[0], empId: number | undefined): number {
    const viewer = person(request);
    if (empId === undefined || empId === viewer.empId) return viewer.empId;
    if (!access.explain(viewer, 'Masters/emplist:edit').ok)
      throw refuse('forbidden', 403, { permission: 'Masters/emplist:edit' });
    const row = people.row(empId);
    if (!row || !inReach(viewer, row)) throw refuse('notFound', 404);
    return empId;
  }

  app.get('/access/sessions', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const empId = whose(request, given(who, request.query).empId);
    return (await access.sessions.list(empId)).map((session) => ({
      id: session.id,
      empId,
      startedAt: new Date(session.startedAt).toISOString(),
      seenAt: new Date(session.seenAt).toISOString(),
      userAgent: session.userAgent,
      ip: session.ip,
      current: session.id === viewer.sessionId,
    }));
  });

  app.delete<{ Params: { id: string } }>(
    '/access/sessions/:id',
    { config: { need: 'signedIn', takes: true } },
    async (request) => {
      const empId = whose(request, given(who, request.query).empId);
      const ended = await access.change(async (made) => {
        const count = await access.sessions.end(made, { empId, sessionId: request.params.id }, 'revoked');
        if (count > 0)
          made.note({
            action: 'sessionRevoked',
            result: 'allow',
            ...byPerson(request),
            objectType: 'session',
            objectId: request.params.id,
          });
        return count;
      });
      if (ended === 0) throw refuse('notFound', 404);
      return { msg: 'Session ended', ended };
    },
  );

  /** Sign-ins, refusals and revocations, newest first. */
  app.get('/access/log', { config: { need: 'signedIn' } }, async (request) => {
    admin(request);
    const { before, records } = given(looking, request.query);
    return readAccessLog(server.pool, before ?? null, records);
  });

  /**
   * Which rule decides, for a permission or for the page at an address: the function that every route uses.
   */
  app.get('/access/explain', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const body = given(question, request.query);
    if (body.need !== undefined && !permission.test(body.need))
      throw refuse('badFormat', 400, { label: 'need' }, 'need');
    const screen = body.route === undefined ? null : screenAt(body.route);
    if (body.route !== undefined && !screen) throw refuse('notFound', 404);
    const need = screen ? needOf(screen) : (body.need as Need);
    return {
      ...access.explain(viewer, need),
      need,
      roleId: viewer.roleId,
      roleName: people.role(viewer.roleId)?.vRoleName ?? null,
      permissionVersion: viewer.permissionVersion,
      now: server.clock.now(),
    };
  });
}
