import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { deviceId } from '#shared/access/text.ts';
import { mayGrantRole } from '#shared/access/granting.ts';
import { inPoos } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import type { AccessChange } from './access-log.ts';
import {
  again,
  byPerson,
  callerOf,
  deviceCookie,
  given,
  passwordAgain,
  person,
  sure,
  type AccessRoutes,
} from './route-parts.ts';
import { inReach } from './people.ts';
import { weakness } from './password-rules.ts';
import type { Caller, SignedIn } from './sign-in.ts';

const base = '/employee/api/v2/SignIn';
const login = z.union([
  z.strictObject({
    loginId: z.union([texts.exact().min(1, 'required').max(200), z.int().positive()]),
    password: texts.exact().min(1, 'required').max(512),
    loginParam: texts.token().max(40).optional(),
    code: texts.token().max(10).optional(),
    deviceId: deviceId.optional(),
  }),
  z.strictObject({
    ticket: texts.token().min(1).max(100),
    code: texts.token().max(10).optional(),
    newPassword: again.optional(),
    loginParam: texts.token().max(40).optional(),
    deviceId: deviceId.optional(),
  }),
]);
const change = z.strictObject({ oldPassword: again, newPassword: again });
const ending = z.strictObject({ action: z.enum(['signOut', 'signOutEverywhere', 'signOutOthers']) });

/** Sign-in, sign-out and passwords; every change of a session is a POST or a PUT. */
export function signInRoutes(app: FastifyInstance, { access, server }: AccessRoutes): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: access.secure } as const;

  function welcome(reply: FastifyReply, done: SignedIn, loginParam: string): FastifyReply {
    reply.setCookie(access.cookieName, done.cookie, cookie);
    reply.setCookie(deviceCookie, done.device, { ...cookie, maxAge: 365 * 86_400 });
    const { viewer } = done;
    return reply.send({
      msg: 'Signed in',
      empid: viewer.empId,
      authtoken: done.token,
      name: viewer.name,
      orgId: 1,
      roleId: viewer.roleId,
      logDesId: viewer.designationId,
      pooId: server.access.directory.employee(viewer.empId!)?.primaryPooId ?? null,
      loginParam,
      language: viewer.language,
    });
  }

  const byTicket = (
    {
      ticket,
      code,
      newPassword,
    }: { ticket: string; code?: string | undefined; newPassword?: string | undefined },
    caller: Caller,
  ) => {
    if (newPassword !== undefined) return access.signIn.byNewPassword(ticket, newPassword, caller);
    return code === undefined
      ? access.signIn.byRelexauth(ticket, caller)
      : access.signIn.bySecondFactor(ticket, code, caller);
  };

  app.post(`${base}/login`, { config: { need: 'public' } }, async (request, reply) => {
    const body = given(login, request.body);
    const loginParam = body.loginParam === 'franchise' ? 'franchise' : 'default';
    const caller = callerOf(request, loginParam);
    const done = sure(
      'loginId' in body
        ? await access.signIn.byPassword(String(body.loginId), body.password, caller, body.code)
        : await byTicket(body, caller),
    );
    const before = request.cookies[access.cookieName];
    if (before) await access.sessions.endByCookie(before, 'signedOut');
    if (body.deviceId !== undefined)
      sure(
        await server.handle({
          stream: `employee-${done.viewer.empId}`,
          command: 'seeDevice',
          input: { deviceId: body.deviceId },
          viewer: server.access.systemViewer('sign-in'),
          correlationId: request.correlationId,
        }),
      );
    return welcome(reply, done, loginParam);
  });

  app.get(base, { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    return {
      msg: 'Signed in',
      empid: viewer.empId,
      name: viewer.name,
      orgId: 1,
      roleId: viewer.roleId,
      logDesId: viewer.designationId,
      pooId: server.access.directory.employee(viewer.empId)?.primaryPooId ?? null,
    };
  });

  app.put(base, { config: { need: 'signedIn' } }, async (request, reply) => {
    const viewer = person(request);
    const { action } = given(ending, request.body);
    if (action === 'signOutOthers') {
      const ended = await access.change((made) => {
        made.note({ action: 'sessionRevoked', result: 'allow', ...byPerson(request), reason: 'others' });
        return access.sessions.end(
          made,
          { empId: viewer.empId, except: viewer.sessionId },
          'signedOutEverywhere',
        );
      });
      return { msg: 'Signed out elsewhere', ended };
    }
    const which =
      action === 'signOut' ? { empId: viewer.empId, sessionId: viewer.sessionId } : { empId: viewer.empId };
    const ended = await access.change((made) => {
      made.note({ action: 'signOut', result: 'allow', ...byPerson(request), reason: action });
      return access.sessions.end(made, which, action === 'signOut' ? 'signedOut' : 'signedOutEverywhere');
    });
    reply.clearCookie(access.cookieName, cookie).header('clear-site-data', '"cache"');
    return { msg: 'Signed out', ended };
  });

  app.put(`${base}/changepassword`, { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const { oldPassword, newPassword } = given(change, request.body);
    const stored = await passwordAgain(access, request, oldPassword, 'oldPassword');
    const row = access.people.row(viewer.empId)!;
    const why = weakness(newPassword, { ...row, name: nameOf(row) });
    if (why) throw refuse('passwordWeak', 422, { why }, 'newPassword');
    let ended = 0;
    const changed = await access.credentials.change(viewer.empId, stored, newPassword, async (made) => {
      ended = await access.sessions.end(
        made,
        { empId: viewer.empId, except: viewer.sessionId },
        'passwordChanged',
      );
      made.note({ action: 'passwordChanged', result: 'allow', ...byPerson(request) });
    });
    if (changed === 'reused') throw refuse('passwordReused', 422, undefined, 'newPassword');
    if (changed === 'gone') throw refuse('oldPasswordWrong', 422, undefined, 'oldPassword');
    return { msg: 'Password changed', ended };
  });

  /**
   * A first or forgotten password, good for one sign-in; ends every session of that person. The caller must
   * hold every permission and place of that person.
   */
  app.put<{ Params: { empId: string } }>(
    '/access/passwords/:empId',
    { config: { need: 'Masters/rolemasterv2:edit', takes: true } },
    async (request) => {
      const viewer = person(request);
      const { newPassword } = given(change.omit({ oldPassword: true }), request.body);
      const row = access.people.row(Number(request.params.empId));
      if (!row || !inReach(viewer, row)) throw refuse('notFound', 404);
      if (row.empId === viewer.empId) throw refuse('selfChange', 403);
      if (access.directory.employee(row.empId)?.admin && !viewer.admin) throw refuse('adminOnly', 403);
      const beyond = mayGrantRole(viewer, access.people.role(row.roleId));
      if (beyond) throw beyond;
      if (!row.poos.every(({ pooId }) => inPoos(viewer, pooId))) throw refuse('adminOnly', 403);
      const why = weakness(newPassword, { ...row, name: nameOf(row) });
      if (why) throw refuse('passwordWeak', 422, { why }, 'newPassword');
      let ended = 0;
      const also = async (made: AccessChange): Promise<void> => {
        ended = await access.sessions.end(made, { empId: row.empId }, 'passwordChanged');
        made.note({
          action: 'passwordChanged',
          result: 'allow',
          ...byPerson(request),
          objectType: 'employee',
          objectId: String(row.empId),
        });
      };
      await access.credentials.set(row.empId, newPassword, { also, toChange: true });
      // A sign-in by ticket that was in progress could not know of the new password.
      await access.change((made) => access.sessions.end(made, { empId: row.empId }, 'passwordChanged'));
      return { msg: 'Password set', ended };
    },
  );
}
