import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { deviceId } from '#shared/access/text.ts';
import { refuse } from '#shared/core/refusal.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import type { AccessChange } from './access-log.ts';
import { again, byPerson, callerOf, deviceCookie, given, passwordAgain, person, sure, type AccessDoors } from './ask.ts';
import { inReach } from './people.ts';
import { weakness } from './password-rules.ts';
import type { SignedIn } from './sign-in.ts';

const base = '/employee/api/v2/SignIn';
const login = z.union([
  z.strictObject({
    loginId: z.union([z.string().min(1, 'required').max(200), z.int().positive()]),
    password: z.string().min(1, 'required').max(512),
    loginParam: z.string().max(40).optional(),
    code: z.string().max(10).optional(),
    deviceId: deviceId.optional(),
  }),
  z.strictObject({
    ticket: z.string().min(1).max(100),
    code: z.string().max(10).optional(),
    loginParam: z.string().max(40).optional(),
    deviceId: deviceId.optional(),
  }),
]);
const change = z.strictObject({ oldPassword: again, newPassword: again });
const ending = z.strictObject({ action: z.enum(['signOut', 'signOutEverywhere', 'signOutOthers']) });

/** Sign-in, sign-out and passwords; whatever changes a session is a POST or a PUT. */
export function signInRoutes(app: FastifyInstance, { access, house }: AccessDoors): void {
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
      pooId: house.access.directory.employee(viewer.empId!)?.primaryPooId ?? null,
      loginParam,
      language: viewer.language,
    });
  }

  app.post(`${base}/login`, { config: { need: 'public' } }, async (request, reply) => {
    const asked = given(login, request.body);
    const loginParam = asked.loginParam === 'franchise' ? 'franchise' : 'default';
    const caller = callerOf(request, loginParam);
    const done = sure(
      'loginId' in asked
        ? await access.signIn.byPassword(String(asked.loginId), asked.password, caller, asked.code)
        : asked.code === undefined
          ? await access.signIn.byRelexauth(asked.ticket, caller)
          : await access.signIn.bySecondFactor(asked.ticket, asked.code, caller),
    );
    const before = request.cookies[access.cookieName];
    if (before) await access.sessions.endByCookie(before, 'signedOut');
    if (asked.deviceId !== undefined)
      sure(
        await house.handle({
          stream: `employee-${done.viewer.empId}`,
          command: 'seeDevice',
          input: { deviceId: asked.deviceId },
          viewer: house.access.systemViewer('sign-in'),
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
      pooId: house.access.directory.employee(viewer.empId)?.primaryPooId ?? null,
    };
  });

  app.put(base, { config: { need: 'signedIn' } }, async (request, reply) => {
    const viewer = person(request);
    const { action } = given(ending, request.body);
    if (action === 'signOutOthers') {
      const ended = await access.change((made) => {
        made.note({ action: 'sessionRevoked', result: 'allow', ...byPerson(request), reason: 'others' });
        return access.sessions.end(made, { empId: viewer.empId, except: viewer.sessionId }, 'signedOutEverywhere');
      });
      return { msg: 'Signed out elsewhere', ended };
    }
    const which = action === 'signOut' ? { empId: viewer.empId, sessionId: viewer.sessionId } : { empId: viewer.empId };
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
      ended = await access.sessions.end(made, { empId: viewer.empId, except: viewer.sessionId }, 'passwordChanged');
      made.note({ action: 'passwordChanged', result: 'allow', ...byPerson(request) });
    });
    if (changed === 'reused') throw refuse('passwordReused', 422, undefined, 'newPassword');
    if (changed === 'gone') throw refuse('oldPasswordWrong', 422, undefined, 'oldPassword');
    return { msg: 'Password changed', ended };
  });

  /** A first or forgotten password, given by HR; ends every session of that person. */
  app.put<{ Params: { empId: string } }>('/access/passwords/:empId', { config: { need: 'Masters/rolemasterv2:edit' } }, async (request) => {
    const viewer = person(request);
    const { newPassword } = given(change.omit({ oldPassword: true }), request.body);
    const row = access.people.row(Number(request.params.empId));
    if (!row || !inReach(viewer, row)) throw refuse('notFound', 404);
    if (row.empId === viewer.empId) throw refuse('selfChange', 403);
    if (access.directory.employee(row.empId)?.admin && !viewer.admin) throw refuse('adminOnly', 403);
    const why = weakness(newPassword, { ...row, name: nameOf(row) });
    if (why) throw refuse('passwordWeak', 422, { why }, 'newPassword');
    let ended = 0;
    const also = async (made: AccessChange): Promise<void> => {
      ended = await access.sessions.end(made, { empId: row.empId }, 'passwordChanged');
      made.note({ action: 'passwordChanged', result: 'allow', ...byPerson(request), objectType: 'employee', objectId: String(row.empId) });
    };
    await access.credentials.set(row.empId, newPassword, { also });
    // Who came in by a slip while a first password was on its way could not know of it.
    await access.change((made) => access.sessions.end(made, { empId: row.empId }, 'passwordChanged'));
    return { msg: 'Password set', ended };
  });
}
